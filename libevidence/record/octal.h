#pragma once

// Modes as octal digits of a fixed number.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace evidence::record {

// Precondition: the digits are enough for the mode.
std::string render_octal(std::uint32_t mode, std::size_t digits);
// The inverse; absent for any other text. At most ten digits.
std::optional<std::uint32_t> parse_octal(std::string_view text, std::size_t digits);

}  // namespace evidence::record
