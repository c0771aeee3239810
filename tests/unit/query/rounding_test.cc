#include "query/rounding.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace evidence::query {
namespace {

using Limits = std::numeric_limits<double>;

TEST(Rounding, keeps_twelve_digits) {
  EXPECT_EQ(rounded(0.1 + 0.2), 0.3);
  EXPECT_EQ(rounded(123456789.123456789), 123456789.123);
  EXPECT_EQ(rounded(-123456789.123456789), -123456789.123);
  EXPECT_EQ(rounded(1234567890123456.0), 1234567890120000.0);
  EXPECT_EQ(rounded(0.999999999999), 0.999999999999);
  EXPECT_EQ(rounded(0.9999999999999), 1);
  EXPECT_EQ(rounded(1e-300 / 3), 3.33333333333e-301);
  EXPECT_EQ(rounded(1), 1);
}

TEST(Rounding, does_nothing_twice) {
  for (const double value :
       {1.0 / 3, 2e10 / 3, 1e-10 / 7, Limits::max(), Limits::min(), Limits::denorm_min()}) {
    EXPECT_EQ(rounded(rounded(value)), rounded(value)) << value;
  }
}

TEST(Rounding, has_one_zero) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(rounded(-0.0)), 0U);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(rounded(0.0)), 0U);
}

TEST(Rounding, keeps_the_ends) {
  EXPECT_EQ(rounded(Limits::infinity()), Limits::infinity());
  EXPECT_EQ(rounded(-Limits::infinity()), -Limits::infinity());
  EXPECT_TRUE(std::isnan(rounded(Limits::quiet_NaN())));
  EXPECT_EQ(rounded(Limits::max()), 1.79769313486e308);
  EXPECT_EQ(rounded(Limits::denorm_min()), Limits::denorm_min());
  EXPECT_EQ(rounded(2.2250738585072014e-308), 2.22507385851e-308);
}

}  // namespace
}  // namespace evidence::query
