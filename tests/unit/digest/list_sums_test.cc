// Lists of sha256sum's and BSD's form, as systems of all kinds write them.

#include <gtest/gtest.h>

#include "evidence/digest.h"
#include "list_fixture.h"

namespace evidence {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

const std::string kUpperHex = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD";

struct Row {
  const char* name;
  std::string bytes;
  Lines paths;
  Lines oddities;
  Lines faults;
};

const Row kRows[] = {
    {"text mark", kEmptyHex + "  name\n", {"name"}, {}, {}},
    {"binary mark", kEmptyHex + " *name\n", {"name"}, {}, {}},
    {"spaces around", kEmptyHex + "   name \n", {" name "}, {}, {}},
    {"escapes", "\\" + kEmptyHex + "  a\\nb\\rc\\\\d\n", {"a\nb\rc\\d"}, {}, {}},
    {"no escapes without the mark", kEmptyHex + "  a\\nb\n", {"a\\nb"}, {}, {}},
    {"BSD", "SHA256 (name) = " + kEmptyHex + "\n", {"name"}, {}, {}},
    {"BSD escapes", "\\SHA256 (a\\nb) = " + kEmptyHex + "\n", {"a\nb"}, {}, {}},
    {"BSD name ends at the last", "SHA256 (x) = 00) = " + kEmptyHex + "\n", {"x) = 00"}, {}, {}},
    {"BSD name like a whole line",
     "SHA256 (SHA256 (y) = z) = " + kEmptyHex + "\n",
     {"SHA256 (y) = z"},
     {},
     {}},
    {"upper case", kUpperHex + " *name\n", {"name"}, {"digests in upper case"}, {}},
    {"one space",
     kEmptyHex + " name\n" + kAbcHex + " b c\n",
     {"name", "b c"},
     {"one space behind the digest instead of two"},
     {}},
    {"one space, then two",
     kEmptyHex + " a\n" + kAbcHex + "  b\n",
     {"a"},
     {"one space behind the digest instead of two"},
     {"malformed 2: two characters behind the digest, where lines before it have one space"}},
    {"two spaces, then one",
     kEmptyHex + "  a\n" + kAbcHex + " b\n",
     {"a"},
     {},
     {"malformed 2: one space behind the digest, where lines before it have two characters"}},
    {"both forms",
     "SHA256 (a) = " + kEmptyHex + "\n" + kAbcHex + "  b\n",
     {"a", "b"},
     {"has lines of sha256sum's form and of BSD's"},
     {}},
    {"CRLF",
     kEmptyHex + "  a\r\n" + kAbcHex + "  b\r\n",
     {"a", "b"},
     {"lines end with carriage return and line feed"},
     {}},
    {"CRLF but for the end",
     kEmptyHex + "  a\r\n" + kAbcHex + "  b",
     {"a", "b"},
     {"lines end with carriage return and line feed", "has no line feed at its end"},
     {}},
    {"some CRLF",
     kEmptyHex + "  a\r\n" + kAbcHex + "  b\n",
     {"a\r", "b"},
     {"some lines end with a carriage return, which is then part of them"},
     {}},
    {"byte order mark", "\xef\xbb\xbf" + kEmptyHex + "  a\n", {"a"}, {"begins with a byte order mark"}, {}},
    {"no last line feed", kEmptyHex + "  a", {"a"}, {"has no line feed at its end"}, {}},
    {"twins that agree",
     kEmptyHex + "  a\n" + kEmptyHex + " *b\n" + kEmptyHex + " *a\n",
     {"a", "b"},
     {},
     {"doubled 3: names the file of line 1 again"}},
    {"twins that differ, one escaped",
     kEmptyHex + "  a\\b\n\\" + kAbcHex + "  a\\\\b\n",
     {"a\\b"},
     {},
     {"doubled 2: names the file of line 1 again with another digest"}},
    {"spellings of one name",
     kEmptyHex + "  a\n" + kEmptyHex + "  ./a\n" + kEmptyHex + "  d//b\n" + kEmptyHex + "  d/./b\n" +
         kEmptyHex + "  /a\n" + kEmptyHex + "  d/../a\n",
     {"a", "d//b", "/a", "d/../a"},
     {},
     {"doubled 2: names the file of line 1 again", "doubled 4: names the file of line 3 again"}},
    {"triplets",
     kEmptyHex + "  b\n" + kEmptyHex + "  a\n" + kEmptyHex + "  a\n" + kEmptyHex + "  b\n" + kEmptyHex +
         "  a\n",
     {"b", "a"},
     {},
     {"doubled 3: names the file of line 2 again", "doubled 4: names the file of line 1 again",
      "doubled 5: names the file of line 2 again"}},
};

TEST(SumsList, Table) {
  for (const Row& row : kRows) {
    const DigestList list = read_list(row.bytes, "list");
    EXPECT_EQ(paths_of(list), row.paths) << row.name;
    EXPECT_EQ(list.oddities, row.oddities) << row.name;
    EXPECT_EQ(faults_of(list), row.faults) << row.name;
  }
}

struct BadLine {
  const char* name;
  std::string line;
  const char* reason;
};

const BadLine kBadLines[] = {
    {"empty", "", "empty line"},
    {"comment", "# made by hand", "a comment, which only an mtree list has"},
    {"other text", "hello", "no SHA-256 of 64 hexadecimal digits at its head"},
    {"MD5", kEmptyHex.substr(0, 32) + "  a", "a digest of 32 digits, as of MD5, where SHA-256 has 64"},
    {"SHA-1", kEmptyHex.substr(0, 40) + "  a", "a digest of 40 digits, as of SHA-1, where SHA-256 has 64"},
    {"SHA-384", kEmptyHex + kEmptyHex.substr(0, 32) + "  a",
     "a digest of 96 digits, as of SHA-384, where SHA-256 has 64"},
    {"SHA-512", kEmptyHex + kEmptyHex + " *a", "a digest of 128 digits, as of SHA-512, where SHA-256 has 64"},
    {"cut digest", kEmptyHex.substr(1) + "  a", "no SHA-256 of 64 hexadecimal digits at its head"},
    {"space in front", " " + kEmptyHex + "  a", "no SHA-256 of 64 hexadecimal digits at its head"},
    {"two marks", "\\\\" + kEmptyHex + "  a", "no SHA-256 of 64 hexadecimal digits at its head"},
    {"tab", kEmptyHex + "\ta", "no space behind the digest"},
    {"digest alone", kEmptyHex, "no space behind the digest"},
    {"no name", kEmptyHex + "  ", "no file name"},
    {"no name behind one space", kEmptyHex + " ", "no file name"},
    {"other escape", "\\" + kEmptyHex + "  a\\tb",
     "an escape that is none of \\n, \\r and \\\\ in the file name"},
    {"cut escape", "\\" + kEmptyHex + "  a\\",
     "an escape that is none of \\n, \\r and \\\\ in the file name"},
    {"NUL", kEmptyHex + "  a\0b"s, "holds a NUL byte, as a list does whose lines end with NUL"},
    {"BSD of SHA-512", "SHA512 (a) = " + kEmptyHex + kEmptyHex, "is SHA512, not SHA256"},
    {"BSD of SHA-512/256", "SHA512/256 (a) = " + kEmptyHex, "is SHA512/256, not SHA256"},
    {"BSD of BLAKE2", "BLAKE2b-256 (a) = " + kEmptyHex, "is BLAKE2b-256, not SHA256"},
    {"BSD without an end", "SHA256 (a)", "no \") = \" behind the file name"},
    {"BSD without a name", "SHA256 () = " + kEmptyHex, "no file name"},
    {"BSD cut", "SHA256 (a) = " + kEmptyHex.substr(1), "no SHA-256 of 64 hexadecimal digits at its end"},
    {"BSD with more behind", "SHA256 (a) = " + kEmptyHex + " ",
     "no SHA-256 of 64 hexadecimal digits at its end"},
};

TEST(SumsList, BadLinesAreToldAndTheOthersRead) {
  for (const BadLine& bad : kBadLines) {
    const DigestList list = read_list(kEmptyHex + "  a\n" + bad.line + "\n" + kAbcHex + "  z\n", "list");
    EXPECT_EQ(paths_of(list), (Lines{"a", "z"})) << bad.name;
    EXPECT_EQ(list.entries.back().line, 3U) << bad.name;
    EXPECT_EQ(faults_of(list), Lines{"malformed 2: "s + bad.reason}) << bad.name;
  }
}

struct NoList {
  const char* name;
  std::string bytes;
  std::string message;
};

std::string utf16(const std::string& text, bool big_end_first) {
  std::string wide;
  for (const char c : text) {
    if (big_end_first) wide += '\0';
    wide += c;
    if (!big_end_first) wide += '\0';
  }
  return wide;
}

const NoList kNoLists[] = {
    {"empty", "", "list: lists nothing"},
    {"a mark alone", "\xef\xbb\xbf", "list: lists nothing"},
    {"comments", "# only a comment\n\n", "list: lists nothing"},
    {"comments with CRLF", "# only a comment\r\n\r\n", "list: lists nothing"},
    {"UTF-16", "\xff\xfe" + utf16(kEmptyHex + "  a\n", false), "list: is UTF-16, not plain bytes"},
    {"UTF-16, the other way", "\xfe\xff" + utf16(kEmptyHex + "  a\n", true),
     "list: is UTF-16, not plain bytes"},
    {"UTF-16 without a mark", utf16(kEmptyHex + "  a\n", false), "list: is UTF-16, not plain bytes"},
    {"UTF-16 without a mark, the other way", utf16(kEmptyHex + "  a\n", true),
     "list: is UTF-16, not plain bytes"},
    {"of another algorithm", kEmptyHex.substr(0, 40) + "  a\n" + kEmptyHex.substr(0, 40) + "  b\n",
     "list: line 1: a digest of 40 digits, as of SHA-1, where SHA-256 has 64"},
    {"lines that end with NUL", kEmptyHex + "  a\0"s,
     "list: line 1: holds a NUL byte, as a list does whose lines end with NUL"},
    {"some text", "\nhello\n", "list: line 1: empty line"},
};

TEST(SumsList, WhatIsNoListIsRefused) {
  for (const NoList& row : kNoLists) {
    try {
      read_list(row.bytes, "list");
      ADD_FAILURE() << row.name << " was read";
    } catch (const FormatError& error) {
      EXPECT_EQ(error.what(), row.message) << row.name;
    }
  }
}

TEST(SumsList, LinesThatEndWithNulHaveNoEscapes) {
  const DigestList list =
      read_list(kEmptyHex + "  a\nb\\n\r\0SHA256 (c\n) = "s + kAbcHex + "\0"s, "list", ListEnd::nul);
  EXPECT_EQ(paths_of(list), (Lines{"a\nb\\n\r", "c\n"}));
  EXPECT_FALSE(list.carriage_returns);
  EXPECT_EQ(list.oddities, Lines{"has lines of sha256sum's form and of BSD's"});
  EXPECT_EQ(read_list(kEmptyHex + "  a\0"s + kAbcHex + "  b"s, "list", ListEnd::nul).oddities,
            Lines{"has no NUL at its end"});
  EXPECT_THROW(read_list(kEmptyHex + "  a\n", "list", ListEnd::nul), FormatError);
  EXPECT_THROW(read_list("\\" + kEmptyHex + "  a\0"s, "list", ListEnd::nul), FormatError);
}

TEST(SumsList, TellsItsFormat) {
  EXPECT_EQ(read_list(kEmptyHex + "  a\n", "list").format, ListFormat::sha256sum);
  EXPECT_EQ(read_list("SHA256 (a) = " + kEmptyHex + "\n", "list").format, ListFormat::bsd);
  EXPECT_EQ(read_list("SHA256 (a type=file) = " + kEmptyHex + "\n", "list").format, ListFormat::bsd);
  EXPECT_EQ(read_list("hello\nSHA256 (a) = " + kEmptyHex + "\n", "list").format, ListFormat::bsd);
}

TEST(SumsList, CarriageReturnsAreTold) {
  EXPECT_TRUE(read_list(kEmptyHex + "  a\r\n", "list").carriage_returns);
  EXPECT_TRUE(read_list(kEmptyHex + "  a\r", "list").carriage_returns);
  EXPECT_FALSE(read_list(kEmptyHex + "  a\r\n" + kEmptyHex + "  b\n", "list").carriage_returns);
  EXPECT_FALSE(read_list(kEmptyHex + "  a\n", "list").carriage_returns);
}

TEST(SumsList, KeepsDigestAndLine) {
  const DigestList list = read_list(kUpperHex + "  a\n" + kEmptyHex + "  b\n", "list");
  ASSERT_EQ(list.entries.size(), 2U);
  EXPECT_EQ(list.entries[0].digest, Digest::parse(kAbcHex));
  EXPECT_EQ(list.entries[1].digest, Digest::parse(kEmptyHex));
  EXPECT_EQ(list.entries[1].line, 2U);
  EXPECT_FALSE(list.entries[0].kind);
}

}  // namespace
}  // namespace evidence
