#include <gtest/gtest.h>

#include "evidence/carry.h"
#include "forged.h"
#include "git_folder.h"

namespace evidence::carry {
namespace {

TEST(Repository, ComparesTheTreesThatTheCommitsName) {
  const Forged forged;
  const std::string tree = forged.tree({{"100644", "f", forged.blob("1")}});
  const std::string other = forged.tree({{"100644", "f", forged.blob("2")}});
  const std::string one = forged.commit(tree);
  const std::string two = forged.commit(other, {one});
  // A tree that the caller says has no say.
  const Comparison comparison = forged.open().compare({one, other}, {two, tree});
  EXPECT_EQ(comparison.from, (Commit{one, tree}));
  EXPECT_EQ(comparison.to, (Commit{two, other}));
  EXPECT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.files, 1U);
  EXPECT_TRUE(comparison.descends);
  EXPECT_EQ(comparison.ancestry_unknown, "");
  const Comparison back = forged.open().compare({two, ""}, {one, ""});
  EXPECT_FALSE(back.descends);
  EXPECT_EQ(back.ancestry_unknown, "");
}

TEST(Repository, RefusesWhatIsNoId) {
  const Forged forged;
  const Commit good{forged.commit(forged.tree({})), ""};
  const Repository repository = forged.open();
  for (const std::string& bad :
       {std::string("HEAD"), std::string(), good.id.substr(1), std::string(40, 'A')}) {
    EXPECT_THROW(repository.compare({bad, ""}, good), UsageError) << bad;
    EXPECT_THROW(repository.compare(good, {bad, ""}), UsageError) << bad;
    EXPECT_THROW(repository.unverified({bad, ""}), UsageError) << bad;
  }
}

TEST(Repository, OutlivesAMove) {
  const Forged forged;
  const std::string commit = forged.commit(forged.tree({}));
  Repository one = forged.open();
  Repository two = std::move(one);
  one = std::move(two);
  EXPECT_EQ(one.resolve(commit).id, commit);
}

TEST(Repository, KnowsWhetherARuleNamesSomething) {
  const Forged forged;
  const std::string blob = forged.blob("1");
  const std::string inner =
      forged.tree({{"100644", "x", blob}, {"40000", "y", forged.tree({{"100644", "z", blob}})}});
  const Commit commit{
      forged.commit(forged.tree({{"40000", "d", inner}, {"100644", "f", blob}, {"160000", "m", blob}})), ""};
  const Repository repository = forged.open();
  for (const char* there : {"f", "m", "d/", "d/x", "d/y/", "d/y/z"})
    EXPECT_TRUE(repository.has(commit, there)) << there;
  for (const char* not_there :
       {"", "/", "g", "d", "f/", "f/x", "d/x/", "d/y", "d/y/z/", "d/q/z", "e/", "d//", "m/"})
    EXPECT_FALSE(repository.has(commit, not_there)) << not_there;
}

TEST(Repository, KnowsWhetherGitReplacesObjects) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "1");
  folder.commit();
  EXPECT_FALSE(Repository::open(folder.path()).replaces_objects());
  folder.git("replace HEAD " + one);
  EXPECT_TRUE(Repository::open(folder.path()).replaces_objects());
  folder.git("pack-refs --all");
  EXPECT_TRUE(Repository::open(folder.path()).replaces_objects());
  folder.git("replace -d " + folder.git("--no-replace-objects rev-parse HEAD"));
  EXPECT_FALSE(Repository::open(folder.path()).replaces_objects());
  folder.write(".git/info/grafts", one + "\n");
  EXPECT_TRUE(Repository::open(folder.path()).replaces_objects());
}

class Shallow : public testing::Test {
 protected:
  void SetUp() override {
    NEEDS_GIT;
    full_.emplace();
    full_->git("config uploadpack.allowAnySHA1InWant true");
    full_->write("keep", "k");
    for (int i = 0; i < 5; ++i) {
      full_->write("change", std::to_string(i));
      commits_.push_back(full_->commit());
    }
  }
  std::string clone(int depth) {
    const std::string path = clones_ / std::to_string(depth);
    full_->git("clone -q --depth " + std::to_string(depth) + " file://" + full_->path() + " " +
               in_quotes(path));
    return path;
  }

  std::optional<GitFolder> full_;
  std::vector<std::string> commits_;
  TempFolder clones_;
};

TEST_F(Shallow, CloneOfTheTipAloneCannotJudge) {
  EXPECT_EQ(unreadable([&] { Repository::open(clone(1)).resolve(commits_[1]); }),
            "commit " + commits_[1] +
                " is not in this clone, which is shallow: fetch the full history with git fetch --unshallow");
  try {
    Repository::open(clones_ / "1").resolve("HEAD~3");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("git fetch --unshallow"), std::string::npos) << error.what();
  }
}

TEST_F(Shallow, CloneWithBothCommitsComparesAndDoesNotKnowDescent) {
  const std::string path = clone(1);
  run_git(path, "fetch -q --depth 1 origin " + commits_[1]);
  const Comparison comparison = Repository::open(path).compare({commits_[1], ""}, {commits_[4], ""});
  EXPECT_EQ(comparison.changes.size(), 1U);
  EXPECT_EQ(comparison.files, 2U);
  EXPECT_FALSE(comparison.descends);
  EXPECT_EQ(comparison.ancestry_unknown,
            "this clone is shallow: fetch the full history with git fetch --unshallow");
}

TEST_F(Shallow, CloneWhoseEdgeIsTheCommitKnowsDescent) {
  const Comparison comparison = Repository::open(clone(4)).compare({commits_[1], ""}, {commits_[4], ""});
  EXPECT_TRUE(comparison.descends);
  EXPECT_EQ(comparison.ancestry_unknown, "");
}

TEST(Repository, WithAHoleDoesNotKnowDescent) {
  const Forged forged;
  const std::string tree = forged.tree({});
  const std::string root = forged.commit(tree, {}, 1);
  const std::string tip = forged.commit(tree, {root}, 2);
  const std::string other = forged.commit(tree, {}, 3);
  forged.remove(root);
  EXPECT_EQ(forged.open().compare({other, ""}, {tip, ""}).ancestry_unknown,
            "commits are missing from this repository: make a full clone");
}

}  // namespace
}  // namespace evidence::carry
