// What is wrong with a plan's queries, found without evidence.

#include <algorithm>
#include <compare>
#include <set>

#include "checks.h"
#include "tables.h"

namespace evidence {

namespace {

class Linter {
 public:
  explicit Linter(const Plan& plan)
      : plan_(plan),
        manifest_(plan.manifest()),
        views_(views_of(manifest_)),
        plan_tables_(plan_database(plan, ask(manifest_, {}, {}))),
        database_(empty_database(plan)),
        labels_(declared_labels()) {}

  std::vector<Finding> lint() {
    for (const ViewPlan& view : manifest_.views) lint_query("views", view.name, view.sql);
    for (const CheckPlan& check : manifest_.gate) lint_check("gate", check);
    for (const CheckPlan& check : manifest_.checks) lint_check("checks", check);
    for (const ReadingPlan& reading : manifest_.readings) lint_reading(reading);
    return fold_.take();
  }

 private:
  std::set<std::string, std::less<>> declared_labels() const {
    std::set<std::string, std::less<>> labels{"file", "process", "port", "PASS", "HOLD", "STOP"};
    for (const ParentPlan& parent : manifest_.parents) {
      labels.insert(parent.name);
      for (const auto& [what, wanted] : parent.shows) {
        labels.insert(what);
        labels.insert(wanted);
      }
    }
    for (const Role& role : manifest_.roles) {
      labels.insert(role.name);
      labels.insert(role.ranks.begin(), role.ranks.end());
      for (const Start& start : manifest_.starts) {
        for (const auto& [thing, expectations] : manifest_.identity(role.name, start.arm).things) {
          if (thing != Thing::fact) continue;
          for (const auto& [name, said] : expectations) labels.insert(name);
        }
      }
    }
    for (const Start& start : manifest_.starts) {
      labels.insert(start.name);
      if (start.arm) labels.insert(*start.arm);
    }
    labels.insert(manifest_.moments.begin(), manifest_.moments.end());
    for (const auto& [name, declared] : manifest_.observations) {
      for (const auto& [field, type] : declared.type.fields)
        labels.insert(type.labels.begin(), type.labels.end());
    }
    for (const CheckPlan& check : manifest_.checks) {
      for (const auto& one : check.cases.listed) {
        for (const CaseValue& value : one) {
          if (const auto* text = std::get_if<std::string>(&value)) labels.insert(*text);
        }
      }
    }
    return labels;
  }

  void complain(std::string_view thing, const std::string& name, const std::string& detail) {
    Finding finding{Result::stop, "lint", "", {}, std::string(thing), name};
    finding.detail = printable(detail);
    fold_.add(finding);
  }

  void lint_compiled(std::string_view thing, const std::string& name, const query::Compiled& compiled) {
    for (const std::string& risk : compiled.null_risks) complain(thing, name, risk);
    // What facts and names of absent things are is not for the plan to list.
    const bool is_free = compiled.reads.count("facts") > 0 || compiled.reads.count("absent") > 0;
    for (const std::string& literal : compiled.literals) {
      if (labels_.count(literal) == 0 && !is_free)
        complain(thing, name, "the text '" + literal + "' is no label that the plan declares");
    }
    for (const std::string& parameter : compiled.parameters) {
      const auto& all = manifest_.parameters;
      if (std::find(all.begin(), all.end(), parameter) == all.end()) {
        complain(thing, name, "the parameter :" + parameter + " is not declared");
      } else if (bound_.count(parameter) == 0) {
        complain(thing, name,
                 "the parameter :" + parameter + " has no value, or is a list, which cannot stand in SQL");
      }
    }
  }

  std::optional<query::Compiled> lint_query(std::string_view thing, const std::string& name,
                                            const std::string& sql) {
    const auto answer = database_.compile({sql, views_});
    if (const auto* refusal = std::get_if<query::Refusal>(&answer)) {
      complain(thing, name, refusal->reason);
      return std::nullopt;
    }
    lint_compiled(thing, name, std::get<query::Compiled>(answer));
    return std::get<query::Compiled>(answer);
  }

  bool reads_evidence(const query::Compiled& compiled) const {
    return std::any_of(compiled.reads.begin(), compiled.reads.end(),
                       [&](const auto& read) { return is_observed(manifest_, read.first); });
  }

  void lint_check(std::string_view thing, const CheckPlan& check) {
    const auto compiled = lint_query(thing, check.name, check.sql);
    if (!compiled) return;
    const bool of_evidence = thing == "checks";
    if (of_evidence != reads_evidence(*compiled)) {
      complain(thing, check.name,
               of_evidence ? "reads nothing that was observed"
                           : "reads what is observed only after the start; the gate comes before it");
    }
    const Question question = ask(manifest_, {}, {});
    const DemandedCases demanded = demanded_cases(check, plan_, question, plan_tables_);
    if (!demanded.fault.empty()) {
      complain(thing, check.name, demanded.fault);
      return;
    }
    std::set<std::string> columns(compiled->columns.begin(), compiled->columns.end());
    std::set<std::string> wanted(demanded.columns.begin(), demanded.columns.end());
    wanted.insert("ok");
    if (columns != wanted || columns.size() != compiled->columns.size())
      complain(thing, check.name, "must give the columns of its cases and ok, each once");
    if (of_evidence && check.min_rows > 0) lint_on_nothing(check, question);
  }

