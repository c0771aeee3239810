#include "absent.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "child.h"
#include "fake_proc.h"
#include "looked.h"
#include "sockets.h"

namespace evidence::host {
namespace {

namespace fs = std::filesystem;
using Thing = AbsentQuery::Thing;
using namespace std::string_literals;

Request without(const std::string& name, Thing thing = Thing::process) {
  Request request;
  request.absent = {{.thing = thing, .name = name}};
  return request;
}

// How many there are; -1 where there is an error instead.
std::int64_t found(const Looked& looked) {
  const auto records = looked.of<AbsentRecord>();
  if (records.size() != 1) return -1;
  return static_cast<std::int64_t>(records[0].found);
}

struct Row {
  const char* title;
  FakeStat stat;
  std::string command;
  const char* executable;
  const char* glob;
  std::int64_t found;
};

class AbsentProcess : public testing::TestWithParam<Row> {};

TEST_P(AbsentProcess, is_looked_for_by_its_names) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7, GetParam().stat);
  proc.write(7, "cmdline", GetParam().command);
  fs::remove(proc.path(7, "exe"));
  fs::create_symlink(GetParam().executable, proc.path(7, "exe"));
  const Looked looked = look(without(GetParam().glob), proc.world());
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(found(looked), GetParam().found);
  EXPECT_EQ(looked.seen, GetParam().found > 0 ? Seen::wrong : Seen::complete);
}

INSTANTIATE_TEST_SUITE_P(
    Table, AbsentProcess,
    testing::Values(Row{"none", {}, "", "/bin/a", "vllm", 0}, Row{"comm", {}, "", "/bin/a", "engine", 1},
                    Row{"comm_glob", {}, "", "/bin/a", "eng*", 1},
                    Row{"whole_comm", {}, "", "/bin/a", "eng", 0}, Row{"both", {}, "", "/bin/a", "*", 2},
                    Row{"comm_with_parenthesis", {.name = ") R 1 (x"}, "", "/bin/a", ") R 1 (x", 1},
                    Row{"comm_with_line_feed", {.name = "a\nb"}, "", "/bin/a", "a\nb", 1},
                    Row{"comm_of_bytes", {.name = "\xff\xfe"}, "", "/bin/a", "\xff\xfe", 1},
                    Row{"executable", {}, "", "/usr/bin/trtllm-serve", "trtllm-serve", 1},
                    Row{"executable_without_its_folder", {}, "", "/usr/bin/a", "bin", 0},
                    Row{"deleted_executable", {}, "", "/usr/bin/vllm (deleted)", "vllm", 1},
                    Row{"executable_named_deleted", {}, "", "/usr/bin/vllm (deleted)", "vllm (deleted)", 1},
                    Row{"first_argument", {}, "/opt/x/vllm\0serve\0"s, "/bin/python3", "vllm", 1},
                    Row{"later_argument", {}, "python3\0vllm\0"s, "/bin/python3", "vllm", 0},
                    Row{"title", {}, "vllm: worker", "/bin/python3", "vllm: *", 1},
                    Row{"once_for_all_names", {}, "/bin/engine\0"s, "/bin/engine", "engine", 1},
                    Row{"zombie", {.state = 'Z'}, "", "/bin/a", "engine", 0}),
    [](const auto& row) { return row.param.title; });

TEST(AbsentProcesses, of_another_user_have_no_executable_and_still_a_name) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7);
  fs::remove(proc.path(7, "exe"));
  EXPECT_EQ(found(look(without("engine"), proc.world())), 1);
}

TEST(AbsentProcesses, that_vanish_do_not_count) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7);
  fs::remove(proc.path(7, "stat"));
  const Looked looked = look(without("*"), proc.world());
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(found(looked), 1);
}

TEST(AbsentProcesses, that_cannot_be_read_are_an_error) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7);
  proc.write(7, "stat", "nonsense");
  const Looked looked = look(without("x"), proc.world());
  EXPECT_EQ(found(looked), -1);
  EXPECT_EQ(looked.errors(),
            std::vector<std::string>{"absent x: process cannot be looked for: stat: no name in parentheses"});
}

TEST(AbsentProcesses, that_are_hidden_are_an_error) {
  FakeProc proc;
  proc.add(7);
  const Looked looked = look(without("x"), proc.world());
  EXPECT_EQ(found(looked), -1);
  EXPECT_EQ(looked.errors(), std::vector<std::string>{"absent x: process cannot be looked for: other users' "
                                                      "processes are hidden (hidepid): look as root"});
  EXPECT_EQ(looked.seen, Seen::incomplete);
}

struct Hiding {
  const char* title;
  const char* options;
  bool hides;
};

class HidePid : public testing::TestWithParam<Hiding> {};

TEST_P(HidePid, is_told_from_the_mount) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7);
  fs::create_symlink("7", proc.folder() / "self");
  proc.write(7, "mountinfo",
             "20 1 0:5 / " + proc.folder().path() + " rw - proc proc " + GetParam().options + "\n");
  ASSERT_EQ(chmod(proc.folder().path().c_str(), 0755), 0);
  const Child observer = Child::fork_and([&] {
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return true;
    return found(look(without("x"), proc.world())) == (GetParam().hides ? -1 : 0);
  });
  EXPECT_TRUE(observer.is_ready());
}

