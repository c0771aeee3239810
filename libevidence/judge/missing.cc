// Streams that should have had rows of a table which a check reads.

#include <algorithm>
#include <set>

#include "checks.h"

namespace evidence {

namespace {

// Where the plan delivers rows of a table: facts and what is absent may be stated in every stream.
bool delivers(const Manifest& manifest, const std::string& table, const StreamKey& key) {
  if (table == "facts" || table == "absent") return true;
  const auto declared = manifest.observations.find(table);
  return declared != manifest.observations.end() && contains(declared->second.roles, key.role) &&
         contains(declared->second.moments, key.moment);
}

bool is_demanded(const std::vector<query::Filter>& filters, const Manifest& manifest, const StreamKey& key) {
  return std::all_of(filters.begin(), filters.end(), [&](const query::Filter& filter) {
    if (filter.column == "start") return contains(filter.values, key.start);
    if (filter.column == "role") return contains(filter.values, key.role);
    if (filter.column == "rank") return contains(filter.values, key.rank);
    if (filter.column == "moment") return contains(filter.values, key.moment);
    const auto arm = manifest.start(key.start)->arm;
    return arm && contains(filter.values, *arm);
  });
}

}  // namespace

bool is_observed(const Manifest& manifest, const std::string& table) {
  return table == "facts" || table == "absent" || manifest.observations.count(table) > 0;
}

std::vector<std::string> missing_streams(const JudgeState& state, const query::Compiled& compiled,
                                         const DemandedCases& demanded) {
  const Manifest& manifest = state.plan.manifest();
  const std::vector<query::Filter> filters = filters_of(demanded);
  std::vector<std::string> missing;
  std::set<std::string> delivered;
  for (const StreamKey& key : state.asked_keys()) {
    if (!is_demanded(filters, manifest, key)) continue;
    const auto found = state.streams.find(key);
    const bool whole = found != state.streams.end() && found->second.whole;
    for (const auto& [table, columns] : compiled.reads) {
      if (!delivers(manifest, table, key)) continue;
      delivered.insert(table);
      if (!whole)
        missing.push_back("no whole stream of " + key.render() + ", where " + table + " rows come from");
    }
  }
  for (const auto& [table, columns] : compiled.reads) {
    if (is_observed(manifest, table) && delivered.count(table) == 0)
      missing.push_back("no stream in question has rows of " + table);
  }
  return missing;
}

}  // namespace evidence
