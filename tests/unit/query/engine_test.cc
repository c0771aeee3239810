#include "query/engine.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "fixture.h"
#include "query/refused.h"

namespace evidence::query {
namespace {

std::string run(Engine& engine, std::string sql, std::set<std::string, std::less<>> defined = {}) {
  try {
    return show(engine.run({std::move(sql), std::move(defined)}, {}));
  } catch (const Refused& refused) {
    return show(refused.refusal());
  }
}

// t holds one row.
class EngineWithoutLexer : public testing::Test {
 protected:
  EngineWithoutLexer() : tables_(sample_tables()), engine_(tables_, Functions::all, {}) {
    engine_.insert(0, row_of(1, "p", 0.5, "s1"));
    engine_.commit();
  }

  std::vector<Table> tables_;
  Engine engine_;
};

struct Denied {
  const char* title;
  const char* sql;
  const char* reason;
};

class EngineDenies : public EngineWithoutLexer, public testing::WithParamInterface<Denied> {};

// The second line of defence: what would happen if the tokens had let it pass.
TEST_P(EngineDenies, what_the_lexer_would_refuse) {
  const std::string shown = run(engine_, GetParam().sql);
  EXPECT_TRUE(shown.starts_with("refused (text): ")) << shown;
  EXPECT_NE(shown.find(GetParam().reason), std::string::npos) << shown;
  EXPECT_EQ(run(engine_, "SELECT a FROM t"), "1");
}

INSTANTIATE_TEST_SUITE_P(
    rows, EngineDenies,
    testing::Values(
        Denied{"insert", "INSERT INTO t SELECT * FROM t", "may only read the declared tables"},
        Denied{"update", "UPDATE t SET a = 2", "may only read the declared tables"},
        Denied{"delete", "DELETE FROM t", "may only read the declared tables"},
        Denied{"drop", "DROP TABLE t", "may only read the declared tables"},
        Denied{"create", "CREATE TABLE z (a)", "may only read the declared tables"},
        Denied{"create_temporary", "CREATE TEMP TABLE z (a)", "may only read the declared tables"},
        Denied{"create_view", "CREATE VIEW z AS SELECT 1", "may only read the declared tables"},
        Denied{"alter", "ALTER TABLE t RENAME TO z", "may only read the declared tables"},
        Denied{"attach", "ATTACH ':memory:' AS z", "may only read the declared tables"},
        Denied{"detach", "DETACH main", "may only read the declared tables"},
        Denied{"pragma", "PRAGMA user_version", "may only read the declared tables"},
        Denied{"begin", "BEGIN", "may only read the declared tables"},
        Denied{"savepoint", "SAVEPOINT z", "may only read the declared tables"},
        Denied{"analyze", "ANALYZE", "may only read the declared tables"},
        Denied{"vacuum", "VACUUM INTO '/nowhere/z'", "it does not only read"},
        Denied{"master", "SELECT name FROM sqlite_master", "there is no table sqlite_master"},
        Denied{"master_without_columns", "SELECT count(*) FROM sqlite_schema", "there is no table sqlite_"},
        Denied{"rowid", "SELECT rowid FROM t", "table t has no column ROWID"},
        Denied{"rowid_in_quotes", "SELECT t.'oid' FROM t", "table t has no column ROWID"},
        Denied{"pragma_function", "SELECT * FROM pragma_database_list", "may only read the declared tables"},
        Denied{"recursion", "WITH r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT * FROM r",
               "reads itself"},
        Denied{"random", "SELECT random()", "random() is none"},
        Denied{"load_extension", "SELECT load_extension('z')", "load_extension() is none"},
        Denied{"like", "SELECT 'a' LIKE 'A'", "like() is none"},
        Denied{"double_quoted_string", "SELECT \"z\" FROM t", "no such column: z"},
        Denied{"two_statements", "SELECT 1; SELECT 2", "it is not one statement"},
        Denied{"nothing", "-- nothing", "it is not one statement"}),
    [](const auto& row) { return row.param.title; });

TEST_F(EngineWithoutLexer, a_name_that_the_statement_defines_needs_no_columns) {
  const char* sql = "WITH v AS (SELECT a FROM t) SELECT count(*) FROM v AS w, v";
  EXPECT_EQ(run(engine_, sql, {"v"}), "1");
  EXPECT_EQ(run(engine_, sql), "refused (text): there is no table v");
}

TEST_F(EngineWithoutLexer, describes_what_is_read) {
  const auto described = engine_.describe({"SELECT count(*) AS n, max(T.A) FROM T JOIN u ON x > 1", {}});
  EXPECT_EQ(described.columns, (std::vector<std::string>{"n", "max(T.A)"}));
  const std::map<std::string, std::set<std::string>> reads{{"t", {"a", "x"}}, {"u", {}}};
  EXPECT_EQ(described.reads, reads);
}

TEST(Engine, copies_the_rows_of_another_one_backwards) {
  const std::vector<Table> tables = sample_tables();
  Engine forward(tables, Functions::all, {});
  forward.insert(0, row_of(1, "p", 0.5, "s1"));
  forward.insert(0, row_of(2, "q", Value(), "s2"));
  Engine reversed(tables, Functions::all, {});
  ASSERT_TRUE(forward.commit());
  ASSERT_TRUE(reversed.insert_reversed(forward));
  ASSERT_TRUE(reversed.commit());
  EXPECT_EQ(run(forward, "SELECT * FROM t"), "1,'p',0.5,'s1' | 2,'q',NULL,'s2'");
  EXPECT_EQ(run(reversed, "SELECT * FROM t"), "2,'q',NULL,'s2' | 1,'p',0.5,'s1'");
}

TEST(Engine, refuses_a_text_beyond_the_limit_only_where_it_is_read) {
  const std::vector<Table> tables = sample_tables();
  Engine engine(tables, Functions::all, {.value = 100});
  engine.insert(0, row_of(1, std::string(200, 'b'), 0.5, "s1"));
  engine.commit();
  EXPECT_EQ(run(engine, "SELECT a FROM t"), "1");
  EXPECT_EQ(run(engine, "SELECT b FROM t"), "refused (limit): a text or row is longer than 100 bytes");
  EXPECT_EQ(run(engine, "SELECT length(c) FROM (SELECT 'x' AS c FROM t)"), "1");
}

// The limit is the process's: while this lives, it is lower.
class LowHeap {
 public:
  // The first database of a process sets the limit, so there is one before it is lowered.
  explicit LowHeap(std::int64_t bytes) : first_(sample()), before_(sqlite3_hard_heap_limit64(bytes)) {}
  ~LowHeap() { sqlite3_hard_heap_limit64(before_); }
  LowHeap(const LowHeap&) = delete;
  LowHeap& operator=(const LowHeap&) = delete;

