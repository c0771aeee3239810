// Does every stream and every process belong to this run?

#include <algorithm>
#include <set>

#include "sight_index.h"
#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kRunVariable = "EVIDENCE_RUN";

// What a value of EVIDENCE_RUN says of this run. Anything but run ids in it would be a difference between
// starts that nobody judges.
enum class Naming { ours, others, malformed };

Naming names_run(std::string_view value, const std::string& run) {
  Naming naming = Naming::others;
  while (true) {
    const std::size_t end = value.find(':');
    const std::string_view id = value.substr(0, end);
    if (!Digest::parse(id)) return Naming::malformed;
    if (id == run) naming = Naming::ours;
    if (end == std::string_view::npos) return naming;
    value.remove_prefix(end + 1);
  }
}

void judge_value(JudgeState& state, const SeenStream& stream, const Sight& sight) {
  Finding finding{Result::stop, "run", stream.key.role, {}, "env", std::string(kRunVariable)};
  finding.seen = render_attributes(sight.attributes);
  finding.expected = state.plan.run();
  if (sight.evidence != EvidenceKind::process) {
    finding.result = Result::hold;
    finding.rule = "evidence-kind";
    finding.expected = "seen in the live process";
    finding.seen = evidence_kind_name(sight.evidence);
    state.add(std::move(finding), stream);
    return;
  }
  const auto value = sight.attributes.find("value");
  const bool is_bare = sight.attributes.find("bare") != sight.attributes.end();
  if (value == sight.attributes.end() && !is_bare) {
    finding.result = Result::hold;
    finding.detail = "the value is hidden, so it cannot be told for which run the process was started";
    state.add(std::move(finding), stream);
    return;
  }
  switch (is_bare ? Naming::malformed : names_run(value->second, state.plan.run())) {
    case Naming::others:
      finding.detail = "the process was started for another run";
      break;
    case Naming::malformed:
      finding.detail = "is not a list of run ids joined with :";
      break;
    case Naming::ours:
      finding.result = Result::note;
      finding.rule = "run-variable";
      finding.expected.clear();
      finding.detail = state.plan.registered() ? "the registration is older than this exec"
                                               : "the plan is older than this exec";
  }
  state.add(std::move(finding), stream);
}

void judge_run_variable(JudgeState& state, const SeenStream& stream) {
  bool found = false;
  for (const auto& [occurrence, sight] : index_sights(stream, Thing::env)) {
    if (occurrence.first != kRunVariable) continue;
    found = true;
    judge_value(state, stream, *sight);
  }
  if (found || !stream.whole || stream.process == nullptr || stream.errors.count("environ") > 0) return;
  Finding finding{Result::note, "run-variable", stream.key.role};
  finding.detail =
      "EVIDENCE_RUN is not in the environment: nothing shows that the plan is older than this start";
  state.add(std::move(finding), stream);
}

void judge_strangers(JudgeState& state, const SeenStream& stream) {
  const StreamKey& key = stream.key;
  if (key.run != state.plan.run()) {
    Finding finding{Result::stop, "run", key.role};
    finding.expected = state.plan.run();
    finding.seen = key.run;
    finding.detail = "the stream was recorded for another run";
    state.add(std::move(finding), stream);
    return;
  }
  if (state.plan.manifest().carry && key == state.carry_key()) return;
  Finding finding{Result::stop, "unplanned", key.role};
  finding.detail = "the plan has no such role, rank, start or moment";
  state.add(std::move(finding), stream);
}

// The key ids of a stream that hides values; the empty one stands for a key that was not named.
std::set<std::string> key_ids(const SeenStream& stream) {
  std::set<std::string> ids;
  bool unnamed = false;
  for (const auto& [shard, open] : stream.opens) {
    if (open.key_id) ids.insert(*open.key_id);
    unnamed = unnamed || !open.key_id;
  }
  const bool hides = std::any_of(stream.sights.begin(), stream.sights.end(), [](const auto& thing) {
    return std::any_of(thing.second.begin(), thing.second.end(),
                       [](const Sight& sight) { return sight.attributes.count("hmac") > 0; });
  });
  if (unnamed && hides) ids.insert("");
  return ids;
}

// Values that are hidden under different keys cannot be compared, so only those under the key that most
// streams have are.
void judge_key_ids(JudgeState& state) {
  std::map<std::string, std::vector<SeenStream*>> by_key;
  for (auto* streams : {&state.base_streams, &state.streams}) {
    for (auto& [key, stream] : *streams) {
      if (!stream.planned) continue;
      for (const std::string& id : key_ids(stream)) by_key[id].push_back(&stream);
    }
  }
  if (by_key.size() < 2) return;
  const auto most = std::max_element(by_key.begin(), by_key.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  for (const auto& [id, streams] : by_key) {
    Finding finding{Result::hold, "key"};
    finding.seen = id.empty() ? "a key without an id" : "key id " + printable(id);
    finding.detail = "the streams hide their values under different keys and cannot be compared";
    for (SeenStream* stream : streams) {
      state.add(finding, *stream);
      stream->other_key = stream->other_key || id != most->first;
    }
  }
}

}  // namespace

void judge_runs(JudgeState& state) {
  for (const auto& [key, stream] : state.streams) {
    if (stream.planned) {
      judge_run_variable(state, stream);
    } else {
      judge_strangers(state, stream);
    }
  }
  judge_key_ids(state);
}

}  // namespace evidence
