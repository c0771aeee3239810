#include "files.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "child.h"
#include "evidence/digest.h"
#include "fake_proc.h"
#include "looked.h"
#include "process_stat.h"
#include "run_program.h"

namespace evidence::host {
namespace {

namespace fs = std::filesystem;

Request below(const std::string& root, std::vector<std::string> files) {
  Request request;
  request.root = root;
  request.watch.files = std::move(files);
  return request;
}

Request own(std::vector<std::string> files) {
  return below("", std::move(files));
}

TEST(Files, have_digest_and_status) {
  const TempFolder folder;
  const std::string path = folder.write("a", "content");
  ASSERT_EQ(chmod(path.c_str(), 04751), 0);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  const Looked looked = look(own({path}));
  EXPECT_EQ(looked.seen, Seen::complete);
  const auto files = looked.of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, path);
  EXPECT_EQ(files[0].digest, sha256("content"));
  EXPECT_EQ(files[0].size, 7U);
  EXPECT_EQ(files[0].mode, 04751U);
  EXPECT_EQ(files[0].modified_ns, status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec);
  EXPECT_EQ(files[0].changed_ns, status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec);
  EXPECT_EQ(files[0].evidence, EvidenceKind::file);
  EXPECT_FALSE(files[0].changed_after_start);
}

TEST(Files, that_are_missing_are_absent_and_no_error) {
  const TempFolder folder;
  folder.write("a", "x");
  const Looked looked = look(own({folder / "none", folder / "none/b", folder / "a/b"}));
  EXPECT_EQ(looked.seen, Seen::complete);
  const auto absent = looked.of<AbsentRecord>();
  ASSERT_EQ(absent.size(), 3U);
  EXPECT_EQ(absent[0].thing, "file");
  EXPECT_EQ(absent[0].name, folder / "none");
  EXPECT_EQ(absent[2].name, folder / "a/b");
}

TEST(Files, that_are_not_regular_are_errors) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  fs::create_symlink("loop", folder / "loop");
  const Looked looked = look(own({folder.path(), folder / "fifo", folder / "loop", "/dev/null"}));
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.errors(),
            (std::vector<std::string>{
                "file " + folder.path() + ": is a directory", "file " + (folder / "fifo") + ": is a FIFO",
                "file " + (folder / "loop") + ": unreadable: too many levels of symbolic links",
                "file /dev/null: is a character device"}));
}

TEST(Files, never_wake_the_writer_of_a_fifo) {
  const TempFolder folder;
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  const Child writer = Child::execute(
      {.path = "/bin/sh", .arguments = {"sh", "-c", ": > \"$0\"; exec sleep 1000", folder / "fifo"}});
  const auto state = [&writer] {
    return parse_process_stat(read_file("/proc/" + std::to_string(writer.pid()) + "/stat", 4096)).state;
  };
  // It sleeps for long only where it waits for a reader.
  for (int asleep = 0; asleep < 50; asleep = state() == 'S' ? asleep + 1 : 0) {
    usleep(2000);
  }
  look(own({folder / "fifo"}));
  usleep(100'000);
  EXPECT_EQ(read_file("/proc/" + std::to_string(writer.pid()) + "/comm", 64), "sh\n");
}

TEST(Files, that_may_not_be_read_are_errors) {
  if (geteuid() == 0) GTEST_SKIP() << "skipped: root may read everything";
  const TempFolder folder;
  ASSERT_EQ(chmod(folder.write("a", "x").c_str(), 0), 0);
  EXPECT_EQ(look(own({folder / "a"})).errors(),
            std::vector<std::string>{"file " + (folder / "a") + ": unreadable: permission denied"});
}

TEST(Files, below_a_root_cannot_leave_it) {
  const TempFolder folder;
  const std::string root = folder / "root";
  fs::create_directories(root + "/etc");
  folder.write("secret", "outside");
  folder.write("root/etc/a", "inside");
  fs::create_symlink("/etc/a", root + "/absolute");
  fs::create_symlink("../../../etc/a", root + "/etc/relative");
  fs::create_symlink(folder / "secret", root + "/out");
  const Looked looked =
      look(below(root, {"/absolute", "/etc/relative", "/../secret", "../secret", "/out", "etc/a"}));
  EXPECT_EQ(looked.errors(), std::vector<std::string>{"file /out: is a symbolic link that leads nowhere"});
  std::vector<std::string> found;
  for (const FileRecord& file : looked.of<FileRecord>()) {
    EXPECT_EQ(file.digest, sha256("inside"));
    found.push_back(file.path);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"/absolute", "/etc/relative", "etc/a"}));
  EXPECT_EQ(looked.of<AbsentRecord>().size(), 2U);
}

