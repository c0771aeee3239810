#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

using Names = std::map<std::string, Value, std::less<>>;

Names some_names() {
  Names names;
  names["ran"] = integer(1);
  names["widest"] = 0.02;
  names["off"] = 10.5;
  names["verdict"] = text("CONFIRMED");
  names["unknown"] = Value();
  names["match"] = text("UNSAFE");
  return names;
}

std::string value(std::string_view expression) {
  Parameters parameters;
  parameters["limit"] = 0.03;
  return show(evaluate(expression, some_names(), parameters));
}

struct Case {
  const char* title;
  const char* expression;
  const char* value;
};

class Expression : public testing::TestWithParam<Case> {};

TEST_P(Expression, has_a_value) {
  EXPECT_EQ(value(GetParam().expression), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    accepted, Expression,
    testing::Values(
        Case{"condition", "ran AND widest <= 0.03", "1"},
        Case{"false_condition", "ran AND widest > 0.03", "0"}, Case{"product", "widest <= 0.80 * off", "1"},
        Case{"null", "unknown", "NULL"}, Case{"null_is_not_false", "unknown > 1", "NULL"},
        Case{"null_or_true", "unknown > 1 OR ran", "1"}, Case{"and_false", "unknown > 1 AND NOT ran", "0"},
        Case{"text", "verdict = 'CONFIRMED'", "1"}, Case{"names_in_upper_case", "RAN", "1"},
        Case{"constant", "1 + 1", "2"}, Case{"real", "off * 2", "21.0"},
        Case{"is_rounded", "0.1 + 0.2", "0.3"}, Case{"parameter", "widest < :limit", "1"},
        Case{"function", "ratio(off, 2) > 5 AND ln(1) = 0", "1"},
        Case{"list", "verdict IN ('CONFIRMED', 'AMBIGUOUS')", "1"},
        Case{"case_when", "CASE ran WHEN 1 THEN 'y' END", "'y'"},
        Case{"keyword_as_a_name", "\"match\" = 'UNSAFE'", "1"}, Case{"comment", "ran -- )", "1"},
        Case{"over_lines", "ran\nAND\n(ran)", "1"}, Case{"word_in_string", "'select; sum(' = verdict", "0"},
        Case{"largest_of_two", "max(off, widest)", "10.5"}),
    [](const auto& row) { return row.param.title; });

INSTANTIATE_TEST_SUITE_P(
    refused, Expression,
    testing::Values(
        Case{"empty", "", "refused (text): it is empty"},
        Case{"select", "(SELECT 1)",
             "refused (text): line 1: SELECT is refused: an expression has values only"},
        Case{"two_values", "ran, off", "refused (text): row value misused"},
        Case{"closes_ours", "1) FROM named --", "refused (text): line 1: ')' closes nothing"},
        Case{"alias", "ran AS z", "refused (text): near \"AS\": syntax error"},
        Case{"from", "ran FROM named", "refused (text): near \"FROM\": syntax error"},
        Case{"semicolon", "1; 2", "refused (text): line 1: ';' is refused: a query is one statement"},
        Case{"division", "ran/2",
             "refused (text): line 1: '/' is refused, it cuts integers off: use ratio(a, b)"},
        Case{"unknown_name", "missing", "refused (text): no such column: missing"},
        Case{"double_quoted_string", "verdict = \"CONFIRMED\"", "refused (text): no such column: CONFIRMED"},
        Case{"rowid", "rowid", "refused (text): line 1: rowid is refused: rows have no number"},
        Case{"sum", "sum(off)", "refused (text): sum() is none of the functions that there are"},
        Case{"count", "count(*)", "refused (text): count() is none of the functions that there are"},
        Case{"total", "total(unknown)", "refused (text): total() is none of the functions that there are"},
        Case{"every", "every(ran)", "refused (text): every() is none of the functions that there are"},
        Case{"window", "row_number() OVER ()",
             "refused (text): row_number() is none of the functions that there are"},
        Case{"random", "random()", "refused (text): random() is none of the functions that there are"},
        Case{"in_table", "ran IN named",
             "refused (text): line 1: IN needs a list or a SELECT in parentheses"},
        Case{"values", "(VALUES (1))",
             "refused (text): line 1: VALUES is refused: write SELECT, and UNION ALL for several rows"},
        Case{"unbound", ":missing", "refused (text): parameter :missing has no value"},
        Case{"text_plus", "verdict + 1",
             "refused (evaluation): line 1: '+' stands beside text, which would count as 0 if it is no "
             "number"},
        Case{"text_in_function", "ln(verdict)",
             "refused (evaluation): ln() takes numbers and was given text"},
        Case{"overflow", "abs(-9223372036854775807 - 1)", "refused (evaluation): abs() overflows"}),
    [](const auto& row) { return row.param.title; });

TEST(Expression, needs_no_names) {
  EXPECT_EQ(show(evaluate("1 = 1", {})), "1");
  EXPECT_EQ(show(evaluate("a", {})), "refused (text): no such column: a");
}

TEST(Expression, is_compiled_without_values) {
  const auto answer = compile_expression("ran AND widest <= :most AND verdict <> 'UNSAFE'",
                                         {"ran", "widest", "verdict", "other", "match"});
  const auto& compiled = std::get<Compiled>(answer);
  EXPECT_EQ(compiled.names, (std::set<std::string>{"ran", "verdict", "widest"}));
  EXPECT_EQ(compiled.parameters, (std::set<std::string>{"most"}));
  EXPECT_EQ(compiled.literals, (std::set<std::string>{"UNSAFE"}));
  EXPECT_TRUE(compiled.columns.empty());
  EXPECT_TRUE(compiled.reads.empty());
  EXPECT_TRUE(compiled.null_risks.empty());
}

TEST(Expression, is_refused_when_compiled) {
  const auto answer = compile_expression("ran AND missing", {"ran"});
  EXPECT_EQ(std::get<Refusal>(answer).reason, "no such column: missing");
  const auto none = compile_expression("1", {});
  EXPECT_TRUE(std::get<Compiled>(none).names.empty());
}

}  // namespace
}  // namespace evidence::query
