#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "evidence/digest.h"
#include "list_fixture.h"
#include "temp_folder.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const char* word_for(ListOutcome outcome) {
  switch (outcome) {
    case ListOutcome::as_listed:
      return "as listed";
    case ListOutcome::different:
      return "different";
    case ListOutcome::missing:
      return "missing";
    case ListOutcome::unreadable:
      return "unreadable";
    case ListOutcome::changed:
      return "changed";
    case ListOutcome::ambiguous:
      return "ambiguous";
  }
  return "";
}

// "path: outcome: reason" for each entry.
Lines checked(const DigestList& list, const Descriptor* base, unsigned jobs = 1) {
  Lines lines;
  check_list(list, base, jobs, [&](const CheckedEntry& entry) {
    std::string line = entry.entry.path + ": " + word_for(entry.outcome);
    if (!entry.reason.empty()) line += ": " + entry.reason;
    lines.push_back(std::move(line));
  });
  return lines;
}

std::string sum_line(const std::string& path, std::string_view content) {
  return sha256(content).render() + "  " + path;
}

class CheckList : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("a", "content");
    chmod((folder_ / "a").c_str(), 0640);
    mkdir((folder_ / "d").c_str(), 0750);
    folder_.write("d/b", "other");
    if (symlink("a", (folder_ / "link").c_str()) != 0) throw_errno("symlink", "link");
    if (symlink("loop", (folder_ / "loop").c_str()) != 0) throw_errno("symlink", "loop");
    if (symlink("/", (folder_ / "out").c_str()) != 0) throw_errno("symlink", "out");
    mkfifo((folder_ / "fifo").c_str(), 0600);
    base_ = open_directory(folder_.path());
  }
  Lines check(const std::string& text) const { return checked(read_list(text, "list"), &base_); }
  // Of an mtree list with one line.
  std::string check_mtree(const std::string& line) const {
    const Lines lines = check("#mtree\n" + line + "\n");
    return lines.size() == 1 ? lines[0] : "";
  }

  TempFolder folder_;
  Descriptor base_;
};

TEST_F(CheckList, WhatSha256sumListed) {
  const std::string long_name(300, 'n');
  const std::string hex = sha256("content").render();
  const std::string none = kEmptyHex;
  EXPECT_EQ(
      check(sum_line("a", "content") + "\n" + sum_line("d/b", "content") + "\n" +
            sum_line("link", "content") + "\n" + sum_line("none", "") + "\n" + sum_line("a/none", "") + "\n" +
            sum_line("fifo", "") + "\n" + sum_line("d", "") + "\n" + sum_line("loop", "") + "\n" +
            sum_line(long_name, "") + "\n" + sum_line("../x", "") + "\n" + sum_line("/etc/passwd", "") +
            "\n" + sum_line("out/etc/passwd", "") + "\n" + sum_line("./d/../d//b", "other") + "\n"),
      (Lines{"a: as listed", "d/b: different: has SHA-256 " + sha256("other").render() + ", listed " + hex,
             "link: as listed", "none: missing: does not exist", "a/none: missing: does not exist",
             "fifo: different: is a FIFO", "d: different: is a directory",
             "loop: unreadable: too many levels of symbolic links",
             long_name + ": unreadable: file name too long", "../x: unreadable: leads out of the directory",
             "/etc/passwd: unreadable: leads out of the directory",
             "out/etc/passwd: unreadable: leads out of the directory", "./d/../d//b: as listed"}));
}

TEST_F(CheckList, WithoutABaseAPathIsTheCallersOwn) {
  const std::string text =
      sum_line(folder_ / "a", "content") + "\n" + sum_line(folder_ / "d/../link", "content") + "\n" +
      sum_line(folder_ / "fifo", "content") + "\n" + sum_line(folder_ / "none", "content") + "\n";
  EXPECT_EQ(checked(read_list(text, "list"), nullptr),
            (Lines{folder_ / "a: as listed", folder_ / "d/../link: as listed",
                   folder_ / "fifo: different: is a FIFO", folder_ / "none: missing: does not exist"}));
}

