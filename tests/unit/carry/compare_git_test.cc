// Our comparison against git's own, over random histories.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "forged.h"
#include "git_folder.h"

namespace evidence::carry {
namespace {

// One commit's entries that are no directories, by path.
using Files = std::map<std::string, Entry>;

class RandomHistory {
 public:
  RandomHistory(const Forged& forged, std::uint32_t seed) : forged_(forged), engine_(seed) {}

  // Another set of files, made of this one by a few steps.
  Files mutated(Files files) {
    for (std::size_t steps = below(12) + 1; steps > 0; --steps) step(files);
    return files;
  }
  std::string commit(const Files& files, const std::vector<std::string>& parents) const {
    return forged_.commit(write_tree(files, ""), parents);
  }

 private:
  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine_);
  }

  std::string name() {
    // Few names, so that files and directories meet at one.
    static const std::array<std::string, 13> kNames = {"a",    "b",        "a-",        "a.b",   "a0",
                                                       "src",  "\xff\xfe", "new\nline", "tab\t", "\"quoted\"",
                                                       "b\\s", " ",        "\u00e4"};
    return kNames.at(below(kNames.size()));
  }
  std::string path() {
    std::string path = name();
    std::size_t depth = below(10) == 0 ? 150 : below(4);
    while (depth-- > 0) path += "/" + name();
    return path;
  }
  Entry entry() {
    static constexpr std::array<std::uint32_t, 4> kModes = {0100644, 0100755, 0120000, 0160000};
    return {kModes.at(below(kModes.size())), forged_.blob(std::to_string(below(5)))};
  }

  void step(Files& files) {
    if (!files.empty() && below(3) == 0) {
      files.erase(std::next(files.begin(), static_cast<std::ptrdiff_t>(below(files.size()))));
      return;
    }
    if (!files.empty() && below(3) == 0) {
      std::next(files.begin(), static_cast<std::ptrdiff_t>(below(files.size())))->second = entry();
      return;
    }
    const std::string at = path();
    // A new file takes the place of directories of its name and of files on its way.
    std::erase_if(files, [&at](const auto& file) {
      return file.first.starts_with(at + "/") || at.starts_with(file.first + "/");
    });
    files[at] = entry();
  }

  std::string write_tree(const Files& files, const std::string& below_path) const {
    std::map<std::string, Files> folders;
    std::vector<Raw> entries;
    for (const auto& [file, entry] : files) {
      const std::string rest = file.substr(below_path.size());
      const std::size_t slash = rest.find('/');
      if (slash != std::string::npos) {
        folders[rest.substr(0, slash)].emplace(file, entry);
        continue;
      }
      std::ostringstream mode;
      mode << std::oct << entry.mode;
      entries.push_back({mode.str(), rest, entry.id});
    }
    for (const auto& [name, inner] : folders)
      entries.push_back({"40000", name, write_tree(inner, below_path + name + "/")});
    std::ranges::sort(entries, {},
                      [](const Raw& raw) { return raw.mode == "40000" ? raw.name + "/" : raw.name; });
    return forged_.tree(entries);
  }

  const Forged& forged_;
  std::mt19937 engine_;
};

// ":100644 100755 <id> <id> M\0path\0…"
std::vector<Change> parse_raw(const std::string& output) {
  std::vector<Change> changes;
  for (std::size_t at = 0; at < output.size();) {
    std::istringstream head(output.substr(at + 1, output.find('\0', at) - at - 1));
    std::uint32_t before = 0;
    std::uint32_t after = 0;
    std::string old;
    std::string now;
    head >> std::oct >> before >> after >> old >> now;
    const std::size_t path = output.find('\0', at) + 1;
    const std::size_t end = output.find('\0', path);
    changes.push_back({output.substr(path, end - path),
                       before == 0 ? std::nullopt : std::optional(Entry{before, old}),
                       after == 0 ? std::nullopt : std::optional(Entry{after, now})});
    at = end + 1;
  }
  std::ranges::sort(changes, {}, &Change::path);
  return changes;
}

std::vector<Change> as_git_says(const Forged& forged, const std::string& from, const std::string& to) {
  return parse_raw(
      run_git(forged.path(),
              "diff-tree -r --raw --no-renames --no-abbrev -z --ignore-submodules=none " + from + " " + to));
}

TEST(CompareAsGit, OverRandomHistories) {
  NEEDS_GIT;
  std::size_t changes = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> turns;  // of modes
  for (std::uint32_t seed = 0; seed < 15; ++seed) {
    const Forged forged;
    RandomHistory random(forged, seed);
    Files files;
    std::string parent = random.commit(files, {});
    for (int commits = 0; commits < 10; ++commits) {
      files = random.mutated(files);
      const std::string next = random.commit(files, {parent});
      const Repository repository = forged.open();
      const Comparison ours = repository.compare({parent, ""}, {next, ""});
      const auto theirs = as_git_says(forged, parent, next);
      ASSERT_EQ(ours.changes, theirs) << "seed " << seed << ", commit " << commits;
      ASSERT_EQ(ours.files, files.size());
      ASSERT_TRUE(ours.descends);
      changes += theirs.size();
      for (const Change& change : theirs)
        turns.emplace(change.before ? change.before->mode : 0, change.after ? change.after->mode : 0);
      parent = next;
    }
  }
  EXPECT_GT(changes, 500U);
  EXPECT_GT(turns.size(), 15U);
}

}  // namespace
}  // namespace evidence::carry
