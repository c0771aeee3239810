#pragma once

// SQLite's GLOB (`*` any run, `?` one character, `[a-z]`, `[^a]`; `/` is nothing special), in time that is
// bounded and counted: SQLite's own may take minutes within one step of its machine.

#include <cstdint>
#include <string_view>

namespace evidence::query {

struct GlobAnswer {
  bool matches = false;
  std::uint64_t work = 0;  // characters looked at
};

// At most pattern × text characters are looked at. Both are UTF-8; the whole text must match.
GlobAnswer glob(std::string_view pattern, std::string_view text);

}  // namespace evidence::query
