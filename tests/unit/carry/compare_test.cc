#include "compare.h"

#include <gtest/gtest.h>

#include "forged.h"

namespace evidence::carry {
namespace {

class Compare : public testing::Test {
 protected:
  std::vector<Change> changes(const std::vector<Raw>& before, const std::vector<Raw>& after) {
    return compare_trees(forged_.objects(), oid(forged_.tree(before)), oid(forged_.tree(after)));
  }
  std::string dir(const std::vector<Raw>& entries) { return forged_.tree(entries); }

  Forged forged_;
  const std::string a_ = forged_.blob("a");
  const std::string b_ = forged_.blob("b");
};

TEST_F(Compare, SeesNothingWhereNothingIs) {
  const std::vector<Raw> same{{"100644", "f", a_}, {"40000", "g", dir({{"100755", "h", b_}})}};
  EXPECT_TRUE(changes(same, same).empty());
  EXPECT_TRUE(changes({}, {}).empty());
}

TEST_F(Compare, SeesContentModeAndType) {
  EXPECT_EQ(changes({{"100644", "f", a_}}, {{"100644", "f", b_}}),
            (std::vector<Change>{{"f", Entry{0100644, a_}, Entry{0100644, b_}}}));
  EXPECT_EQ(changes({{"100644", "f", a_}}, {{"100755", "f", a_}}),
            (std::vector<Change>{{"f", Entry{0100644, a_}, Entry{0100755, a_}}}));
  EXPECT_EQ(changes({{"100664", "f", a_}}, {{"100644", "f", a_}}),
            (std::vector<Change>{{"f", Entry{0100664, a_}, Entry{0100644, a_}}}));
  EXPECT_EQ(changes({{"100644", "f", a_}}, {{"120000", "f", a_}}),
            (std::vector<Change>{{"f", Entry{0100644, a_}, Entry{0120000, a_}}}));
  EXPECT_EQ(changes({{"160000", "f", a_}}, {{"160000", "f", b_}}),
            (std::vector<Change>{{"f", Entry{0160000, a_}, Entry{0160000, b_}}}));
}

TEST_F(Compare, SeesWhatCameAndWent) {
  EXPECT_EQ(changes({{"100644", "f", a_}}, {{"100644", "g", a_}}),
            (std::vector<Change>{{"f", Entry{0100644, a_}, {}}, {"g", {}, Entry{0100644, a_}}}));
}

TEST_F(Compare, ListsAFolderThatOneSideLacksFileByFile) {
  const std::string inner = dir({{"100644", "x", a_}, {"40000", "y", dir({{"100644", "z", b_}})}});
  EXPECT_EQ(changes({{"40000", "d", inner}}, {}),
            (std::vector<Change>{{"d/x", Entry{0100644, a_}, {}}, {"d/y/z", Entry{0100644, b_}, {}}}));
}

TEST_F(Compare, SeesAFolderThatTakesTheNameOfAFile) {
  const std::string inner = dir({{"100644", "x", a_}});
  const std::vector<Change> there{{"n", Entry{0100644, b_}, {}}, {"n/x", {}, Entry{0100644, a_}}};
  EXPECT_EQ(changes({{"100644", "n", b_}}, {{"40000", "n", inner}}), there);
  const std::vector<Change> back{{"n", {}, Entry{0100644, b_}}, {"n/x", Entry{0100644, a_}, {}}};
  EXPECT_EQ(changes({{"40000", "n", inner}}, {{"100644", "n", b_}}), back);
  // The same id as another kind of thing.
  EXPECT_EQ(changes({{"160000", "n", inner}}, {{"40000", "n", inner}}).size(), 2U);
}

TEST_F(Compare, SortsPathsByTheirBytes) {
  // As trees are sorted, "a" comes first or last; as paths, "a-" < "a/x" < "a0".
  const std::vector<Raw> all{
      {"100644", "a-", a_}, {"40000", "a", dir({{"100644", "x", a_}})}, {"100644", "a0", a_}};
  const auto found = changes({}, all);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].path + " " + found[1].path + " " + found[2].path, "a- a/x a0");
}

TEST_F(Compare, DoesNotEnterWhatIsEqual) {
  // Its object is not there, and need not be.
  const std::string gone(40, '9');
  EXPECT_EQ(changes({{"40000", "d", gone}, {"100644", "f", a_}}, {{"40000", "d", gone}, {"100644", "f", b_}})
                .size(),
            1U);
  EXPECT_NE(unreadable([&] { changes({{"40000", "d", gone}}, {}); }), "");
}

TEST_F(Compare, StopsAtADepth) {
  std::string inner = dir({{"100644", "f", a_}});
  std::string other = dir({{"100644", "f", b_}});
  for (std::size_t depth = 2; depth < kMaxDepth; ++depth) {
    inner = dir({{"40000", "d", inner}});
    other = dir({{"40000", "d", other}});
  }
  EXPECT_EQ(changes({{"40000", "d", inner}}, {{"40000", "d", other}}).size(), 1U);
  EXPECT_EQ(count_files(forged_.objects(), oid(dir({{"40000", "d", inner}}))), 1U);
  inner = dir({{"40000", "d", inner}});
  EXPECT_EQ(unreadable([&] {
              changes({{"40000", "d", inner}}, {{"40000", "d", other}});
            }),
            "directories are nested deeper than 512");
  EXPECT_EQ(unreadable([&] {
              count_files(forged_.objects(), oid(dir({{"40000", "d", inner}})));
            }),
            "directories are nested deeper than 512");
}

// A few kilobytes of objects that stand for ten to the power of `levels` files.
std::string bomb(const Forged& forged, const std::vector<Raw>& bottom, int levels) {
  std::string tree = forged.tree(bottom);
  for (int level = 0; level < levels; ++level) {
    std::vector<Raw> entries;
    for (char name = '0'; name <= '9'; ++name) entries.push_back({"40000", std::string(1, name), tree});
    tree = forged.tree(entries);
  }
  return tree;
}

TEST_F(Compare, CountsATreeThatRepeatsItselfWithoutWalkingIt) {
  EXPECT_EQ(count_files(forged_.objects(), oid(bomb(forged_, {{"100644", "f", a_}}, 12))),
            1'000'000'000'000U);
  EXPECT_NE(unreadable([&] {
              count_files(forged_.objects(), oid(bomb(forged_, {{"100644", "f", a_}}, 30)));
            }),
            "");
}

TEST_F(Compare, GivesUpOnATreeThatRepeatsItself) {
  const git_oid nothing = oid(dir({}));
  for (const std::vector<Raw>& bottom : {std::vector<Raw>{{"100644", "f", a_}}, std::vector<Raw>{}}) {
    const git_oid tree = oid(bomb(forged_, bottom, 12));
    EXPECT_EQ(unreadable([&] { compare_trees(forged_.objects(), tree, nothing, Effort(1 << 20)); }),
              "the trees are too large, or repeat themselves, to be compared");
  }
}

TEST_F(Compare, CountsWhatIsNoDirectory) {
  EXPECT_EQ(count_files(forged_.objects(), oid(dir({}))), 0U);
  const std::string inner = dir({{"100644", "x", a_}, {"120000", "y", b_}});
  EXPECT_EQ(
      count_files(
          forged_.objects(),
          oid(dir({{"40000", "d", inner}, {"40000", "e", inner}, {"100644", "f", a_}, {"160000", "m", a_}}))),
      6U);
  // Without a look at any of them.
  EXPECT_EQ(count_files(forged_.objects(), oid(dir({{"100644", "f", std::string(40, '9')}}))), 1U);
}

}  // namespace
}  // namespace evidence::carry
