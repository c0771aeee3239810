#include "unicode_form.h"

#include <gtest/gtest.h>

namespace evidence {
namespace {

struct Row {
  const char* name;
  const char* composed;
  const char* decomposed;
};

const Row kRows[] = {
    {"ASCII", "plain.txt", "plain.txt"},
    {"an acute accent", "\u00e9t\u00e9.txt", "e\u0301te\u0301.txt"},
    {"a ring", "\u00c5ngstr\u00f6m", "A\u030angstro\u0308m"},
    {"the sign of the unit", "\u212b", "A\u030a"},
    {"two marks", "\u01d6", "u\u0308\u0304"},
    {"two marks, below and above", "\u1ec7", "e\u0323\u0302"},
    {"a mark on a composed letter", "\u00fc\u0304", "u\u0308\u0304"},
    {"the last of the table", "\u1ef9", "y\u0303"},
    {"Hangul with a final", "\ud55c.txt", "\u1112\u1161\u11ab.txt"},
    {"Hangul without a final", "\uac00", "\u1100\u1161"},
    {"the last syllable", "\ud7a3", "\u1112\u1175\u11c2"},
    {"behind the last syllable", "\ud7a4", "\ud7a4"},
    {"full width is another letter", "\uff21", "\uff21"},
    {"no mark in it", "\u00e6\u00df", "\u00e6\u00df"},
    {"beyond the plane", "\U0001f600", "\U0001f600"},
    {"no UTF-8", "\xe9t\xc3\xa9", "\xe9t\xc3\xa9"},
};

TEST(UnicodeForm, Table) {
  for (const Row& row : kRows) {
    EXPECT_EQ(decomposed(row.composed), row.decomposed) << row.name;
    EXPECT_EQ(decomposed(row.decomposed), row.decomposed) << row.name;
  }
}

TEST(UnicodeForm, OtherLettersStayApart) {
  EXPECT_NE(decomposed("\u00e9"), decomposed("e"));
  EXPECT_NE(decomposed("\u00e9"), decomposed("\u00e8"));
  EXPECT_NE(decomposed("\uff21"), decomposed("A"));
}

}  // namespace
}  // namespace evidence
