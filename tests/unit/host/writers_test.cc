#include "writers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child.h"
#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

bool is_held(const Child& child, const std::string& path) {
  const Reporter::Emit emit = [](const RecordBody&) {};
  Reporter reporter(emit);
  const auto process = Process::open({}, child.pid(), reporter);
  struct stat status {};
  stat(path.c_str(), &status);
  return is_held_for_writing(process.value(), status.st_dev, status.st_ino);
}

struct Row {
  const char* title;
  int flags;
  bool writes;
};

class Writers : public testing::TestWithParam<Row> {};

TEST_P(Writers, are_told_by_the_flags) {
  const TempFolder folder;
  const std::string path = folder.write("rows", "");
  const Child child = Child::fork_and([&] { return open(path.c_str(), GetParam().flags) >= 0; });
  ASSERT_TRUE(child.is_ready());
  EXPECT_EQ(is_held(child, path), GetParam().writes);
}

INSTANTIATE_TEST_SUITE_P(Flags, Writers,
                         testing::Values(Row{"read", O_RDONLY, false}, Row{"path", O_PATH, false},
                                         Row{"write", O_WRONLY, true},
                                         Row{"append", O_WRONLY | O_APPEND, true},
                                         Row{"both", O_RDWR | O_CLOEXEC, true}),
                         [](const auto& row) { return row.param.title; });

TEST(WritersBelow, count) {
  const TempFolder folder;
  const std::string path = folder.write("rows", "");
  // The grandchild ends when the pipe to its standard input does.
  const std::string script = "exec 3<&0; (exec cat <&3 >> '" + path + "') & wait";
  const Child child = Child::execute(
      {.path = "/bin/sh", .arguments = {"sh", "-c", script}, .environment = {"PATH=/bin:/usr/bin"}});
  for (int attempt = 0; attempt < 2000 && !is_held(child, path); ++attempt) {
    usleep(1000);
  }
  EXPECT_TRUE(is_held(child, path));
  const Child stranger = Child::execute({});
  EXPECT_FALSE(is_held(stranger, path));
}

TEST(WritersOfOtherFiles, do_not_count) {
  const TempFolder folder;
  const std::string path = folder.write("rows", "");
  folder.write("copy", "");
  const Child child = Child::fork_and([&] { return open((folder / "copy").c_str(), O_WRONLY) >= 0; });
  EXPECT_FALSE(is_held(child, path));
  ASSERT_EQ(rename((folder / "copy").c_str(), path.c_str()), 0);
  EXPECT_TRUE(is_held(child, path));
}

}  // namespace
}  // namespace evidence::host
