#include <gtest/gtest.h>

#include <random>

#include "evidence/base.h"

namespace evidence {
namespace {

struct Row {
  const char* name;
  std::string bytes;
  std::string shown;  // by printable
};

const Row kRows[] = {
    {"empty", "", ""},
    {"ASCII", "out/s1.tar", "out/s1.tar"},
    {"space", "a b", "a b"},
    {"letters of two, three and four bytes", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82",
     "\xc3\xa4\xe2\x82\xac\xf0\x9f\x99\x82"},
    {"quote and backslash alone", "a\"b\\c", "a\"b\\c"},
    {"line feed", "a\nb", "\"a\\nb\""},
    {"tab", "a\tb", "\"a\\tb\""},
    {"carriage return", "a\rb", "\"a\\x0db\""},
    {"NUL", std::string("a\0b", 3), "\"a\\x00b\""},
    {"escape sequence", "\x1b[2J", "\"\\x1b[2J\""},
    {"DEL", "\x7f", "\"\\x7f\""},
    {"C1 as UTF-8",
     "\xc2\x9b"
     "31m",
     "\"\\xc2\\x9b31m\""},
    {"first and last C1", "\xc2\x80\xc2\x9f", "\"\\xc2\\x80\\xc2\\x9f\""},
    {"no-break space is no control", "\xc2\xa0", "\xc2\xa0"},
    {"right-to-left override",
     "a\xe2\x80\xae"
     "b",
     "\"a\\xe2\\x80\\xaeb\""},
    {"left-to-right embedding", "\xe2\x80\xaa", "\"\\xe2\\x80\\xaa\""},
    {"before and after the overrides", "\xe2\x80\xa9\xe2\x80\xaf", "\xe2\x80\xa9\xe2\x80\xaf"},
    {"first isolate", "\xe2\x81\xa6", "\"\\xe2\\x81\\xa6\""},
    {"last isolate", "\xe2\x81\xa9", "\"\\xe2\\x81\\xa9\""},
    {"before and after the isolates", "\xe2\x81\xa5\xe2\x81\xaa", "\xe2\x81\xa5\xe2\x81\xaa"},
    {"C1 as a bare byte", "\x9b", "\"\\x9b\""},
    {"Latin-1", "caf\xe9", "\"caf\\xe9\""},
    {"quote and backslash beside a line feed", "a\"\\\n", "\"a\\\"\\\\\\n\""},
    {"letters are kept beside an escape", "\xc3\xa4\n", "\"\xc3\xa4\\n\""},
    {"cut sequence", "\xe2\x82", "\"\\xe2\\x82\""},
    {"cut sequence before a letter",
     "\xe2\x82"
     "a",
     "\"\\xe2\\x82a\""},
    {"overlong line feed", "\xc0\x8a", "\"\\xc0\\x8a\""},
    {"overlong in three bytes", "\xe0\x80\x8a", "\"\\xe0\\x80\\x8a\""},
};

TEST(Printable, Table) {
  for (const Row& row : kRows) {
    EXPECT_EQ(printable(row.bytes), row.shown) << row.name;
  }
}

TEST(Printable, EscapedIsTheSameWithoutQuotes) {
  for (const Row& row : kRows) {
    const bool quoted = row.shown != row.bytes;
    EXPECT_EQ(escaped(row.bytes), quoted ? row.shown.substr(1, row.shown.size() - 2) : row.bytes) << row.name;
  }
}

TEST(Printable, WhatIsShownIsShownUnchangedAgain) {
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    std::string bytes(random() % 12, '\0');
    for (char& byte : bytes) {
      byte = static_cast<char>(random());
    }
    const std::string shown = printable(bytes);
    EXPECT_EQ(printable(shown), shown);
    EXPECT_TRUE(is_utf8(shown));
    for (const char c : shown) {
      EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20 || c == 0x7f) << shown;
    }
  }
}

struct Utf8Row {
  const char* name;
  const char* bytes;
  bool well_formed;
};

constexpr Utf8Row kUtf8Rows[] = {
    {"last of one byte", "\x7f", true},
    {"first of two bytes", "\xc2\x80", true},
    {"last of two bytes", "\xdf\xbf", true},
    {"first of three bytes", "\xe0\xa0\x80", true},
    {"last of three bytes", "\xef\xbf\xbf", true},
    {"first of four bytes", "\xf0\x90\x80\x80", true},
    {"U+10FFFF", "\xf4\x8f\xbf\xbf", true},
    {"U+110000", "\xf4\x90\x80\x80", false},
    {"before the surrogates", "\xed\x9f\xbf", true},
    {"first surrogate", "\xed\xa0\x80", false},
    {"last surrogate", "\xed\xbf\xbf", false},
    {"after the surrogates", "\xee\x80\x80", true},
    {"overlong slash in two bytes", "\xc0\xaf", false},
    {"overlong in two bytes", "\xc1\xbf", false},
    {"overlong in three bytes", "\xe0\x9f\xbf", false},
    {"overlong in four bytes", "\xf0\x8f\xbf\xbf", false},
    {"stray continuation", "\x80", false},
    {"five bytes", "\xf8\x88\x80\x80\x80", false},
    {"FE", "\xfe", false},
    {"FF", "\xff", false},
    {"cut after one of two", "\xc3", false},
    {"cut after two of three", "\xe2\x82", false},
    {"cut after three of four", "\xf0\x9f\x99", false},
    {"lead before a lead", "\xc3\xc3\xa4", false},
};

TEST(Utf8, Table) {
  for (const Utf8Row& row : kUtf8Rows) {
    EXPECT_EQ(is_utf8(row.bytes), row.well_formed) << row.name;
    EXPECT_EQ(is_utf8("a" + std::string(row.bytes) + "a"), row.well_formed) << row.name << ", inside";
  }
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8(std::string_view("\0", 1)));
}

}  // namespace
}  // namespace evidence
