#include "pointer.h"

#include <gtest/gtest.h>

#include <string>

namespace evidence::carry {
namespace {

const std::string kOid = "oid sha256:" + std::string(64, 'a') + "\n";
const std::string kPointer = "version https://git-lfs.github.com/spec/v1\n" + kOid + "size 12345\n";

TEST(Pointer, OfGitLfsIsKnown) {
  EXPECT_TRUE(is_lfs_pointer(kPointer));
  EXPECT_TRUE(
      is_lfs_pointer("version https://git-lfs.github.com/spec/v1\next-0-x sha256:b\n" + kOid + "size 1\n"));
  EXPECT_TRUE(is_lfs_pointer("version https://hawser.github.com/spec/v1\n" + kOid + "size 1\n"));
  EXPECT_TRUE(is_lfs_pointer("version http://git-media.io/v/2\n" + kOid + "size 1\n"));
}

TEST(Pointer, IsNothingElse) {
  EXPECT_FALSE(is_lfs_pointer(""));
  EXPECT_FALSE(is_lfs_pointer("version https://git-lfs.github.com/spec/v1\n"));
  EXPECT_FALSE(is_lfs_pointer(kOid));
  EXPECT_FALSE(is_lfs_pointer("# " + kPointer));
  EXPECT_FALSE(is_lfs_pointer("version https://example.org/spec/v1\n" + kOid));
  EXPECT_FALSE(is_lfs_pointer(kPointer + std::string(kPointerLimit - kPointer.size(), '\n')));
  EXPECT_TRUE(is_lfs_pointer(kPointer + std::string(kPointerLimit - kPointer.size() - 1, '\n')));
}

}  // namespace
}  // namespace evidence::carry
