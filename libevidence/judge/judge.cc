#include "evidence/judge.h"

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

template <typename Container, typename Get>
std::optional<std::size_t> position(const Container& all, std::string_view name, Get get) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return get(one) == name; });
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(std::distance(all.begin(), found));
}

const Identity& no_identity() {
  static const Identity kNone;
  return kNone;
}

}  // namespace

JudgeState::JudgeState(const Plan& the_plan, Question the_question) : plan(the_plan), question(std::move(the_question)) { read_base(); }

bool JudgeState::asked(const StreamKey& key) const {
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return key.run == plan.run() && has(question.starts, key.start) && has(question.moments, key.moment);
}

void JudgeState::add(Finding what, const SeenStream& stream) {
  if (!stream.base) {
    fold.add(what, stream.key, stream.place);
    return;
  }
  StreamKey key = stream.key;
  key.start = "base";
  fold.add(what, key, stream.place);
}

SeenStream& JudgeState::stream(const StreamKey& key) {
  if (last != nullptr && last->key == key) return *last;
  StreamKey plain = key;
  plain.shard = plain.shards = 1;
  const auto [entry, fresh] = streams.try_emplace(plain);
  if (fresh) entry->second = locate(plain);
  last = &entry->second;
  return *last;
}

SeenStream JudgeState::locate(const StreamKey& key) const {
  SeenStream stream;
  stream.key = key;
  stream.base = in_base;
  stream.identity = &no_identity();
  const Manifest& manifest = plan.manifest();
  const Role* role = manifest.role(key.role);
  const auto rank = role == nullptr ? std::nullopt : position(role->ranks, key.rank, [](const std::string& one) { return one; });
  const auto start = position(manifest.starts, key.start, [](const Start& one) { return one.name; });
  const auto moment = position(manifest.moments, key.moment, [](const std::string& one) { return one; });
  stream.place = {start.value_or(manifest.starts.size()), moment.value_or(manifest.moments.size()), rank.value_or(0)};
  if (in_base) {
    stream.planned = rank.has_value();
    if (stream.planned) stream.identity = &manifest.identity(key.role, std::nullopt);
  } else {
    stream.planned = rank && start && moment && key.run == plan.run();
    if (stream.planned) stream.identity = &manifest.identity(key.role, manifest.starts[*start].arm);
  }
  return stream;
}

namespace {

void take(JudgeState& state, const StreamKey& key, std::uint64_t sequence, const RecordBody& body) {
  SeenStream& stream = state.stream(key);
  if (auto sight = sight_of(sequence, body)) {
    stream.sights[sight->first].push_back(std::move(sight->second));
  } else if (const auto* file = std::get_if<FileRecord>(&body)) {
    state.take_file(stream, *file);
  } else if (const auto* absent = std::get_if<AbsentRecord>(&body)) {
    state.take_absent(stream, *absent);
  } else if (const auto* row = std::get_if<ObservationRecord>(&body)) {
    state.take_observation(stream, *row);
  } else if (const auto* error = std::get_if<ErrorRecord>(&body)) {
    state.take_error(stream, *error);
  } else if (const auto* process = std::get_if<ProcessRecord>(&body)) {
    stream.processes.push_back(*process);
  } else if (const auto* open = std::get_if<OpenRecord>(&body)) {
    stream.opens.push_back(*open);
  }
}

}  // namespace

// The base snapshot is read before anything else, so that it is what others are compared with.
void JudgeState::read_base() {
  if (plan.manifest().base.empty()) return;
  class BaseSink final : public RecordSink {
   public:
    explicit BaseSink(JudgeState& state) : state_(state) {}
    void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
      take(state_, key, sequence, body);
    }

   private:
    JudgeState& state_;
  };
  in_base = true;
  BaseSink sink(*this);
  RecordReader reader(sink);
  for (const BaseFile& file : plan.manifest().base) {
    const PlanFile* bytes = plan.file(file.path);
    if (bytes == nullptr) continue;
    reader.feed(bytes->bytes, file.path);
    reader.end_of_input(file.path);
  }
  base_outcome = reader.finish();
  in_base = false;
  last = nullptr;
}

namespace {

std::vector<ProcessIdentity> process_identities(const JudgeState& state) {
  std::map<std::tuple<std::size_t, std::string, std::size_t>, ProcessIdentity> by_place;
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned || stream.base || stream.processes.size() != 1) continue;
    const ProcessRecord& process = stream.processes.front();
    by_place.try_emplace({stream.place.start, key.role, stream.place.rank},
                         ProcessIdentity{key.role, key.rank, key.start, printable(process.boot_id), process.pid, process.start_ticks,
                                         process.exec, process.exe_digest.render(), printable(process.container)});
  }
  std::vector<ProcessIdentity> all;
  for (auto& [place, identity] : by_place) all.push_back(std::move(identity));
  return all;
}

