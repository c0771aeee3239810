#include "checks.h"

#include <algorithm>
#include <set>

namespace evidence {

namespace {

constexpr std::string_view kOk = "ok";
// Faults of one check that are told one by one.
constexpr std::size_t kMaxFaults = 50;

CheckOutcome not_run(std::string reason) {
  return {CheckState::not_run, 0, 0, {{CheckState::not_run, "", std::move(reason)}}, 0};
}

// Is a case about something that is asked?
bool lies_in(const Plan& plan, const Question& question, std::string_view column, const query::Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  const auto is_arm = [&](const std::string& start) { return plan.manifest().start(start)->arm == *text; };
  if (column == "start") return text != nullptr && contains(question.starts, *text);
  if (column == "moment") return text != nullptr && contains(question.moments, *text);
  if (column == "arm")
    return text != nullptr && std::any_of(question.starts.begin(), question.starts.end(), is_arm);
  return true;
}

void cut_to_question(DemandedCases& demanded, const Plan& plan, const Question& question) {
  std::erase_if(demanded.cases, [&](const CaseKey& key) {
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (!lies_in(plan, question, demanded.columns[i], key[i])) return true;
    }
    return false;
  });
  if (demanded.cases.empty() && demanded.fault.empty())
    demanded.fault = "none of its cases lies at the starts, moments and arms in question";
}

DemandedCases listed_cases(const Cases& cases) {
  DemandedCases demanded{cases.columns};
  for (const std::vector<CaseValue>& one : cases.listed) {
    CaseKey key;
    for (const CaseValue& cell : one) std::visit([&](const auto& value) { key.emplace_back(value); }, cell);
    demanded.cases.push_back(std::move(key));
  }
  return demanded;
}

// The plan must have what a query calls a role or a rank.
bool is_planned(const Manifest& manifest, std::string_view column, const query::Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (column == "role") return text != nullptr && manifest.role(*text) != nullptr;
  if (column != "rank") return true;
  return text != nullptr && std::any_of(manifest.roles.begin(), manifest.roles.end(),
                                        [&](const Role& role) { return contains(role.ranks, *text); });
}

DemandedCases asked_cases(const Cases& cases, const Plan& plan, const query::Database& plan_tables) {
  const auto answer = plan_tables.run({cases.sql});
  if (const auto* refusal = std::get_if<query::Refusal>(&answer))
    return {{}, {}, "its cases: " + refusal->reason};
  const auto& result = std::get<query::Result>(answer);
  DemandedCases demanded{result.columns, result.rows};
  const std::set<std::string> names(result.columns.begin(), result.columns.end());
  if (names.size() != result.columns.size() || names.count(std::string(kOk)) > 0 ||
      !std::all_of(names.begin(), names.end(), query::is_name)) {
    demanded.fault = "its cases: their columns must be names, each once, and not ok";
    return demanded;
  }
  std::set<CaseKey> seen;
  for (const CaseKey& key : demanded.cases) {
    const bool whole = std::all_of(key.begin(), key.end(), [](const query::Value& value) {
      return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<std::string>(value);
    });
    if (!whole) demanded.fault = "its cases: a value is neither an integer nor text";
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (!is_planned(plan.manifest(), demanded.columns[i], key[i]))
        demanded.fault =
            "its cases: there is no " + demanded.columns[i] + " " + value_text(key[i]) + " in the plan";
    }
    if (!seen.insert(key).second)
      demanded.fault = "its cases: " + case_text(demanded.columns, key) + " stands twice";
  }
  if (demanded.cases.empty()) demanded.fault = "its cases: the query gives none";
  return demanded;
}

// Where each case column and `ok` stand in the result, or what is wrong with its columns.
struct ResultShape {
  std::vector<std::size_t> columns;
  std::size_t ok = 0;
  std::string fault;
};

