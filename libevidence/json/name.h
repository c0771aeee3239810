#pragma once

#include <string>
#include <string_view>

namespace evidence::json {

// A member's name for a message: a JSON string of printable characters, in which control characters (C0, DEL,
// C1) and bidirectional overrides are escaped. Names come from the input, so a long one is cut and followed
// by three dots.
std::string quoted_name(std::string_view name);

// True for [A-Za-z_][A-Za-z0-9_-]* that is short enough for a message: such a name needs no quotes in a JSON
// path.
bool is_plain_name(std::string_view name);

}  // namespace evidence::json
