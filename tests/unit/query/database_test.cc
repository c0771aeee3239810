#include <gtest/gtest.h>

#include <limits>

#include "fixture.h"

namespace evidence::query {
namespace {

struct Good {
  const char* title;
  const char* sql;
  const char* answer;
};

class DatabaseAnswers : public testing::TestWithParam<Good> {};

TEST_P(DatabaseAnswers, the_question) {
  Parameters parameters;
  parameters["two"] = integer(2);
  parameters["name"] = text("it's");
  parameters["half"] = 0.5;
  parameters["none"] = Value();
  EXPECT_EQ(ask(sample(parameters), GetParam().sql), GetParam().answer);
}

INSTANTIATE_TEST_SUITE_P(
    rows, DatabaseAnswers,
    testing::Values(
        Good{"constant", "SELECT 1", "1"}, Good{"in_lower_case", "select 1", "1"},
        Good{"rows_in_order_of_insertion", "SELECT a FROM t", "1 | 2 | 3"},
        Good{"all_columns", "SELECT * FROM t WHERE a = 1", "1,'p',0.5,'s1'"},
        Good{"names_in_upper_case", "SELECT T.A FROM T WHERE \"A\" = 1", "1"},
        Good{"quoted_names", "SELECT \"t\".\"a\" FROM \"t\" WHERE a < 2", "1"},
        Good{"comments", "/* a */ SELECT -- b\n a FROM t /* c */ WHERE a = 1 -- d", "1"},
        Good{"word_in_string", "SELECT 'LIKE / ; rowid sqlite_master main' FROM t WHERE a = 1",
             "'LIKE / ; rowid sqlite_master main'"},
        Good{"quote_in_string", "SELECT 'it''s'", "'it's'"}, Good{"no_rows", "SELECT ok FROM empty", ""},
        Good{"null", "SELECT NULL", "NULL"},
        Good{"group", "SELECT b, count(*) AS n FROM t GROUP BY b ORDER BY b", "'p',2 | 'q',1"},
        Good{"having", "SELECT b FROM t GROUP BY b HAVING count(*) > 1", "'p'"},
        Good{"distinct", "SELECT count(DISTINCT start) = 2 FROM t", "1"},
        Good{"filter_clause", "SELECT count(*) FILTER (WHERE a > 1) FROM t", "2"},
        Good{"inner_join", "SELECT b, c FROM t JOIN u ON t.a = u.a", "'p','one' | 'p','three'"},
        Good{"comma_join", "SELECT count(*) FROM t, u", "6"},
        Good{"left_join", "SELECT t.a, c FROM t LEFT JOIN u ON t.a = u.a", "1,'one' | 2,NULL | 3,'three'"},
        Good{"right_join", "SELECT t.b, u.c FROM u RIGHT JOIN t ON t.a = u.a WHERE u.a IS NULL", "'q',NULL"},
        Good{"full_join", "SELECT count(*) FROM t FULL JOIN u ON t.a = u.a", "3"},
        Good{"subquery", "SELECT max(n) FROM (SELECT count(*) AS n FROM t GROUP BY b)", "2"},
        Good{"scalar_subquery", "SELECT (SELECT count(*) FROM u) + 1", "3"},
        Good{"exists", "SELECT EXISTS (SELECT 1 FROM u WHERE u.a = t.a) FROM t WHERE a = 2", "0"},
        Good{"in_list", "SELECT a FROM t WHERE b IN ('q', 'r')", "2"},
        Good{"in_subquery", "SELECT a FROM t WHERE a NOT IN (SELECT a FROM u)", "2"},
        Good{"case_when", "SELECT CASE WHEN a > 2 THEN 'big' ELSE 'small' END FROM t",
             "'small' | 'small' | 'big'"},
        Good{"between", "SELECT a FROM t WHERE a BETWEEN 2 AND 3", "2 | 3"},
        Good{"union_all", "SELECT 1 UNION ALL SELECT 1", "1 | 1"},
        Good{"except_rows", "SELECT a FROM t EXCEPT SELECT a FROM u", "2"},
        Good{"distinct_from", "SELECT a FROM t WHERE x IS DISTINCT FROM 0.5", "2 | 3"},
        Good{"not_distinct_from_text", "SELECT a FROM t WHERE b IS NOT DISTINCT FROM 'q'", "2"},
        Good{"is_null", "SELECT a FROM t WHERE x IS NULL", "3"},
        Good{"order_and_limit", "SELECT a FROM t ORDER BY a DESC LIMIT 2 OFFSET 1", "2 | 1"},
        Good{"glob_operator", "SELECT c FROM u WHERE c GLOB 't*e'", "'three'"},
        Good{"glob_minds_case", "SELECT 'P' GLOB 'p'", "0"},
        Good{"concatenation", "SELECT b || '-' || a FROM t WHERE a = 1", "'p-1'"},
        Good{"arithmetic", "SELECT 36 * a + 127 - -1 FROM t WHERE a = 2", "200"},
        Good{"bits", "SELECT 12 & 10 | 1, 1 << 4, 256 >> 4, ~0", "9,16,16,-1"},
        Good{"boolean_words", "SELECT true, false, a = 1 IS true FROM t WHERE a = 1", "1,0,1"},
        Good{"real_literals", "SELECT 1e3, .5, 1., 1.5e-3", "1000.0,0.5,1.0,0.0015"},
        Good{"row_number", "SELECT a, row_number() OVER (PARTITION BY b ORDER BY a) FROM t ORDER BY a",
             "1,1 | 2,1 | 3,2"},
        Good{"lag_and_lead", "SELECT lag(a) OVER w, lead(a, 1, 9) OVER w FROM t WINDOW w AS (ORDER BY a)",
             "NULL,2 | 1,3 | 2,9"},
        Good{"ranks", "SELECT rank() OVER (ORDER BY b), dense_rank() OVER (ORDER BY b) FROM t ORDER BY a",
             "1,1 | 3,2 | 1,1"},
        Good{"values_of_a_window",
             "SELECT first_value(a) OVER w, last_value(a) OVER w, nth_value(a, 2) OVER w FROM t WHERE a < 3 "
             "WINDOW w AS (ORDER BY a)",
             "1,1,NULL | 1,2,2"},
        Good{"parameters", "SELECT :two + 1, :name, :half, :none, :two", "3,'it's',0.5,NULL,2"},
        Good{"parameter_in_comparison", "SELECT a FROM t WHERE a = :two", "2"},
        Good{"negative_zero", "SELECT -0.0, 0.0 * -1", "0.0,0.0"},
        Good{"twelve_digits", "SELECT 0.1 + 0.2, 123456789.123456789", "0.3,123456789.123"},
        Good{"infinity", "SELECT 9e999, -9e999", "inf,-inf"},
        Good{"not_a_number_is_null", "SELECT 9e999 - 9e999", "NULL"},
        Good{"large_integers_are_exact", "SELECT 9223372036854775807, -9223372036854775808",
             "9223372036854775807,-9223372036854775808"},
        Good{"typeof_tells", "SELECT typeof(a), typeof(x), typeof(b), typeof(NULL) FROM t WHERE a = 1",
             "'integer','real','text','null'"}),
    [](const auto& row) { return row.param.title; });

TEST(Database, names_the_columns_of_a_result) {
  const auto answer = sample().run({"SELECT a AS first, b, a + 1 AS \"Sum\" FROM t LIMIT 0", {}, {}});
  EXPECT_EQ(std::get<Result>(answer).columns, (std::vector<std::string>{"first", "b", "Sum"}));
}

// ---- order ----

struct Order {
  const char* title;
  const char* sql;
  const char* answer;  // empty if it depends on the order of rows
};

class DatabaseOrder : public testing::TestWithParam<Order> {};

TEST_P(DatabaseOrder, is_refused_where_it_matters) {
  const std::string answer = ask(sample(), GetParam().sql);
  if (*GetParam().answer != '\0') {
    EXPECT_EQ(answer, GetParam().answer);
  } else {
    EXPECT_TRUE(answer.starts_with("refused (order): ")) << answer;
  }
}

INSTANTIATE_TEST_SUITE_P(
    rows, DatabaseOrder,
    testing::Values(Order{"limit_without_order", "SELECT a FROM t LIMIT 1", ""},
                    Order{"limit_with_order", "SELECT a FROM t ORDER BY a LIMIT 1", "1"},
                    Order{"limit_over_a_tie", "SELECT a FROM t ORDER BY b LIMIT 1", ""},
                    Order{"scalar_subquery_of_many", "SELECT (SELECT a FROM t)", ""},
                    Order{"first_value_without_order", "SELECT first_value(a) OVER () FROM t", ""},
                    Order{"row_number_without_order", "SELECT a, row_number() OVER () FROM t", ""},
                    Order{"lag_without_order", "SELECT a, lag(a) OVER () FROM t", ""},
                    Order{"bare_column_beside_an_aggregate", "SELECT a, count(*) FROM t", ""},
                    Order{"bare_column_of_equal_rows", "SELECT b, count(*) FROM t WHERE b = 'p'", "'p',2"},
                    Order{"running_sum_in_order", "SELECT sum(a) OVER (ORDER BY a) FROM t", "1 | 3 | 6"},
                    Order{"running_sum_without_order",
                          "SELECT a, sum(a) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM t",
                          ""},
                    Order{"rows_come_in_any_order", "SELECT a FROM t", "1 | 2 | 3"},
                    Order{"sum_of_reals", "SELECT sum(k * 0.1) FROM numbers", "4515.0"},
                    Order{"sum_that_cancels",
                          "SELECT sum(CASE k WHEN 1 THEN 1e17 WHEN 2 THEN -1e17 ELSE 0.125 END) FROM numbers",
                          "37.25"}),
    [](const auto& row) { return row.param.title; });

// ---- filters ----

std::string ask_filtered(std::string sql, std::vector<Filter> filters, std::vector<View> views = {}) {
  return show(sample().run({std::move(sql), std::move(views), std::move(filters)}));
}

TEST(DatabaseFilters, hold_in_every_table_that_has_the_column) {
  EXPECT_EQ(ask_filtered("SELECT a FROM t", {{"start", {"s1"}}}), "1 | 2");
  EXPECT_EQ(ask_filtered("SELECT a FROM u", {{"start", {"s1"}}}), "1");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t, u", {{"start", {"s1", "s2"}}}), "6");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM numbers", {{"start", {"s1"}}}), "300");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"start", {"s1"}}, {"b", {"q"}}}), "1");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"start", {"s3"}}}), "0");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"start", {}}}), "0");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"unknown", {"s1"}}}), "3");
}

