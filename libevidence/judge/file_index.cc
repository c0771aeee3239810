#include "file_index.h"

#include <algorithm>

namespace evidence {

FileIndex::FileIndex(const Identity& identity) {
  const auto files = identity.things.find(Thing::file);
  if (files == identity.things.end()) return;
  entries_.reserve(files->second.size());
  for (const auto& entry : files->second) entries_.push_back(&entry);
}

std::optional<std::size_t> FileIndex::position(std::string_view path) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), path,
                       [](const auto* entry, std::string_view wanted) { return entry->first < wanted; });
  if (found == entries_.end() || (*found)->first != path) return std::nullopt;
  return static_cast<std::size_t>(std::distance(entries_.begin(), found));
}

}  // namespace evidence
