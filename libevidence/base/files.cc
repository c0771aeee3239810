#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "evidence/base.h"

namespace evidence {
namespace {

constexpr std::size_t kFirstRead = 64 * 1024;

// After EINTR, and for a descriptor that someone made non-blocking: waits until it makes sense to try again.
// False when errno says something else.
bool can_try_again(const Descriptor& descriptor, short events) {
  if (errno == EAGAIN) {
    pollfd waiting{descriptor.get(), events, 0};
    return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
  }
  return errno == EINTR;
}

std::size_t read_some(const Descriptor& descriptor, std::span<char> into, std::string_view name) {
  while (true) {
    const ssize_t count = read(descriptor.get(), into.data(), into.size());
    if (count >= 0) {
      return static_cast<std::size_t>(count);
    }
    if (!can_try_again(descriptor, POLLIN)) {
      throw_errno("read", name);
    }
  }
}

struct stat status_of(const Descriptor& descriptor, std::string_view name) {
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", name);
  }
  return status;
}

// A full file system may take nothing and say nothing; that must not become an endless loop.
std::size_t progress_of(ssize_t count, std::string_view name) {
  if (count == 0) {
    errno = ENOSPC;
    throw_errno("write", name);
  }
  return static_cast<std::size_t>(count);
}

}  // namespace

std::string read_to_end(const Descriptor& descriptor, std::string_view name, std::size_t limit) {
  const struct stat status = status_of(descriptor, name);
  const std::size_t expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) + 1 : 0;
  std::string bytes;
  std::size_t have = 0;
  while (true) {
    if (have == bytes.size()) {
      const std::size_t wanted = std::max({expected, have * 2, kFirstRead});
      bytes.resize(wanted <= limit ? wanted : limit + 1);
    }
    const std::size_t count = read_some(descriptor, std::span(bytes).subspan(have), name);
    if (count == 0) {
      bytes.resize(have);
      return bytes;
    }
    have += count;
    if (have > limit) {
      throw FormatError(name, "", "longer than " + std::to_string(limit) + " bytes");
    }
  }
}

std::string read_file(const std::string& path, std::size_t limit) {
  const Descriptor descriptor = open_for_reading(path);
  const mode_t mode = status_of(descriptor, path).st_mode;
  if (!S_ISREG(mode) && !S_ISFIFO(mode)) {
    throw FormatError(path, "", "neither a regular file nor a pipe");
  }
  return read_to_end(descriptor, path, limit);
}

void write_all(const Descriptor& descriptor, std::string_view bytes, std::string_view name) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor.get(), bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(progress_of(count, name));
    } else if (!can_try_again(descriptor, POLLOUT)) {
      throw_errno("write", name);
    }
  }
}

void write_all_at(const Descriptor& descriptor, std::string_view bytes, std::uint64_t offset,
                  std::string_view name) {
  while (!bytes.empty()) {
    const ssize_t count = pwrite(descriptor.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count >= 0) {
      const std::size_t written = progress_of(count, name);
      bytes.remove_prefix(written);
      offset += written;
    } else if (!can_try_again(descriptor, POLLOUT)) {
      throw_errno("write", name);
    }
  }
}

}  // namespace evidence
