#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "evidence/digest.h"
#include "temp_folder.h"

namespace evidence {
namespace {

using Why = Unhashed::Why;

Descriptor opened(const std::string& path, int flags) {
  Descriptor descriptor(open(path.c_str(), flags | O_CLOEXEC, 0600));
  if (!descriptor) {
    throw_errno("open", path);
  }
  return descriptor;
}

TEST(HashFile, GivesTheDigestAndTheStatusOfWhatWasRead) {
  const TempFolder folder;
  for (const std::size_t size : {0UL, 1UL, 1048575UL, 1048576UL, 1048577UL, 3000000UL}) {
    const std::string bytes(size, 'x');
    const Descriptor file = open_for_reading(folder.write("file", bytes));
    lseek(file.get(), 0, SEEK_END);
    const auto result = hash_file(file, "file");
    ASSERT_TRUE(std::holds_alternative<HashedFile>(result)) << size;
    EXPECT_EQ(std::get<HashedFile>(result).digest, sha256(bytes)) << size;
    EXPECT_EQ(std::get<HashedFile>(result).status.size, size);
  }
}

TEST(HashFile, AdvancesTheProgress) {
  const TempFolder folder;
  const Descriptor file = open_for_reading(folder.write("file", std::string(1500000, 'x')));
  Progress progress;
  hash_file(file, "file", &progress);
  hash_file(file, "file", &progress);
  EXPECT_EQ(progress.bytes_done, 3000000U);
  EXPECT_EQ(progress.files_done, 2U);
}

TEST(FileStatus, SaysWhatFstatSays) {
  const TempFolder folder;
  const std::string path = folder.write("file", "12345");
  std::filesystem::create_hard_link(path, folder / "second");
  ASSERT_EQ(chmod(path.c_str(), 0640), 0);
  const timespec times[2] = {{1, 2}, {1700000000, 123456789}};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  struct stat expected {};
  ASSERT_EQ(stat(path.c_str(), &expected), 0);
  const FileStatus status = file_status(open_for_reading(path), path);
  EXPECT_EQ(status.device, expected.st_dev);
  EXPECT_EQ(status.inode, expected.st_ino);
  EXPECT_EQ(status.size, 5U);
  EXPECT_EQ(status.mode, static_cast<std::uint32_t>(S_IFREG | 0640));
  EXPECT_EQ(status.links, 2U);
  EXPECT_EQ(status.modified_ns, 1700000000123456789);
  EXPECT_EQ(status.changed_ns, expected.st_ctim.tv_sec * 1000000000 + expected.st_ctim.tv_nsec);
  EXPECT_THROW(file_status(Descriptor(), "none"), SystemError);
}

void expect_unhashed(const Descriptor& descriptor, Why why, const std::string& reason) {
  const auto result = hash_file(descriptor, "file");
  ASSERT_TRUE(std::holds_alternative<Unhashed>(result)) << reason;
  EXPECT_EQ(std::get<Unhashed>(result).why, why);
  EXPECT_EQ(std::get<Unhashed>(result).reason, reason);
}

TEST(HashFile, WhatIsNoRegularFileIsNotRead) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  std::filesystem::create_symlink("nowhere", folder / "link");
  expect_unhashed(open_for_reading(folder / "fifo"), Why::not_regular, "is a FIFO");
  expect_unhashed(open_for_reading(folder.path()), Why::not_regular, "is a directory");
  expect_unhashed(open_for_reading("/dev/zero"), Why::not_regular, "is a character device");
  expect_unhashed(Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)), Why::not_regular,
                  "is a socket");
  expect_unhashed(opened(folder / "link", O_PATH | O_NOFOLLOW), Why::not_regular, "is a symbolic link");
}

// A FIFO with bytes in it is left as it is: nothing of what its writer sent may be taken.
TEST(HashFile, AFifoKeepsItsBytes) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  const Descriptor both = opened(folder / "fifo", O_RDWR | O_NONBLOCK);
  write_all(both, "kept", "fifo");
  expect_unhashed(open_for_reading(folder / "fifo"), Why::not_regular, "is a FIFO");
  char bytes[8];
  EXPECT_EQ(read(both.get(), bytes, sizeof bytes), 4);
}

TEST(HashFile, WhatCannotBeReadSaysWhy) {
  const TempFolder folder;
  const std::string path = folder.write("file", "12345");
  expect_unhashed(opened(path, O_WRONLY), Why::unreadable, "bad file descriptor");
  expect_unhashed(opened(path, O_PATH), Why::unreadable, "bad file descriptor");
  expect_unhashed(Descriptor(), Why::unreadable, "bad file descriptor");
}

TEST(HashFile, TellsAFileThatTheKernelMakes) {
  expect_unhashed(open_for_reading("/proc/self/status"), Why::unreadable,
                  "has other bytes than its size says (made by the kernel?)");
}

struct Change {
  const char* name;
  std::function<void(int)> make;
};

constexpr off_t kLargeBytes = off_t{256} << 20U;

const Change kChanges[] = {
    {"shrunk", [](int fd) { (void)!ftruncate(fd, 4096); }},
    {"grown", [](int fd) { (void)!ftruncate(fd, kLargeBytes + 1); }},
    {"overwritten", [](int fd) { (void)!pwrite(fd, "y", 1, 0); }},
    {"overwritten and its time put back",
     [](int fd) {
       const timespec times[2] = {{1, 0}, {1, 0}};
       (void)!pwrite(fd, "y", 1, 0);
       futimens(fd, times);
     }},
};

// The change is made once the reading has begun. The file is large enough for it to come before the end;
// should the machine be too busy once, it is tried again.
bool change_is_noticed(const std::string& path, const Change& change) {
  const Descriptor writing = opened(path, O_RDWR | O_CREAT | O_TRUNC);
  const timespec times[2] = {{1, 0}, {1, 0}};
  if (ftruncate(writing.get(), kLargeBytes) != 0 || futimens(writing.get(), times) != 0) {
    throw_errno("prepare", path);
  }
  const Descriptor reading = open_for_reading(path);
  Progress progress;
  std::thread changer([&] {
    while (progress.bytes_done == 0) {
      std::this_thread::yield();
    }
    change.make(writing.get());
  });
  const auto result = hash_file(reading, path, &progress);
  changer.join();
  const auto* unhashed = std::get_if<Unhashed>(&result);
  return unhashed != nullptr && unhashed->why == Why::changed;
}

TEST(HashFile, AFileThatChangesMeanwhileHasNoDigest) {
  const TempFolder folder;
  for (const Change& change : kChanges) {
    bool noticed = false;
    for (int attempt = 0; attempt < 5 && !noticed; ++attempt) {
      noticed = change_is_noticed(folder / "large", change);
    }
    EXPECT_TRUE(noticed) << change.name;
  }
}

}  // namespace
}  // namespace evidence
