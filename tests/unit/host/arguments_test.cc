#include "arguments.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>

#include "child.h"
#include "looked.h"
#include "process_stat.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

using namespace std::string_literals;

std::vector<std::string> shown(const Looked& looked) {
  std::vector<std::string> lines;
  for (const ArgvRecord& record : looked.of<ArgvRecord>()) {
    std::string line = std::to_string(record.index) + " " + record.option;
    if (const auto* clear = std::get_if<std::string>(&record.value))
      line += record.has_value ? "=<" + *clear + ">" : "";
    lines.push_back(line);
  }
  return lines;
}

TEST(CommandLine, is_split_at_nul) {
  EXPECT_EQ(split_command_line(""), std::vector<std::string>());
  EXPECT_EQ(split_command_line("a\0"s), std::vector<std::string>{"a"});
  EXPECT_EQ(split_command_line("a\0\0b c\0\0"s), (std::vector<std::string>{"a", "", "b c", ""}));
  EXPECT_EQ(split_command_line("a\0b"s), (std::vector<std::string>{"a", "b"}));
}

TEST(Arguments, are_recorded_as_execve_gave_them) {
  const Child child = Child::execute(
      {.path = "/bin/sh",
       .arguments = {"sh", "-c", "read x; exit", "", "two\nlines", "--port=80", "--x", "\xff", ""}});
  Request request = of_process(child.pid());
  request.watch.public_argv = {"#0", "#1", "#2", "#3", "#4", "-c", "--port", "--x"};
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  EXPECT_EQ(shown(looked),
            (std::vector<std::string>{"0 =<sh>", "1 -c=<read x; exit>", "3 =<>", "4 =<two\nlines>",
                                      "5 --port=<80>", "6 --x=<\xff>", "8 =<>"}));
}

TEST(Arguments, are_hidden_under_the_key) {
  const TempFolder folder;
  const std::string path = folder.write("key", std::string(32, 'k'));
  chmod(path.c_str(), 0600);
  const Child child = Child::execute(
      {.path = "/bin/sh",
       .arguments = {"sh", "-c", "read x; exit", "--api-key", "hush", "--api-key=hush", "name"}});
  Request request = of_process(child.pid());
  request.key = CampaignKey::read(path);
  request.watch.public_argv = {"-c"};
  const auto records = look(request).of<ArgvRecord>();
  ASSERT_EQ(records.size(), 5U);
  EXPECT_EQ(std::get<Keyed>(records[0].value), request.key->hide("argv", "#0", "sh"));
  EXPECT_EQ(std::get<Keyed>(records[2].value), request.key->hide("argv", "--api-key", "hush"));
  EXPECT_EQ(std::get<Keyed>(records[3].value), request.key->hide("argv", "--api-key", "hush"));
  EXPECT_EQ(std::get<Keyed>(records[4].value), request.key->hide("argv", "#1", "name"));
}

// A title in the place of the arguments; the environment stays.
bool overwrite_arguments(const std::string& title) {
  const ProcessStat stat = parse_process_stat(read_file("/proc/self/stat", 4096));
  auto* const begin = reinterpret_cast<char*>(stat.arguments_begin);
  const std::size_t size = stat.arguments_end - stat.arguments_begin;
  std::memset(begin, 0, size);
  std::memcpy(begin, title.data(), std::min(title.size(), size));
  return true;
}

class Title : public testing::TestWithParam<std::size_t> {};

TEST_P(Title, over_the_arguments_is_an_error) {
  const Child child = Child::fork_and([] { return overwrite_arguments(std::string(GetParam(), 't')); });
  const Looked looked = look(of_process(child.pid()));
  EXPECT_EQ(looked.of<ArgvRecord>().size(), 0U);
  bool found = false;
  for (const std::string& error : looked.errors()) found = found || error.starts_with("argv : overwritten");
  EXPECT_TRUE(found) << testing::PrintToString(looked.errors());
}

INSTANTIATE_TEST_SUITE_P(Arguments, Title, testing::Values(0, 2, 1 << 20));

}  // namespace
}  // namespace evidence::host
