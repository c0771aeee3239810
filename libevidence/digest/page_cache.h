#pragma once

// Leaves the page cache as it was: a file that is read once must not push out what a serving host needs.
//
// Before a range is read, which of its pages are cached is asked; when it has been read, the others are
// dropped. The question is asked one window ahead, because the kernel's own read-ahead brings pages that
// nobody asked for. Where the kernel does not answer (no cachestat(2), and mincore(2) is for those who may
// write the file) every page counts as cached, and nothing is dropped.

#include <cstdint>
#include <utility>
#include <vector>

#include "evidence/base.h"

namespace evidence {

class PageCache {
 public:
  // `size` in bytes. The descriptor must outlive this.
  PageCache(const Descriptor& file, std::uint64_t size);
  PageCache(const PageCache&) = delete;
  PageCache& operator=(const PageCache&) = delete;
  // Also of a read that was broken off nothing stays.
  ~PageCache();
  // To be called before bytes from `offset` on are read, in ascending order.
  void before_read(std::uint64_t offset);
  // Everything below `offset` has been read.
  void after_read(std::uint64_t offset);

 private:
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  void ask(std::uint64_t begin, std::uint64_t end);

  const Descriptor& file_;
  std::uint64_t size_;
  std::uint64_t asked_ = 0;      // everything below has been asked about
  std::vector<Range> uncached_;  // ascending, not yet dropped
};

}  // namespace evidence
