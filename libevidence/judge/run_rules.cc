// Does every stream and every process belong to this run?

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kRunVariable = "EVIDENCE_RUN";

bool names_run(std::string_view value, const std::string& run) {
  while (true) {
    const std::size_t end = value.find(':');
    if (value.substr(0, end) == run) return true;
    if (end == std::string_view::npos) return false;
    value.remove_prefix(end + 1);
  }
}

void judge_run_variable(JudgeState& state, const SeenStream& stream) {
  const auto env = stream.sights.find(Thing::env);
  bool found = false;
  if (env != stream.sights.end()) {
    for (const Sight& sight : env->second) {
      if (sight.name != kRunVariable) continue;
      found = true;
      const auto value = sight.attributes.find("value");
      const bool ours = value != sight.attributes.end() && names_run(value->second, state.plan.run());
      Finding finding{ours ? Result::note : Result::stop, ours ? "run-variable" : "run", stream.key.role, {}, "env", std::string(kRunVariable)};
      finding.seen = render_attributes(sight.attributes);
      if (ours) {
        finding.detail = state.plan.registered() ? "the registration is older than this exec" : "the plan is older than this exec";
      } else {
        finding.expected = state.plan.run();
        finding.detail = "the process was started for another run";
      }
      state.add(std::move(finding), stream);
    }
  }
  if (found || !stream.whole || stream.processes.empty() || stream.errors.count("environ") > 0) return;
  Finding finding{Result::note, "run-variable", stream.key.role};
  finding.detail = "EVIDENCE_RUN is not in the environment: nothing shows that the plan is older than this start";
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
  Finding finding{Result::stop, "unplanned", key.role};
  finding.detail = "the plan has no such role, rank, start or moment";
  state.add(std::move(finding), stream);
}

// One machine or key for what should have one, and different ones where the plan says so.
void judge_key_ids(JudgeState& state) {
  std::map<std::string, std::vector<const SeenStream*>> by_key;
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned) continue;
    for (const OpenRecord& open : stream.opens) {
      if (open.key_id) by_key[*open.key_id].push_back(&stream);
    }
  }
  if (by_key.size() < 2) return;
  for (const auto& [id, streams] : by_key) {
    Finding finding{Result::hold, "key"};
    finding.seen = "key id " + printable(id);
    finding.detail = "the streams hide their values under different keys and cannot be compared";
    for (const SeenStream* stream : streams) state.add(finding, *stream);
  }
}

}  // namespace

void judge_runs(JudgeState& state) {
  for (const auto& [key, stream] : state.streams) {
    if (stream.base) continue;
    if (stream.planned) {
      judge_run_variable(state, stream);
    } else {
      judge_strangers(state, stream);
    }
  }
  judge_key_ids(state);
}

}  // namespace evidence
