#include "evidence/judge.h"

#include <algorithm>

#include "parents.h"
#include "state.h"

namespace evidence {

namespace {

constexpr std::string_view kIdentity = "identity";

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

JudgeState::JudgeState(const Plan& the_plan, Question the_question)
    : plan(the_plan), question(std::move(the_question)) {
  read_base();
}

bool JudgeState::asked(const StreamKey& key) const {
  return key.run == plan.run() && contains(question.starts, key.start) &&
         contains(question.moments, key.moment);
}

void JudgeState::add(Finding what, const SeenStream& stream) {
  StreamKey key = stream.key;
  if (stream.base) key.start = "base";
  fold.add(what, key, stream.place);
}

SeenStream& JudgeState::stream(const StreamKey& key) {
  if (last != nullptr && last->key == key) return *last;
  StreamKey plain = key;
  plain.shard = plain.shards = 1;
  const auto [entry, fresh] = (in_base ? base_streams : streams).try_emplace(plain);
  if (fresh) entry->second = locate(plain);
  last = &entry->second;
  return *last;
}

Streams JudgeState::of_role(const std::string& role) const {
  Streams all;
  for (const auto* some : {&base_streams, &streams}) {
    for (const auto& [key, stream] : *some) {
      if (stream.planned && key.role == role) all.push_back(&stream);
    }
  }
  std::sort(all.begin(), all.end(), [](const SeenStream* a, const SeenStream* b) {
    return std::tie(b->base, a->place, a->key) < std::tie(a->base, b->place, b->key);
  });
  return all;
}

SeenStream JudgeState::locate(const StreamKey& key) {
  SeenStream stream;
  stream.key = key;
  stream.base = in_base;
  stream.identity = &no_identity();
  const Manifest& manifest = plan.manifest();
  const Role* role = manifest.role(key.role);
  const auto rank = role == nullptr
                        ? std::nullopt
                        : position(role->ranks, key.rank, [](const std::string& one) { return one; });
  const auto start = position(manifest.starts, key.start, [](const Start& one) { return one.name; });
  const auto moment = position(manifest.moments, key.moment, [](const std::string& one) { return one; });
  const std::size_t none = manifest.starts.size();
  stream.place = {in_base ? none + 1 : start.value_or(none), moment.value_or(manifest.moments.size()),
                  rank.value_or(0)};
  if (in_base) {
    stream.planned = rank.has_value();
    if (stream.planned) stream.identity = &manifest.identity(key.role, std::nullopt);
  } else {
    stream.planned = rank && start && moment && key.run == plan.run();
    if (stream.planned) stream.identity = &manifest.identity(key.role, manifest.starts[*start].arm);
  }
  stream.files = &file_indexes.try_emplace(stream.identity, *stream.identity).first->second;
  return stream;
}

namespace {

void take(JudgeState& state, const StreamKey& key, std::uint64_t sequence, const RecordBody& body) {
  SeenStream& stream = state.stream(key);
  if (auto sight = sight_of(key.shard, sequence, body)) {
    stream.sights[sight->first].push_back(std::move(sight->second));
  } else if (const auto* file = std::get_if<FileRecord>(&body)) {
    state.take_file(stream, *file);
  } else if (const auto* absent = std::get_if<AbsentRecord>(&body)) {
    state.take_absent(stream, *absent);
  } else if (const auto* mapped = std::get_if<MappedRecord>(&body)) {
    state.take_mapped(stream, *mapped);
  } else if (const auto* row = std::get_if<ObservationRecord>(&body)) {
    state.take_observation(stream, {key.shard, sequence}, *row);
  } else if (const auto* error = std::get_if<ErrorRecord>(&body)) {
    state.take_error(stream, *error);
  } else if (const auto* process = std::get_if<ProcessRecord>(&body)) {
    stream.processes.push_back({key.shard, *process});
  } else if (const auto* open = std::get_if<OpenRecord>(&body)) {
    stream.opens.push_back({key.shard, *open});
  } else if (const auto* commit = std::get_if<GitRecord>(&body)) {
    stream.commits.push_back(*commit);
  } else if (const auto* carried = std::get_if<CarryRecord>(&body)) {
    stream.carried.push_back(*carried);
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
    if (!stream.planned || stream.process == nullptr) continue;
    const ProcessRecord& process = *stream.process;
    by_place.try_emplace({stream.place.start, key.role, stream.place.rank},
                         ProcessIdentity{key.role, key.rank, key.start, printable(process.boot_id),
                                         process.pid, process.start_ticks, process.exec,
                                         process.exe_digest.render(), printable(process.container)});
  }
  std::vector<ProcessIdentity> all;
  for (auto& [place, identity] : by_place) all.push_back(std::move(identity));
  return all;
}

// What was seen to hold: said only of streams about which nothing else was found.
std::vector<Finding> passes(const JudgeState& state) {
  FindingFold fold;
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned || !stream.whole || state.fold.faulted(key)) continue;
    std::size_t things = 0;
    for (const auto& [thing, sights] : stream.sights) things += sights.size();
    Finding finding{Result::pass, std::string(kIdentity), key.role};
    finding.detail = std::to_string(count_pins(*stream.identity)) + " pins met, " + std::to_string(things) +
                     " values seen, none differing beyond what the plan allows";
    fold.add(finding, key, stream.place);
  }
  return fold.take();
}

// What the rules before the queries say.
Answer identity_answer(const JudgeState& state, const std::vector<Finding>& held) {
  const Result worst = state.fold.worst();
  if (worst == Result::stop) return Answer::stop;
  return worst == Result::hold || held.empty() ? Answer::hold : Answer::pass;
}

Answer answer_of(const std::vector<Finding>& findings) {
  const auto has = [&](Result result) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const Finding& one) { return one.result == result; });
  };
  if (has(Result::stop)) return Answer::stop;
  const bool some_identity = std::any_of(findings.begin(), findings.end(), [](const Finding& one) {
    return one.result == Result::pass && one.rule == kIdentity;
  });
  return has(Result::hold) || !some_identity ? Answer::hold : Answer::pass;
}

}  // namespace

