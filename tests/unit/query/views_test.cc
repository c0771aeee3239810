#include "query/views.h"

#include <gtest/gtest.h>

#include "query/refused.h"

namespace evidence::query {
namespace {

constexpr std::size_t kRoom = 64 << 10;

std::string texts(const std::string& sql, std::vector<View> views, std::size_t most_bytes = kRoom) {
  const Query query{sql, std::move(views), {}};
  std::string shown;
  try {
    for (const Text& text : read_texts(query, {"t", "u"}, most_bytes)) {
      shown += (shown.empty() ? "" : ", ") + (text.name.empty() ? "-" : text.name);
      EXPECT_EQ(text.closing.size(), text.tokens.size());
    }
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.refusal().kind, Refusal::Kind::text);
    return "refused: " + refused.refusal().reason;
  }
  return shown;
}

TEST(Views, come_before_what_reads_them) {
  EXPECT_EQ(texts("SELECT a FROM t", {}), "-");
  EXPECT_EQ(texts("SELECT a FROM v",
                  {{"v", "SELECT a FROM w, x"}, {"w", "SELECT a FROM x"}, {"x", "SELECT 1 AS a"}}),
            "x, w, v, -");
}

TEST(Views, that_are_not_used_are_not_read) {
  EXPECT_EQ(texts("SELECT a FROM t", {{"v", "no SQL '"}}), "-");
}

TEST(Views, are_used_where_a_table_can_stand_and_nowhere_else) {
  const std::vector<View> views{{"v", "SELECT 1 AS a"}, {"w", "SELECT 2 AS a"}};
  EXPECT_EQ(texts("SELECT v, v.a AS v, 'v', :v FROM t AS v -- v", views), "-");
  EXPECT_EQ(texts("SELECT 1 FROM \"V\"", views), "v, -");
  EXPECT_EQ(texts("SELECT (SELECT a FROM v) FROM (t JOIN w) WHERE a IN (SELECT a FROM v)", views), "v, w, -");
}

TEST(Views, may_give_their_name_to_a_column) {
  EXPECT_EQ(texts("SELECT same FROM same", {{"same", "SELECT a = b AS same FROM t"}}), "same, -");
}

TEST(Views, that_read_themselves_are_refused) {
  EXPECT_EQ(texts("SELECT 1 FROM v", {{"v", "SELECT 1 FROM v"}}), "refused: view v reads itself");
  EXPECT_EQ(texts("SELECT 1 FROM v", {{"v", "SELECT 1 FROM w"}, {"w", "SELECT 1 FROM t, V"}}),
            "refused: view v reads itself");
  EXPECT_EQ(texts("SELECT 1 FROM t", {{"v", "SELECT 1 FROM v"}}), "-");
}

TEST(Views, have_names_of_their_own) {
  EXPECT_EQ(texts("SELECT 1", {{"t", "SELECT 1"}}), "refused: view t has the name of a table");
  EXPECT_EQ(texts("SELECT 1", {{"v", "SELECT 1"}, {"v", "SELECT 2"}}), "refused: two views are named v");
  EXPECT_EQ(texts("SELECT 1", {{"main", "SELECT 1"}}), "refused: a view cannot be named main");
  EXPECT_EQ(texts("SELECT 1", {{"a b", "SELECT 1"}}), "refused: a view cannot be named a b");
  EXPECT_EQ(texts("SELECT 1", {{"\x1b[2J", "SELECT 1"}}), "refused: a view cannot be named \\x1b[2J");
}

TEST(Views, are_named_in_what_is_wrong_with_them) {
  EXPECT_EQ(texts("SELECT 1 FROM v", {{"v", "SELECT\na / b"}}),
            "refused: view v: line 2: '/' is refused, it cuts integers off: use ratio(a, b)");
  EXPECT_EQ(texts("SELECT 1 FROM v", {{"v", "SELECT 'a"}}), "refused: view v: line 1: a string has no end");
  EXPECT_EQ(texts("SELECT 1 FROM v", {{"v", ""}}), "refused: view v: it is empty");
}

TEST(Views, count_towards_the_bytes) {
  const std::vector<View> views{{"v", "SELECT 1"}, {"w", "SELECT 22222222222222222222"}};
  EXPECT_EQ(texts("SELECT 1 FROM v", views, 23), "v, -");
  EXPECT_EQ(texts("SELECT 1 FROM v", views, 22), "refused: it has more than 22 bytes with its views");
}

// A chain of views, each of which reads the one before it `times` times.
std::vector<View> chain(std::size_t length, std::size_t times) {
  std::vector<View> views{{"v0", "SELECT 1 AS a FROM t"}};
  for (std::size_t i = 1; i < length; ++i) {
    const std::string before = "v" + std::to_string(i - 1);
    std::string sql = "SELECT 1 AS a FROM " + before;
    for (std::size_t j = 1; j < times; ++j) sql += ", " + before;
    views.push_back({"v" + std::to_string(i), sql});
  }
  return views;
}

TEST(Views, are_bounded_in_number_and_in_what_they_expand_to) {
  EXPECT_TRUE(texts("SELECT a FROM v63", chain(64, 1)).ends_with("v63, -"));
  EXPECT_EQ(texts("SELECT a FROM v64", chain(65, 1)), "refused: it reads more than 64 views");
  EXPECT_TRUE(texts("SELECT a FROM v7", chain(8, 2)).ends_with("v7, -"));
  EXPECT_EQ(texts("SELECT a FROM v8", chain(9, 2)),
            "refused: view v8: it reads more than 500 tables when its views are expanded");
}

TEST(Expression, is_a_text_without_views) {
  const Text text = read_expression("a AND 'b' = :c", kRoom);
  EXPECT_EQ(text.label(), "");
  EXPECT_EQ(text.all_of(Token::Kind::string), (std::set<std::string>{"b"}));
  EXPECT_EQ(text.all_of(Token::Kind::parameter), (std::set<std::string>{"c"}));
  EXPECT_THROW(read_expression("a AND b", 6), Refused);
}

}  // namespace
}  // namespace evidence::query
