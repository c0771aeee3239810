#include <gtest/gtest.h>

#include <algorithm>

#include "evidence/manifest.h"

namespace evidence {
namespace {

const CarryPlan kRules{.from = {},
                       .to = {},
                       .identical = {"engine/", "tools/measure/kernel/", "serve.py", "both/"},
                       .may_change = {"tools/measure/", "engine/version.txt", "tools/measure/kernel/notes",
                                      "both/", ".gitignore", "docs/", "docs/.gitattributes"}};

struct Row {
  std::string name;
  std::string path;
  std::string rule;
  bool may = false;
};

class RuleTable : public testing::TestWithParam<Row> {};

TEST_P(RuleTable, Decides) {
  EXPECT_EQ(kRules.decide(GetParam().path).rule, GetParam().rule);
  EXPECT_EQ(kRules.decide(GetParam().path).may_change, GetParam().may);
}

INSTANTIATE_TEST_SUITE_P(
    All, RuleTable,
    testing::Values(Row{"covered_by_none", "README", ""}, Row{"identical_prefix", "engine/a.cc", "engine/"},
                    Row{"identical_file", "serve.py", "serve.py"}, Row{"below_a_file_rule", "serve.py/x", ""},
                    Row{"longer_name", "serve.pyc", ""},
                    Row{"may_prefix", "tools/measure/a", "tools/measure/", true},
                    Row{"deep", "tools/measure/b/c/d", "tools/measure/", true},
                    Row{"prefix_is_not_the_folder_itself", "tools/measure", ""},
                    Row{"prefix_ends_at_a_component", "tools/measured", ""},
                    Row{"with_a_slash_at_its_end", "tools/measure/", ""},
                    Row{"above_the_prefix", "tools/other", ""},
                    Row{"longer_identical_wins", "tools/measure/kernel/k.cu", "tools/measure/kernel/"},
                    Row{"longer_may_wins", "engine/version.txt", "engine/version.txt", true},
                    Row{"longest_of_three", "tools/measure/kernel/notes", "tools/measure/kernel/notes", true},
                    Row{"both_lists", "both/a", "both/"}, Row{"other_case", "Tools/measure/a", ""},
                    Row{"dot_is_not_resolved", "./serve.py", ""}, Row{"empty_path", "", ""},
                    Row{"attributes_below_a_prefix", "tools/measure/.gitattributes", ""},
                    Row{"modules_below_a_prefix", "tools/measure/.gitmodules", ""},
                    Row{"ignore_below_a_prefix", "tools/measure/sub/.gitignore", ""},
                    Row{"attributes_in_other_case", "tools/measure/.GitAttributes", ""},
                    Row{"attributes_below_identical", "engine/.gitattributes", "engine/"},
                    Row{"ignore_named", ".gitignore", ".gitignore", true},
                    Row{"attributes_named", "docs/.gitattributes", "docs/.gitattributes", true},
                    Row{"beside_the_named_one", "docs/.gitignore", ""},
                    Row{"a_folder_of_that_name", "docs/.gitmodules/a", "docs/", true},
                    Row{"name_that_only_ends_so", "docs/x.gitignore", "docs/", true}),
    [](const auto& row) { return row.param.name; });

TEST(Rules, OfNothingLetNothingChange) {
  EXPECT_EQ(CarryPlan().decide("a").rule, "");
  EXPECT_FALSE(CarryPlan().decide("a").may_change);
}

TEST(Rules, DoNotDependOnTheirOrder) {
  CarryPlan reversed = kRules;
  std::reverse(reversed.identical.begin(), reversed.identical.end());
  std::reverse(reversed.may_change.begin(), reversed.may_change.end());
  for (const char* path :
       {"engine/version.txt", "tools/measure/kernel/notes", "tools/measure/kernel/x", "both/a"}) {
    EXPECT_EQ(reversed.decide(path).rule, kRules.decide(path).rule) << path;
    EXPECT_EQ(reversed.decide(path).may_change, kRules.decide(path).may_change) << path;
  }
}

TEST(Rules, ThatAreEmptyOrOnlyASlashCoverNothing) {
  const CarryPlan odd{.from = {}, .to = {}, .identical = {}, .may_change = {"", "/"}};
  EXPECT_FALSE(odd.decide("a").may_change);
  EXPECT_FALSE(odd.decide("a/b").may_change);
}

}  // namespace
}  // namespace evidence
