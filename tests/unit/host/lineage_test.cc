#include "lineage.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "child.h"
#include "fake_proc.h"
#include "looked.h"

namespace evidence::host {
namespace {

struct Chain {
  std::vector<Ancestor> ancestors;
  std::vector<std::string> errors;
};

Chain chain_of(const FakeProc& proc, std::int64_t pid) {
  Looked looked;
  const Reporter::Emit emit = [&looked](const RecordBody& body) { looked.records.push_back(body); };
  Reporter reporter(emit);
  const auto process = Process::open(proc.world(), pid, reporter);
  auto ancestors = ancestors_of(process.value(), reporter);
  return {std::move(ancestors), looked.errors()};
}

TEST(Ancestors, go_up_to_pid_1) {
  FakeProc proc;
  proc.add(9, {.parent = 8, .start_ticks = 50});
  proc.add(8, {.name = ") S 4 (", .parent = 1, .start_ticks = 50});
  proc.add(1, {.name = "init", .parent = 0, .start_ticks = 3});
  const auto [ancestors, errors] = chain_of(proc, 9);
  ASSERT_EQ(ancestors.size(), 2U);
  EXPECT_EQ(ancestors[0].pid, 8);
  EXPECT_EQ(ancestors[0].name, ") S 4 (");
  EXPECT_EQ(ancestors[1].pid, 1);
  EXPECT_EQ(ancestors[1].start_ticks, 3);
  EXPECT_EQ(errors, std::vector<std::string>());
}

TEST(Ancestors, end_at_64) {
  FakeProc proc;
  for (std::int64_t pid = 1; pid <= 100; ++pid) proc.add(pid, {.parent = pid - 1, .start_ticks = pid});
  EXPECT_EQ(chain_of(proc, 100).ancestors.size(), 64U);
}

TEST(Ancestors, are_never_younger) {
  FakeProc proc;
  proc.add(9, {.parent = 8, .start_ticks = 50});
  proc.add(8, {.parent = 0, .start_ticks = 51});
  EXPECT_EQ(chain_of(proc, 9).errors,
            std::vector<std::string>{"process 8: an ancestor's pid was reused by another process"});
}

TEST(Ancestors, that_cannot_be_seen_are_an_error) {
  FakeProc proc;
  proc.add(9, {.parent = 8});
  EXPECT_EQ(chain_of(proc, 9).errors,
            std::vector<std::string>{"process 8: an ancestor cannot be seen: no such file or directory"});
}

TEST(Ancestors, of_a_child_begin_with_this_test) {
  const Child child = Child::execute({});
  const auto process = look(of_process(child.pid())).of<ProcessRecord>();
  ASSERT_EQ(process.size(), 1U);
  ASSERT_FALSE(process[0].ancestors.empty());
  EXPECT_EQ(process[0].ancestors[0].pid, getpid());
}

TEST(Descendants, are_all_below) {
  FakeProc proc;
  proc.add(5, {.parent = 1});
  proc.add(6, {.parent = 5});
  proc.add(7, {.parent = 6});
  proc.add(8, {.parent = 5});
  proc.add(9, {.parent = 4});
  const Reporter::Emit emit = [](const RecordBody&) {};
  Reporter reporter(emit);
  const auto process = Process::open(proc.world(), 5, reporter);
  EXPECT_EQ(descendants_of(process.value()), (std::vector<std::int64_t>{6, 8, 7}));
}

TEST(Descendants, of_a_circle_end) {
  FakeProc proc;
  proc.add(5, {.parent = 6});
  proc.add(6, {.parent = 5});
  const Reporter::Emit emit = [](const RecordBody&) {};
  Reporter reporter(emit);
  const auto process = Process::open(proc.world(), 5, reporter);
  EXPECT_EQ(descendants_of(process.value()), (std::vector<std::int64_t>{6}));
}

}  // namespace
}  // namespace evidence::host
