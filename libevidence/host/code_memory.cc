#include "code_memory.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace evidence::host {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10;

std::size_t page_size() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

// As many bytes as there are before the end or the first that cannot be read. Throws SystemError when not
// even one can.
std::size_t read_some(const Descriptor& from, std::span<char> into, std::uint64_t offset,
                      std::string_view name) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t count =
        pread(from.get(), into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0 && done == 0) {
      throw_errno("read", name);
    }
    if (count <= 0) {
      break;
    }
    done += static_cast<std::size_t>(count);
  }
  return done;
}

void check_stop(const Progress* progress) {
  if (progress != nullptr && progress->stop) {
    throw Interrupted();
  }
}

// Compares one mapping.
class Comparison {
 public:
  Comparison(const Descriptor& memory, const Descriptor& file)
      : memory_(memory),
        file_(file),
        size_(file_status(file, "file").size),
        page_(page_size()),
        seen_(kPiece),
        expected_(kPiece) {}

  void add(const MapsLine& line, Progress* progress) {
    for (std::uint64_t at = line.begin; at < line.end;) {
      check_stop(progress);
      const std::uint64_t offset = line.offset + (at - line.begin);
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, line.end - at));
      const auto read = read_pages(at, length, offset);
      if (!read) {
        return;
      }
      count(*read, offset);
      at += *read;
    }
  }

  const ComparedPages& pages() const { return pages_; }

 private:
  // Absent where the rest lies beyond the file's end and cannot be read.
  std::optional<std::size_t> read_pages(std::uint64_t at, std::size_t length, std::uint64_t offset) {
    try {
      const std::size_t read = read_some(memory_, std::span(seen_).first(length), at, "mem");
      const std::size_t whole = read / page_ * page_;
      if (whole == 0) {
        errno = EIO;
        throw_errno("read", "mem");
      }
      return whole;
    } catch (const SystemError& error) {
      if (offset >= size_ && error.code() == std::errc::io_error) {
        return std::nullopt;
      }
      throw;
    }
  }

  void count(std::size_t length, std::uint64_t offset) {
    const std::span<char> expected = std::span(expected_).first(length);
    const std::size_t read = offset < size_ ? read_some(file_, expected, offset, "file") : 0;
    std::ranges::fill(expected.subspan(read), '\0');
    for (std::size_t at = 0; at < length; at += page_) {
      ++pages_.compared;
      pages_.changed += std::memcmp(seen_.data() + at, expected.data() + at, page_) != 0 ? 1U : 0U;
    }
  }

  const Descriptor& memory_;
  const Descriptor& file_;
  std::uint64_t size_;
  std::size_t page_;
  std::vector<char> seen_;
  std::vector<char> expected_;
  ComparedPages pages_;
};

}  // namespace

ComparedPages compare_pages(const Descriptor& memory, std::span<const MapsLine> mappings,
                            const Descriptor& file, Progress* progress) {
  Comparison comparison(memory, file);
  for (const MapsLine& line : mappings) {
    comparison.add(line, progress);
  }
  return comparison.pages();
}

Digest hash_memory(const Descriptor& memory, std::span<const MapsLine> mappings, Progress* progress) {
  Sha256 hash;
  std::vector<char> bytes(kPiece);
  for (const MapsLine& line : mappings) {
    for (std::uint64_t at = line.begin; at < line.end;) {
      check_stop(progress);
      const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, line.end - at));
      const std::size_t read = read_some(memory, std::span(bytes).first(length), at, "mem");
      if (read == 0) {
        errno = EIO;
        throw_errno("read", "mem");
      }
      hash.update({bytes.data(), read});
      at += read;
    }
  }
  return hash.finish();
}

}  // namespace evidence::host
