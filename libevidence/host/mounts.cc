#include "mounts.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "evidence/digest.h"
#include "mountinfo.h"
#include "proc_entry.h"

namespace evidence::host {
namespace {

constexpr std::string_view kAbout = "mounts";

struct Place {
  bool is_regular = false;
  std::uint64_t inode = 0;
  std::optional<std::uint64_t> mount;  // absent where the kernel does not say
};

// Asks no server: a dead network mount elsewhere must not stop the look.
Place place_of(const Descriptor& descriptor) {
  struct statx status {};
  if (statx(descriptor.get(), "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_INO | STATX_MNT_ID,
            &status) != 0) {
    throw_errno("statx", "");
  }
  Place place{.is_regular = S_ISREG(status.stx_mode), .inode = status.stx_ino, .mount = std::nullopt};
  if ((status.stx_mask & STATX_MNT_ID) != 0) {
    place.mount = status.stx_mnt_id;
  }
  return place;
}

// What is at the target now may belong to another mount that lies over this one; then its content is nobody's
// to see.
bool is_visible(const Place& place, const MountLine& mount) {
  return !place.mount || *place.mount == mount.id;
}

bool is_covered(const std::error_code& code) {
  return code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory ||
         code == std::errc::too_many_symbolic_link_levels;
}

Descriptor open_target(const Process& process, const MountLine& mount, int flags) {
  return open_beneath(process.root(), mount.record.target, Resolve::in_root, flags);
}

std::optional<Digest> content_of(const Process& process, const MountLine& mount, Reporter& reporter,
                                 Progress* progress) {
  const std::string& target = mount.record.target;
  try {
    const Place place = place_of(open_target(process, mount, O_PATH));
    if (!place.is_regular || !is_visible(place, mount)) {
      return std::nullopt;
    }
    const Descriptor content = open_target(process, mount, 0);
    const Place again = place_of(content);
    if (again.inode != place.inode || again.mount != place.mount) {
      reporter.error(kAbout, target, "changed while it was observed");
      return std::nullopt;
    }
    const auto outcome = hash_file(content, target, progress);
    if (const auto* hashed = std::get_if<HashedFile>(&outcome)) {
      return hashed->digest;
    }
    reporter.error(kAbout, target, std::get<Unhashed>(outcome).reason);
  } catch (const SystemError& error) {
    if (!is_covered(error.code())) {
      reporter.error(kAbout, target, cause("its content cannot be read", error.code()));
    }
  }
  return std::nullopt;
}

void observe_line(std::string_view line, const Process& process, const WatchList& watch, Reporter& reporter,
                  Progress* progress) {
  MountLine mount = parse_mount_line(line);
  if (!is_watched(mount.record.target, watch)) {
    return;
  }
  if (process.root()) {
    mount.record.digest = content_of(process, mount, reporter, progress);
  }
  reporter.record(mount.record);
}

}  // namespace

bool is_watched(std::string_view target, const WatchList& watch) {
  const auto is_under = [&](std::string_view prefix) {
    while (prefix.ends_with('/')) {
      prefix.remove_suffix(1);
    }
    return target.starts_with(prefix) && (target.size() == prefix.size() || target[prefix.size()] == '/');
  };
  return std::ranges::any_of(watch.mounts_under, is_under) ||
         std::ranges::find(watch.mount_targets, target) != watch.mount_targets.end();
}

void observe_mounts(const Process& process, const WatchList& watch, Reporter& reporter, Progress* progress) {
  if (watch.mounts_under.empty() && watch.mount_targets.empty()) {
    return;
  }
  std::string text;
  try {
    text = read_entry(process.directory(), "mountinfo");
  } catch (const SystemError& error) {
    reporter.error(kAbout, "", cause("cannot be read", error.code()));
    return;
  } catch (const FormatError& error) {
    reporter.error(kAbout, "", error.what());
    return;
  }
  if (!process.root()) {
    reporter.error(kAbout, "", process.root_problem());
  }
  std::size_t number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    ++number;
    try {
      observe_line(rest.substr(0, end), process, watch, reporter, progress);
    } catch (const FormatError& error) {
      reporter.error(kAbout, "", "line " + std::to_string(number) + ": " + error.what());
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

}  // namespace evidence::host
