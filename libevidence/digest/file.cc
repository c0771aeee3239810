#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "entry_access.h"
#include "evidence/digest.h"
#include "page_cache.h"

namespace evidence {
namespace {

// Large enough for a disk to stream, small enough for the bytes to be in a core's cache when they are hashed.
constexpr std::size_t kReadBytes = std::size_t{2} << 20U;

// The link count is left out: another name for the file changes none of its bytes, though its change time
// tells.
bool same_state(const FileStatus& before, const FileStatus& after) {
  return before.device == after.device && before.inode == after.inode && before.size == after.size &&
         before.modified_ns == after.modified_ns && before.changed_ns == after.changed_ns;
}

void check_interrupted(const Progress* progress) {
  if (progress != nullptr && progress->stop.load(std::memory_order_relaxed)) {
    throw Interrupted();
  }
}

// One buffer a thread: a new one for each file costs more than reading a small file.
std::span<char> read_buffer() {
  thread_local const auto buffer = std::make_unique_for_overwrite<char[]>(kReadBytes);
  return {buffer.get(), kReadBytes};
}

// Reads one file in order and leaves the page cache as it found it.
class FileReader {
 public:
  FileReader(const Descriptor& descriptor, std::string_view name, std::uint64_t size)
      : descriptor_(descriptor), name_(name), size_(size), cache_(descriptor, size) {
    if (size > kReadBytes) {
      posix_fadvise(descriptor.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
    }
  }

  // As many bytes as there are, up to the span's size; fewer only at the end of the file.
  std::size_t read(std::span<char> into) {
    cache_.before_read(offset_);
    std::size_t have = 0;
    while (have < into.size()) {
      const std::size_t count = read_at(into.subspan(have));
      have += count;
      offset_ += count;
      // Network file systems may give less than there is; at the expected end that is the end.
      if (count == 0 || offset_ >= size_) {
        break;
      }
    }
    cache_.after_read(offset_);
    return have;
  }

 private:
  std::size_t read_at(std::span<char> into) const {
    while (true) {
      const ssize_t count = pread(descriptor_.get(), into.data(), into.size(), static_cast<off_t>(offset_));
      if (count >= 0) {
        return static_cast<std::size_t>(count);
      }
      if (errno != EINTR) {
        throw_errno("read", name_);
      }
    }
  }

  const Descriptor& descriptor_;
  std::string_view name_;
  std::uint64_t size_;
  std::uint64_t offset_ = 0;
  PageCache cache_;
};

// The digest of exactly `size` bytes; absent when the file has fewer or more. Asking for one byte more than
// there should be finds a grown file in the read that finds the end.
std::optional<Digest> hash_bytes(const Descriptor& descriptor, std::string_view name, std::uint64_t size,
                                 Progress* progress) {
  const std::span<char> buffer = read_buffer();
  FileReader reader(descriptor, name, size);
  Sha256 hash;
  std::uint64_t done = 0;
  while (true) {
    check_interrupted(progress);
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(size + 1 - done, buffer.size()));
    const std::size_t count = reader.read(buffer.first(wanted));
    if (count > size - done || (count < wanted && done + count < size)) {
      return std::nullopt;
    }
    hash.update({buffer.data(), count});
    done += count;
    if (progress != nullptr) {
      progress->bytes_done.fetch_add(count, std::memory_order_relaxed);
    }
    if (count < wanted) {
      return hash.finish();
    }
  }
}

FileOutcome hash_checked(const Descriptor& descriptor, std::string_view name, Progress* progress) {
  const FileStatus before = file_status(descriptor, name);
  if (!S_ISREG(before.mode)) {
    return Unhashed{Unhashed::Why::not_regular,
                    "is a " + std::string(entry_kind_name(entry_kind(before.mode)))};
  }
  const auto digest = hash_bytes(descriptor, name, before.size, progress);
  if (!same_state(before, file_status(descriptor, name))) {
    return Unhashed{Unhashed::Why::changed, "changed while it was read"};
  }
  if (!digest) {
    return Unhashed{Unhashed::Why::unreadable, "has other bytes than its size says (made by the kernel?)"};
  }
  return HashedFile{*digest, before};
}

FileOutcome hash_opened(const Descriptor& descriptor, std::string_view name, Progress* progress) {
  auto result = [&]() -> FileOutcome {
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

}  // namespace

FileOutcome hash_file(const Descriptor& descriptor, std::string_view name, Progress* progress) {
  keep_access_time(descriptor);
  return hash_opened(descriptor, name, progress);
}

std::vector<FileOutcome> hash_files(std::span<const OpenFile> files, Progress* progress) {
  std::vector<FileOutcome> outcomes;
  outcomes.reserve(files.size());
  for (const OpenFile& file : files) {
    outcomes.push_back(hash_opened(*file.descriptor, file.name, progress));
  }
  return outcomes;
}

Digest hash_stream(const Descriptor& descriptor, std::string_view name, Progress* progress) {
  const std::span<char> buffer = read_buffer();
  Sha256 hash;
  while (true) {
    check_interrupted(progress);
    const ssize_t count = read(descriptor.get(), buffer.data(), buffer.size());
    if (count < 0 && errno != EINTR) {
      throw_errno("read", name);
    }
    if (count == 0) {
      return hash.finish();
    }
    if (count > 0) {
      hash.update({buffer.data(), static_cast<std::size_t>(count)});
      if (progress != nullptr) {
        progress->bytes_done.fetch_add(static_cast<std::uint64_t>(count), std::memory_order_relaxed);
      }
    }
  }
}

}  // namespace evidence
