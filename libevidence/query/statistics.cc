#include "statistics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#include "compensated_sum.h"

namespace evidence::query {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// Half of what 95 % leaves out.
constexpr double kTail = 0.025;

double variance(std::span<const double> values, double around) {
  CompensatedSum sum;
  for (const double value : values) sum.add((value - around) * (value - around));
  return sum.value() / static_cast<double>(values.size() - 1);
}

}  // namespace

double mean(std::span<const double> values) {
  CompensatedSum sum;
  for (const double value : values) sum.add(value);
  return sum.value() / static_cast<double>(values.size());
}

double median(std::span<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : std::midpoint(values[half - 1], values[half]);
}

double spread(std::span<const double> values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double middle = mean(values);
  return middle == 0 ? kNone : (*most - *least) / middle;
}

Interval mean_interval(std::span<const double> values) {
  if (values.size() < 2) return {kNone, kNone};
  const auto count = static_cast<double>(values.size());
  const double middle = mean(values);
  const boost::math::students_t student(count - 1);
  const double t = boost::math::quantile(boost::math::complement(student, kTail));
  const double reach = t * std::sqrt(variance(values, middle) / count);
  return {middle - reach, middle + reach};
}

}  // namespace evidence::query