std::size_t pins_of(const Identity& identity) {
  std::size_t pins = 0;
  for (const auto& [thing, expectations] : identity.things) {
    pins += static_cast<std::size_t>(std::count_if(expectations.begin(), expectations.end(), [](const auto& entry) {
      return entry.second.kind == Expectation::Kind::pinned || entry.second.kind == Expectation::Kind::absent;
    }));
  }
  return pins;
}

// What was seen to hold: said only of streams about which nothing else was found.
void add_passes(JudgeState& state, std::vector<Finding>& findings) {
  std::set<std::tuple<std::string, std::string, std::string, std::string>> faulted;
  for (const Finding& finding : findings) {
    if (finding.result < Result::hold) continue;
    for (const Where& where : finding.where) {
      for (const std::string& rank : where.ranks) faulted.emplace(finding.role, where.start, where.moment, rank);
    }
  }
  FindingFold passes;
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned || stream.base || !stream.whole || faulted.count({key.role, key.start, key.moment, key.rank}) > 0) continue;
    std::size_t things = 0;
    for (const auto& [thing, sights] : stream.sights) things += sights.size();
    Finding finding{Result::pass, "identity", key.role};
    finding.detail = std::to_string(pins_of(*stream.identity)) + " pins met, " + std::to_string(things) +
                     " values seen, none differing beyond what the plan allows";
    passes.add(finding, key, stream.place);
  }
  const std::vector<Finding> held = passes.take();
  const auto notes = std::find_if(findings.begin(), findings.end(), [](const Finding& one) { return one.result == Result::note; });
  findings.insert(notes, held.begin(), held.end());
}

Answer answer_of(const std::vector<Finding>& findings) {
  const auto has = [&](Result result) {
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& one) { return one.result == result; });
  };
  if (has(Result::stop)) return Answer::stop;
  if (has(Result::hold) || !has(Result::pass)) return Answer::hold;
  return Answer::pass;
}

// An allowance that no start of the plan uses is worth a reviewer's look.
void note_unused_allowances(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  for (const Role& role : manifest.roles) {
    std::set<std::string> used;
    for (const auto& [key, stream] : state.streams) {
      if (!stream.planned || stream.base || key.role != role.name) continue;
      for (const auto& [thing, expectations] : stream.identity->things) {
        for (const auto& [name, said] : expectations) {
          if (said.kind != Expectation::Kind::any) continue;
          const auto sights = stream.sights.find(thing);
          const bool seen = sights != stream.sights.end() && std::any_of(sights->second.begin(), sights->second.end(),
                                                                        [&n = name](const Sight& one) { return one.name == n; });
          if (seen || thing == Thing::file) used.insert(said.origin);
        }
      }
    }
    for (const Start& start : manifest.starts) {
      for (const auto& [thing, expectations] : manifest.identity(role.name, start.arm).things) {
        for (const auto& [name, said] : expectations) {
          if (said.kind != Expectation::Kind::any || used.count(said.origin) > 0) continue;
          Finding finding{Result::note, "unused-allowance", role.name, {}, std::string(thing_name(thing)), printable(name)};
          finding.origin = printable(said.origin);
          finding.detail = "no start made use of this allowance";
          state.fold.add(finding);
        }
      }
    }
  }
}

}  // namespace

Judge::Judge(const Plan& plan, Question question) : state_(std::make_unique<JudgeState>(plan, std::move(question))) {}
Judge::~Judge() = default;

void Judge::record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) { take(*state_, key, sequence, body); }

Judgement Judge::finish(const ReadOutcome& outcome, const std::optional<std::vector<Supplied>>& artifacts) {
  JudgeState& state = *state_;
  state.last = nullptr;
  judge_presence(state, outcome);
  judge_runs(state);
  judge_things(state);
  judge_file_coverage(state);
  judge_processes(state);
  judge_class(state);
  judge_observations(state);
  note_unused_allowances(state);
  if (artifacts) judge_artifacts(state, *artifacts);

  Judgement judgement;
  judgement.findings = state.fold.take();
  add_passes(state, judgement.findings);
  judgement.answer = answer_of(judgement.findings);
  judgement.processes = process_identities(state);
  for (const auto& [key, stream] : state.streams) {
    if (stream.base || !stream.closed) continue;
    if (!judgement.time || *judgement.time < *stream.closed) judgement.time = stream.closed;
  }
  return judgement;
}

}  // namespace evidence
