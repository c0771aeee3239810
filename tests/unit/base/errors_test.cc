#include <gtest/gtest.h>

#include <cerrno>

#include "evidence/base.h"

namespace evidence {
namespace {

std::error_code code(int number) {
  return {number, std::generic_category()};
}

TEST(Errors, SystemErrorSaysPathOperationReason) {
  const SystemError error("open", "out/s1.tar", code(ENOENT));
  EXPECT_STREQ(error.what(), "out/s1.tar: open: no such file or directory");
  EXPECT_EQ(error.code(), code(ENOENT));
}

TEST(Errors, SystemErrorWithoutAPath) {
  EXPECT_STREQ(SystemError("clock_gettime", "", code(EINVAL)).what(), "clock_gettime: invalid argument");
}

TEST(Errors, AbbreviationsKeepTheirCapitals) {
  EXPECT_EQ(std::string(SystemError("open", "a", code(EDOTDOT)).what()), "a: open: RFS specific error");
}

TEST(Errors, ThrowErrnoTakesThePresentErrno) {
  errno = ENOSPC;
  try {
    throw_errno("write", "a");
    FAIL() << "nothing was thrown";
  } catch (const SystemError& error) {
    EXPECT_EQ(error.code(), code(ENOSPC));
    EXPECT_STREQ(error.what(), "a: write: no space left on device");
  }
}

TEST(Errors, NoControlCharacterReachesAMessage) {
  EXPECT_STREQ(SystemError("open", "a\n\x1b[2J", code(EIO)).what(),
               "\"a\\n\\x1b[2J\": open: input/output error");
  EXPECT_STREQ(FormatError("a\nb", "/x\ny", "member \"\x1b\"").what(),
               "\"a\\nb\": /x\\ny: member \\\"\\x1b\\\"");
}

TEST(Errors, FormatErrorLeavesOutWhatIsEmpty) {
  EXPECT_STREQ(FormatError("sums", "line 3", "no digest").what(), "sums: line 3: no digest");
  EXPECT_STREQ(FormatError("sums", "", "no lines").what(), "sums: no lines");
}

TEST(Errors, AllAreErrors) {
  EXPECT_THROW(throw UsageError("a"), Error);
  EXPECT_THROW(throw SystemError("a", "b", code(EIO)), Error);
  EXPECT_THROW(throw FormatError("a", "b", "c"), Error);
  EXPECT_THROW(throw PublishConflict("a"), Error);
}

}  // namespace
}  // namespace evidence
