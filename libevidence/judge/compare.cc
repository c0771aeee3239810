// Environment, arguments, mounts and facts of all streams against the plan and against each other.

#include <algorithm>

#include "sight_index.h"
#include "state.h"
#include "thing_judge.h"

namespace evidence {

namespace {

constexpr std::string_view kRunVariable = "EVIDENCE_RUN";
constexpr std::size_t kNamesListed = 5;

using Indexed = std::vector<std::pair<const SeenStream*, SightIndex>>;

bool is_under(std::string_view prefix, std::string_view target) {
  while (prefix.ends_with('/')) prefix.remove_suffix(1);
  return target.starts_with(prefix) && (target.size() == prefix.size() || target[prefix.size()] == '/');
}

// Does an arm of the plan, or the base's identity, say anything of a thing by that name?
bool is_said(const Indexed& streams, Thing thing, const std::string& name) {
  return std::any_of(streams.begin(), streams.end(), [&](const auto& one) {
    const Expectation* said = one.first->identity->find(thing, name);
    return said != nullptr && said->kind != Expectation::Kind::equal;
  });
}

// Mounts that every container gets anew, and what only the base's wider look has.
bool is_judged(const JudgeState& state, const std::string& role, const Occurrence& mount,
               const Indexed& streams) {
  if (is_said(streams, Thing::mount, render_occurrence(mount))) return true;
  const auto& scopes = state.plan.manifest().mount_scopes;
  const auto scope = scopes.find(role);
  const auto matches = [&](const std::string& pattern) { return glob_matches(pattern, mount.first); };
  if (scope != scopes.end() &&
      std::any_of(scope->second.volatile_.begin(), scope->second.volatile_.end(), matches)) {
    return false;
  }
  const auto covers = [&](const std::string& prefix) { return is_under(prefix, mount.first); };
  if (scope != scopes.end() && std::any_of(scope->second.under.begin(), scope->second.under.end(), covers))
    return true;
  return std::any_of(streams.begin(), streams.end(),
                     [&](const auto& one) { return !one.first->base && one.second.count(mount) > 0; });
}

std::set<Occurrence> all_names(const JudgeState& state, const std::string& role, Thing thing,
                               const Indexed& streams) {
  std::set<Occurrence> names;
  for (const auto& [stream, sights] : streams) {
    for (const auto& [name, sight] : sights) names.insert(name);
    const auto said = stream->identity->things.find(thing);
    if (said == stream->identity->things.end()) continue;
    for (const auto& [name, expectation] : said->second) names.insert(parse_occurrence(name, streams));
  }
  if (thing == Thing::env) names.erase(Occurrence{std::string(kRunVariable), 1});
  if (thing != Thing::mount) return names;
  for (auto at = names.begin(); at != names.end();) {
    at = is_judged(state, role, *at, streams) ? std::next(at) : names.erase(at);
  }
  return names;
}

// One finding for all names that could not be compared: with the key forgotten there are hundreds.
void report_withheld(JudgeState& state, const std::string& role, Thing thing,
                     const std::vector<std::string>& names, const std::set<const SeenStream*>& streams) {
  if (names.empty()) return;
  Finding finding{Result::hold, "withheld", role, {}, std::string(thing_name(thing))};
  finding.detail = std::to_string(names.size()) + (names.size() == 1 ? " value was" : " values were") +
                   " not recorded in a form that can be compared (";
  for (std::size_t at = 0; at < std::min(names.size(), kNamesListed); ++at) {
    finding.detail += (at > 0 ? ", " : "") + printable(names[at]);
  }
  finding.detail += names.size() > kNamesListed ? ", …" : "";
  finding.detail += "); list them as public or use pin-hash --env-key";
  for (const SeenStream* stream : streams) state.add(finding, *stream);
}

// Where lines are missing, what stands twice and what has its place for a name may be anything.
std::set<std::string> names_by_number(const Indexed& streams) {
  std::set<std::string> names;
  for (const auto& [stream, sights] : streams) {
    for (const auto& [name, sight] : sights) {
      if (name.second > 1 || sight->name != name.first) names.insert(name.first);
    }
  }
  return names;
}

void judge_thing(JudgeState& state, const std::string& role, Thing thing, const Streams& streams) {
  Indexed indexed;
  for (const SeenStream* stream : streams) indexed.emplace_back(stream, index_sights(*stream, thing));
  const std::set<std::string> numbered = names_by_number(indexed);
  std::vector<std::string> withheld;
  std::set<const SeenStream*> withheld_by;
  for (const Occurrence& name : all_names(state, role, thing, indexed)) {
    ThingJudge judge(state, role, thing, name);
    for (const auto& [stream, sights] : indexed) {
      if (!stream->whole && numbered.count(name.first) > 0) continue;
      const auto sight = sights.find(name);
      const bool again = sights.count({name.first, name.second + 1}) > 0;
      judge.take(*stream, sight == sights.end() ? nullptr : sight->second, again ? 2 : 1);
    }
    judge.finish();
    if (judge.withheld_by().empty()) continue;
    withheld.push_back(judge.name());
    withheld_by.insert(judge.withheld_by().begin(), judge.withheld_by().end());
  }
  report_withheld(state, role, thing, withheld, withheld_by);
}

}  // namespace

void judge_things(JudgeState& state) {
  for (const Role& role : state.plan.manifest().roles) {
    const Streams streams = state.of_role(role.name);
    for (const Thing thing : {Thing::env, Thing::argv, Thing::mount, Thing::fact}) {
      judge_thing(state, role.name, thing, streams);
    }
  }
}

}  // namespace evidence