  // A check that passes where nothing was seen can never fail to.
  void lint_on_nothing(const CheckPlan& check, const Question& question) {
    const CheckOutcome outcome =
        run_check(check, plan_, question, {plan_tables_, database_},
                  [](const query::Compiled&, const DemandedCases&) { return std::vector<std::string>{}; });
    if (outcome.state != CheckState::not_run)
      complain("checks", check.name,
               "is " + std::string(check_state_name(outcome.state)) + " over empty tables; must be NOT RUN");
  }

  void lint_reading(const ReadingPlan& reading) {
    std::set<std::string, std::less<>> names = readings_;
    for (const Quantity& quantity : reading.quantities) {
      const std::string name = reading.name + "." + quantity.name;
      const auto compiled = lint_query("readings", name, quantity.sql);
      if (compiled && compiled->columns.size() != 1) complain("readings", name, "must give one column");
      names.insert(quantity.name);
    }
    for (const VerdictPlan& row : reading.verdicts) {
      if (row.when.empty()) continue;
      const std::string name = reading.name + "." + row.name;
      const auto answer = query::compile_expression(row.when, names);
      if (const auto* refusal = std::get_if<query::Refusal>(&answer)) {
        complain("readings", name, refusal->reason);
      } else {
        lint_compiled("readings", name, std::get<query::Compiled>(answer));
      }
    }
    readings_.insert(reading.name);
    for (const VerdictPlan& row : reading.verdicts) labels_.insert(row.name);
  }

  const Plan& plan_;
  const Manifest& manifest_;
  std::vector<query::View> views_;
  query::Database plan_tables_;
  query::Database database_;
  std::set<std::string, std::less<>> labels_;
  query::Parameters bound_ = parameters_of(plan_);
  std::set<std::string, std::less<>> readings_;
  FindingFold fold_;
};

}  // namespace

namespace {

void lint_queries(const Plan& plan, FindingFold& fold) {
  if (const auto unusable = unusable_name(plan)) {
    Finding finding{Result::stop, "lint", "", {}, "", *unusable};
    finding.detail = "is a word of SQL or of the engine's own, so no query can be asked";
    fold.add(finding);
    return;
  }
  for (const Finding& finding : Linter(plan).lint()) fold.add(finding);
}

Judgement judgement_of(FindingFold& fold, const Manifest& manifest) {
  Judgement judgement;
  const Result worst = fold.worst();
  judgement.answer = worst == Result::stop   ? Answer::stop
                     : worst == Result::hold ? Answer::hold
                                             : Answer::pass;
  if (judgement.answer == Answer::pass) {
    Finding finding{Result::pass, "lint"};
    finding.detail = std::to_string(manifest.views.size()) + " views, " +
                     std::to_string(manifest.gate.size() + manifest.checks.size()) + " checks and " +
                     std::to_string(manifest.readings.size()) + " readings are fit to be asked";
    fold.add(finding);
  }
  judgement.findings = fold.take();
  return judgement;
}

// Where rows of one type come from.
struct Source {
  StreamKey key;
  std::string type;
  auto operator<=>(const Source&) const = default;
};

// Hands on everything but the rows of one source.
class Without final : public RecordSink {
 public:
  Without(RecordSink& sink, const Source* dropped) : sink_(sink), dropped_(dropped) {}
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    if (const auto* row = std::get_if<ObservationRecord>(&body)) {
      const Source source{key, row->name};
      sources_.insert(source);
      if (dropped_ != nullptr && source == *dropped_) return;
    }
    sink_.record(key, sequence, body);
  }
  const std::set<Source>& sources() const { return sources_; }

 private:
  RecordSink& sink_;
  const Source* dropped_;
  std::set<Source> sources_;
};

struct Replayed {
  Answer answer;
  std::set<Source> sources;
};

struct Records {
  const Recording& records;
  const ReadOutcome& outcome;
  const std::vector<ParentView>& parents;
};

Replayed judge_without(const Plan& plan, const Records& all, const Source* dropped) {
  Judge judge(plan, ask(plan.manifest(), {}, {}));
  Without sink(judge, dropped);
  all.records.replay(sink);
  return {judge.finish(all.outcome, std::nullopt, all.parents).answer, sink.sources()};
}

void lint_sources(const Plan& plan, const Records& all, FindingFold& fold) {
  const Replayed whole = judge_without(plan, all, nullptr);
  if (whole.answer != Answer::pass) {
    Finding finding{Result::hold, "lint"};
    finding.expected = "PASS";
    finding.seen = answer_name(whole.answer);
    finding.detail = "the records do not pass as they are, so dropping some of them tells nothing";
    fold.add(finding);
    return;
  }
  for (const Source& source : whole.sources) {
    if (judge_without(plan, all, &source).answer != Answer::pass) continue;
    Finding finding{Result::stop, "lint", source.key.role, {}, "observations", source.type};
    finding.detail = "without the rows of " + source.key.render() + " the answer would still be PASS";
    fold.add(finding);
  }
}

}  // namespace

void Recording::record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) {
  taken_.push_back({key, sequence, body});
}

void Recording::replay(RecordSink& sink) const {
  for (const Taken& taken : taken_) sink.record(taken.key, taken.sequence, taken.body);
}

Judgement lint(const Plan& plan) {
  FindingFold fold;
  lint_queries(plan, fold);
  return judgement_of(fold, plan.manifest());
}

Judgement lint(const Plan& plan, const Recording& records, const ReadOutcome& outcome,
               const std::vector<ParentView>& parents) {
  FindingFold fold;
  lint_queries(plan, fold);
  if (fold.worst() < Result::hold) lint_sources(plan, {records, outcome, parents}, fold);
  return judgement_of(fold, plan.manifest());
}

}  // namespace evidence
