#include "leftovers.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <memory>

namespace evidence {
namespace {

constexpr std::size_t kLongestStem = 200;
constexpr std::size_t kRandomBytes = 4;
constexpr std::string_view kSuffix = ".part";

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

std::string prefix_for(const std::string& name) {
  return '.' + name.substr(0, kLongestStem) + '.';
}

// Others may have put anything under such a name: a link is not followed, a FIFO does not block, and only a
// regular file is removed. Opened for writing because flock on NFS needs that.
void remove_if_not_held(const Descriptor& folder, const std::string& hidden) {
  struct stat status {};
  if (fstatat(folder.get(), hidden.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) {
    return;
  }
  const Descriptor file(
      openat(folder.get(), hidden.c_str(), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file && hold(file) && is_same_file(folder, hidden, file)) {
    unlinkat(folder.get(), hidden.c_str(), 0);
  }
}

}  // namespace

std::string make_hidden_name(const std::string& name) {
  std::uint8_t bytes[kRandomBytes];
  if (getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) {
    throw_errno("getrandom", name);
  }
  return prefix_for(name).append(to_hex(bytes)).append(kSuffix);
}

bool is_hidden_name(std::string_view hidden, const std::string& name) {
  const std::string prefix = prefix_for(name);
  if (hidden.size() != prefix.size() + 2 * kRandomBytes + kSuffix.size() || !hidden.starts_with(prefix) ||
      !hidden.ends_with(kSuffix)) {
    return false;
  }
  return from_hex(hidden.substr(prefix.size(), 2 * kRandomBytes)).has_value();
}

bool hold(const Descriptor& file) {
  return flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

bool is_same_file(const Descriptor& folder, const std::string& name, const Descriptor& file) {
  struct stat named {};
  struct stat opened {};
  return fstatat(folder.get(), name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         fstat(file.get(), &opened) == 0 && S_ISREG(opened.st_mode) && named.st_dev == opened.st_dev &&
         named.st_ino == opened.st_ino;
}

void remove_leftovers(const Descriptor& folder, const std::string& name) {
  Descriptor listing(openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  const std::unique_ptr<DIR, CloseFolder> stream(listing ? fdopendir(listing.get()) : nullptr);
  if (!stream) {
    return;
  }
  listing.release();
  while (const dirent* entry = readdir(stream.get())) {
    if (is_hidden_name(entry->d_name, name)) {
      remove_if_not_held(folder, entry->d_name);
    }
  }
}

}  // namespace evidence
