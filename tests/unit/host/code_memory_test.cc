#include "code_memory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "temp_folder.h"

namespace evidence::host {
namespace {

constexpr std::size_t kPage = 4096;

// A file of this size, mapped into the test itself.
class CodeMemory : public testing::Test {
 protected:
  void map(std::size_t size, std::size_t pages) {
    const std::string path = folder_.write("file", std::string(size, 'x'));
    file_ = open_for_reading(path);
    length_ = pages * kPage;
    void* const begin = mmap(nullptr, length_, PROT_READ | PROT_WRITE, MAP_PRIVATE, file_.get(), 0);
    ASSERT_NE(begin, MAP_FAILED);
    begin_ = static_cast<char*>(begin);
    line_.begin = reinterpret_cast<std::uint64_t>(begin);
    line_.end = line_.begin + length_;
  }
  void TearDown() override {
    if (begin_ != nullptr) munmap(begin_, length_);
  }
  ComparedPages compare(Progress* progress = nullptr) {
    return compare_pages(memory_, std::span(&line_, 1), file_, progress);
  }

  TempFolder folder_;
  Descriptor memory_{open("/proc/self/mem", O_RDONLY | O_CLOEXEC)};
  Descriptor file_;
  char* begin_ = nullptr;
  std::size_t length_ = 0;
  MapsLine line_;
};

TEST_F(CodeMemory, of_many_pieces_is_compared_to_its_end) {
  constexpr std::size_t kPages = 300;
  map(kPages * kPage, kPages);
  EXPECT_EQ(compare().compared, kPages);
  EXPECT_EQ(compare().changed, 0U);
  for (const std::size_t page : {0U, 63U, 64U, 299U}) begin_[page * kPage + 17] = '!';
  EXPECT_EQ(compare().changed, 4U);
  EXPECT_EQ(compare().compared, kPages);
}

TEST_F(CodeMemory, is_compared_from_its_place_in_the_file) {
  map(3 * kPage, 3);
  std::memset(begin_ + kPage, 'y', kPage);
  line_.begin += kPage;
  line_.offset = kPage;
  EXPECT_EQ(compare().compared, 2U);
  EXPECT_EQ(compare().changed, 1U);
}

TEST_F(CodeMemory, that_cannot_be_read_is_no_match) {
  map(3 * kPage, 3);
  ASSERT_EQ(munmap(begin_ + kPage, kPage), 0);
  EXPECT_THROW(compare(), SystemError);
}

TEST_F(CodeMemory, behind_the_files_end_is_left_out) {
  map(kPage + 1, 5);
  EXPECT_EQ(compare().compared, 2U);
  EXPECT_EQ(compare().changed, 0U);
}

// Nothing of the piece before it is left.
TEST_F(CodeMemory, behind_the_files_end_is_zero_in_a_later_piece_too) {
  map(64 * kPage + 1, 65);
  EXPECT_EQ(compare().compared, 65U);
  EXPECT_EQ(compare().changed, 0U);
}

TEST_F(CodeMemory, can_be_interrupted) {
  map(kPage, 1);
  Progress progress;
  progress.stop = true;
  EXPECT_THROW(compare(&progress), Interrupted);
  EXPECT_THROW(hash_memory(memory_, std::span(&line_, 1), &progress), Interrupted);
}

TEST_F(CodeMemory, has_the_digest_of_its_bytes) {
  map(70 * kPage, 70);
  begin_[69 * kPage] = '!';
  EXPECT_EQ(hash_memory(memory_, std::span(&line_, 1), nullptr), sha256(std::string(begin_, length_)));
}

}  // namespace
}  // namespace evidence::host
