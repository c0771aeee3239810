#include "query/number_sum.h"

#include <gtest/gtest.h>

namespace evidence::query {
namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

NumberSum sum_of(std::initializer_list<Number> numbers) {
  NumberSum sum;
  for (const Number& number : numbers) sum.add(number);
  return sum;
}

TEST(NumberSum, of_integers_is_exact_in_any_order) {
  EXPECT_EQ(sum_of({kMost, std::int64_t{1}, std::int64_t{-1}}).integer(), kMost);
  EXPECT_EQ(sum_of({kLeast, std::int64_t{-1}, std::int64_t{1}}).integer(), kLeast);
  EXPECT_EQ(sum_of({kMost, kMost, kLeast, kLeast, std::int64_t{2}}).integer(), 0);
  EXPECT_EQ(sum_of({}).integer(), 0);
}

TEST(NumberSum, of_integers_may_not_fit) {
  EXPECT_EQ(sum_of({kMost, std::int64_t{1}}).integer(), std::nullopt);
  EXPECT_EQ(sum_of({kLeast, std::int64_t{-1}}).integer(), std::nullopt);
  EXPECT_EQ(sum_of({kMost, std::int64_t{1}}).value(), 9223372036854775808.0);
  EXPECT_EQ(sum_of({kLeast, kLeast, kLeast}).value(), -27670116110564327424.0);
}

TEST(NumberSum, counts) {
  const NumberSum sum = sum_of({std::int64_t{1}, 0.5, 0.25});
  EXPECT_EQ(sum.count(), 3);
  EXPECT_TRUE(sum.has_reals());
  EXPECT_EQ(sum.value(), 1.75);
  EXPECT_FALSE(sum_of({std::int64_t{1}}).has_reals());
}

TEST(NumberSum, adds_reals_to_large_integers_without_loss) {
  EXPECT_EQ(sum_of({std::int64_t{9007199254740993}, -9007199254740992.0}).value(), 1);
  EXPECT_EQ(sum_of({kMost, -9223372036854775808.0}).value(), -1);
  EXPECT_EQ(sum_of({kLeast, 9223372036854775808.0}).value(), 0);
}

TEST(NumberSum, takes_away_again) {
  NumberSum sum = sum_of({kMost, std::int64_t{5}, 0.5});
  sum.remove(kMost);
  sum.remove(0.5);
  EXPECT_EQ(sum.integer(), 5);
  EXPECT_EQ(sum.count(), 1);
  EXPECT_FALSE(sum.has_reals());
  sum.remove(std::int64_t{5});
  EXPECT_EQ(sum.count(), 0);
  sum.remove(kLeast);
  EXPECT_EQ(sum.integer(), std::nullopt);
}

}  // namespace
}  // namespace evidence::query
