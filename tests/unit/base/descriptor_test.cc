#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "evidence/base.h"
#include "temp_folder.h"

namespace evidence {
namespace {

bool is_open(int fd) {
  return fcntl(fd, F_GETFD) >= 0;
}

TEST(Descriptor, OwnsExactlyOne) {
  int fd = -1;
  {
    const Descriptor owner(open("/dev/null", O_RDONLY));
    fd = owner.get();
    EXPECT_TRUE(owner);
    EXPECT_TRUE(is_open(fd));
  }
  EXPECT_FALSE(is_open(fd));
}

TEST(Descriptor, MovingHandsOver) {
  Descriptor first(open("/dev/null", O_RDONLY));
  const int fd = first.get();
  Descriptor second(std::move(first));
  EXPECT_EQ(second.get(), fd);
  Descriptor third(open("/dev/null", O_RDONLY));
  const int replaced = third.get();
  third = std::move(second);
  EXPECT_EQ(third.get(), fd);
  EXPECT_FALSE(is_open(replaced));
  EXPECT_TRUE(is_open(fd));
  Descriptor& alias = third;
  third = std::move(alias);
  EXPECT_EQ(third.get(), fd);
  EXPECT_TRUE(is_open(fd));
}

TEST(Descriptor, ReleaseGivesItAway) {
  Descriptor owner(open("/dev/null", O_RDONLY));
  const int fd = owner.release();
  EXPECT_FALSE(owner);
  EXPECT_TRUE(is_open(fd));
  close(fd);
}

TEST(Descriptor, OpenForReadingDoesNotWaitForAFifosWriter) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  const Descriptor fifo = open_for_reading(folder / "fifo");
  EXPECT_NE(fcntl(fifo.get(), F_GETFD) & FD_CLOEXEC, 0);
}

TEST(Descriptor, OpeningSaysWhatIsMissing) {
  const TempFolder folder;
  folder.write("file", "a");
  try {
    open_for_reading(folder / "none");
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
    EXPECT_EQ(std::string(error.what()), folder / "none" + ": open: no such file or directory");
  }
  EXPECT_THROW(open_directory(folder / "file"), SystemError);
  EXPECT_TRUE(open_directory(folder.path()));
}

}  // namespace
}  // namespace evidence