TEST_F(CheckList, WhatAnMtreeListSays) {
  const std::string right = " sha256digest=" + sha256("content").render();
  EXPECT_EQ(check_mtree("./a type=file mode=0640 size=7" + right), "a: as listed");
  EXPECT_EQ(check_mtree("./a type=file mode=0644 size=8 sha256digest=" + kAbcHex),
            "a: different: has SHA-256 " + sha256("content").render() + ", listed " + kAbcHex +
                "; has 7 bytes, listed 8; has mode 0640, listed 0644");
  EXPECT_EQ(check_mtree("./a type=file size=8"), "a: different: has 7 bytes, listed 8");
  EXPECT_EQ(check_mtree("./a type=dir mode=0644"),
            "a: different: is a regular file, listed as a directory; has mode 0640, listed 0644");
  EXPECT_EQ(check_mtree("./d type=dir mode=0750"), "d: as listed");
  EXPECT_EQ(check_mtree(". type=dir"), ".: as listed");
  EXPECT_EQ(check_mtree("./d mode=0700"), "d: different: has mode 0750, listed 0700");
  EXPECT_EQ(check_mtree("./d size=1"), "d: different: is a directory");
  EXPECT_EQ(check_mtree("./fifo type=fifo mode=0600"), "fifo: as listed");
  EXPECT_EQ(check_mtree("./fifo type=file" + right), "fifo: different: is a FIFO, listed as a regular file");
  EXPECT_EQ(check_mtree("./a type=fifo"), "a: different: is a regular file, listed as a FIFO");
  EXPECT_EQ(check_mtree("./none type=file" + right), "none: missing: does not exist");
}

TEST_F(CheckList, ALinkIsItselfMeantWhereTheListSaysAKind) {
  EXPECT_EQ(check_mtree("./link type=link mode=0755 link=a"), "link: as listed");
  EXPECT_EQ(check_mtree("./link type=link link=b\\n"), "link: different: leads to a, listed as to \"b\\n\"");
  EXPECT_EQ(check_mtree("./loop type=link link=loop"), "loop: as listed");
  EXPECT_EQ(check_mtree("./link type=file sha256=" + sha256("content").render()),
            "link: different: is a symbolic link, listed as a regular file");
  EXPECT_EQ(check_mtree("./link sha256=" + sha256("content").render()), "link: as listed");
}

TEST_F(CheckList, AFileThatDoesNotStandStillHasChanged) {
  const std::string restless = folder_.write("restless", std::string(std::size_t{8} << 20U, 'x'));
  std::atomic<bool> enough{false};
  std::thread writer([&] {
    const Descriptor file(open(restless.c_str(), O_WRONLY | O_CLOEXEC));
    while (!enough) write_all_at(file, "x", 0, restless);
  });
  std::string line;
  for (int attempt = 0; attempt < 100 && line.find("changed") == std::string::npos; ++attempt) {
    line = check(sum_line("restless", "") + "\n").front();
  }
  enough = true;
  writer.join();
  EXPECT_EQ(line, "restless: changed: changed while it was read");
}

TEST_F(CheckList, ACarriageReturnThatMayBelongToTheName) {
  folder_.write("twin", "without");
  folder_.write("twin\r", "with");
  folder_.write("only\r", "with");
  const std::string text = sum_line("twin", "with") + "\r\n" + sum_line("only", "with") + "\r\n" +
                           sum_line("a", "content") + "\r\n" + sum_line("none", "") + "\r\n";
  EXPECT_EQ(check(text),
            (Lines{"twin: ambiguous: the list does not tell it from \"twin\\x0d\", as its lines end "
                   "with carriage returns",
                   "only: as listed", "a: as listed", "none: missing: does not exist"}));
  EXPECT_EQ(check(sum_line("twin\r", "with") + "\n" + sum_line("twin", "without") + "\n"),
            (Lines{"twin\r: as listed", "twin: as listed"}));
  EXPECT_EQ(check("SHA256 (twin) = " + sha256("without").render() + "\r\n"), Lines{"twin: as listed"});
  EXPECT_EQ(check("#mtree\r\ntwin size=7\r\n"), Lines{"twin: as listed"});
}

TEST_F(CheckList, ALinkThatLeadsNowhereIsANameToo) {
  folder_.write("x", "");
  if (symlink("none", (folder_ / "x\r").c_str()) != 0) throw_errno("symlink", "x");
  EXPECT_EQ(check(sum_line("x", "") + "\r\n").front().substr(0, 12), "x: ambiguous");
}

struct Form {
  const char* name;
  const char* there;
  const char* listed;
  const char* outcome;
};

const Form kForms[] = {
    {"listed composed", "e\u0301te\u0301.txt", "\u00e9t\u00e9.txt",
     "missing: only the Unicode form differs from e\u0301te\u0301.txt"},
    {"listed decomposed", "\u00e9t\u00e9.txt", "e\u0301te\u0301.txt",
     "missing: only the Unicode form differs from \u00e9t\u00e9.txt"},
    {"Hangul", "\u1112\u1161\u11ab.txt", "\ud55c.txt",
     "missing: only the Unicode form differs from \u1112\u1161\u11ab.txt"},
    {"a ring", "A\u030a", "\u00c5", "missing: only the Unicode form differs from A\u030a"},
    {"another letter", "\u00e8", "\u00e9", "missing: does not exist"},
    {"no mark", "e", "\u00e9", "missing: does not exist"},
    {"full width", "\uff21.txt", "A.txt", "missing: does not exist"},
    {"full width listed", "A.txt", "\uff21.txt", "missing: does not exist"},
};

