#include <algorithm>
#include <charconv>

#include "number.h"
#include "scanner.h"

namespace evidence::json {
namespace {

// 2^53 - 1 has 16 digits.
constexpr std::size_t kMostDigits = 16;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

const char* skip_digits(const char* at, const char* end) {
  while (at != end && is_digit(*at)) ++at;
  return at;
}

// Whether a number that no double can hold is too large (and not too small). `token` is a JSON number with a
// digit that is not zero.
bool is_too_large(std::string_view token) {
  const std::size_t mark = std::min(token.find_first_of("eE"), token.size());
  const std::size_t exponent = token.find_first_of("123456789", mark);
  // Out of a double's range in one direction by this alone, and the mantissa is shorter than 4 GiB.
  constexpr std::size_t kHugeExponent = 12;
  const bool is_negative = mark < token.size() && token[mark + 1] == '-';
  if (exponent != token.npos && token.size() - exponent > kHugeExponent) return !is_negative;
  long long shift = 0;
  if (exponent != token.npos) std::from_chars(token.data() + exponent, token.data() + token.size(), shift);
  if (is_negative) shift = -shift;
  // The place of the first digit that counts, from the point to the left.
  const std::size_t point = std::min(token.find('.'), mark);
  const auto first = static_cast<long long>(token.find_first_of("123456789"));
  return static_cast<long long>(point) - first + shift > 0;
}

}  // namespace

bool Scanner::number(std::string_view key) {
  const char* const begin = at_;
  const char* at = at_ + (*at_ == '-' ? 1 : 0);
  const char* const digits = at;
  at = skip_digits(digits, end_);
  if (at == digits) {
    if (at != end_ && *at == 'I') return unexpected("a number");
    return fail(at, "a number needs a digit after '-'");
  }
  if (*digits == '0' && at - digits > 1) return fail(digits, "a number must not begin with 0");
  const auto is_any_of = [&](std::string_view set) { return at != end_ && set.find(*at) != set.npos; };
  if (!is_any_of(".eE")) {
    at_ = at;
    return integer(key, {begin, static_cast<std::size_t>(at - begin)});
  }
  if (is_any_of(".")) {
    const char* const fraction = ++at;
    at = skip_digits(fraction, end_);
    if (at == fraction) return fail(at, "a number needs a digit after '.'");
  }
  if (is_any_of("eE")) {
    ++at;
    if (is_any_of("+-")) ++at;
    const char* const exponent = at;
    at = skip_digits(exponent, end_);
    if (at == exponent) return fail(at, "a number needs a digit in its exponent");
  }
  at_ = at;
  return real(key, {begin, static_cast<std::size_t>(at - begin)});
}

bool Scanner::integer(std::string_view key, std::string_view token) {
  const bool is_negative = token[0] == '-';
  const std::string_view digits = token.substr(is_negative ? 1 : 0);
  std::int64_t magnitude = 0;
  for (const char c : digits.substr(0, kMostDigits)) magnitude = magnitude * 10 + (c - '0');
  if (digits.size() > kMostDigits || magnitude > kMaxInteger) {
    return fail(token.data(), "an integer must be within " + std::to_string(-kMaxInteger) + " and " +
                                  std::to_string(kMaxInteger) + " to be exact");
  }
  if (is_negative && magnitude == 0) {
    if (form_ == Form::canonical) return fail(token.data(), "number is not canonical: must be 0");
    add(key, Kind::number, token.data());
    return true;
  }
  add(key, Kind::integer, token.data()).integer = is_negative ? -magnitude : magnitude;
  return true;
}

bool Scanner::real(std::string_view key, std::string_view token) {
  double value = 0;
  const auto error = std::from_chars(token.data(), token.data() + token.size(), value).ec;
  if (error == std::errc::result_out_of_range) {
    if (is_too_large(token)) return fail(token.data(), "the number is too large for a double");
    value = 0;
  }
  if (form_ == Form::canonical) {
    const NumberText canonical = number_text(value);
    if (canonical.view() != token) {
      return fail(token.data(), "number is not canonical: must be " + std::string(canonical.view()));
    }
  }
  add(key, Kind::number, token.data()).number = value;
  return true;
}

}  // namespace evidence::json
