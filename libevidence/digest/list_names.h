#pragma once

// How a list writes a name that its lines could not hold as it is. Each pair of functions is inverse on every
// name without NUL; names are bytes, and what is decoded may come from anybody.

#include <optional>
#include <string>
#include <string_view>

namespace evidence {

// GNU sha256sum's: \n, \r and \\, told by a backslash at the head of the line.
bool needs_gnu_escapes(std::string_view name);
std::string gnu_escaped(std::string_view name);
// Absent for an escape that sha256sum does not write.
std::optional<std::string> gnu_unescaped(std::string_view text);

// mtree(5)'s: a backslash and three octal digits for every byte that any reader could take for something
// else.
std::string mtree_encoded(std::string_view name);
// Also understands what vis(3) writes: \s \t \n and the other letters of C, \^C, \M-C, \M^C, and a backslash
// before a printable byte that stands for itself. Absent for any other escape, for NUL and for a bare `#`.
std::optional<std::string> mtree_decoded(std::string_view text);

}  // namespace evidence
