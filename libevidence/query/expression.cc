#include "engine.h"
#include "operand_types.h"
#include "refused.h"
#include "statement.h"
#include "views.h"

namespace evidence::query {
namespace {

// The one table of an expression, with one row. An expression has no means to name it but `named.x`.
constexpr const char* kTable = "named";

Type type_of(const Value& value) {
  if (std::holds_alternative<double>(value)) return Type::real;
  return std::holds_alternative<std::string>(value) ? Type::text : Type::integer;
}

// SELECT (…) FROM "named"
Statement select(const Text& text, const Table& table) {
  Statement statement;
  statement.sql = "SELECT (\n" + std::string(text.sql) + "\n)";
  if (!table.columns.empty()) statement.sql += " FROM main." + quoted_name(table.name);
  return statement;
}

std::vector<Table> tables_of(const Table& table) {
  return table.columns.empty() ? std::vector<Table>() : std::vector<Table>{table};
}

// Of the values that the names have this time.
void check_types(Text text, std::span<const Table> tables) {
  text.sources.push_back({kTable, kTable, Source::Rows::all_found, 0, 0});
  try {
    check_operand_types(text, tables);
  } catch (const Refused& refused) {
    refuse(Refusal::Kind::evaluation, refused.refusal().reason);
  }
}

Value value_of(std::string_view expression, const std::map<std::string, Value, std::less<>>& names,
               const Parameters& parameters) {
  const Limits limits;
  Table table{kTable, {}};
  Row row;
  for (const auto& [name, value] : names) {
    table.columns.push_back({name, type_of(value), true});
    row.push_back(value);
  }
  const Text text = read_expression(expression, limits.text);
  const std::vector<Table> tables = tables_of(table);
  check_types(text, tables);
  Engine engine(tables, Functions::scalar, limits);
  const bool fits = (tables.empty() || engine.insert(0, row)) && engine.commit();
  if (!fits) refuse(Refusal::Kind::limit, "it takes too much memory");
  return engine.run(select(text, table), parameters).rows.at(0).at(0);
}

Compiled compiled_from(std::string_view expression, const std::set<std::string, std::less<>>& names) {
  const Limits limits;
  Table table{kTable, {}};
  for (const std::string& name : names) table.columns.push_back({name, Type::integer, true});
  const Text text = read_expression(expression, limits.text);
  const std::vector<Table> tables = tables_of(table);
  const Engine::Description description =
      Engine(tables, Functions::scalar, limits).describe(select(text, table));
  Compiled compiled;
  for (const auto& [ignored, columns] : description.reads) compiled.names = columns;
  compiled.parameters = text.all_of(Token::Kind::parameter);
  compiled.literals = text.all_of(Token::Kind::string);
  return compiled;
}

}  // namespace

std::variant<Value, Refusal> evaluate(std::string_view expression,
                                      const std::map<std::string, Value, std::less<>>& names,
                                      const Parameters& parameters) {
  try {
    return value_of(expression, names, parameters);
  } catch (const Refused& refused) {
    return refused.refusal();
  }
}

std::variant<Compiled, Refusal> compile_expression(std::string_view expression,
                                                   const std::set<std::string, std::less<>>& names) {
  try {
    return compiled_from(expression, names);
  } catch (const Refused& refused) {
    return refused.refusal();
  }
}

}  // namespace evidence::query
