#include <array>
#include <bit>
#include <cstring>

#include "escape.h"
#include "scanner.h"
#include "utf8.h"

namespace evidence::json {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101;
constexpr std::uint64_t kHighs = 0x8080808080808080;

// Bytes of a string that need no look: ASCII but controls, quote and backslash.
bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// Sets the high bit of the lowest byte of `word` that is not plain. Bytes above that one may be marked
// wrongly, because a subtraction borrows from them.
std::uint64_t mark_special(std::uint64_t word) {
  const auto zeros = [](std::uint64_t x) { return (x - kOnes) & ~x; };
  const std::uint64_t controls = (word - kOnes * 0x20) & ~word;
  return (word | controls | zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\'))) & kHighs;
}

// The first byte from `at` on that is not plain, or `end`.
const char* skip_plain(const char* at, const char* end) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 8; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      const std::uint64_t special = mark_special(word);
      if (special != 0) return at + std::countr_zero(special) / 8;
    }
  }
  while (at != end && is_plain(*at)) ++at;
  return at;
}

// Four hexadecimal digits of either case.
std::optional<std::uint32_t> hex4(const char* at, const char* end) {
  if (end - at < 4) return std::nullopt;
  std::uint32_t code = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at[i];
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = c - 'A' + 10;
    } else {
      return std::nullopt;
    }
    code = code * 16 + static_cast<std::uint32_t>(digit);
  }
  return code;
}

bool is_high_surrogate(std::uint32_t code) {
  return code >= 0xD800 && code < 0xDC00;
}
bool is_low_surrogate(std::uint32_t code) {
  return code >= 0xDC00 && code < 0xE000;
}

}  // namespace

// The content of the string whose opening quote is at at_; at_ is then behind the closing quote.
std::optional<std::string_view> Scanner::string() {
  const char* const begin = at_ + 1;
  bool has_escapes = false;
  const char* at = begin;
  for (;;) {
    at = skip_plain(at, end_);
    if (at == end_) {
      fail(at, "the text ends inside a string");
      return std::nullopt;
    }
    if (*at == '"') break;
    if (*at == '\\') {
      // Only these two matter for finding the end; unescape() judges what stands here.
      const bool pair = end_ - at >= 2 && (at[1] == '"' || at[1] == '\\');
      at += pair ? 2 : 1;
      has_escapes = true;
    } else if (static_cast<unsigned char>(*at) < 0x20) {
      fail(at, "a control character in a string must be escaped");
      return std::nullopt;
    } else if (const std::size_t length = utf8_sequence(at, end_); length > 0) {
      at += length;
    } else {
      fail(at, "not UTF-8");
      return std::nullopt;
    }
  }
  at_ = at + 1;
  if (has_escapes) return unescape(begin, at);
  return std::string_view(begin, static_cast<std::size_t>(at - begin));
}

std::optional<std::string_view> Scanner::unescape(const char* at, const char* end) {
  char* const begin = arena_.reserve(static_cast<std::size_t>(end_ - at));
  char* out = begin;
  while (at != end) {
    const void* const found = std::memchr(at, '\\', static_cast<std::size_t>(end - at));
    const char* const stop = found != nullptr ? static_cast<const char*>(found) : end;
    out = std::copy(at, stop, out);
    at = stop;
    if (at == end) break;
    const std::optional<Escape> escaped = escape(at, end);
    if (!escaped) return std::nullopt;
    const Utf8Character character = encode_utf8(escaped->code);
    out = std::copy_n(character.bytes.data(), character.size, out);
    at += escaped->length;
  }
  const auto size = static_cast<std::size_t>(out - begin);
  arena_.used += size;
  return std::string_view(begin, size);
}

// The escape that begins with the backslash at `at`; the string ends at `end`.
std::optional<Scanner::Escape> Scanner::escape(const char* at, const char* end) {
  static constexpr std::string_view kLetters = "\"\\/bfnrtu";
  static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const std::size_t letter = end - at < 2 ? kLetters.npos : kLetters.find(at[1]);
  if (letter == kLetters.npos) {
    fail(at, "unknown escape in a string");
    return std::nullopt;
  }
  std::optional<Escape> read;
  if (letter < kMeanings.size()) {
    read = {static_cast<std::uint32_t>(kMeanings[letter]), 2};
  } else {
    read = unicode_escape(at, end);
  }
  if (!read || form_ == Form::any) return read;
  const std::string_view spelling(at, read->length);
  if (read->code >= 0x80 || canonical_escape(static_cast<unsigned char>(read->code)) != spelling) {
    fail(at, "escape " + std::string(spelling) + " is not canonical");
    return std::nullopt;
  }
  return read;
}

std::optional<Scanner::Escape> Scanner::unicode_escape(const char* at, const char* end) {
  const std::optional<std::uint32_t> first = hex4(at + 2, end);
  if (!first) {
    fail(at, "\\u needs four hexadecimal digits");
    return std::nullopt;
  }
  if (!is_high_surrogate(*first) && !is_low_surrogate(*first)) return Escape{*first, 6};
  std::optional<std::uint32_t> second;
  if (is_high_surrogate(*first) && end - at >= 8 && at[6] == '\\' && at[7] == 'u') second = hex4(at + 8, end);
  if (!second || !is_low_surrogate(*second)) {
    fail(at, "lone surrogate in a string");
    return std::nullopt;
  }
  return Escape{0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00), 12};
}

}  // namespace evidence::json
