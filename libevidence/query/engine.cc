#include "engine.h"

#include <cassert>

#include "aggregates.h"
#include "evidence/base.h"
#include "number_functions.h"
#include "refused.h"
#include "rounding.h"
#include "text_functions.h"

namespace evidence::query {
namespace {

using Kind = Refusal::Kind;

// Values of a result beyond this are not kept, whatever SQLite's heap still holds.
constexpr std::size_t kMostResultBytes = std::size_t{128} << 20;

[[noreturn]] void throw_last(sqlite3* connection, std::string_view operation) {
  const char* reason = connection == nullptr ? "out of memory" : sqlite3_errmsg(connection);
  throw Error("database in memory: " + std::string(operation) + ": " + reason);
}

Connection open() {
  limit_heap();
  constexpr int kFlags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
  sqlite3* opened = nullptr;
  const int status = sqlite3_open_v2(":memory:", &opened, kFlags, nullptr);
  Connection connection(opened);
  if (status != SQLITE_OK) throw_last(opened, "open");
  return connection;
}

void execute(sqlite3* connection, const std::string& sql) {
  if (sqlite3_exec(connection, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    throw_last(connection, sql);
}

std::string_view type_name(Type type) {
  switch (type) {
    case Type::integer:
      return "INTEGER";
    case Type::real:
      return "REAL";
    case Type::text:
      break;
  }
  return "TEXT";
}

std::string create_statement(const Table& table) {
  std::string columns;
  for (const Column& column : table.columns) {
    columns += columns.empty() ? "" : ", ";
    columns += quoted_name(column.name) + " " + std::string(type_name(column.type));
    columns += column.nullable ? "" : " NOT NULL";
  }
  return "CREATE TABLE " + quoted_name(table.name) + " (" + columns + ") STRICT";
}

std::string insert_statement(const Table& table) {
  std::string values = "?";
  for (std::size_t i = 1; i < table.columns.size(); ++i) values += ", ?";
  return "INSERT INTO " + quoted_name(table.name) + " VALUES (" + values + ")";
}

// `value` must outlive the next step of the statement.
int bind(sqlite3_stmt* statement, int index, const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    return sqlite3_bind_int64(statement, index, *integer);
  }
  if (const auto* number = std::get_if<double>(&value)) return sqlite3_bind_double(statement, index, *number);
  if (const auto* text = std::get_if<std::string>(&value)) {
    return sqlite3_bind_text64(statement, index, text->data(), text->size(), SQLITE_STATIC, SQLITE_UTF8);
  }
  return sqlite3_bind_null(statement, index);
}

void bind_all(sqlite3_stmt* statement, const Parameters& parameters) {
  for (int index = 1; index <= sqlite3_bind_parameter_count(statement); ++index) {
    const std::string name = sqlite3_bind_parameter_name(statement, index) + 1;  // behind the colon
    const auto known = parameters.find(name);
    if (known == parameters.end()) refuse(Kind::text, "parameter :" + name + " has no value");
    if (bind(statement, index, known->second) != SQLITE_OK) {
      refuse(Kind::limit, "parameter :" + name + " has too long a value");
    }
  }
}

Value column(sqlite3_stmt* statement, int index) {
  switch (sqlite3_column_type(statement, index)) {
    case SQLITE_INTEGER:
      return std::int64_t{sqlite3_column_int64(statement, index)};
    case SQLITE_FLOAT:
      return rounded(sqlite3_column_double(statement, index));
    case SQLITE_NULL:
      return std::monostate();
    default: {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, index));
      if (text == nullptr) refuse(Kind::limit, "it takes too much memory");
      return std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, index)));
    }
  }
}

Row row(sqlite3_stmt* statement) {
  const int count = sqlite3_column_count(statement);
  Row values;
  values.reserve(static_cast<std::size_t>(count));
  for (int index = 0; index < count; ++index) values.push_back(column(statement, index));
  return values;
}

std::size_t size_of(const Row& row) {
  std::size_t bytes = sizeof(Row) + row.size() * sizeof(Value);
  for (const Value& value : row) {
    if (const auto* text = std::get_if<std::string>(&value)) bytes += text->size();
  }
  return bytes;
}

std::vector<std::string> column_names(sqlite3_stmt* statement) {
  std::vector<std::string> names;
  for (int index = 0; index < sqlite3_column_count(statement); ++index) {
    const char* name = sqlite3_column_name(statement, index);
    if (name == nullptr) refuse(Kind::limit, "it takes too much memory");
    names.emplace_back(name);
  }
  return names;
}

// A result as it comes in, and how much more may come.
class Collector {
 public:
  explicit Collector(std::size_t most_rows) : most_rows_(most_rows) {}

  void add(Row row) {
    if (rows_.size() == most_rows_) {
      refuse(Kind::limit, "its result has more than " + std::to_string(most_rows_) + " rows");
    }
    bytes_ += size_of(row);
    if (bytes_ > kMostResultBytes) {
      refuse(Kind::limit, "its result has more than " + std::to_string(kMostResultBytes >> 20) + " MiB");
    }
    rows_.push_back(std::move(row));
  }
  std::vector<Row> rows() && { return std::move(rows_); }

 private:
  std::size_t most_rows_;
  std::size_t bytes_ = 0;
  std::vector<Row> rows_;
};

}  // namespace

