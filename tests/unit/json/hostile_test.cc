// Texts that JSON readers understand differently or die from: each must be refused, for its own reason, at
// its place.

#include <gtest/gtest.h>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

using namespace std::string_literals;

struct Row {
  std::string name;
  std::string text;
  std::size_t line;
  std::size_t offset;
  std::string reason;
};

const std::string kInexact = "an integer must be within -9007199254740991 and 9007199254740991 to be exact";

std::string repeated(std::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

void expect_refused(const std::vector<Row>& rows, Form form) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Scanned scanned(row.text, form);
    ASSERT_FALSE(scanned.ok());
    EXPECT_EQ(scanned.error().reason, row.reason);
    EXPECT_EQ(scanned.error().offset, row.offset);
    EXPECT_EQ(scanned.error().line, row.line);
  }
}

TEST(Hostile, EqualMembers) {
  const std::vector<Row> rows = {
      {"top", R"({"limit":1,"limit":2})", 1, 11, R"(member "limit" stands twice)"},
      {"nested", R"({"pins":{"p":1,"p":2}})", 1, 15, R"(member "p" stands twice)"},
      {"in an array", R"([{},{"p":1,"p":2}])", 1, 11, R"(member "p" stands twice)"},
      {"empty name", R"({"":1,"":2})", 1, 6, R"(member "" stands twice)"},
      {"beyond ASCII", "{\"\xC3\xA9\":1,\"\xC3\xA9\":2}", 1, 8, "member \"\xC3\xA9\" stands twice"},
      {"hidden control", R"({"\u0000":1,"\u0000":2})", 1, 12, R"(member "\u0000" stands twice)"},
  };
  expect_refused(rows, Form::any);
  expect_refused(rows, Form::canonical);
  expect_refused(
      {
          {"apart", "{\"p\":1,\n\"q\":2,\n\"p\":3}", 3, 15, R"(member "p" stands twice)"},
          {"escaped", R"({"p":1,"\u0070":2})", 1, 7, R"(member "p" stands twice)"},
          {"escaped first", R"({"\u0070":1,"p":2})", 1, 12, R"(member "p" stands twice)"},
          {"around an object", R"({"p":{"q":1},"p":2})", 1, 13, R"(member "p" stands twice)"},
          {"pair of escapes", "{\"\\ud83d\\ude00\":1,\"\xF0\x9F\x98\x80\":2}", 1, 18,
           "member \"\xF0\x9F\x98\x80\" stands twice"},
      },
      Form::any);
}

TEST(Hostile, AlmostEqualMembersAreDifferent) {
  for (const std::string_view text :
       {R"({"arm":1,"Arm":2})", R"({"arm":1,"arm\u0000":2})", R"({"p":{"p":{"p":1}}})",
        R"([{"p":1},{"p":1}])", "{\"\xC3\xA9\":1,\"e\xCC\x81\":2}"}) {
    EXPECT_TRUE(Scanned(text, Form::any).ok()) << text;
  }
}

// Around the number of members from which names are sorted.
TEST(Hostile, EqualMembersAmongMany) {
  for (int count = 2; count < 40; ++count) {
    for (int twin = 0; twin < count; ++twin) {
      std::string text = "{";
      for (int i = 0; i < count; ++i) text += "\"k" + std::to_string(i) + "\":{\"k0\":0},";
      const std::size_t offset = text.size();
      text += "\"k" + std::to_string(twin) + "\":0}";
      const Scanned scanned(text, Form::any);
      ASSERT_EQ(scanned.reason(), "member \"k" + std::to_string(twin) + "\" stands twice");
      ASSERT_EQ(scanned.error().offset, offset);
    }
  }
}

TEST(Hostile, WideObject) {
  std::string text = "{";
  for (int i = 0; i < 200000; ++i)
    text += "\"a rather long common beginning " + std::to_string(i) + "\":\"v\",";
  const std::size_t offset = text.size();
  const Scanned good(text + "\"last\":0}", Form::any);
  ASSERT_TRUE(good.ok()) << good.reason();
  EXPECT_EQ(good.root().size(), 200001U);
  const Scanned bad(text + "\"a rather long common beginning 77\":0}", Form::any);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.error().offset, offset);
}

