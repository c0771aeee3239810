#include "number.h"

#include "evidence/base.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <string>

#include "evidence/json.h"

namespace evidence::json {
namespace {

// The shortest decimal digits that read back as a number: 0.d1d2d3… × 10^point.
struct Decimal {
  std::array<char, 17> digits;
  int count;
  int point;
};

Decimal shortest(double positive) {
  std::array<char, 32> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), positive, std::chars_format::scientific);
  assert(error == std::errc());
  Decimal decimal{};
  const char* at = text.data();
  for (; *at != 'e'; ++at) {
    if (*at != '.') decimal.digits[static_cast<std::size_t>(decimal.count++)] = *at;
  }
  ++at;
  if (*at == '+') ++at;
  int exponent = 0;
  std::from_chars(at, end, exponent);
  decimal.point = exponent + 1;
  return decimal;
}

// Appends to a buffer that is known to be large enough.
class Text {
 public:
  void put(char c) { text_.bytes[text_.size++] = c; }
  void zeros(int count) {
    for (int i = 0; i < count; ++i) put('0');
  }
  void digits(const Decimal& decimal, int from, int to) {
    for (int i = from; i < to; ++i) put(decimal.digits[static_cast<std::size_t>(i)]);
  }
  void integer(int value) {
    char* const at = text_.bytes.data() + text_.size;
    const auto end = std::to_chars(at, text_.bytes.data() + text_.bytes.size(), value).ptr;
    text_.size += static_cast<std::size_t>(end - at);
  }
  const NumberText& done() const { return text_; }

 private:
  NumberText text_{};
};

}  // namespace

// ECMA-262 Number::toString for radix 10, with n = point and k = count.
NumberText number_text(double number) {
  if (!std::isfinite(number)) throw Error("a number that is not finite has no form in JSON");
  Text text;
  if (number == 0) {
    text.put('0');
    return text.done();
  }
  if (number < 0) text.put('-');
  const Decimal decimal = shortest(std::abs(number));
  const auto& [digits, count, point] = decimal;
  if (point > 0 && point <= 21) {
    text.digits(decimal, 0, std::min(count, point));
    text.zeros(point - count);
    if (count > point) text.put('.');
    text.digits(decimal, point, count);
  } else if (point > -6 && point <= 0) {
    text.put('0');
    text.put('.');
    text.zeros(-point);
    text.digits(decimal, 0, count);
  } else {
    text.put(digits[0]);
    if (count > 1) text.put('.');
    text.digits(decimal, 1, count);
    text.put('e');
    if (point > 0) text.put('+');
    text.integer(point - 1);
  }
  return text.done();
}

std::string canonical_number(double number) {
  return std::string(number_text(number).view());
}

}  // namespace evidence::json
