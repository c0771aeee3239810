// Streams that should have had rows of a table which a check reads.

#include <algorithm>

#include "checks.h"

namespace evidence {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

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

std::vector<std::string> missing_streams(const JudgeState& state, const query::Compiled& compiled,
                                         const DemandedCases& demanded) {
  const Manifest& manifest = state.plan.manifest();
  const std::vector<query::Filter> filters = filters_of(demanded);
  std::vector<std::string> missing;
  for (const StreamKey& key : state.asked_keys()) {
    const auto found = state.streams.find(key);
    if ((found != state.streams.end() && found->second.whole) || !is_demanded(filters, manifest, key))
      continue;
    for (const auto& [table, columns] : compiled.reads) {
      if (delivers(manifest, table, key))
        missing.push_back("no whole stream of " + key.render() + ", where " + table + " rows come from");
    }
  }
  return missing;
}

}  // namespace evidence
