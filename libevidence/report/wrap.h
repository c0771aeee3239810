#pragma once

// Lines of a terminal: at most kColumns wide, broken only at spaces, so that digests and paths stay whole.

#include <cstddef>
#include <string>
#include <string_view>

namespace evidence::report {

inline constexpr std::size_t kColumns = 110;

// Columns that a terminal takes for visible text: none for combining marks, two for wide East Asian
// characters.
std::size_t columns(std::string_view text);

// The text with spaces up to `width` columns.
std::string padded(std::string_view text, std::size_t width);

// `lead` and then `text`, whose further lines hang below its beginning; ends with a line feed.
std::string hung(std::string_view lead, std::string_view text);

}  // namespace evidence::report
