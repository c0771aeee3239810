#include "revision.h"

#include <gtest/gtest.h>

#include "forged.h"
#include "git_folder.h"

namespace evidence::carry {
namespace {

std::string usage_error(const Repository& repository, std::string_view revision) {
  try {
    repository.resolve(revision);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Revision, NamesOneCommitInManyWays) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "2");
  const std::string two = folder.commit();
  folder.git("tag light");
  folder.git("tag -a -m message annotated");
  folder.git("tag -a -m message twice annotated");
  folder.git("update-ref refs/remotes/origin/topic " + one);
  const Repository repository = Repository::open(folder.path());
  const std::string tree = folder.git("rev-parse HEAD^{tree}");
  for (const std::string& revision :
       {two, two.substr(0, 12), std::string("HEAD"), std::string("main"), std::string("refs/heads/main"),
        std::string("light"), std::string("annotated"), std::string("twice"),
        folder.git("rev-parse annotated"), std::string("HEAD^{commit}"), std::string("@"),
        std::string("main@{0}")}) {
    EXPECT_EQ(repository.resolve(revision), (Commit{two, tree})) << revision;
  }
  for (const char* revision : {"HEAD~1", "main^", "origin/topic", "annotated~1"})
    EXPECT_EQ(repository.resolve(revision).id, one) << revision;
}

TEST(Revision, ThatIsNoneIsUsage) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.write("a", "1");
  folder.commit();
  const Repository repository = Repository::open(folder.path());
  for (const std::string revision :
       {"nothing", "HEAD~9", "main..HEAD", "HEAD:nothing", "ffffffff", "a b", "~", "--all"})
    EXPECT_EQ(usage_error(repository, revision), "revision " + revision + ": there is none");
  for (const std::string search : {":/mess", "HEAD^{/mess}"})
    EXPECT_EQ(usage_error(repository, search),
              "revision " + search + ": a search through messages names no commit");
  EXPECT_EQ(usage_error(repository, ""), "revision : is no revision");
  EXPECT_EQ(usage_error(repository, std::string(2000, 'a')),
            "revision " + std::string(2000, 'a') + ": is no revision");
  EXPECT_EQ(usage_error(repository, std::string_view("HEAD\0x", 6)),
            "revision \"HEAD\\x00x\": is no revision");
}

TEST(Revision, ThatIsNoCommitIsUsage) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.write("a", "1");
  folder.commit();
  folder.git("tag blob HEAD:a");
  const Repository repository = Repository::open(folder.path());
  EXPECT_EQ(usage_error(repository, "HEAD:a"), "revision HEAD:a: is a blob, not a commit");
  EXPECT_EQ(usage_error(repository, "HEAD^{tree}"), "revision HEAD^{tree}: is a tree, not a commit");
  EXPECT_EQ(usage_error(repository, "blob"), "revision blob: is a blob, not a commit");
  const std::string tree = folder.git("rev-parse HEAD^{tree}");
  EXPECT_EQ(usage_error(repository, tree), "revision " + tree + ": is a tree, not a commit");
}

// git and libgit2 take the branch, and say at most a word about it.
TEST(Revision, ThatCouldMeanTwoThingsMeansNone) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "2");
  const std::string two = folder.commit();
  const std::string name = one.substr(0, 8);
  folder.git("branch " + name + " " + two);
  const Repository repository = Repository::open(folder.path());
  EXPECT_EQ(usage_error(repository, name), "revision " + name + ": could mean refs/heads/" + name +
                                               " or the object " + one +
                                               "; give all 40 digits of the commit's id");
  EXPECT_NE(usage_error(repository, name + "~0"), "");
  EXPECT_EQ(repository.resolve(one).id, one);
  EXPECT_EQ(repository.resolve("refs/heads/" + name).id, two);
  // Both meanings are one.
  folder.git("branch -f " + name + " " + one);
  EXPECT_EQ(Repository::open(folder.path()).resolve(name).id, one);
}

TEST(Revision, ThatIsABranchAndATagMeansNone) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.git("tag release");
  folder.write("a", "2");
  const std::string two = folder.commit();
  folder.git("branch release");
  const Repository repository = Repository::open(folder.path());
  EXPECT_EQ(usage_error(repository, "release"),
            "revision release: could mean refs/tags/release or refs/heads/release; give all 40 digits of the "
            "commit's id");
  EXPECT_EQ(repository.resolve("refs/tags/release").id, one);
  EXPECT_EQ(repository.resolve("refs/heads/release").id, two);
}

TEST(Revision, OfFortyDigitsIsThatObjectWhateverABranchIsCalled) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "2");
  const std::string two = folder.commit();
  // git refuses to make such a branch; somebody else may not.
  folder.write(".git/refs/heads/" + one, two + "\n");
  EXPECT_EQ(Repository::open(folder.path()).resolve(one).id, one);
}

TEST(Revision, ThatIsThereAndCannotBeReadIsUnreadable) {
  const Forged forged;
  const std::string tree = forged.tree({});
  const std::string commit = forged.commit(tree);
  forged.folder().write("refs/heads/gone", std::string(40, '9') + "\n");
  forged.folder().write("refs/heads/damaged", commit + "\n");
  forged.damage(commit, forged.commit(tree, {}, 5));
  const Repository repository = forged.open();
  EXPECT_EQ(unreadable([&] { repository.resolve("gone"); }),
            "commit " + std::string(40, '9') + " is not in this repository: fetch it, or make a full clone");
  EXPECT_EQ(unreadable([&] { repository.resolve(std::string(40, '8')); }),
            "commit " + std::string(40, '8') + " is not in this repository: fetch it, or make a full clone");
  EXPECT_EQ(unreadable([&] { repository.resolve("damaged"); }),
            "revision damaged: is damaged: its bytes do not hash to its name; see git fsck");
  EXPECT_EQ(unreadable([&] { repository.resolve("damaged~0"); }),
            "revision damaged: is damaged: its bytes do not hash to its name; see git fsck");
}

TEST(Revision, OfABeginningOfSeveralIdsIsUsage) {
  const Forged forged;
  // Two objects whose ids begin alike, found by trying.
  std::map<std::string, std::string> seen;
  for (int i = 0;; ++i) {
    const std::string id = forged.blob(std::to_string(i));
    const auto [at, is_new] = seen.try_emplace(id.substr(0, 4), id);
    if (is_new) continue;
    EXPECT_EQ(usage_error(forged.open(), at->first),
              "revision " + at->first + ": is the beginning of several ids; give all 40 digits");
    break;
  }
}

TEST(Revision, OfAnUnbornBranchIsUsage) {
  const Forged forged;
  EXPECT_EQ(usage_error(forged.open(), "HEAD"), "revision HEAD: there is none");
}

}  // namespace
}  // namespace evidence::carry
