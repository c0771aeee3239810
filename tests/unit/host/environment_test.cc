#include "environment.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>

#include "child.h"
#include "fake_proc.h"
#include "looked.h"
#include "proc_entry.h"
#include "process_stat.h"

namespace evidence::host {
namespace {

using namespace std::string_literals;

// "index name=value", "index name" for a bare entry; bytes between < and > so that empty ones show.
std::vector<std::string> shown(const Looked& looked) {
  std::vector<std::string> lines;
  for (const EnvRecord& record : looked.of<EnvRecord>()) {
    std::string line = std::to_string(record.index) + " <" + record.name + ">";
    if (record.bare) {
      line += " bare";
    } else if (const auto* clear = std::get_if<std::string>(&record.value)) {
      line += "=<" + *clear + ">";
    } else {
      line += std::holds_alternative<Keyed>(record.value) ? "=keyed" : "=withheld";
    }
    EXPECT_EQ(record.source, "environ");
    lines.push_back(line);
  }
  return lines;
}

struct Row {
  const char* title;
  std::string block;
  std::vector<std::string> entries;
};

class SplitEnvironment : public testing::TestWithParam<Row> {};

TEST_P(SplitEnvironment, keeps_every_entry) {
  std::vector<std::string> entries;
  for (const EnvironmentEntry& entry : split_environment(GetParam().block)) {
    entries.push_back(std::string(entry.name) + (entry.bare ? "" : "=" + std::string(entry.value)));
  }
  EXPECT_EQ(entries, GetParam().entries);
}

INSTANTIATE_TEST_SUITE_P(Table, SplitEnvironment,
                         testing::Values(Row{"nothing", "", {}}, Row{"one", "A=b\0"s, {"A=b"}},
                                         Row{"duplicates", "A=1\0A=2\0A=1\0"s, {"A=1", "A=2", "A=1"}},
                                         Row{"bare", "A\0B=\0"s, {"A", "B="}},
                                         Row{"empty_name", "=x\0==\0"s, {"=x", "=="}},
                                         Row{"empty_entries", "\0A=1\0\0"s, {"", "A=1", ""}},
                                         Row{"value_with_equals", "A=b=c\0"s, {"A=b=c"}},
                                         Row{"lines", "A=b\nC=d\0"s, {"A=b\nC=d"}},
                                         Row{"no_last_nul", "A=b\0C=d"s, {"A=b", "C=d"}}),
                         [](const auto& row) { return row.param.title; });

TEST(Environment, is_recorded_as_execve_gave_it) {
  const Child child = Child::execute({.environment = {"A=1", "B=two\nC=lines", "A=2", "bare", "=empty name",
                                                      "", "D=\xff\xfe", "A=", "E= a=b "}});
  Request request = of_process(child.pid());
  request.watch.public_env = {"A", "B", "", "D", "bare"};
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked), (std::vector<std::string>{"0 <A>=<1>", "1 <B>=<two\nC=lines>", "2 <A>=<2>",
                                                     "3 <bare> bare", "4 <>=<empty name>", "5 <> bare",
                                                     "6 <D>=<\xff\xfe>", "7 <A>=<>", "8 <E>=withheld"}));
}

TEST(Environment, is_hidden_under_the_key) {
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  const Child child = Child::execute({.environment = {"TOKEN=hush", "MODE=on"}});
  Request request = of_process(child.pid());
  request.key = CampaignKey::read(path);
  request.watch.public_env = {"MODE"};
  const auto records = look(request).of<EnvRecord>();
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(std::get<Keyed>(records[0].value), request.key->hide("env", "TOKEN", "hush"));
  EXPECT_EQ(std::get<std::string>(records[1].value), "on");
}