ResultShape shape_of(const std::vector<std::string>& result, const std::vector<std::string>& wanted) {
  ResultShape shape;
  const auto position = [&](std::string_view name) {
    return static_cast<std::size_t>(std::find(result.begin(), result.end(), name) - result.begin());
  };
  std::set<std::string> names(result.begin(), result.end());
  bool good = names.size() == result.size() && result.size() == wanted.size() + 1 && names.count("ok") > 0;
  for (const std::string& name : wanted) {
    good = good && names.count(name) > 0;
    shape.columns.push_back(position(name));
  }
  shape.ok = position(kOk);
  if (good) return shape;
  shape.fault = "its columns must be";
  for (const std::string& name : wanted) shape.fault += " " + name + ",";
  shape.fault += " ok, and are";
  for (std::size_t i = 0; i < result.size(); ++i) shape.fault += (i > 0 ? ", " : " ") + printable(result[i]);
  return shape;
}

// The rows of one check as they come in, by case.
class Judged {
 public:
  Judged(const CheckPlan& check, const DemandedCases& demanded) : check_(check), demanded_(demanded) {
    for (const CaseKey& key : demanded.cases) counts_.emplace(key, 0);
  }

  void take(const CaseKey& key, const query::Value& ok) {
    const auto found = counts_.find(key);
    if (found == counts_.end()) {
      add(CheckState::fail, key, "a case that the plan does not have");
      return;
    }
    ++found->second;
    const auto* answer = std::get_if<std::int64_t>(&ok);
    if (answer != nullptr && *answer == 1) return;
    if (answer != nullptr && *answer == 0) {
      add(CheckState::fail, key, "ok is 0");
    } else if (std::holds_alternative<std::monostate>(ok)) {
      add(CheckState::not_run, key, "ok is NULL");
    } else {
      add(CheckState::not_run, key, "ok must be 0, 1 or NULL, and is " + value_text(ok));
    }
  }

  std::vector<CaseFault> finish() {
    for (const CaseKey& key : demanded_.cases) {
      const std::int64_t rows = counts_.at(key);
      if (rows < check_.min_rows) {
        add(CheckState::not_run, key, rows == 0 ? "no row" : std::to_string(rows) + " rows are too few");
      } else if (rows > check_.max_rows) {
        add(CheckState::fail, key, std::to_string(rows) + " rows are too many");
      }
    }
    std::stable_sort(faults_.begin(), faults_.end(), [](const CaseFault& a, const CaseFault& b) {
      return a.state == CheckState::fail && b.state != CheckState::fail;
    });
    return std::move(faults_);
  }
  // Those that finish() does not give.
  std::size_t more() const {
    return failures_ + gaps_ - std::min(failures_, kMaxFaults) - std::min(gaps_, kMaxFaults);
  }

 private:
  // Of those that are too many to be told only the number is kept.
  void add(CheckState state, const CaseKey& key, std::string seen) {
    std::size_t& count = state == CheckState::fail ? failures_ : gaps_;
    if (++count <= kMaxFaults) faults_.push_back({state, case_text(demanded_.columns, key), std::move(seen)});
  }

  const CheckPlan& check_;
  const DemandedCases& demanded_;
  std::map<CaseKey, std::int64_t> counts_;
  std::vector<CaseFault> faults_;
  std::size_t failures_ = 0;
  std::size_t gaps_ = 0;
};

}  // namespace

std::vector<query::View> views_of(const Manifest& manifest) {
  std::vector<query::View> views;
  for (const ViewPlan& view : manifest.views) views.push_back({view.name, view.sql});
  return views;
}

DemandedCases demanded_cases(const CheckPlan& check, const Plan& plan, const Question& question,
                             const query::Database& plan_tables) {
  DemandedCases demanded =
      check.cases.sql.empty() ? listed_cases(check.cases) : asked_cases(check.cases, plan, plan_tables);
  cut_to_question(demanded, plan, question);
  return demanded;
}

