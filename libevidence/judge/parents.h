#pragma once

// Earlier packets that the plan rests on.

#include "evidence/judge.h"
#include "evidence/query.h"
#include "fold.h"

namespace evidence {

// Do they show what they must?
void judge_parents(const Manifest& manifest, const std::vector<ParentView>& parents, FindingFold& fold);

// Tables parents (parent, plan, answer, verdict, class, standing, checkpoint), parent_readings (parent,
// reading, verdict) and parent_quantities (parent, reading, quantity, value, text).
std::vector<query::Table> parent_tables();
void insert_parents(query::Database& database, const std::vector<ParentView>& parents);

}  // namespace evidence
