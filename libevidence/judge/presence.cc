// Are all streams that were asked for there, whole, planned and free of errors?

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

void judge_damages(JudgeState& state, const std::vector<Damage>& damages, std::string_view rule) {
  for (const Damage& damage : damages) {
    Finding finding{Result::hold, std::string(rule)};
    finding.detail = printable(damage.source) + (damage.line > 0 ? " line " + std::to_string(damage.line) : "") + ": " +
                     std::string(damage_kind_name(damage.kind)) + ": " + damage.reason;
    if (damage.stream) finding.detail += " (" + damage.stream->render() + ")";
    finding.detail = printable(finding.detail);
    state.fold.add(finding);
  }
}

// Every shard of a key must be whole; `streams` has one entry a shard.
void mark_whole(JudgeState& state, const std::vector<StreamSummary>& summaries) {
  std::map<StreamKey, std::pair<std::uint32_t, std::uint32_t>> shards;  // key without shard → whole ones, of how many
  for (const StreamSummary& summary : summaries) {
    StreamKey key = summary.key;
    key.shard = key.shards = 1;
    auto& [whole, of] = shards[key];
    whole += summary.whole ? 1 : 0;
    of = std::max(of, summary.key.shards);
    SeenStream& stream = state.stream(key);
    if (summary.closed && (!stream.closed || *stream.closed < *summary.closed)) stream.closed = summary.closed;
  }
  for (const auto& [key, count] : shards) state.stream(key).whole = count.first == count.second;
}

void judge_missing(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  for (const std::string& start : state.question.starts) {
    for (const std::string& moment : state.question.moments) {
      for (const Role& role : manifest.roles) {
        for (const std::string& rank : role.ranks) {
          const StreamKey key{state.plan.run(), role.name, rank, start, moment};
          const auto found = state.streams.find(key);
          if (found != state.streams.end() && found->second.whole) continue;
          Finding finding{Result::hold, found == state.streams.end() ? "stream-missing" : "stream-incomplete", role.name};
          finding.detail = found == state.streams.end() ? "nothing was recorded for this rank" : "the stream is not whole";
          state.add(std::move(finding), state.locate(key));
        }
      }
    }
  }
}

}  // namespace

void judge_presence(JudgeState& state, const ReadOutcome& outcome) {
  judge_damages(state, outcome.damages, "damage");
  judge_damages(state, state.base_outcome.damages, "base-damage");
  mark_whole(state, outcome.streams);
  for (auto& [key, stream] : state.streams) {
    if (stream.base) stream.whole = true;
  }
  judge_missing(state);
  for (const auto& [key, stream] : state.streams) {
    if (stream.planned && !stream.base && !stream.whole && !state.asked(key)) {
      Finding finding{Result::hold, "stream-incomplete", key.role};
      finding.detail = "the stream is not whole";
      state.add(std::move(finding), stream);
    }
  }
}

void JudgeState::take_error(SeenStream& stream, const ErrorRecord& error) {
  stream.errors.insert(error.about);
  Finding finding{Result::hold, "not-seen", stream.key.role, {}, error.about, error.name.empty() ? "" : printable(error.name)};
  finding.detail = printable(error.reason);
  add(std::move(finding), stream);
}

void judge_artifacts(JudgeState& state, const std::vector<Supplied>& artifacts) {
  const auto& declared = state.plan.manifest().artifacts;
  for (const Artifact& artifact : declared) {
    const auto supplied = std::find_if(artifacts.begin(), artifacts.end(), [&](const Supplied& one) { return one.name == artifact.name; });
    Finding finding{Result::hold, "artifact-missing", "", {}, "artifacts", artifact.name};
    if (supplied == artifacts.end() && artifact.required) {
      finding.detail = "the plan requires this evidence file";
      state.fold.add(finding);
    } else if (supplied != artifacts.end() && supplied->is_private != artifact.is_private) {
      finding.result = Result::stop;
      finding.rule = "artifact-kind";
      finding.expected = artifact.is_private ? "private" : "opaque";
      finding.seen = artifact.is_private ? "in the packet" : "private";
      state.fold.add(finding);
    } else if (supplied != artifacts.end()) {
      finding.result = Result::pass;
      finding.rule = "artifact";
      finding.detail = artifact.is_private ? "bound by digest, kept outside" : "in the packet";
      state.fold.add(finding);
    }
  }
  for (const Supplied& one : artifacts) {
    if (std::any_of(declared.begin(), declared.end(), [&](const Artifact& artifact) { return artifact.name == one.name; })) continue;
    Finding finding{Result::stop, "artifact-undeclared", "", {}, "artifacts", printable(one.name)};
    finding.detail = "the plan declares no such evidence file";
    state.fold.add(finding);
  }
}

}  // namespace evidence
