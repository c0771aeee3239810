#include "query/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "query/rounding.h"

namespace evidence::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The first value once, then the other two in turn.
std::vector<double> alternating(double first, double second, double third, std::size_t pairs) {
  std::vector<double> values{first};
  for (std::size_t i = 0; i < pairs; ++i) {
    values.push_back(second);
    values.push_back(third);
  }
  return values;
}

double half_width(const Interval& interval) {
  return (interval.high - interval.low) / 2;
}

// NIST Statistical Reference Datasets, univariate: NumAcc1, NumAcc3 and NumAcc4, with their certified means
// and standard deviations (1, 0.1, 0.1). Student's quantiles t(0.975) for 2 and 1000 degrees of freedom are
// 4.302652729749 (closed form) and 1.962339080826 (numerical integration of the density).
TEST(Statistics, meet_certified_values) {
  const std::vector<double> accuracy_1{10000001, 10000003, 10000002};
  EXPECT_EQ(mean(accuracy_1), 10000002);
  EXPECT_NEAR(half_width(mean_interval(accuracy_1)), 4.302652729749 / std::sqrt(3.0), 1e-8);

  const std::vector<double> accuracy_3 = alternating(1000000.2, 1000000.1, 1000000.3, 500);
  EXPECT_EQ(rounded(mean(accuracy_3)), 1000000.2);
  EXPECT_NEAR(half_width(mean_interval(accuracy_3)), 1.962339080826 * 0.1 / std::sqrt(1001.0), 1e-9);

  const std::vector<double> accuracy_4 = alternating(10000000.2, 10000000.1, 10000000.3, 500);
  EXPECT_EQ(rounded(mean(accuracy_4)), 10000000.2);
  EXPECT_NEAR(half_width(mean_interval(accuracy_4)), 1.962339080826 * 0.1 / std::sqrt(1001.0), 2e-9);
}

// Student (1908), "The probable error of a mean", the sleep data; the interval as R's t.test prints it
// (0.7001142, 2.4598858) and, to 12 digits, from numerical integration of the density.
TEST(Statistics, meet_students_own_example) {
  const std::vector<double> gained{1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
  EXPECT_DOUBLE_EQ(mean(gained), 1.58);
  EXPECT_NEAR(mean_interval(gained).low, 0.700114236723, 1e-12);
  EXPECT_NEAR(mean_interval(gained).high, 2.459885763277, 1e-12);
}

// For 1, 2 and 4 degrees of freedom the quantile has a closed form: tan(0.475 pi), 0.95 sqrt(2 / 0.0975), and
// 2 sqrt(cos(acos(sqrt(a)) / 3) / sqrt(a) - 1) with a = 0.0975; for 9 and 29 it is from numerical
// integration.
TEST(Statistics, know_students_quantiles) {
  struct Quantile {
    std::size_t freedom;
    double t;
  };
  for (const auto& [freedom, t] :
       {Quantile{1, 12.7062047362}, Quantile{2, 4.30265272975}, Quantile{4, 2.77644510520},
        Quantile{9, 2.26215716280}, Quantile{29, 2.04522964213}}) {
    // Two values apart, the others in the middle: a mean of 0 and a variance of 2 / freedom.
    std::vector<double> values(freedom + 1, 0.0);
    values.front() = -1;
    values.back() = 1;
    const double error = std::sqrt(2.0 / static_cast<double>(freedom) / static_cast<double>(freedom + 1));
    EXPECT_NEAR(mean_interval(values).high / error, t, 1e-10 * t) << freedom;
    EXPECT_EQ(mean_interval(values).low, -mean_interval(values).high);
  }
}

TEST(Statistics, of_one_value_have_no_interval) {
  EXPECT_TRUE(std::isnan(mean_interval(std::vector<double>{1}).low));
  EXPECT_TRUE(std::isnan(mean_interval(std::vector<double>{1}).high));
}

TEST(Statistics, of_equal_values_have_an_interval_of_no_width) {
  const Interval interval = mean_interval(std::vector<double>{0.1, 0.1, 0.1});
  EXPECT_NEAR(interval.low, 0.1, 1e-15);
  EXPECT_NEAR(interval.high, 0.1, 1e-15);
}

double median_of(std::vector<double> values) {
  return median(values);
}

TEST(Statistics, take_the_middle) {
  EXPECT_EQ(median_of({3}), 3);
  EXPECT_EQ(median_of({3, 1, 2}), 2);
  EXPECT_EQ(median_of({4, 1, 3, 2}), 2.5);
  EXPECT_EQ(median_of({1, 1, 100, 1}), 1);
  EXPECT_EQ(median_of({1e308, 1.5e308}), 1.25e308);
  EXPECT_EQ(median_of({-kInfinity, 0, kInfinity}), 0);
  EXPECT_TRUE(std::isnan(median_of({-kInfinity, kInfinity})));
}

TEST(Statistics, measure_the_spread) {
  EXPECT_DOUBLE_EQ(spread(std::vector<double>{9, 10, 11}), 0.2);
  EXPECT_EQ(spread(std::vector<double>{5}), 0);
  EXPECT_DOUBLE_EQ(spread(std::vector<double>{-9, -11}), -0.2);
  EXPECT_TRUE(std::isnan(spread(std::vector<double>{-1, 1})));
  EXPECT_TRUE(std::isnan(spread(std::vector<double>{0, 0})));
}

}  // namespace
}  // namespace evidence::query
