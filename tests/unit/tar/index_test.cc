#include <gtest/gtest.h>

#include <cstring>

#include "evidence/tar.h"
#include "fixture.h"

namespace evidence::tar {
namespace {

bool is_content(const Index& index, std::size_t offset) {
  for (const Member& member : index.members) {
    if (offset >= member.offset && offset < member.offset + member.size) return true;
  }
  return false;
}

TEST(Index, every_flipped_bit_outside_the_contents_is_refused) {
  std::string bytes = archive_of(small_files());
  const Index index = index_of(bytes);
  std::size_t flips = 0;
  for (std::size_t offset = 0; offset < bytes.size(); ++offset) {
    if (is_content(index, offset)) continue;
    for (unsigned bit = 0; bit < 8; ++bit, ++flips) {
      bytes[offset] = flipped(bytes[offset], bit);
      ASSERT_THROW(index_of(bytes), FormatError) << "offset " << offset << " bit " << bit;
      bytes[offset] = flipped(bytes[offset], bit);
    }
  }
  EXPECT_EQ(flips, 8 * (bytes.size() - small_files()[0].content.size() - kBlock));
}

// What an attacker who mends the checksum can change in a header without being refused: the values that are
// read from it.
TEST(Index, every_flipped_bit_with_a_mended_checksum_is_refused_or_read) {
  const std::string bytes = archive_of({{"bag/a", "12345"}});
  for (std::size_t offset = 0; offset < kBlock; ++offset) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      const char byte = flipped(bytes[offset], bit);
      if (offset >= 148 && offset < 156) continue;
      const std::string changed = patched(bytes, 0, offset, std::string_view(&byte, 1));
      const bool is_value = offset < 6 || (offset >= 124 && offset < 148) || offset == 345;
      const bool accepted = refusal(changed) == "accepted";
      ASSERT_TRUE(is_value || !accepted) << "offset " << offset << " bit " << bit;
      if (!accepted) continue;
      const Member member = index_of(changed).members.at(0);
      EXPECT_EQ(header_bytes(member.path, member.size, index_of(changed).mtime), changed.substr(0, kBlock));
    }
  }
}

TEST(Index, contents_are_not_read) {
  std::string bytes = archive_of(small_files());
  const Index before = index_of(bytes);
  for (const Member& member : before.members) {
    for (std::uint64_t i = 0; i < member.size; ++i) bytes[member.offset + i] = '\x7f';
  }
  EXPECT_EQ(index_of(bytes).members.size(), before.members.size());
}

TEST(Index, truncation_at_every_offset_is_refused) {
  const std::string bytes = archive_of(small_files());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ASSERT_THROW(index_of(bytes.substr(0, length)), FormatError) << "length " << length;
  }
}

TEST(Index, an_archive_of_nothing_is_allowed) {
  EXPECT_TRUE(index_of(end_blocks()).members.empty());
}

struct Pair {
  const char* title;
  std::string first;
  std::string second;
  const char* reason;
};

class IndexOrder : public testing::TestWithParam<Pair> {};

TEST_P(IndexOrder, second_member) {
  const std::string message = refusal(archive_of({{GetParam().first, "x"}, {GetParam().second, "y"}}));
  EXPECT_NE(message.find(GetParam().reason), std::string::npos) << message;
  if (message != "accepted") {
    EXPECT_EQ(message.find("x.tar: offset 1024: member "), 0U) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(
    rows, IndexOrder,
    testing::Values(Pair{"ascending", "a", "b", "accepted"},
                    Pair{"descending", "b", "a", "name does not come after b"},
                    Pair{"twice", "a", "a", "name does not come after a"},
                    Pair{"upper_case_first", "Z", "a", "accepted"},
                    Pair{"lower_case_first", "a", "Z", "name does not come after a"},
                    Pair{"shorter_first", "a", "aa", "accepted"},
                    // '.' is 0x2e and '/' is 0x2f: the order is of the whole path, not of components.
                    Pair{"dot_before_slash", "a.txt", "a/b", "accepted"},
                    Pair{"slash_before_dot", "a/b", "a.txt", "name does not come after a/b"},
                    // By the header's fields the second would come first: name "ccc…" and prefix "b".
                    Pair{"whole_paths_and_not_fields", "b", "b0/" + std::string(99, 'a'), "accepted"},
                    Pair{"a_file_above", "a", "a/b", "name lies below that of the file a"}),
    [](const auto& row) { return row.param.title; });

TEST(Index, a_file_far_above_is_refused) {
  const std::string message = refusal(archive_of({{"a", ""}, {"a-b", ""}, {"a.c", ""}, {"a/b/c/d", ""}}));
  EXPECT_NE(message.find("member a/b/c/d: name lies below that of the file a"), std::string::npos) << message;
}

TEST(Index, one_time_for_all_members) {
  const std::string bytes = header_bytes("a", 0, 5) + header_bytes("b", 0, 6) + end_blocks();
  EXPECT_EQ(refusal(bytes), "x.tar: offset 512: member b: mtime is not that of the first member");
}

// A file of `first` and zeros, without holding it.
Index sparse_index(const std::string& first, std::uint64_t file_size) {
  const ReadAt read_at = [&](std::uint64_t offset, char* into, std::size_t length) {
    std::memset(into, 0, length);
    if (offset < first.size()) {
      std::memcpy(into, first.data() + offset, std::min<std::size_t>(length, first.size() - offset));
    }
  };
  return read_index(read_at, file_size, "x.tar");
}

TEST(Index, the_largest_file_is_read) {
  const std::string header = header_bytes("a", kMaxFileSize);
  const Index index = sparse_index(header, kBlock + padded(kMaxFileSize) + 2 * kBlock);
  ASSERT_EQ(index.members.size(), 1U);
  EXPECT_EQ(index.members[0].size, kMaxFileSize);
  EXPECT_THROW(sparse_index(header, kBlock + padded(kMaxFileSize) + kBlock), FormatError);
}

TEST(Index, thirty_thousand_members) {
  std::vector<File> files;
  for (int i = 0; i < 30000; ++i) files.push_back({"f" + std::to_string(100000 + i), ""});
  EXPECT_EQ(index_of(archive_of(files)).members.size(), 30000U);
}

TEST(Index, too_many_members_are_refused) {
  const ReadAt endless = [](std::uint64_t offset, char* into, std::size_t length) {
    const Block block = make_header("f" + std::to_string(10000000 + offset / kBlock), 0, 0);
    std::memcpy(into, block.data(), length);
  };
  try {
    read_index(endless, kBlock * (kMaxMembers + 10), "x.tar");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(), "x.tar: offset 536870912: has more than 1048576 members");
  }
}

TEST(Index, what_read_at_throws_comes_through) {
  const ReadAt broken = [](std::uint64_t, char*, std::size_t) { throw std::out_of_range("broken"); };
  EXPECT_THROW(read_index(broken, 4096, "x.tar"), std::out_of_range);
}

}  // namespace
}  // namespace evidence::tar
