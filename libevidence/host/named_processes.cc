#include "named_processes.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "maps.h"
#include "mountinfo.h"
#include "proc_entry.h"
#include "process_stat.h"

namespace evidence::host {
namespace {

std::string_view last_component(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Absent where the process has none, as a kernel thread. Throws SystemError where it may not be seen.
std::optional<std::string> executable_of(const Descriptor& process) {
  try {
    return read_link_entry(process, "exe");
  } catch (const SystemError& error) {
    if (is_gone(error.code())) {
      return std::nullopt;
    }
    throw;
  }
}

// The process itself, or where its first thread has ended another one of it, which shows the same program.
Descriptor living_thread(Descriptor process, const ProcessStat& stat) {
  if (!stat.first_has_ended()) {
    return process;
  }
  for (const std::string& name : list_entry(process, "task")) {
    try {
      Descriptor thread = open_entry(process, "task/" + name, O_PATH | O_DIRECTORY);
      if (!parse_process_stat(read_entry(thread, "stat")).first_has_ended()) {
        return thread;
      }
    } catch (const SystemError& error) {
      // It has ended meanwhile; there may be others.
      if (!is_gone(error.code())) {
        throw;
      }
    }
  }
  return process;
}

// A deleted executable's name ends in the kernel's mark, which may as well be its own: either will do.
bool fits(std::string_view glob, std::string_view path) {
  const std::string_view name = last_component(path);
  return glob_matches(glob, name) || (name.ends_with(kDeletedMark) &&
                                      glob_matches(glob, name.substr(0, name.size() - kDeletedMark.size())));
}

bool fits_process(std::string_view glob, Descriptor process) {
  const ProcessStat stat = parse_process_stat(read_entry(process, "stat"));
  if (stat.has_exited()) {
    return false;
  }
  if (glob_matches(glob, stat.name)) {
    return true;
  }
  if (stat.kernel) {
    return false;
  }
  const Descriptor thread = living_thread(std::move(process), stat);
  const auto arguments = split_command_line(read_entry(thread, "cmdline"));
  if (!arguments.empty() && glob_matches(glob, last_component(arguments[0]))) {
    return true;
  }
  const auto executable = executable_of(thread);
  return executable && fits(glob, *executable);
}

bool is_pid(const std::string& name) {
  return name.find_first_not_of("0123456789") == std::string::npos;
}

// The observer's own pid as this proc has it; empty where that has no such link.
std::string own_pid(const Descriptor& proc) {
  try {
    return read_link_entry(proc, "self");
  } catch (const SystemError&) {
    return "";
  }
}

bool hides(const MountRecord& mount) {
  constexpr std::string_view kOption = "hidepid=";
  const std::string options = "," + mount.options;
  const std::size_t at = options.find("," + std::string(kOption));
  if (mount.fstype != "proc" || at == std::string::npos) {
    return false;
  }
  const std::string value = options.substr(at + 1 + kOption.size());
  return !value.starts_with("0") && !value.starts_with("off");
}

// True when a mount of this proc was made to hide other users' processes.
bool is_mounted_hiding(const World& world, const Descriptor& proc) {
  const std::string text = read_entry(proc, "self/mountinfo");
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    try {
      const MountRecord mount = parse_mountinfo_line(rest.substr(0, end));
      if (mount.target == world.proc_root && hides(mount)) {
        return true;
      }
    } catch (const FormatError&) {  // a mount of something else
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// There is always a process 1, and an observer who may see all sees it.
void check_visible(const World& world, const Descriptor& proc) {
  bool hidden = false;
  try {
    read_entry(proc, "1/stat");
    hidden = geteuid() != 0 && !own_pid(proc).empty() && is_mounted_hiding(world, proc);
  } catch (const SystemError&) {
    hidden = true;
  }
  if (hidden) {
    throw FormatError("", "", "other users' processes are hidden (hidepid): look as root");
  }
}

}  // namespace

std::uint64_t count_processes(const World& world, std::string_view glob) {
  const Descriptor proc = open_directory(world.proc_root);
  check_visible(world, proc);
  const std::string self = own_pid(proc);
  std::uint64_t found = 0;
  std::vector<std::string> unseen;
  for (const std::string& name : list_entry(proc, ".")) {
    if (!is_pid(name) || name == self) {
      continue;
    }
    try {
      found += fits_process(glob, open_entry(proc, name, O_PATH | O_DIRECTORY)) ? 1U : 0U;
    } catch (const SystemError& error) {
      if (!is_gone(error.code())) {
        unseen.push_back(name);
      }
    }
  }
  if (found == 0 && !unseen.empty()) {
    const std::string more =
        unseen.size() > 1 ? " and of " + std::to_string(unseen.size() - 1) + " more" : "";
    throw FormatError("", "",
                      "the program of process " + unseen.front() + more +
                          " cannot be seen (it needs the right to trace them), and no other name fits");
  }
  return found;
}

}  // namespace evidence::host
