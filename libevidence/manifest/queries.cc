// Views, checks, gate and readings: what is asked of the evidence, as text that the judge compiles.

#include <algorithm>

#include "cases.h"
#include "reader.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kAnswers[] = {"PASS", "HOLD", "STOP"};
constexpr std::int64_t kMaxRows = 1'000'000;
constexpr std::size_t kMaxQueries = 1000;
constexpr std::size_t kMaxNames = 200;  // of one reading's quantities, and of readings
// What --expect calls other things.
constexpr std::string_view kExpected[] = {"answer", "checkpoint", "class",   "manifest", "name",
                                          "run",    "standing",   "verdict", "ok"};

template <typename Named>
bool has_name(const std::vector<Named>& all, std::string_view name) {
  return std::any_of(all.begin(), all.end(), [&](const Named& one) { return one.name == name; });
}

std::string read_sql(ObjectReader& reader) {
  const auto sql = reader.required("sql");
  return sql ? read_lines(*sql).value_or("") : "";
}

void read_rows(ObjectReader& reader, CheckPlan& check) {
  const auto rows = reader.maybe("rows");
  if (!rows) return;
  ObjectReader limits(*rows);
  // Where only a minimum is given there may be more.
  check.min_rows = limits.has("min") ? limits.required_integer("min", 0, kMaxRows).value_or(1) : 1;
  check.max_rows = limits.has("max") ? limits.required_integer("max", 1, kMaxRows).value_or(1) : kMaxRows;
  read_note(limits);
  limits.finish();
  if (check.min_rows > check.max_rows) rows->mistake("has a minimum over its maximum");
}

}  // namespace

void ManifestReader::count_query(const Place& place) {
  if (++queries_ == kMaxQueries + 1)
    place.mistake("is one more than the " + std::to_string(kMaxQueries) +
                  " views, checks, quantities and conditions "
                  "that a plan may have");
}

void ManifestReader::read_views(const Place& place) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    count_query(said);
    if (!is_field_name(name))
      said.mistake("a view's name must be a lower-case word of letters, digits and _");
    if (manifest_.observations.find(name) != manifest_.observations.end() ||
        std::find(std::begin(kPlanTables), std::end(kPlanTables), name) != std::end(kPlanTables))
      said.mistake("has the name of a table");
    ObjectReader reader(said);
    ViewPlan view{std::string(name), read_sql(reader)};
    read_note(reader);
    reader.finish();
    manifest_.views.push_back(std::move(view));
  });
}

void ManifestReader::read_checks(const Place& place, std::vector<CheckPlan>& checks) {
  json::each_member(place, [&](std::string_view name, const Place& said) {
    count_query(said);
    if (!is_label(name) || name == "identity")
      said.mistake("a check's name must be a label and not identity, which every verdict needs");
    if (has_name(manifest_.checks, name) || has_name(manifest_.gate, name))
      said.mistake("the check " + printable(name) + " stands twice");
    CheckPlan check;
    check.name = std::string(name);
    ObjectReader reader(said);
    check.asks = reader.required_string("asks").value_or("");
    const auto cases = reader.maybe("cases");
    check.cases = cases ? read_cases(*cases, manifest_, kMaxCases - cases_) : Cases{{}, {{}}, {}};
    cases_ += cases ? check.cases.listed.size() : 0;
    read_rows(reader, check);
    check.sql = read_sql(reader);
    read_note(reader);
    reader.finish();
    checks.push_back(std::move(check));
  });
}

void ManifestReader::read_readings(const Place& place) {
  if (place.node().is(json::Kind::array) && place.node().size() > kMaxNames)
    place.mistake("must not be more than " + std::to_string(kMaxNames));
  json::each_element(place, [&](const Place& element) { read_reading(element); });
}

void ManifestReader::read_reading(const Place& place) {
  ReadingPlan reading;
  ObjectReader reader(place);
  if (const auto name = reader.required("name")) {
    reading.name = name->string_where(is_field_name, kFieldNameForm).value_or("");
    if (std::find(std::begin(kExpected), std::end(kExpected), reading.name) != std::end(kExpected))
      name->mistake("the name " + reading.name + " is taken by --expect");
    if (has_name(manifest_.readings, reading.name))
      name->mistake("the reading " + reading.name + " stands twice");
  }
  if (const auto quantities = reader.required("quantities")) {
    if (quantities->node().is(json::Kind::object) && quantities->node().size() > kMaxNames)
      quantities->mistake("must not be more than " + std::to_string(kMaxNames));
    json::each_member(*quantities, [&](std::string_view name, const Place& said) {
      count_query(said);
      if (!is_field_name(name))
        said.mistake("a quantity's name must be a lower-case word of letters, digits and _");
      if (has_name(manifest_.readings, name)) said.mistake("has the name of an earlier reading");
      reading.quantities.push_back({std::string(name), read_lines(said).value_or("")});
    });
  }
  if (const auto verdicts = reader.required("verdicts")) {
    const std::size_t rows = verdicts->node().is(json::Kind::array) ? verdicts->node().size() : 0;
    std::size_t row = 0;
    json::each_element(*verdicts, [&](const Place& element) {
      read_verdict(element, ++row == rows ? VerdictRow::last : VerdictRow::conditional, reading);
    });
    if (reading.verdicts.empty()) verdicts->mistake("must not be empty");
  }
  read_note(reader);
  reader.finish();
  manifest_.readings.push_back(std::move(reading));
}

void ManifestReader::read_verdict(const Place& place, VerdictRow row, ReadingPlan& reading) {
  VerdictPlan verdict;
  count_query(place);
  ObjectReader reader(place);
  verdict.name = reader.required_label("name").value_or("");
  if (!verdict.name.empty() && has_name(reading.verdicts, verdict.name))
    place.mistake("the verdict " + verdict.name + " stands twice");
  if (const auto answer = reader.required("answer")) {
    if (const auto index = answer->one_of(kAnswers)) verdict.answer = static_cast<Answer>(*index);
  }
  if (const auto when = reader.maybe("when")) {
    verdict.when = read_lines(*when).value_or("");
    if (row == VerdictRow::last)
      when->mistake("the last row of a reading has no condition: it stands for all the rest");
    if (verdict.when.empty()) when->mistake("must not be empty");
  } else if (row != VerdictRow::last) {
    place.mistake("only the last row of a reading may have no condition");
  }
  if (const auto needs = reader.maybe("needs")) {
    verdict.needs.emplace();
    json::each_element(*needs, [&](const Place& element) {
      const auto name = element.label();
      if (!name) return;
      if (!has_name(manifest_.checks, *name) && !has_name(manifest_.gate, *name))
        element.mistake("there is no check " + *name);
      if (std::count(verdict.needs->begin(), verdict.needs->end(), *name) > 0)
        element.mistake(*name + " stands twice");
      verdict.needs->push_back(*name);
    });
  }
  verdict.meaning = reader.required_string("meaning").value_or("");
  if (const auto next = reader.maybe("next")) verdict.next = next->string().value_or("");
  read_note(reader);
  reader.finish();
  reading.verdicts.push_back(std::move(verdict));
}

}  // namespace evidence
