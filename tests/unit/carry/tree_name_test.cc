#include <gtest/gtest.h>

#include "tree.h"

namespace evidence::carry {
namespace {

struct Row {
  std::string name;
  std::string entry;
};

class RefusedName : public testing::TestWithParam<Row> {};
TEST_P(RefusedName, HasAFault) {
  EXPECT_TRUE(name_fault(GetParam().entry));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedName,
    testing::Values(Row{"empty", ""}, Row{"dot", "."}, Row{"dots", ".."}, Row{"slash", "a/b"},
                    Row{"only_slash", "/"}, Row{"git", ".git"}, Row{"git_in_capitals", ".GIT"},
                    Row{"git_mixed", ".gIt"}, Row{"ntfs_space", ".git "}, Row{"ntfs_dots", ".Git.. ."},
                    Row{"ntfs_stream", ".git::$INDEX_ALLOCATION"}, Row{"ntfs_backslash", ".git\\config"},
                    Row{"ntfs_short", "git~1"}, Row{"ntfs_short_capitals", "GIT~1 ."},
                    Row{"hfs_joiner", ".g\u200cit"}, Row{"hfs_mark_in_front", "\u200e.git"},
                    Row{"hfs_override", ".gi\u202et"}, Row{"hfs_deprecated", ".git\u206a"},
                    Row{"hfs_byte_order_mark", ".\ufeffgit"}, Row{"hfs_two_in_capitals", ".\u200fG\u206fIT"}),
    [](const auto& row) { return row.param.name; });

class AllowedName : public testing::TestWithParam<Row> {};
TEST_P(AllowedName, HasNone) {
  EXPECT_FALSE(name_fault(GetParam().entry));
}

INSTANTIATE_TEST_SUITE_P(
    All, AllowedName,
    testing::Values(Row{"plain", "a.py"}, Row{"three_dots", "..."}, Row{"hidden", ".gitignore"},
                    Row{"github", ".github"}, Row{"git_without_dot", "git"},
                    Row{"git_with_suffix", ".git-blame"}, Row{"second_short_name", "git~2"},
                    Row{"longer_short_name", "git~10"}, Row{"backslash", "a\\b"}, Row{"newline", "a\nb"},
                    Row{"no_utf8", "\xff\xfe"}, Row{"half_a_code_point", ".git\xe2\x80"},
                    Row{"other_general_punctuation", ".g\u2010it"}, Row{"before_the_joiners", ".g\u200bit"},
                    Row{"after_the_overrides", ".g\u202fit"}, Row{"space_in_front", " .git"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace evidence::carry
