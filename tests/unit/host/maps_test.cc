#include "maps.h"

#include <gtest/gtest.h>

#include "evidence/base.h"

namespace evidence::host {
namespace {

const std::string kHead = "7f2c81000000-7f2c81021000 r-xp 00002000 fe:10 247498 ";
const std::string kSpaces(20, ' ');

TEST(MapsLine, has_all_columns) {
  const MapsLine line = parse_maps_line(kHead + kSpaces + "/usr/lib/libm.so.6");
  EXPECT_EQ(line.begin, 0x7f2c81000000U);
  EXPECT_EQ(line.end, 0x7f2c81021000U);
  EXPECT_TRUE(line.executable);
  EXPECT_FALSE(line.shared);
  EXPECT_EQ(line.offset, 0x2000U);
  EXPECT_EQ(line.major, 0xfeU);
  EXPECT_EQ(line.minor, 0x10U);
  EXPECT_EQ(line.inode, 247498U);
  EXPECT_EQ(line.name, "/usr/lib/libm.so.6");
  EXPECT_EQ(line.range(), "7f2c81000000-7f2c81021000");
}

TEST(MapsLine, has_a_range_without_the_zeroes_in_front) {
  EXPECT_EQ(parse_maps_line("00400000-00401000 rw-s 00000000 00:00 0 ").range(), "400000-401000");
}

struct Name {
  const char* title;
  std::string text;
  std::string name;
};

class MapsName : public testing::TestWithParam<Name> {};

TEST_P(MapsName, is_kept) {
  EXPECT_EQ(parse_maps_line(kHead + GetParam().text).name, GetParam().name);
}

INSTANTIATE_TEST_SUITE_P(
    Table, MapsName,
    testing::Values(Name{"none", "", ""}, Name{"none_in_columns", kSpaces, ""},
                    Name{"spaces", kSpaces + "/a b  c", "/a b  c"}, Name{"last_space", " /a ", "/a "},
                    Name{"line_feed", " /a\\012b", "/a\nb"}, Name{"line_feeds", " /\\012\\012", "/\n\n"},
                    Name{"other_escapes_are_names", " /a\\040b\\134\\01", "/a\\040b\\134\\01"},
                    Name{"bytes", " /\xff\xfe", "/\xff\xfe"},
                    Name{"deleted", " /a (deleted)", "/a (deleted)"},
                    Name{"heap", kSpaces + "[heap]", "[heap]"},
                    Name{"named_memory", kSpaces + "[anon:jit code]", "[anon:jit code]"}),
    [](const auto& row) { return row.param.title; });

struct Bad {
  const char* title;
  const char* line;
  const char* reason;
};

class BadMapsLine : public testing::TestWithParam<Bad> {};

TEST_P(BadMapsLine, is_refused) {
  try {
    parse_maps_line(GetParam().line);
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_EQ(error.what(), std::string("maps: ") + GetParam().reason);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, BadMapsLine,
    testing::Values(Bad{"empty", "", "ends in its addresses"},
                    Bad{"one_address", "1000 r-xp", "first address is not a number"},
                    Bad{"second_address_alone", "1000-2000", "ends in its addresses"},
                    Bad{"no_number", "10z0-2000 r-xp 0 0:0 0", "first address is not a number"},
                    Bad{"too_large", "1000-10000000000000000 r-xp 0 0:0 0", "last address is not a number"},
                    Bad{"backwards", "2000-2000 r-xp 0 0:0 0", "addresses are not in order"},
                    Bad{"short_mode", "1000-2000 r-x 0 0:0 0", "mode is not of the form rwxp"},
                    Bad{"odd_mode", "1000-2000 r-X- 0 0:0 0", "mode is not of the form rwxp"},
                    Bad{"no_device", "1000-2000 r-xp 0 0 0", "ends in its device"},
                    Bad{"no_inode", "1000-2000 r-xp 0 0:0", "ends in its device"},
                    Bad{"negative_inode", "1000-2000 r-xp 0 0:0 -1", "inode is not a number"}),
    [](const auto& row) { return row.param.title; });

struct BackingRow {
  const char* title;
  const char* line;
  Backing backing;
};

class BackingOf : public testing::TestWithParam<BackingRow> {};

TEST_P(BackingOf, is_told) {
  EXPECT_EQ(backing_of(parse_maps_line(GetParam().line)), GetParam().backing);
}

INSTANTIATE_TEST_SUITE_P(
    Table, BackingOf,
    testing::Values(
        BackingRow{"file", "1000-2000 r-xp 0 fe:00 5 /a", Backing::file},
        BackingRow{"memfd", "1000-2000 r-xp 0 00:01 5 /memfd:a (deleted)", Backing::file},
        BackingRow{"without_a_path", "1000-2000 r-xp 0 00:0f 5 anon_inode:[perf_event]", Backing::file},
        BackingRow{"no_name", "1000-2000 r-xp 0 00:00 0 ", Backing::anonymous},
        BackingRow{"heap", "1000-2000 r-xp 0 00:00 0 [heap]", Backing::anonymous},
        BackingRow{"named", "1000-2000 r-xp 0 00:00 0 [anon:x]", Backing::anonymous},
        BackingRow{"shared_and_named", "1000-2000 r-xs 0 00:01 9 [anon_shmem:x]", Backing::anonymous},
        BackingRow{"shared", "1000-2000 r-xs 0 00:01 9 /dev/zero (deleted)", Backing::anonymous},
        BackingRow{"private_zero_device", "1000-2000 r-xp 0 00:06 5 /dev/zero", Backing::file},
        BackingRow{"private_deleted_zero", "1000-2000 r-xp 0 00:06 5 /dev/zero (deleted)", Backing::file},
        BackingRow{"zero_on_a_disk", "1000-2000 r-xs 0 fe:00 5 /dev/zero (deleted)", Backing::file},
        BackingRow{"huge_pages", "200000-400000 r-xp 0 00:0f 9 /anon_hugepage (deleted)", Backing::anonymous},
        BackingRow{"segment", "1000-2000 r-xs 0 00:01 0 /SYSV0000beef (deleted)", Backing::anonymous},
        BackingRow{"no_segment", "1000-2000 r-xs 0 00:01 0 /SYSV0000beeg (deleted)", Backing::file},
        BackingRow{"vdso", "1000-2000 r-xp 0 00:00 0 [vdso]", Backing::vdso},
        BackingRow{"vsyscall", "ffffffffff600000-ffffffffff601000 --xp 0 00:00 0 [vsyscall]",
                   Backing::kernel}),
    [](const auto& row) { return row.param.title; });

TEST(Maps, are_grouped_by_file) {
  const ExecutableMaps maps = read_maps(
      "1000-2000 r--p 0 fe:00 5 /a\n"
      "2000-3000 r-xp 1000 fe:00 5 /a\n"
      "3000-4000 r-xp 0 fe:00 6 /b\n"
      "5000-6000 rwxp 0 00:00 0 \n"
      "6000-8000 rwxp 0 00:00 0 [heap]\n"
      "8000-9000 r-xp 0 fe:00 5 /a\n"
      "9000-a000 r-xp 0 fe:00 5 /other name of a\n"
      "a000-b000 r-xp 0 fe:00 7 /b\n"
      "b000-c000 r-xp 0 00:00 0 [vdso]\n"
      "ffffffffff600000-ffffffffff601000 --xp 0 00:00 0 [vsyscall]");
  std::vector<std::string> files;
  for (const MappedFile& file : maps.files) {
    files.push_back(file.front().name + " " + std::to_string(file.front().inode) + " " +
                    std::to_string(file.size()));
  }
  EXPECT_EQ(files, (std::vector<std::string>{"/a 5 2", "/other name of a 5 1", "/b 6 1", "/b 7 1"}));
  EXPECT_EQ(maps.anonymous.size(), 2U);
  EXPECT_EQ(maps.vdso.size(), 1U);
  EXPECT_EQ(maps.problems, std::vector<std::string>());
}

TEST(Maps, with_a_line_that_cannot_be_read_have_the_others) {
  const ExecutableMaps maps = read_maps("nonsense\n2000-3000 r-xp 0 fe:00 5 /a\n\n");
  EXPECT_EQ(maps.files.size(), 1U);
  EXPECT_EQ(maps.problems, (std::vector<std::string>{"line 1: maps: ends in its addresses",
                                                     "line 3: maps: ends in its addresses"}));
}

}  // namespace
}  // namespace evidence::host
