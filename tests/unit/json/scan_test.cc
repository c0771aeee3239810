#include <gtest/gtest.h>

#include <vector>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

struct Accepted {
  std::string_view text;
  Kind kind;
  std::string_view canonical;
};

// What RFC 8259 allows; `canonical` is what it becomes.
const Accepted kAccepted[] = {
    {" null\n", Kind::null, "null"},
    {"true", Kind::boolean, "true"},
    {"\t false \r\n", Kind::boolean, "false"},
    {"0", Kind::integer, "0"},
    {"-1", Kind::integer, "-1"},
    {"9007199254740991", Kind::integer, "9007199254740991"},
    {"-9007199254740991", Kind::integer, "-9007199254740991"},
    {"-0", Kind::number, "0"},
    {"-0.0", Kind::number, "0"},
    {"0e5", Kind::number, "0"},
    {"1.0", Kind::number, "1"},
    {"1e3", Kind::number, "1000"},
    {"1E+2", Kind::number, "100"},
    {"12.50e-1", Kind::number, "1.25"},
    {"1e21", Kind::number, "1e+21"},
    {"1e308", Kind::number, "1e+308"},
    {"1.7976931348623158e308", Kind::number, "1.7976931348623157e+308"},
    {"1e-999", Kind::number, "0"},
    {"-1e-99999999999999999999", Kind::number, "0"},
    {"0e99999999999999999999", Kind::number, "0"},
    {"2e-324", Kind::number, "0"},
    {"3e-324", Kind::number, "5e-324"},
    {R"("")", Kind::string, R"("")"},
    {R"("\u0041\/\b\f\n\r\t\"\\")", Kind::string, R"("A/\b\f\n\r\t\"\\")"},
    {R"("\uD83D\uDE00\u00E9\u20ac")", Kind::string, "\"\xF0\x9F\x98\x80\xC3\xA9\xE2\x82\xAC\""},
    {R"("\u0000")", Kind::string, R"("\u0000")"},
    {"\"\x7f\"", Kind::string, "\"\x7f\""},
    {"[ ]", Kind::array, "[]"},
    {"[ 1 , [ ] ,{ } ]", Kind::array, "[1,[],{}]"},
    {R"({ "b" : 1 , "a":[2]})", Kind::object, R"({"a":[2],"b":1})"},
    {R"({"":0})", Kind::object, R"({"":0})"},
};

TEST(Scan, AcceptsWhatJsonAllows) {
  for (const Accepted& row : kAccepted) {
    SCOPED_TRACE(row.text);
    const Scanned scanned(row.text, Form::any);
    ASSERT_TRUE(scanned.ok()) << scanned.reason();
    EXPECT_EQ(scanned.root().kind(), row.kind);
    EXPECT_EQ(scanned.canonical(), row.canonical);
    EXPECT_EQ(Scanned(row.text, Form::canonical).ok(), row.text == row.canonical);
    EXPECT_TRUE(Scanned(row.canonical, Form::canonical).ok());
  }
}

struct NotCanonical {
  std::string_view text;
  std::size_t offset;
  std::string_view reason;
};

// Allowed in Form::any.
const NotCanonical kNotCanonical[] = {
    {"[1 ]", 2, "white space is not canonical"},
    {"[ 1]", 1, "white space is not canonical"},
    {"{\"a\": 1}", 5, "white space is not canonical"},
    {"{\"a\" :1}", 4, "white space is not canonical"},
    {"\n1", 0, "white space is not canonical"},
    {"1\n", 1, "more text after the value"},
    {"-0", 0, "number is not canonical: must be 0"},
    {"[1.0]", 1, "number is not canonical: must be 1"},
    {"1e3", 0, "number is not canonical: must be 1000"},
    {"1e21", 0, "number is not canonical: must be 1e+21"},
    {"1E+21", 0, "number is not canonical: must be 1e+21"},
    {"0.10", 0, "number is not canonical: must be 0.1"},
    {"0.0000001", 0, "number is not canonical: must be 1e-7"},
    {"1e-999", 0, "number is not canonical: must be 0"},
    {"0.10000000000000001", 0, "number is not canonical: must be 0.1"},
    {R"("a\/b")", 2, "escape \\/ is not canonical"},
    {R"("\u0041")", 1, "escape \\u0041 is not canonical"},
    {R"("\u000a")", 1, "escape \\u000a is not canonical"},
    {R"("\u000B")", 1, "escape \\u000B is not canonical"},
    {R"("\u007f")", 1, "escape \\u007f is not canonical"},
    {R"("\u00e9")", 1, "escape \\u00e9 is not canonical"},
    {R"("\ud83d\ude00")", 1, "escape \\ud83d\\ude00 is not canonical"},
    {R"({"b":1,"a":2})", 7, R"(members are not sorted: "a" stands after "b")"},
    {R"({"a":1,"":2})", 7, R"(members are not sorted: "" stands after "a")"},
    {"{\"\xEF\xBF\xBF\":1,\"\xF0\x9F\x98\x80\":2}", 9,
     "members are not sorted: \"\xF0\x9F\x98\x80\" stands after \"\xEF\xBF\xBF\""},
};

TEST(Scan, CanonicalRefusesOtherSpellings) {
  for (const NotCanonical& row : kNotCanonical) {
    SCOPED_TRACE(row.text);
    EXPECT_TRUE(Scanned(row.text, Form::any).ok());
    const Scanned scanned(row.text, Form::canonical);
    ASSERT_FALSE(scanned.ok());
    EXPECT_EQ(scanned.error().reason, row.reason);
    EXPECT_EQ(scanned.error().offset, row.offset);
  }
}

