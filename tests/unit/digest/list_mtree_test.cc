#include <gtest/gtest.h>

#include "evidence/digest.h"
#include "list_fixture.h"

namespace evidence {
namespace {

using namespace std::string_literals;
using Lines = std::vector<std::string>;

// "path kind mode size digest target", with what is not said left out.
std::string told(const ListedEntry& entry) {
  std::string text = entry.path;
  if (entry.kind) text += " | " + std::string(entry_kind_name(*entry.kind));
  if (entry.mode) text += " | mode " + std::to_string(*entry.mode);
  if (entry.size) text += " | size " + std::to_string(*entry.size);
  if (entry.digest) text += " | " + entry.digest->render().substr(0, 4);
  if (entry.target) text += " | to " + *entry.target;
  return text;
}

Lines told(const DigestList& list) {
  Lines lines;
  for (const ListedEntry& entry : list.entries) lines.push_back(told(entry));
  return lines;
}

// As NetBSD's mtree -c writes a tree.
const std::string kNetBsd = R"(#	   user: (null)
#	   tree: /tmp/t

# .
/set type=file mode=0644
.               type=dir mode=0755
    \^A\^?\^[   size=1 \
                sha256=)" + kAbcHex +
                            R"(
    caf\M-i\M-#\M-\\240 \
                size=1 \
                sha256=)" + kAbcHex +
                            R"(
    ff          type=fifo
    ln          type=link mode=0777 link=tar\sget\#=\\
    nl\nx       size=1

# ./a
/set type=file mode=0755
a               type=dir

# ./a/b
/set type=file mode=0644
b               type=dir mode=0755
    f           size=5
# ./a/b
..

# ./a
..

# ./sp ace
sp\sace         type=dir mode=0755
    we\#ird     size=1
..
..
)";

TEST(MtreeList, ReadsDirectoriesAndDefaultsAsNetBsdWritesThem) {
  const DigestList list = read_list(kNetBsd, "list");
  EXPECT_EQ(list.format, ListFormat::mtree);
  EXPECT_EQ(told(list),
            (Lines{". | directory | mode 493", "\x01\x7f\x1b | regular file | mode 420 | size 1 | ba78",
                   "caf\xe9\xa3\xdc\xa0 | regular file | mode 420 | size 1 | ba78", "ff | FIFO | mode 420",
                   "ln | symbolic link | mode 511 | to tar get#=\\",
                   "nl\nx | regular file | mode 420 | size 1", "a | directory | mode 493",
                   "a/b | directory | mode 493", "a/b/f | regular file | mode 420 | size 5",
                   "sp ace | directory | mode 493", "sp ace/we#ird | regular file | mode 420 | size 1"}));
  EXPECT_EQ(list.entries[1].line, 7U);
  EXPECT_EQ(list.entries[2].line, 9U);
  EXPECT_TRUE(list.faults.empty());
  EXPECT_EQ(list.oddities, Lines{"says no SHA-256 of 3 files"});
}

struct Row {
  const char* name;
  std::string bytes;
  Lines entries;
  Lines oddities;
  Lines faults;
};

const std::string kSum = " sha256=" + kAbcHex;

