#include "tables.h"

#include <algorithm>

#include "parents.h"

namespace evidence {

namespace {

using query::Column;
using query::Row;
using query::Table;
using query::Type;

Type column_type(FieldType::Kind kind) {
  switch (kind) {
    case FieldType::Kind::integer:
    case FieldType::Kind::boolean:
    case FieldType::Kind::time:
      return Type::integer;
    case FieldType::Kind::number:
      return Type::real;
    case FieldType::Kind::digest:
    case FieldType::Kind::enumeration:
    case FieldType::Kind::keyed:
      return Type::text;
  }
  return Type::text;
}

// Where a row was seen.
std::vector<Column> place_columns() {
  return {{"run"}, {"role"}, {"rank"}, {"start"}, {"arm", Type::text, true}, {"moment"}};
}

Table with_place(std::string_view name, const std::vector<Column>& columns) {
  Table table{std::string(name), place_columns()};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  return table;
}

Table table_of(const ObservationType& type) {
  Table table = with_place(type.name, {{"line", Type::integer}});
  for (const auto& [name, field] : type.fields)
    table.columns.push_back({name, column_type(field.kind), field.optional});
  return table;
}

std::vector<Table> plan_tables() {
  return {{"starts", {{"start"}, {"arm", Type::text, true}, {"position", Type::integer}}},
          {"arms", {{"arm"}}},
          {"ranks", {{"role"}, {"rank"}}}};
}

std::vector<Table> gate_tables() {
  std::vector<Table> tables = plan_tables();
  for (Table& table : parent_tables()) tables.push_back(std::move(table));
  return tables;
}

std::vector<Table> all_tables(const Plan& plan) {
  std::vector<Table> tables = gate_tables();
  tables.push_back(with_place("facts", {{"name"}, {"value"}}));
  tables.push_back(with_place("absent", {{"thing"}, {"name"}}));
  for (const auto& [name, declared] : plan.manifest().observations) tables.push_back(table_of(declared.type));
  return tables;
}

query::Value maybe_text(const std::optional<std::string>& text) {
  return text ? query::Value(*text) : query::Value();
}

void insert_plan(query::Database& database, const Plan& plan, const Question& question) {
  std::vector<std::string> arms;
  std::int64_t position = 0;
  for (const Start& start : plan.manifest().starts) {
    ++position;
    if (!contains(question.starts, start.name)) continue;
    database.insert("starts", {start.name, maybe_text(start.arm), position});
    if (start.arm && !contains(arms, *start.arm)) arms.push_back(*start.arm);
  }
  for (const std::string& arm : arms) database.insert("arms", {arm});
  for (const Role& role : plan.manifest().roles) {
    for (const std::string& rank : role.ranks) database.insert("ranks", {role.name, rank});
  }
}

// SQL text holds what UTF-8 can; other bytes are shown escaped.
std::string sql_text(const std::string& bytes) {
  return printable(bytes);
}

// A fact that somebody only states counts where its pin says so.
bool is_accepted(const SeenStream& stream, const Sight& fact) {
  if (fact.evidence != EvidenceKind::declared) return true;
  const Expectation* said = stream.identity->find(Thing::fact, fact.name);
  return said != nullptr && said->evidence == EvidenceKind::declared;
}

void insert_stream(query::Database& database, const JudgeState& state, const SeenStream& stream) {
  const StreamKey& key = stream.key;
  const Start* start = state.plan.manifest().start(key.start);
  const Row place{key.run, key.role, key.rank, key.start, maybe_text(start->arm), key.moment};
  const auto insert = [&](std::string_view table, const Row& row) {
    Row whole = place;
    whole.insert(whole.end(), row.begin(), row.end());
    database.insert(table, std::move(whole));
  };
  if (const auto facts = stream.sights.find(Thing::fact); facts != stream.sights.end()) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, const Sight*> in_order;
    for (const Sight& fact : facts->second) in_order.emplace(fact.order, &fact);
    for (const auto& [order, fact] : in_order) {
      if (!is_accepted(stream, *fact)) continue;
      insert("facts", {sql_text(fact->name), sql_text(fact->attributes.at("value"))});
    }
  }
  for (const auto& [thing, name] : stream.absent) insert("absent", {sql_text(thing), sql_text(name)});
  for (const auto& [type, rows] : stream.rows) {
    for (const auto& [order, row] : rows.kept) insert(type, row);
  }
}

}  // namespace

