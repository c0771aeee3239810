#include "query/mentions.h"

#include <gtest/gtest.h>

namespace evidence::query {
namespace {

std::string mentions(std::string_view sql) {
  const auto tokens = tokenize(sql);
  std::string shown;
  for (const Mention& mention : find_mentions(tokens, 0, tokens.size())) {
    shown += shown.empty() ? "" : " ";
    shown += mention.qualifier.empty() ? "" : mention.qualifier + ".";
    shown += mention.column + "@" + std::to_string(mention.begin) + "-" + std::to_string(mention.end);
  }
  return shown;
}

TEST(Mentions, are_names_with_and_without_a_qualifier) {
  EXPECT_EQ(mentions("a + T.b * \"C\""), "a@0-1 t.b@2-5 c@6-7");
  EXPECT_EQ(mentions("1, 'a', :b"), "");
}

TEST(Mentions, are_no_functions_and_no_given_names) {
  EXPECT_EQ(mentions("sum(a) AS b, c AS d"), "a@2-3 c@7-8");
}

TEST(Mentions, stay_within_their_range) {
  const auto tokens = tokenize("a, t.b, c");
  const auto found = find_mentions(tokens, 2, 4);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].column, "t");  // the range ends before its column
  EXPECT_TRUE(find_mentions(tokens, 3, 3).empty());
}

}  // namespace
}  // namespace evidence::query
