#include "pending_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "leftovers.h"

namespace evidence {
namespace {

constexpr int kAttempts = 100;
constexpr mode_t kModeWhileWriting = 0600;
constexpr mode_t kPermissions = 07777;
constexpr std::size_t kCompareBytes = 64 * 1024;

struct Target {
  std::string folder;
  std::string name;
};

Target split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t begin = slash == std::string::npos ? 0 : slash + 1;
  Target target{slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1)),
                path.substr(begin)};
  if (target.name.empty() || target.name == "." || target.name == ".." ||
      path.find('\0') != std::string::npos) {
    throw UsageError(printable(path) + ": not the name of a file");
  }
  return target;
}

Descriptor open_folder(const std::string& folder) {
  Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened) {
    throw_errno("open", folder);
  }
  return opened;
}

std::string own_link(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

bool is_unsupported(int number) {
  return number == EINVAL || number == ENOSYS || number == EOPNOTSUPP;
}

bool is_regular(const struct stat& status) {
  return S_ISREG(status.st_mode);
}

// At most one buffer from `offset`, cut at the end of file.
std::string_view read_at(const Descriptor& file, std::size_t offset, std::span<char> buffer,
                         std::string_view name) {
  std::size_t have = 0;
  while (have < buffer.size()) {
    const ssize_t count =
        pread(file.get(), buffer.data() + have, buffer.size() - have, static_cast<off_t>(offset + have));
    if (count == 0) {
      break;
    }
    if (count > 0) {
      have += static_cast<std::size_t>(count);
    } else if (errno != EINTR) {
      throw_errno("read", name);
    }
  }
  return {buffer.data(), have};
}

bool same_bytes(const Descriptor& one, const Descriptor& other, std::string_view name) {
  std::array<char, kCompareBytes> one_buffer;
  std::array<char, kCompareBytes> other_buffer;
  for (std::size_t offset = 0;; offset += kCompareBytes) {
    const std::string_view left = read_at(one, offset, one_buffer, name);
    const std::string_view right = read_at(other, offset, other_buffer, name);
    if (left != right) {
      return false;
    }
    if (left.size() < kCompareBytes) {
      return true;
    }
  }
}

}  // namespace

PendingFile::PendingFile(const std::string& path, unsigned mode, Means means)
    : path_(path), mode_(mode & kPermissions), means_(means) {
  const Target target = split(path);
  name_ = target.name;
  folder_ = open_folder(target.folder);
  remove_leftovers(folder_, name_);
  if (means_.keeping == Keeping::hidden_name || !open_unnamed()) {
    open_hidden();
  }
}

PendingFile::~PendingFile() {
  drop_hidden();
}

// False where the file system has no unnamed files, or where no /proc is there to give one a name later.
bool PendingFile::open_unnamed() {
  file_ = Descriptor(openat(folder_.get(), ".", O_TMPFILE | O_RDWR | O_CLOEXEC, kModeWhileWriting));
  if (!file_) {
    if (is_unsupported(errno) || errno == EISDIR || errno == ENOENT) {
      return false;
    }
    throw_errno("create", path_);
  }
  return access(own_link(file_).c_str(), F_OK) == 0;
}

// Between creation and lock another writer's cleaning may take the file for a leftover; then it is made anew.
// Where a file system has no locks nobody can take that one either, and a leftover stays.
void PendingFile::open_hidden() {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const std::string hidden = make_hidden_name(name_);
    Descriptor created(openat(folder_.get(), hidden.c_str(),
                              O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kModeWhileWriting));
    if (!created && errno != EEXIST) {
      throw_errno("create", path_);
    }
    if (created && (hold(created) || is_unsupported(errno)) && is_same_file(folder_, hidden, created)) {
      file_ = std::move(created);
      hidden_ = hidden;
      return;
    }
  }
  errno = EBUSY;
  throw_errno("create", path_);
}

Published PendingFile::commit() {
  if (fchmod(file_.get(), mode_) != 0) {
    throw_errno("chmod", path_);
  }
  if (fsync(file_.get()) != 0) {
    throw_errno("sync", path_);
  }
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (place()) {
      sync_folder();
      return Published::created;
    }
    if (const auto published = compare_with_published()) {
      drop_hidden();
      return *published;
    }
  }
  errno = EBUSY;
  throw_errno("publish", path_);
}

// False when the name is taken.
bool PendingFile::place() {
  return hidden_.empty() ? place_unnamed() : place_hidden();
}

bool PendingFile::succeeded(int result) const {
  if (result != 0 && errno != EEXIST) {
    throw_errno("publish", path_);
  }
  return result == 0;
}

// Through /proc because linking a descriptor directly takes a capability.
bool PendingFile::place_unnamed() {
  return succeeded(
      linkat(AT_FDCWD, own_link(file_).c_str(), folder_.get(), name_.c_str(), AT_SYMLINK_FOLLOW));
}

bool PendingFile::place_hidden() {
  if (means_.placing == Placing::rename) {
    const int result =
        renameat2(folder_.get(), hidden_.c_str(), folder_.get(), name_.c_str(), RENAME_NOREPLACE);
    if (result == 0 || !is_unsupported(errno)) {
      const bool placed = succeeded(result);
      if (placed) {
        hidden_.clear();
      }
      return placed;
    }
  }
  const bool placed = succeeded(linkat(folder_.get(), hidden_.c_str(), folder_.get(), name_.c_str(), 0));
  if (placed) {
    drop_hidden();
  }
  return placed;
}

// What stands under the name may be anyone's: a link is not followed, and only a regular file is opened.
// Absent when it went away meanwhile. An identical file is synced too, as its writer may not have come that
// far.
std::optional<Published> PendingFile::compare_with_published() const {
  struct stat status {};
  if (fstatat(folder_.get(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) {
      return std::nullopt;
    }
    throw_errno("stat", path_);
  }
  if (!is_regular(status)) {
    throw PublishConflict(printable(path_) + ": already there and not a regular file");
  }
  const Descriptor there(
      openat(folder_.get(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!there) {
    if (errno == ENOENT || errno == ELOOP) {
      return std::nullopt;
    }
    throw_errno("open", path_);
  }
  if (fstat(there.get(), &status) != 0 || !is_regular(status) || !same_bytes(file_, there, path_)) {
    throw PublishConflict(printable(path_) + ": already published with other content");
  }
  if (fsync(there.get()) != 0) {
    throw_errno("sync", path_);
  }
  sync_folder();
  return Published::identical;
}

// Some file systems have no syncing of folders; there the link is as durable as it can be.
void PendingFile::sync_folder() const {
  if (fsync(folder_.get()) != 0 && !is_unsupported(errno)) {
    throw_errno("sync the folder of", path_);
  }
}

void PendingFile::drop_hidden() {
  if (!hidden_.empty()) {
    unlinkat(folder_.get(), hidden_.c_str(), 0);
    hidden_.clear();
  }
}

}  // namespace evidence
