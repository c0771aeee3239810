#include "query/sandbox.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::query {
namespace {

using Kind = Refusal::Kind;

struct Hostile {
  const char* title;
  std::string sql;
  Kind kind;
  const char* reason;
  std::vector<View> views{};
};

void PrintTo(const Hostile& row, std::ostream* out) {
  *out << row.sql.substr(0, 200);
}

std::string repeat(std::string_view text, std::size_t count) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

// v0 reads t, and each next view the one before it twice.
std::vector<View> doubling_views(int count) {
  std::vector<View> views{{"v0", "SELECT a FROM t"}};
  for (int i = 1; i < count; ++i) {
    const std::string before = "v" + std::to_string(i - 1);
    views.push_back({"v" + std::to_string(i), "SELECT p.a FROM " + before + " AS p, " + before + " AS q"});
  }
  return views;
}

std::vector<Hostile> writes() {
  return {
      {"insert", "INSERT INTO t VALUES (1, 'a', 1.0, 's')", Kind::text, "does not begin with SELECT"},
      {"update", "UPDATE t SET a = 2", Kind::text, "does not begin with SELECT"},
      {"delete", "DELETE FROM t", Kind::text, "does not begin with SELECT"},
      {"replace", "REPLACE INTO t VALUES (1, 'a', 1.0, 's')", Kind::text, "does not begin with SELECT"},
      {"drop", "DROP TABLE t", Kind::text, "does not begin with SELECT"},
      {"create", "CREATE TABLE z (a)", Kind::text, "does not begin with SELECT"},
      {"create_as", "CREATE TABLE z AS SELECT * FROM t", Kind::text, "does not begin with SELECT"},
      {"vacuum_into", "VACUUM INTO '/nowhere/x'", Kind::text, "does not begin with SELECT"},
      {"attach", "ATTACH '/nowhere/x' AS y", Kind::text, "does not begin with SELECT"},
      {"pragma", "PRAGMA writable_schema = 1", Kind::text, "does not begin with SELECT"},
      {"explain", "EXPLAIN SELECT a FROM t", Kind::text, "does not begin with SELECT"},
      {"begin", "BEGIN", Kind::text, "does not begin with SELECT"},
      {"savepoint", "SAVEPOINT s", Kind::text, "does not begin with SELECT"},
      {"values", "VALUES (1)", Kind::text, "does not begin with SELECT"},
      {"with_insert", "WITH z AS (SELECT 1) INSERT INTO t SELECT 1, 'a', 1.0, 's'", Kind::text,
       "does not begin with SELECT"},
      {"parenthesis_first", "(SELECT a FROM t)", Kind::text, "does not begin with SELECT"},
      {"comment_first_then_pragma", "/* SELECT */ PRAGMA user_version", Kind::text,
       "does not begin with SELECT"},
      {"returning", "SELECT a FROM t RETURNING a", Kind::text, "near \"RETURNING\""},
      {"select_into", "SELECT a INTO z FROM t", Kind::text, "near \"INTO\""},
      {"two_statements", "SELECT a FROM t; DELETE FROM t", Kind::text, "';' is refused"},
      {"semicolon_at_the_end", "SELECT a FROM t;", Kind::text, "';' is refused"},
  };
}

std::vector<Hostile> schemas() {
  return {
      {"sqlite_master", "SELECT name FROM sqlite_master", Kind::text, "begin with sqlite_"},
      {"sqlite_schema", "SELECT name FROM sqlite_schema", Kind::text, "begin with sqlite_"},
      {"sqlite_master_quoted", "SELECT name FROM \"SQLite_Master\"", Kind::text, "begin with sqlite_"},
      {"sqlite_master_in_quotes", "SELECT name FROM 'sqlite_master'", Kind::text, "single quotes"},
      {"sqlite_master_in_brackets", "SELECT name FROM [sqlite_master]", Kind::text, "quoted with \""},
      {"sqlite_master_in_backticks", "SELECT name FROM `sqlite_master`", Kind::text, "quoted with \""},
      {"sqlite_temp_schema", "SELECT name FROM sqlite_temp_schema", Kind::text, "begin with sqlite_"},
      {"sqlite_sequence", "SELECT * FROM sqlite_sequence", Kind::text, "begin with sqlite_"},
      {"sqlite_stmt", "SELECT * FROM sqlite_stmt", Kind::text, "begin with sqlite_"},
      {"main_table", "SELECT a FROM main.t", Kind::text, "schema main"},
      {"main_column", "SELECT main.t.a FROM t", Kind::text, "schema main"},
      {"main_quoted", "SELECT a FROM \"MAIN\".t", Kind::text, "schema main"},
      {"main_in_quotes", "SELECT a FROM 'main'.t", Kind::text, "single quotes"},
      {"temp_table", "SELECT a FROM temp.t", Kind::text, "schema temp"},
      {"other_schema", "SELECT a FROM other.t", Kind::text, "no such table: other.t"},
      {"pragma_function", "SELECT * FROM pragma_table_info('t')", Kind::text, "pragma_"},
      {"pragma_function_quoted", "SELECT * FROM \"pragma_database_list\"", Kind::text, "pragma_"},
      {"pragma_function_in_quotes", "SELECT * FROM 'pragma_database_list'", Kind::text, "single quotes"},
      {"pragma_function_after_comma", "SELECT * FROM t, 'pragma_database_list'", Kind::text, "single quotes"},
      {"pragma_function_in_parentheses", "SELECT * FROM ('pragma_database_list')", Kind::text,
       "single quotes"},
      {"json_each", "SELECT value FROM json_each('[1]')", Kind::text, "no such table: json_each"},
      {"json_tree_without_columns", "SELECT count(*) FROM json_tree('[1]')", Kind::text, "no such table"},
      {"generate_series", "SELECT value FROM generate_series(1, 9)", Kind::text, "no such table"},
      {"dbstat", "SELECT * FROM dbstat", Kind::text, "no such table"},
      {"fts5vocab", "SELECT * FROM fts5vocab", Kind::text, "no such table"},
      {"undeclared", "SELECT a FROM z", Kind::text, "no such table: z"},
      {"undeclared_column", "SELECT z FROM t", Kind::text, "no such column: z"},
  };
}

std::vector<Hostile> hidden_columns() {
  return {
      {"rowid", "SELECT rowid FROM t", Kind::text, "rowid is refused"},
      {"oid", "SELECT oid FROM t", Kind::text, "oid is refused"},
      {"underscored_rowid", "SELECT _RowId_ FROM t", Kind::text, "_rowid_ is refused"},
      {"rowid_quoted", "SELECT \"ROWID\" FROM t", Kind::text, "rowid is refused"},
      {"rowid_in_quotes", "SELECT t.'rowid' FROM t", Kind::text, "single quotes"},
      {"rowid_in_quotes_after_a_comment", "SELECT t./**/'rowid' FROM t", Kind::text, "single quotes"},
      {"rowid_of_a_subquery", "SELECT z.'rowid' FROM (SELECT * FROM t) AS z", Kind::text, "single quotes"},
      {"rowid_in_order", "SELECT a FROM t ORDER BY rowid", Kind::text, "rowid is refused"},
      {"using_rowid", "SELECT t.a FROM t JOIN u USING (rowid)", Kind::text, "USING is refused"},
      {"using_column", "SELECT a FROM t JOIN u USING (a)", Kind::text, "USING is refused"},
      {"natural_join", "SELECT b FROM t NATURAL JOIN u", Kind::text, "NATURAL is refused"},
      {"rowid_in_a_view",
       "SELECT r FROM v",
       Kind::text,
       "view v: line 1: rowid",
       {{"v", "SELECT rowid AS r FROM t"}}},
      {"rowid_through_a_view",
       "SELECT rowid FROM v",
       Kind::text,
       "rowid is refused",
       {{"v", "SELECT * FROM t"}}},
  };
}

std::vector<Hostile> functions() {
  return {
      {"load_extension", "SELECT load_extension('/nowhere/x.so')", Kind::text, "load_extension()"},
      {"load_extension_quoted", "SELECT \"load_extension\"('/nowhere/x.so')", Kind::text, "load_extension()"},
      {"random", "SELECT random()", Kind::text, "random() is none"},
      {"random_in_filter", "SELECT count(*) FILTER (WHERE random() > 0) FROM t", Kind::text,
       "random() is none"},
      {"random_in_window", "SELECT sum(a) OVER (ORDER BY random()) FROM t", Kind::text, "random() is none"},
      {"random_in_order", "SELECT a FROM t ORDER BY random()", Kind::text, "random() is none"},
      {"random_in_limit", "SELECT a FROM t LIMIT random()", Kind::text, "random() is none"},
      {"randomblob", "SELECT length(randomblob(9))", Kind::text, "randomblob() is none"},
      {"zeroblob", "SELECT length(zeroblob(1000000000))", Kind::text, "zeroblob() is none"},
      {"current_timestamp", "SELECT CURRENT_TIMESTAMP", Kind::text, "current_timestamp() is none"},
      {"current_date", "SELECT a FROM t WHERE current_date > b", Kind::text, "current_date() is none"},
      {"date_now", "SELECT date('now')", Kind::text, "date() is none"},
      {"strftime", "SELECT strftime('%s', 'now')", Kind::text, "strftime() is none"},
      {"printf", "SELECT printf('%1000000000d', 1)", Kind::text, "printf() is none"},
      {"format", "SELECT format('%d', 1)", Kind::text, "format() is none"},
      {"hex", "SELECT hex(b) FROM t", Kind::text, "hex() is none"},
      {"char", "SELECT char(0)", Kind::text, "char() is none"},
      {"replace_function", "SELECT replace(b, 'p', 'qqqq') FROM t", Kind::text, "replace() is none"},
      {"group_concat", "SELECT group_concat(b) FROM t", Kind::text, "group_concat() is none"},
      {"json_array", "SELECT json_array(1)", Kind::text, "json_array() is none"},
      {"json_arrow_by_name", "SELECT \"->\"('{}', '$')", Kind::text, "->() is none"},
      {"like_by_name", "SELECT \"like\"('a', 'A')", Kind::text, "like() is none"},
      {"sqlite_version", "SELECT \"sqlite_version\"()", Kind::text, "begin with sqlite_"},
      {"last_insert_rowid", "SELECT last_insert_rowid()", Kind::text, "last_insert_rowid() is none"},
      {"changes", "SELECT changes()", Kind::text, "changes() is none"},
      {"likelihood", "SELECT likelihood(a, 0.5) FROM t", Kind::text, "likelihood() is none"},
      {"pow", "SELECT pow(2, 3)", Kind::text, "pow() is none"},
      {"ntile", "SELECT ntile(2) OVER () FROM t", Kind::text, "ntile() is none"},
      {"fts3_tokenizer", "SELECT fts3_tokenizer('simple')", Kind::text, "fts3_tokenizer() is none"},
      {"unknown", "SELECT frobnicate(1)", Kind::text, "no such function: frobnicate"},
      {"of_a_table_alias", "SELECT count(*) FROM t(1)", Kind::text, "'t' is not a function"},
      {"agree_over_a_window", "SELECT agree(a) OVER () FROM t", Kind::text, "may not be used as a window"},
  };
}

std::vector<Hostile> operators() {
  return {
      {"like", "SELECT a FROM t WHERE b LIKE 'P'", Kind::text, "LIKE is refused"},
      {"not_like", "SELECT a FROM t WHERE b NOT like 'P'", Kind::text, "LIKE is refused"},
      {"regexp", "SELECT a FROM t WHERE b REGEXP 'P'", Kind::text, "REGEXP is refused"},
      {"match", "SELECT a FROM t WHERE b MATCH 'P'", Kind::text, "MATCH is refused"},
      {"cast", "SELECT CAST(b AS INTEGER) FROM t", Kind::text, "CAST is refused"},
      {"collate", "SELECT b = 'P' COLLATE nocase FROM t", Kind::text, "COLLATE is refused"},
      {"indexed_by", "SELECT a FROM t INDEXED BY i", Kind::text, "INDEXED is refused"},
      {"not_indexed", "SELECT a FROM t NOT INDEXED", Kind::text, "INDEXED is refused"},
      {"division", "SELECT a / 2 FROM t", Kind::text, "'/' is refused"},
      {"division_without_blanks", "SELECT a/2 FROM t", Kind::text, "'/' is refused"},
      {"division_beside_comments", "SELECT a/**///**/2 FROM t", Kind::text, "'/' is refused"},
      {"division_behind_a_line_comment", "SELECT a -- x\n/2 FROM t", Kind::text, "'/' is refused"},
      {"division_in_a_view",
       "SELECT h FROM v",
       Kind::text,
       "view v: line 2: '/'",
       {{"v", "SELECT\na/2 AS h FROM t"}}},
      {"remainder", "SELECT a % 2 FROM t", Kind::text, "'%' is refused"},
      {"json_arrow", "SELECT b -> '$' FROM t", Kind::text, "'->' is refused"},
      {"json_double_arrow", "SELECT b ->> '$' FROM t", Kind::text, "'->>' is refused"},
      {"text_plus", "SELECT b + 1 FROM t", Kind::text, "stands beside text"},
      {"blob", "SELECT x'00'", Kind::text, "blobs are refused"},
      {"double_quoted_string", "SELECT a FROM t WHERE b = \"p\"", Kind::text, "no such column: p"},
      {"string_as_alias", "SELECT a AS 'z' FROM t", Kind::text, "single quotes"},
      {"string_as_bare_alias", "SELECT a 'z' FROM t", Kind::text, "single quotes"},
      {"in_table", "SELECT a IN numbers FROM t", Kind::text, "IN needs a list"},
      {"in_main_table", "SELECT a IN 'main'.numbers FROM t", Kind::text, "IN needs a list"},
      {"values_as_a_source", "SELECT * FROM (VALUES (1))", Kind::text, "VALUES is refused"},
  };
}

std::vector<Hostile> parameters() {
  return {
      {"unbound", "SELECT :missing", Kind::text, "parameter :missing has no value"},
      {"positional", "SELECT ?", Kind::text, "named, as in :name"},
      {"numbered", "SELECT ?1", Kind::text, "named, as in :name"},
      {"at", "SELECT @x", Kind::text, "named, as in :name"},
      {"dollar", "SELECT $x", Kind::text, "named, as in :name"},
      {"tcl_array", "SELECT :x(a')", Kind::text, "a parameter is written :name"},
      {"tcl_namespace", "SELECT :x::y", Kind::text, "a parameter is written :name"},
  };
}

std::vector<Hostile> nesting() {
  return {
      {"recursion",
       "SELECT * FROM v",
       Kind::text,
       "view v reads itself",
       {{"v", "SELECT 1 AS n UNION ALL SELECT n + 1 FROM v"}}},
      {"recursion_of_two",
       "SELECT * FROM v",
       Kind::text,
       "reads itself",
       {{"v", "SELECT * FROM w"}, {"w", "SELECT * FROM v"}}},
      {"with_recursive",
       "SELECT * FROM (WITH RECURSIVE r AS (SELECT 1 UNION SELECT 2 FROM r) SELECT * FROM r)", Kind::text,
       "WITH is refused"},
      {"closes_our_parenthesis",
       "SELECT * FROM v",
       Kind::text,
       "')' closes nothing",
       {{"v", "SELECT 1), w AS (SELECT * FROM main.t"}}},
      {"closes_and_opens",
       "SELECT * FROM v",
       Kind::text,
       "')' closes nothing",
       {{"v", "SELECT 1) UNION (SELECT 2"}}},
      {"leaves_one_open", "SELECT (1", Kind::text, "'(' is not closed"},
      {"line_comment_over_our_text",
       "SELECT * FROM v",
       Kind::text,
       "no such column: z",
       {{"v", "SELECT z FROM t -- )"}}},
      {"comment_without_end",
       "SELECT * FROM v",
       Kind::text,
       "a comment has no end",
       {{"v", "SELECT 1 /* )"}}},
      {"string_without_end",
       "SELECT * FROM v",
       Kind::text,
       "a string has no end",
       {{"v", "SELECT ' FROM t"}}},
      {"name_without_end", "SELECT \"a FROM t", Kind::text, "a quoted name has no end"},
      {"parentheses_too_deep", "SELECT " + repeat("(", 60) + "1" + repeat(")", 60), Kind::text,
       "nest deeper"},
      {"expression_too_deep", "SELECT 1" + repeat(" + 1", 400), Kind::text, "too large (maximum depth 200)"},
      {"not_too_deep", "SELECT " + repeat("NOT ", 400) + "1", Kind::text, ""},
      {"compound_too_long", "SELECT 1" + repeat(" UNION SELECT 1", 200), Kind::text,
       "too many terms in compound"},
      {"too_many_columns", "SELECT 1" + repeat(", 1", 1000), Kind::text, "too many columns"},
      {"too_many_arguments", "SELECT agree(1" + repeat(", 1", 200) + ")", Kind::text, "too many arguments"},
      {"too_many_tables", "SELECT 1 FROM t" + repeat(", t", 70), Kind::text, "at most 64 tables"},
      {"too_long", "SELECT 1 -- " + repeat("x", 70'000), Kind::text, "more than 65536 bytes"},
      {"doubling_views", "SELECT count(*) FROM v11", Kind::text, "more than 500 tables", doubling_views(12)},
  };
}

std::vector<Hostile> expensive() {
  return {
      {"huge_join", "SELECT count(*) FROM numbers AS a, numbers AS b, numbers AS c, numbers AS d",
       Kind::limit, "more than 20000000 steps"},
      {"huge_sorted_join",
       "SELECT a.k FROM numbers AS a, numbers AS b, numbers AS c, numbers AS d ORDER BY 1 LIMIT 1",
       Kind::limit, "steps"},
      {"huge_distinct", "SELECT DISTINCT a.k FROM numbers AS a, numbers AS b, numbers AS c, numbers AS d",
       Kind::limit, "steps"},
      {"too_many_rows", "SELECT a.k FROM numbers AS a, numbers AS b, numbers AS c", Kind::limit,
       "more than 100000 rows"},
      {"doubled_text",
       "SELECT length(h || h) FROM (SELECT g || g AS h FROM (SELECT f || f AS g FROM (SELECT e || e AS f "
       "FROM (SELECT '" +
           repeat("x", 2000) + "' AS e))))",
       Kind::limit, "longer than 4096 bytes"},
      {"slow_glob",
       "SELECT count(*) FROM numbers WHERE ('" + repeat("a", 3'900) + "' || k) GLOB '*" + repeat("a", 900) +
           "b'",
       Kind::limit, "steps"},
  };
}

class SandboxRefuses : public testing::TestWithParam<Hostile> {};

TEST_P(SandboxRefuses, for_that_reason) {
  const Hostile& row = GetParam();
  const Database database = sample();
  const Query query{row.sql, row.views, {}};
  const auto answer = database.run(query);
  const auto* refusal = std::get_if<Refusal>(&answer);
  ASSERT_NE(refusal, nullptr) << show(answer);
  EXPECT_EQ(show(refusal->kind), show(row.kind)) << refusal->reason;
  EXPECT_NE(refusal->reason.find(row.reason), std::string::npos) << refusal->reason;
  EXPECT_LE(refusal->reason.size(), 420U);
  // What was refused has changed nothing.
  EXPECT_EQ(ask(database, "SELECT count(*), sum(a) FROM t"), "3,6");
  // Nor does it leave less for the next one.
  EXPECT_EQ(ask(database, "SELECT count(*) FROM numbers AS a, numbers AS b"), "90000");
}

// What needs no data is refused without any; a parameter's value is not known before.
TEST_P(SandboxRefuses, what_is_text_when_compiled) {
  const Hostile& row = GetParam();
  const auto answer = sample().compile({row.sql, row.views, {}});
  const auto* refusal = std::get_if<Refusal>(&answer);
  const bool is_found = row.kind == Kind::text && std::string_view(row.title) != "unbound";
  ASSERT_EQ(refusal != nullptr, is_found) << (refusal != nullptr ? refusal->reason : "");
  if (!is_found) return;
  EXPECT_NE(refusal->reason.find(row.reason), std::string::npos) << refusal->reason;
}

const auto title = [](const auto& row) { return std::string(row.param.title); };

INSTANTIATE_TEST_SUITE_P(writes, SandboxRefuses, testing::ValuesIn(writes()), title);
INSTANTIATE_TEST_SUITE_P(schemas, SandboxRefuses, testing::ValuesIn(schemas()), title);
INSTANTIATE_TEST_SUITE_P(hidden_columns, SandboxRefuses, testing::ValuesIn(hidden_columns()), title);
INSTANTIATE_TEST_SUITE_P(functions, SandboxRefuses, testing::ValuesIn(functions()), title);
INSTANTIATE_TEST_SUITE_P(operators, SandboxRefuses, testing::ValuesIn(operators()), title);
INSTANTIATE_TEST_SUITE_P(parameters, SandboxRefuses, testing::ValuesIn(parameters()), title);
INSTANTIATE_TEST_SUITE_P(nesting, SandboxRefuses, testing::ValuesIn(nesting()), title);
INSTANTIATE_TEST_SUITE_P(expensive, SandboxRefuses, testing::ValuesIn(expensive()), title);

}  // namespace
}  // namespace evidence::query