Judge::Judge(const Plan& plan, Question question)
    : state_(std::make_unique<JudgeState>(plan, std::move(question))) {}
Judge::~Judge() = default;

void Judge::record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) {
  take(*state_, key, sequence, body);
}

Judgement Judge::finish(const ReadOutcome& outcome, const std::optional<std::vector<Supplied>>& artifacts,
                        const std::vector<ParentView>& parents) {
  JudgeState& state = *state_;
  state.parents = parents;
  state.last = nullptr;
  judge_presence(state, outcome);
  judge_base(state);
  judge_runs(state);
  judge_things(state);
  judge_files(state);
  judge_processes(state);
  judge_class(state);
  judge_carry(state);
  judge_observations(state);
  judge_question(state);
  note_unused_allowances(state);
  if (artifacts) judge_artifacts(state, *artifacts);
  if (state.question.depth == Depth::everything) judge_parents(state.plan.manifest(), parents, state.fold);

  Judgement judgement;
  const std::vector<Finding> held = passes(state);
  judgement.readings = judge_queries(state, identity_answer(state, held));
  judgement.findings = state.fold.take();
  const auto after =
      std::find_if(judgement.findings.begin(), judgement.findings.end(), [](const Finding& one) {
        return one.result < Result::pass || (one.result == Result::pass && one.rule > kIdentity);
      });
  judgement.findings.insert(after, held.begin(), held.end());
  judgement.answer = answer_of(judgement.findings);
  judgement.processes = process_identities(state);
  judgement.commit = commit_that_ran(state);
  for (const auto& [key, stream] : state.streams) {
    if (!stream.closed) continue;
    if (!judgement.time || *judgement.time < *stream.closed) judgement.time = stream.closed;
  }
  return judgement;
}

}  // namespace evidence
