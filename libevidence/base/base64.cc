#include <algorithm>
#include <array>

#include "evidence/base.h"

namespace evidence {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNone = 0xff;

constexpr std::array<std::uint8_t, 256> inverse_alphabet() {
  std::array<std::uint8_t, 256> inverse{};
  inverse.fill(kNone);
  for (std::size_t value = 0; value < kAlphabet.size(); ++value) {
    inverse[static_cast<std::uint8_t>(kAlphabet[value])] = static_cast<std::uint8_t>(value);
  }
  return inverse;
}

constexpr std::array<std::uint8_t, 256> kInverse = inverse_alphabet();

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t have = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      group = group << 8U | (i < have ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      text += i <= have ? kAlphabet[group >> (18U - 6U * i) & 63U] : '=';
    }
  }
  return text;
}

// A text has one decoding and a value one text: white space, missing padding and set spare bits are all
// refused.
std::optional<std::string> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) {
    return std::nullopt;
  }
  std::size_t digits = text.size();
  while (digits > 0 && text.size() - digits < 2 && text[digits - 1] == '=') {
    --digits;
  }
  std::string bytes;
  bytes.reserve(digits * 3 / 4);
  std::uint32_t pending = 0;
  unsigned bits = 0;
  for (const char digit : text.substr(0, digits)) {
    const std::uint8_t value = kInverse[static_cast<std::uint8_t>(digit)];
    if (value == kNone) {
      return std::nullopt;
    }
    pending = (pending << 6U | value) & 0xfffU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(static_cast<std::uint8_t>(pending >> bits));
    }
  }
  if ((pending & ((1U << bits) - 1U)) != 0) {
    return std::nullopt;
  }
  return bytes;
}

}  // namespace evidence
