#include "query/operand_types.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

struct Case {
  const char* title;
  const char* sql;
  const char* reason;  // empty if it is accepted
};

class OperandTypes : public testing::TestWithParam<Case> {};

// t(a INTEGER, b TEXT, x REAL), u(a INTEGER, c TEXT)
TEST_P(OperandTypes, are_looked_at) {
  const Query query{GetParam().sql, {{"v", "SELECT a AS b FROM t"}}, {}};
  const auto answer = sample().compile(query);
  const auto* refusal = std::get_if<Refusal>(&answer);
  if (*GetParam().reason == '\0') {
    EXPECT_EQ(refusal, nullptr) << refusal->reason;
  } else {
    ASSERT_NE(refusal, nullptr);
    EXPECT_EQ(refusal->kind, Refusal::Kind::text);
    EXPECT_EQ(refusal->reason, GetParam().reason);
  }
}

constexpr const char* kPlus = "line 1: '+' stands beside text, which would count as 0 if it is no number";
constexpr const char* kMinus = "line 1: '-' stands beside text, which would count as 0 if it is no number";
constexpr const char* kTimes = "line 1: '*' stands beside text, which would count as 0 if it is no number";
constexpr const char* kAnd = "line 1: '&' stands beside a real number, which would be cut off";

INSTANTIATE_TEST_SUITE_P(
    refused, OperandTypes,
    testing::Values(
        Case{"column_before", "SELECT b + 1 FROM t", kPlus},
        Case{"column_after", "SELECT 1 + b FROM t", kPlus}, Case{"literal_before", "SELECT 'abc' + 1", kPlus},
        Case{"literal_after", "SELECT 1 + 'abc'", kPlus}, Case{"sign", "SELECT -b FROM t", kMinus},
        Case{"sign_of_a_literal", "SELECT - '1'", kMinus}, Case{"product", "SELECT b * a FROM t", kTimes},
        Case{"qualified_before", "SELECT t.b - 1 FROM t", kMinus},
        Case{"qualified_after", "SELECT 1 - t.b FROM t", kMinus},
        Case{"by_alias", "SELECT z.b - 1 FROM t AS z, u", kMinus},
        Case{"quoted", "SELECT \"B\" + 1 FROM t", kPlus},
        Case{"in_where", "SELECT a FROM t WHERE b + 1 > 0", kPlus},
        Case{"of_two_tables", "SELECT c + 1 FROM t JOIN u ON t.a = u.a", kPlus},
        Case{"bits_of_a_real_column", "SELECT x & 1 FROM t", kAnd},
        Case{"bits_of_a_real_literal", "SELECT 1 & 1.5", kAnd},
        Case{"bits_of_text", "SELECT b << 1 FROM t",
             "line 1: '<<' stands beside text, which would count as 0 if it is no number"}),
    [](const auto& row) { return row.param.title; });

INSTANTIATE_TEST_SUITE_P(
    accepted, OperandTypes,
    testing::Values(Case{"numbers", "SELECT a + x * 2 - -1 FROM t", ""},
                    Case{"bits", "SELECT a & 1 | a << 2, ~a FROM t", ""},
                    Case{"all_columns", "SELECT * FROM t", ""},
                    Case{"columns_of_one", "SELECT t.*, b FROM t", ""},
                    Case{"count", "SELECT count(*), b FROM t GROUP BY b", ""},
                    Case{"concatenation", "SELECT b || 'x' FROM t", ""},
                    Case{"comparison", "SELECT b = 'x' AND b > 'a' FROM t", ""},
                    Case{"function_of_text", "SELECT length(b) + 1 FROM t", ""},
                    Case{"column_of_a_view", "SELECT b + 1 FROM v", ""},
                    Case{"column_of_a_view_beside_a_table", "SELECT v.b + 1 FROM v, t", ""},
                    Case{"name_given_by_the_text", "SELECT b + 1 FROM (SELECT count(*) AS b FROM t)", ""},
                    Case{"name_given_without_as", "SELECT b + 1 FROM (SELECT count(*) b FROM t)", ""},
                    Case{"name_given_to_a_result", "SELECT a AS b FROM t ORDER BY b + 1", ""},
                    Case{"name_given_to_a_result_without_as", "SELECT a b FROM t ORDER BY b + 1", ""},
                    Case{"not_seen_in_parentheses", "SELECT (b) + 1 FROM t", ""}),
    [](const auto& row) { return row.param.title; });

TEST(OperandTypes, name_the_view) {
  const auto answer = sample().compile({"SELECT z FROM w", {{"w", "SELECT\nb + 1 AS z FROM t"}}, {}});
  EXPECT_EQ(std::get<Refusal>(answer).reason,
            "view w: line 2: '+' stands beside text, which would count as 0 if it is no number");
}

}  // namespace
}  // namespace evidence::query
