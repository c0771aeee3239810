#include <gtest/gtest.h>

#include "objects.h"

namespace evidence::carry {
namespace {

const std::string kTree = "tree " + std::string(40, 'a') + "\n";
const std::string kOne = "parent " + std::string(40, 'b') + "\n";
const std::string kTwo = "parent " + std::string(40, 'c') + "\n";
const std::string kAuthor = "author A <a> 1 +0000\n";
const std::string kCommitter = "committer C <c@d> 1700000000 +0100\n";
const std::string kRest = "\nmessage\nparent " + std::string(40, 'd') + "\n";

TEST(Commit, HasItsTreeItsParentsAndItsTime) {
  const auto commit = parse_commit(kTree + kOne + kTwo + kAuthor + kCommitter + kRest);
  ASSERT_TRUE(commit);
  EXPECT_EQ(render_id(commit->tree), std::string(40, 'a'));
  ASSERT_EQ(commit->parents.size(), 2U);
  EXPECT_EQ(render_id(commit->parents[0]), std::string(40, 'b'));
  EXPECT_EQ(render_id(commit->parents[1]), std::string(40, 'c'));
  EXPECT_EQ(commit->time, 1700000000);
}

TEST(Commit, MayHaveNoParentAndOtherHeaders) {
  const auto commit = parse_commit(kTree + kAuthor + kCommitter + "gpgsig x\n" + kRest);
  ASSERT_TRUE(commit);
  EXPECT_TRUE(commit->parents.empty());
}

TEST(Commit, OfAnOddTimeIsOfNoTime) {
  for (const std::string committer :
       {"committer \n", "committer C <c> x\n", "committer C\n", "committer C <c> \n"})
    EXPECT_EQ(parse_commit(kTree + kAuthor + committer + kRest)->time, 0) << committer;
  EXPECT_EQ(parse_commit(kTree + kAuthor + "committer C <c> -5 +0000\n")->time, -5);
}

struct Row {
  std::string name;
  std::string bytes;
};
class StrangeCommit : public testing::TestWithParam<Row> {};
TEST_P(StrangeCommit, IsNone) {
  EXPECT_FALSE(parse_commit(GetParam().bytes));
}

INSTANTIATE_TEST_SUITE_P(
    All, StrangeCommit,
    testing::Values(Row{"empty", ""}, Row{"no_tree", kOne + kAuthor + kCommitter + kRest},
                    Row{"tree_short", "tree " + std::string(39, 'a') + "\n" + kAuthor + kCommitter},
                    Row{"tree_long", "tree " + std::string(41, 'a') + "\n" + kAuthor + kCommitter},
                    Row{"tree_in_capitals", "tree " + std::string(40, 'A') + "\n" + kAuthor + kCommitter},
                    Row{"tree_without_end", "tree " + std::string(40, 'a')},
                    Row{"parent_no_id", kTree + "parent x\n" + kAuthor + kCommitter},
                    Row{"parent_behind_author", kTree + kAuthor + kOne + kCommitter},
                    Row{"no_author", kTree + kOne + kCommitter + kRest},
                    Row{"no_committer", kTree + kOne + kAuthor + kRest},
                    Row{"word_without_space", kTree + "authors A <a> 1 +0000\n" + kCommitter}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace evidence::carry
