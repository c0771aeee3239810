#include <algorithm>

#include "state.h"

namespace evidence {

void Equality::add(const SeenStream& stream, std::string value) { by_value_[std::move(value)].push_back(&stream); }

void Equality::judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const {
  if (by_value_.size() < 2) return;
  const auto has_base = [](const std::vector<const SeenStream*>& streams) {
    return std::any_of(streams.begin(), streams.end(), [](const SeenStream* one) { return one->base; });
  };
  const auto first_of = [](const std::vector<const SeenStream*>& streams) { return streams.front()->place; };
  auto reference = by_value_.begin();
  for (auto at = by_value_.begin(); at != by_value_.end(); ++at) {
    const auto weight = [&](const auto& entry) { return std::make_tuple(has_base(entry.second), entry.second.size()); };
    const auto better = weight(*at) > weight(*reference);
    const auto equal = weight(*at) == weight(*reference);
    if (better || (equal && first_of(at->second) < first_of(reference->second))) reference = at;
  }
  const std::string expected = reference->first + " as " + render_place(*reference->second.front()) + " has it";
  for (const auto& [value, streams] : by_value_) {
    if (value == reference->first) continue;
    Finding finding{Result::stop, "differs", role, {}, std::string(thing_name(thing)), printable(name), expected, value};
    finding.detail = "nothing in the plan allows a difference";
    for (const SeenStream* stream : streams) state.add(finding, *stream);
  }
}

}  // namespace evidence
