// The gate: checks over the plan, its parameters and its parents alone, judged before anything starts and
// again when sealing.

#include <algorithm>

#include "checks.h"
#include "parents.h"
#include "tables.h"

namespace evidence {

CheckStates run_gate(const Plan& plan, const Question& question, const std::vector<ParentView>& parents,
                     FindingFold& fold) {
  CheckStates states;
  if (plan.manifest().gate.empty()) return states;
  const query::Database plan_tables = plan_database(plan, question);
  const query::Database database = gate_database(plan, question, parents);
  const auto nothing_missing = [](const query::Compiled&, const DemandedCases&) {
    return std::vector<std::string>{};
  };
  for (const CheckPlan& check : plan.manifest().gate) {
    const CheckOutcome outcome = run_check(check, plan, question, {plan_tables, database}, nothing_missing);
    add_check_findings(fold, check, outcome, "gate");
    states.emplace(check.name, outcome.state);
  }
  return states;
}

Judgement judge_gate(const Plan& plan, const std::vector<ParentView>& parents) {
  FindingFold fold;
  const CheckStates states = run_gate(plan, ask(plan.manifest(), {}, {}), parents, fold);
  judge_parents(plan.manifest(), parents, fold);
  const bool some_parent = std::any_of(parents.begin(), parents.end(), [&](const ParentView& view) {
    return plan.manifest().parent(view.name) != nullptr;
  });
  if (states.empty() && !some_parent && fold.worst() < Result::hold) {
    Finding finding{Result::hold, "nothing-asked"};
    finding.detail = "there is no gate and no parent to judge";
    fold.add(finding);
  }
  Judgement judgement;
  const Result worst = fold.worst();
  judgement.answer = worst == Result::stop   ? Answer::stop
                     : worst == Result::hold ? Answer::hold
                                             : Answer::pass;
  judgement.findings = fold.take();
  return judgement;
}

}  // namespace evidence
