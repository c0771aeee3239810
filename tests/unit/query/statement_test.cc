#include "query/statement.h"

#include <gtest/gtest.h>

#include "fixture.h"
#include "query/refused.h"

namespace evidence::query {
namespace {

Statement statement(const Query& query) {
  const std::vector<Table> tables = sample_tables();
  return make_statement(read_texts(query, {"t", "u", "numbers", "empty"}, 1000), tables, query.filters);
}

TEST(Statement, is_the_text_alone) {
  const Statement made = statement({"SELECT 1 -- one", {}, {}});
  EXPECT_EQ(made.sql, "\nSELECT 1 -- one");
  EXPECT_TRUE(made.defined.empty());
}

TEST(Statement, defines_filtered_tables_and_then_views) {
  const Statement made = statement({"SELECT a FROM v",
                                    {{"w", "SELECT a FROM t -- w"}, {"v", "SELECT a FROM w"}},
                                    {{"a", {"1"}}, {"c", {"it's", "x"}}, {"other", {"y"}}}});
  EXPECT_EQ(made.sql,
            "WITH \"t\" AS (\nSELECT * FROM main.\"t\" WHERE \"a\" IN ('1')\n),\n"
            "\"u\" AS (\nSELECT * FROM main.\"u\" WHERE \"a\" IN ('1') AND \"c\" IN ('it''s', 'x')\n),\n"
            "\"w\" AS (\nSELECT a FROM t -- w\n),\n"
            "\"v\" AS (\nSELECT a FROM w\n)\n"
            "SELECT a FROM v");
  EXPECT_EQ(made.defined, (std::set<std::string, std::less<>>{"t", "u", "v", "w"}));
}

TEST(Statement, quotes_names) {
  EXPECT_EQ(quoted_name("a\"b"), "\"a\"\"b\"");
}

TEST(Statement, refuses_a_filter_for_what_no_text_can_be) {
  EXPECT_THROW(statement({"SELECT 1", {}, {{"a", {std::string("\0", 1)}}}}), Refused);
  EXPECT_THROW(statement({"SELECT 1", {}, {{"a", {"\xc0\x80"}}}}), Refused);
}

}  // namespace
}  // namespace evidence::query
