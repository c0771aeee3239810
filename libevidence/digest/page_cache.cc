#include "page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace evidence {
namespace {

constexpr std::uint64_t kWindow = 64 << 20;

// cachestat(2), Linux 6.5. Its number is the same on all architectures; older headers do not have it.
constexpr long kCachestat = 451;
struct CachestatRange {
  std::uint64_t offset;
  std::uint64_t length;
};
struct Cachestat {
  std::uint64_t cached;
  std::uint64_t dirty;
  std::uint64_t writeback;
  std::uint64_t evicted;
  std::uint64_t recently_evicted;
};

std::uint64_t page_bytes() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Page by page, in an address range that nobody can touch.
std::optional<std::vector<unsigned char>> resident_pages(int file, std::uint64_t begin, std::uint64_t end) {
  const auto length = static_cast<std::size_t>(end - begin);
  void* const mapped = mmap(nullptr, length, PROT_NONE, MAP_SHARED, file, static_cast<off_t>(begin));
  if (mapped == MAP_FAILED) {
    return std::nullopt;
  }
  std::vector<unsigned char> pages((length + page_bytes() - 1) / page_bytes());
  const bool answered = mincore(mapped, length, pages.data()) == 0;
  munmap(mapped, length);
  return answered ? std::optional(std::move(pages)) : std::nullopt;
}

class Question {
 public:
  Question(int file, std::vector<std::pair<std::uint64_t, std::uint64_t>>& uncached)
      : file_(file), uncached_(uncached) {}

  // Halves a range until each part is cached wholly or not at all. `begin` is a page's.
  void ask(std::uint64_t begin, std::uint64_t end) {
    const CachestatRange range{begin, end - begin};
    Cachestat found{};
    if (syscall(kCachestat, file_, &range, &found, 0) != 0) {
      ask_mincore(begin, end);
      return;
    }
    const std::uint64_t pages = (end - begin + page_bytes() - 1) / page_bytes();
    if (found.cached >= pages) {
      return;
    }
    if (found.cached == 0) {
      add(begin, end);
      return;
    }
    const std::uint64_t middle = begin + pages / 2 * page_bytes();
    ask(begin, middle);
    ask(middle, end);
  }

 private:
  void ask_mincore(std::uint64_t begin, std::uint64_t end) {
    const auto pages = resident_pages(file_, begin, end);
    for (std::size_t page = 0; pages && page < pages->size(); ++page) {
      const std::uint64_t at = begin + page * page_bytes();
      if (((*pages)[page] & 1U) == 0) {
        add(at, std::min(at + page_bytes(), end));
      }
    }
  }

  void add(std::uint64_t begin, std::uint64_t end) {
    if (!uncached_.empty() && uncached_.back().second == begin) {
      uncached_.back().second = end;
    } else {
      uncached_.emplace_back(begin, end);
    }
  }

  int file_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>>& uncached_;
};

}  // namespace

PageCache::PageCache(const Descriptor& file, std::uint64_t size) : file_(file), size_(size) {}

PageCache::~PageCache() {
  after_read(asked_);
}

void PageCache::before_read(std::uint64_t offset) {
  while (asked_ < size_ && asked_ < offset + 2 * kWindow) {
    const std::uint64_t end = std::min(asked_ + kWindow, size_);
    ask(asked_, end);
    asked_ = end;
  }
}

void PageCache::ask(std::uint64_t begin, std::uint64_t end) {
  Question(file_.get(), uncached_).ask(begin, end);
}

// Of a range that runs on, the whole pages that have been read: the kernel drops no others.
void PageCache::after_read(std::uint64_t offset) {
  auto range = uncached_.begin();
  for (; range != uncached_.end() && range->first < offset; ++range) {
    const bool ended = range->second <= offset;
    const std::uint64_t end = ended ? range->second : offset / page_bytes() * page_bytes();
    if (end > range->first) {
      posix_fadvise(file_.get(), static_cast<off_t>(range->first), static_cast<off_t>(end - range->first),
                    POSIX_FADV_DONTNEED);
      range->first = end;
    }
    if (!ended) {
      break;
    }
  }
  uncached_.erase(uncached_.begin(), range);
}

}  // namespace evidence
