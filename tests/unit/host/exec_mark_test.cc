#include "exec_mark.h"

#include <gtest/gtest.h>

#include "child.h"
#include "evidence/digest.h"
#include "fake_proc.h"

namespace evidence::host {
namespace {

ExecMark mark_of(const FakeProc& proc) {
  return read_exec_mark(open_directory(proc.path(7, "")));
}

ExecMark mark_of(const Child& child) {
  return read_exec_mark(open_directory("/proc/" + std::to_string(child.pid())));
}

TEST(ExecMark, is_the_digest_of_the_random_bytes) {
  FakeProc proc;
  proc.add(7);
  EXPECT_EQ(mark_of(proc), (ExecMark{.sha256 = sha256("sixteen bytes, 7").render(), .word = 8}));
}

TEST(ExecMark, reads_32_bit_programs) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "auxv", auxiliary_vector(32, 4));
  EXPECT_EQ(mark_of(proc), (ExecMark{.sha256 = sha256("sixteen bytes, 7").render(), .word = 4}));
}

TEST(ExecMark, needs_the_vector_and_all_bytes) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "mem", std::string(47, 'x'));
  EXPECT_THROW(mark_of(proc), FormatError);
  proc.write(7, "auxv", "");
  EXPECT_THROW(mark_of(proc), FormatError);
}

TEST(ExecMark, differs_between_two_runs_of_one_program) {
  const Child one = Child::execute({});
  const Child other = Child::execute({});
  EXPECT_EQ(mark_of(one), mark_of(one));
  EXPECT_NE(mark_of(one), mark_of(other));
}

}  // namespace
}  // namespace evidence::host