const Row kRows[] = {
    {"whole paths, as bsdtar writes them",
     "#mtree\n. mode=755 type=dir\n./sp\\040ace mode=644 type=file size=1 sha256digest=" + kAbcHex +
         "\n./ln mode=777 type=link link=tar\\040get\n",
     {". | directory | mode 493", "sp ace | regular file | mode 420 | size 1 | ba78",
      "ln | symbolic link | mode 511 | to tar get"},
     {},
     {}},
    {"paths last, as mtree -D writes them",
     "type=dir mode=0755 .\ntype=file size=1" + kSum + " ./eq=b\n",
     {". | directory | mode 493", "eq=b | regular file | size 1 | ba78"},
     {"paths stand last on their lines"},
     {}},
    {"no head", "a type=file" + kSum + "\n", {"a | regular file | ba78"}, {}, {}},
    {"only a mode", "a mode=4755\n", {"a | mode 2541"}, {"says no SHA-256 of 1 file"}, {}},
    {"a whole path opens nothing",
     "#mtree\n./d type=dir\nf type=fifo\n",
     {"d | directory", "f | FIFO"},
     {},
     {}},
    {"no top",
     "#mtree\nd type=dir\nf type=fifo\n..\ng type=fifo\n",
     {"d | directory", "d/f | FIFO", "g | FIFO"},
     {},
     {}},
    {"unset",
     "/set type=fifo mode=0644\na\n/unset mode\nb\n/unset all\nc\n",
     {"a | FIFO | mode 420", "b | FIFO", "c"},
     {"says no SHA-256 of 1 file"},
     {}},
    {"what is not checked",
     "#mtree\na type=fifo uid=0 gid=0 uname=r gname=r time=1.0 nlink=1 flags=none optional md5=00\n"
     "b type=fifo flags=uchg\n",
     {"a | FIFO", "b | FIFO"},
     {"keywords that are not checked: flags, md5, optional"},
     {}},
    {"many that are not checked",
     "#mtree\na type=fifo k1 k2 k3 k4 k5 k6 k7 k8 k9 k\x1b\n",
     {"a | FIFO"},
     {"keywords that are not checked: \"k\\x1b\", k1, k2, k3, k4, k5, k6, k7 and 2 more"},
     {}},
    {"CRLF",
     "#mtree\r\na \\\r\ntype=fifo\r\n",
     {"a | FIFO"},
     {"lines end with carriage return and line feed"},
     {}},
    {"byte order mark",
     "\xef\xbb\xbf#mtree\na type=fifo\n",
     {"a | FIFO"},
     {"begins with a byte order mark"},
     {}},
    {"comment behind words", "#mtree\na type=fifo # x=y\n", {"a | FIFO"}, {}, {}},
    {"a comment is not continued", "#mtree \\\na type=fifo\n", {"a | FIFO"}, {}, {}},
    {"continued at the end", "#mtree\na type=fifo \\", {"a | FIFO"}, {"has no line feed at its end"}, {}},
    {"an escaped backslash continues nothing",
     "#mtree\na type=link link=b\\\\\nc type=fifo\n",
     {"a | symbolic link | to b\\", "c | FIFO"},
     {},
     {}},
    {"the last of a keyword holds", "#mtree\na type=file type=fifo\n", {"a | FIFO"}, {}, {}},
    {"doubled slashes at the head", "#mtree\n.//etc type=fifo\n", {"etc | FIFO"}, {}, {}},
    {"twins",
     "#mtree\n./a type=fifo\na type=fifo\n",
     {"a | FIFO"},
     {},
     {"doubled 3: names the file of line 2 again"}},
    {"a top that comes late",
     "#mtree\nd type=dir\n. type=dir\nf type=fifo\n",
     {"d | directory", ". | directory", "d/f | FIFO"},
     {},
     {}},
};

TEST(MtreeList, Table) {
  for (const Row& row : kRows) {
    const DigestList list = read_list(row.bytes, "list");
    EXPECT_EQ(list.format, ListFormat::mtree) << row.name;
    EXPECT_EQ(told(list), row.entries) << row.name;
    EXPECT_EQ(list.oddities, row.oddities) << row.name;
    EXPECT_EQ(faults_of(list), row.faults) << row.name;
  }
}

struct BadLine {
  const char* name;
  std::string line;
  const char* reason;
};

