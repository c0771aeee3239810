#include "entry_access.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>

#include "file_status.h"

namespace evidence {

Descriptor open_quietly(const Descriptor& directory, const std::string& name, int flags) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  int fd = openat(directory.get(), name.c_str(), kFlags | flags | O_NOATIME);
  // Only the owner may leave no trace.
  if (fd < 0 && errno == EPERM) {
    fd = openat(directory.get(), name.c_str(), kFlags | flags);
  }
  if (fd < 0) {
    throw_errno("open", name);
  }
  return Descriptor(fd);
}

void keep_access_time(const Descriptor& descriptor) {
  const int flags = fcntl(descriptor.get(), F_GETFL);
  if (flags >= 0 && (flags & O_NOATIME) == 0) {
    fcntl(descriptor.get(), F_SETFL, flags | O_NOATIME);
  }
}

FileStatus file_status_at(const Descriptor& directory, const std::string& name, Links links) {
  struct stat status {};
  const int flags = AT_NO_AUTOMOUNT | (links == Links::record ? AT_SYMLINK_NOFOLLOW : 0);
  if (fstatat(directory.get(), name.c_str(), &status, flags) != 0) {
    throw_errno("stat", name);
  }
  return to_file_status(status);
}

std::string read_link_at(const Descriptor& directory, const std::string& name) {
  std::array<char, PATH_MAX> target{};
  const ssize_t size = readlinkat(directory.get(), name.c_str(), target.data(), target.size());
  if (size < 0) {
    throw_errno("read link", name);
  }
  return {target.data(), static_cast<std::size_t>(size)};
}

std::string reason_of(const SystemError& error) {
  const std::string_view message = error.what();
  return std::string(message.substr(message.rfind(": ") + 2));
}

}  // namespace evidence
