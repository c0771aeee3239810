#include "file_status.h"

#include <sys/stat.h>

namespace evidence {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::uint64_t kBlock = 512;  // st_blocks counts these, whatever the file system's are

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

}  // namespace

FileStatus to_file_status(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .mode = status.st_mode,
          .links = status.st_nlink,
          .modified_ns = nanoseconds(status.st_mtim),
          .changed_ns = nanoseconds(status.st_ctim),
          .allocated = static_cast<std::uint64_t>(status.st_blocks) * kBlock,
          .special = status.st_rdev};
}

FileStatus file_status(const Descriptor& descriptor, std::string_view name) {
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", name);
  }
  return to_file_status(status);
}

}  // namespace evidence
