// Are all streams that were asked for there, whole, planned and free of errors?

#include <algorithm>
#include <set>

#include "state.h"

namespace evidence {

namespace {

void judge_damages(JudgeState& state, const std::vector<Damage>& damages, std::string_view rule) {
  for (const Damage& damage : damages) {
    Finding finding{Result::hold, std::string(rule)};
    finding.detail = printable(damage.source) +
                     (damage.line > 0 ? " line " + std::to_string(damage.line) : "") + ": " +
                     std::string(damage_kind_name(damage.kind)) + ": " + damage.reason;
    if (damage.stream) finding.detail += " (" + damage.stream->render() + ")";
    finding.detail = printable(finding.detail);
    state.fold.add(finding);
  }
}

// Every shard of a key must be whole, and all must agree on how many there are. `summaries` has one entry a
// shard.
void mark_whole(JudgeState& state, const std::vector<StreamSummary>& summaries) {
  struct Shards {
    std::set<std::uint32_t> counts;
    std::uint32_t whole = 0;
  };
  std::map<StreamKey, Shards> shards;  // by key without shard
  for (const StreamSummary& summary : summaries) {
    StreamKey key = summary.key;
    key.shard = key.shards = 1;
    shards[key].counts.insert(summary.key.shards);
    shards[key].whole += summary.whole ? 1 : 0;
    SeenStream& stream = state.stream(key);
    if (summary.closed && (!stream.closed || *stream.closed < *summary.closed))
      stream.closed = summary.closed;
  }
  for (const auto& [key, seen] : shards) {
    SeenStream& stream = state.stream(key);
    stream.shards = *seen.counts.rbegin();
    stream.whole = seen.counts.size() == 1 && seen.whole == stream.shards;
    stream.process = find_process(stream);
  }
}

void judge_missing(JudgeState& state) {
  for (const StreamKey& key : state.asked_keys()) {
    const auto found = state.streams.find(key);
    if (found != state.streams.end() && found->second.whole) continue;
    const bool missing = found == state.streams.end();
    Finding finding{Result::hold, missing ? "stream-missing" : "stream-incomplete", key.role};
    finding.detail = missing ? "nothing was recorded for this rank" : "the stream is not whole";
    state.add(std::move(finding), state.locate(key));
  }
}

}  // namespace

std::vector<StreamKey> JudgeState::asked_keys() const {
  std::vector<StreamKey> keys;
  for (const std::string& start : question.starts) {
    for (const std::string& moment : question.moments) {
      for (const Role& role : plan.manifest().roles) {
        for (const std::string& rank : role.ranks)
          keys.push_back({plan.run(), role.name, rank, start, moment});
      }
    }
  }
  return keys;
}

void judge_presence(JudgeState& state, const ReadOutcome& outcome) {
  judge_damages(state, outcome.damages, "damage");
  judge_damages(state, state.base_outcome.damages, "base-damage");
  mark_whole(state, outcome.streams);
  state.in_base = true;
  state.last = nullptr;
  mark_whole(state, state.base_outcome.streams);
  state.in_base = false;
  state.last = nullptr;
  judge_missing(state);
  for (const auto* streams : {&state.base_streams, &state.streams}) {
    for (const auto& [key, stream] : *streams) {
      if (!stream.planned || stream.whole || (!stream.base && state.asked(key))) continue;
      Finding finding{Result::hold, "stream-incomplete", key.role};
      finding.detail = "the stream is not whole";
      state.add(std::move(finding), stream);
    }
  }
}

// A base that shows nothing of the plan's roles would let anything pass.
void judge_base(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  if (manifest.base.empty()) return;
  std::set<std::string> shown;
  for (const auto& [key, stream] : state.base_streams) {
    if (stream.planned) {
      shown.insert(key.role);
      continue;
    }
    Finding finding{Result::hold, "base-unplanned", key.role};
    finding.detail = "the plan has no such role or rank, so this stream of the base is held against nothing";
    state.add(std::move(finding), stream);
  }
  for (const Role& role : manifest.roles) {
    if (shown.count(role.name) > 0) continue;
    Finding finding{shown.empty() ? Result::hold : Result::note, "base-missing", role.name};
    finding.detail = "the base snapshot shows nothing of this role";
    state.fold.add(finding);
  }
}

void JudgeState::take_error(SeenStream& stream, const ErrorRecord& error) {
  stream.errors.insert(error.about);
  Finding finding{Result::hold, "not-seen",  stream.key.role,
                  {},           error.about, error.name.empty() ? "" : printable(error.name)};
  finding.detail = printable(error.reason);
  add(std::move(finding), stream);
}

}  // namespace evidence
