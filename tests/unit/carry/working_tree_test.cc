// Every way that git has of not seeing that a file was edited, and what a folder may hold.

#include "working_tree.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "forged.h"
#include "git_folder.h"

namespace evidence::carry {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

Lines drifts(const std::string& path, std::string_view revision = "HEAD") {
  const Repository repository = Repository::open(path);
  Lines lines;
  for (const Drift& drift : repository.working_tree(repository.resolve(revision), nullptr))
    lines.push_back(drift.path + ": " + drift.reason);
  return lines;
}

class WorkingTree : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_GIT;
    folder_.emplace();
    folder_->write("a.py", "good = 1\n");
    folder_->write("run.sh", "#!/bin/sh\n");
    fs::permissions(*folder_ / "run.sh", fs::perms::owner_exec, fs::perm_options::add);
    folder_->write("src/deep/b.c", "int b;\n");
    folder_->write("src/\xff odd\n", "odd\n");
    fs::create_symlink("a.py", *folder_ / "link");
    commit_ = folder_->commit();
  }

  // git must be fooled, or the trap is none.
  void expect_git_sees_nothing() const { EXPECT_EQ(folder_->git("status --porcelain"), ""); }
  // Other bytes of the same length, with the file's old times.
  void edit_a_quietly() const {
    struct stat before {};
    ASSERT_EQ(stat((*folder_ / "a.py").c_str(), &before), 0);
    folder_->write("a.py", "evil = 1\n");
    const timespec times[2] = {before.st_atim, before.st_mtim};
    ASSERT_EQ(utimensat(AT_FDCWD, (*folder_ / "a.py").c_str(), times, 0), 0);
  }

  std::optional<GitFolder> folder_;
  std::string commit_;
};

TEST_F(WorkingTree, AsItWasCheckedOutHasNoDrift) {
  EXPECT_EQ(drifts(folder_->path()), Lines{});
  Progress progress;
  const Repository repository = Repository::open(folder_->path());
  repository.working_tree(repository.resolve("HEAD"), &progress);
  EXPECT_EQ(progress.files_done.load(), 4U);
  EXPECT_EQ(progress.bytes_done.load(), 9U + 10U + 7U + 4U);
}

TEST_F(WorkingTree, IsHeldAgainstTheGivenCommit) {
  folder_->write("new", "n");
  folder_->remove("a.py");
  folder_->commit();
  EXPECT_EQ(drifts(folder_->path()), Lines{});
  EXPECT_EQ(drifts(folder_->path(), commit_), (Lines{"a.py: missing", "new: not in the commit"}));
}

TEST_F(WorkingTree, ShowsEveryDifference) {
  folder_->write("a.py", "longer than before\n");
  folder_->write("src/deep/b.c", "int c;\n");
  fs::permissions(*folder_ / "run.sh", fs::perms::owner_exec, fs::perm_options::remove);
  folder_->remove("src/\xff odd\n");
  folder_->remove("link");
  fs::create_symlink("a.pz", *folder_ / "link");
  EXPECT_EQ(drifts(folder_->path()),
            (Lines{"a.py: content differs", "link: content differs", "run.sh: mode differs",
                   "src/deep/b.c: content differs", "src/\xff odd\n: missing"}));
}

TEST_F(WorkingTree, ModeIsTheOwnersRightWhateverTheConfigurationSays) {
  folder_->git("config core.fileMode false");
  fs::permissions(*folder_ / "a.py", fs::perms::owner_exec, fs::perm_options::add);
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: mode differs"});
  fs::permissions(*folder_ / "a.py", static_cast<fs::perms>(0671));
  EXPECT_EQ(drifts(folder_->path()), Lines{});
}

TEST_F(WorkingTree, AssumeUnchangedHidesNothing) {
  folder_->git("update-index --assume-unchanged a.py");
  folder_->write("a.py", "evil = 1\n");
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
}

TEST_F(WorkingTree, SkipWorktreeHidesNothing) {
  folder_->git("update-index --skip-worktree a.py src/deep/b.c");
  folder_->write("a.py", "evil = 1\n");
  folder_->remove("src/deep/b.c");
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), (Lines{"a.py: content differs", "src/deep/b.c: missing"}));
}

