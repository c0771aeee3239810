#include "visible.h"

#include <gtest/gtest.h>

#include <set>

#include "evidence/base.h"
#include "fixture.h"

namespace evidence::report {
namespace {

struct Shown {
  std::string_view name;
  std::string bytes;
  std::string_view text;
};

class Visible : public testing::TestWithParam<Shown> {};

TEST_P(Visible, Is) {
  EXPECT_EQ(visible(GetParam().bytes), GetParam().text);
  EXPECT_EQ(visible(visible(GetParam().bytes)), GetParam().text);
}

std::vector<Shown> rows() {
  return {{"empty", "", ""},
          {"plain", "a b/c", "a b/c"},
          {"letters", "caf\xc3\xa9 \xe6\xa8\xa1", "caf\xc3\xa9 \xe6\xa8\xa1"},
          {"backslash_alone", "a\\b", "a\\b"},
          {"escape", "\x1b[1m", "\\x1b[1m"},
          {"zero_width", "a\xe2\x80\x8b", "a\\u{200b}"},
          {"zero_width_doubles_backslashes", "a\\\xe2\x80\x8b", "a\\\\\\u{200b}"},
          {"both_double_backslashes_once", "\\\n\xe2\x80\x8b", "\\\\\\n\\u{200b}"},
          {"no_break_space",
           "a\xc2\xa0"
           "b",
           "a\\u{a0}b"},
          {"separators", "a\xe2\x80\xa8\xe2\x80\xa9", "a\\u{2028}\\u{2029}"},
          {"noncharacter", "\xef\xbf\xbf", "\\u{ffff}"},
          {"tag", "\xf3\xa0\x81\x81", "\\u{e0041}"}};
}

INSTANTIATE_TEST_SUITE_P(Report, Visible, testing::ValuesIn(rows()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Visible, TellsHostileTextsApartAndKeepsThemUtf8) {
  std::set<std::string> seen;
  for (const Hostile& hostile : hostile_texts()) {
    EXPECT_TRUE(seen.insert(visible(hostile.text)).second) << hostile.name;
    EXPECT_TRUE(is_utf8(visible(hostile.text))) << hostile.name;
  }
}

TEST(VisibleValue, ShowsSpacesAtItsEnds) {
  EXPECT_EQ(visible_value("on"), "on");
  EXPECT_EQ(visible_value("on "), "\"on \"");
  EXPECT_EQ(visible_value(" "), "\" \"");
}

TEST(SpelledOut, TellsLookalikesApart) {
  EXPECT_EQ(spelled_out("caf\xc3\xa9"), "caf\\u{e9}");
  EXPECT_EQ(spelled_out("cafe\xcc\x81"), "cafe\\u{301}");
  EXPECT_EQ(spelled_out("cafe"), "cafe");
}

}  // namespace
}  // namespace evidence::report
