#pragma once

// The order of member names: UTF-16 code units (RFC 8785 §3.2.3), told from UTF-8.

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace evidence::json {

// Negative, zero or positive. Both must be UTF-8.
//
// Byte order of UTF-8 is code point order, and UTF-16 differs from it in one place only: a character beyond
// U+FFFF (lead byte F0 to F4) is a surrogate pair, which stands before U+E000 to U+FFFF (lead byte EE or EF).
inline int compare_utf16(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] == b[i]) continue;
    const auto rank = [](char c) {
      const int byte = static_cast<unsigned char>(c);
      return byte >= 0xF0 ? byte - 2 : byte >= 0xEE ? byte + 5 : byte;
    };
    return rank(a[i]) - rank(b[i]);
  }
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

}  // namespace evidence::json
