// Readings: registered tables that turn quantities into one verdict.

#include <algorithm>
#include <cmath>

#include "checks.h"
#include "tables.h"

namespace evidence {

namespace {

using Names = std::map<std::string, query::Value, std::less<>>;

json::Value to_json_value(const query::Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    // Larger ones have no exact form in JSON that every reader takes.
    if (std::abs(static_cast<double>(*integer)) > static_cast<double>(json::kMaxInteger))
      return std::to_string(*integer);
    return *integer;
  }
  if (const auto* number = std::get_if<double>(&value)) {
    // A whole one of that size is written like an integer, which no reader takes.
    if (std::abs(*number) > static_cast<double>(json::kMaxInteger)) return json::canonical_number(*number);
    return *number;
  }
  if (const auto* text = std::get_if<std::string>(&value)) return printable(*text);
  return nullptr;
}

// One value of one row, or why there is none.
struct QuantityValue {
  query::Value value;
  std::string why_none;
};

QuantityValue value_of(const std::variant<query::Result, query::Refusal>& answer) {
  if (const auto* refusal = std::get_if<query::Refusal>(&answer)) return {{}, refusal->reason};
  const auto& result = std::get<query::Result>(answer);
  if (result.rows.size() != 1 || result.columns.size() != 1) {
    return {{},
            "must be one value of one row, and is " + std::to_string(result.rows.size()) + " rows of " +
                std::to_string(result.columns.size()) + " columns"};
  }
  const query::Value& value = result.rows.front().front();
  const auto* number = std::get_if<double>(&value);
  if (number != nullptr && !std::isfinite(*number)) return {{}, "is infinite"};
  if (std::holds_alternative<std::monostate>(value)) return {{}, "is NULL"};
  return {value, ""};
}

class ReadingJudge {
 public:
  ReadingJudge(JudgeState& state, const query::Database& database, Answer identity, CheckStates states)
      : state_(state),
        database_(database),
        views_(views_of(state.plan.manifest())),
        identity_(identity),
        states_(std::move(states)) {}

  Reading judge(const ReadingPlan& plan) {
    Reading reading{plan.name};
    Names names = verdicts_;
    for (const Quantity& quantity : plan.quantities) names[quantity.name] = take_quantity(quantity, reading);
    if (const VerdictPlan* row = first_true_row(plan, names, reading)) conclude(*row, reading);
    verdicts_[plan.name] = reading.verdict.empty() ? query::Value() : query::Value(reading.verdict);
    add_finding(reading);
    return reading;
  }

 private:
  query::Value take_quantity(const Quantity& quantity, Reading& reading) {
    const query::Query query{quantity.sql, views_};
    std::vector<std::string> missing;
    if (const auto compiled = database_.compile(query);
        const auto* good = std::get_if<query::Compiled>(&compiled)) {
      for (const auto& [table, columns] : good->reads) {
        const auto entry = std::pair(table, std::uint64_t{database_.rows(table)});
        if (std::find(reading.tables.begin(), reading.tables.end(), entry) == reading.tables.end())
          reading.tables.push_back(entry);
      }
      std::sort(reading.tables.begin(), reading.tables.end());
      missing = missing_streams(state_, *good, {});
    }
    const QuantityValue found = missing.empty() ? value_of(database_.run(query))
                                                : QuantityValue{{}, "is unknown: " + missing.front()};
    if (!found.why_none.empty())
      absent_ += (absent_.empty() ? "" : "; ") + quantity.name + " " + found.why_none;
    reading.quantities.emplace_back(quantity.name, to_json_value(found.value));
    return found.value;
  }

