#include "page_cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <random>

#include "evidence/digest.h"
#include "temp_folder.h"

namespace evidence {
namespace {

constexpr std::size_t kPage = 4096;

// Which pages of a file the page cache holds; nothing where that cannot be told.
std::vector<bool> cached_pages(const Descriptor& file, std::size_t size) {
  void* const mapped = mmap(nullptr, size, PROT_NONE, MAP_SHARED, file.get(), 0);
  std::vector<unsigned char> pages((size + kPage - 1) / kPage);
  if (mapped == MAP_FAILED || mincore(mapped, size, pages.data()) != 0) {
    return {};
  }
  munmap(mapped, size);
  std::vector<bool> cached;
  for (const unsigned char page : pages) {
    cached.push_back((page & 1U) != 0);
  }
  return cached;
}

std::size_t count(const std::vector<bool>& pages) {
  return static_cast<std::size_t>(std::count(pages.begin(), pages.end(), true));
}

// A file on a disk of which no page is cached. Skipped where pages cannot be dropped, as on tmpfs.
class CacheTest : public testing::Test {
 protected:
  void make(std::size_t size) {
    std::string bytes(size, '\0');
    std::mt19937 random(1);
    for (std::size_t at = 0; at < size; at += 4093) {
      bytes[at] = static_cast<char>(random());
    }
    digest = sha256(bytes);
    file = Descriptor(open(folder.write("file", bytes).c_str(), O_RDWR | O_CLOEXEC));
    fsync(file.get());
    posix_fadvise(file.get(), 0, 0, POSIX_FADV_DONTNEED);
    const auto pages = cached_pages(file, size);
    if (pages.empty() || count(pages) != 0) {
      GTEST_SKIP() << "skipped: pages cannot be dropped from the page cache here";
    }
  }
  void hash() const {
    const auto outcome = hash_file(file, "file");
    ASSERT_TRUE(std::holds_alternative<HashedFile>(outcome));
    EXPECT_EQ(std::get<HashedFile>(outcome).digest, digest);
  }

  TempFolder folder;
  Descriptor file;
  Digest digest{Digest::Bytes{}};
};

class Sizes : public CacheTest, public testing::WithParamInterface<std::size_t> {};

TEST_P(Sizes, WhatWasNotCachedIsDroppedAgain) {
  make(GetParam());
  if (IsSkipped()) return;
  hash();
  EXPECT_EQ(count(cached_pages(file, GetParam())), 0U);
}

TEST_P(Sizes, WhatWasCachedStays) {
  make(GetParam());
  if (IsSkipped()) return;
  std::string all(GetParam(), '\0');
  ASSERT_EQ(pread(file.get(), all.data(), all.size(), 0), static_cast<ssize_t>(all.size()));
  const auto before = cached_pages(file, GetParam());
  ASSERT_EQ(count(before), before.size());
  hash();
  EXPECT_EQ(cached_pages(file, GetParam()), before);
}

INSTANTIATE_TEST_SUITE_P(PageCache, Sizes,
                         testing::Values(1, 4096, 100'001, 5'000'000, (std::size_t{130} << 20U) + 5),
                         [](const auto& value) { return "bytes_" + std::to_string(value.param); });

TEST_F(CacheTest, OfAMixtureEachPageIsAsBefore) {
  constexpr std::size_t kSize = 6'000'001;
  make(kSize);
  if (IsSkipped()) return;
  posix_fadvise(file.get(), 0, 0, POSIX_FADV_RANDOM);  // no read-ahead
  for (const std::size_t page : {0U, 3U, 4U, 700U, 1300U}) {
    char byte = 0;
    ASSERT_EQ(pread(file.get(), &byte, 1, static_cast<off_t>(page * kPage)), 1);
  }
  const auto before = cached_pages(file, kSize);
  ASSERT_GT(count(before), 0U);
  ASSERT_LT(count(before), before.size());
  hash();
  EXPECT_EQ(cached_pages(file, kSize), before);
}

TEST(AccessTime, OfAnOwnFileStays) {
  const TempFolder folder;
  const std::string path = folder.write("file", "content");
  const timespec old[2] = {{1000, 0}, {2000, 0}};  // read long before it was written: relatime would advance
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), old, 0), 0);
  hash_file(open_for_reading(path), path);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_atim.tv_sec, 1000);
}

}  // namespace
}  // namespace evidence
