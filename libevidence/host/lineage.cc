#include "lineage.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <variant>

#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::size_t kMaxAncestors = 64;
constexpr int kAttempts = 3;

ProcessStat stat_of(const std::string& proc_root, std::int64_t pid) {
  return parse_process_stat(read_entry(open_directory(proc_root + "/" + std::to_string(pid)), "stat"));
}

// Why a chain could not be followed to its end.
struct Broken {
  std::int64_t pid;
  std::string reason;
};

// A parent may exit while the chain is followed; then its children have another one, and its pid may be given
// away. Nobody is older than their parent, so a younger one is such a stranger.
std::variant<std::vector<Ancestor>, Broken> follow(const Process& process) {
  std::vector<Ancestor> chain;
  std::int64_t pid = 0;
  try {
    ProcessStat child = parse_process_stat(read_entry(process.directory(), "stat"));
    while (child.parent > 0 && chain.size() < kMaxAncestors) {
      pid = child.parent;
      ProcessStat parent = stat_of(process.proc_root(), pid);
      if (parent.start_ticks > child.start_ticks) {
        return Broken{pid, "an ancestor's pid was reused by another process"};
      }
      chain.push_back(Ancestor{.pid = pid, .start_ticks = parent.start_ticks, .name = parent.name});
      child = std::move(parent);
    }
  } catch (const SystemError& error) {
    return Broken{pid, cause("an ancestor cannot be seen", error.code())};
  } catch (const FormatError& error) {
    return Broken{pid, std::string("an ancestor cannot be seen: ") + error.what()};
  }
  return chain;
}

std::multimap<std::int64_t, std::int64_t> children_by_parent(const std::string& proc_root) {
  std::multimap<std::int64_t, std::int64_t> children;
  for (const std::string& name : list_entry(open_directory(proc_root), ".")) {
    std::int64_t pid = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (code != std::errc() || end != name.data() + name.size()) {
      continue;
    }
    try {
      children.emplace(stat_of(proc_root, pid).parent, pid);
    } catch (const Error&) {
      continue;
    }
  }
  return children;
}

}  // namespace

std::vector<Ancestor> ancestors_of(const Process& process, Reporter& reporter) {
  for (int attempt = 1;; ++attempt) {
    auto outcome = follow(process);
    if (auto* chain = std::get_if<std::vector<Ancestor>>(&outcome)) {
      return std::move(*chain);
    }
    if (attempt == kAttempts) {
      const Broken& broken = std::get<Broken>(outcome);
      reporter.error("process", std::to_string(broken.pid), broken.reason);
      return {};
    }
  }
}

std::vector<std::int64_t> descendants_of(const Process& process) {
  const auto children = children_by_parent(process.proc_root());
  std::vector<std::int64_t> found{process.pid()};
  for (std::size_t at = 0; at < found.size(); ++at) {
    const auto [first, last] = children.equal_range(found[at]);
    for (auto child = first; child != last; ++child) {
      // The listing is not of one moment, so pids that are reused could close a circle.
      if (std::ranges::find(found, child->second) == found.end()) {
        found.push_back(child->second);
      }
    }
  }
  found.erase(found.begin());
  return found;
}

}  // namespace evidence::host
