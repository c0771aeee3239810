#include "ancestry.h"

#include <gtest/gtest.h>

#include "forged.h"

namespace evidence::carry {
namespace {

class AncestryOf : public testing::Test {
 protected:
  std::string commit(const std::vector<std::string>& parents, std::int64_t time = 1700000000) {
    // Each commit is another by its tree.
    return forged_.commit(forged_.tree({{"100644", "f", forged_.blob(std::to_string(++made_))}}), parents,
                          time);
  }
  Ancestry of(const std::string& from, const std::string& to) {
    return ancestry(forged_.objects(), oid(from), oid(to));
  }

  Forged forged_;
  int made_ = 0;
};

TEST_F(AncestryOf, ALine) {
  const std::string one = commit({});
  const std::string two = commit({one});
  const std::string three = commit({two});
  EXPECT_EQ(of(one, one), Ancestry::descends);
  EXPECT_EQ(of(two, three), Ancestry::descends);
  EXPECT_EQ(of(one, three), Ancestry::descends);
  EXPECT_EQ(of(three, one), Ancestry::apart);
}

TEST_F(AncestryOf, AMergeAndWhatStandsBeside) {
  const std::string root = commit({});
  const std::string left = commit({root});
  const std::string right = commit({root});
  const std::string other_root = commit({});
  const std::string merge = commit({left, right, other_root});
  for (const std::string& parent : {root, left, right, other_root})
    EXPECT_EQ(of(parent, merge), Ancestry::descends);
  EXPECT_EQ(of(left, right), Ancestry::apart);
  EXPECT_EQ(of(root, other_root), Ancestry::apart);
}

TEST_F(AncestryOf, DatesThatLie) {
  const std::string old = commit({}, 1900000000);
  const std::string middle = commit({old}, -1);
  const std::string side = commit({}, 1);
  const std::string late = commit({side, middle}, 5);
  EXPECT_EQ(of(old, late), Ancestry::descends);
  EXPECT_EQ(of(side, late), Ancestry::descends);
  EXPECT_EQ(of(side, middle), Ancestry::apart);
}

TEST_F(AncestryOf, ManyMergesAreWalkedOnce) {
  std::string tip = commit({});
  for (int level = 0; level < 60; ++level) {
    const std::string left = commit({tip});
    const std::string right = commit({tip});
    tip = commit({left, right});
  }
  EXPECT_EQ(of(commit({}), tip), Ancestry::apart);
}

TEST_F(AncestryOf, AHistoryWithAHole) {
  const std::string root = commit({});
  const std::string edge = commit({root});
  const std::string tip = commit({edge});
  forged_.remove(root);
  EXPECT_EQ(of(edge, tip), Ancestry::descends);
  // Known to be the parent, though it cannot be read.
  EXPECT_EQ(of(root, tip), Ancestry::descends);
  EXPECT_EQ(of(commit({}), tip), Ancestry::unknown);
  // Found on another way.
  const std::string whole = commit({});
  EXPECT_EQ(of(whole, commit({tip, whole})), Ancestry::descends);
}

TEST_F(AncestryOf, DamageIsNoHole) {
  const std::string root = commit({});
  const std::string tip = commit({root});
  forged_.damage(root, commit({}));
  EXPECT_EQ(unreadable([&] { of(commit({}), tip); }),
            "commit " + root + " is damaged: its bytes do not hash to its name; see git fsck");
  const std::string no_commit = forged_.write(GIT_OBJECT_COMMIT, "nonsense");
  EXPECT_EQ(unreadable([&] { of(root, commit({no_commit})); }),
            "commit " + no_commit + " is not in the form of a commit; see git fsck");
  const std::string blob = forged_.blob("x");
  EXPECT_EQ(unreadable([&] { of(root, commit({blob})); }), "commit " + blob + " is no commit but a blob");
}

}  // namespace
}  // namespace evidence::carry
