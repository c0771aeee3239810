#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <ostream>
#include <thread>

#include "evidence/base.h"
#include "pending_file.h"
#include "temp_folder.h"

namespace evidence {
namespace {

using Names = std::set<std::string>;

struct Way {
  const char* name;
  Means means;
};

void PrintTo(const Way& way, std::ostream* out) {
  *out << way.name;
}

constexpr Way kWays[] = {
    {"unnamed", {Keeping::unnamed, Placing::rename}},
    {"hidden_and_renamed", {Keeping::hidden_name, Placing::rename}},
    {"hidden_and_linked", {Keeping::hidden_name, Placing::link_name}},
};

class EveryWay : public testing::TestWithParam<Way> {
 protected:
  Published publish(std::string_view name, std::string_view bytes, unsigned mode = 0644) const {
    PendingFile file(folder_ / name, mode, GetParam().means);
    write_all(file.descriptor(), bytes, name);
    return file.commit();
  }
  std::string conflict_of(std::string_view name, std::string_view bytes) const {
    try {
      publish(name, bytes);
    } catch (const PublishConflict& conflict) {
      return conflict.what();
    }
    return "none";
  }
  // Whether a file that is being written has a name here.
  bool has_hidden_name() const {
    if (GetParam().means.keeping == Keeping::hidden_name || access("/proc/self/fd", F_OK) != 0) {
      return true;
    }
    return !Descriptor(open(folder_.path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  }
  mode_t mode_of(std::string_view name) const {
    struct stat status {};
    stat((folder_ / name).c_str(), &status);
    return status.st_mode & 07777;
  }

  TempFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Publish, EveryWay, testing::ValuesIn(kWays),
                         [](const auto& way) { return std::string(way.param.name); });

TEST_P(EveryWay, NothingIsVisibleBeforeCommit) {
  PendingFile file(folder_ / "a", 0644, GetParam().means);
  write_all(file.descriptor(), "content", "a");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a"));
  EXPECT_EQ(file.commit(), Published::created);
  EXPECT_EQ(folder_.read("a"), "content");
  EXPECT_EQ(folder_.names(), Names{"a"});
}

TEST_P(EveryWay, DestructionLeavesNothing) {
  {
    PendingFile file(folder_ / "a", 0644, GetParam().means);
    write_all(file.descriptor(), "content", "a");
    EXPECT_EQ(folder_.names(), has_hidden_name() ? Names{file.hidden_name()} : Names{});
  }
  EXPECT_EQ(folder_.names(), Names{});
}

TEST_P(EveryWay, TheSameAgainIsIdentical) {
  const std::string bytes(200000, 'x');
  EXPECT_EQ(publish("a", bytes), Published::created);
  EXPECT_EQ(publish("a", bytes), Published::identical);
  EXPECT_EQ(publish("empty", ""), Published::created);
  EXPECT_EQ(publish("empty", ""), Published::identical);
  EXPECT_EQ(folder_.names(), (Names{"a", "empty"}));
}

TEST_P(EveryWay, OtherContentIsAConflictAndStays) {
  const std::string bytes(200000, 'x');
  publish("a", bytes);
  std::string changed = bytes;
  changed.back() = 'y';
  for (const std::string& other : {changed, bytes + 'x', bytes.substr(1), std::string()}) {
    EXPECT_EQ(conflict_of("a", other), folder_ / "a" + ": already published with other content");
  }
  EXPECT_EQ(folder_.read("a"), bytes);
  EXPECT_EQ(folder_.names(), Names{"a"});
}

TEST_P(EveryWay, TheModeIsNotReducedByTheUmask) {
  const mode_t former = umask(077);
  publish("a", "a");
  publish("private", "a", 0600);
  publish("fixed", "a", 0444);
  umask(former);
  EXPECT_EQ(mode_of("a"), 0644U);
  EXPECT_EQ(mode_of("private"), 0600U);
  EXPECT_EQ(mode_of("fixed"), 0444U);
}

TEST_P(EveryWay, WhatIsNotAFileIsAConflictAndNeverFollowed) {
  std::filesystem::create_directory(folder_ / "folder");
  std::filesystem::create_symlink("nowhere", folder_ / "dangling");
  folder_.write("same", "content");
  std::filesystem::create_symlink("same", folder_ / "link");
  ASSERT_EQ(mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  const Names before = folder_.names();
  for (const char* name : {"folder", "dangling", "link", "fifo"}) {
    EXPECT_EQ(conflict_of(name, "content"), folder_ / name + ": already there and not a regular file");
  }
  EXPECT_EQ(folder_.names(), before);
}

TEST_P(EveryWay, AMissingFolderIsASystemError) {
  try {
    publish("none/a", "a");
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_EQ(error.code().value(), ENOENT);
  }
}

TEST_P(EveryWay, ALongNameIsPublished) {
  const std::string name(255, 'n');
  EXPECT_EQ(publish(name, "a"), Published::created);
  EXPECT_EQ(folder_.names(), Names{name});
}

TEST_P(EveryWay, ALeftoverOfTheSameNameIsRemoved) {
  folder_.write(".a.0123abcd.part", "half");
  publish("a", "whole");
  EXPECT_EQ(folder_.names(), Names{"a"});
}

TEST_P(EveryWay, OneOfManyWritersWins) {
  constexpr int kWriters = 50;
  std::atomic<int> created = 0;
  std::atomic<int> conflicts = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < kWriters; ++i) {
    writers.emplace_back([&, i] {
      try {
        created += publish("a", std::string(10000, static_cast<char>('A' + i))) == Published::created ? 1 : 0;
      } catch (const PublishConflict&) {
        ++conflicts;
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_EQ(created, 1);
  EXPECT_EQ(conflicts, kWriters - 1);
  EXPECT_EQ(folder_.read("a"), std::string(10000, folder_.read("a")[0]));
  EXPECT_EQ(folder_.names(), Names{"a"});
}

TEST_P(EveryWay, ManyWritersOfTheSameBytesAllSucceed) {
  std::atomic<int> created = 0;
  std::atomic<int> identical = 0;
  std::vector<std::thread> writers;
  for (int i = 0; i < 50; ++i) {
    writers.emplace_back([&] { ++(publish("a", "same") == Published::created ? created : identical); });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
  EXPECT_EQ(created, 1);
  EXPECT_EQ(identical, 49);
  EXPECT_EQ(folder_.names(), Names{"a"});
}

// A writer in a child process that says when it has written half and then waits for its end.
class HalfWriter {
 public:
  HalfWriter(const std::string& path, Means means) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw_errno("pipe", "");
    }
    const Descriptor reading(ends[0]);
    const Descriptor writing(ends[1]);
    child_ = fork();
    if (child_ == 0) {
      PendingFile file(path, 0644, means);
      write_all(file.descriptor(), "half", path);
      write_all(writing, "x", "pipe");
      while (true) {
        pause();
      }
    }
    char ready = 0;
    ready_ = read(reading.get(), &ready, 1) == 1;
  }
  HalfWriter(const HalfWriter&) = delete;
  HalfWriter& operator=(const HalfWriter&) = delete;
  ~HalfWriter() { end(); }
  bool is_ready() const { return ready_; }
  void end() {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
      child_ = -1;
    }
  }

 private:
  pid_t child_ = -1;
  bool ready_ = false;
};

TEST_P(EveryWay, AKilledWriterLeavesNothingThatTheNextDoesNotRemove) {
  HalfWriter writer(folder_ / "a", GetParam().means);
  ASSERT_TRUE(writer.is_ready());
  const Names while_writing = folder_.names();
  EXPECT_EQ(while_writing.size(), has_hidden_name() ? 1U : 0U);
  EXPECT_EQ(while_writing.count("a"), 0U);
  EXPECT_EQ(publish("other", "x"), Published::created);
  writer.end();
  EXPECT_EQ(folder_.names().count("a"), 0U);
  EXPECT_EQ(publish("a", "whole"), Published::created);
  EXPECT_EQ(folder_.names(), (Names{"a", "other"}));
  EXPECT_EQ(folder_.read("a"), "whole");
}

TEST_P(EveryWay, ALivingWriterKeepsItsFile) {
  PendingFile slow(folder_ / "a", 0644, GetParam().means);
  write_all(slow.descriptor(), "slow", "a");
  EXPECT_EQ(publish("a", "quick"), Published::created);
  EXPECT_THROW(slow.commit(), PublishConflict);
  EXPECT_EQ(folder_.read("a"), "quick");
}

TEST_P(EveryWay, AUserWithoutCapabilitiesCanPublish) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "skipped: the other tests already run as an ordinary user";
  }
  constexpr uid_t kNobody = 65534;
  ASSERT_EQ(chown(folder_.path().c_str(), kNobody, kNobody), 0);
  const pid_t child = fork();
  if (child == 0) {
    if (setgid(kNobody) != 0 || setuid(kNobody) != 0) {
      _exit(2);
    }
    _exit(publish("a", "mine") == Published::created && publish("a", "mine") == Published::identical ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder_.names(), Names{"a"});
}

TEST(Publication, PositionedAndAppendedWrites) {
  const TempFolder folder;
  Publication publication = Publication::begin(folder / "a");
  publication.write("head ");
  write_all_at(publication.descriptor(), "tail", 5, "a");
  Publication moved = std::move(publication);
  EXPECT_EQ(moved.commit(), Published::created);
  EXPECT_EQ(folder.read("a"), "head tail");
}

TEST(Publication, PublishFileIsAllInOne) {
  const TempFolder folder;
  EXPECT_EQ(publish_file(folder / "a", "bytes", 0600), Published::created);
  EXPECT_EQ(publish_file(folder / "a", "bytes", 0600), Published::identical);
  EXPECT_THROW(publish_file(folder / "a", "other"), PublishConflict);
}

TEST(Publication, ANameInTheWorkingFolder) {
  const TempFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    _exit(chdir(folder.path().c_str()) == 0 && publish_file("a", "x") == Published::created ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(folder.names(), Names{"a"});
}

TEST(Publication, WhatNamesNoFileIsAUsageError) {
  const TempFolder folder;
  for (const std::string& path : {std::string(), folder.path() + "/", folder / ".", folder / "..",
                                  std::string("/"), folder / std::string_view("a\0b", 3)}) {
    EXPECT_THROW(Publication::begin(path), UsageError) << printable(path);
  }
}

}  // namespace
}  // namespace evidence
