#include "container_id.h"

#include <algorithm>
#include <array>
#include <vector>

#include "mountinfo.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::size_t kDigits = 64;

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The id in one component of a cgroup's path, or nothing.
std::string_view id_in(std::string_view component) {
  constexpr std::string_view kScope = ".scope";
  if (component.ends_with(kScope)) {
    component.remove_suffix(kScope.size());
  }
  if (component.size() < kDigits || !is_hex(component.substr(component.size() - kDigits))) {
    return {};
  }
  const std::string_view before = component.substr(0, component.size() - kDigits);
  const bool separated = before.empty() || before.ends_with('-') || before.ends_with(':');
  return separated && !before.ends_with("conmon-") ? component.substr(before.size()) : std::string_view();
}

std::string_view last_id(std::string_view path) {
  std::string_view found;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view id = id_in(path.substr(0, slash));
    found = id.empty() ? found : id;
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return found;
}

// A line is "hierarchy:controllers:path"; the path may hold colons.
std::string_view path_of(std::string_view line) {
  const std::size_t first = line.find(':');
  const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
  return second == std::string_view::npos ? std::string_view() : line.substr(second + 1);
}

std::vector<MountRecord> mounts_of(std::string_view mountinfo) {
  std::vector<MountRecord> mounts;
  while (!mountinfo.empty()) {
    const std::size_t end = std::min(mountinfo.find('\n'), mountinfo.size());
    try {
      mounts.push_back(parse_mount_line(mountinfo.substr(0, end)).record);
    } catch (const FormatError&) {  // says nothing about a container
    }
    mountinfo.remove_prefix(std::min(end + 1, mountinfo.size()));
  }
  return mounts;
}

// Takes the last component of a path.
std::string_view take_last(std::string_view& path) {
  const std::size_t slash = path.rfind('/');
  const std::string_view last = slash == std::string_view::npos ? path : path.substr(slash + 1);
  path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  return last;
}

// "…/containers/ID/hostname" and "…/overlay-containers/ID/userdata/hostname", also of another storage driver.
std::string_view id_of_file(std::string_view root, std::string_view file) {
  // What replaced the file since leaves this mark, which the kernel writes with no space.
  constexpr std::string_view kDeleted = "//deleted";
  if (root.ends_with(kDeleted)) {
    root.remove_suffix(kDeleted.size());
  }
  if (take_last(root) != file) {
    return {};
  }
  std::string_view id = take_last(root);
  const bool podman = id == "userdata";
  if (podman) {
    id = take_last(root);
  }
  const std::string_view folder = take_last(root);
  const bool named = podman ? folder.ends_with("-containers") : folder == "containers";
  return named && id.size() == kDigits && is_hex(id) ? id : std::string_view();
}

// Kubelet mounts its own files into every container of a pod.
bool is_of_kubelet(const MountRecord& mount) {
  return mount.root.find("/volumes/kubernetes.io~") != std::string::npos ||
         (mount.target == "/etc/hosts" && mount.root.ends_with("/etc-hosts")) ||
         (mount.target == "/dev/termination-log" && mount.root.find("/pods/") != std::string::npos);
}

std::string id_of_files(const std::vector<MountRecord>& mounts) {
  constexpr std::array<std::string_view, 3> kFiles = {"hostname", "hosts", "resolv.conf"};
  if (std::ranges::any_of(mounts, is_of_kubelet)) {
    return "";
  }
  for (const std::string_view file : kFiles) {
    for (const MountRecord& mount : mounts) {
      if (mount.target == "/etc/" + std::string(file)) {
        const std::string_view id = id_of_file(mount.root, file);
        if (!id.empty()) {
          return std::string(id);
        }
      }
    }
  }
  return "";
}

}  // namespace

std::string container_id_of_mounts(std::string_view mountinfo) {
  const std::vector<MountRecord> mounts = mounts_of(mountinfo);
  for (const MountRecord& mount : mounts) {
    const bool cgroup = mount.fstype == "cgroup" || mount.fstype == "cgroup2";
    const std::string_view id = cgroup ? last_id(mount.root) : std::string_view();
    if (!id.empty()) {
      return std::string(id);
    }
  }
  return id_of_files(mounts);
}

std::string container_of(const Descriptor& process) {
  std::string id = container_id(read_entry(process, "cgroup"));
  if (!id.empty()) {
    return id;
  }
  try {
    return container_id_of_mounts(read_entry(process, "mountinfo"));
  } catch (const SystemError& error) {
    // That a process is gone is for the last look to say.
    if (is_gone(error.code())) {
      return "";
    }
    throw;
  }
}

std::string container_id(std::string_view cgroup) {
  while (!cgroup.empty()) {
    const std::size_t end = std::min(cgroup.find('\n'), cgroup.size());
    const std::string_view id = last_id(path_of(cgroup.substr(0, end)));
    if (!id.empty()) {
      return std::string(id);
    }
    cgroup.remove_prefix(std::min(end + 1, cgroup.size()));
  }
  return "";
}

}  // namespace evidence::host
