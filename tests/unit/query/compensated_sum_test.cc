#include "query/compensated_sum.h"

#include <gtest/gtest.h>

#include <vector>

namespace evidence::query {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double sum_of(const std::vector<double>& values) {
  CompensatedSum sum;
  for (const double value : values) sum.add(value);
  return sum.value();
}

TEST(CompensatedSum, is_zero_at_first) {
  EXPECT_EQ(CompensatedSum().value(), 0);
}

// A. Neumaier (1974), the example for which Kahan's sum gives 0 and a naive one too.
TEST(CompensatedSum, keeps_what_rounding_drops) {
  EXPECT_EQ(sum_of({1, 1e100, 1, -1e100}), 2);
  EXPECT_EQ(sum_of({1e100, 1, -1e100, 1}), 2);
  EXPECT_EQ(sum_of(std::vector<double>(10, 0.1)), 1);
  EXPECT_EQ(sum_of({9007199254740992, 1, 1}), 9007199254740994);
}

TEST(CompensatedSum, gives_back_what_is_taken_away) {
  CompensatedSum sum;
  for (const double value : {0.1, 1e20, kInfinity, 0.2, -kInfinity}) sum.add(value);
  EXPECT_TRUE(std::isnan(sum.value()));
  sum.remove(-kInfinity);
  EXPECT_EQ(sum.value(), kInfinity);
  sum.remove(kInfinity);
  sum.remove(1e20);
  EXPECT_DOUBLE_EQ(sum.value(), 0.3);
}

TEST(CompensatedSum, goes_to_infinity_and_not_to_nothing) {
  EXPECT_EQ(sum_of({1.5e308, 1.5e308}), kInfinity);
  EXPECT_EQ(sum_of({-1.5e308, -1.5e308, 1}), -kInfinity);
  EXPECT_EQ(sum_of({kInfinity, 1}), kInfinity);
  EXPECT_EQ(sum_of({-kInfinity, 1}), -kInfinity);
}

}  // namespace
}  // namespace evidence::query
