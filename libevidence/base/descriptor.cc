#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "evidence/base.h"

namespace evidence {
namespace {

// open(2) with EINTR retried, which a network file system may give.
Descriptor open_path(const std::string& path, int flags) {
  int fd = -1;
  do {
    fd = open(path.c_str(), flags | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) {
    throw_errno("open", path);
  }
  return Descriptor(fd);
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  Descriptor former(std::exchange(fd_, other.release()));
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) {
    close(fd_);
  }
}

int Descriptor::release() {
  return std::exchange(fd_, -1);
}

Descriptor open_for_reading(const std::string& path) {
  return open_path(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
}

Descriptor open_directory(const std::string& path) {
  return open_path(path, O_PATH | O_DIRECTORY);
}

}  // namespace evidence
