#include "process.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "child.h"
#include "evidence/digest.h"
#include "fake_proc.h"
#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

namespace fs = std::filesystem;

std::string copy_of_sleep(const TempFolder& folder, const std::string& name) {
  fs::copy_file("/bin/sleep", folder / name);
  return folder / name;
}

ProcessRecord record_of(const Looked& looked) {
  const auto records = looked.of<ProcessRecord>();
  return records.size() == 1 ? records[0]
                             : ProcessRecord{.boot_id = {},
                                             .pidfd_inode = std::nullopt,
                                             .exec = {},
                                             .exe_path = {},
                                             .exe_digest = sha256(""),
                                             .namespaces = {},
                                             .container = {},
                                             .ancestors = {}};
}

// Calls `act` as soon as the process record was emitted.
Looked look_and_act(const Request& request, const std::function<void()>& act, const World& world = {}) {
  Looked looked;
  looked.seen = observe(world, request, [&](const RecordBody& body) {
    looked.records.push_back(body);
    if (std::holds_alternative<ProcessRecord>(body)) act();
  });
  return looked;
}

TEST(Process, has_the_identity_that_the_kernel_shows) {
  const Child child = Child::execute({});
  const Looked looked = look(of_process(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(looked.seen, Seen::complete);
  const ProcessRecord record = record_of(looked);
  EXPECT_EQ(record.pid, child.pid());
  EXPECT_EQ(record.boot_id + "\n", read_file("/proc/sys/kernel/random/boot_id", 100));
  EXPECT_EQ(record.exec.size(), 64U);
  EXPECT_EQ(record.exe_path, fs::canonical("/bin/sleep"));
  const std::string bytes = read_file("/bin/sleep", 10 << 20);
  EXPECT_EQ(record.exe_digest, sha256(bytes));
  EXPECT_EQ(record.exe_size, bytes.size());
  EXPECT_FALSE(record.exe_deleted);
  EXPECT_EQ(record.uid, geteuid());
  struct stat status {};
  ASSERT_EQ(stat("/proc/self/ns/mnt", &status), 0);
  EXPECT_EQ(record.namespaces.at("mnt"), status.st_ino);
}

TEST(Process, has_a_pidfd_inode_where_there_is_pidfs) {
  const Child child = Child::execute({});
  const Descriptor descriptor(static_cast<int>(syscall(SYS_pidfd_open, child.pid(), 0)));
  struct statfs system {};
  struct stat status {};
  ASSERT_EQ(fstatfs(descriptor.get(), &system), 0);
  ASSERT_EQ(fstat(descriptor.get(), &status), 0);
  const bool has_pidfs = system.f_type == 0x50494446;
  const auto wanted = has_pidfs ? std::optional<std::uint64_t>(status.st_ino) : std::nullopt;
  EXPECT_EQ(record_of(look(of_process(child.pid()))).pidfd_inode, wanted);
}

class Name : public testing::TestWithParam<const char*> {};

TEST_P(Name, changes_nothing) {
  const TempFolder folder;
  const Child child = Child::execute({.path = copy_of_sleep(folder, GetParam())});
  const Child plain = Child::execute({});
  const Looked looked = look(of_process(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(record_of(looked).exe_path, folder / GetParam());
  EXPECT_LE(record_of(looked).start_ticks, record_of(look(of_process(plain.pid()))).start_ticks);
  EXPECT_GT(record_of(looked).start_ticks, 0);
}

INSTANTIATE_TEST_SUITE_P(Process, Name,
                         testing::Values(") R 1 (x", "(", ")", "two\nUid:\t4711", "\xff\xfe", "a b"));

TEST(Process, tells_a_deleted_executable) {
  const TempFolder folder;
  const std::string path = copy_of_sleep(folder, "sleep");
  const Child child = Child::execute({.path = path});
  fs::remove(path);
  folder.write("sleep", "another content at the same path");
  const ProcessRecord record = record_of(look(of_process(child.pid())));
  EXPECT_TRUE(record.exe_deleted);
  EXPECT_EQ(record.exe_digest, sha256(read_file("/bin/sleep", 10 << 20)));
}

TEST(Process, with_deleted_in_its_name_is_not) {
  const TempFolder folder;
  const Child child = Child::execute({.path = copy_of_sleep(folder, "sleep (deleted)")});
  EXPECT_FALSE(record_of(look(of_process(child.pid()))).exe_deleted);
}

TEST(Process, that_executes_meanwhile_is_void) {
  const Child child =
      Child::execute({.path = "/bin/sh", .arguments = {"sh", "-c", "read x; exec sleep 1000"}});
  const Looked looked = look_and_act(of_process(child.pid()), [&child] {
    child.say("go\n");
    child.await_name("sleep");
  });
  EXPECT_EQ(looked.seen, Seen::incomplete);
  ASSERT_FALSE(looked.errors().empty());
  EXPECT_EQ(looked.errors().back(), "process " + std::to_string(child.pid()) +
                                        ": changed while it was observed: it executed another program");
}

TEST(Process, that_executes_itself_meanwhile_is_void) {
  const Child child = Child::execute(
      {.path = "/bin/sh", .arguments = {"sh", "-c", "read x; exec /proc/self/exe -c 'read y; sleep 1000'"}});
  const std::string mark = record_of(look(of_process(child.pid()))).exec;
  const Looked looked = look_and_act(of_process(child.pid()), [&] {
    child.say("go\n");
    for (int attempt = 0; attempt < 5000 && record_of(look(of_process(child.pid()))).exec == mark;
         ++attempt) {
      usleep(1000);
    }
  });
  ASSERT_FALSE(looked.errors().empty());
  EXPECT_NE(looked.errors().back().find("it executed another program"), std::string::npos);
}

TEST(Process, that_exits_meanwhile_is_void) {
  for (const bool reaped : {false, true}) {
    Child child = Child::execute({});
    const int pid = child.pid();
    const Looked looked = look_and_act(of_process(pid), [&] { reaped ? child.end() : child.kill(); });
    EXPECT_EQ(looked.seen, Seen::incomplete);
    ASSERT_FALSE(looked.errors().empty());
    EXPECT_EQ(looked.errors().back(),
              "process " + std::to_string(pid) + ": changed while it was observed: it vanished (exited)");
  }
}

TEST(Process, whose_pid_is_reused_meanwhile_is_void) {
  FakeProc proc;
  proc.add(7);
  const auto reuse = [&proc] { proc.write(7, "stat", render_stat(7, {.start_ticks = 101})); };
  EXPECT_EQ(look_and_act(of_process(7), reuse, proc.world()).errors(),
            std::vector<std::string>{
                "process 7: changed while it was observed: the pid was reused by another process"});
}

TEST(Process, whose_pid_is_reused_shows_at_the_path) {
  FakeProc proc;
  proc.add(7);
  const auto reuse = [&proc] {
    fs::rename(proc.path(7, ""), proc.folder() / "gone");
    fs::remove(proc.folder() / "gone/stat");
    proc.add(7, {.start_ticks = 102});
  };
  EXPECT_EQ(look_and_act(of_process(7), reuse, proc.world()).errors(),
            std::vector<std::string>{
                "process 7: changed while it was observed: the pid was reused by another process"});
}

TEST(Process, that_is_the_same_at_the_end_is_not_void) {
  FakeProc proc;
  proc.add(7);
  const Looked looked = look_and_act(
      of_process(7), [] {}, proc.world());
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(record_of(looked).uid, 1000U);
  EXPECT_EQ(record_of(looked).pidfd_inode, std::nullopt);
  EXPECT_EQ(record_of(looked).namespaces, (std::map<std::string, std::uint64_t>{{"mnt", 4026531841U}}));
}

TEST(Process, that_is_not_there_vanished) {
  Child child = Child::execute({});
  const int pid = child.pid();
  child.kill();
  EXPECT_EQ(look(of_process(pid)).errors(),
            std::vector<std::string>{"process " + std::to_string(pid) +
                                     ": vanished: it has exited and waits for its parent"});
  child.end();
  const Looked looked = look(of_process(pid));
  EXPECT_EQ(looked.errors(), std::vector<std::string>{"process " + std::to_string(pid) +
                                                      ": vanished: no process with this pid can be seen"});
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.records.size(), 1U);
}

TEST(Process, of_another_user_is_unreadable) {
  if (geteuid() != 0) GTEST_SKIP() << "skipped: only root can become another user";
  const Child theirs = Child::execute({});
  const TempFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  const Child observer = Child::fork_and([&] {
    if (setgid(65534) != 0 || setuid(65534) != 0) return false;
    std::string lines;
    for (const std::string& line : look(of_process(theirs.pid())).errors()) lines += line + "\n";
    folder.write("errors", lines);
    return true;
  });
  if (!observer.is_ready()) GTEST_SKIP() << "skipped: no other user in this user namespace";
  const std::string errors = folder.read("errors");
  EXPECT_NE(errors.find("exec fingerprint unreadable"), std::string::npos) << errors;
  EXPECT_NE(errors.find("the executable cannot be opened: permission denied"), std::string::npos) << errors;
  EXPECT_NE(errors.find("environ : cannot be read: permission denied"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("vanished"), std::string::npos) << errors;
}

TEST(Process, is_not_a_thread_of_one) {
  const Child child = Child::fork_and([] {
    std::thread([] {
      while (true) pause();
    }).detach();
    return true;
  });
  std::int64_t thread = 0;
  for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(child.pid()) + "/task"))
    thread = std::max(thread, std::stol(entry.path().filename().string()));
  ASSERT_NE(thread, child.pid());
  const Looked looked = look(of_process(thread));
  EXPECT_EQ(looked.errors(),
            std::vector<std::string>{"process " + std::to_string(thread) + ": is a thread of process " +
                                     std::to_string(child.pid()) + ": look at that"});
  EXPECT_EQ(looked.of<ProcessRecord>().size(), 0U);
}

TEST(Process, with_a_broken_entry_is_reported_by_that_entry) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "status", "Name:\tUid:\t1\t2\n");
  proc.write(7, "mem", "");
  EXPECT_EQ(look(of_process(7), proc.world()).errors(),
            (std::vector<std::string>{"process 7: exec fingerprint unreadable: mem: ends early",
                                      "process 7: the user id cannot be read: status: has no user id"}));
}

}  // namespace
}  // namespace evidence::host
