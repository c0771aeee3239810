#include <gtest/gtest.h>

#include <filesystem>

#include "evidence/tar.h"
#include "fixture.h"
#include "temp_folder.h"

namespace evidence::tar {
namespace {

class MemberFile : public testing::Test {
 protected:
  TempFolder folder_;
  std::string path_ = folder_ / "x.tar";
};

TEST_F(MemberFile, contents_come_back) {
  folder_.write("x.tar", archive_of(small_files()));
  const Descriptor descriptor = open_for_reading(path_);
  const Index index = read_index(descriptor, "x.tar");
  ASSERT_EQ(index.members.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read_member(descriptor, index.members[i], 512, "x.tar"), small_files()[i].content);
  }
}

TEST_F(MemberFile, the_limit_is_inclusive) {
  folder_.write("x.tar", archive_of({{"a", "12345"}}));
  const Descriptor descriptor = open_for_reading(path_);
  const Member member = read_index(descriptor, "x.tar").members.at(0);
  EXPECT_EQ(read_member(descriptor, member, 5, "x.tar"), "12345");
  try {
    read_member(descriptor, member, 4, "x.tar");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(), "x.tar: offset 512: member a has 5 bytes, at most 4 are allowed");
  }
}

TEST_F(MemberFile, a_file_shortened_meanwhile_is_refused) {
  folder_.write("x.tar", archive_of({{"a", std::string(2000, 'a')}}));
  const Descriptor descriptor = open_for_reading(path_);
  const Member member = read_index(descriptor, "x.tar").members.at(0);
  std::filesystem::resize_file(path_, 1000);
  EXPECT_THROW(read_member(descriptor, member, 2000, "x.tar"), FormatError);
}

TEST_F(MemberFile, an_offset_beyond_any_file_is_refused) {
  folder_.write("x.tar", archive_of({}));
  const Descriptor descriptor = open_for_reading(path_);
  EXPECT_THROW(read_member(descriptor, {"a", 1, ~std::uint64_t{0}}, 1, "x.tar"), FormatError);
}

TEST_F(MemberFile, a_directory_has_no_index) {
  const Descriptor descriptor = open_directory(folder_.path());
  EXPECT_THROW(read_index(descriptor, "folder"), FormatError);
}

TEST_F(MemberFile, a_read_that_fails_names_the_file) {
  const Descriptor closed;
  EXPECT_THROW(read_index(closed, "x.tar"), SystemError);
}

}  // namespace
}  // namespace evidence::tar
