#include <gtest/gtest.h>

#include <random>

#include "evidence/digest.h"

namespace evidence {
namespace {

using namespace std::string_literals;

const std::string kHex = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const std::string kOther = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

struct Row {
  const char* name;
  std::string line;
  std::string path;
};

const Row kRows[] = {
    {"text mode", kHex + "  name\n", "name"},
    {"binary mode", kHex + " *name\n", "name"},
    {"a name with spaces around it", kHex + "   name \n", " name "},
    {"a name with an asterisk", kHex + "  *name\n", "*name"},
    {"a path", kHex + "  ./a/b/c\n", "./a/b/c"},
    {"a name that is not UTF-8", kHex + "  caf\xe9\n", "caf\xe9"},
    {"brackets", kHex + "  [a](b)\n", "[a](b)"},
    {"an escaped line feed", "\\" + kHex + "  a\\nb\n", "a\nb"},
    {"an escaped carriage return", "\\" + kHex + "  a\\rb\n", "a\rb"},
    {"an escaped backslash", "\\" + kHex + "  a\\\\nb\n", "a\\nb"},
    {"all escapes at the end", "\\" + kHex + " *\\n\\r\\\\\n", "\n\r\\"},
    {"a backslash without a mark stands for itself", kHex + "  a\\nb\n", "a\\nb"},
    {"a mark without an escape", "\\" + kHex + "  a\n", "a"},
};

TEST(Sums, Table) {
  for (const Row& row : kRows) {
    const auto entries = parse_sums(row.line, "sums");
    ASSERT_EQ(entries.size(), 1U) << row.name;
    EXPECT_EQ(entries[0].path, row.path) << row.name;
    EXPECT_EQ(entries[0].digest.render(), kHex) << row.name;
  }
}

TEST(Sums, TheOrderOfTheListIsKept) {
  const auto entries = parse_sums(kHex + "  b\n" + kOther + " *a\n\\" + kHex + "  c\\n\n", "sums");
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].path, "b");
  EXPECT_EQ(entries[1].path, "a");
  EXPECT_EQ(entries[1].digest.render(), kOther);
  EXPECT_EQ(entries[2].path, "c\n");
}

struct Reject {
  const char* name;
  std::string bytes;
  const char* message;
};

std::string utf16(const std::string& text) {
  std::string wide;
  for (const char c : text) {
    wide.append(1, c).append(1, '\0');
  }
  return wide;
}

constexpr const char* kNoDigest = "sums: line 1: no SHA-256 of 64 lower-case hexadecimal digits at its head";
constexpr const char* kNoSeparator =
    "sums: line 1: neither two spaces nor a space and an asterisk behind the digest";
constexpr const char* kBadEscape =
    "sums: line 1: an escape that is none of \\n, \\r and \\\\ in the file name";

