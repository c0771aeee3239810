#pragma once

// The file expectations of one identity by position, so that a stream remembers a file by one bit.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/manifest.h"

namespace evidence {

// Points into the identity, which must outlive it.
class FileIndex {
 public:
  explicit FileIndex(const Identity& identity);
  std::size_t size() const { return entries_.size(); }
  std::optional<std::size_t> position(std::string_view path) const;
  const std::string& path(std::size_t position) const { return entries_[position]->first; }
  const Expectation& said(std::size_t position) const { return entries_[position]->second; }

 private:
  std::vector<const std::pair<const std::string, Expectation>*> entries_;  // in the order of their paths
};

}  // namespace evidence
