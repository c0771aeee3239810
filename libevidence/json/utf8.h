#pragma once

// UTF-8 one character at a time (RFC 3629 §4), for text that is scanned in passing.

#include <array>
#include <cstddef>
#include <cstdint>

namespace evidence::json {

constexpr bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// The length of the well-formed sequence beyond ASCII that begins at `at`, or 0. Precondition: at != end.
constexpr std::size_t utf8_sequence(const char* at, const char* end) {
  const auto lead = static_cast<unsigned char>(*at);
  const std::size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || static_cast<std::size_t>(end - at) < length) return 0;
  // The second byte's range excludes overlong forms, surrogates and what is beyond U+10FFFF.
  const auto second = static_cast<unsigned char>(at[1]);
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (second < least || second > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (!is_continuation(at[i])) return 0;
  }
  return length;
}

struct Utf8Character {
  std::array<char, 4> bytes{};
  std::size_t size = 0;
};

// Precondition: `code` is a Unicode scalar value.
constexpr Utf8Character encode_utf8(std::uint32_t code) {
  const auto tail = [code](unsigned shift) { return static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {{static_cast<char>(code)}, 1};
  if (code < 0x800) return {{static_cast<char>(0xC0U | (code >> 6)), tail(0)}, 2};
  if (code < 0x10000) return {{static_cast<char>(0xE0U | (code >> 12)), tail(6), tail(0)}, 3};
  return {{static_cast<char>(0xF0U | (code >> 18)), tail(12), tail(6), tail(0)}, 4};
}

}  // namespace evidence::json
