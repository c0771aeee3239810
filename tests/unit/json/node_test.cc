#include <gtest/gtest.h>

#include "evidence/json.h"
#include "scanned.h"

namespace evidence::json {
namespace {

TEST(Node, ReadsEveryKind) {
  const Scanned scanned(R"([null,true,false,-3,2.5,"a\n",[],{}])", Form::canonical);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  std::vector<Node> nodes;
  for (const Node node : scanned.root()) nodes.push_back(node);
  ASSERT_EQ(nodes.size(), 8U);
  EXPECT_TRUE(nodes[0].is(Kind::null));
  EXPECT_TRUE(nodes[1].boolean());
  EXPECT_FALSE(nodes[2].boolean());
  EXPECT_EQ(nodes[3].integer(), -3);
  EXPECT_EQ(nodes[3].number(), -3.0);
  EXPECT_EQ(nodes[4].number(), 2.5);
  EXPECT_EQ(nodes[5].string(), "a\n");
  EXPECT_TRUE(nodes[6].is(Kind::array));
  EXPECT_TRUE(nodes[7].is(Kind::object));
  for (const Node node : nodes) EXPECT_EQ(node.size(), 0U);
  for (const Node node : nodes) EXPECT_EQ(node.begin(), node.end());
}

TEST(Node, ChildrenAreInInputOrderWithTheirNames) {
  const Scanned scanned(R"({"b":{"x":[1,[2]],"y":3},"a\u0062":[{"z":0}], "c":4})", Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  std::vector<std::string_view> names;
  for (const Node node : scanned.root()) names.push_back(node.key());
  EXPECT_EQ(names, (std::vector<std::string_view>{"b", "ab", "c"}));
  EXPECT_EQ(scanned.root().size(), 3U);
  EXPECT_EQ(scanned.root().key(), "");
  EXPECT_EQ(scanned.root().member("b")->size(), 2U);
  EXPECT_EQ(scanned.root().member("c")->integer(), 4);
}

TEST(Node, MemberIsFoundByItsWholeNameAmongItsOwn) {
  const Scanned scanned(R"({"a":{"inner":1},"list":["a"]})", Form::canonical);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  EXPECT_TRUE(scanned.root().member("a"));
  EXPECT_FALSE(scanned.root().member("inner"));
  EXPECT_FALSE(scanned.root().member("lis"));
  EXPECT_FALSE(scanned.root().member("list")->member("a"));
  EXPECT_FALSE(scanned.root().member("list")->begin().operator*().member("a"));
}

TEST(Node, RawIsTheInput) {
  const std::string_view text = R"({"s" : "\u0041" , "o":{ "n" : -1.50 } ,"t":true})";
  const Scanned scanned(text, Form::any);
  ASSERT_TRUE(scanned.ok()) << scanned.reason();
  const Node root = scanned.root();
  EXPECT_EQ(root.raw(), text);
  EXPECT_EQ(root.member("s")->raw(), R"("\u0041")");
  EXPECT_EQ(root.member("s")->string(), "A");
  EXPECT_EQ(root.member("o")->raw(), R"({ "n" : -1.50 })");
  EXPECT_EQ(root.member("o")->member("n")->raw(), "-1.50");
  EXPECT_EQ(root.member("t")->raw(), "true");
}

TEST(Node, StringsWithoutEscapesAreNotCopied) {
  const std::string text = R"(["plain"])";
  Document document;
  ASSERT_FALSE(document.scan(text, Form::canonical));
  EXPECT_EQ((*document.root().begin()).string().data(), text.data() + 2);
}

TEST(Node, KindsHaveNames) {
  EXPECT_EQ(kind_name(Kind::null), "null");
  EXPECT_EQ(kind_name(Kind::boolean), "a boolean");
  EXPECT_EQ(kind_name(Kind::integer), "an integer");
  EXPECT_EQ(kind_name(Kind::number), "a number");
  EXPECT_EQ(kind_name(Kind::string), "a string");
  EXPECT_EQ(kind_name(Kind::array), "an array");
  EXPECT_EQ(kind_name(Kind::object), "an object");
}

}  // namespace
}  // namespace evidence::json