TEST_F(WorkingTree, ForgedTimesHideNothing) {
  folder_->git("config core.trustctime false");
  folder_->git("config core.checkStat minimal");
  // An index that is later than the file's times is believed.
  const timespec old[2] = {{1600000000, 0}, {1600000000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, (*folder_ / "a.py").c_str(), old, 0), 0);
  folder_->git("update-index --refresh");
  edit_a_quietly();
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
}

TEST_F(WorkingTree, CleanFiltersHideNothingAndAreNotRun) {
  folder_->write(".gitattributes", "*.py filter=mend\n");
  folder_->git("config filter.mend.clean " +
               in_quotes("touch " + (*folder_ / ".git/ran") + "; sed s/evil/good/"));
  folder_->commit();
  folder_->write("a.py", "evil = 1\n");
  expect_git_sees_nothing();
  ASSERT_TRUE(fs::exists(*folder_ / ".git/ran"));
  folder_->remove(".git/ran");
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
  EXPECT_FALSE(fs::exists(*folder_ / ".git/ran"));
}

TEST_F(WorkingTree, LineEndsAreBytes) {
  folder_->git("config core.autocrlf true");
  folder_->write("a.py", "good = 1\r\n");
  folder_->git("add a.py");
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
}

TEST_F(WorkingTree, IsTheFolderThatWasOpenedNotTheConfiguredOne) {
  const TempFolder elsewhere;
  ASSERT_EQ(run_program("cp -a " + in_quotes(folder_->path()) + "/. " + in_quotes(elsewhere.path()) +
                        " && rm -r " + in_quotes(elsewhere / ".git"))
                .status,
            0);
  folder_->git("config core.worktree " + in_quotes(elsewhere.path()));
  folder_->write("a.py", "evil = 1\n");
  expect_git_sees_nothing();
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
  folder_->git("config --unset core.worktree");
  folder_->git("config core.bare true");
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
}

TEST_F(WorkingTree, NoHookIsRun) {
  folder_->write(".git/monitor", "#!/bin/sh\ntouch \"$(dirname \"$0\")/ran\"\nprintf 'token\\0'\n");
  fs::permissions(*folder_ / ".git/monitor", fs::perms::owner_exec, fs::perm_options::add);
  folder_->git("config core.fsmonitor .git/monitor");
  folder_->git("update-index --fsmonitor");
  folder_->git("status");
  ASSERT_TRUE(fs::exists(*folder_ / ".git/ran"));
  folder_->remove(".git/ran");
  folder_->write("a.py", "evil = 1\n");
  expect_git_sees_nothing();
  folder_->remove(".git/ran");
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: content differs"});
  EXPECT_FALSE(fs::exists(*folder_ / ".git/ran"));
}

TEST_F(WorkingTree, TheIndexHasNoSay) {
  folder_->git("rm -q --cached a.py");
  EXPECT_EQ(drifts(folder_->path()), Lines{});
  folder_->write(".git/index", "nonsense");
  EXPECT_EQ(drifts(folder_->path()), Lines{});
}

