#include <algorithm>
#include <cassert>
#include <set>

#include "engine.h"
#include "null_risks.h"
#include "operand_types.h"
#include "refused.h"
#include "statement.h"
#include "views.h"

namespace evidence::query {
namespace {

[[maybe_unused]] bool has_type(const Value& value, const Column& column) {
  if (std::holds_alternative<std::monostate>(value)) return column.nullable;
  switch (column.type) {
    case Type::integer:
      return std::holds_alternative<std::int64_t>(value);
    case Type::real:
      return std::holds_alternative<double>(value);
    case Type::text:
      break;
  }
  return std::holds_alternative<std::string>(value);
}

[[maybe_unused]] bool has_types(const Row& row, const Table& table) {
  return std::equal(row.begin(), row.end(), table.columns.begin(), table.columns.end(), has_type);
}

[[maybe_unused]] bool are_names(const std::vector<Table>& tables) {
  std::set<std::string> names;
  return std::all_of(tables.begin(), tables.end(), [&](const Table& table) {
    return is_name(table.name) && names.insert(table.name).second && !table.columns.empty() &&
           std::all_of(table.columns.begin(), table.columns.end(),
                       [](const Column& column) { return is_name(column.name); });
  });
}

std::set<std::string, std::less<>> names_of(const std::vector<Table>& tables) {
  std::set<std::string, std::less<>> names;
  for (const Table& table : tables) names.insert(table.name);
  return names;
}

std::vector<Row> sorted(std::vector<Row> rows) {
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

struct Database::State {
  State(std::vector<Table> declared, Parameters values, Limits bounds)
      : tables(std::move(declared)),
        parameters(std::move(values)),
        limits(bounds),
        names(names_of(tables)),
        counts(tables.size()),
        forward(std::make_unique<Engine>(tables, Functions::all, limits)) {}

  std::size_t index(std::string_view table) const {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table& candidate) { return candidate.name == table; });
    assert(found != tables.end());
    return static_cast<std::size_t>(found - tables.begin());
  }

  std::vector<Text> texts(const Query& query) const {
    std::vector<Text> result = read_texts(query, names, limits.text);
    for (const Text& text : result) check_operand_types(text, tables);
    return result;
  }

  Compiled compile(const Query& query) const;
  Result run(const Query& query);
  void finish_loading();

  const std::vector<Table> tables;
  const Parameters parameters;
  const Limits limits;
  const std::set<std::string, std::less<>> names;
  std::vector<std::size_t> counts;
  std::unique_ptr<Engine> forward;
  std::unique_ptr<Engine> reversed;  // once run() was called
  bool fits = true;                  // false once something had no room in memory
};

Compiled Database::State::compile(const Query& query) const {
  const std::vector<Text> used = texts(query);
  // Without filters, which would read every column of their tables.
  Engine::Description description = forward->describe(make_statement(used, tables, {}));
  Compiled compiled;
  compiled.columns = std::move(description.columns);
  compiled.reads = std::move(description.reads);
  for (const Text& text : used) {
    compiled.parameters.merge(text.all_of(Token::Kind::parameter));
    compiled.literals.merge(text.all_of(Token::Kind::string));
  }
  compiled.null_risks = find_null_risks(used, tables);
  return compiled;
}

void Database::State::finish_loading() {
  if (fits && reversed == nullptr) {
    reversed = std::make_unique<Engine>(tables, Functions::all, limits);
    fits = forward->commit() && reversed->insert_reversed(*forward) && reversed->commit();
  }
  if (!fits) refuse(Refusal::Kind::limit, "the tables do not fit into memory");
}

Result Database::State::run(const Query& query) {
  const std::vector<Text> used = texts(query);
  const Statement statement = make_statement(used, tables, query.filters);
  finish_loading();
  Result result = forward->run(statement, parameters);
  if (sorted(result.rows) != sorted(reversed->run(statement, parameters).rows)) {
    refuse(Refusal::Kind::order,
           "its answer depends on the order of the rows: order them, or ask for something that does not");
  }
  return result;
}

Database::Database(std::vector<Table> tables, Parameters parameters, Limits limits) {
  assert(are_names(tables));
  state_ = std::make_unique<State>(std::move(tables), std::move(parameters), limits);
}

Database::~Database() = default;
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;

void Database::insert(std::string_view table, Row row) {
  const std::size_t index = state_->index(table);
  assert(state_->reversed == nullptr);
  assert(has_types(row, state_->tables[index]));
  state_->fits = state_->fits && state_->forward->insert(index, row);
  ++state_->counts[index];
}

std::size_t Database::rows(std::string_view table) const {
  return state_->counts[state_->index(table)];
}

std::variant<Compiled, Refusal> Database::compile(const Query& query) const {
  try {
    return state_->compile(query);
  } catch (const Refused& refused) {
    return refused.refusal();
  }
}

std::variant<Result, Refusal> Database::run(const Query& query) const {
  try {
    return state_->run(query);
  } catch (const Refused& refused) {
    return refused.refusal();
  }
}

std::string_view engine_version() {
  return sqlite3_libversion();
}

}  // namespace evidence::query
