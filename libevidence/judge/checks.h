#pragma once

// Checks: one row for each thing judged, held against the cases that the plan demands.

#include <map>
#include <string>
#include <vector>

#include "evidence/query.h"
#include "state.h"

namespace evidence {

using CaseKey = std::vector<query::Value>;  // in the order of Cases::columns

// What one row, or the want of one, says.
struct CaseFault {
  CheckState state = CheckState::not_run;
  std::string about{};  // "start s1, tail 127"; empty when it is about the check as a whole
  std::string seen{};   // "ok is 0", "no row", …
};

struct CheckOutcome {
  CheckState state = CheckState::not_run;
  std::uint64_t cases = 0;          // demanded
  std::uint64_t rows = 0;           // given
  std::vector<CaseFault> faults{};  // the worst first, then in the order of the plan's cases
  std::size_t more_faults = 0;      // that are only counted
};

// The views of a plan, for a query over its tables.
std::vector<query::View> views_of(const Manifest& manifest);

// The cases that a check demands at the starts and moments in question, or why there is no such list.
struct DemandedCases {
  std::vector<std::string> columns{};
  std::vector<CaseKey> cases{};
  std::string fault{};
};
DemandedCases demanded_cases(const CheckPlan& check, const Plan& plan, const Question& question,
                             const query::Database& plan_tables);

// Only rows of the cases' own starts, arms, roles, ranks and moments are seen.
std::vector<query::Filter> filters_of(const DemandedCases& demanded);

// Is a table made from records, and not from the plan or its parents?
bool is_observed(const Manifest& manifest, const std::string& table);
// What the tables that a query reads should have had and have not: one sentence each.
using MissingStreams =
    std::function<std::vector<std::string>(const query::Compiled& compiled, const DemandedCases& demanded)>;
std::vector<std::string> missing_streams(const JudgeState& state, const query::Compiled& compiled,
                                         const DemandedCases& demanded);

// All checks of a judgement share the two databases, whose queries together are bounded.
struct CheckTables {
  const query::Database& plan;  // what cases may come from
  const query::Database& all;
};
// `missing` is asked about the check's own query.
CheckOutcome run_check(const CheckPlan& check, const Plan& plan, const Question& question,
                       const CheckTables& tables, const MissingStreams& missing);

// Adds the finding of a check. `rule` is "check" or "gate".
void add_check_findings(FindingFold& fold, const CheckPlan& check, const CheckOutcome& outcome,
                        std::string_view rule);

using CheckStates = std::map<std::string, CheckState, std::less<>>;
// Runs the plan's gate; adds its findings.
CheckStates run_gate(const Plan& plan, const Question& question, const std::vector<ParentView>& parents,
                     FindingFold& fold);

// ---- text for people ----
std::string case_text(const std::vector<std::string>& columns, const CaseKey& key);
std::string value_text(const query::Value& value);

}  // namespace evidence
