#include "sandbox.h"

#include <algorithm>
#include <cassert>
#include <mutex>

#include "evidence/base.h"
#include "lexer.h"

namespace evidence::query {
namespace {

constexpr std::int64_t kMostHeap = std::int64_t{1} << 30;
constexpr std::size_t kMostValue = 1 << 30;
constexpr int kStepsBetweenCounts = 1000;

constexpr std::string_view kScalar[] = {"abs",    "coalesce", "glob", "ifnull", "iif",   "instr",
                                        "length", "ln",       "max",  "min",    "mod",   "nullif",
                                        "ratio",  "round",    "sign", "substr", "typeof"};
constexpr std::string_view kOverRows[] = {
    "agree",      "avg",        "count",  "dense_rank", "every",     "first_value",   "lag",
    "last_value", "lead",       "mean",   "median",     "nth_value", "paired_t_high", "paired_t_low",
    "rank",       "row_number", "spread", "sum",        "total"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view view(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

struct Setting {
  int which;
  int value;
};

constexpr Setting kSettings[] = {
    {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
    {SQLITE_DBCONFIG_DQS_DDL, 0},        {SQLITE_DBCONFIG_DQS_DML, 0},
    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},    {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
    {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}};

// Generous for honest queries. The text's own limit is kept by whoever reads it; filters come on top of it.
constexpr Setting kLimits[] = {{SQLITE_LIMIT_SQL_LENGTH, 16 << 20}, {SQLITE_LIMIT_COLUMN, 1000},
                               {SQLITE_LIMIT_EXPR_DEPTH, 200},      {SQLITE_LIMIT_COMPOUND_SELECT, 100},
                               {SQLITE_LIMIT_VDBE_OP, 100'000},     {SQLITE_LIMIT_FUNCTION_ARG, 100},
                               {SQLITE_LIMIT_ATTACHED, 0},          {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
                               {SQLITE_LIMIT_TRIGGER_DEPTH, 1},     {SQLITE_LIMIT_WORKER_THREADS, 0}};

}  // namespace

void limit_heap() {
  static std::once_flag once;
  std::call_once(once, [] { sqlite3_hard_heap_limit64(kMostHeap); });
}

Sandbox::Sandbox(sqlite3* connection, std::span<const Table> tables, Functions functions,
                 const Limits& limits)
    : connection_(connection), functions_(functions), meter_(limits.steps, limits.all_steps) {
  for (const Table& table : tables) {
    auto& columns = declared_[table.name];
    for (const Column& column : table.columns) columns.insert(column.name);
  }
  for (const Setting& setting : kSettings) {
    if (sqlite3_db_config(connection, setting.which, setting.value, nullptr) != SQLITE_OK) {
      throw Error("database in memory: this SQLite does not know setting " + std::to_string(setting.which));
    }
  }
  for (const Setting& limit : kLimits) other_limits_.emplace_back(limit.which, limit.value);
  other_limits_.emplace_back(SQLITE_LIMIT_LENGTH, static_cast<int>(std::min(limits.value, kMostValue)));
  sqlite3_drop_modules(connection, nullptr);
  sqlite3_progress_handler(connection, kStepsBetweenCounts, count_steps, this);
  sqlite3_set_authorizer(connection, authorize, this);
}

Sandbox::Visit::Visit(Sandbox& sandbox, const std::set<std::string, std::less<>>& defined)
    : sandbox_(sandbox) {
  assert(sandbox.defined_ == nullptr);
  sandbox.defined_ = &defined;
  sandbox.reads_.clear();
  sandbox.denied_.clear();
  sandbox.meter_.reset();
  sandbox.swap_limits();
}

Sandbox::Visit::~Visit() {
  sandbox_.swap_limits();
  sandbox_.defined_ = nullptr;
}

// Between those of the author and those of the owner.
void Sandbox::swap_limits() {
  for (auto& [which, value] : other_limits_) value = sqlite3_limit(connection_, which, value);
}

// The owner's own statements are not asked about.
int Sandbox::authorize(void* sandbox, int action, const char* first, const char* second, const char* schema,
                       const char* /*inside*/) {
  auto& self = *static_cast<Sandbox*>(sandbox);
  if (self.defined_ == nullptr) return SQLITE_OK;
  try {
    return self.judge(action, view(first), view(second), view(schema));
  } catch (...) {
    return SQLITE_DENY;
  }
}

int Sandbox::count_steps(void* sandbox) {
  auto& self = *static_cast<Sandbox*>(sandbox);
  if (self.defined_ == nullptr) return 0;
  self.meter_.charge(kStepsBetweenCounts);
  return self.meter_.is_exceeded() ? 1 : 0;
}

int Sandbox::judge(int action, std::string_view first, std::string_view second, std::string_view schema) {
  switch (action) {
    case SQLITE_SELECT:
      return SQLITE_OK;
    case SQLITE_READ:
      return judge_read(first, second, schema);
    case SQLITE_FUNCTION:
      if (is_one_of(second, kScalar)) return SQLITE_OK;
      if (functions_ == Functions::all && is_one_of(second, kOverRows)) return SQLITE_OK;
      return deny(std::string(second) + "() is none of the functions that there are");
    case SQLITE_RECURSIVE:
      return deny("a query that reads itself is refused");
    default:
      return deny("a query may only read the declared tables");
  }
}

// SQLite names columns and tables as they were declared, but a table of which it needs no column as the
// author wrote it; so it does with the names that the statement defines.
int Sandbox::judge_read(std::string_view table, std::string_view column, std::string_view schema) {
  const std::string name = lower_case(table);
  if (column.empty() && defined_->contains(name)) return SQLITE_OK;
  const auto declared = declared_.find(name);
  if (declared == declared_.end()) return deny("there is no table " + std::string(table));
  if (!column.empty() && (schema != "main" || !declared->second.contains(std::string(column)))) {
    return deny("table " + name + " has no column " + std::string(column));
  }
  auto& columns = reads_[name];
  if (!column.empty()) columns.emplace(column);
  return SQLITE_OK;
}

int Sandbox::deny(std::string reason) {
  denied_ = std::move(reason);
  return SQLITE_DENY;
}

}  // namespace evidence::query