TEST(Hostile, Numbers) {
  const std::vector<Row> rows = {
      {"NaN", R"({"x":NaN})", 1, 5, "NaN and infinities are not allowed"},
      {"Infinity", "[Infinity]", 1, 1, "NaN and infinities are not allowed"},
      {"negative infinity", "[-Infinity]", 1, 1, "NaN and infinities are not allowed"},
      {"overflow", R"({"x":1e999})", 1, 5, "the number is too large for a double"},
      {"overflow below", "[-1e309]", 1, 1, "the number is too large for a double"},
      {"huge exponent", "1e99999999999999999999", 1, 0, "the number is too large for a double"},
      {"small mantissa", "0.0001e400", 1, 0, "the number is too large for a double"},
      {"long mantissa", repeated("9", 400) + ".5", 1, 0, "the number is too large for a double"},
      {"just too large", "1.7976931348623159e308", 1, 0, "the number is too large for a double"},
      {"2^53", "[9007199254740992]", 1, 1, kInexact},
      {"2^53 + 2", "9007199254740994", 1, 0, kInexact},
      {"-2^53", "-9007199254740992", 1, 0, kInexact},
      {"2^64 + 1", "18446744073709551617", 1, 0, kInexact},
      {"many digits", repeated("7", 100000), 1, 0, kInexact},
      {"leading zero", "[01]", 1, 1, "a number must not begin with 0"},
      {"negative leading zero", "-00.5", 1, 1, "a number must not begin with 0"},
      {"plus", "[+1]", 1, 1, "expected a value"},
      {"no integer", "[.5]", 1, 1, "expected a value"},
      {"minus alone", "[-]", 1, 2, "a number needs a digit after '-'"},
      {"no fraction", "[1.]", 1, 3, "a number needs a digit after '.'"},
      {"no exponent", "[1e]", 1, 3, "a number needs a digit in its exponent"},
      {"no signed exponent", "1e+", 1, 3, "a number needs a digit in its exponent"},
      {"hexadecimal", "[0x10]", 1, 2, "expected ',' or ']'"},
      {"two points", "[1.2.3]", 1, 4, "expected ',' or ']'"},
  };
  expect_refused(rows, Form::any);
  expect_refused(rows, Form::canonical);
}

TEST(Hostile, Nesting) {
  const std::vector<Row> rows = {
      {"brackets", R"({"arm":)" + repeated("[", 200000) + repeated("]", 200000) + "}", 1, 70,
       "nested deeper than 64"},
      {"objects", repeated(R"({"a":)", 50000) + "1" + repeated("}", 50000), 1, 320, "nested deeper than 64"},
      {"never closed", repeated("[", 64), 1, 64, "the text ends where a value is expected"},
  };
  expect_refused(rows, Form::any);
  expect_refused(rows, Form::canonical);
}

TEST(Hostile, Structure) {
  const std::vector<Row> rows = {
      {"empty", "", 1, 0, "the text is empty"},
      {"byte order mark", "\xEF\xBB\xBF{}", 1, 0, "a byte order mark is not allowed"},
      {"UTF-16", "\xFF\xFE{\0}\0"s, 1, 0, "expected a value"},
      {"tail", R"({"a":1}x)", 1, 7, "more text after the value"},
      {"NUL after the value", "{}\0"s, 1, 2, "more text after the value"},
      {"two documents", "{}{}", 1, 2, "more text after the value"},
      {"line comment", "[// no\n1]", 1, 1, "comments are not allowed"},
      {"comment", R"({"a":1,/* c */"b":2})", 1, 7, "comments are not allowed"},
      {"hash comment", "# c\n{}", 1, 0, "comments are not allowed"},
      {"trailing comma in array", "[1,]", 1, 3, "expected a value"},
      {"trailing comma in object", R"({"a":1,})", 1, 7, "expected a member's name in double quotes"},
      {"leading comma", "[,1]", 1, 1, "expected a value"},
      {"two commas", "[1,,2]", 1, 3, "expected a value"},
      {"no comma", "[1[2]]", 1, 2, "expected ',' or ']'"},
      {"no colon", R"({"a"1})", 1, 4, "expected ':'"},
      {"no value", R"({"a":})", 1, 5, "expected a value"},
      {"bare name", "{a:1}", 1, 1, "expected a member's name in double quotes"},
      {"number as name", "{1:1}", 1, 1, "expected a member's name in double quotes"},
      {"single quotes", "['a']", 1, 1, "expected a value"},
      {"wrong end of array", "[1}", 1, 2, "expected ',' or ']'"},
      {"wrong end of object", R"({"a":1])", 1, 6, "expected ',' or '}'"},
      {"lone end", "]", 1, 0, "expected a value"},
      {"unclosed array", "[1", 1, 2, "the text ends where ',' or ']' is expected"},
      {"unclosed object", R"({"a":1)", 1, 6, "the text ends where ',' or '}' is expected"},
      {"misspelt", "[True]", 1, 1, "expected a value"},
      {"cut literal", "nul", 1, 0, "expected a value"},
      {"glued literals", "[truefalse]", 1, 5, "expected ',' or ']'"},
      {"form feed", "\f1", 1, 0, "expected a value"},
      {"no-break space",
       "\xC2\xA0"
       "1",
       1, 0, "expected a value"},
  };
  expect_refused(rows, Form::any);
  expect_refused(rows, Form::canonical);
  expect_refused(
      {
          {"blank", " \n\t\n", 3, 4, "the text is empty"},
          {"two documents in lines", "{\"a\":1}\n{\"a\":2}\n", 2, 8, "more text after the value"},
          {"tail after blank", "{\"a\":1} x", 1, 8, "more text after the value"},
          {"byte order mark later", " \xEF\xBB\xBF{}", 1, 1, "expected a value"},
      },
      Form::any);
}

