#include "sequence_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <vector>

namespace evidence::record {
namespace {

using enum SequenceSet::Added;

TEST(SequenceSet, AgreesWithASetInAnyOrder) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::set<std::uint64_t> model;
    SequenceSet numbers;
    Budget budget(1 << 20);
    for (int step = 0; step < 300; ++step) {
      const std::uint64_t number = random() % 200;
      EXPECT_EQ(numbers.insert(number, budget), model.insert(number).second ? added : present);
      std::uint64_t first_missing = 0;
      while (model.contains(first_missing)) ++first_missing;
      ASSERT_EQ(numbers.first_missing(), first_missing);
      ASSERT_EQ(numbers.size(), model.size());
      ASSERT_EQ(numbers.end(), *model.rbegin() + 1);
      const std::uint64_t from = random() % 220;
      ASSERT_EQ(numbers.count_from(from),
                static_cast<std::uint64_t>(std::distance(model.lower_bound(from), model.end())));
    }
  }
}

TEST(SequenceSet, InOrderNeedsNoBudget) {
  SequenceSet numbers;
  Budget none(0);
  for (std::uint64_t number = 0; number < 1000; ++number) ASSERT_EQ(numbers.insert(number, none), added);
  EXPECT_EQ(numbers.insert(2000, none), no_room);
  EXPECT_EQ(numbers.size(), 1000U);
}

TEST(SequenceSet, GivesItsBudgetBackWhenTheGapsClose) {
  constexpr std::size_t kBytes = 64 * 100;
  Budget budget(kBytes);
  SequenceSet numbers;
  for (std::uint64_t number = 1; number < 200; number += 2) ASSERT_EQ(numbers.insert(number, budget), added);
  EXPECT_FALSE(budget.take(1));
  for (std::uint64_t number = 0; number < 200; number += 2) ASSERT_EQ(numbers.insert(number, budget), added);
  EXPECT_EQ(numbers.first_missing(), 200U);
  EXPECT_TRUE(budget.take(kBytes));
}

}  // namespace
}  // namespace evidence::record
