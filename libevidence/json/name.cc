#include "name.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "escape.h"
#include "utf8.h"

namespace evidence::json {
namespace {

// Longer than any name that a format of ours has.
constexpr std::size_t kLongestShown = 128;

std::uint32_t decode(std::string_view sequence) {
  // The lead byte of a sequence of n bytes carries 7 - n bits.
  auto code = static_cast<unsigned char>(sequence[0]) & (0x7FU >> sequence.size());
  for (const char c : sequence.substr(1)) code = (code << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// Beyond ASCII: what could change how the rest of a terminal's line looks.
bool is_unprintable(std::uint32_t code) {
  return (code >= 0x80 && code <= 0x9F) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

void append_unicode_escape(std::string& out, std::uint32_t code) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kDigits[(code >> shift) & 0xFU];
}

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

}  // namespace

std::string quoted_name(std::string_view name) {
  std::size_t shown = std::min(name.size(), kLongestShown);
  while (shown < name.size() && shown > 0 && is_continuation(name[shown])) --shown;
  std::string out = "\"";
  for (std::size_t i = 0; i < shown;) {
    const std::size_t length = utf8_sequence(name.data() + i, name.data() + shown);
    if (length > 0) {
      const std::string_view sequence = name.substr(i, length);
      const std::uint32_t code = decode(sequence);
      if (is_unprintable(code)) {
        append_unicode_escape(out, code);
      } else {
        out += sequence;
      }
      i += length;
      continue;
    }
    const auto byte = static_cast<unsigned char>(name[i++]);
    const std::string_view escape = canonical_escape(byte);
    if (!escape.empty()) {
      out += escape;
    } else if (byte >= 0x7F) {
      append_unicode_escape(out, byte);
    } else {
      out += static_cast<char>(byte);
    }
  }
  out += shown < name.size() ? "\"..." : "\"";
  return out;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestShown && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

}  // namespace evidence::json
