#include "query/glob.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <random>

namespace evidence::query {
namespace {

struct Case {
  const char* title;
  const char* pattern;
  const char* text;
  bool matches;
};

class Glob : public testing::TestWithParam<Case> {};

TEST_P(Glob, matches_as_sqlite_does) {
  EXPECT_EQ(glob(GetParam().pattern, GetParam().text).matches, GetParam().matches);
  EXPECT_EQ(sqlite3_strglob(GetParam().pattern, GetParam().text) == 0, GetParam().matches);
}

INSTANTIATE_TEST_SUITE_P(
    rows, Glob,
    testing::Values(
        Case{"empty", "", "", true}, Case{"empty_pattern", "", "a", false},
        Case{"empty_text", "a", "", false}, Case{"same", "abc", "abc", true},
        Case{"case", "abc", "abC", false}, Case{"star", "*", "", true},
        Case{"star_and_slash", "a*c", "a/b/c", true}, Case{"star_in_the_middle", "a*b*c", "aXbYbZc", true},
        Case{"star_without_end", "a*b", "abX", false}, Case{"stars", "***a", "bba", true},
        Case{"one", "a?c", "abc", true}, Case{"one_of_nothing", "a?", "a", false},
        Case{"one_character_of_two_bytes", "?", "\u00e9", true}, Case{"set", "[abc]", "b", true},
        Case{"not_in_set", "[abc]", "d", false}, Case{"range", "[a-c]x", "bx", true},
        Case{"range_of_characters", "[\u00e0-\u00ef]", "\u00e9", true}, Case{"inverted", "[^a-c]", "d", true},
        Case{"inverted_range", "[^a-c]", "b", false}, Case{"bracket_in_set", "[]]", "]", true},
        Case{"bracket_first", "[]a]", "a", true}, Case{"no_bracket_in_inverted_set", "[^]]", "]", false},
        Case{"minus_at_the_end", "[a-]", "-", true}, Case{"minus_first", "[-a]", "-", true},
        Case{"set_without_end", "[ab", "a", false}, Case{"inverted_set_without_end", "[^ab", "c", false},
        Case{"empty_range", "[c-a]", "b", false}, Case{"star_in_set", "[*]", "*", true},
        Case{"set_after_star", "*[0-9]", "abc7", true}, Case{"set_takes_one", "[ab]", "ab", false}),
    [](const auto& row) { return row.param.title; });

// Patterns as thick with special characters as can be.
TEST(Glob, agrees_with_sqlite_on_anything) {
  static constexpr std::string_view kPattern[] = {"a", "b", "c", "*",      "*",    "?",   "[",
                                                  "]", "^", "-", "\u00e9", "[ab]", "[^a]"};
  static constexpr std::string_view kText[] = {"a", "b", "c", "]", "-", "^", "\u00e9"};
  std::mt19937 random(7);
  int matching = 0;
  for (int i = 0; i < 200'000; ++i) {
    std::string pattern;
    std::string text;
    for (std::size_t parts = random() % 8; parts > 0; --parts)
      pattern += kPattern[random() % std::size(kPattern)];
    for (std::size_t parts = random() % 8; parts > 0; --parts) text += kText[random() % std::size(kText)];
    const bool matches = glob(pattern, text).matches;
    ASSERT_EQ(matches, sqlite3_strglob(pattern.c_str(), text.c_str()) == 0) << pattern << " against " << text;
    matching += matches ? 1 : 0;
  }
  EXPECT_GT(matching, 5000);
}

TEST(Glob, counts_its_work) {
  const std::string text(1000, 'a');
  EXPECT_LT(glob("a*", text).work, 2010U);
  const auto hard = glob("*" + std::string(100, 'a') + "b", text);
  EXPECT_FALSE(hard.matches);
  EXPECT_GT(hard.work, 80'000U);
  EXPECT_LE(hard.work, 120'000U);
  const auto sets = glob("*[" + std::string(100, 'b') + "]", text);
  EXPECT_GT(sets.work, 100'000U);
}

TEST(Glob, survives_what_is_not_utf8) {
  EXPECT_FALSE(glob("[\xff-\xfe", "\x80\x80\xc3").matches);
  EXPECT_TRUE(glob("*", "\xf0\x9f").matches);
}

}  // namespace
}  // namespace evidence::query
