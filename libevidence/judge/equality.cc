#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

bool stands_before(const SeenStream* a, const SeenStream* b) {
  return std::tie(b->base, a->place, a->key) < std::tie(a->base, b->place, b->key);
}

const SeenStream* first_of(const Streams& streams) {
  return *std::min_element(streams.begin(), streams.end(), stands_before);
}

bool has_base(const Streams& streams) {
  return std::any_of(streams.begin(), streams.end(), [](const SeenStream* one) { return one->base; });
}

}  // namespace

void Equality::add(const SeenStream& stream, Value value) {
  by_value_[std::move(value)].push_back(&stream);
}

void Equality::judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const {
  if (by_value_.size() < 2) return;
  const auto weight = [](const auto& entry) {
    return std::make_pair(has_base(entry.second), entry.second.size());
  };
  auto reference = by_value_.begin();
  for (auto at = by_value_.begin(); at != by_value_.end(); ++at) {
    const bool heavier = weight(*at) > weight(*reference);
    const bool as_heavy = weight(*at) == weight(*reference);
    if (heavier || (as_heavy && stands_before(first_of(at->second), first_of(reference->second))))
      reference = at;
  }
  Finding finding{Result::stop, "differs", role, {}, std::string(thing_name(thing)), printable(name)};
  finding.expected =
      render_value(reference->first) + " as " + render_place(*first_of(reference->second)) + " has it";
  finding.detail = "nothing in the plan allows a difference";
  for (const auto& [value, streams] : by_value_) {
    if (value == reference->first) continue;
    finding.seen = render_value(value);
    for (const SeenStream* stream : streams) state.add(finding, *stream);
  }
}

void Distinct::add(const SeenStream& stream, const Attributes& value) {
  by_start_[stream.place.start][value].push_back(&stream);
  by_rank_[{stream.place.start, stream.key.rank}].add(stream, value);
}

void Distinct::judge(JudgeState& state, const std::string& role, Thing thing, const std::string& name) const {
  Finding finding{Result::stop, "distinct", role, {}, std::string(thing_name(thing)), printable(name)};
  finding.expected = "another value on every rank";
  finding.detail = "these ranks share it";
  for (const auto& [start, by_value] : by_start_) {
    for (const auto& [value, streams] : by_value) {
      const std::string& rank = streams.front()->key.rank;
      const auto is_other = [&rank](const SeenStream* one) { return one->key.rank != rank; };
      if (std::none_of(streams.begin(), streams.end(), is_other)) continue;
      finding.seen = render_attributes(value);
      for (const SeenStream* stream : streams) {
        const Expectation* pin = stream->identity->find(thing, name);
        finding.origin = pin == nullptr ? "" : printable(pin->origin);
        state.add(finding, *stream);
      }
    }
  }
  for (const auto& [start_and_rank, equality] : by_rank_) equality.judge(state, role, thing, name);
}

}  // namespace evidence
