#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "evidence/digest.h"

namespace evidence {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20U;
constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * kSecond + time.tv_nsec;
}

FileStatus status_of(const struct stat& status) {
  return {.device = status.st_dev,
          .inode = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .mode = status.st_mode,
          .links = status.st_nlink,
          .modified_ns = nanoseconds(status.st_mtim),
          .changed_ns = nanoseconds(status.st_ctim)};
}

const char* kind_of(std::uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return "is a directory";
    case S_IFIFO:
      return "is a FIFO";
    case S_IFSOCK:
      return "is a socket";
    case S_IFLNK:
      return "is a symbolic link";
    case S_IFCHR:
      return "is a character device";
    case S_IFBLK:
      return "is a block device";
    default:
      return "is not a regular file";
  }
}

// The link count is left out: another name for the file changes none of its bytes, though its change time
// tells.
bool same_state(const FileStatus& before, const FileStatus& after) {
  return before.device == after.device && before.inode == after.inode && before.size == after.size &&
         before.modified_ns == after.modified_ns && before.changed_ns == after.changed_ns;
}

// pread with EINTR retried. Throws SystemError.
std::size_t read_at(const Descriptor& descriptor, std::span<char> into, std::uint64_t offset,
                    std::string_view name) {
  while (true) {
    const ssize_t count = pread(descriptor.get(), into.data(), into.size(), static_cast<off_t>(offset));
    if (count >= 0) {
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR) {
      throw_errno("read", name);
    }
  }
}

// The digest of exactly `size` bytes; absent when the file has fewer or more. Asking for one byte more than
// there should be finds a grown file in the read that finds the end.
std::optional<Digest> hash_bytes(const Descriptor& descriptor, std::string_view name, std::uint64_t size,
                                 Progress* progress) {
  const std::size_t capacity = static_cast<std::size_t>(std::min<std::uint64_t>(size + 1, kReadBytes));
  const auto buffer = std::make_unique_for_overwrite<char[]>(capacity);
  Sha256 hash;
  std::uint64_t done = 0;
  while (true) {
    const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size + 1 - done, capacity));
    const std::size_t count = read_at(descriptor, {buffer.get(), wanted}, done, name);
    if (count > size - done || (count == 0 && done < size)) {
      return std::nullopt;
    }
    if (count == 0) {
      return hash.finish();
    }
    hash.update({buffer.get(), count});
    done += count;
    if (progress != nullptr) {
      progress->bytes_done.fetch_add(count, std::memory_order_relaxed);
    }
  }
}

std::variant<HashedFile, Unhashed> hash_checked(const Descriptor& descriptor, std::string_view name,
                                                Progress* progress) {
  const FileStatus before = file_status(descriptor, name);
  if (!S_ISREG(before.mode)) {
    return Unhashed{Unhashed::Why::not_regular, kind_of(before.mode)};
  }
  if (before.size > kReadBytes) {
    posix_fadvise(descriptor.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }
  const auto digest = hash_bytes(descriptor, name, before.size, progress);
  if (!digest || !same_state(before, file_status(descriptor, name))) {
    return Unhashed{Unhashed::Why::changed, "changed while it was read"};
  }
  return HashedFile{*digest, before};
}

// The reason alone, as the caller names the file.
std::string reason_of(const SystemError& error) {
  const std::string_view message = error.what();
  return std::string(message.substr(message.rfind(": ") + 2));
}

}  // namespace

FileStatus file_status(const Descriptor& descriptor, std::string_view name) {
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", name);
  }
  return status_of(status);
}

std::variant<HashedFile, Unhashed> hash_file(const Descriptor& descriptor, std::string_view name,
                                             Progress* progress) {
  auto result = [&]() -> std::variant<HashedFile, Unhashed> {
    try {
      return hash_checked(descriptor, name, progress);
    } catch (const SystemError& error) {
      return Unhashed{Unhashed::Why::unreadable, reason_of(error)};
    }
  }();
  if (progress != nullptr) {
    progress->files_done.fetch_add(1, std::memory_order_relaxed);
  }
  return result;
}

}  // namespace evidence
