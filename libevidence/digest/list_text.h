#pragma once

// The lines of a list before anything is known of their meaning: encodings that are no list, what ends the
// lines, and where each stands.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/digest.h"

namespace evidence {

struct ListLine {
  std::string_view text;     // without its end
  std::uint64_t number = 0;  // from 1
};

// Gives one line after the other. Invariant: a part of the bytes that were given, which must outlive it.
class ListText {
 public:
  // Throws FormatError naming `name` for UTF-16, for an empty list, and where lines should end with NUL and
  // none does.
  ListText(std::string_view bytes, std::string_view name, ListEnd end);
  std::optional<ListLine> next();
  // What next() has not given yet.
  std::string_view rest() const { return rest_; }

  // What was odd in the whole, for DigestList::oddities.
  const std::vector<std::string>& oddities() const { return oddities_; }
  // Every line ended with a carriage return, which next() leaves out.
  bool carriage_returns() const { return carriage_returns_; }

 private:
  void look_at_ends();

  std::string_view rest_;
  char end_;
  bool carriage_returns_ = false;
  std::uint64_t number_ = 0;
  std::vector<std::string> oddities_;
};

}  // namespace evidence
