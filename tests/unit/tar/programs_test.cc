// What other people's tar programs make of our archives, and we of theirs.

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "evidence/tar.h"
#include "fixture.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::tar {
namespace {

std::vector<File> odd_files() {
  std::vector<File> files{
      {"bag/bag-info.txt", "Payload-Oxum: 1.1\n"},
      {"bag/data/" + std::string(100, 'c'), "component of 100"},
      {"bag/data/" + std::string(90, 'd') + "/" + std::string(95, 'e'), std::string(513, 'e')},
      {"bag/data/@+-._", std::string(512, '\0')},
      {"bag/data/empty", ""},
      {"bag/data/large", std::string(300000, 'l')},
      {std::string(77, 'p') + "/" + std::string(77, 'q') + "/" + std::string(99, 'r'), "whole of 255"},
  };
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return files;
}

struct Program {
  const char* title;
  const char* command;
};

class Programs : public testing::TestWithParam<Program> {
 protected:
  void SetUp() override {
    if (run_program(command() + " --version").status != 0)
      GTEST_SKIP() << "skipped: no " << command() << " here";
    folder_.write("x.tar", archive_of(odd_files()));
  }
  static std::string command() { return GetParam().command; }
  TempFolder folder_;
  std::string archive_ = folder_ / "x.tar";
};

TEST_P(Programs, list_our_names) {
  std::string expected;
  for (const File& file : odd_files()) expected += file.path + "\n";
  const Ran ran = run_program(command() + " -tf '" + archive_ + "'");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.output, expected);
}

TEST_P(Programs, extract_our_contents) {
  const std::string into = folder_ / "out";
  std::filesystem::create_directory(into);
  const Ran ran = run_program(command() + " -xf '" + archive_ + "' -C '" + into + "'");
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.output, "") << "not even a warning";
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(into))
    found += entry.is_regular_file();
  EXPECT_EQ(found, odd_files().size());
  for (const File& file : odd_files()) {
    const std::string path = into + "/" + file.path;
    EXPECT_EQ(folder_.read("out/" + file.path), file.content) << file.path;
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0) << file.path;
    EXPECT_EQ(status.st_mtime, kTime);
    EXPECT_EQ(status.st_mode & 07777U & ~022U, 0644U);
  }
}

INSTANTIATE_TEST_SUITE_P(rows, Programs,
                         testing::Values(Program{"gnu_tar", "tar"}, Program{"bsdtar", "bsdtar"}),
                         [](const auto& row) { return row.param.title; });

class GnuTar : public testing::Test {
 protected:
  void SetUp() override {
    if (run_program("tar --version | grep -q GNU").status != 0) GTEST_SKIP() << "skipped: no GNU tar here";
    for (const File& file : odd_files()) {
      const std::string path = "in/" + file.path;
      std::filesystem::create_directories(std::filesystem::path(folder_ / path).parent_path());
      folder_.write(path, file.content);
      names_ += file.path + "\n";
    }
    folder_.write("names", names_);
  }
  // Packs the files with GNU tar; -b 1 so that no record filling follows the two zero blocks.
  std::string packed(const std::string& options) {
    const Ran ran = run_program("tar -b 1 --no-recursion --mode=0644 --mtime=@" + std::to_string(kTime) +
                                " " + options + " -C '" + (folder_ / "in") + "' -T '" + (folder_ / "names") +
                                "' -cf '" + (folder_ / "x.tar") + "'");
    EXPECT_EQ(ran.status, 0) << ran.output;
    return folder_.read("x.tar");
  }
  TempFolder folder_;
  std::string names_;
};

TEST_F(GnuTar, makes_the_same_bytes) {
  EXPECT_EQ(packed("--format=ustar --owner=0 --group=0 --numeric-owner"), archive_of(odd_files()));
}

TEST_F(GnuTar, other_forms_are_refused) {
  const std::string owner = " --owner=0 --group=0 --numeric-owner";
  EXPECT_NE(refusal(packed("--format=gnu" + owner)).find("magic has other bytes"), std::string::npos);
  EXPECT_NE(refusal(packed("--format=pax --pax-option=a:=b" + owner)).find("(a pax extended header)"),
            std::string::npos);
  EXPECT_NE(refusal(packed("--format=pax --pax-option=a=b" + owner)).find("(a pax global header)"),
            std::string::npos);
  EXPECT_NE(
      refusal(packed("--format=ustar --owner=root:0 --group=root:0")).find("owner name has other bytes"),
      std::string::npos);
  EXPECT_NE(refusal(packed("--format=ustar --owner=0 --group=7 --numeric-owner")).find("gid has other bytes"),
            std::string::npos);
}

}  // namespace
}  // namespace evidence::tar
