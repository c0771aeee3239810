#include <array>

#include "evidence/digest.h"

namespace evidence {

namespace {

constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> hex_values() {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = kNoDigit;
  for (std::uint8_t digit = 0; digit < 16; ++digit) {
    values[static_cast<unsigned char>("0123456789abcdef"[digit])] = digit;
  }
  return values;
}

}  // namespace

// Every record of a file has a digest, so this is decoded from a table and without an allocation.
std::optional<Digest> Digest::parse(std::string_view text) {
  static constexpr std::array<std::uint8_t, 256> kValues = hex_values();
  Bytes bytes{};
  if (text.size() != 2 * bytes.size()) return std::nullopt;
  std::uint8_t bad = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const std::uint8_t high = kValues[static_cast<unsigned char>(text[2 * at])];
    const std::uint8_t low = kValues[static_cast<unsigned char>(text[2 * at + 1])];
    bad |= static_cast<std::uint8_t>((high | low) & 0xf0);
    bytes[at] = static_cast<std::uint8_t>((high << 4) | low);
  }
  if (bad != 0) return std::nullopt;
  return Digest(bytes);
}

std::string Digest::render() const {
  return to_hex(bytes_);
}

}  // namespace evidence
