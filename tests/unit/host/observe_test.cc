#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "child.h"
#include "evidence/host.h"
#include "fake_proc.h"
#include "looked.h"

namespace evidence::host {
namespace {

const std::string kSecrets[] = {"hush-env",   "hush-argv",       "hush-equals",
                                "hush-short", "hush-positional", "hush-line"};

Child secretive_child() {
  return Child::execute(
      {.path = "/bin/sh",
       .arguments = {"sh", "-c", "read x; exit", "--api-key", "hush-argv", "--token=hush-equals",
                     "-phush-short", "hush-positional", "--", "-hush-positional"},
       .environment = {"TOKEN=hush-env", "A=x\nB=hush-line", "=hush-env", "A=hush-env\xff"}});
}

TEST(Observe, never_writes_a_value_that_is_not_public) {
  const Child child = secretive_child();
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  Request request = of_process(child.pid());
  request.watch.public_argv = {"-c"};
  for (const bool with_key : {false, true}) {
    if (with_key) request.key = CampaignKey::read(path);
    const std::string text = look(request).text();
    EXPECT_NE(text.find("\"TOKEN\""), std::string::npos);
    EXPECT_EQ(text.find("\"hmac\"") != std::string::npos, with_key);
    for (const std::string& secret : kSecrets) {
      EXPECT_EQ(text.find(secret), std::string::npos) << secret;
      EXPECT_EQ(text.find(to_base64(secret).substr(0, 10)), std::string::npos) << secret;
    }
    EXPECT_EQ(text.find(std::string(8, 'k')), std::string::npos);
  }
}

TEST(Observe, writes_what_is_public) {
  const Child child = secretive_child();
  Request request = of_process(child.pid());
  request.watch.public_env = {"TOKEN"};
  const std::string text = look(request).text();
  EXPECT_NE(text.find("hush-env"), std::string::npos);
}

TEST(Observe, emits_in_a_fixed_order) {
  FakeProc proc;
  proc.add(7, {.environment_size = 4});
  proc.write(7, "environ", std::string("A=b\0", 4));
  proc.write(7, "cmdline", std::string("x\0", 2));
  proc.write(7, "mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda rw\n");
  proc.write(7, "maps", "1000-2000 r-xp 00000000 00:00 0    [vdso]\n");
  Request request = of_process(7);
  request.watch.mapped = WatchList::Mapped::all;
  request.watch.mounts_under = {"/"};
  request.watch.files = {"/none"};
  request.image_files = {
      proc.folder().write("image", R"({"RepoTags":[],"Id":")" + std::string(64, 'a') + "\"}")};
  request.env_files = {proc.folder().write("env", "A=b\n")};
  request.absent = {{.thing = AbsentQuery::Thing::port, .name = "80"}};
  request.facts = {{"gpu", "x"}};
  request.observation_files = {"/nonexistent/rows"};
  std::string types;
  for (const RecordBody& body : look(request, proc.world()).records)
    types += std::string(record_type(body)) + " ";
  EXPECT_EQ(types, "process mapped mount env argv absent image env error fact error ");
}

TEST(Observe, gives_the_same_twice) {
  const Child child = Child::execute({.environment = {"A=b", "C=d"}});
  Request request = of_process(child.pid());
  request.watch.mounts_under = {"/"};
  request.watch.files = {"/bin/sleep", "/etc/passwd"};
  EXPECT_EQ(look(request).text(), look(request).text());
}

// Executes sh-a and sh-b in turn, each with its letter in the environment and the arguments.
Child restless_child(const TempFolder& folder) {
  for (const char* name : {"sh-a", "sh-b"}) std::filesystem::copy_file("/bin/sh", folder / name);
  const std::string script =
      "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done\n"
      "case $S in a) S=b;; *) S=a;; esac\n"
      "export S; exec \"$D/sh-$S\" -c \"$0\" \"$0\" $S";
  return Child::execute({.path = folder / "sh-a",
                         .arguments = {"sh", "-c", script, script, "a"},
                         .environment = {"S=a", "D=" + folder.path()}});
}

TEST(Observe, never_mixes_two_programs) {
  const TempFolder folder;
  const Child child = restless_child(folder);
  Request request = of_process(child.pid());
  request.watch.mapped = WatchList::Mapped::all;
  request.watch.public_env = {"S"};
  request.watch.public_argv = {"-c", "#2"};
  std::size_t whole = 0;
  for (int turn = 0; turn < 60; ++turn) {
    const Looked looked = look(request);
    if (looked.seen != Seen::complete) {
      EXPECT_FALSE(looked.errors().empty());
      continue;
    }
    ++whole;
    ASSERT_EQ(looked.of<ProcessRecord>().size(), 1U);
    std::string state;
    for (const EnvRecord& record : looked.of<EnvRecord>()) {
      if (record.name == "S") state = std::get<std::string>(record.value);
    }
    ASSERT_FALSE(looked.of<ArgvRecord>().empty());
    EXPECT_EQ(std::get<std::string>(looked.of<ArgvRecord>().back().value), state);
    const std::string program = looked.of<ProcessRecord>()[0].exe_path;
    EXPECT_EQ(program, folder / ("sh-" + state));
    EXPECT_TRUE(std::ranges::any_of(looked.of<MappedRecord>(),
                                    [&](const MappedRecord& record) { return record.path == program; }));
  }
  RecordProperty("whole", std::to_string(whole));
}

TEST(Observe, does_not_mind_children_that_come_and_go) {
  const Child child = Child::execute(
      {.path = "/bin/sh", .arguments = {"sh", "-c", "while :; do (:); done"}, .environment = {"A=b"}});
  Request request = of_process(child.pid());
  request.watch.mapped = WatchList::Mapped::all;
  const auto mark = [&request] { return look(request).of<ProcessRecord>().at(0).exec; };
  const std::string first = mark();
  for (int turn = 0; turn < 10; ++turn) {
    const Looked looked = look(request);
    EXPECT_EQ(looked.errors(), std::vector<std::string>());
    EXPECT_EQ(looked.of<ProcessRecord>()[0].exec, first);
  }
}

// Its last look comes after everything else, whatever else there was to see.
TEST(Observe, says_of_a_process_that_dies_that_it_did) {
  for (int turn = 0; turn < 20; ++turn) {
    Child child = Child::execute({});
    Request request = of_process(child.pid());
    request.watch.mapped = WatchList::Mapped::all;
    request.memory = Memory::compare;
    int records = 0;
    std::string last;
    observe({}, request, [&](const RecordBody& body) {
      if (records++ == turn) child.end();
      const auto* error = std::get_if<ErrorRecord>(&body);
      last = error != nullptr ? error->reason : "";
    });
    if (records <= turn) break;
    EXPECT_EQ(last, "changed while it was observed: it vanished (exited)") << turn;
  }
}

TEST(Observe, has_nothing_to_do_without_a_request) {
  const Looked looked = look({});
  EXPECT_EQ(looked.seen, Seen::complete);
  EXPECT_EQ(looked.records.size(), 0U);
}

TEST(Observe, refuses_what_has_no_meaning) {
  EXPECT_THROW(look(of_process(0)), UsageError);
  EXPECT_THROW(look(of_process(-1)), UsageError);
  EXPECT_THROW(look(of_process(std::int64_t{1} << 31)), UsageError);
  Request request = of_process(1);
  request.root = "/";
  EXPECT_THROW(look(request), UsageError);
}

// A full disk is no finding about the process, even where the library's own exceptions are turned into
// records.
TEST(Observe, hands_on_what_the_caller_throws) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda rw\nnonsense\n");
  const TempFolder folder;
  Request request = of_process(7);
  request.watch.mounts_under = {"/"};
  request.fact_files = {{"a", folder.write("a", "x")}};
  request.observation_files = {folder.write("rows", "x\n")};
  const std::size_t count = look(request, proc.world()).records.size();
  ASSERT_GE(count, 5U);
  for (std::size_t fails = 0; fails < count; ++fails) {
    std::size_t emitted = 0;
    const auto emit = [&](const RecordBody&) {
      if (emitted++ == fails)
        throw SystemError("write", "out", std::make_error_code(std::errc::no_space_on_device));
    };
    EXPECT_THROW(observe(proc.world(), request, emit), SystemError) << fails;
    EXPECT_EQ(emitted, fails + 1);
  }
}

}  // namespace
}  // namespace evidence::host
