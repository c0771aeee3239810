#include <gtest/gtest.h>

#include "evidence/json.h"

namespace evidence::json {
namespace {

TEST(Mistakes, KeepsTheirOrder) {
  Mistakes mistakes;
  EXPECT_TRUE(mistakes.empty());
  mistakes.add("$.b", "second");
  mistakes.add("$.a", "first");
  EXPECT_FALSE(mistakes.empty());
  EXPECT_EQ(mistakes.list(), (std::vector<Mistake>{{"$.b", "second"}, {"$.a", "first"}}));
}

TEST(Mistakes, SaysOnceThatThereAreMore) {
  Mistakes mistakes;
  for (int i = 0; i < 1000; ++i) mistakes.add("$[" + std::to_string(i) + "]", "wrong");
  EXPECT_EQ(mistakes.list().size(), 1000U);
  EXPECT_EQ(mistakes.list().back(), (Mistake{"$[999]", "wrong"}));
  for (int i = 1000; i < 3000; ++i) mistakes.add("$[" + std::to_string(i) + "]", "wrong");
  ASSERT_EQ(mistakes.list().size(), 1001U);
  EXPECT_EQ(mistakes.list().back(), (Mistake{"$", "there are more mistakes than these 1000"}));
}

}  // namespace
}  // namespace evidence::json
