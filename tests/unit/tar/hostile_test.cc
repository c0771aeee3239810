#include <gtest/gtest.h>

#include "evidence/tar.h"
#include "fixture.h"

namespace evidence::tar {
namespace {

using namespace std::string_literals;

// One good member and what an attacker makes of its header; every checksum is right.
struct Row {
  const char* title;
  std::size_t offset;  // in the header
  std::string bytes;
  std::string reason;
};

std::string text(std::string bytes, std::size_t length) {
  bytes.resize(length, '\0');
  return bytes;
}

class Hostile : public testing::TestWithParam<Row> {};

TEST_P(Hostile, header_is_refused_for_its_reason) {
  const Row& row = GetParam();
  const std::string good = archive_of({{"note", "evil\n"}});
  ASSERT_EQ(refusal(good), "accepted");
  const std::string message = refusal(patched(good, 0, row.offset, row.bytes));
  EXPECT_EQ(message.find("x.tar: offset "), 0U) << message;
  EXPECT_NE(message.find(row.reason), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

const char* title_of(const testing::TestParamInfo<Row>& row) {
  return row.param.title;
}

INSTANTIATE_TEST_SUITE_P(
    names, Hostile,
    testing::Values(
        Row{"dot_dot", 0, text("../victim.txt", 100), "member ../victim.txt: name has a '..' component"},
        Row{"dot_dot_inside", 0, text("a/../../victim.txt", 100), "name has a '..' component"},
        Row{"dot_dot_in_the_prefix", 345, text("..", 155), "member ../note: name has a '..' component"},
        Row{"absolute", 0, text("/victim-abs.txt", 100), "member /victim-abs.txt: name is an absolute"},
        Row{"absolute_prefix", 345, text("/etc", 155), "name is an absolute path"},
        Row{"dot", 0, text(".", 100), "name has a '.' component"},
        Row{"empty", 0, text("", 100), "name has an empty name"},
        Row{"backslash", 0, text("..\\victim.txt", 100), "name has a character outside"},
        Row{"escape_sequence", 0, text("\x1b[2Jnote", 100), "name has a character outside"},
        Row{"slash_at_the_end", 0, text("note/", 100), "name has an empty component"},
        Row{"bytes_behind_the_name", 99, "x", "name has other bytes"},
        Row{"bytes_behind_the_prefix", 499, "x", "prefix has other bytes"},
        Row{"a_needless_prefix", 345, text("dir", 155), "member dir/note: name has other bytes"}),
    title_of);

INSTANTIATE_TEST_SUITE_P(
    types, Hostile,
    testing::Values(Row{"old_regular_file", 156, "\0"s, "type is \"\\x00\" (a file of the old form)"},
                    Row{"hard_link_with_data", 156, "1../victim.txt", "member note: type is 1 (a hard link)"},
                    Row{"symbolic_link", 156, "2../victim.txt", "member note: type is 2 (a symbolic link)"},
                    Row{"character_device", 156, "3", "type is 3 (a character device)"},
                    Row{"block_device", 156, "4", "type is 4 (a block device)"},
                    Row{"directory", 156, "5", "type is 5 (a directory)"},
                    Row{"fifo", 156, "6", "type is 6 (a FIFO)"},
                    Row{"contiguous", 156, "7", "type is 7 (a contiguous file)"},
                    Row{"pax_extended_header", 156, "x", "type is x (a pax extended header)"},
                    Row{"pax_global_header", 156, "g", "type is g (a pax global header)"},
                    Row{"gnu_long_name", 156, "L", "type is L (a GNU long name)"},
                    Row{"gnu_long_link", 156, "K", "type is K (a GNU long link name)"},
                    Row{"gnu_sparse", 156, "S", "type is S (a GNU sparse file)"},
                    Row{"unknown", 156, "\xff", "(unknown), must be 0 (a regular file)"}),
    title_of);

INSTANTIATE_TEST_SUITE_P(
    values, Hostile,
    testing::Values(Row{"setuid", 100, "0004755\0"s, "mode has other bytes"},
                    Row{"executable", 100, "0000755\0"s, "mode has other bytes"},
                    Row{"mode_with_a_blank", 100, "000644 \0"s, "mode has other bytes"},
                    Row{"mode_with_file_type", 100, "0100644\0"s, "mode has other bytes"},
                    Row{"uid", 108, "0001750\0"s, "uid has other bytes"},
                    Row{"uid_in_base_256", 108, "\x80\0\0\0\0\0\0\0"s, "uid has other bytes"},
                    Row{"gid", 116, "0001750\0"s, "gid has other bytes"},
                    Row{"link_name", 157, "elsewhere", "link name has other bytes"},
                    Row{"owner_name", 265, "root", "owner name has other bytes"},
                    Row{"group_name", 297, "root", "group name has other bytes"},
                    Row{"device_of_zero_bytes", 329, text("", 16), "device has other bytes"},
                    Row{"device_minor", 337, "0000001\0"s, "device has other bytes"},
                    Row{"unused_end", 500, "\1", "unused end has other bytes"},
                    Row{"unused_last_byte", 511, "\1", "unused end has other bytes"},
                    Row{"no_magic", 257, text("", 8), "offset 0: magic is not \"ustar\""},
                    Row{"gnu_magic", 257, "ustar  \0"s, "magic has other bytes"},
                    Row{"version_blank", 263, "  ", "magic has other bytes"}),
    title_of);

INSTANTIATE_TEST_SUITE_P(
    numbers, Hostile,
    testing::Values(Row{"huge", 124, "77777777777\0"s,
                        "offset 512: member note: content goes beyond the end of the file"},
                    Row{"one_block_too_long", 124, "00000003001\0"s,
                        "offset 512: member note: content goes beyond the end of the file"},
                    Row{"negative", 124, "-0000000005\0"s, "size is not 11 octal digits"},
                    Row{"negative_base_256", 124, std::string(12, '\xff'), "size is not 11 octal digits"},
                    Row{"base_256", 124, "\x80\0\0\0\0\0\0\0\0\0\0\5"s, "size is not 11 octal digits"},
                    Row{"twelve_digits", 124, "000000000005", "size is not 11 octal digits"},
                    Row{"leading_blank", 124, " 0000000005\0"s, "size is not 11 octal digits"},
                    Row{"closing_blank", 124, "00000000005 ", "size is not 11 octal digits"},
                    Row{"short_number", 124, "5\0\0\0\0\0\0\0\0\0\0\0"s, "size is not 11 octal digits"},
                    Row{"decimal_digit", 124, "00000000009\0"s, "size is not 11 octal digits"},
                    Row{"empty_number", 124, text("", 12), "size is not 11 octal digits"},
                    Row{"mtime_base_256", 136, "\x80\0\0\0\0\0\0\0\0\0\0\5"s, "mtime is not 11 octal digits"},
                    Row{"mtime_negative", 136, std::string(12, '\xff'), "mtime is not 11 octal digits"}),
    title_of);

// A checksum that is right as a number and not written as it must be, or that is wrong. DIGITS stands for the
// right six.
struct Checksum {
  const char* title;
  std::string field;
};

class HostileChecksum : public testing::TestWithParam<Checksum> {};

TEST_P(HostileChecksum, is_refused) {
  std::string bytes = archive_of({{"note", "x"}});
  std::string field = GetParam().field;
  if (const auto place = field.find("DIGITS"); place != std::string::npos) {
    field.replace(place, 6, bytes.substr(148, 6));
  }
  ASSERT_EQ(field.size(), 8U);
  ASSERT_NE(bytes.substr(148, 8), field);
  bytes.replace(148, 8, field);
  EXPECT_EQ(refusal(bytes), "x.tar: offset 0: member note: checksum has other bytes than a packet's");
}

INSTANTIATE_TEST_SUITE_P(rows, HostileChecksum,
                         testing::Values(Checksum{"blank_and_nul", "DIGITS \0"s},
                                         Checksum{"seven_digits", "0DIGITS\0"s},
                                         Checksum{"two_nuls", "DIGITS\0\0"s},
                                         Checksum{"two_blanks", "DIGITS  "}, Checksum{"wrong", "000000\0 "s},
                                         Checksum{"blank", "        "}),
                         [](const auto& row) { return row.param.title; });

TEST(HostileShape, a_symbolic_link_and_a_file_of_its_name) {
  const std::string link = patched(header_bytes("note", 0), 0, 156, "2../victim.txt");
  const std::string message = refusal(link + archive_of({{"note", "x"}}));
  EXPECT_EQ(message, "x.tar: offset 0: member note: type is 2 (a symbolic link), must be 0 (a regular file)");
}

TEST(HostileShape, the_second_header_is_named_by_its_place) {
  const std::string bytes = archive_of({{"a", "x"}, {"b", "y"}});
  EXPECT_EQ(refusal(patched(bytes, 1024, 100, "0000600")),
            "x.tar: offset 1024: member b: mode has other bytes than a packet's");
}

TEST(HostileShape, a_name_that_fills_its_field_is_no_attack) {
  const std::string bytes = archive_of({{"note", "x"}});
  EXPECT_EQ(index_of(patched(bytes, 0, 0, std::string(100, 'n'))).members.at(0).path, std::string(100, 'n'));
}

struct Shape {
  const char* title;
  std::string bytes;
  std::string message;
};

class HostileShapes : public testing::TestWithParam<Shape> {};

TEST_P(HostileShapes, are_refused) {
  EXPECT_EQ(refusal(GetParam().bytes), "x.tar: " + GetParam().message);
}

std::string changed(std::string bytes, std::size_t offset, char byte) {
  bytes.at(offset) = byte;
  return bytes;
}

const std::string kGood = archive_of({{"a", "x"}});  // header, content block, two zero blocks: 2048 bytes

INSTANTIATE_TEST_SUITE_P(
    rows, HostileShapes,
    testing::Values(
        Shape{"nothing", "", "offset 0: the file ends without two zero blocks"},
        Shape{"text", "not an archive\n", "offset 0: the file ends inside a block"},
        Shape{"no_zero_block", kGood.substr(0, 1024), "offset 1024: the file ends without two zero blocks"},
        Shape{"one_zero_block", kGood.substr(0, 1536), "offset 1536: the file ends without two zero blocks"},
        Shape{"only_one_zero_block", std::string(512, '\0'),
              "offset 512: the file ends without two zero blocks"},
        Shape{"half_a_zero_block", kGood.substr(0, 1800), "offset 1536: the file ends inside a block"},
        Shape{"inside_the_content", kGood.substr(0, 512),
              "offset 512: member a: content goes beyond the end of the file"},
        Shape{"inside_the_padding", kGood.substr(0, 1000),
              "offset 513: member a: the file ends inside the padding"},
        Shape{"padding_first_byte", changed(kGood, 513, 'y'), "offset 513: member a: padding is not zero"},
        Shape{"padding_last_byte", changed(kGood, 1023, '\1'), "offset 1023: member a: padding is not zero"},
        Shape{"a_byte_in_the_last_block", changed(kGood, 2047, '\1'),
              "offset 1536: a zero block is followed by another block"},
        Shape{"a_member_behind_one_zero_block", kGood.substr(0, 1536) + kGood,
              "offset 1536: a zero block is followed by another block"},
        Shape{"one_byte_behind", kGood + '\0',
              "offset 2048: the file goes on after the two zero blocks, bytes left: 1"},
        Shape{"a_third_zero_block", kGood + std::string(512, '\0'),
              "offset 2048: the file goes on after the two zero blocks, bytes left: 512"},
        Shape{"a_hidden_archive_behind", kGood + kGood,
              "offset 2048: the file goes on after the two zero blocks, bytes left: 2048"},
        Shape{"filled_to_a_record", kGood + std::string(8192, '\0'),
              "offset 2048: the file goes on after the two zero blocks, bytes left: 8192"},
        Shape{"compressed", "\x1f\x8b\x08"s + std::string(509, 'z'), "offset 0: magic is not \"ustar\""}),
    [](const auto& row) { return row.param.title; });

}  // namespace
}  // namespace evidence::tar
