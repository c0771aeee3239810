#include "evidence/judge.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kAnswers[] = {"PASS", "HOLD", "STOP"};
constexpr std::string_view kStates[] = {"PASS", "FAIL", "NOT RUN"};

json::Value quantity_from_json(const Place& place) {
  const json::Node node = place.node();
  if (node.is(json::Kind::array) || node.is(json::Kind::object) || node.is(json::Kind::boolean))
    place.mistake("must be a number, a string or null");
  return json::to_value(node);
}

}  // namespace

std::string verdict_of(const Reading& reading) {
  return reading.verdict.empty() ? "no verdict" : reading.verdict;
}

json::Value to_json(const Reading& reading) {
  json::Object quantities;
  for (const auto& [name, value] : reading.quantities) quantities.emplace(name, value);
  json::Object needs;
  for (const auto& [name, state] : reading.needs) needs.emplace(name, check_state_name(state));
  json::Object tables;
  for (const auto& [name, rows] : reading.tables) tables.emplace(name, rows);
  json::Object object{{"name", reading.name},
                      {"answer", answer_name(reading.answer)},
                      {"quantities", std::move(quantities)},
                      {"needs", std::move(needs)},
                      {"tables", std::move(tables)}};
  const auto add = [&](std::string_view name, const std::string& text) {
    if (!text.empty()) object.emplace(name, text);
  };
  add("verdict", reading.verdict);
  add("why_none", reading.why_none);
  add("meaning", reading.meaning);
  add("next", reading.next);
  return object;
}

Reading reading_from_json(const Place& place) {
  Reading reading;
  ObjectReader reader(place);
  reading.name = reader.required_label("name").value_or("");
  if (const auto answer = reader.required("answer")) {
    if (const auto index = answer->one_of(kAnswers)) reading.answer = static_cast<Answer>(*index);
  }
  if (const auto quantities = reader.required("quantities")) {
    json::each_member(*quantities, [&](std::string_view name, const Place& value) {
      reading.quantities.emplace_back(name, quantity_from_json(value));
    });
  }
  if (const auto needs = reader.required("needs")) {
    json::each_member(*needs, [&](std::string_view name, const Place& state) {
      const auto index = state.one_of(kStates);
      reading.needs.emplace_back(name, index ? static_cast<CheckState>(*index) : CheckState::not_run);
    });
  }
  if (const auto tables = reader.required("tables")) {
    json::each_member(*tables, [&](std::string_view name, const Place& rows) {
      const auto count = rows.integer(0, json::kMaxInteger);
      reading.tables.emplace_back(name, static_cast<std::uint64_t>(count.value_or(0)));
    });
  }
  if (const auto verdict = reader.maybe("verdict")) reading.verdict = verdict->label().value_or("");
  const auto read_text = [&](std::string_view name, std::string& into) {
    if (const auto text = reader.maybe(name)) into = text->string().value_or("");
  };
  read_text("why_none", reading.why_none);
  read_text("meaning", reading.meaning);
  read_text("next", reading.next);
  reader.finish();
  return reading;
}

}  // namespace evidence