TEST(DatabaseFilters, hold_behind_views_aliases_and_subqueries) {
  const std::vector<View> views{{"v", "SELECT a FROM w"}, {"w", "SELECT z.a FROM T AS z"}};
  EXPECT_EQ(ask_filtered("SELECT a FROM v", {{"start", {"s2"}}}, views), "3");
  EXPECT_EQ(ask_filtered("SELECT (SELECT count(*) FROM \"T\") FROM (SELECT 1)", {{"start", {"s2"}}}), "1");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t AS u, u AS t", {{"start", {"s1"}}}), "2");
}

TEST(DatabaseFilters, compare_numbers_as_numbers) {
  EXPECT_EQ(ask_filtered("SELECT b FROM t", {{"a", {"2", "03"}}}), "'q' | 'p'");
}

TEST(DatabaseFilters, hide_nothing_from_what_is_read) {
  const auto answer = sample().compile({"SELECT a FROM t", {}, {{"start", {"s1"}}}});
  const std::map<std::string, std::set<std::string>> reads{{"t", {"a"}}};
  EXPECT_EQ(std::get<Compiled>(answer).reads, reads);
}

TEST(DatabaseFilters, take_their_values_as_they_are) {
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"start", {"') OR ('1'='1"}}}), "0");
  EXPECT_EQ(ask_filtered("SELECT count(*) FROM t", {{"start", {"\\"}}}), "0");
  EXPECT_EQ(ask_filtered("SELECT 1", {{"start", {std::string("s1\0", 3)}}}),
            "refused (text): a filter's value is not UTF-8 text");
  EXPECT_EQ(ask_filtered("SELECT 1", {{"start", {"\xff"}}}),
            "refused (text): a filter's value is not UTF-8 text");
}