TEST(Hostile, Strings) {
  const std::string control = "a control character in a string must be escaped";
  const std::string four = "\\u needs four hexadecimal digits";
  const std::vector<Row> rows = {
      {"bad byte", "{\"a\xFF\":1}", 1, 3, "not UTF-8"},
      {"stray continuation", "\"\x80\"", 1, 1, "not UTF-8"},
      {"overlong slash", "\"\xC0\xAF\"", 1, 1, "not UTF-8"},
      {"overlong in three", "\"\xE0\x9F\xBF\"", 1, 1, "not UTF-8"},
      {"overlong in four", "\"\xF0\x8F\xBF\xBF\"", 1, 1, "not UTF-8"},
      {"surrogate in UTF-8", "\"\xED\xA0\x80\"", 1, 1, "not UTF-8"},
      {"beyond U+10FFFF", "\"\xF4\x90\x80\x80\"", 1, 1, "not UTF-8"},
      {"five bytes", "\"\xF8\x88\x80\x80\x80\"", 1, 1, "not UTF-8"},
      {"cut sequence", "\"\xE2\x82\"", 1, 1, "not UTF-8"},
      {"cut by the end", "\"\xF0\x9F\x98", 1, 1, "not UTF-8"},
      {"bad byte behind a backslash", "\"\\\xFF\"", 1, 2, "not UTF-8"},
      {"line feed", "\"a\nb\"", 1, 2, control},
      {"NUL", "\"\0\""s, 1, 1, control},
      {"unit separator", "\"\x1f\"", 1, 1, control},
      {"unclosed", "[\"abc", 1, 5, "the text ends inside a string"},
      {"escaped quote at the end", R"("abc\")", 1, 6, "the text ends inside a string"},
      {"backslash at the end", "\"\\", 1, 2, "the text ends inside a string"},
      {"unknown escape", R"("\x41")", 1, 1, "unknown escape in a string"},
      {"upper-case escape", R"("\N")", 1, 1, "unknown escape in a string"},
      {"escaped letter beyond ASCII", "\"\\\xC3\xA9\"", 1, 1, "unknown escape in a string"},
      {"three digits", R"("\u004")", 1, 1, four},
      {"not hexadecimal", R"("\u00g1")", 1, 1, four},
      {"signed", R"("\u+041")", 1, 1, four},
      {"lone high surrogate", R"({"a":"\ud800"})", 1, 6, "lone surrogate in a string"},
      {"lone low surrogate", R"("\udc00")", 1, 1, "lone surrogate in a string"},
      {"high and high", R"("\ud800\ud800")", 1, 1, "lone surrogate in a string"},
      {"high and letter", R"("\ud83dxude00")", 1, 1, "lone surrogate in a string"},
      {"pair in the wrong order", R"("\ude00\ud83d")", 1, 1, "lone surrogate in a string"},
      {"pair cut", R"("\ud83d\ude0")", 1, 1, "lone surrogate in a string"},
      {"in a name", R"({"\ud800":1})", 1, 2, "lone surrogate in a string"},
  };
  expect_refused(rows, Form::any);
  expect_refused(rows, Form::canonical);
}

// A reason goes to a terminal: nothing of the input may act there, or flood it.
TEST(Hostile, NamesInReasonsAreHarmless) {
  const std::string odd = "\x1b[2J\x7f\xC2\x9B\xE2\x80\xAE\xE2\x81\xA6";
  const std::string spelt = R"(\u001b[2J)" + odd.substr(4);
  const Scanned scanned("{\"" + spelt + "\":1,\"" + spelt + "\":2}", Form::any);
  EXPECT_EQ(scanned.reason(), R"(member "\u001b[2J\u007f\u009b\u202e\u2066" stands twice)");

  const std::string name = repeated("x", 127) + "\xE2\x82\xAC" + repeated("y", 100000);
  const Scanned flood("{\"" + name + "\":1,\"" + name + "\":2}", Form::any);
  EXPECT_EQ(flood.reason(), "member \"" + repeated("x", 127) + "\"... stands twice");
}

}  // namespace
}  // namespace evidence::json