std::optional<std::string> unusable_name(const Plan& plan) {
  const Manifest& manifest = plan.manifest();
  std::vector<std::string> names;
  for (const auto& [type, declared] : manifest.observations) {
    names.push_back(type);
    for (const auto& [field, kind] : declared.type.fields) names.push_back(field);
  }
  for (const ViewPlan& view : manifest.views) names.push_back(view.name);
  for (const auto* checks : {&manifest.gate, &manifest.checks}) {
    for (const CheckPlan& check : *checks)
      names.insert(names.end(), check.cases.columns.begin(), check.cases.columns.end());
  }
  for (const ReadingPlan& reading : manifest.readings) {
    names.push_back(reading.name);
    for (const Quantity& quantity : reading.quantities) names.push_back(quantity.name);
  }
  const auto bad = std::find_if_not(names.begin(), names.end(), query::is_name);
  return bad == names.end() ? std::nullopt : std::optional(*bad);
}

query::Parameters parameters_of(const Plan& plan) {
  query::Parameters parameters;
  for (const auto& [name, value] : plan.binding().values()) {
    if (const auto* text = std::get_if<std::string>(&value.data())) parameters.emplace(name, *text);
    if (const auto* count = std::get_if<std::int64_t>(&value.data())) parameters.emplace(name, *count);
  }
  return parameters;
}

query::Row table_row(const ObservationRecord& row, const ObservationType& type) {
  query::Row cells{static_cast<std::int64_t>(row.line)};
  for (const auto& [name, field] : type.fields) {
    const auto found = row.fields.find(name);
    if (found == row.fields.end()) {
      cells.emplace_back();
      continue;
    }
    const auto& data = found->second.data();
    if (const auto* flag = std::get_if<bool>(&data)) {
      cells.emplace_back(std::int64_t{*flag ? 1 : 0});
    } else if (const auto* integer = std::get_if<std::int64_t>(&data)) {
      if (field.kind == FieldType::Kind::number) {
        cells.emplace_back(static_cast<double>(*integer));
      } else {
        cells.emplace_back(*integer);
      }
    } else if (const auto* number = std::get_if<double>(&data)) {
      cells.emplace_back(*number);
    } else if (field.kind == FieldType::Kind::time) {
      cells.emplace_back(Timestamp::parse(std::get<std::string>(data))->nanoseconds());
    } else {
      cells.emplace_back(std::get<std::string>(data));
    }
  }
  return cells;
}

query::Database plan_database(const Plan& plan, const Question& question) {
  query::Database database(plan_tables(), parameters_of(plan));
  insert_plan(database, plan, question);
  return database;
}

query::Database gate_database(const Plan& plan, const Question& question,
                              const std::vector<ParentView>& parents) {
  query::Database database(gate_tables(), parameters_of(plan));
  insert_plan(database, plan, question);
  insert_parents(database, parents);
  return database;
}

query::Database empty_database(const Plan& plan) {
  return query::Database(all_tables(plan), parameters_of(plan));
}

query::Database evidence_database(const JudgeState& state) {
  query::Database database = empty_database(state.plan);
  insert_plan(database, state.plan, state.question);
  insert_parents(database, state.parents);
  for (const Role& role : state.plan.manifest().roles) {
    for (const SeenStream* stream : state.of_role(role.name)) {
      if (!stream->base && stream->whole && state.asked(stream->key)) insert_stream(database, state, *stream);
    }
  }
  return database;
}

}  // namespace evidence