// ---- compile ----

TEST(DatabaseCompile, tells_what_a_query_is) {
  const std::vector<View> views{{"v", "SELECT t.a, b = 'p' AS is_p FROM t WHERE x > :least"},
                                {"unused", "SELECT this is no SQL"}};
  const auto answer =
      Database(sample_tables())
          .compile({"SELECT a, count(*) AS n FROM v WHERE 'it''s' <> :name GROUP BY a", views, {}});
  const auto& compiled = std::get<Compiled>(answer);
  EXPECT_EQ(compiled.columns, (std::vector<std::string>{"a", "n"}));
  const std::map<std::string, std::set<std::string>> reads{{"t", {"a", "b", "x"}}};
  EXPECT_EQ(compiled.reads, reads);
  EXPECT_EQ(compiled.parameters, (std::set<std::string>{"least", "name"}));
  EXPECT_EQ(compiled.literals, (std::set<std::string>{"it's", "p"}));
  EXPECT_EQ(compiled.null_risks, (std::vector<std::string>{}));
  EXPECT_EQ(compiled.names, (std::set<std::string>{}));
}

TEST(DatabaseCompile, names_a_table_of_which_no_column_is_read) {
  const auto answer = sample().compile({"SELECT count(*) FROM (SELECT 1 FROM Empty)", {}, {}});
  const std::map<std::string, std::set<std::string>> reads{{"empty", {}}};
  EXPECT_EQ(std::get<Compiled>(answer).reads, reads);
}