const BadLine kBadLines[] = {
    {"type", "x type=door", "a type that is none of file, dir, link, fifo, socket, char and block"},
    {"mode", "x mode=u=rw", "a mode that is no octal number up to 7777"},
    {"large mode", "x mode=100644", "a mode that is no octal number up to 7777"},
    {"size", "x size=-1", "a size that is no number of bytes"},
    {"large size", "x size=18446744073709551616", "a size that is no number of bytes"},
    {"digest", "x sha256=00", "a SHA-256 that is not of 64 lower-case hexadecimal digits"},
    {"no value", "x type", "type without a value"},
    {"target", "x type=link link=\\q", "an escape that mtree does not write in a link's target"},
    {"name", "\\x41 type=fifo", "an escape that mtree does not write in the file name"},
    {"comment mark in a name", "a#b type=fifo", "an escape that mtree does not write in the file name"},
    {"command", "/reset type=fifo", "neither /set nor /unset, and no name begins with a slash"},
    {"default", "/set type=door", "a type that is none of file, dir, link, fifo, socket, char and block"},
    {"too many ends", "..", "closes a directory where none is open"},
    {"NUL", "x type=fifo\0"s, "holds a NUL byte"},
    {"target without a kind", "l link=/nowhere", "a link's target of what is not type=link"},
    {"target of a file", "l type=file link=x", "a link's target of what is not type=link"},
    {"digest of a directory", "./d type=dir sha256=" + kAbcHex, "a SHA-256 of what is no file"},
    {"digest of a link", "l type=link link=x sha256digest=" + kAbcHex, "a SHA-256 of what is no file"},
};

TEST(MtreeList, BadLinesAreToldAndTheOthersRead) {
  for (const BadLine& bad : kBadLines) {
    const DigestList list = read_list("#mtree\na type=fifo\n" + bad.line + "\nz type=fifo\n", "list");
    EXPECT_EQ(paths_of(list), (Lines{"a", "z"})) << bad.name;
    EXPECT_EQ(faults_of(list), Lines{"malformed 3: "s + bad.reason}) << bad.name;
  }
}

TEST(MtreeList, NothingIsTakenForStandingInAnotherDirectory) {
  const DigestList list = read_list(
      "#mtree\nd type=dir mode=x\nf type=fifo\n..\n\\q type=dir\ng type=fifo\nh type=dir\ni "
      "type=fifo\n..\n./j "
      "type=fifo\n..\nk type=fifo\n",
      "list");
  EXPECT_EQ(paths_of(list), (Lines{"d/f", "j", "k"}));
  EXPECT_EQ(faults_of(list), (Lines{"malformed 2: a mode that is no octal number up to 7777",
                                    "malformed 5: an escape that mtree does not write in the file name",
                                    "malformed 6: stands in a directory whose own line is malformed",
                                    "malformed 7: stands in a directory whose own line is malformed",
                                    "malformed 8: stands in a directory whose own line is malformed"}));
}

TEST(MtreeList, WhatListsNothingIsRefused) {
  for (const char* const bytes : {"#mtree\n", "#mtree\n/set type=file\n\n", "# a\n/unset all\n"}) {
    try {
      read_list(bytes, "list");
      ADD_FAILURE() << bytes;
    } catch (const FormatError& error) {
      EXPECT_STREQ(error.what(), "list: lists nothing") << bytes;
    }
  }
  try {
    read_list("#mtree\na type=door\n", "list");
    ADD_FAILURE();
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(),
                 "list: line 2: a type that is none of file, dir, link, fifo, socket, char and block");
  }
}

TEST(MtreeList, NestingDoesNotMakeALargeListOfASmallOne) {
  std::string nested = "#mtree\n";
  for (int depth = 0; depth < 40000; ++depth) nested += "dd type=dir\n";
  try {
    read_list(nested, "list");
    ADD_FAILURE();
  } catch (const FormatError& error) {
    EXPECT_NE(std::string(error.what()).find("many times its size"), std::string::npos) << error.what();
  }
  std::string deep = "#mtree\n";
  for (int depth = 0; depth < 2000; ++depth) deep += "dd type=dir\n";
  EXPECT_EQ(read_list(deep, "list").entries.back().path.size(), 2000U * 3 - 1);
}

}  // namespace
}  // namespace evidence
