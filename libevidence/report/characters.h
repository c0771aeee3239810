#pragma once

// The characters of a text one by one. Precondition everywhere: the text is well-formed UTF-8, which
// visible() sees to.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace evidence::report {

struct Character {
  char32_t code;
  std::string_view bytes;
};

// The first character; the text must not be empty.
inline Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, text.substr(0, 1)};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  char32_t code = lead & (0xffU >> (length + 1));
  for (std::size_t at = 1; at < length && at < text.size(); ++at) code = code << 6U | (byte(at) & 0x3fU);
  return {code, text.substr(0, length)};
}

template <typename Visit>
void each_character(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const Character next = first_character(text);
    visit(next);
    text.remove_prefix(next.bytes.size());
  }
}

}  // namespace evidence::report
