#include "octal.h"

namespace evidence::record {

std::string render_octal(std::uint32_t mode, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t digit = digits; digit-- > 0; mode >>= 3) text[digit] = static_cast<char>('0' + (mode & 7));
  return text;
}

std::optional<std::uint32_t> parse_octal(std::string_view text, std::size_t digits) {
  if (text.size() != digits || text.find_first_not_of("01234567") != std::string_view::npos)
    return std::nullopt;
  std::uint32_t mode = 0;
  for (const char digit : text) mode = mode << 3 | static_cast<std::uint32_t>(digit - '0');
  return mode;
}

}  // namespace evidence::record