INSTANTIATE_TEST_SUITE_P(Table, HidePid,
                         testing::Values(Hiding{"plain", "rw", false}, Hiding{"zero", "rw,hidepid=0", false},
                                         Hiding{"off", "rw,hidepid=off", false},
                                         Hiding{"invisible", "rw,hidepid=invisible", true},
                                         Hiding{"two", "rw,gid=5,hidepid=2", true}),
                         [](const auto& row) { return row.param.title; });

// A first thread may end before the others, and the process lives on.
TEST(AbsentProcesses, are_not_those_whose_first_thread_has_ended) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  proc.add(7, {.name = "main", .state = 'Z', .threads = 2});
  proc.write(7, "cmdline", "");
  fs::remove(proc.path(7, "exe"));
  for (const char* thread : {"7", "8"}) fs::create_directories(proc.path(7, "task/") + thread);
  proc.write(7, "task/7/stat", render_stat(7, {.name = "main", .state = 'Z'}));
  proc.write(7, "task/8/stat", render_stat(8, {.name = "worker"}));
  proc.write(7, "task/8/cmdline", "/opt/called\0"s);
  fs::create_symlink("/opt/tool", proc.path(7, "task/8/exe"));
  for (const char* name : {"main", "called", "tool"})
    EXPECT_EQ(found(look(without(name), proc.world())), 1) << name;
  EXPECT_EQ(found(look(without("other"), proc.world())), 0);
  proc.write(7, "stat", render_stat(7, {.name = "main", .state = 'Z', .threads = 1}));
  EXPECT_EQ(found(look(without("main"), proc.world())), 0);
}

TEST(AbsentProcesses, are_not_claimed_where_a_program_cannot_be_seen) {
  const std::string name = "x" + std::to_string(getpid());
  const Child theirs = Child::execute({});
  const auto become_other = [] { return setgid(65534) == 0 && setuid(65534) == 0; };
  if (!Child::fork_and(become_other).is_ready()) GTEST_SKIP() << "skipped: no other user here";
  const Child observer = Child::fork_and([&] {
    if (!become_other()) return false;
    const Looked looked = look(without(name));
    return found(looked) == -1 && looked.errors().size() == 1 &&
           looked.errors()[0].find("cannot be seen (it needs the right to trace them)") != std::string::npos;
  });
  EXPECT_TRUE(observer.is_ready());
}

class LiveName : public testing::TestWithParam<const char*> {};

TEST_P(LiveName, is_found) {
  const std::string name = GetParam() + std::to_string(getpid());
  const Looked before = look(without(name));
  EXPECT_LE(found(before), 0);  // -1: some process's program cannot be seen here, and nothing is claimed
  const Child child = Child::fork_and([&name] { return prctl(PR_SET_NAME, name.c_str()) == 0; });
  const Looked looked = look(without(name));
  EXPECT_EQ(found(looked), 1);
  EXPECT_EQ(looked.seen, Seen::wrong);
}

INSTANTIATE_TEST_SUITE_P(Absent, LiveName, testing::Values("n", ") R 1 (", "a\n", "\xff\xfe", "(sd) "));

TEST(AbsentProcesses, are_not_the_observer) {
  const std::string name = "o" + std::to_string(getpid());
  const Child observer = Child::fork_and([&name] {
    prctl(PR_SET_NAME, name.c_str());
    const std::int64_t seen = found(look(without(name)));
    return seen == 0 || seen == -1;
  });
  EXPECT_TRUE(observer.is_ready());
}

// ---- ports ----

const std::string kHeading =
    "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

std::string socket_line(const std::string& address, const std::string& state) {
  return "   0: " + address + " 00000000:0000 " + state +
         " 00000000:00000000 00:00000000 00000000     0        0 1\n";
}

struct Table {
  const char* title;
  std::string tcp;
  std::string tcp6;
  std::string udp;
  std::int64_t found;
};

class AbsentPort : public testing::TestWithParam<Table> {};

TEST_P(AbsentPort, is_looked_for_in_the_processs_tables) {
  FakeProc proc;
  proc.add(7);
  fs::create_directories(proc.path(7, "net"));
  proc.write(7, "net/tcp", kHeading + GetParam().tcp);
  if (!GetParam().tcp6.empty()) proc.write(7, "net/tcp6", kHeading + GetParam().tcp6);
  proc.write(7, "net/udp", kHeading + GetParam().udp);
  Request request = without("8000", Thing::port);
  request.pid = 7;
  const Looked looked = look(request, proc.world());
  EXPECT_EQ(found(looked), GetParam().found) << testing::PrintToString(looked.errors());
  EXPECT_EQ(looked.errors().empty(), GetParam().found >= 0);
  if (GetParam().found > 0) {
    EXPECT_EQ(looked.seen, Seen::wrong);
    EXPECT_EQ(looked.of<AbsentRecord>()[0].thing, "port");
    EXPECT_EQ(looked.of<AbsentRecord>()[0].name, "8000");
  }
}

