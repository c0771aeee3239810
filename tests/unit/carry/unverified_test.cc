#include "unverified.h"

#include <gtest/gtest.h>

#include "forged.h"

namespace evidence::carry {
namespace {

class UnverifiedIn : public testing::Test {
 protected:
  std::vector<std::string> found(const std::vector<Raw>& entries) {
    std::vector<std::string> lines;
    for (const Unverified& one : find_unverified(forged_.objects(), oid(forged_.tree(entries))))
      lines.push_back(one.path + ": " + one.reason);
    return lines;
  }

  Forged forged_;
  const std::string pointer_ = forged_.blob(
      "version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, 'a') + "\nsize 12345\n");
  const std::string plain_ = forged_.blob("plain\n");
  const std::string large_ = forged_.blob(std::string(5000, 'x'));
};

TEST_F(UnverifiedIn, PlainFilesIsNothing) {
  EXPECT_TRUE(found({}).empty());
  EXPECT_TRUE(found({{"100644", "a", plain_}, {"100755", "b", large_}, {"120000", "c", plain_}}).empty());
}

TEST_F(UnverifiedIn, SubmodulesAndPointersIsWhatStandsForThem) {
  const std::string inner = forged_.tree({{"100644", "p", pointer_}, {"160000", "s", std::string(40, '7')}});
  EXPECT_EQ(found({{"100755", "a.b", pointer_}, {"40000", "a", inner}, {"40000", "c", inner}}),
            (std::vector<std::string>{"a.b: Git LFS pointer", "a/p: Git LFS pointer", "a/s: submodule",
                                      "c/p: Git LFS pointer", "c/s: submodule"}));
  const auto all = find_unverified(forged_.objects(), oid(inner));
  EXPECT_EQ(all.front().entry, (Entry{0100644, pointer_}));
  EXPECT_EQ(all.back().entry, (Entry{0160000, std::string(40, '7')}));
}

TEST_F(UnverifiedIn, ALinkWhoseTargetReadsLikeAPointerIsNothing) {
  EXPECT_TRUE(found({{"120000", "link", pointer_}}).empty());
}

TEST_F(UnverifiedIn, AFileWhoseObjectIsNotABlobThatIsThereIsAnError) {
  const std::string tree = forged_.tree({});
  EXPECT_EQ(unreadable([&] { found({{"100644", "f", tree}}); }), "blob " + tree + " is no blob but a tree");
  EXPECT_NE(unreadable([&] { found({{"100644", "f", std::string(40, '9')}}); }), "");
  EXPECT_NE(unreadable([&] { found({{"120000", "f", std::string(40, '9')}}); }), "");
  forged_.damage(plain_, forged_.blob("other\n"));
  EXPECT_EQ(unreadable([&] {
              found({{"100644", "f", plain_}});
            }),
            "blob " + plain_ + " is damaged: its bytes do not hash to its name; see git fsck");
}

TEST_F(UnverifiedIn, ATreeThatRepeatsItselfIsWalkedOnceWhereItIsClean) {
  std::string clean = forged_.tree({{"100644", "f", plain_}});
  std::string full = forged_.tree({{"160000", "s", plain_}});
  for (int level = 0; level < 12; ++level) {
    const auto ten = [this](const std::string& tree) {
      std::vector<Raw> entries;
      for (char name = '0'; name <= '9'; ++name) entries.push_back({"40000", std::string(1, name), tree});
      return forged_.tree(entries);
    };
    clean = ten(clean);
    full = ten(full);
  }
  EXPECT_TRUE(found({{"40000", "d", clean}}).empty());
  EXPECT_EQ(unreadable([&] { find_unverified(forged_.objects(), oid(full), Effort(1 << 20)); }),
            "the trees are too large, or repeat themselves, to be compared");
}

}  // namespace
}  // namespace evidence::carry
