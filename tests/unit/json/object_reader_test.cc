#include <gtest/gtest.h>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

TEST(ObjectReader, ReadsMembers) {
  const std::string digest(64, '0');
  const Scanned scanned(
      R"({"name":"n m","role":"engine","sha256":")" + digest + R"(","count":3,"list":[1],"no":null})",
      Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  Mistakes mistakes;
  ObjectReader reader(Place(scanned.root(), mistakes));
  EXPECT_EQ(reader.required_string("name"), "n m");
  EXPECT_EQ(reader.required_label("role"), "engine");
  EXPECT_EQ(reader.required_sha256("sha256"), digest);
  EXPECT_EQ(reader.required_integer("count", 1, 3), 3);
  EXPECT_TRUE(reader.required("list"));
  EXPECT_FALSE(reader.maybe("absent"));
  EXPECT_TRUE(reader.maybe("no"));
  EXPECT_TRUE(reader.has("count"));
  EXPECT_FALSE(reader.has("absent"));
  reader.finish();
  EXPECT_TRUE(mistakes.empty());
}

// Everything that is wrong in one text is told at once, each with its place.
TEST(ObjectReader, CollectsEveryMistake) {
  const Scanned scanned(
      R"({"name":7,"starts":[{"id":"s1"},{"id":"s 2","odd":0},{}, 5],"role":"","extra":{"x":1},"od\"d":2})",
      Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  Mistakes mistakes;
  ObjectReader reader(Place(scanned.root(), mistakes));
  EXPECT_FALSE(reader.required_string("name"));
  EXPECT_FALSE(reader.required_label("role"));
  EXPECT_FALSE(reader.required_sha256("digest"));
  EXPECT_FALSE(reader.required_integer("count", 0, 1));
  if (const auto starts = reader.required("starts")) {
    each_element(*starts, [](const Place& place) {
      ObjectReader start(place);
      start.required_label("id");
      start.finish();
    });
  }
  reader.finish();
  const std::string label = "must be a label (1 to 64 of A-Z a-z 0-9 . _ + @ -)";
  EXPECT_EQ(mistakes.list(), (std::vector<Mistake>{
                                 {"$.name", "must be a string, is an integer"},
                                 {"$.role", label},
                                 {"$", "member \"digest\" is missing"},
                                 {"$", "member \"count\" is missing"},
                                 {"$.starts[1].id", label},
                                 {"$.starts[1].odd", "unknown member"},
                                 {"$.starts[2]", "member \"id\" is missing"},
                                 {"$.starts[3]", "must be an object, is an integer"},
                                 {"$.extra", "unknown member"},
                                 {R"($["od\"d"])", "unknown member"},
                             }));
}

TEST(ObjectReader, SomethingElseIsOneMistake) {
  const Scanned scanned(R"(["name"])", Form::any);
  Mistakes mistakes;
  ObjectReader reader(Place(scanned.root(), mistakes));
  EXPECT_FALSE(reader.required("name"));
  EXPECT_FALSE(reader.required_string("name"));
  EXPECT_FALSE(reader.maybe("name"));
  EXPECT_FALSE(reader.has("name"));
  reader.finish();
  EXPECT_EQ(mistakes.list(), (std::vector<Mistake>{{"$", "must be an object, is an array"}}));
}

TEST(ObjectReader, HavingIsNotAsking) {
  const Scanned scanned(R"({"a":1})", Form::any);
  Mistakes mistakes;
  ObjectReader reader(Place(scanned.root(), mistakes));
  EXPECT_TRUE(reader.has("a"));
  reader.finish();
  EXPECT_EQ(mistakes.list(), (std::vector<Mistake>{{"$.a", "unknown member"}}));
}

TEST(ObjectReader, ANameIsAskedForAsAWhole) {
  const Scanned scanned(R"({"a\u0000":1,"A":2})", Form::any);
  Mistakes mistakes;
  ObjectReader reader(Place(scanned.root(), mistakes));
  EXPECT_FALSE(reader.maybe("a"));
  reader.finish();
  EXPECT_EQ(mistakes.list(),
            (std::vector<Mistake>{{R"($["a\u0000"])", "unknown member"}, {"$.A", "unknown member"}}));
}

}  // namespace
}  // namespace evidence::json
