// An allowance that no start of the plan uses is worth a reviewer's look.

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

bool has_thing(const SeenStream& stream, Thing thing, const std::string& name) {
  if (thing == Thing::file) {
    const auto position = stream.files->position(name);
    return position && *position < stream.files_covered.size() && stream.files_covered[*position] &&
           stream.files_absent.count(*position) == 0;
  }
  const auto sights = stream.sights.find(thing);
  return sights != stream.sights.end() && std::any_of(sights->second.begin(), sights->second.end(),
                                                      [&](const Sight& one) { return one.name == name; });
}

bool is_removal(const Expectation& said) {
  return said.kind == Expectation::Kind::absent && said.allowance;
}

// `may_differ` is used where the thing is there; `remove` where it is there without the removal. Streams that
// could not show it say nothing.
bool is_unused(const Streams& streams, Thing thing, const std::string& name, const Expectation& allowance) {
  bool could_show = false;
  for (const SeenStream* stream : streams) {
    const Expectation* said = stream->identity->find(thing, name);
    const bool in_force = said != nullptr && said->origin == allowance.origin && said->kind == allowance.kind;
    if (in_force == is_removal(allowance)) continue;
    if (has_thing(*stream, thing, name)) return false;
    could_show = true;
  }
  return could_show;
}

}  // namespace

void note_unused_allowances(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  for (const Role& role : manifest.roles) {
    const Streams streams = state.of_role(role.name);
    for (const Start& start : manifest.starts) {
      for (const auto& [thing, expectations] : manifest.identity(role.name, start.arm).things) {
        for (const auto& [name, said] : expectations) {
          if (said.kind != Expectation::Kind::any && !is_removal(said)) continue;
          if (!is_unused(streams, thing, name, said)) continue;
          Finding finding{Result::note,   "unused-allowance", role.name, {}, std::string(thing_name(thing)),
                          printable(name)};
          finding.origin = printable(said.origin);
          finding.detail = "no start made use of this allowance";
          state.fold.add(finding);
        }
      }
    }
  }
}

}  // namespace evidence
