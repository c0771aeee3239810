#include <algorithm>

#include "evidence/manifest.h"

namespace evidence {

namespace {

void add_names(const Identity& identity, Thing thing, std::vector<std::string>& names) {
  const auto by_thing = identity.things.find(thing);
  if (by_thing == identity.things.end()) return;
  for (const auto& [name, expectation] : by_thing->second) names.push_back(name);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

WatchList Plan::watch_list(std::string_view role_name, std::string_view rank, std::string_view start_name,
                           std::string_view moment) const {
  const Role* role = manifest_.role(role_name);
  if (role == nullptr) throw UsageError("the plan has no role " + printable(role_name));
  if (!contains(role->ranks, rank))
    throw UsageError("the role " + role->name + " has no rank " + printable(rank));
  const Start* start = manifest_.start(start_name);
  if (start == nullptr) throw UsageError("the plan has no start " + printable(start_name));
  if (!contains(manifest_.moments, moment)) throw UsageError("the plan has no moment " + printable(moment));

  WatchList watch;
  const Identity& identity = manifest_.identity(role_name, start->arm);
  add_names(identity, Thing::file, watch.files);
  add_names(identity, Thing::mount, watch.mount_targets);
  add_names(identity, Thing::fact, watch.facts);
  if (const auto scope = manifest_.mount_scopes.find(role_name); scope != manifest_.mount_scopes.end()) {
    watch.mounts_under = scope->second.under;
  }
  if (role->life != Life::none) watch.mapped = WatchList::Mapped::listed_files;
  watch.public_env = manifest_.public_env;
  watch.public_env.push_back("EVIDENCE_RUN");
  watch.public_argv = manifest_.public_argv;
  for (const auto& [name, observation] : manifest_.observations) {
    if (contains(observation.roles, role_name) && contains(observation.moments, moment))
      watch.observations.push_back(observation.type);
  }
  return watch;
}

}  // namespace evidence
