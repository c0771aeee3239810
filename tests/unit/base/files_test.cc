#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <limits>
#include <thread>

#include "evidence/base.h"
#include "temp_folder.h"

namespace evidence {
namespace {

std::string message_of(const std::string& path, std::size_t limit) {
  try {
    read_file(path, limit);
  } catch (const Error& error) {
    return error.what();
  }
  return "read";
}

std::array<Descriptor, 2> make_pipe(int flags) {
  int ends[2];
  if (pipe2(ends, flags) != 0) {
    throw_errno("pipe", "");
  }
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

TEST(Files, ReadsWholeFilesOfAnySize) {
  const TempFolder folder;
  for (const std::size_t size : {0UL, 1UL, 65535UL, 65536UL, 65537UL, 1000000UL}) {
    const std::string bytes(size, 'x');
    EXPECT_EQ(read_file(folder.write("file", bytes), size), bytes) << size;
    EXPECT_EQ(read_file(folder / "file", std::numeric_limits<std::size_t>::max()), bytes) << size;
  }
}

TEST(Files, TheLimitIsExact) {
  const TempFolder folder;
  const std::string file = folder.write("file", "12345");
  EXPECT_EQ(message_of(file, 5), "read");
  EXPECT_EQ(message_of(file, 4), file + ": longer than 4 bytes");
  EXPECT_EQ(message_of(file, 0), file + ": longer than 0 bytes");
}

TEST(Files, AnEndlessInputEndsAtTheLimit) {
  const Descriptor zero(open("/dev/zero", O_RDONLY | O_CLOEXEC));
  EXPECT_THROW(read_to_end(zero, "zero", 1000000), FormatError);
}

TEST(Files, ReadsFilesThatSayTheyAreEmpty) {
  EXPECT_FALSE(read_file("/proc/self/status", 1 << 20).empty());
}

TEST(Files, RefusesWhatIsNeitherFileNorPipe) {
  const TempFolder folder;
  EXPECT_EQ(message_of(folder.path(), 10), folder.path() + ": neither a regular file nor a pipe");
  EXPECT_EQ(message_of("/dev/zero", 10), "/dev/zero: neither a regular file nor a pipe");
  EXPECT_EQ(message_of(folder / "none", 10), folder / "none" + ": open: no such file or directory");
}

// As a shell's <(command) hands it over: read through a new, non-blocking description while the writer takes
// its time.
TEST(Files, WaitsForASlowPipe) {
  auto [reading, writing] = make_pipe(O_CLOEXEC);
  std::thread writer([end = std::move(writing)] {
    for (const char* piece : {"slow ", "but ", "whole"}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      write_all(end, piece, "pipe");
    }
  });
  EXPECT_EQ(read_file("/proc/self/fd/" + std::to_string(reading.get()), 100), "slow but whole");
  writer.join();
}

TEST(Files, WriteAllFillsANonBlockingPipe) {
  auto [reading, writing] = make_pipe(O_CLOEXEC | O_NONBLOCK);
  const std::string bytes(1 << 20, 'y');
  std::thread writer([&bytes, end = std::move(writing)] { write_all(end, bytes, "pipe"); });
  EXPECT_EQ(read_to_end(reading, "pipe", 1 << 20), bytes);
  writer.join();
}

TEST(Files, WriteAllAtLeavesThePositionAlone) {
  const TempFolder folder;
  const Descriptor file(open((folder / "file").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  write_all_at(file, "world", 6, "file");
  write_all(file, "hello ", "file");
  write_all_at(file, "", 100, "file");
  EXPECT_EQ(folder.read("file"), "hello world");
}

TEST(Files, AFullDeviceIsASystemErrorWithItsName) {
  const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full) {
    GTEST_SKIP() << "skipped: no /dev/full here";
  }
  try {
    write_all(full, "a", "out\n");
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_STREQ(error.what(), "\"out\\n\": write: no space left on device");
  }
  EXPECT_THROW(write_all_at(full, "a", 7, "out"), SystemError);
}

}  // namespace
}  // namespace evidence