Engine::Engine(std::span<const Table> tables, Functions functions, const Limits& limits)
    : tables_(tables), limits_(limits), connection_(open()) {
  execute(connection_.get(), "PRAGMA temp_store = MEMORY");
  for (const Table& table : tables) execute(connection_.get(), create_statement(table));
  sandbox_ = std::make_unique<Sandbox>(connection_.get(), tables, functions, limits);
  add_number_functions(connection_.get());
  add_text_functions(connection_.get(), sandbox_->meter());
  add_aggregates(connection_.get());
  for (const Table& table : tables) inserts_.push_back(prepare_own(insert_statement(table)));
  execute(connection_.get(), "BEGIN");
}

bool Engine::insert(std::size_t table, const Row& row) {
  sqlite3_stmt* statement = inserts_[table].get();
  int status = SQLITE_OK;
  for (std::size_t i = 0; i < row.size() && status == SQLITE_OK; ++i) {
    status = bind(statement, static_cast<int>(i + 1), row[i]);
  }
  return finish_insert(table, status);
}

bool Engine::insert_reversed(const Engine& other) {
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const Prepared rows =
        other.prepare_own("SELECT * FROM " + quoted_name(tables_[table].name) + " ORDER BY rowid DESC");
    int status = SQLITE_ROW;
    while ((status = sqlite3_step(rows.get())) == SQLITE_ROW) {
      if (!insert_copy(table, rows.get())) return false;
    }
    if (status != SQLITE_DONE) return false;
  }
  return true;
}

bool Engine::insert_copy(std::size_t table, sqlite3_stmt* row) {
  int status = SQLITE_OK;
  for (int i = 0; i < sqlite3_column_count(row) && status == SQLITE_OK; ++i) {
    status = sqlite3_bind_value(inserts_[table].get(), i + 1, sqlite3_column_value(row, i));
  }
  return finish_insert(table, status);
}

bool Engine::finish_insert(std::size_t table, int bound) {
  sqlite3_stmt* statement = inserts_[table].get();
  const int status = bound == SQLITE_OK ? sqlite3_step(statement) : bound;
  sqlite3_reset(statement);
  sqlite3_clear_bindings(statement);
  if (status == SQLITE_NOMEM || status == SQLITE_TOOBIG || status == SQLITE_FULL) return false;
  if (status != SQLITE_DONE) throw_last(connection_.get(), "insert into " + tables_[table].name);
  return true;
}

// A failure of a query rolls back what is not committed.
bool Engine::commit() {
  if (sqlite3_get_autocommit(connection_.get()) != 0) return true;
  return sqlite3_exec(connection_.get(), "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK;
}

Engine::Description Engine::describe(const Statement& statement) {
  const Sandbox::Visit visit(*sandbox_, statement.defined);
  const Prepared prepared = prepare(statement, visit);
  return {column_names(prepared.get()), visit.reads()};
}

Result Engine::run(const Statement& statement, const Parameters& parameters) {
  assert(sqlite3_get_autocommit(connection_.get()) != 0);
  const Sandbox::Visit visit(*sandbox_, statement.defined);
  const Prepared prepared = prepare(statement, visit);
  bind_all(prepared.get(), parameters);
  Collector collector(limits_.rows);
  int status = SQLITE_ROW;
  while ((status = sqlite3_step(prepared.get())) == SQLITE_ROW) collector.add(row(prepared.get()));
  if (status != SQLITE_DONE) refuse_last(Kind::evaluation, visit);
  return {column_names(prepared.get()), std::move(collector).rows()};
}

Prepared Engine::prepare_own(const std::string& sql) const {
  sqlite3_stmt* statement = nullptr;
  const int status =
      sqlite3_prepare_v3(connection_.get(), sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (status != SQLITE_OK) throw_last(connection_.get(), sql);
  return Prepared(statement);
}

Prepared Engine::prepare(const Statement& statement, const Sandbox::Visit& visit) const {
  const std::string& sql = statement.sql;
  sqlite3_stmt* made = nullptr;
  const char* rest = nullptr;
  const int status =
      sqlite3_prepare_v2(connection_.get(), sql.c_str(), static_cast<int>(sql.size() + 1), &made, &rest);
  Prepared prepared(made);
  if (status != SQLITE_OK) refuse_last(Kind::text, visit);
  if (made == nullptr || rest != sql.c_str() + sql.size()) refuse(Kind::text, "it is not one statement");
  if (sqlite3_stmt_readonly(made) == 0) refuse(Kind::text, "it does not only read");
  return prepared;
}

void Engine::refuse_last(Kind otherwise, const Sandbox::Visit& visit) const {
  switch (sqlite3_errcode(connection_.get())) {
    case SQLITE_NOMEM:
      refuse(Kind::limit, "it takes too much memory");
    case SQLITE_TOOBIG:
      refuse(Kind::limit, "a text or row is longer than " + std::to_string(limits_.value) + " bytes");
    case SQLITE_INTERRUPT:
      if (sandbox_->meter().is_used_up())
        refuse(Kind::limit,
               "all queries together take more than " + std::to_string(limits_.all_steps) + " steps");
      refuse(Kind::limit, "it takes more than " + std::to_string(limits_.steps) + " steps");
    default:
      if (!visit.denied().empty()) refuse(Kind::text, visit.denied());
      refuse(otherwise, sqlite3_errmsg(connection_.get()));
  }
}

}  // namespace evidence::query
