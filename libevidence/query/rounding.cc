#include "rounding.h"

#include <array>
#include <charconv>
#include <cmath>

namespace evidence::query {

double rounded(double value) {
  if (value == 0) return 0;
  if (!std::isfinite(value)) return value;
  constexpr int kDigitsAfterFirst = 11;
  std::array<char, 32> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), value,
                                     std::chars_format::scientific, kDigitsAfterFirst);
  std::from_chars(text.data(), written.ptr, value);
  return value;
}

}  // namespace evidence::query