TEST(CheckListForms, Table) {
  for (const Form& form : kForms) {
    const TempFolder folder;
    folder.write(form.there, "1");
    const Descriptor base = open_directory(folder.path());
    const std::string text = sum_line(form.listed, "1") + "\n";
    EXPECT_EQ(checked(read_list(text, "list"), &base), Lines{std::string(form.listed) + ": " + form.outcome})
        << form.name;
  }
}

TEST(CheckListForms, BytesDecideWhereBothAreThere) {
  const TempFolder folder;
  folder.write("\u00e9", "1");
  folder.write("e\u0301", "2");
  const Descriptor base = open_directory(folder.path());
  const std::string text = sum_line("\u00e9", "1") + "\n" + sum_line("e\u0301", "1") + "\n";
  EXPECT_EQ(checked(read_list(text, "list"), &base),
            (Lines{"\u00e9: as listed", "e\u0301: different: has SHA-256 " + sha256("2").render() +
                                            ", listed " + sha256("1").render()}));
}

TEST(CheckListForms, ADirectoryOfTheListedFormComesFirst) {
  const TempFolder folder;
  for (const char* const form : {"\u00e9", "e\u0301"}) mkdir((folder / form).c_str(), 0700);
  folder.write("\u00e9/e\u0300", "1");
  const Descriptor base = open_directory(folder.path());
  EXPECT_EQ(checked(read_list(sum_line("\u00e9/\u00e8", "1") + "\n", "list"), &base),
            Lines{"\u00e9/\u00e8: missing: only the Unicode form differs from \u00e9/e\u0300"});
}

TEST(CheckListForms, DirectoriesOfAnotherFormAreFound) {
  const TempFolder folder;
  mkdir((folder / "e\u0301").c_str(), 0700);
  folder.write("e\u0301/\u00e8", "1");
  const Descriptor base = open_directory(folder.path());
  const std::string text = sum_line(".//\u00e9/e\u0300", "1") + "\n" + sum_line("\u00e9/none", "1") + "\n" +
                           sum_line("\u00e9/../\u00e9/\u00e8", "1") + "\n";
  EXPECT_EQ(
      checked(read_list(text, "list"), &base),
      (Lines{".//\u00e9/e\u0300: missing: only the Unicode form differs from e\u0301/\u00e8",
             "\u00e9/none: missing: does not exist", "\u00e9/../\u00e9/\u00e8: missing: does not exist"}));
  const std::string own = sum_line(folder / "\u00e9/\u00e8", "1") + "\n";
  EXPECT_EQ(checked(read_list(own, "list"), nullptr),
            Lines{folder / "\u00e9/\u00e8: missing: only the Unicode form differs from " +
                  (folder / "e\u0301/\u00e8")});
}

TEST(CheckListOrder, IsThatOfTheListHoweverManyThreads) {
  const TempFolder folder;
  std::string text;
  Lines expected;
  for (int i = 300; i > 0; --i) {
    const std::string name = "f" + std::to_string(i);
    const std::string content(static_cast<std::size_t>(i * 97 % 5000), 'x');
    if (i % 7 != 0) folder.write(name, content);
    text += sum_line(name, content) + "\n";
    expected.push_back(name + (i % 7 != 0 ? ": as listed" : ": missing: does not exist"));
  }
  const Descriptor base = open_directory(folder.path());
  const DigestList list = read_list(text, "list");
  for (const unsigned jobs : {0U, 1U, 2U, 8U}) EXPECT_EQ(checked(list, &base, jobs), expected) << jobs;
}

TEST(CheckListOrder, EndsWhenItIsStoppedOrTakenNoMore) {
  const TempFolder folder;
  folder.write("a", "");
  const Descriptor base = open_directory(folder.path());
  const DigestList list = read_list(kEmptyHex + "  a\n", "list");
  Progress progress;
  const auto ignore = [](const CheckedEntry&) {};
  check_list(list, &base, 2, ignore, &progress);
  EXPECT_EQ(progress.files_done, 1U);
  progress.stop = true;
  EXPECT_THROW(check_list(list, &base, 2, ignore, &progress), Interrupted);
  const auto refuse = [](const CheckedEntry&) { throw UsageError("enough"); };
  EXPECT_THROW(check_list(list, &base, 2, refuse), UsageError);
}

}  // namespace
}  // namespace evidence
