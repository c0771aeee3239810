#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "evidence/carry.h"
#include "forged.h"
#include "git_folder.h"

// libgit2 1.5 forgets what it matched when it refuses an extension.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:pcre2\n";
}

namespace evidence::carry {
namespace {

std::string usage_error(const std::string& path) {
  try {
    Repository::open(path);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Open, TakesAWorkingTreeItsGitFolderAndABareRepository) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string commit = folder.commit();
  for (const std::string& path : {folder.path(), folder.path() + "/", folder / ".git"})
    EXPECT_EQ(Repository::open(path).resolve("HEAD").id, commit) << path;
  const Forged bare;
  const std::string forged = bare.commit(bare.tree({}));
  EXPECT_EQ(Repository::open(bare.path()).resolve(forged).id, forged);
}

TEST(Open, TakesALinkedWorkingTree) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string one = folder.commit();
  folder.write("a", "2");
  folder.commit();
  const TempFolder other;
  folder.git("worktree add -q --detach " + in_quotes(other / "linked") + " " + one);
  EXPECT_EQ(Repository::open(other / "linked").resolve("HEAD").id, one);
}

TEST(Open, DoesNotSearchAbove) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.write("inner/a", "1");
  folder.commit();
  EXPECT_EQ(usage_error(folder / "inner"),
            folder / "inner" + ": is no git repository; give its top folder, folders above are not searched");
}

TEST(Open, DoesNotAskTheEnvironment) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.write("a", "1");
  const std::string commit = folder.commit();
  const Forged other;
  constexpr std::array<const char*, 5> kVariables = {"GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_WORK_TREE",
                                                     "GIT_COMMON_DIR", "GIT_CEILING_DIRECTORIES"};
  for (const char* variable : kVariables) setenv(variable, other.path().c_str(), 1);
  const TempFolder none;
  EXPECT_NE(usage_error(none.path()), "");
  const Repository repository = Repository::open(folder.path());
  EXPECT_EQ(repository.resolve("HEAD").id, commit);
  EXPECT_TRUE(repository.working_tree(repository.resolve("HEAD"), nullptr).empty());
  for (const char* variable : kVariables) unsetenv(variable);
}

TEST(Open, OfNothingIsASystemError) {
  const TempFolder folder;
  EXPECT_THROW(Repository::open(folder / "nothing"), SystemError);
  folder.write("file", "");
  EXPECT_THROW(Repository::open(folder / "file"), SystemError);
  EXPECT_THROW(Repository::open(""), SystemError);
}

struct Extension {
  std::string name;
  std::string key;
  std::string value;
  std::string advice;
};
class Unsupported : public testing::TestWithParam<Extension> {};

TEST_P(Unsupported, IsNamed) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.commit();
  folder.git("config core.repositoryFormatVersion 1");
  folder.git("config extensions." + GetParam().key + " " + GetParam().value);
  std::string key = GetParam().key;
  std::ranges::transform(key, key.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  EXPECT_EQ(
      unreadable([&] { Repository::open(folder.path()); }),
      "the repository has the extension extensions." + key + ", which is not supported" + GetParam().advice);
}

INSTANTIATE_TEST_SUITE_P(
    All, Unsupported,
    testing::Values(
        Extension{"objects", "objectFormat", "sha256", ": only repositories with SHA-1 ids can be judged"},
        Extension{"partial", "partialClone", "origin", ": make a full clone, without --filter"},
        Extension{"worktrees", "worktreeConfig", "true", ": clone the repository and give the clone"},
        Extension{"reftable", "refStorage", "reftable", ""}, Extension{"unknown", "fancyStore", "yes", ""}),
    [](const auto& row) { return row.param.name; });

TEST(Open, OfALaterFormatIsRefused) {
  NEEDS_GIT;
  const GitFolder folder;
  folder.commit();
  folder.git("config core.repositoryFormatVersion 2");
  EXPECT_EQ(unreadable([&] { Repository::open(folder.path()); }), "the repository cannot be opened");
}

TEST(Open, OfSomebodyElsesRepositoryIsRefusedAndExplained) {
  NEEDS_GIT;
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  const GitFolder folder;
  folder.commit();
  ASSERT_EQ(run_program("chown -R 12345:12345 " + in_quotes(folder.path())).status, 0);
  const std::string reason = unreadable([&] { Repository::open(folder.path()); });
  EXPECT_NE(reason.find("belongs to another user"), std::string::npos) << reason;
  EXPECT_NE(reason.find("safe.directory"), std::string::npos) << reason;
  EXPECT_EQ(reason.find(folder.path()), std::string::npos) << "a record must not name a path of this machine";
}

TEST(Unreadable, KeepsGitsWordsApart) {
  NEEDS_GIT;
  const GitFolder folder;
  const std::string commit = folder.commit();
  run_program("rm -rf " + in_quotes(folder / ".git/objects"));
  try {
    Repository::open(folder.path()).resolve(commit);
    FAIL();
  } catch (const Unreadable& error) {
    EXPECT_EQ(std::string(error.what()).find(folder.path()), std::string::npos) << error.what();
  } catch (const UsageError&) {
    // Without its objects git takes the folder for none of its own.
  }
}

}  // namespace
}  // namespace evidence::carry
