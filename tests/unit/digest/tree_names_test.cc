#include "tree_names.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "temp_folder.h"

namespace evidence {
namespace {

Descriptor listing(const std::string& path) {
  return open_for_reading(path);
}

std::vector<std::string> all_names(TreeNames& names, const Descriptor& directory) {
  std::vector<std::string> found;
  while (const auto name = names.next(directory, "")) {
    found.push_back(name->text + (name->is_directory() ? "/" : ""));
  }
  return found;
}

TEST(TreeOrder, TakesADirectorysNameAsEndingInASlash) {
  struct Case {
    std::string a;
    bool a_is_directory;
    std::string b;
    bool b_is_directory;
  };
  for (const Case& c : std::vector<Case>{{"a", false, "a-b", false},
                                         {"a-b", false, "a", true},
                                         {"a.c", true, "a", true},
                                         {"a", true, "a0", false},
                                         {"a", false, "aa", true},
                                         {"a\x01", false, "a", true},
                                         {"a", false, "a\x01", false},
                                         {"a\x7f", false, "a\x80", false}}) {
    EXPECT_TRUE(tree_order(c.a, c.a_is_directory, c.b, c.b_is_directory)) << c.a << " " << c.b;
    EXPECT_FALSE(tree_order(c.b, c.b_is_directory, c.a, c.a_is_directory)) << c.a << " " << c.b;
  }
  EXPECT_FALSE(tree_order("a", true, "a", true));
}

class Runs : public testing::TestWithParam<std::size_t> {};

// The same names in the same order however few of them can be held at a time.
TEST_P(Runs, GiveEveryNameOnceInOrder) {
  const TempFolder folder;
  std::mt19937 random(7);
  std::vector<std::string> wanted;
  for (int i = 0; i < 700; ++i) {
    std::string name = std::to_string(random() % 50) +
                       std::string(1 + random() % 40, static_cast<char>('!' + random() % 14)) +
                       std::to_string(i);
    if (i % 5 == 0) {
      std::filesystem::create_directory(folder / name);
      name += '/';
    } else {
      folder.write(name, "");
    }
    wanted.push_back(name);
  }
  std::ranges::sort(wanted);
  TreeNames names(Links::record, GetParam());
  const Descriptor directory = listing(folder.path());
  EXPECT_EQ(all_names(names, directory), wanted);
  EXPECT_TRUE(names.ended());
}

TEST_P(Runs, CanBeGivenUpAtAnyName) {
  const TempFolder folder;
  std::vector<std::string> wanted;
  for (int i = 100; i < 200; ++i) {
    folder.write(std::to_string(i), "");
    wanted.push_back(std::to_string(i));
  }
  TreeNames names(Links::record, GetParam());
  const Descriptor directory = listing(folder.path());
  std::vector<std::string> found;
  while (const auto name = names.next(directory, "")) {
    found.push_back(name->text);
    if (found.size() % 7 == 0) {
      names.give_up();
      EXPECT_EQ(names.held(), 15U);  // an empty string's own room
    }
  }
  EXPECT_EQ(found, wanted);
}

INSTANTIATE_TEST_SUITE_P(TreeNames, Runs, testing::Values(1, 200, 3000, 1 << 20),
                         [](const auto& value) { return "run_bytes_" + std::to_string(value.param); });

TEST(TreeNames, HoldAboutWhatTheyMay) {
  const TempFolder folder;
  for (int i = 0; i < 3000; ++i) {
    folder.write("a-rather-long-name-of-a-file-" + std::to_string(i), "");
  }
  TreeNames names(Links::record, 20'000);
  const Descriptor directory = listing(folder.path());
  std::size_t most = 0;
  while (names.next(directory, "")) {
    most = std::max(most, names.held());
  }
  EXPECT_LT(most, 60'000U);
}

TEST(TreeNames, TakeALinkToADirectoryForOneOnlyWhereLinksAreFollowed) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::filesystem::create_directory_symlink("real", folder / "link");
  std::filesystem::create_symlink("nothing", folder / "broken");
  const Descriptor directory = listing(folder.path());
  TreeNames recorded(Links::record, 1000);
  TreeNames followed(Links::follow, 1000);
  EXPECT_EQ(all_names(recorded, directory), (std::vector<std::string>{"broken", "link", "real/"}));
  EXPECT_EQ(all_names(followed, directory), (std::vector<std::string>{"broken", "link/", "real/"}));
}

TEST(TreeNames, SayWhyADirectoryCannotBeListed) {
  const TempFolder folder;
  const Descriptor file = open_for_reading(folder.write("file", ""));
  TreeNames names(Links::record, 1000);
  EXPECT_THROW(names.next(file, "file"), SystemError);
}

}  // namespace
}  // namespace evidence
