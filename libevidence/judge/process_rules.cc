// The lives of processes: one each, the same through a start, new or the same between starts, on machines of
// their own.

#include <algorithm>
#include <set>

#include "state.h"

namespace evidence {

namespace {

constexpr std::size_t kShownDigits = 16;

// What tells a process from every other one, also from the same pid after a reboot or an execve.
std::string identity_text(const ProcessRecord& process) {
  std::string text = "pid " + std::to_string(process.pid) + " started " +
                     std::to_string(process.start_ticks) + " boot " + printable(process.boot_id) + " exec " +
                     (process.exec.empty() ? "unknown" : process.exec.substr(0, kShownDigits));
  if (process.pidfd_inode) text += " pidfd " + std::to_string(*process.pidfd_inode);
  if (!process.container.empty())
    text += " container " + printable(process.container.substr(0, kShownDigits));
  return text;
}

// Identity without exec: the kernel's task, so that an execve shows as a change and not as another process.
std::string task_text(const ProcessRecord& process) {
  return process.boot_id + "/" + std::to_string(process.pid) + "/" + std::to_string(process.start_ticks);
}

// What one of the two records does not know is no difference between them.
bool is_same(const ProcessRecord& a, const ProcessRecord& b) {
  return task_text(a) == task_text(b) && (a.exec.empty() || b.exec.empty() || a.exec == b.exec) &&
         (!a.pidfd_inode || !b.pidfd_inode || a.pidfd_inode == b.pidfd_inode) && a.container == b.container;
}

std::string_view why_no_process(const SeenStream& stream) {
  if (stream.processes.empty()) return "no process was observed";
  if (stream.shards > 1) return "not every shard of the stream observed one and the same process";
  return "more than one process was observed in one stream";
}

Finding about(std::string_view rule, Result result, const std::string& role) {
  return {result, std::string(rule), role, {}, "process"};
}

class RoleJudge {
 public:
  RoleJudge(JudgeState& state, const Role& role, Streams streams)
      : state_(state), role_(role), streams_(std::move(streams)) {}

  void judge() {
    Streams live;
    for (const SeenStream* stream : streams_) {
      judge_known(*stream);
      if (stream->process != nullptr && !stream->base) live.push_back(stream);
    }
    judge_within_starts(live);
    judge_between_starts(live);
    judge_between_ranks(live);
    judge_executables();
  }

 private:
  void judge_known(const SeenStream& stream) {
    if (stream.process != nullptr && !stream.process->exec.empty()) return;
    if (stream.process == nullptr && !stream.whole) return;
    Finding finding = about("process-missing", Result::hold, role_.name);
    finding.detail = stream.process == nullptr
                         ? why_no_process(stream)
                         : "the process has no exec fingerprint, so what it executes later would not show";
    state_.add(std::move(finding), stream);
  }

  void judge_within_starts(const Streams& live) {
    std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
    for (const SeenStream* stream : live) {
      const auto [entry, fresh] = first.try_emplace({stream->place.start, stream->key.rank}, stream);
      const ProcessRecord& earlier = *entry->second->process;
      if (fresh || is_same(earlier, *stream->process)) continue;
      Finding finding = about("process-changed", Result::stop, role_.name);
      finding.expected = identity_text(earlier) + " as at " + entry->second->key.moment;
      finding.seen = identity_text(*stream->process);
      finding.detail = "the process is not the one that was there earlier in this start";
      state_.add(std::move(finding), *stream);
    }
  }

  void judge_between_starts(const Streams& live) {
    std::map<std::string, const SeenStream*> seen_tasks;     // fresh: task → where it was first
    std::map<std::string, const SeenStream*> first_of_rank;  // same
    for (const SeenStream* stream : live) {
      const ProcessRecord& process = *stream->process;
      if (role_.life == Life::same) {
        const auto [entry, fresh] = first_of_rank.try_emplace(stream->key.rank, stream);
        if (fresh || is_same(*entry->second->process, process)) continue;
        Finding finding = about("process-not-same", Result::stop, role_.name);
        finding.expected = identity_text(*entry->second->process) + " as at " + entry->second->key.start;
        finding.seen = identity_text(process);
        finding.detail = "the plan says that this process lives throughout";
        state_.add(std::move(finding), *stream);
        continue;
      }
      const auto [entry, fresh] = seen_tasks.try_emplace(task_text(process), stream);
      if (entry->second->place.start == stream->place.start) continue;
      Finding finding = about("process-not-fresh", Result::stop, role_.name);
      finding.seen = identity_text(process);
      finding.detail = "this process was there at " + entry->second->key.start +
                       " already; the plan says that every start is fresh";
      state_.add(std::move(finding), *stream);
    }
  }

