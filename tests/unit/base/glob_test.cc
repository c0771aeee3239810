#include <fnmatch.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "evidence/base.h"

namespace evidence {
namespace {

struct Row {
  const char* pattern;
  const char* text;
  bool matches;
};

constexpr Row kRows[] = {
    {"", "", true},
    {"", "a", false},
    {"abc", "abc", true},
    {"abc", "abcd", false},
    {"abc", "ab", false},
    {"?", "a", true},
    {"?", "", false},
    {"?", "/", false},
    {"?", "\xff", true},
    {"*", "", true},
    {"*", "abc", true},
    {"*", "a/b", false},
    {"*", ".hidden", true},
    {"/proc/*", "/proc/1", true},
    {"/proc/*", "/proc/1/maps", false},
    {"/proc/**", "/proc/1/maps", true},
    {"**", "", true},
    {"**", "a/b/c", true},
    {"**/x", "x", false},
    {"**/x", "/x", true},
    {"**/x", "a/b/x", true},
    {"a**b", "a/x/yb", true},
    {"***", "a/b", true},
    {"*/*", "a/b", true},
    {"*/*", "a/b/c", false},
    {"*.so*", "libc.so.6", true},
    {"*a*b", "aab", true},
    {"*a*b", "aabc", false},
    {"**a*b", "a/ab", true},
    {"**a*b", "ab/a/b", false},
    {"[abc]", "b", true},
    {"[abc]", "d", false},
    {"[a-c]", "b", true},
    {"[a-c]", "-", false},
    {"[a-]", "-", true},
    {"[-a]", "-", true},
    {"[c-a]", "b", false},
    {"[!a]", "b", true},
    {"[!a]", "a", false},
    {"[!a]", "/", false},
    {"[/]", "/", false},
    {"[!]", "[!]", true},
    {"[]]", "]", true},
    {"[!]]", "]", false},
    {"[!]]", "a", true},
    {"[^a]", "^", true},
    {"[^a]", "b", false},
    {"[\\]]", "]", true},
    {"[\\!a]", "!", true},
    {"[a", "[a", true},
    {"[", "[", true},
    {"[]", "[]", true},
    {"[a\\", "[a\\", true},
    {"\\*", "*", true},
    {"\\*", "a", false},
    {"\\a", "a", true},
    {"\\", "\\", true},
    {"\\\\", "\\", true},
    {"\\[a]", "[a]", true},
    {"[\x80-\xff]", "\xc3", true},
    {"A", "a", false},
};

TEST(Glob, Table) {
  for (const Row& row : kRows) {
    EXPECT_EQ(glob_matches(row.pattern, row.text), row.matches) << row.pattern << " against " << row.text;
  }
  EXPECT_TRUE(glob_matches("?", std::string_view("\0", 1)));
}

// Without `**`, a slash in a bracket and the forms that POSIX leaves open, fnmatch with FNM_PATHNAME says the
// same.
TEST(Glob, AgreesWithFnmatch) {
  constexpr const char* kPieces[] = {"a", "b", "/", "?", "*", "[ab]", "[!a]", "[a-b]", "[!]]", "\\*", "\\a"};
  constexpr std::string_view kAlphabet = "ab/]*";
  std::mt19937 random(4);
  int matched = 0;
  for (int round = 0; round < 100000; ++round) {
    std::string pattern;
    for (std::size_t pieces = random() % 6; pieces > 0; --pieces) {
      const std::string piece = kPieces[random() % std::size(kPieces)];
      if (piece != "*" || pattern.empty() || pattern.back() != '*') {
        pattern += piece;
      }
    }
    std::string text(random() % 6, '\0');
    for (char& c : text) {
      c = kAlphabet[random() % kAlphabet.size()];
    }
    const bool expected = fnmatch(pattern.c_str(), text.c_str(), FNM_PATHNAME) == 0;
    matched += expected ? 1 : 0;
    ASSERT_EQ(glob_matches(pattern, text), expected) << pattern << " against " << text;
  }
  EXPECT_GT(matched, 1000);
}

TEST(Glob, NoPatternMakesItBacktrack) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) {
    pattern += "*a**";
  }
  const std::string text(2000, 'a');
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(glob_matches(pattern + 'b', text));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace evidence
