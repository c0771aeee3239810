#include <gtest/gtest.h>

#include "evidence/tar.h"
#include "fixture.h"

namespace evidence::tar {
namespace {

using namespace std::string_literals;

std::string repeat(char c, std::size_t count) {
  return std::string(count, c);
}

TEST(Header, has_the_fixed_form) {
  const std::string header = header_bytes("a.txt", 3, 1700000000);
  EXPECT_EQ(header.substr(0, 100), "a.txt" + repeat('\0', 95));
  EXPECT_EQ(header.substr(100, 24), "0000644\0"s + "0000000\0"s + "0000000\0"s);
  EXPECT_EQ(header.substr(124, 24), "00000000003\0"s + "14524770400\0"s);
  EXPECT_EQ(header.substr(148, 8), "010221\0 "s);
  EXPECT_EQ(header.substr(156, 101), "0" + repeat('\0', 100));
  EXPECT_EQ(header.substr(257, 8), "ustar\0"s + "00");
  EXPECT_EQ(header.substr(265, 64), repeat('\0', 64));
  EXPECT_EQ(header.substr(329, 16), "0000000\0"s + "0000000\0"s);
  EXPECT_EQ(header.substr(345), repeat('\0', 167));
}

struct Split {
  const char* title;
  std::string path;
  std::string prefix;
  std::string name;
};

class HeaderSplits : public testing::TestWithParam<Split> {};

TEST_P(HeaderSplits, name_and_prefix) {
  const std::string header = header_bytes(GetParam().path, 0);
  const std::string& prefix = GetParam().prefix;
  const std::string& name = GetParam().name;
  EXPECT_EQ(header.substr(0, 100), name + repeat('\0', 100 - name.size()));
  EXPECT_EQ(header.substr(345, 155), prefix + repeat('\0', 155 - prefix.size()));
}

INSTANTIATE_TEST_SUITE_P(
    rows, HeaderSplits,
    testing::Values(
        Split{"component_of_100", repeat('c', 100), "", repeat('c', 100)},
        Split{"whole_of_100_with_slashes", "a/" + repeat('b', 98), "", "a/" + repeat('b', 98)},
        Split{"whole_of_101", "a/" + repeat('b', 99), "a", repeat('b', 99)},
        Split{"the_last_slash_is_taken", "a/b/c/" + repeat('d', 96), "a/b/c", repeat('d', 96)},
        Split{"whole_of_255_split_at_155", repeat('a', 77) + "/" + repeat('b', 77) + "/" + repeat('c', 99),
              repeat('a', 77) + "/" + repeat('b', 77), repeat('c', 99)},
        Split{"a_slash_beyond_155_is_not_taken",
              repeat('a', 100) + "/" + repeat('b', 50) + "/" + repeat('c', 20) + "/" + repeat('d', 30),
              repeat('a', 100) + "/" + repeat('b', 50), repeat('c', 20) + "/" + repeat('d', 30)}),
    [](const auto& row) { return row.param.title; });

struct Refused {
  const char* title;
  std::string path;
  std::uint64_t size;
  std::int64_t mtime;
  std::string reason;
};

class HeaderRefuses : public testing::TestWithParam<Refused> {};

TEST_P(HeaderRefuses, with_its_reason) {
  const Refused& row = GetParam();
  try {
    make_header(row.path, row.size, row.mtime);
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find(row.reason), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
  }
}

constexpr std::uint64_t kEightGiB = std::uint64_t{1} << 33;

INSTANTIATE_TEST_SUITE_P(
    rows, HeaderRefuses,
    testing::Values(
        Refused{"empty", "", 0, 0, "has an empty name"},
        Refused{"absolute", "/a", 0, 0, "is an absolute path"},
        Refused{"dot", ".", 0, 0, "has a '.' component"},
        Refused{"dot_inside", "a/./b", 0, 0, "has a '.' component"},
        Refused{"dot_dot", "../a", 0, 0, "../a: has a '..' component"},
        Refused{"dot_dot_inside", "a/../../b", 0, 0, "has a '..' component"},
        Refused{"dot_dot_at_the_end", "a/..", 0, 0, "has a '..' component"},
        Refused{"double_slash", "a//b", 0, 0, "has an empty component"},
        Refused{"slash_at_the_end", "a/", 0, 0, "has an empty component"},
        Refused{"component_of_101", repeat('c', 101), 0, 0, "component of more than 100"},
        Refused{"whole_of_256", repeat('a', 78) + "/" + repeat('b', 77) + "/" + repeat('c', 99), 0, 0,
                "is longer than 255 bytes"},
        Refused{"no_slash_where_it_must_be",
                repeat('a', 100) + "/" + repeat('b', 100) + "/" + repeat('c', 53), 0, 0, "cannot be divided"},
        Refused{"blank", "a b", 0, 0, "character outside"},
        Refused{"backslash", "..\\a", 0, 0, "character outside"},
        Refused{"line_feed", "a\nb", 0, 0, "character outside"},
        Refused{"nul", "a\0b"s, 0, 0, "character outside"},
        Refused{"letter_beyond_ascii", "\u00e9", 0, 0, "character outside"},
        Refused{"eight_gib", "a", kEightGiB, 0, "a: has 8589934592 bytes, must be under 8 GiB"},
        Refused{"size_of_all_ones", "a", ~std::uint64_t{0}, 0, "must be under 8 GiB"},
        Refused{"before_1970", "a", 0, -1, "mtime -1 is not within"},
        Refused{"beyond_33_bit", "a", 0, std::int64_t{1} << 33, "mtime 8589934592 is not within"}),
    [](const auto& row) { return row.param.title; });

TEST(Header, holds_the_largest_values) {
  const std::string header = header_bytes("a", kEightGiB - 1, static_cast<std::int64_t>(kEightGiB - 1));
  EXPECT_EQ(header.substr(124, 24), "77777777777\0"s + "77777777777\0"s);
}

TEST(Header, is_the_same_each_time) {
  EXPECT_EQ(header_bytes("a/b", 7), header_bytes("a/b", 7));
  EXPECT_NE(header_bytes("a/b", 7), header_bytes("a/b", 8));
}

TEST(Header, padding_reaches_the_next_block) {
  EXPECT_EQ(padded(0), 0U);
  EXPECT_EQ(padded(1), 512U);
  EXPECT_EQ(padded(512), 512U);
  EXPECT_EQ(padded(513), 1024U);
}

}  // namespace
}  // namespace evidence::tar
