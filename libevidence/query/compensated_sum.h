#pragma once

// Sums that do not lose what rounding drops.

#include <cmath>
#include <cstdint>
#include <limits>

namespace evidence::query {

// The sum of real numbers in the order in which they are added, with Neumaier's compensation. Infinities are
// counted apart, so that what was added can also be taken away again (a window moves on).
class CompensatedSum {
 public:
  void add(double value) { change(value, 1); }
  void remove(double value) { change(value, -1); }
  // NaN if there are infinities of both signs.
  double value() const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (up_ > 0 && down_ > 0) return std::numeric_limits<double>::quiet_NaN();
    if (up_ > 0) return kInfinity;
    if (down_ > 0) return -kInfinity;
    return std::isfinite(sum_) ? sum_ + dropped_ : sum_;
  }

 private:
  void change(double value, int sign) {
    if (std::isinf(value)) {
      (value > 0 ? up_ : down_) += sign;
      return;
    }
    const double change = sign * value;
    const double sum = sum_ + change;
    dropped_ += std::fabs(sum_) >= std::fabs(change) ? (sum_ - sum) + change : (change - sum) + sum_;
    sum_ = sum;
  }

  double sum_ = 0;
  double dropped_ = 0;
  std::int64_t up_ = 0;    // how many infinities
  std::int64_t down_ = 0;  // how many negative ones
};

}  // namespace evidence::query
