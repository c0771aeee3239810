#include "wrap.h"

#include <gtest/gtest.h>

namespace evidence::report {
namespace {

TEST(Columns, CountsWhatATerminalTakes) {
  EXPECT_EQ(columns(""), 0U);
  EXPECT_EQ(columns("abc"), 3U);
  EXPECT_EQ(columns("caf\xc3\xa9"), 4U);
  EXPECT_EQ(columns("cafe\xcc\x81"), 4U);
  EXPECT_EQ(columns("\xe6\xa8\xa1"), 2U);
  EXPECT_EQ(columns("\xf0\x9f\x98\x80"), 2U);
}

TEST(Padded, NeverCuts) {
  EXPECT_EQ(padded("ab", 4), "ab  ");
  EXPECT_EQ(padded("abcdef", 4), "abcdef");
}

TEST(Hung, BreaksAtSpacesOnly) {
  const std::string words = std::string(60, 'a') + " " + std::string(60, 'b');
  EXPECT_EQ(hung("  - ", words), "  - " + std::string(60, 'a') + "\n    " + std::string(60, 'b') + "\n");
}

TEST(Hung, FillsTheLineExactly) {
  const std::string fits = std::string(50, 'a') + " " + std::string(kColumns - 51, 'b');
  EXPECT_EQ(hung("", fits), fits + "\n");
  EXPECT_EQ(hung("", fits + "b"), std::string(50, 'a') + "\n" + std::string(kColumns - 50, 'b') + "\n");
}

TEST(Hung, KeepsALongWordWhole) {
  const std::string word(300, 'x');
  EXPECT_EQ(hung("  ", word), "  " + word + "\n");
  EXPECT_EQ(hung("  ", "a " + word), "  a\n  " + word + "\n");
}

TEST(Hung, KeepsRunsOfSpaces) {
  EXPECT_EQ(hung("", "a  b   c"), "a  b   c\n");
}

TEST(Hung, NothingToHang) {
  EXPECT_EQ(hung("seen  ", ""), "seen  \n");
}

}  // namespace
}  // namespace evidence::report
