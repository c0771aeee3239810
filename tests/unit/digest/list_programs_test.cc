// Beside the programs whose lists they are: GNU's sha256sum, libarchive's bsdtar and NetBSD's mtree.

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "evidence/digest.h"
#include "list_fixture.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence {
namespace {

std::vector<std::string> file_names() {
  std::vector<std::string> names = random_names(2000, 12, 3);
  for (std::string& name : odd_list_names()) names.push_back(std::move(name));
  // To sha256sum this is the standard input.
  std::erase(names, "-");
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// A folder of files, each with its name for content, and beside it room for lists.
class BesidePrograms : public testing::Test {
 protected:
  void SetUp() override {
    mkdir(tree_.c_str(), 0755);
    std::string joined;
    for (const std::string& name : names_) {
      beside_.write("tree/" + name, name);
      joined += name + '\0';
    }
    beside_.write("names", joined);
  }
  Ran run(const std::string& command) const { return run_program("cd " + tree_ + " && " + command); }
  std::vector<std::string> not_as_listed(const std::string& text, ListEnd end = ListEnd::line_feed) const {
    const Descriptor base = open_directory(tree_);
    const DigestList list = read_list(text, "list", end);
    std::vector<std::string> found = faults_of(list);
    check_list(list, &base, 2, [&](const CheckedEntry& entry) {
      if (entry.outcome != ListOutcome::as_listed) {
        found.push_back(printable(entry.entry.path) + ": " + entry.reason);
      }
    });
    return found;
  }

  const std::vector<std::string> names_ = file_names();
  TempFolder beside_;
  const std::string tree_ = beside_ / "tree";
};

struct Sha256sum {
  const char* options;
  ListFormat format;
  ListEnd end;
};

const Sha256sum kSha256sums[] = {
    {"", ListFormat::sha256sum, ListEnd::line_feed},
    {"-z", ListFormat::sha256sum, ListEnd::nul},
    {"--tag", ListFormat::bsd, ListEnd::line_feed},
    {"--tag -z", ListFormat::bsd, ListEnd::nul},
};

TEST_F(BesidePrograms, Sha256sumWritesTheSameBytesAndIsRead) {
  if (run("sha256sum --version").output.find("GNU coreutils") == std::string::npos) {
    GTEST_SKIP() << "skipped: no GNU sha256sum here";
  }
  beside_.write("probe\r", "");
  if (run("sha256sum ../probe*").output.front() != '\\') {
    GTEST_SKIP() << "skipped: this sha256sum is too old to escape a carriage return";
  }
  for (const Sha256sum& row : kSha256sums) {
    std::string rendered;
    for (const std::string& name : names_) {
      rendered += render_list_line(row.format, row.end, listed(name, sha256(name)));
    }
    const Ran ran = run("xargs -0 sha256sum " + std::string(row.options) + " -- < ../names");
    ASSERT_EQ(ran.status, 0) << ran.output.substr(0, 500);
    EXPECT_TRUE(ran.output == rendered) << row.options;
    const DigestList list = read_list(ran.output, "list", row.end);
    EXPECT_EQ(list.format, row.format) << row.options;
    EXPECT_TRUE(list.oddities.empty()) << row.options;
    EXPECT_EQ(paths_of(list), names_) << row.options;
    EXPECT_EQ(not_as_listed(ran.output, row.end), std::vector<std::string>{}) << row.options;
  }
}

TEST_F(BesidePrograms, Sha256sumReadsWhatIsWritten) {
  if (run("sha256sum --version").output.find("GNU coreutils") == std::string::npos) {
    GTEST_SKIP() << "skipped: no GNU sha256sum here";
  }
  for (const ListFormat format : {ListFormat::sha256sum, ListFormat::bsd}) {
    std::string rendered;
    for (const std::string& name : names_) {
      rendered += render_list_line(format, ListEnd::line_feed, listed(name, sha256(name)));
    }
    beside_.write("list", rendered);
    const Ran ran = run("sha256sum -c --strict --quiet ../list");
    EXPECT_EQ(ran.status, 0) << ran.output.substr(0, 500);
    EXPECT_EQ(ran.output, "");
  }
}

// The tree as its walk gives it, with more than files in it.
std::string mtree_of(const std::string& tree) {
  std::string text = render_list_head(ListFormat::mtree);
  const Descriptor base = open_directory(tree);
  const std::vector<std::string> top = {"."};
  walk_paths(&base, top, {}, [&](const std::string&, const TreeEntry& found) {
    ListedEntry entry = listed(found.path, found.digest);
    entry.kind = found.kind;
    entry.mode = found.status.mode & 07777U;
    if (found.kind == EntryKind::file) entry.size = found.status.size;
    if (found.kind == EntryKind::symlink) entry.target = found.target;
    text += render_list_line(ListFormat::mtree, ListEnd::line_feed, entry);
  });
  return text;
}

void add_more(const TempFolder& beside) {
  mkdir((beside / "tree/d r").c_str(), 0750);
  beside.write("tree/d r/in\n", "inside");
  mkfifo((beside / "tree/d r/fifo").c_str(), 0600);
  for (const std::string& target : random_names(50, 12, 4)) {
    if (symlink(target.c_str(), (beside / ("tree/d r/" + sha256(target).render())).c_str()) != 0) {
      throw_errno("symlink", target);
    }
  }
}

// Other programs write files before directories.
std::vector<std::string> sorted_paths(const std::string& text) {
  std::vector<std::string> paths = paths_of(read_list(text, "list"));
  std::ranges::sort(paths);
  return paths;
}

TEST_F(BesidePrograms, BsdtarReadsAndWritesMtree) {
  if (run("bsdtar --version").status != 0) GTEST_SKIP() << "skipped: no bsdtar";
  add_more(beside_);
  const std::string ours = mtree_of(tree_);
  beside_.write("list", ours);
  const std::string options = " --format=mtree --options='!all,type,mode,size,sha256,link' ";
  const Ran again = run("bsdtar -cf -" + options + "@../list");
  ASSERT_EQ(again.status, 0) << again.output.substr(0, 500);
  EXPECT_EQ(sorted_paths(again.output), sorted_paths(ours));
  EXPECT_EQ(not_as_listed(again.output), std::vector<std::string>{});
  const Ran own = run("bsdtar -cf -" + options + ".");
  ASSERT_EQ(own.status, 0) << own.output.substr(0, 500);
  EXPECT_EQ(sorted_paths(own.output), sorted_paths(ours));
  EXPECT_EQ(not_as_listed(own.output), std::vector<std::string>{});
}

TEST_F(BesidePrograms, NetBsdsMtreeReadsAndWritesLists) {
  if (run("mtree -c -k type -p ..").output.find("type=dir") == std::string::npos) {
    GTEST_SKIP() << "skipped: no mtree";
  }
  add_more(beside_);
  // However they are written, it takes them for patterns, which also match other names.
  for (const std::string& name : names_) {
    if (name.find_first_of("*?[") != std::string::npos) unlink((tree_ + "/" + name).c_str());
  }
  beside_.write("list", mtree_of(tree_));
  const Ran checks = run("mtree -p . -f ../list");
  EXPECT_EQ(checks.output, "");
  EXPECT_EQ(checks.status, 0);
  const Ran own = run("mtree -c -k type,mode,size,sha256,link -p .");
  EXPECT_EQ(sorted_paths(own.output), sorted_paths(mtree_of(tree_)));
  EXPECT_EQ(not_as_listed(own.output), std::vector<std::string>{});
  beside_.write("tree/plain", "other");
  EXPECT_NE(run("mtree -p . -f ../list").output.find("plain"), std::string::npos);
}

}  // namespace
}  // namespace evidence
