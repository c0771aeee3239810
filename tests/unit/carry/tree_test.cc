#include "tree.h"

#include <gtest/gtest.h>

#include "forged.h"

namespace evidence::carry {
namespace {

const std::string kId(40, '1');

std::vector<std::string> names_of(const std::vector<TreeEntry>& entries) {
  std::vector<std::string> names;
  for (const TreeEntry& entry : entries) names.push_back(entry.name);
  return names;
}

TEST(Tree, IsReadWithRawModesSortedByName) {
  const Forged forged;
  // git's own order: a directory as if it ended in '/'.
  const std::string tree = forged.tree({{"100664", "a-", kId},
                                        {"100644", "a.b", kId},
                                        {"40000", "a", kId},
                                        {"120000", "a0", kId},
                                        {"160000", "b", kId},
                                        {"100755", "c", kId}});
  const auto entries = read_tree(forged.objects(), oid(tree));
  EXPECT_EQ(names_of(entries), (std::vector<std::string>{"a", "a-", "a.b", "a0", "b", "c"}));
  EXPECT_TRUE(entries[0].is_directory());
  EXPECT_EQ(entries[1].mode, 0100664U);
  EXPECT_TRUE(entries[3].is_symlink());
  EXPECT_TRUE(entries[4].is_submodule());
  EXPECT_EQ(entries[5].entry(), (Entry{0100755, kId}));
}

TEST(Tree, MayBeEmptyAndHoldAnyBytes) {
  const Forged forged;
  EXPECT_TRUE(read_tree(forged.objects(), oid(forged.tree({}))).empty());
  const std::string odd = "\x01 \xff\n";
  EXPECT_EQ(names_of(read_tree(forged.objects(), oid(forged.tree({{"100644", odd, kId}})))),
            std::vector{odd});
}

struct Row {
  std::string name;
  std::vector<Raw> entries;
  std::string fault;  // behind "tree <id>: entry "
};

class StrangeTree : public testing::TestWithParam<Row> {};

TEST_P(StrangeTree, IsRefused) {
  const Forged forged;
  const std::string tree = forged.tree(GetParam().entries);
  EXPECT_EQ(unreadable([&] { read_tree(forged.objects(), oid(tree)); }),
            "tree " + tree + ": entry " + GetParam().fault);
}

INSTANTIATE_TEST_SUITE_P(
    All, StrangeTree,
    testing::Values(
        Row{"twice", {{"100644", "a", kId}, {"100644", "a", kId}}, "a: stands twice"},
        Row{"twice_with_other_content",
            {{"100644", "a", kId}, {"100644", "a", std::string(40, '2')}},
            "a: stands twice"},
        Row{"file_and_directory", {{"100644", "a", kId}, {"40000", "a", kId}}, "a: stands twice"},
        Row{"file_and_directory_apart",
            {{"100644", "a", kId}, {"100644", "a.b", kId}, {"40000", "a", kId}},
            "a: stands twice"},
        Row{"unsorted", {{"100644", "b", kId}, {"100644", "a", kId}}, "a: is not in git's order"},
        Row{"directory_sorted_as_a_file",
            {{"40000", "a", kId}, {"100644", "a.b", kId}},
            "a.b: is not in git's order"},
        Row{"file_sorted_as_a_directory",
            {{"100644", "a.b", kId}, {"100644", "a", kId}},
            "a: is not in git's order"},
        Row{"high_bytes_first", {{"100644", "\xff", kId}, {"100644", "a", kId}}, "a: is not in git's order"},
        Row{"dot", {{"40000", ".", kId}}, ".: a name must not be . or .."},
        Row{"dots", {{"40000", "..", kId}}, "..: a name must not be . or .."},
        Row{"slash", {{"100644", "a/b", kId}}, "a/b: a name must have no /"},
        Row{"git", {{"40000", ".GIT", kId}}, ".GIT: a name must not mean .git on any file system"},
        Row{"directory_with_rights", {{"40755", "a", kId}}, "a: a directory has no mode of its own"}),
    [](const auto& row) { return row.param.name; });

TEST(Tree, ThatIsNoTreeIsRefused) {
  const Forged forged;
  const std::string blob = forged.blob("x");
  EXPECT_EQ(unreadable([&] { read_tree(forged.objects(), oid(blob)); }),
            "tree " + blob + " is no tree but a blob");
  EXPECT_EQ(unreadable([&] { read_tree(forged.objects(), oid(kId)); }),
            "tree " + kId + " is not in this repository: fetch it, or make a full clone");
  for (const std::string_view bytes :
       {"nonsense", "100644 a", "100648 a\0xxxxxxxxxxxxxxxxxxxx", "100644 \0"}) {
    const std::string broken = forged.write(GIT_OBJECT_TREE, bytes);
    EXPECT_NE(unreadable([&] { read_tree(forged.objects(), oid(broken)); }), "") << bytes;
  }
}

TEST(Tree, WithAnEmptyNameIsRefused) {
  const Forged forged;
  const std::string tree = forged.tree({{"100644", "", kId}});
  EXPECT_NE(unreadable([&] { read_tree(forged.objects(), oid(tree)); }), "");
}

}  // namespace
}  // namespace evidence::carry
