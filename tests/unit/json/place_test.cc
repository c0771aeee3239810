#include <gtest/gtest.h>

#include <array>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

// Reads one text as one value and keeps what was said about it.
class Read {
 public:
  explicit Read(std::string_view text) : scanned_(text, Form::any), place_(scanned_.root(), mistakes_) {}
  const Place& place() const { return place_; }
  // The reason of the only mistake.
  std::string reason() const { return mistakes_.list().size() == 1 ? mistakes_.list()[0].reason : ""; }
  bool clean() const { return mistakes_.empty(); }

 private:
  Scanned scanned_;
  Mistakes mistakes_;
  Place place_;
};

template <typename Function>
void expect_mistake(std::string_view text, std::string_view reason, Function read) {
  SCOPED_TRACE(text);
  const Read one(text);
  EXPECT_FALSE(read(one.place()));
  EXPECT_EQ(one.reason(), reason);
}

TEST(Place, ReadsTheRightKind) {
  const Read text(R"("x\n")");
  EXPECT_EQ(text.place().string(), "x\n");
  const Read integer("-5");
  EXPECT_EQ(integer.place().integer(-5, -5), -5);
  EXPECT_EQ(integer.place().number(), -5.0);
  const Read number("2.5");
  EXPECT_EQ(number.place().number(), 2.5);
  const Read boolean("false");
  EXPECT_EQ(boolean.place().boolean(), false);
  EXPECT_TRUE(boolean.place().expect(Kind::boolean));
  for (const Read* read : {&text, &integer, &number, &boolean}) EXPECT_TRUE(read->clean());
}

TEST(Place, SaysWhatItMustBeAndIs) {
  expect_mistake("1", "must be a string, is an integer", [](const Place& p) { return p.string(); });
  expect_mistake("null", "must be a string, is null", [](const Place& p) { return p.label(); });
  expect_mistake("1.0", "must be an integer, is a number", [](const Place& p) { return p.integer(0, 9); });
  expect_mistake("-0", "must be an integer, is a number", [](const Place& p) { return p.integer(0, 9); });
  expect_mistake("10", "must be from 0 to 9, is 10", [](const Place& p) { return p.integer(0, 9); });
  expect_mistake("-1", "must be from 0 to 9, is -1", [](const Place& p) { return p.integer(0, 9); });
  expect_mistake("\"1\"", "must be a number, is a string", [](const Place& p) { return p.number(); });
  expect_mistake("0", "must be a boolean, is an integer", [](const Place& p) { return p.boolean(); });
  expect_mistake("[]", "must be an object, is an array",
                 [](const Place& p) { return p.expect(Kind::object); });
}

TEST(Place, ChecksStrings) {
  const std::string digest(64, 'a');
  EXPECT_EQ(Read('"' + digest + '"').place().sha256(), digest);
  const std::string_view sha = "must be a SHA-256 (64 lower-case hexadecimal digits)";
  for (const std::string& text :
       {std::string(63, 'a'), std::string(65, 'a'), std::string(64, 'A'), std::string(64, 'g')}) {
    expect_mistake('"' + text + '"', sha, [](const Place& p) { return p.sha256(); });
  }
  EXPECT_EQ(Read("\"s1.A-b_c@d+e\"").place().label(), "s1.A-b_c@d+e");
  const std::string_view label = "must be a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)";
  for (const std::string_view text : {"\"\"", "\"a b\"", "\"a/b\"", "\"..\"", "\"a\\u0000\""}) {
    expect_mistake(text, label, [](const Place& p) { return p.label(); });
  }
  const auto is_short = [](std::string_view text) { return text.size() < 3; };
  EXPECT_EQ(Read("\"ab\"").place().string_where(is_short, "short"), "ab");
  expect_mistake("\"abc\"", "must be short",
                 [&](const Place& p) { return p.string_where(is_short, "short"); });
}

TEST(Place, ChoosesAmongNames) {
  static constexpr std::array<std::string_view, 3> kNames = {"fresh", "same", "none"};
  const auto read = [](const Place& place) { return place.one_of(kNames); };
  EXPECT_EQ(read(Read("\"fresh\"").place()), 0U);
  EXPECT_EQ(read(Read("\"none\"").place()), 2U);
  expect_mistake("\"old\"", R"(must be one of "fresh", "same", "none")", read);
  expect_mistake("true", "must be a string, is a boolean", read);
}

// Follows names and positions from the root and says where it is.
TEST(Place, PathIsExact) {
  const Scanned scanned(R"({"arms":{"fix-524":[0,{"_env":[[7]]}]},"5":{"a b":{"":{"q\"\\\u0007\u009b":1}}}})",
                        Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  Mistakes mistakes;
  const Place root(scanned.root(), mistakes);
  EXPECT_EQ(root.path(), "$");
  std::vector<std::string> paths;
  const std::function<void(const Place&)> visit = [&](const Place& place) {
    paths.push_back(place.path());
    if (place.node().is(Kind::array)) each_element(place, visit);
    if (place.node().is(Kind::object))
      each_member(place, [&](std::string_view, const Place& child) { visit(child); });
  };
  visit(root);
  EXPECT_EQ(paths, (std::vector<std::string>{"$", "$.arms", "$.arms.fix-524", "$.arms.fix-524[0]",
                                             "$.arms.fix-524[1]", "$.arms.fix-524[1]._env",
                                             "$.arms.fix-524[1]._env[0]", "$.arms.fix-524[1]._env[0][0]",
                                             R"($["5"])", R"($["5"]["a b"])", R"($["5"]["a b"][""])",
                                             R"($["5"]["a b"][""]["q\"\\\u0007\u009b"])"}));
  EXPECT_TRUE(mistakes.empty());
}

TEST(Place, LongNamesAreCutInPaths) {
  const std::string name(100000, 'n');
  const Scanned scanned("{\"" + name + "\":1}", Form::any);
  Mistakes mistakes;
  const Place root(scanned.root(), mistakes);
  const Place member(*scanned.root().begin(), root, 0);
  EXPECT_EQ(member.path(), "$[\"" + std::string(128, 'n') + "\"...]");
}

TEST(Place, EachRefusesTheOtherKind) {
  const auto nothing = [](auto&&...) { ADD_FAILURE() << "called"; };
  const Read object("{\"a\":1}");
  each_element(object.place(), nothing);
  EXPECT_EQ(object.reason(), "must be an array, is an object");
  const Read array("[1]");
  each_member(array.place(), nothing);
  EXPECT_EQ(array.reason(), "must be an object, is an array");
}

}  // namespace
}  // namespace evidence::json