TEST(DatabaseCompile, forgets_the_query_before) {
  const Database database = sample();
  database.compile({"SELECT a FROM t", {}, {}});
  const auto answer = database.compile({"SELECT c FROM u", {}, {}});
  const std::map<std::string, std::set<std::string>> reads{{"u", {"c"}}};
  EXPECT_EQ(std::get<Compiled>(answer).reads, reads);
}

TEST(DatabaseCompile, changes_nothing_before_rows_come) {
  Database database(sample_tables());
  EXPECT_TRUE(std::holds_alternative<Compiled>(database.compile({"SELECT a FROM t", {}, {}})));
  database.insert("t", row_of(7, "p", 0.5, "s1"));
  EXPECT_EQ(ask(database, "SELECT a FROM t"), "7");
  EXPECT_EQ(database.rows("t"), 1U);
  EXPECT_EQ(database.rows("u"), 0U);
}

// ---- evaluation ----

struct Fails {
  const char* title;
  const char* sql;
  const char* answer;
};

class DatabaseEvaluation : public testing::TestWithParam<Fails> {};

TEST_P(DatabaseEvaluation, fails_over_this_data_only) {
  EXPECT_EQ(ask(sample(), GetParam().sql), std::string("refused (evaluation): ") + GetParam().answer);
  EXPECT_TRUE(std::holds_alternative<Compiled>(sample().compile({GetParam().sql, {}, {}})));
}

INSTANTIATE_TEST_SUITE_P(
    rows, DatabaseEvaluation,
    testing::Values(
        Fails{"sum_of_text", "SELECT sum(b) FROM t", "sum() takes numbers and was given text"},
        Fails{"avg_of_text", "SELECT avg(b) FROM t", "avg() takes numbers and was given text"},
        Fails{"total_of_text", "SELECT total('1') FROM t", "total() takes numbers and was given text"},
        Fails{"sum_of_text_over_a_window", "SELECT sum(b) OVER () FROM t",
              "sum() takes numbers and was given text"},
        Fails{"ratio_of_text", "SELECT ratio(b, 2) FROM t", "ratio() takes numbers and was given text"},
        Fails{"ln_of_text", "SELECT ln(b) FROM t", "ln() takes numbers and was given text"},
        Fails{"sum_overflows", "SELECT sum(9223372036854775807) FROM t", "sum() overflows"},
        Fails{"abs_overflows", "SELECT abs(-9223372036854775807 - 1)", "abs() overflows"},
        Fails{"every_of_two", "SELECT every(a) FROM t", "every() takes 0, 1 or NULL"},
        Fails{"agree_of_nothing", "SELECT agree() FROM t", "agree() takes one argument or more"}),
    [](const auto& row) { return row.param.title; });

// ---- results ----

TEST(Database, can_be_moved) {
  Database first = sample();
  Database second = std::move(first);
  first = std::move(second);
  EXPECT_EQ(ask(first, "SELECT count(*) FROM t"), "3");
}

TEST(Database, limits_the_rows_of_a_result) {
  EXPECT_EQ(ask(sample({}, {.rows = 3}), "SELECT a FROM t"), "1 | 2 | 3");
  EXPECT_EQ(ask(sample({}, {.rows = 2}), "SELECT a FROM t"),
            "refused (limit): its result has more than 2 rows");
}

TEST(Database, limits_the_bytes_of_a_result) {
  const std::string pad(15'000, 'x');
  EXPECT_EQ(ask(sample({}, {.value = 16 << 10}), "SELECT '" + pad + "' FROM numbers AS a, numbers AS b"),
            "refused (limit): its result has more than 128 MiB");
}

TEST(Database, limits_the_length_of_a_parameter) {
  Parameters parameters;
  parameters["p"] = std::string(2000, 'x');
  EXPECT_EQ(ask(sample(parameters, {.value = 1000}), "SELECT :p"),
            "refused (limit): parameter :p has too long a value");
}

TEST(Database, has_tables_without_rows_and_may_have_no_tables) {
  EXPECT_EQ(ask(Database({}), "SELECT 1"), "1");
  EXPECT_EQ(ask(Database(sample_tables()), "SELECT count(*), sum(a) FROM t"), "0,NULL");
}

TEST(Database, tells_the_version_of_its_engine) {
  EXPECT_TRUE(engine_version().starts_with("3.")) << engine_version();
}

}  // namespace
}  // namespace evidence::query