  void judge_between_ranks(const Streams& live) {
    std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
    for (const SeenStream* stream : live) {
      const auto [entry, fresh] =
          first.try_emplace({stream->place.start, task_text(*stream->process)}, stream);
      if (entry->second->key.rank == stream->key.rank) continue;
      Finding finding = about("process-shared", Result::stop, role_.name);
      finding.seen = identity_text(*stream->process);
      finding.detail = "rank " + entry->second->key.rank + " is the same process";
      state_.add(std::move(finding), *stream);
    }
  }

  // The executable and the user are said by nothing in the plan, so they must be equal everywhere, the base
  // included.
  void judge_executables() {
    Equality executables;
    Equality users;
    for (const SeenStream* stream : streams_) {
      if (stream->process == nullptr) continue;
      executables.add(*stream, Attributes{{"sha256", stream->process->exe_digest.render()}});
      users.add(*stream, Attributes{{"uid", std::to_string(stream->process->uid)}});
    }
    executables.judge(state_, role_.name, Thing::file, "executable of the process");
    users.judge(state_, role_.name, Thing::env, "user of the process");
  }

  JudgeState& state_;
  const Role& role_;
  Streams streams_;
};

// A stream is one machine's look, whatever it looked at.
void judge_machine(JudgeState& state, const SeenStream& stream) {
  if (stream.opens.empty()) return;
  std::set<std::string> boots;
  for (const auto& [shard, open] : stream.opens) boots.insert(open.boot_id);
  for (const auto& [shard, process] : stream.processes) boots.insert(process.boot_id);
  if (boots.size() < 2) return;
  Finding finding{Result::stop, "machine-mixed", stream.key.role, {}, "process"};
  for (const std::string& one : boots)
    finding.seen += (finding.seen.empty() ? "boot " : ", ") + printable(one);
  finding.detail = "one stream was recorded on several machines, or across a reboot";
  state.add(std::move(finding), stream);
}

// Ranks are on machines of their own, with a process or without.
void judge_machines(JudgeState& state, const Role& role, const Streams& streams) {
  std::map<std::pair<std::size_t, std::string>, const SeenStream*> first;
  for (const SeenStream* stream : streams) {
    judge_machine(state, *stream);
    if (role.colocated || stream->base) continue;
    for (const auto& [shard, open] : stream->opens) {
      const auto [entry, fresh] = first.try_emplace({stream->place.start, open.boot_id}, stream);
      if (entry->second->key.rank == stream->key.rank) continue;
      Finding finding = about("machine-shared", Result::stop, role.name);
      finding.seen = "boot " + printable(open.boot_id);
      finding.detail =
          "rank " + entry->second->key.rank + " is on the same machine, and the role is not colocated";
      state.add(std::move(finding), *stream);
    }
  }
}

}  // namespace

const ProcessRecord* find_process(const SeenStream& stream) {
  std::set<std::uint32_t> shards;
  for (const auto& [shard, process] : stream.processes) {
    if (!shards.insert(shard).second || !is_same(process, stream.processes.front().record)) return nullptr;
  }
  return !shards.empty() && shards.size() == stream.shards ? &stream.processes.front().record : nullptr;
}

void judge_processes(JudgeState& state) {
  for (const Role& role : state.plan.manifest().roles) {
    const Streams streams = state.of_role(role.name);
    judge_machines(state, role, streams);
    if (role.life != Life::none) RoleJudge(state, role, streams).judge();
  }
}

// native: the plan has processes, and every moment of theirs was seen in a live, identified one.
void judge_class(JudgeState& state) {
  const Manifest& manifest = state.plan.manifest();
  if (manifest.plan_class != PlanClass::native) return;
  Finding finding{Result::hold, "class"};
  finding.expected = "native";
  if (std::none_of(manifest.roles.begin(), manifest.roles.end(),
                   [](const Role& role) { return role.life != Life::none; })) {
    finding.detail = "no role of the plan has a process";
    state.fold.add(finding);
  }
  finding.detail = "this moment was not seen in an identified live process";
  for (const auto& [key, stream] : state.streams) {
    if (!stream.planned || !stream.whole || manifest.role(key.role)->life == Life::none) continue;
    if (stream.process != nullptr && !stream.process->exec.empty()) continue;
    finding.role = key.role;
    state.add(finding, stream);
  }
}

}  // namespace evidence
