#include "query/sources.h"

#include <gtest/gtest.h>

#include "query/refused.h"

namespace evidence::query {
namespace {

// name or (…), then :alias if that differs, then ? if an outer join may leave it out.
std::string sources(std::string_view sql) {
  const auto tokens = tokenize(sql);
  std::string shown;
  for (const Source& source : find_sources(tokens, match_parentheses(tokens))) {
    shown += shown.empty() ? "" : " ";
    shown += source.name.empty() ? "(" + std::to_string(source.begin) + "-" + std::to_string(source.end) + ")"
                                 : source.name;
    if (source.alias != source.name) shown += ":" + source.alias;
    if (source.rows == Source::Rows::may_miss) shown += "?";
  }
  return shown;
}

struct Case {
  const char* title;
  const char* sql;
  const char* sources;
};

class Sources : public testing::TestWithParam<Case> {};

TEST_P(Sources, are_found) {
  EXPECT_EQ(sources(GetParam().sql), GetParam().sources);
}

INSTANTIATE_TEST_SUITE_P(
    rows, Sources,
    testing::Values(
        Case{"none", "SELECT 1", ""}, Case{"one", "SELECT a FROM T", "t"},
        Case{"quoted", "SELECT a FROM \"T\"", "t"}, Case{"alias", "SELECT a FROM t AS x WHERE 1", "t:x"},
        Case{"bare_alias", "SELECT a FROM t x ORDER BY 1", "t:x"},
        Case{"quoted_alias", "SELECT a FROM t \"X\"", "t:x"},
        Case{"commas", "SELECT a FROM t, u AS x, w", "t u:x w"},
        Case{"joins", "SELECT a FROM t JOIN u ON t.a = u.a INNER JOIN w CROSS JOIN z", "t u w z"},
        Case{"left", "SELECT a FROM t LEFT JOIN u ON t.a = u.a", "t u?"},
        Case{"left_outer", "SELECT a FROM t x LEFT OUTER JOIN u AS y ON 1 WHERE a", "t:x u:y?"},
        Case{"right", "SELECT a FROM t, w RIGHT JOIN u ON 1", "t? w? u"},
        Case{"full", "SELECT a FROM t FULL OUTER JOIN u ON 1", "t? u?"},
        Case{"left_then_inner", "SELECT a FROM t LEFT JOIN u ON 1 JOIN w ON 2", "t u? w"},
        Case{"group_on_the_left", "SELECT a FROM (t JOIN u ON 1) LEFT JOIN w ON 2", "t u w?"},
        Case{"group_on_the_right", "SELECT a FROM w LEFT JOIN (t JOIN u ON 1) ON 2", "w t? u?"},
        Case{"group_with_alias", "SELECT a FROM w LEFT JOIN (t JOIN u ON 1) AS x ON 2", "w (6-13):x? t? u?"},
        Case{"subquery", "SELECT a FROM (SELECT b FROM t WHERE c) AS x", "(3-11):x t"},
        Case{"subquery_left_out", "SELECT a FROM u LEFT JOIN (SELECT b FROM t) x ON 1", "u (6-12):x? t"},
        Case{"subquery_in_two_parentheses", "SELECT a FROM ((SELECT b FROM t))", "(4-10) t"},
        Case{"scalar_subquery", "SELECT (SELECT b FROM t) FROM u", "t u"},
        Case{"subquery_in_on", "SELECT a FROM t JOIN u ON a IN (SELECT b FROM w) JOIN z", "t u w z"},
        Case{"subquery_in_where", "SELECT a FROM t WHERE EXISTS (SELECT b FROM w LEFT JOIN z ON 1)",
             "t w z?"},
        Case{"union", "SELECT a FROM t UNION SELECT a FROM u LEFT JOIN w ON 1 EXCEPT SELECT a FROM z",
             "t u w? z"},
        Case{"distinct_from", "SELECT a IS DISTINCT FROM b FROM t", "t"},
        Case{"distinct_from_in_on", "SELECT a FROM t JOIN u ON t.a IS NOT DISTINCT FROM u.a JOIN w", "t u w"},
        Case{"function_as_a_source", "SELECT a FROM f(1, 2), t", "f t"},
        Case{"unfinished", "SELECT a FROM", ""}, Case{"unfinished_join", "SELECT a FROM t LEFT JOIN", "t"},
        Case{"empty_parentheses", "SELECT a FROM ()", ""}, Case{"number", "SELECT a FROM 1, t", "t"}),
    [](const auto& row) { return row.param.title; });

TEST(Sources, refuse_a_string_as_a_name) {
  for (const char* sql : {"SELECT a FROM t, 'u'", "SELECT a FROM ('u')", "SELECT a FROM (t, 'u')"}) {
    EXPECT_THROW(sources(sql), Refused) << sql;
  }
}

}  // namespace
}  // namespace evidence::query