  // Null when a condition before it is not known: a later row would then say more than was seen.
  const VerdictPlan* first_true_row(const ReadingPlan& plan, const Names& names, Reading& reading) {
    const std::string absent = std::exchange(absent_, "");
    for (const VerdictPlan& row : plan.verdicts) {
      if (row.when.empty()) return &row;
      const auto answer = query::evaluate(row.when, names, parameters_of(state_.plan));
      if (const auto* refusal = std::get_if<query::Refusal>(&answer)) {
        reading.why_none = row.name + ": " + refusal->reason;
        return nullptr;
      }
      const auto& value = std::get<query::Value>(answer);
      if (std::holds_alternative<std::monostate>(value)) {
        reading.why_none =
            "whether " + row.name + " holds is not known" + (absent.empty() ? "" : ": " + absent);
        return nullptr;
      }
      const auto* truth = std::get_if<std::int64_t>(&value);
      if (truth == nullptr || (*truth != 0 && *truth != 1)) {
        reading.why_none = row.name + ": the condition must be 0, 1 or NULL, and is " + value_text(value);
        return nullptr;
      }
      if (*truth == 1) return &row;
    }
    return nullptr;
  }

  void conclude(const VerdictPlan& row, Reading& reading) {
    reading.needs.emplace_back("identity", identity_ == Answer::pass   ? CheckState::pass
                                           : identity_ == Answer::stop ? CheckState::fail
                                                                       : CheckState::not_run);
    if (row.needs) {
      for (const std::string& name : *row.needs) reading.needs.emplace_back(name, state_of(name));
    } else {
      reading.needs.insert(reading.needs.end(), states_.begin(), states_.end());
    }
    for (const auto& [name, state] : reading.needs) {
      if (state == CheckState::pass) continue;
      reading.why_none += (reading.why_none.empty() ? row.name + " needs " : ", ") + name + ", which is " +
                          std::string(check_state_name(state));
    }
    if (!reading.why_none.empty()) return;
    reading.verdict = row.name;
    reading.answer = row.answer;
    reading.meaning = row.meaning;
    reading.next = row.next;
  }

  // A check that was not asked about did not pass.
  CheckState state_of(const std::string& name) const {
    const auto found = states_.find(name);
    return found == states_.end() ? CheckState::not_run : found->second;
  }

  void add_finding(const Reading& reading) {
    const Result result = reading.answer == Answer::pass   ? Result::pass
                          : reading.answer == Answer::stop ? Result::stop
                                                           : Result::hold;
    Finding finding{result, "verdict", "", {}, "readings", reading.name};
    finding.seen = reading.verdict.empty() ? "no verdict" : reading.verdict;
    finding.detail = printable(reading.verdict.empty() ? reading.why_none : reading.meaning);
    state_.fold.add(finding);
  }

  JudgeState& state_;
  const query::Database& database_;
  std::vector<query::View> views_;
  Answer identity_;
  CheckStates states_;  // of the checks in question and the gate
  Names verdicts_;      // of earlier readings
  std::string absent_;  // why quantities of this reading have no value
};

}  // namespace

std::vector<Reading> judge_queries(JudgeState& state, Answer identity) {
  std::vector<Reading> readings;
  if (state.question.depth != Depth::everything) return readings;
  const Manifest& manifest = state.plan.manifest();
  CheckStates states = run_gate(state.plan, state.question, state.parents, state.fold);
  if (state.question.checks.empty() && state.question.readings.empty()) return readings;
  if (const auto unusable = unusable_name(state.plan)) {
    Finding finding{Result::hold, "query-name", "", {}, "", *unusable};
    finding.detail = "is a word of SQL or of the engine's own, so no query can be asked";
    state.fold.add(finding);
    return readings;
  }
  const query::Database plan_tables = plan_database(state.plan, state.question);
  const query::Database database = evidence_database(state);
  const auto missing = [&](const query::Compiled& compiled, const DemandedCases& demanded) {
    return missing_streams(state, compiled, demanded);
  };
  for (const CheckPlan& check : manifest.checks) {
    if (!contains(state.question.checks, check.name)) continue;
    const CheckOutcome outcome =
        run_check(check, state.plan, state.question, {plan_tables, database}, missing);
    add_check_findings(state.fold, check, outcome, "check");
    states.emplace(check.name, outcome.state);
  }
  ReadingJudge judge(state, database, identity, std::move(states));
  for (const ReadingPlan& reading : manifest.readings) {
    if (contains(state.question.readings, reading.name)) readings.push_back(judge.judge(reading));
  }
  return readings;
}

std::string query_engine() {
  return "SQLite " + std::string(query::engine_version());
}

}  // namespace evidence
