#pragma once

// The sandboxed SQL database: typed tables in, single SELECTs over them out. Knows no record and no manifest.
//
// Tables live in SQLite databases in memory and nowhere else. The SQL is an attacker's: it reads the declared
// tables and nothing else, calls a fixed list of deterministic functions, and is bounded in length, depth,
// steps, rows and memory. Every query runs twice, over the rows as inserted and over the same rows reversed,
// and an answer that depends on that order is refused. Numbers that come out are rounded to 12 significant
// digits.
//
// The SQL is SQLite's, with less and with a little more. Its functions:
//
// * of one row: abs coalesce glob ifnull iif instr length max min nullif round sign substr typeof, and ours:
//   ratio(a, b) is a / b as a real number, NULL if b is 0; ln(x) is NULL unless x > 0; mod(a, b) is the
//   remainder of integers with the sign of a, NULL if b is 0;
// * of many rows: count min max, and ours: sum, avg and total, compensated in row order and with SQL's rules
//   for NULL, where a sum of integers is exact, and an error if it does not fit into 64 bits;
// * of many rows, NULL if anything is NULL or there is no row: agree(a, ...) is 1 if all rows equal the first
//   in all arguments, else 0; every(x) is 1 if all are 1, 0 if one is 0, an error for any other x; mean(x),
//   median(x), spread(x) = (max - min) / mean, NULL for a mean of 0; paired_t_low(a, b), paired_t_high(a, b)
//   bound the 95 % interval of the mean of a - b by Student's t, NULL for fewer than two rows;
// * over windows: count min max sum avg total, row_number rank dense_rank lag lead first_value last_value
//   nth_value.
//
// A function of numbers that is given text is an error and never 0. Refused, because they would answer
// something else than a reader expects, are / and % (they cut off), LIKE (blind to case), CAST (makes 0 of
// text), COLLATE, NATURAL, USING, `x IN table`, names in brackets, backticks or single quotes, and arithmetic
// directly on a column or literal of type TEXT (`label + 1`; inside parentheses SQLite still makes 0 of
// text). WITH, VALUES, main.table, hidden row numbers and whatever is not one SELECT do not exist here.
//
// What is wrong with a query is a Refusal and not an exception: a query is part of a plan, and whoever judges
// says what it means. A Database may be used by one thread at a time; distinct ones by any number. The first
// one sets SQLite's hard heap limit of the whole process to 1 GiB.

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace evidence::query {

// NULL, INTEGER, REAL, TEXT (UTF-8 without NUL).
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;
using Row = std::vector<Value>;

enum class Type { integer, real, text };

struct Column {
  std::string name;
  Type type = Type::text;
  bool nullable = false;
};

// Becomes a STRICT table. Names satisfy is_name().
struct Table {
  std::string name;
  std::vector<Column> columns;
};

// True for what may name a table, column, view, quantity or parameter: [a-z][a-z0-9_]*, at most 64 bytes, not
// beginning with "sqlite_" or "pragma_", none of main, temp, rowid, oid, true and false, and no keyword of
// SQLite's SQL but action, first, key, last, plan, query, row and rows, which read as names wherever one may
// stand.
bool is_name(std::string_view text);

// Why a query gives no answer.
struct Refusal {
  enum class Kind {
    text,        // the SQL is not one that may be asked: found without any data
    evaluation,  // it failed over this data: overflow, a wrong type, a value that a function does not take
    limit,       // it would take too many steps, rows or bytes
    order,       // its answer depends on the order of rows
  };
  Kind kind = Kind::text;
  std::string reason;  // lower-case, no full stop, printable
};

// A named query that others may read like a table.
struct View {
  std::string name;
  std::string sql;
};

// Only rows whose `column` is one of `values` are seen, in every table that has such a column.
struct Filter {
  std::string column;
  std::vector<std::string> values;
};

struct Query {
  std::string sql;            // one SELECT
  std::vector<View> views{};  // in any order; those that it does not use are not compiled
  std::vector<Filter> filters{};
};

// What a query is, without data.
struct Compiled {
  std::vector<std::string> columns;                    // of its result, in order
  std::map<std::string, std::set<std::string>> reads;  // declared table → columns, through views too
  std::set<std::string> parameters;                    // names without the colon
  std::set<std::string> literals;                      // string literals, unquoted, through views too
  // One sentence for each aggregate that passes over NULLs of a nullable or outer-joined column which no
  // every() in the same text looks at. Counting is not among them: a count says how many there were.
  std::vector<std::string> null_risks;
  std::set<std::string> names;  // of an expression: the named values that it reads
};

struct Result {
  std::vector<std::string> columns;
  std::vector<Row> rows;
};

struct Limits {
  std::uint64_t steps = 20'000'000;         // of SQLite's virtual machine, a query
  std::uint64_t all_steps = 1'000'000'000;  // of all queries of a database together
  std::size_t rows = 100'000;               // of a result
  std::size_t text = 64 << 10;              // bytes of one query with its views
  std::size_t value = 4 << 10;              // bytes of one text, or of one row while it is sorted or grouped
};

using Parameters = std::map<std::string, Value, std::less<>>;

class Database {
 public:
  // Preconditions (asserted): names satisfy is_name(), no two tables have one name.
  explicit Database(std::vector<Table> tables, Parameters parameters = {}, Limits limits = {});
  ~Database();
  Database(Database&&) noexcept;
  Database& operator=(Database&&) noexcept;

  // Preconditions (asserted): the table is declared, the row has its columns' types, and run() was not called
  // yet. Rows that do not fit into memory are no error here but make every run() a Refusal of kind limit.
  void insert(std::string_view table, Row row);
  std::size_t rows(std::string_view table) const;

  // Checks the text without data, and without values for its parameters.
  std::variant<Compiled, Refusal> compile(const Query& query) const;
  // A parameter without a value is a Refusal of kind text.
  std::variant<Result, Refusal> run(const Query& query) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// One value: `expression` over named values, such as `ran AND widest <= 0.03`. Same sandbox; no tables, no
// SELECT, no aggregates. A name that is a keyword of SQL has to stand in double quotes.
std::variant<Value, Refusal> evaluate(std::string_view expression,
                                      const std::map<std::string, Value, std::less<>>& names,
                                      const Parameters& parameters = {});
// Compiles it without values: its names, parameters and literals; the other members are empty.
std::variant<Compiled, Refusal> compile_expression(std::string_view expression,
                                                   const std::set<std::string, std::less<>>& names);

// SQLite's version, which belongs to an answer.
std::string_view engine_version();

}  // namespace evidence::query