const Reject kRejects[] = {
    {"empty list", "", "sums: empty list"},
    {"byte order mark", "\xef\xbb\xbf" + kHex + "  a\n", "sums: begins with a byte order mark"},
    {"UTF-16 little-endian", "\xff\xfe" + utf16(kHex + "  a\n"), "sums: is UTF-16, not plain bytes"},
    {"UTF-16 big-endian", "\xfe\xff\0"s + kHex, "sums: is UTF-16, not plain bytes"},
    {"UTF-16 without a mark", utf16(kHex + "  a\n"), "sums: line 1: holds a NUL byte"},
    {"NUL in the name", kHex + "  a\0b\n"s, "sums: line 1: holds a NUL byte"},
    {"NUL-terminated lines", kHex + "  a\0"s, "sums: line 1: no line feed at the end"},
    {"CRLF", kHex + "  a\r\n", "sums: line 1: ends with a carriage return"},
    {"CRLF on the second line", kHex + "  a\n" + kHex + "  b\r\n",
     "sums: line 2: ends with a carriage return"},
    {"no last line feed", kHex + "  a", "sums: line 1: no line feed at the end"},
    {"no last line feed on the second line", kHex + "  a\n" + kHex + "  b",
     "sums: line 2: no line feed at the end"},
    {"line feed alone", "\n", "sums: line 1: empty line"},
    {"empty line between", kHex + "  a\n\n" + kHex + "  b\n", "sums: line 2: empty line"},
    {"empty line at the end", kHex + "  a\n\n", "sums: line 2: empty line"},
    {"comment", "# a comment\n", kNoDigest},
    {"BSD style", "SHA256 (a) = " + kHex + "\n", kNoDigest},
    {"upper-case digits", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855  a\n", kNoDigest},
    {"SHA-1", kHex.substr(0, 40) + "  a\n", kNoDigest},
    {"SHA-512", kHex + kHex + "  a\n", kNoSeparator},
    {"digest alone", kHex + "\n", kNoSeparator},
    {"digest and one space", kHex + " \n", kNoSeparator},
    {"space in front", " " + kHex + "  a\n", kNoDigest},
    {"two marks", "\\\\" + kHex + "  a\n", kNoDigest},
    {"mark alone", "\\\n", kNoDigest},
    {"one space", kHex + " a\n", kNoSeparator},
    {"tab", kHex + "\ta\n", kNoSeparator},
    {"asterisk first", kHex + "* a\n", kNoSeparator},
    {"no name", kHex + "  \n", "sums: line 1: no file name"},
    {"no name in binary mode", kHex + " *\n", "sums: line 1: no file name"},
    {"unknown escape", "\\" + kHex + "  a\\tb\n", kBadEscape},
    {"cut escape", "\\" + kHex + "  a\\\n", kBadEscape},
    {"octal escape", "\\" + kHex + "  a\\012\n", kBadEscape},
    {"same path twice", kHex + "  a\n" + kHex + "  a\n", "sums: line 2: names the file of line 1 again"},
    {"same path with another digest", kHex + "  a\n" + kHex + "  b\n" + kOther + " *a\n",
     "sums: line 3: names the file of line 1 again"},
    {"same path spelled with an escape", kHex + "  a\\b\n\\" + kHex + "  a\\\\b\n",
     "sums: line 2: names the file of line 1 again"},
    {"the first repetition is named",
     kHex + "  b\n" + kHex + "  a\n" + kHex + "  b\n" + kHex + "  a\n" + kHex + "  b\n",
     "sums: line 3: names the file of line 1 again"},
};

TEST(Sums, Rejects) {
  for (const Reject& reject : kRejects) {
    try {
      parse_sums(reject.bytes, "sums");
      ADD_FAILURE() << reject.name << " was read";
    } catch (const FormatError& error) {
      EXPECT_STREQ(error.what(), reject.message) << reject.name;
    }
  }
}

TEST(Sums, RendersAsTheTableSays) {
  const Digest digest = *Digest::parse(kHex);
  EXPECT_EQ(render_sums_line({"name", digest}), kHex + "  name\n");
  EXPECT_EQ(render_sums_line({" *name", digest}), kHex + "   *name\n");
  EXPECT_EQ(render_sums_line({"a\nb\rc\\d", digest}), "\\" + kHex + "  a\\nb\\rc\\\\d\n");
}

TEST(Sums, ParseOfRenderIsTheIdentity) {
  constexpr std::string_view kAlphabet = "ab\\nr\n\r *\x01\xff/";
  std::mt19937 random(6);
  for (int round = 0; round < 20000; ++round) {
    std::string path(1 + random() % 8, '\0');
    for (char& c : path) {
      c = kAlphabet[random() % kAlphabet.size()];
    }
    const SumsEntry entry{path, sha256(path)};
    const auto entries = parse_sums(render_sums_line(entry), "sums");
    ASSERT_EQ(entries.size(), 1U);
    ASSERT_EQ(entries[0].path, entry.path);
    ASSERT_EQ(entries[0].digest, entry.digest);
  }
}

}  // namespace
}  // namespace evidence
