#pragma once

// Statistics over lists of numbers: sums by Neumaier's compensation, always in the order of the list. NaN
// means that there is no answer (SQLite makes NULL of it).

#include <span>

namespace evidence::query {

// Preconditions of all: the list is not empty and has no NaN.
double mean(std::span<const double> values);
// The middle one, or the mean of the middle two. Sorts the list.
double median(std::span<double> values);
// (max - min) / mean; NaN if the mean is 0.
double spread(std::span<const double> values);

struct Interval {
  double low = 0;
  double high = 0;
};

// The 95 % confidence interval of the mean by Student's t with n - 1 degrees of freedom; NaN for n < 2.
Interval mean_interval(std::span<const double> values);

}  // namespace evidence::query