const std::string kAny = "00000000:1F40";
const std::string kSix = "00000000000000000000000001000000:1F40";

INSTANTIATE_TEST_SUITE_P(Tables, AbsentPort,
                         testing::Values(Table{"none", "", "", "", 0},
                                         Table{"listening", socket_line(kAny, "0A"), "", "", 1},
                                         Table{"connected", socket_line(kAny, "01"), "", "", 0},
                                         Table{"other_port", socket_line("00000000:1F41", "0A"), "", "", 0},
                                         Table{"six", "", socket_line(kSix, "0A"), "", 1},
                                         Table{"datagrams", "", "", socket_line(kAny, "07"), 1},
                                         Table{"connected_datagrams", "", "", socket_line(kAny, "01"), 1},
                                         Table{"all",
                                               socket_line(kAny, "0A") + socket_line("0100007F:1F40", "0A"),
                                               socket_line(kSix, "0A"), socket_line(kAny, "07"), 4},
                                         Table{"broken", "   0: 00000000:1F4 x 0A\n", "", "", -1},
                                         Table{"short", "   0: 00000000:1F40\n", "", "", -1}),
                         [](const auto& row) { return row.param.title; });

TEST(AbsentPorts, without_a_pid_are_the_callers) {
  FakeProc proc;
  fs::create_directories(proc.folder() / "net");
  proc.folder().write("net/tcp", kHeading + socket_line(kAny, "0A"));
  proc.folder().write("net/udp", kHeading);
  EXPECT_EQ(found(look(without("8000", Thing::port), proc.world())), 1);
}

TEST(AbsentPorts, without_tables_are_an_error) {
  FakeProc proc;
  EXPECT_EQ(look(without("8000", Thing::port), proc.world()).errors(),
            std::vector<std::string>{
                "absent 8000: port cannot be looked for: net/tcp: open: no such file or directory"});
}

TEST(AbsentPorts, of_a_process_that_is_not_there_are_an_error) {
  FakeProc proc;
  Request request = without("8000", Thing::port);
  request.pid = 7;
  const Looked looked = look(request, proc.world());
  EXPECT_EQ(looked.errors().back(), "absent 8000: port cannot be looked for: the process cannot be observed");
  EXPECT_EQ(found(looked), -1);
}

// A socket of this test on a port that was free; listens where that is asked for.
struct Bound {
  Descriptor socket;
  std::string port;
};

Bound bind_socket(int family, int type) {
  Bound bound{Descriptor(socket(family, type | SOCK_CLOEXEC, 0)), ""};
  sockaddr_storage address{};
  address.ss_family = static_cast<sa_family_t>(family);
  socklen_t size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  if (!bound.socket || bind(bound.socket.get(), any, size) != 0 ||
      getsockname(bound.socket.get(), any, &size) != 0) {
    return bound;
  }
  const auto port = family == AF_INET ? reinterpret_cast<sockaddr_in*>(any)->sin_port
                                      : reinterpret_cast<sockaddr_in6*>(any)->sin6_port;
  bound.port = std::to_string(ntohs(port));
  return bound;
}

TEST(AbsentPorts, of_live_sockets_are_found) {
  for (const int family : {AF_INET, AF_INET6}) {
    Bound stream = bind_socket(family, SOCK_STREAM);
    if (stream.port.empty()) GTEST_SKIP() << "skipped: no sockets of this family here";
    EXPECT_EQ(found(look(without(stream.port, Thing::port))), 0);
    ASSERT_EQ(listen(stream.socket.get(), 1), 0);
    const Looked looked = look(without(stream.port, Thing::port));
    EXPECT_EQ(found(looked), 1);
    EXPECT_EQ(looked.seen, Seen::wrong);
    const Child child = Child::fork_and([] { return true; });
    Request request = without(stream.port, Thing::port);
    request.pid = child.pid();
    EXPECT_EQ(found(look(request)), 1);
    stream.socket = Descriptor();
    const Bound datagrams = bind_socket(family, SOCK_DGRAM);
    EXPECT_EQ(found(look(without(datagrams.port, Thing::port))), 1);
  }
}

// ---- what is asked ----

TEST(Absent, refuses_what_has_no_meaning) {
  EXPECT_THROW(look(without("")), UsageError);
  for (const char* port : {"", "0", "08", "65536", "-1", "80x", "http", " 80", "99999999999"}) {
    EXPECT_THROW(look(without(port, Thing::port)), UsageError) << port;
  }
}

TEST(Absent, found_outranks_an_error) {
  FakeProc proc;
  proc.add(1, {.name = "init"});
  Request request = without("init");
  request.absent.push_back({.thing = Thing::port, .name = "80"});
  request.absent.insert(request.absent.begin(), {.thing = Thing::port, .name = "80"});
  const Looked looked = look(request, proc.world());
  EXPECT_EQ(looked.errors().size(), 2U);
  EXPECT_EQ(looked.seen, Seen::wrong);
}

}  // namespace
}  // namespace evidence::host
