#include <gtest/gtest.h>

#include "evidence/tar.h"
#include "fixture.h"

namespace evidence::tar {
namespace {

TEST(Layout, nothing_is_two_zero_blocks) {
  const Layout layout = lay_out({});
  EXPECT_TRUE(layout.members.empty());
  EXPECT_EQ(layout.total, 1024U);
}

TEST(Layout, offsets_follow_from_sizes) {
  const Layout layout = lay_out({{"b", 0}, {"a", 1}, {"c", 512}, {"d", 513}});
  ASSERT_EQ(layout.members.size(), 4U);
  EXPECT_EQ(layout.members[0].offset, 512U);
  EXPECT_EQ(layout.members[1].path, "a") << "the order is the caller's";
  EXPECT_EQ(layout.members[1].offset, 1024U);
  EXPECT_EQ(layout.members[2].offset, 2048U);
  EXPECT_EQ(layout.members[3].offset, 3072U);
  EXPECT_EQ(layout.members[3].size, 513U);
  EXPECT_EQ(layout.total, 3072U + 1024U + 1024U);
}

TEST(Layout, is_what_read_index_finds) {
  const std::vector<File> files = small_files();
  const std::string bytes = archive_of(files);
  const Layout layout = lay_out({{files[0].path, files[0].content.size()},
                                 {files[1].path, files[1].content.size()},
                                 {files[2].path, files[2].content.size()}});
  const Index index = index_of(bytes);
  EXPECT_EQ(layout.total, bytes.size());
  EXPECT_EQ(index.mtime, kTime);
  ASSERT_EQ(index.members.size(), layout.members.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    EXPECT_EQ(index.members[i].path, layout.members[i].path);
    EXPECT_EQ(index.members[i].size, layout.members[i].size);
    EXPECT_EQ(index.members[i].offset, layout.members[i].offset);
    EXPECT_EQ(bytes.substr(index.members[i].offset, index.members[i].size), files[i].content);
  }
}

TEST(Layout, does_not_wrap_with_many_large_files) {
  const Layout layout = lay_out({{"a", kMaxFileSize}, {"b", kMaxFileSize}, {"c", 1}});
  EXPECT_EQ(layout.members[2].offset, 2 * (std::uint64_t{1} << 33) + 3 * 512);
}

TEST(Layout, refuses_what_has_no_header) {
  EXPECT_THROW(lay_out({{"a", kMaxFileSize + 1}}), FormatError);
  EXPECT_THROW(lay_out({{"a", 0}, {"../b", 0}}), FormatError);
}

}  // namespace
}  // namespace evidence::tar