// What strtok leaves behind of "KEYS=first,hush,third".
TEST(Environment, hides_the_pieces_of_a_value_that_was_taken_apart) {
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  const Child child = Child::execute({.environment = {"KEYS=first", "hush", "third", "PUBLIC"}});
  Request request = of_process(child.pid());
  request.watch.public_env = {"PUBLIC", ""};
  const Looked looked = look(request);
  EXPECT_EQ(shown(looked), (std::vector<std::string>{"0 <KEYS>=withheld", "1 <>=withheld", "2 <>=withheld",
                                                     "3 <PUBLIC> bare"}));
  request.key = CampaignKey::read(path);
  request.watch.public_env.clear();
  const auto records = look(request).of<EnvRecord>();
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(records[1].name, "");
  EXPECT_FALSE(records[1].bare);
  EXPECT_EQ(std::get<Keyed>(records[1].value), request.key->hide("env", "=", "hush"));
}

TEST(Environment, that_was_changed_in_place_is_an_error) {
  ASSERT_NE(getenv("PATH"), nullptr);
  const Child child = Child::fork_and([] {
    char* const path = getenv("PATH");
    path[std::strlen(path) / 2] = '\0';
    return true;
  });
  ASSERT_TRUE(child.is_ready());
  const Looked looked = look(of_process(child.pid()));
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_NE(looked.errors()[0].find("environ : changed in place by the process"), std::string::npos)
      << looked.errors()[0];
  EXPECT_EQ(looked.of<EnvRecord>().size(), 0U);
}

TEST(Environment, from_which_a_variable_was_taken_is_as_execve_gave_it) {
  const Child before = Child::fork_and([] { return true; });
  const Child child = Child::fork_and([] { return unsetenv("PATH") == 0; });
  ASSERT_TRUE(child.is_ready());
  const Looked looked = look(of_process(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked), shown(look(of_process(before.pid()))));
}

TEST(Environment, may_be_empty) {
  const Child child = Child::execute({.environment = {}});
  const Looked looked = look(of_process(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(looked.of<EnvRecord>().size(), 0U);
}

TEST(Environment, may_be_one_empty_entry) {
  const Child child = Child::execute({.environment = {""}});
  EXPECT_EQ(shown(look(of_process(child.pid()))), std::vector<std::string>{"0 <> bare"});
}

// What setproctitle does: a title over arguments and environment, and zeroes behind it.
bool overwrite_blocks(std::string_view title, std::uint64_t from_argument) {
  const ProcessStat stat = parse_process_stat(read_file("/proc/self/stat", 4096));
  auto* const begin = reinterpret_cast<char*>(stat.arguments_begin);
  const std::size_t size = stat.environment_end - stat.arguments_begin;
  std::memset(begin + from_argument, 0, size - from_argument);
  std::memcpy(begin + from_argument, title.data(), std::min(title.size(), size - from_argument));
  return true;
}

void expect_overwritten(const Looked& looked) {
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.of<EnvRecord>().size(), 0U);
  bool found = false;
  for (const std::string& error : looked.errors()) {
    found =
        found || error ==
                     "environ : overwritten by the process (setproctitle): pin the top-level process, or the "
                     "worker's ancestor";
  }
  EXPECT_TRUE(found) << testing::PrintToString(looked.errors());
}

TEST(Environment, that_was_zeroed_is_an_error) {
  const Child child = Child::fork_and([] { return overwrite_blocks("t", 0); });
  expect_overwritten(look(of_process(child.pid())));
}

TEST(Environment, under_a_long_title_is_an_error) {
  const auto stat = parse_process_stat(read_file("/proc/self/stat", 4096));
  const std::string title(stat.arguments_end - stat.arguments_begin + 10, 't');
  const Child child = Child::fork_and([&] { return overwrite_blocks(title, 0); });
  expect_overwritten(look(of_process(child.pid())));
}

TEST(Environment, that_reads_as_nothing_though_there_is_one_is_an_error) {
  FakeProc proc;
  proc.add(7, {.environment_size = 30});
  expect_overwritten(look(of_process(7), proc.world()));
}

TEST(Environment, without_its_last_nul_is_an_error) {
  FakeProc proc;
  proc.add(7, {.environment_size = 30});
  proc.write(7, "environ", "A=b");
  expect_overwritten(look(of_process(7), proc.world()));
}

}  // namespace
}  // namespace evidence::host