TEST(Scan, CanonicalAcceptsDoublesInTheirForm) {
  for (const std::string_view text : {"1e+21", "-1.5e-7", "0.000001", "4.5", "1.7976931348623157e+308"}) {
    EXPECT_TRUE(Scanned(text, Form::canonical).ok()) << text;
    EXPECT_EQ(Scanned(text, Form::canonical).root().kind(), Kind::number);
  }
}

TEST(Scan, DepthIsCountedInOpenContainers) {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += i % 2 == 0 ? "[" : "{\"a\":";
    text += "1";
    for (int i = depth; i-- > 0;) text += i % 2 == 0 ? "]" : "}";
    return text;
  };
  for (const Form form : {Form::any, Form::canonical}) {
    EXPECT_TRUE(Scanned(nested(kMaxDepth), form).ok());
    EXPECT_EQ(Scanned(nested(kMaxDepth + 1), form).reason(), "nested deeper than 64");
  }
}

// Strings of every length around the eight bytes that are looked at together, with the end of the text close
// by.
TEST(Scan, FindsTheEndOfEveryString) {
  const std::string_view specials[] = {"", "\xC3\xA9", "\\n", "\\\"", "\\\\", "\x7f", "!", "#", "[", "]"};
  for (std::size_t before = 0; before < 20; ++before) {
    for (const std::string_view special : specials) {
      for (std::size_t after = 0; after < 20; ++after) {
        const std::string text =
            "\"" + std::string(before, 'x') + std::string(special) + std::string(after, 'y') + "\"";
        const Scanned whole(text, Form::canonical);
        ASSERT_TRUE(whole.ok()) << text;
        ASSERT_EQ(whole.canonical(), text);
        ASSERT_EQ(Scanned(text.substr(0, text.size() - 1), Form::any).reason(),
                  "the text ends inside a string");
      }
    }
  }
}

TEST(Scan, EveryControlCharacterAndBadByteIsSeenAtEveryPlace) {
  for (int byte = 0; byte < 256; ++byte) {
    const bool is_control = byte < 0x20;
    if (!is_control && byte < 0x80) continue;
    for (std::size_t before = 0; before < 18; ++before) {
      const std::string text =
          "\"" + std::string(before, 'x') + static_cast<char>(byte) + std::string(9, 'y') + "\"";
      const Scanned scanned(text, Form::any);
      ASSERT_EQ(scanned.reason(),
                is_control ? "a control character in a string must be escaped" : "not UTF-8");
      ASSERT_EQ(scanned.error().offset, before + 1);
    }
  }
}

TEST(Scan, EveryPrefixIsRefused) {
  const std::string_view text = "{\"a\":[1,-2.5e-7,true,null,\"\xF0\x9F\x98\x80\\n\"],\"b\":{\"c\":false}}";
  ASSERT_TRUE(Scanned(text, Form::canonical).ok());
  for (std::size_t size = 0; size < text.size(); ++size) {
    for (const Form form : {Form::any, Form::canonical}) {
      const Scanned scanned(text.substr(0, size), form);
      ASSERT_FALSE(scanned.ok()) << size;
      ASSERT_LE(scanned.error().offset, size);
    }
  }
}

TEST(Scan, LineIsThatOfTheOffset) {
  const Scanned scanned("{\n  \"a\": 1,\r\n\n  \"b\": x\n}", Form::any);
  ASSERT_FALSE(scanned.ok());
  EXPECT_EQ(scanned.error().line, 4U);
  EXPECT_EQ(scanned.error().offset, 21U);
  EXPECT_EQ(scanned.error().reason, "expected a value");
}

TEST(Scan, DocumentIsReusedAfterSuccessAndFailure) {
  Document document;
  const std::string first = R"(["\u0041","\n\n\n"])";
  const std::string longer = R"({"k\t":")" + std::string(10000, 'z') + R"(\n","l":"\u00e9"})";
  for (int i = 0; i < 3; ++i) {
    ASSERT_FALSE(document.scan(first, Form::any));
    EXPECT_EQ(canonical(to_value(document.root())), R"(["A","\n\n\n"])");
    ASSERT_TRUE(document.scan(R"({"a":{"b":["\n"]},"c":)", Form::any));
    ASSERT_FALSE(document.scan(longer, Form::any));
    EXPECT_EQ(document.root().member("k\t")->string(), std::string(10000, 'z') + "\n");
    EXPECT_EQ(document.root().member("l")->string(), "\xC3\xA9");
  }
}

TEST(Scan, DocumentCanBeMovedAndTheOldOneUsedAgain) {
  Document document;
  const std::string text = R"({"a":"\n"})";
  ASSERT_FALSE(document.scan(text, Form::canonical));
  Document other = std::move(document);
  EXPECT_EQ(other.root().member("a")->string(), "\n");
  document = Document();
  ASSERT_FALSE(document.scan("[1]", Form::canonical));
  EXPECT_EQ(document.root().size(), 1U);
}

TEST(Scan, UnescapedViewsStayWhileOthersAreAdded) {
  std::string text = "[";
  for (int i = 0; i < 5000; ++i) text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\\n\"";
  text += "]";
  Document document;
  ASSERT_FALSE(document.scan(text, Form::canonical));
  int i = 0;
  for (const Node node : document.root()) ASSERT_EQ(node.string(), std::to_string(i++) + "\n");
  EXPECT_EQ(i, 5000);
}

}  // namespace
}  // namespace evidence::json