TEST(Files, without_a_root_may_be_relative) {
  const TempFolder folder;
  folder.write("a", "here");
  const std::string relative = fs::relative(folder / "a").string();
  ASSERT_FALSE(relative.starts_with('/'));
  const auto files = look(own({relative})).of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, relative);
  EXPECT_EQ(files[0].digest, sha256("here"));
}

TEST(Files, refuse_a_root_that_is_not_there) {
  EXPECT_THROW(look(below("/nonexistent/root", {"a"})), UsageError);
}

TEST(Files, keep_names_of_any_bytes) {
  const TempFolder folder;
  const std::string path = folder.write("a\n\xff", "x");
  const auto files = look(own({path})).of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].path, path);
}

TEST(Files, of_a_process_are_seen_from_its_root) {
  FakeProc proc;
  proc.add(7);
  proc.folder().write("root/a", "in the process's root");
  Request request = of_process(7);
  request.watch.files = {"/a"};
  const auto files = look(request, proc.world()).of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].digest, sha256("in the process's root"));
  EXPECT_EQ(files[0].evidence, EvidenceKind::process);
}

TEST(Files, of_a_process_without_a_root_are_one_error) {
  FakeProc proc;
  proc.add(7);
  fs::remove(proc.path(7, "root"));
  Request request = of_process(7);
  request.watch.files = {"/a", "/b"};
  EXPECT_EQ(
      look(request, proc.world()).errors(),
      std::vector<std::string>{"file /: the process's root cannot be opened: no such file or directory"});
}

TEST(Files, that_changed_after_the_start_are_marked) {
  const TempFolder folder;
  folder.write("old", "before");
  usleep(200'000);
  const Child child = Child::execute({});
  usleep(200'000);
  folder.write("new", "after");
  Request request = of_process(child.pid());
  request.watch.files = {folder / "new", folder / "old"};
  const auto files = look(request).of<FileRecord>();
  ASSERT_EQ(files.size(), 2U);
  EXPECT_TRUE(files[0].changed_after_start);
  EXPECT_FALSE(files[1].changed_after_start);
  EXPECT_EQ(files[0].evidence, EvidenceKind::process);
}

TEST(Files, of_a_chrooted_process_are_its_own) {
  const TempFolder folder;
  fs::create_directories(folder / "jail/etc");
  folder.write("jail/etc/hostname", "jailed");
  const Child child =
      Child::fork_and([&] { return chroot((folder / "jail").c_str()) == 0 && chdir("/") == 0; });
  if (!child.is_ready()) GTEST_SKIP() << "skipped: this user may not chroot";
  Request request = of_process(child.pid());
  request.watch.files = {"/../../etc/hostname", "/etc/hostname"};
  const auto files = look(request).of<FileRecord>();
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].digest, sha256("jailed"));
  EXPECT_EQ(files[1].digest, sha256("jailed"));
}

TEST(Files, give_equal_records_whatever_the_jobs) {
  const TempFolder folder;
  Request request;
  for (int number = 0; number < 300; ++number) {
    const std::string name = "f" + std::to_string(number);
    if (number % 7 != 0) folder.write(name, std::string(static_cast<std::size_t>(number * number), 'x'));
    request.watch.files.push_back(folder / name);
  }
  std::string alone;
  for (const unsigned jobs : {1U, 0U, 2U, 3U, 16U}) {
    request.jobs = jobs;
    const std::string text = look(request).text();
    alone = alone.empty() ? text : alone;
    EXPECT_EQ(text, alone) << jobs;
  }
  EXPECT_EQ(std::ranges::count(alone, '\n'), 300);
}

TEST(Files, agree_with_sha256sum) {
  const Ran ran = run_program("sha256sum /bin/sleep");
  if (ran.status != 0) GTEST_SKIP() << "skipped: no sha256sum program";
  const auto files = look(own({"/bin/sleep"})).of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].digest.render(), ran.output.substr(0, 64));
}

TEST(Files, count_in_the_progress) {
  const TempFolder folder;
  Progress progress;
  observe(
      {}, own({folder.write("a", "12345"), folder.write("b", "678")}), [](const RecordBody&) {}, &progress);
  EXPECT_EQ(progress.bytes_done, 8U);
  EXPECT_EQ(progress.files_done, 2U);
}

}  // namespace
}  // namespace evidence::host
