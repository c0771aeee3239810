#include "query/text_rules.h"

#include <gtest/gtest.h>

#include "query/refused.h"

namespace evidence::query {
namespace {

using Check = void (*)(std::span<const Token> tokens);

std::string reason(Check check, std::string_view sql) {
  try {
    check(tokenize(sql));
    return "";
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.refusal().kind, Refusal::Kind::text);
    return refused.refusal().reason;
  }
}

struct Rule {
  const char* title;
  std::string sql;
  const char* reason;  // empty if it is accepted
};

class SelectRules : public testing::TestWithParam<Rule> {};

TEST_P(SelectRules, hold) {
  const std::string said = reason(check_select, GetParam().sql);
  if (*GetParam().reason == '\0') {
    EXPECT_EQ(said, "");
  } else {
    EXPECT_NE(said.find(GetParam().reason), std::string::npos) << said;
  }
}

INSTANTIATE_TEST_SUITE_P(
    refused, SelectRules,
    testing::Values(
        Rule{"empty", "", "it is empty"}, Rule{"only_comments", "-- SELECT", "it is empty"},
        Rule{"not_select", "VALUES (1)", "does not begin with SELECT"},
        Rule{"quoted_select", "\"select\" 1", "does not begin with SELECT"},
        Rule{"parenthesis", "(SELECT 1)", "does not begin with SELECT"},
        Rule{"semicolon", "SELECT 1;", "one statement"}, Rule{"natural", "SELECT Natural", "NATURAL"},
        Rule{"using", "SELECT using", "USING"}, Rule{"with", "SELECT with", "WITH"},
        Rule{"recursive", "SELECT recursive", "RECURSIVE"}, Rule{"like", "SELECT like", "use GLOB"},
        Rule{"regexp", "SELECT regexp", "use GLOB"}, Rule{"match", "SELECT match", "use GLOB"},
        Rule{"cast", "SELECT cast", "CAST"}, Rule{"collate", "SELECT collate", "COLLATE"},
        Rule{"attach", "SELECT attach", "ATTACH"}, Rule{"pragma", "SELECT pragma", "PRAGMA"},
        Rule{"values", "SELECT values", "VALUES"}, Rule{"indexed", "SELECT indexed", "INDEXED"},
        Rule{"division", "SELECT a/b", "ratio(a, b)"}, Rule{"remainder", "SELECT a%b", "mod(a, b)"},
        Rule{"arrow", "SELECT a->b", "no JSON"}, Rule{"long_arrow", "SELECT a->>b", "no JSON"},
        Rule{"main", "SELECT Main.a", "schema main"}, Rule{"temp", "SELECT \"temp\".a", "schema temp"},
        Rule{"main_as_an_alias", "SELECT a AS main", "schema main"},
        Rule{"rowid", "SELECT ROWID", "rowid is refused"}, Rule{"oid", "SELECT t.oid", "oid is refused"},
        Rule{"underscored", "SELECT \"_ROWID_\"", "_rowid_ is refused"},
        Rule{"sqlite_name", "SELECT sqlite_x", "begin with sqlite_"},
        Rule{"pragma_name", "SELECT \"PRAGMA_x\"", "begin with sqlite_ or pragma_"},
        Rule{"closes_nothing", "SELECT 1) + (2", "')' closes nothing"},
        Rule{"is_not_closed", "SELECT (1", "'(' is not closed"},
        Rule{"names_its_line", "SELECT\n1,\n2/3", "line 3: "},
        Rule{"in_name", "SELECT a IN t", "IN needs a list"},
        Rule{"in_at_the_end", "SELECT a IN", "IN needs a list"},
        Rule{"string_after_as", "SELECT a AS 'b'", "single quotes"},
        Rule{"string_after_name", "SELECT a 'b'", "single quotes"},
        Rule{"string_after_quoted_name", "SELECT \"a\" 'b'", "single quotes"},
        Rule{"string_after_number", "SELECT 1 'b'", "single quotes"},
        Rule{"string_after_string", "SELECT 'a' 'b'", "single quotes"},
        Rule{"string_after_parameter", "SELECT :a 'b'", "single quotes"},
        Rule{"string_after_parenthesis", "SELECT (1) 'b'", "single quotes"},
        Rule{"string_after_end", "SELECT CASE 1 WHEN 1 THEN 2 END 'b'", "single quotes"},
        Rule{"string_after_null", "SELECT NULL 'b'", "single quotes"},
        Rule{"string_after_point", "SELECT t.'b'", "single quotes"},
        Rule{"string_before_point", "SELECT 't'.b", "single quotes"},
        Rule{"string_after_from", "SELECT 1 FROM 't'", "single quotes"},
        Rule{"string_after_join", "SELECT 1 FROM t JOIN 'u'", "single quotes"}),
    [](const auto& row) { return row.param.title; });

INSTANTIATE_TEST_SUITE_P(
    accepted, SelectRules,
    testing::Values(
        Rule{"plain", "SELECT a FROM t", ""},
        Rule{"words_in_quotes", "SELECT \"like\", \"cast\", \"using\", \"with\" FROM t", ""},
        Rule{"words_in_strings", "SELECT 'like main.t; rowid /' FROM t", ""},
        Rule{"words_in_comments", "SELECT 1 -- like main.t; rowid /", ""},
        Rule{"words_in_words", "SELECT likes, using_it, castle, rowids, domain, maintained, temperature", ""},
        Rule{"from_of_an_operator", "SELECT a IS DISTINCT FROM 'b', a IS NOT DISTINCT FROM 'c'", ""},
        Rule{"strings_where_operands_stand",
             "SELECT 'a', ('b'), a = 'c', CASE 'd' WHEN 'e' THEN 'f' ELSE 'g' END, a BETWEEN 'h' AND 'i', "
             "NOT 'j', "
             "a IS 'k', a IN ('l', 'm'), a GLOB 'n', DISTINCT 'o' FROM t JOIN u ON 'p' = a WHERE 'q' = b OR "
             "'r' = b "
             "GROUP BY 's' HAVING 't' = a LIMIT 'u' OFFSET 'v'",
             ""}),
    [](const auto& row) { return row.param.title; });

std::string nested(std::size_t depth) {
  return "SELECT " + std::string(depth, '(') + "1" + std::string(depth, ')');
}

TEST(SelectRules, bound_the_depth_of_parentheses) {
  EXPECT_EQ(reason(check_select, nested(kDeepestParentheses)), "");
  EXPECT_EQ(reason(check_select, nested(kDeepestParentheses + 1)), "line 1: parentheses nest deeper than 50");
}

TEST(ExpressionRules, hold) {
  EXPECT_EQ(reason(check_expression, "ran AND widest <= 0.03"), "");
  EXPECT_EQ(reason(check_expression, ""), "it is empty");
  EXPECT_EQ(reason(check_expression, "1 > (SELECT 0)"),
            "line 1: SELECT is refused: an expression has values only");
  EXPECT_EQ(reason(check_expression, "'select' = \"select\""), "");
  EXPECT_NE(reason(check_expression, "a / b").find("ratio"), std::string::npos);
  EXPECT_NE(reason(check_expression, "1) OR (1").find("closes nothing"), std::string::npos);
}

}  // namespace
}  // namespace evidence::query
