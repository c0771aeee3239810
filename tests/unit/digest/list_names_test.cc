#include "list_names.h"

#include <gtest/gtest.h>

#include "list_fixture.h"

namespace evidence {
namespace {

struct Row {
  const char* name;
  std::string text;
  std::optional<std::string> decoded;
};

const Row kRows[] = {
    {"plain", "a-b_c", "a-b_c"},
    {"octal", "\\040\\377\\134", " \xff\\"},
    {"letters of C", "\\s\\t\\n\\r\\a\\b\\v\\f\\E", " \t\n\r\a\b\v\f\x1b"},
    {"control characters", "\\^A\\^?\\^[", "\x01\x7f\x1b"},
    {"high bytes", "\\M-i\\M-#\\M-\\\\240", "\xe9\xa3\xdc\xa0"},
    {"high control characters", "\\M^A\\M^?", "\x81\xff"},
    {"a byte that stands for itself", "\\#\\*\\[\\?\\\\", "#*[?\\"},
    {"brackets bare", "a*?[b]", "a*?[b]"},
    {"bare comment mark", "a#b", std::nullopt},
    {"backslash at the end", "a\\", std::nullopt},
    {"two octal digits", "\\04", std::nullopt},
    {"too large", "\\400", std::nullopt},
    {"not octal", "\\089", std::nullopt},
    {"NUL", "\\000", std::nullopt},
    {"NUL as a control character", "\\^@", std::nullopt},
    {"hexadecimal", "\\x41", std::nullopt},
    {"a mark that stands for nothing", "a\\$", std::nullopt},
    {"cut meta", "\\M", std::nullopt},
    {"meta of nothing", "\\M-", std::nullopt},
    {"cut control", "\\^", std::nullopt},
};

TEST(ListNames, MtreeTable) {
  for (const Row& row : kRows) EXPECT_EQ(mtree_decoded(row.text), row.decoded) << row.name;
}

TEST(ListNames, GnuWritesThreeEscapes) {
  EXPECT_EQ(gnu_escaped("a\nb\rc\\d\te"), "a\\nb\\rc\\\\d\te");
  EXPECT_EQ(gnu_unescaped("a\\nb\\rc\\\\d\te"), "a\nb\rc\\d\te");
  EXPECT_EQ(gnu_unescaped("a\\t"), std::nullopt);
  EXPECT_EQ(gnu_unescaped("a\\"), std::nullopt);
  EXPECT_TRUE(needs_gnu_escapes("a\r"));
  EXPECT_FALSE(needs_gnu_escapes("a\t\"*"));
}

TEST(ListNames, MtreeWritesOctalForWhatAReaderCouldTakeForSomethingElse) {
  EXPECT_EQ(mtree_encoded("a/B.0-_ #=\\*\n\xe9"), "a/B.0-_\\040\\043\\075\\134\\052\\012\\351");
}

TEST(ListNames, WhatIsWrittenIsReadAgain) {
  for (const std::string& name : random_names(2000, 12, 45)) {
    ASSERT_EQ(mtree_decoded(mtree_encoded(name)), name);
    ASSERT_EQ(gnu_unescaped(gnu_escaped(name)), name);
  }
}

}  // namespace
}  // namespace evidence