 private:
  Database first_;
  std::int64_t before_;
};

constexpr std::int64_t kLowHeap = std::int64_t{4} << 20;

TEST(Engine, sets_a_heap_limit_of_one_gibibyte) {
  const Database database = sample();
  EXPECT_EQ(sqlite3_hard_heap_limit64(-1), std::int64_t{1} << 30);
}

TEST(Engine, outlives_a_sort_and_a_list_that_need_too_much_memory) {
  const Database database = sample();
  EXPECT_EQ(ask(database, "SELECT count(*) FROM t"), "3");
  {
    const LowHeap heap(kLowHeap);
    const std::string pad(1000, 'x');
    EXPECT_EQ(ask(database, "SELECT '" + pad + "' || a.k AS z FROM numbers AS a, numbers AS b ORDER BY z"),
              "refused (limit): it takes too much memory");
    EXPECT_EQ(
        ask(database, "SELECT median(a.k) FROM numbers AS a, numbers AS b, numbers AS c WHERE c.k < 20"),
        "refused (limit): it takes too much memory");
  }
  EXPECT_EQ(ask(database, "SELECT count(*), sum(a) FROM t"), "3,6");
}

TEST(Engine, rows_that_do_not_fit_make_every_query_a_refusal) {
  const LowHeap heap(kLowHeap);
  Database database(sample_tables());
  for (std::int64_t k = 0; k < 100'000; ++k)
    database.insert("t", row_of(k, std::string(100, 'b'), 0.5, "s1"));
  EXPECT_EQ(database.rows("t"), 100'000U);
  EXPECT_EQ(ask(database, "SELECT 1"), "refused (limit): the tables do not fit into memory");
  EXPECT_EQ(ask(database, "SELECT 1"), "refused (limit): the tables do not fit into memory");
}

}  // namespace
}  // namespace evidence::query
