#pragma once

// The tables that checks and readings see. What was not accepted is in none of them: rows that the plan does
// not declare or whose word it does not take, and all of a stream that is not whole or not asked for.

#include "evidence/query.h"
#include "state.h"

namespace evidence {

// A name of the plan's that no table, column, view or quantity can have, because it is a word of SQL. Must be
// absent before any of these databases is made.
std::optional<std::string> unusable_name(const Plan& plan);

// A plan's own tables: starts (start, arm, position), arms (arm), ranks (role, rank), cut to the question.
query::Database plan_database(const Plan& plan, const Question& question);
// These and those of the parents: what the gate sees.
query::Database gate_database(const Plan& plan, const Question& question,
                              const std::vector<ParentView>& parents);
// These, the tables of the observation types (run, role, rank, start, arm, moment, line and the declared
// fields), facts (…, name, value) and absent (…, thing, name).
query::Database evidence_database(const JudgeState& state);
// The same tables without a row.
query::Database empty_database(const Plan& plan);

// The bound values, by the names that queries use.
query::Parameters parameters_of(const Plan& plan);

// The fields of a row in the order of its type's, as they stand in its table. Precondition: the row fits its
// type.
query::Row table_row(const ObservationRecord& row, const ObservationType& type);

}  // namespace evidence
