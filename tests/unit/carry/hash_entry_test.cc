#include "hash_entry.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "forged.h"

namespace evidence::carry {
namespace {

// What somebody may put in a file's place after its folder was listed.
class HashEntry : public testing::Test {
 protected:
  std::string_view file(const std::string& name, std::uint32_t mode = 0100644) {
    return file_drift(forged_.objects(), top_, name, {name, mode, oid(blob_)}, nullptr);
  }
  std::string_view link(const std::string& name) {
    return symlink_drift(top_, name, {name, 0120000, oid(blob_)});
  }

  Forged forged_;
  const std::string blob_ = forged_.blob("target");
  TempFolder folder_;
  const Descriptor top_ = open_directory(folder_.path());
};

TEST_F(HashEntry, IsWhatTheTreeSays) {
  folder_.write("f", "target");
  EXPECT_EQ(file("f"), "");
  EXPECT_EQ(file("f", 0100755), "mode differs");
  // An odd mode is one of the two, as git checks it out.
  EXPECT_EQ(file("f", 0100664), "");
  folder_.write("f", "Target");
  EXPECT_EQ(file("f"), "content differs");
  folder_.write("f", "targe");
  EXPECT_EQ(file("f"), "content differs");
  std::filesystem::create_symlink("target", folder_ / "l");
  EXPECT_EQ(link("l"), "");
  std::filesystem::remove(folder_ / "l");
  std::filesystem::create_symlink("targed", folder_ / "l");
  EXPECT_EQ(link("l"), "content differs");
}

TEST_F(HashEntry, OfALinkIsNeverFollowed) {
  folder_.write("f", "target");
  std::filesystem::create_symlink("f", folder_ / "l");
  EXPECT_THROW(file("l"), SystemError);
}

TEST_F(HashEntry, OfAnotherKindEndsAtOnce) {
  ASSERT_EQ(mkfifo((folder_ / "p").c_str(), 0600), 0);
  std::filesystem::create_directory(folder_ / "d");
  folder_.write("f", "target");
  EXPECT_EQ(file("p"), "not a regular file");
  EXPECT_EQ(file("d"), "not a regular file");
  EXPECT_EQ(link("f"), "not a symbolic link");
  EXPECT_EQ(link("p"), "not a symbolic link");
  EXPECT_THROW(file("gone"), SystemError);
  EXPECT_THROW(link("gone"), SystemError);
}

TEST_F(HashEntry, NeedsItsObject) {
  folder_.write("f", "target");
  forged_.remove(blob_);
  EXPECT_NE(unreadable([this] { file("f"); }), "");
}

}  // namespace
}  // namespace evidence::carry
