#include <gtest/gtest.h>

#include "evidence/json.h"
#include "random_document.h"
#include "scanned.h"

namespace evidence::json {
namespace {

std::string canonical_string(std::string_view text) {
  std::string out;
  append_canonical_string(out, text);
  return out;
}

TEST(Write, ScalarsOfEveryType) {
  const std::pair<Value, std::string_view> rows[] = {
      {Value(), "null"},
      {nullptr, "null"},
      {true, "true"},
      {false, "false"},
      {0, "0"},
      {-7, "-7"},
      {7U, "7"},
      {kMaxInteger, "9007199254740991"},
      {-kMaxInteger, "-9007199254740991"},
      {std::uint64_t{12}, "12"},
      {0.5, "0.5"},
      {-0.0, "0"},
      {56.0, "56"},
      {"text", "\"text\""},
      {std::string_view("view"), "\"view\""},
      {Array{}, "[]"},
      {Object{}, "{}"},
  };
  for (const auto& [value, text] : rows) {
    EXPECT_EQ(canonical(value), text);
    EXPECT_EQ(pretty(value), std::string(text) + "\n");
  }
}

TEST(Write, EscapesOnlyWhatMustBe) {
  EXPECT_EQ(canonical_string(""), "\"\"");
  EXPECT_EQ(canonical_string("a\"b\\c/d"), "\"a\\\"b\\\\c/d\"");
  EXPECT_EQ(canonical_string("\b\t\n\f\r"), "\"\\b\\t\\n\\f\\r\"");
  EXPECT_EQ(canonical_string(std::string_view("\0\x0b\x1f\x7f", 4)), "\"\\u0000\\u000b\\u001f\x7f\"");
  EXPECT_EQ(canonical_string("\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80"),
            "\"\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80\"");
}

// U+1F600 is D83D DE00 in UTF-16, and so before U+E000 and U+FFFF, which UTF-8 has before it.
TEST(Write, MembersAreInUtf16Order) {
  const Value value = Object{{"\xEF\xBF\xBF", 4},
                             {"\xEE\x80\x80", 3},
                             {"\xF0\x9F\x98\x80", 2},
                             {"\xED\x9F\xBF", 1},
                             {"b", 0},
                             {"", -2},
                             {"a", -1}};
  EXPECT_EQ(canonical(value),
            "{\"\":-2,\"a\":-1,\"b\":0,\"\xED\x9F\xBF\":1,\"\xF0\x9F\x98\x80\":2,\"\xEE\x80\x80\":3,"
            "\"\xEF\xBF\xBF\":4}");
}

TEST(Write, PrettyIsIndentedByTwo) {
  const Value value = Object{{"b", Array{1, Array{}, Object{{"x", "["}}}}, {"a", Object{}}, {"c", nullptr}};
  EXPECT_EQ(pretty(value), R"({
  "a": {},
  "b": [
    1,
    [],
    {
      "x": "["
    }
  ],
  "c": null
}
)");
}

TEST(Write, EqualValuesCompareEqual) {
  EXPECT_EQ(Value(Object{{"a", 1}}), Value(Object{{"a", 1}}));
  EXPECT_NE(Value(Object{{"a", 1}}), Value(Object{{"a", 1.0}}));
}

// Laws: writing and scanning are inverse, whatever the spelling, and the canonical form is a fixed point.
TEST(Write, EverySpellingHasOneCanonicalForm) {
  RandomDocument random(1);
  for (int i = 0; i < 1500; ++i) {
    const Value value = random.value(4);
    const std::string expected = canonical(value);
    const Scanned strict(expected, Form::canonical);
    ASSERT_TRUE(strict.ok()) << strict.reason() << ": " << expected;
    ASSERT_EQ(strict.canonical(), expected);
    const std::string spelling = random.spell(value);
    for (const std::string& text : {spelling, pretty(value)}) {
      const Scanned loose(text, Form::any);
      ASSERT_TRUE(loose.ok()) << loose.reason() << ": " << text;
      ASSERT_EQ(loose.canonical(), expected);
    }
  }
}

// The canonical form of a value is the only text that is accepted for it.
TEST(Write, CanonicalTextIsUnique) {
  RandomDocument random(2);
  int accepted = 0;
  for (int i = 0; i < 30000; ++i) {
    const std::string text = random.mutate(canonical(random.value(2)));
    const Scanned strict(text, Form::canonical);
    if (!strict.ok()) continue;
    ++accepted;
    ASSERT_EQ(strict.canonical(), text);
    ASSERT_TRUE(Scanned(text, Form::any).ok());
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace evidence::json
