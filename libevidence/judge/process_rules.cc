// The lives of processes: one each, the same through a start, new or the same between starts, on machines of their own.

#include <algorithm>

#include "state.h"

namespace evidence {

namespace {

// What tells a process from every other one, also from the same pid after a reboot or an execve.
std::string identity_text(const ProcessRecord& process) {
  return "pid " + std::to_string(process.pid) + " started " + std::to_string(process.start_ticks) + " boot " + printable(process.boot_id) +
         " exec " + (process.exec.empty() ? "unknown" : process.exec.substr(0, 16));
}

// Identity without exec: the kernel's task, so that an execve shows as a change and not as another process.
std::string task_text(const ProcessRecord& process) {
  return process.boot_id + "/" + std::to_string(process.pid) + "/" + std::to_string(process.start_ticks);
}

using Streams = std::vector<const SeenStream*>;

class RoleJudge {
 public:
  RoleJudge(JudgeState& state, const Role& role, Streams streams) : state_(state), role_(role), streams_(std::move(streams)) {}

  void judge() {
    Streams live;
    for (const SeenStream* stream : streams_) {
      if (stream->processes.size() == 1) {
        live.push_back(stream);
      } else if (stream->whole) {
        Finding finding = about("process-missing", Result::hold);
        finding.detail = stream->processes.empty() ? "no process was observed" : "more than one process was observed in one stream";
        state_.add(std::move(finding), *stream);
      }
    }
    judge_within_starts(live);
    judge_between_starts(live);
    judge_between_ranks(live);
    judge_executables();
    judge_machines(live);
  }

 private:
  Finding about(std::string_view rule, Result result) const { return {result, std::string(rule), role_.name, {}, "process"}; }

  void judge_within_starts(const Streams& live) {
    std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
    for (const SeenStream* stream : live) {
      const auto [entry, fresh] = first.try_emplace({stream->place.start, stream->key.rank}, stream);
      const std::string expected = identity_text(entry->second->processes.front());
      const std::string seen = identity_text(stream->processes.front());
      if (fresh || expected == seen) continue;
      Finding finding = about("process-changed", Result::stop);
      finding.expected = expected + " as at " + entry->second->key.moment;
      finding.seen = seen;
      finding.detail = "the process is not the one that was there earlier in this start";
      state_.add(std::move(finding), *stream);
    }
  }

  void judge_between_starts(const Streams& live) {
    std::map<std::string, const SeenStream*> seen_tasks;              // fresh: task → where it was first
    std::map<std::string, const SeenStream*> first_of_rank;           // same
    for (const SeenStream* stream : live) {
      const ProcessRecord& process = stream->processes.front();
      if (role_.life == Life::same) {
        const auto [entry, fresh] = first_of_rank.try_emplace(stream->key.rank, stream);
        if (identity_text(entry->second->processes.front()) == identity_text(process)) continue;
        Finding finding = about("process-not-same", Result::stop);
        finding.expected = identity_text(entry->second->processes.front()) + " as at " + entry->second->key.start;
        finding.seen = identity_text(process);
        finding.detail = "the plan says that this process lives throughout";
        state_.add(std::move(finding), *stream);
        continue;
      }
      const auto [entry, fresh] = seen_tasks.try_emplace(task_text(process), stream);
      if (entry->second->place.start == stream->place.start) continue;
      Finding finding = about("process-not-fresh", Result::stop);
      finding.seen = identity_text(process);
      finding.detail = "this process was there at " + entry->second->key.start + " already; the plan says that every start is fresh";
      state_.add(std::move(finding), *stream);
    }
  }

  void judge_between_ranks(const Streams& live) {
    std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
    for (const SeenStream* stream : live) {
      const auto [entry, fresh] = first.try_emplace({stream->place.start, task_text(stream->processes.front())}, stream);
      if (entry->second->key.rank == stream->key.rank) continue;
      Finding finding = about("process-shared", Result::stop);
      finding.seen = identity_text(stream->processes.front());
      finding.detail = "rank " + entry->second->key.rank + " is the same process";
      state_.add(std::move(finding), *stream);
    }
  }

  // The executable and the user are said by nothing in the plan, so they must be equal everywhere, the base included.
  void judge_executables() {
    Equality executables;
    Equality users;
    for (const auto& [key, stream] : state_.streams) {
      if (!stream.planned || key.role != role_.name || stream.processes.size() != 1) continue;
      executables.add(stream, "sha256:" + stream.processes.front().exe_digest.render());
      users.add(stream, "uid " + std::to_string(stream.processes.front().uid));
    }
    executables.judge(state_, role_.name, Thing::file, "executable of the process");
    users.judge(state_, role_.name, Thing::env, "user of the process");
  }

  void judge_machines(const Streams& live) {
    std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
    for (const SeenStream* stream : live) {
      if (role_.colocated) return;
      const auto [entry, fresh] = first.try_emplace({stream->place.start, stream->processes.front().boot_id}, stream);
      if (entry->second->key.rank == stream->key.rank) continue;
      Finding finding = about("machine-shared", Result::stop);
      finding.seen = "boot " + printable(stream->processes.front().boot_id);
      finding.detail = "rank " + entry->second->key.rank + " runs on the same machine, and the role is not colocated";
      state_.add(std::move(finding), *stream);
    }
  }

  JudgeState& state_;
  const Role& role_;
  Streams streams_;
};

}  // namespace

void judge_processes(JudgeState& state) {
  for (const Role& role : state.plan.manifest().roles) {
    if (role.life == Life::none) continue;
    Streams streams;
    for (const auto& [key, stream] : state.streams) {
      if (stream.planned && !stream.base && key.role == role.name) streams.push_back(&stream);
    }
    std::sort(streams.begin(), streams.end(), [](const SeenStream* a, const SeenStream* b) { return a->place < b->place; });
    RoleJudge(state, role, std::move(streams)).judge();
  }
}

// native: every asked stream of every role that has a process was seen in a live, named process.
void judge_class(JudgeState& state) {
  if (state.plan.manifest().plan_class != PlanClass::native) return;
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned || stream.base || !stream.whole) continue;
    if (state.plan.manifest().role(key.role)->life == Life::none) continue;
    if (stream.processes.size() == 1 && !stream.processes.front().exec.empty()) continue;
    Finding finding{Result::hold, "class", key.role};
    finding.expected = "native";
    finding.detail = "this moment was not seen in an identified live process";
    state.add(std::move(finding), stream);
  }
}

}  // namespace evidence