std::vector<query::Filter> filters_of(const DemandedCases& demanded) {
  std::vector<query::Filter> filters;
  for (const std::string_view column : {"start", "arm", "role", "rank", "moment"}) {
    const auto found = std::find(demanded.columns.begin(), demanded.columns.end(), column);
    if (found == demanded.columns.end()) continue;
    const auto position = static_cast<std::size_t>(found - demanded.columns.begin());
    std::set<std::string> values;
    for (const CaseKey& key : demanded.cases) values.insert(value_text(key[position]));
    filters.push_back({std::string(column), {values.begin(), values.end()}});
  }
  return filters;
}

CheckOutcome run_check(const CheckPlan& check, const Plan& plan, const Question& question,
                       const CheckTables& tables, const MissingStreams& missing) {
  const DemandedCases demanded = demanded_cases(check, plan, question, tables.plan);
  if (!demanded.fault.empty()) return not_run(demanded.fault);
  const query::Query query{check.sql, views_of(plan.manifest()), filters_of(demanded)};
  const auto compiled = tables.all.compile(query);
  if (const auto* refusal = std::get_if<query::Refusal>(&compiled)) return not_run(refusal->reason);
  const auto answer = tables.all.run(query);
  if (const auto* refusal = std::get_if<query::Refusal>(&answer)) return not_run(refusal->reason);
  const auto& result = std::get<query::Result>(answer);
  const ResultShape shape = shape_of(result.columns, demanded.columns);
  if (!shape.fault.empty()) return not_run(shape.fault);

  Judged judged(check, demanded);
  for (const query::Row& row : result.rows) {
    CaseKey key;
    for (const std::size_t column : shape.columns) key.push_back(row[column]);
    judged.take(key, row[shape.ok]);
  }
  CheckOutcome outcome{CheckState::pass, demanded.cases.size(), result.rows.size(), judged.finish(),
                       judged.more()};
  for (std::string& stream : missing(std::get<query::Compiled>(compiled), demanded))
    outcome.faults.push_back({CheckState::not_run, "", std::move(stream)});
  for (const CaseFault& fault : outcome.faults) {
    if (fault.state == CheckState::fail || outcome.state == CheckState::pass) outcome.state = fault.state;
  }
  return outcome;
}

void add_check_findings(FindingFold& fold, const CheckPlan& check, const CheckOutcome& outcome,
                        std::string_view rule) {
  const auto result_of = [](CheckState state) {
    return state == CheckState::pass ? Result::pass : state == CheckState::fail ? Result::stop : Result::hold;
  };
  Finding finding{result_of(outcome.state), std::string(rule), "", {}, "checks", check.name};
  finding.expected = printable(check.asks);
  finding.seen = check_state_name(outcome.state);
  if (outcome.state == CheckState::pass) {
    finding.detail = std::to_string(outcome.cases) + (outcome.cases == 1 ? " case, " : " cases, ") +
                     std::to_string(outcome.rows) + (outcome.rows == 1 ? " row" : " rows");
    fold.add(finding);
    return;
  }
  std::size_t told = 0;
  for (const CaseFault& fault : outcome.faults) {
    if (told == kMaxFaults) break;
    const std::string text = fault.about + (fault.about.empty() ? "" : ": ") + fault.seen;
    if (told == 0) {
      finding.seen += ": " + printable(text);
    } else {
      finding.detail += (told == 1 ? "also " : "; ") + text;
    }
    ++told;
  }
  const std::size_t more = outcome.more_faults + outcome.faults.size() - told;
  if (more > 0) finding.detail += "; and " + std::to_string(more) + " more";
  finding.detail = printable(finding.detail);
  fold.add(finding);
}

std::string_view check_state_name(CheckState state) {
  switch (state) {
    case CheckState::pass:
      return "PASS";
    case CheckState::fail:
      return "FAIL";
    case CheckState::not_run:
      return "NOT RUN";
  }
  return "NOT RUN";
}

}  // namespace evidence
