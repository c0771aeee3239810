#include "process_record.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <charconv>
#include <map>
#include <variant>

#include "container_id.h"
#include "evidence/digest.h"
#include "lineage.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

// linux/magic.h has it since 6.9; before, all such descriptors share one inode that says nothing.
constexpr long kPidfsMagic = 0x50494446;
constexpr std::size_t kMaxBootId = 256;

// A pid means something to this kernel call only where /proc is its own.
std::optional<std::uint64_t> pidfd_inode(const World& world, std::int64_t pid) {
  if (world.proc_root != World{}.proc_root) {
    return std::nullopt;
  }
  const Descriptor descriptor(static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0)));
  struct statfs system {};
  struct stat status {};
  if (!descriptor || fstatfs(descriptor.get(), &system) != 0 ||
      static_cast<long>(system.f_type) != kPidfsMagic || fstat(descriptor.get(), &status) != 0) {
    return std::nullopt;
  }
  return status.st_ino;
}

// The effective user id: the second number of the line "Uid:". The name's line comes before it, but the
// kernel escapes its line feeds, so no process can write a line of its own.
std::uint32_t effective_uid(std::string_view status) {
  const std::size_t line = status.find("\nUid:\t");
  const std::size_t tab = line == std::string_view::npos ? line : status.find('\t', line + 6);
  std::uint32_t uid = 0;
  if (tab == std::string_view::npos ||
      std::from_chars(status.data() + tab + 1, status.data() + status.size(), uid).ec != std::errc()) {
    throw FormatError("status", "", "has no user id");
  }
  return uid;
}

std::map<std::string, std::uint64_t> namespaces_of(const Descriptor& process) {
  std::map<std::string, std::uint64_t> found;
  for (const std::string& name : list_entry(process, "ns")) {
    std::string link;
    try {
      link = read_link_entry(process, "ns/" + name);
    } catch (const SystemError& error) {
      // A pid namespace for children that has no first process yet.
      if (error.code() == std::errc::no_such_file_or_directory) {
        continue;
      }
      throw;
    }
    const auto inode = namespace_inode(link);
    if (!inode || !is_label(name)) {
      throw FormatError("ns/" + name, "", "is no namespace");
    }
    found.emplace(name, *inode);
  }
  return found;
}

// What `read` gives, or a value that stands for nothing and an error record.
template <typename Read, typename Value = decltype(std::declval<Read>()())>
Value seen_or_reported(const Process& process, Reporter& reporter, std::string_view what, const Read& read) {
  try {
    return read();
  } catch (const SystemError& error) {
    reporter.error("process", process.name(), cause(std::string(what) + " cannot be read", error.code()));
  } catch (const FormatError& error) {
    reporter.error("process", process.name(), std::string(what) + " cannot be read: " + error.what());
  }
  return Value{};
}

struct Executable {
  std::string path;
  HashedFile file;
};

std::optional<Executable> executable_of(const Process& process, Reporter& reporter, Progress* progress) {
  try {
    const Descriptor descriptor = open_entry(process.directory(), "exe");
    const auto outcome = hash_file(descriptor, "exe", progress);
    if (const auto* unhashed = std::get_if<Unhashed>(&outcome)) {
      reporter.error("process", process.name(), "the executable cannot be read: " + unhashed->reason);
      return std::nullopt;
    }
    return Executable{read_link_entry(process.directory(), "exe"), std::get<HashedFile>(outcome)};
  } catch (const SystemError& error) {
    reporter.error("process", process.name(), cause("the executable cannot be opened", error.code()));
  }
  return std::nullopt;
}

}  // namespace

std::string read_boot_id(const World& world) {
  std::string text = read_file(world.proc_root + "/sys/kernel/random/boot_id", kMaxBootId);
  if (text.ends_with('\n')) {
    text.pop_back();
  }
  if (!is_label(text)) {
    throw FormatError("boot_id", "", "is not an id");
  }
  return text;
}

void observe_identity(const World& world, const Process& process, Reporter& reporter, Progress* progress) {
  const Descriptor& directory = process.directory();
  const auto read = [&](std::string_view what, const auto& how) {
    return seen_or_reported(process, reporter, what, how);
  };
  const std::string boot_id = read("the boot id", [&] { return read_boot_id(world); });
  const auto executable = executable_of(process, reporter, progress);
  if (boot_id.empty() || !executable) {
    return;
  }
  const FileStatus& status = executable->file.status;
  reporter.record(ProcessRecord{
      .boot_id = boot_id,
      .pid = process.pid(),
      .start_ticks = process.stat().start_ticks,
      .pidfd_inode = pidfd_inode(world, process.pid()),
      .exec = process.exec() ? process.exec()->sha256 : "",
      .exe_path = executable->path,
      .exe_digest = executable->file.digest,
      .exe_size = status.size,
      .exe_deleted = status.links == 0,
      .uid = read("the user id", [&] { return effective_uid(read_entry(directory, "status")); }),
      .namespaces = read("the namespaces", [&] { return namespaces_of(directory); }),
      .container = read("the container", [&] { return container_of(directory); }),
      .ancestors = ancestors_of(process, reporter),
  });
}

}  // namespace evidence::host
