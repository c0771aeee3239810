#include <algorithm>

#include "evidence/base.h"

namespace evidence {
namespace {

// The first character of a text: how many bytes it has (0: not well-formed UTF-8 there) and its code point.
struct Character {
  std::size_t length;
  char32_t code;
};

constexpr Character kMalformed{0, 0};

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint8_t>(bytes[at]);
}

// RFC 3629 §4. Length 0 for a stray continuation byte, an overlong form, a surrogate, more than U+10FFFF or a
// cut sequence.
Character first_character(std::string_view bytes) {
  const std::uint8_t lead = byte_at(bytes, 0);
  if (lead < 0x80) {
    return {1, lead};
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || bytes.size() < length) {
    return kMalformed;
  }
  char32_t code = lead & (0xffU >> (length + 1));
  for (std::size_t at = 1; at < length; ++at) {
    const std::uint8_t next = byte_at(bytes, at);
    if ((next & 0xc0U) != 0x80U) {
      return kMalformed;
    }
    code = code << 6U | (next & 0x3fU);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return overlong || surrogate || code > 0x10ffff ? kMalformed : Character{length, code};
}

// What could move a cursor, end a line, or make a terminal show a name in another order than it is written.
bool is_dangerous(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

bool is_plain(std::string_view bytes) {
  while (!bytes.empty()) {
    const Character next = first_character(bytes);
    if (next.length == 0 || is_dangerous(next.code)) {
      return false;
    }
    bytes.remove_prefix(next.length);
  }
  return true;
}

std::string hex_escapes(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    const std::uint8_t value[] = {static_cast<std::uint8_t>(byte)};
    text.append("\\x").append(to_hex(value));
  }
  return text;
}

std::string with_escapes(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const Character next = first_character(bytes);
    const std::string_view taken = bytes.substr(0, std::max<std::size_t>(next.length, 1));
    if (taken == "\n") {
      text += "\\n";
    } else if (taken == "\t") {
      text += "\\t";
    } else if (taken == "\\" || taken == "\"") {
      text.append("\\").append(taken);
    } else if (next.length == 0 || is_dangerous(next.code)) {
      text += hex_escapes(taken);
    } else {
      text += taken;
    }
    bytes.remove_prefix(taken.size());
  }
  return text;
}

}  // namespace

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t length = first_character(bytes).length;
    if (length == 0) {
      return false;
    }
    bytes.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view bytes) {
  return is_plain(bytes) ? std::string(bytes) : '"' + with_escapes(bytes) + '"';
}

std::string escaped(std::string_view bytes) {
  return is_plain(bytes) ? std::string(bytes) : with_escapes(bytes);
}

}  // namespace evidence
