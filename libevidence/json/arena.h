#pragma once

// What one Document keeps between scans so that the next one allocates nothing: room for unescaped strings,
// and the scanner's scratch.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "evidence/json.h"

namespace evidence::json {

struct Document::Arena {
  // One container that is still open.
  struct Level {
    std::uint32_t entry;         // its index in entries_
    std::uint32_t count;         // children so far
    std::size_t first_name;      // Form::any: where its members begin in `names`
    std::string_view last_name;  // Form::canonical: the member before
  };
  // A member's name and where it stands in the input.
  struct Name {
    std::string_view text;
    const char* at;
  };

  // Where unescaped text may be written; `remaining` is the number of input bytes from that string on.
  // Unescaping never makes text longer, so what the first string of a scan reserves is enough for all later
  // ones, and nothing ever moves.
  char* reserve(std::size_t remaining) {
    if (used == 0 && capacity < remaining) {
      capacity = remaining < kLeast ? kLeast : remaining;
      text = std::unique_ptr<char[]>(new char[capacity]);
    }
    return text.get() + used;
  }

  static constexpr std::size_t kLeast = 4096;

  std::unique_ptr<char[]> text;
  std::size_t capacity = 0;
  std::size_t used = 0;
  std::array<Level, kMaxDepth> levels{};
  // The names of all open objects, the innermost last (Form::any only).
  std::vector<Name> names;
};

}  // namespace evidence::json