TEST_F(WorkingTree, EveryOtherFileIsADrift) {
  folder_->write(".git/info/exclude", "*.so\n");
  folder_->write("ignored.so", "x");
  folder_->write("src/new/one", "1");
  folder_->write("src/new/.git/two", "2");
  folder_->write("src/deep/.git", "gitdir: elsewhere\n");
  fs::create_directories(*folder_ / "empty/inner");
  fs::create_symlink("/nonexistent", *folder_ / "dangling");
  ASSERT_EQ(mkfifo((*folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(drifts(folder_->path()),
            (Lines{"dangling: not in the commit", "ignored.so: not in the commit", "pipe: not in the commit",
                   "src/deep/.git: not in the commit", "src/new/.git/two: not in the commit",
                   "src/new/one: not in the commit"}));
}

TEST_F(WorkingTree, TypesMustBeThose) {
  folder_->remove("a.py");
  ASSERT_EQ(mkfifo((*folder_ / "a.py").c_str(), 0600), 0);
  folder_->remove("link");
  folder_->write("link", "a.py");
  folder_->remove("run.sh");
  folder_->write("run.sh/inner", "x");
  // The right files, by way of a link that leads out.
  const TempFolder elsewhere;
  fs::rename(*folder_ / "src", elsewhere / "src");
  fs::create_directory_symlink(elsewhere / "src", *folder_ / "src");
  EXPECT_EQ(drifts(folder_->path()),
            (Lines{"a.py: not a regular file", "link: not a symbolic link", "run.sh: not a regular file",
                   "run.sh/inner: not in the commit", "src: not a directory", "src/deep/b.c: missing",
                   "src/\xff odd\n: missing"}));
}

TEST_F(WorkingTree, ALinkInTheFilesPlaceIsNotFollowed) {
  const TempFolder elsewhere;
  elsewhere.write("a.py", "good = 1\n");
  folder_->remove("a.py");
  fs::create_symlink(elsewhere / "a.py", *folder_ / "a.py");
  EXPECT_EQ(drifts(folder_->path()), Lines{"a.py: not a regular file"});
}

TEST_F(WorkingTree, OfALinkedOneIsItsOwn) {
  const TempFolder other;
  const std::string linked = other / "linked";
  folder_->git("worktree add -q --detach " + in_quotes(linked));
  EXPECT_EQ(drifts(linked), Lines{});
  std::ofstream(linked + "/a.py") << "evil = 1\n";
  EXPECT_EQ(drifts(linked), Lines{"a.py: content differs"});
  EXPECT_EQ(drifts(folder_->path()), Lines{});
}

TEST_F(WorkingTree, OfABareRepositoryIsUsage) {
  const TempFolder other;
  folder_->git("clone -q --bare . " + in_quotes(other / "bare"));
  EXPECT_THROW(drifts(other / "bare"), UsageError);
  EXPECT_THROW(drifts(*folder_ / ".git"), UsageError);
}

TEST_F(WorkingTree, ThatCannotBeReadIsAnErrorWithItsPathFromTheTop) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  fs::permissions(*folder_ / "src/deep/b.c", fs::perms::none);
  try {
    drifts(folder_->path());
    FAIL();
  } catch (const SystemError& error) {
    EXPECT_EQ(std::string(error.what()), "src/deep/b.c: open: permission denied");
  }
}

class WithSubmodule : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_GIT;
    inner_.emplace();
    inner_->write("lib.c", "int v = 1;\n");
    inner_->commit();
    folder_.emplace();
    folder_->write("main.c", "m\n");
    folder_->git("-c protocol.file.allow=always submodule --quiet add " + in_quotes(inner_->path()) + " ext");
    folder_->git("config -f .gitmodules submodule.ext.ignore all");
    folder_->commit();
  }

  std::optional<GitFolder> inner_;
  std::optional<GitFolder> folder_;
};

TEST_F(WithSubmodule, ItsFilesAreThoseOfItsCommit) {
  EXPECT_EQ(drifts(folder_->path()), Lines{});
  folder_->write("ext/lib.c", "int v = 2;\n");
  folder_->write("ext/new", "");
  EXPECT_EQ(folder_->git("status --porcelain"), "");
  EXPECT_EQ(drifts(folder_->path()), (Lines{"ext/lib.c: content differs", "ext/new: not in the commit"}));
}

TEST_F(WithSubmodule, AnotherCommitOfItIsADrift) {
  folder_->write("ext/lib.c", "int v = 2;\n");
  run_git(*folder_ / "ext", "commit -qam d2");
  EXPECT_EQ(folder_->git("status --porcelain"), "");
  EXPECT_EQ(drifts(folder_->path()), Lines{"ext/lib.c: content differs"});
}

TEST_F(WithSubmodule, ItMayBeEmptyButNotGone) {
  folder_->remove("ext");
  EXPECT_EQ(drifts(folder_->path()), Lines{"ext: missing"});
  fs::create_directory(*folder_ / "ext");
  EXPECT_EQ(drifts(folder_->path()), Lines{});
  folder_->write("ext/lib.c", "int v = 1;\n");
  EXPECT_EQ(drifts(folder_->path()), Lines{"ext: submodule that cannot be judged"});
  folder_->remove("ext");
  folder_->write("ext", "");
  EXPECT_EQ(drifts(folder_->path()), Lines{"ext: not a directory"});
}

}  // namespace
}  // namespace evidence::carry
