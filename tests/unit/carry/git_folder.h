#pragma once

// A repository that the git command makes, in an environment that says nothing. Tests that need one begin
// with NEEDS_GIT.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "no_home.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::carry {

inline bool has_git() {
  static const bool has = run_program("git --version").status == 0;
  return has;
}
#define NEEDS_GIT \
  if (!has_git()) GTEST_SKIP() << "git is not installed"

// For names in commands of the shell.
inline std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// What git prints, without the last line feed; the test fails when git does.
inline std::string run_git(const std::string& folder, const std::string& arguments) {
  const std::string clean =
      "env -i PATH=\"$PATH\" HOME=/nonexistent LC_ALL=C GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
      "GIT_AUTHOR_NAME=case GIT_AUTHOR_EMAIL=case@example.org GIT_COMMITTER_NAME=case "
      "GIT_COMMITTER_EMAIL=case@example.org GIT_AUTHOR_DATE='1700000000 +0000' "
      "GIT_COMMITTER_DATE='1700000000 +0000' git ";
  Ran ran = run_program("cd " + in_quotes(folder) + " && " + clean + arguments);
  EXPECT_EQ(ran.status, 0) << "git " << arguments << ": " << ran.output;
  if (ran.output.ends_with('\n')) ran.output.pop_back();
  return ran.output;
}

class GitFolder {
 public:
  explicit GitFolder(const std::string& options = "") { git("init -q -b main " + options + " ."); }

  const std::string& path() const { return folder_.path(); }
  std::string operator/(std::string_view name) const { return folder_ / name; }
  std::string git(const std::string& arguments) const { return run_git(path(), arguments); }

  // Folders on the way are made.
  void write(std::string_view name, std::string_view bytes) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ / name).parent_path());
    folder_.write(name, bytes);
  }
  void remove(std::string_view name) const { std::filesystem::remove_all(folder_ / name); }
  // All of the working tree. Returns the commit's id.
  std::string commit() const {
    git("add -A");
    git("commit -q --allow-empty -m message");
    return git("rev-parse HEAD");
  }

 private:
  TempFolder folder_;
};

}  // namespace evidence::carry
