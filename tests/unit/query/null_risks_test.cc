#include "query/null_risks.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

// "function column" of each risk, without the words around them; views by "view: ".
std::string risks(std::string_view sql, std::vector<View> views = {}) {
  const auto answer = sample().compile({std::string(sql), std::move(views), {}});
  if (const auto* refusal = std::get_if<Refusal>(&answer)) return show(*refusal);
  std::string shown;
  for (const std::string& sentence : std::get<Compiled>(answer).null_risks) {
    const std::size_t middle = sentence.find("() passes over NULLs of ");
    const std::size_t end = sentence.find(", which no every() looks at");
    if (middle == std::string::npos || end == std::string::npos) return "odd sentence: " + sentence;
    const std::size_t column = middle + std::string_view("() passes over NULLs of ").size();
    shown += (shown.empty() ? "" : ", ") + sentence.substr(0, middle) + " " +
             sentence.substr(column, end - column);
  }
  return shown;
}

struct Case {
  const char* title;
  const char* sql;
  const char* risks;
};

class NullRisks : public testing::TestWithParam<Case> {};

// t(a, b, x nullable, start), u(a, c, start), empty(ok nullable)
TEST_P(NullRisks, are_found) {
  EXPECT_EQ(risks(GetParam().sql), GetParam().risks);
}

INSTANTIATE_TEST_SUITE_P(
    rows, NullRisks,
    testing::Values(
        Case{"sum", "SELECT sum(x) FROM t", "sum x"}, Case{"avg", "SELECT AVG(t.x) FROM t", "avg x"},
        Case{"total", "SELECT total(z.x * 2) FROM t AS z", "total x"},
        Case{"min", "SELECT min(x) FROM t", "min x"}, Case{"max", "SELECT max(x) FROM t", "max x"},
        Case{"quoted_function", "SELECT \"max\"(x) FROM t", "max x"},
        Case{"window", "SELECT sum(x) OVER (ORDER BY a) FROM t", "sum x"},
        Case{"within_an_expression", "SELECT 1 + sum(abs(x) + a) FROM t", "sum x"},
        Case{"only_once", "SELECT sum(x), sum(x + 1) FROM t", "sum x"},
        Case{"two_functions", "SELECT sum(x), max(x) FROM t", "sum x, max x"},
        Case{"not_nullable", "SELECT sum(a) FROM t", ""},
        Case{"count", "SELECT count(x), count(*) FROM t", ""},
        Case{"strict_functions", "SELECT mean(x), median(x), spread(x) FROM t", ""},
        Case{"scalar_max", "SELECT max(x, 1), min(a, x) FROM t", ""},
        Case{"scalar_max_inside", "SELECT sum(max(x, 1)) FROM t", "sum x"},
        Case{"every_looks", "SELECT sum(x) AND every(x IS NOT NULL) FROM t", ""},
        Case{"every_looks_elsewhere", "SELECT sum(x) AND every(a > 0) FROM t", "sum x"},
        Case{"every_looks_at_some", "SELECT sum(x), every(x > 0) FILTER (WHERE a > 1) FROM t", "sum x"},
        Case{"every_looks_qualified", "SELECT sum(x), every(t.x IS NOT NULL) FROM t", ""},
        Case{"left_join", "SELECT sum(u.a) FROM t LEFT JOIN u ON t.a = u.a", "sum a"},
        Case{"left_side_of_a_left_join", "SELECT sum(t.a) FROM t LEFT JOIN u ON t.a = u.a", ""},
        Case{"left_join_without_qualifier", "SELECT max(c) FROM t LEFT JOIN u ON t.a = u.a", "max c"},
        Case{"left_join_by_alias", "SELECT sum(z.a) FROM t LEFT JOIN u AS z ON t.a = z.a", "sum a"},
        Case{"right_join", "SELECT sum(t.a), sum(u.a) FROM t RIGHT JOIN u ON t.a = u.a", "sum a"},
        Case{"full_join", "SELECT max(b), max(c) FROM t FULL JOIN u ON t.a = u.a", "max b, max c"},
        Case{"inner_join", "SELECT max(b), max(c) FROM t JOIN u ON t.a = u.a", ""},
        Case{"subquery_hands_on", "SELECT sum(x) FROM (SELECT x FROM t)", "sum x"},
        Case{"subquery_renames", "SELECT sum(z.y) FROM (SELECT x AS y FROM t) AS z", "sum y"},
        Case{"subquery_counts", "SELECT sum(z.n) FROM (SELECT count(*) AS n FROM t) AS z", ""},
        Case{"subquery_left_out", "SELECT sum(z.n) FROM t LEFT JOIN (SELECT 1 AS n) AS z ON t.a = z.n",
             "sum n"},
        Case{"subquery_left_out_without_qualifier", "SELECT sum(n) FROM t LEFT JOIN (SELECT 1 AS n) ON a = n",
             "sum n"},
        Case{"union", "SELECT sum(a) FROM t UNION SELECT max(ok) FROM empty", "max ok"},
        Case{"scalar_subquery", "SELECT (SELECT min(ok) FROM empty) FROM t", "min ok"}),
    [](const auto& row) { return row.param.title; });

TEST(NullRisks, are_told_in_a_sentence) {
  const auto answer = sample().compile({"SELECT z FROM v", {{"v", "SELECT sum(x) AS z FROM t"}}, {}});
  EXPECT_EQ(std::get<Compiled>(answer).null_risks,
            (std::vector<std::string>{"view v: sum() passes over NULLs of x, which no every() looks at"}));
}

TEST(NullRisks, go_through_views) {
  const View hands_on{"v", "SELECT a, x FROM t"};
  EXPECT_EQ(risks("SELECT sum(x) FROM v", {hands_on}), "sum x");
  EXPECT_EQ(risks("SELECT sum(a) FROM v", {hands_on}), "");
  EXPECT_EQ(risks("SELECT sum(y) FROM w", {hands_on, {"w", "SELECT v.x AS y FROM v"}}), "sum y");
  EXPECT_EQ(risks("SELECT sum(n) FROM w", {hands_on, {"w", "SELECT count(*) AS n FROM v"}}), "");
  EXPECT_EQ(risks("SELECT sum(v.a) FROM u LEFT JOIN v ON u.a = v.a", {hands_on}), "sum a");
  EXPECT_EQ(risks("SELECT max(d) FROM w", {{"w", "SELECT c AS d FROM t LEFT JOIN u ON t.a = u.a"}}), "max d");
  EXPECT_EQ(risks("SELECT max(n) FROM w",
                  {{"w", "SELECT z.n FROM t LEFT JOIN o AS z ON t.a = z.n"}, {"o", "SELECT 1 AS n"}}),
            "max n");
}

TEST(NullRisks, are_not_taken_away_by_another_text) {
  EXPECT_EQ(risks("SELECT sum(x) FROM v", {{"v", "SELECT x, every(x > 0) AS e FROM t GROUP BY x"}}), "sum x");
}

}  // namespace
}  // namespace evidence::query
