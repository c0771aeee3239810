#include "leftovers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "evidence/base.h"
#include "temp_folder.h"

namespace evidence {
namespace {

TEST(Leftovers, HiddenNamesAreMadeAndKnown) {
  const std::string hidden = make_hidden_name("s1.tar");
  EXPECT_EQ(hidden.substr(0, 8), ".s1.tar.");
  EXPECT_TRUE(is_hidden_name(hidden, "s1.tar"));
  EXPECT_NE(hidden, make_hidden_name("s1.tar"));
  EXPECT_FALSE(is_hidden_name(hidden, "s2.tar"));
  EXPECT_FALSE(is_hidden_name(hidden, "s1"));
  EXPECT_FALSE(is_hidden_name(".s1.tar.backup00.part", "s1.tar"));
  EXPECT_FALSE(is_hidden_name(".s1.tar.0123456.part", "s1.tar"));
  EXPECT_FALSE(is_hidden_name(".s1.tar.01234567.part.part", "s1.tar"));
  EXPECT_FALSE(is_hidden_name("s1.tar.01234567.part", "s1.tar"));
}

TEST(Leftovers, ALongNameStillHasAHiddenName) {
  const std::string name(255, 'n');
  const std::string hidden = make_hidden_name(name);
  EXPECT_LE(hidden.size(), 255U);
  EXPECT_TRUE(is_hidden_name(hidden, name));
}

TEST(Leftovers, OnlyWhatNobodyHoldsGoes) {
  const TempFolder folder;
  folder.write(".a.00000000.part", "left behind");
  folder.write(".a.11111111.part", "held");
  folder.write(".b.00000000.part", "of another name");
  folder.write(".a.backup.part", "somebody's own");
  folder.write("precious", "precious");
  std::filesystem::create_symlink("precious", folder / ".a.22222222.part");
  ASSERT_EQ(mkfifo((folder / ".a.33333333.part").c_str(), 0600), 0);
  std::filesystem::create_directory(folder / ".a.44444444.part");
  const Descriptor held(open((folder / ".a.11111111.part").c_str(), O_RDONLY | O_CLOEXEC));
  ASSERT_TRUE(hold(held));
  remove_leftovers(open_directory(folder.path()), "a");
  EXPECT_EQ(folder.names(),
            (std::set<std::string>{".a.11111111.part", ".a.22222222.part", ".a.33333333.part",
                                   ".a.44444444.part", ".a.backup.part", ".b.00000000.part", "precious"}));
  EXPECT_EQ(folder.read("precious"), "precious");
}

TEST(Leftovers, TheSameFileIsToldFromItsReplacement) {
  const TempFolder folder;
  const Descriptor base = open_directory(folder.path());
  const Descriptor first(open(folder.write("file", "a").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_TRUE(is_same_file(base, "file", first));
  std::filesystem::remove(folder / "file");
  EXPECT_FALSE(is_same_file(base, "file", first));
  folder.write("file", "a");
  EXPECT_FALSE(is_same_file(base, "file", first));
}

}  // namespace
}  // namespace evidence
