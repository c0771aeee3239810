#include "trees.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "child.h"
#include "looked.h"
#include "temp_folder.h"

namespace evidence::host {
namespace {

namespace fs = std::filesystem;

Request tree_of(std::vector<std::string> paths) {
  Request request;
  request.trees.paths = std::move(paths);
  return request;
}

std::vector<std::string> paths_of(const Looked& looked) {
  std::vector<std::string> paths;
  for (const RecordBody& body : looked.records) {
    if (const auto* file = std::get_if<FileRecord>(&body)) paths.push_back("file " + file->path);
    if (const auto* entry = std::get_if<EntryRecord>(&body)) paths.push_back("entry " + entry->path);
    if (const auto* tree = std::get_if<TreeRecord>(&body)) paths.push_back("tree " + tree->path);
    if (const auto* absent = std::get_if<AbsentRecord>(&body)) paths.push_back("absent " + absent->name);
  }
  return paths;
}

TEST(Trees, have_a_record_for_each_entry_and_one_for_the_whole) {
  const TempFolder folder;
  fs::create_directories(folder / "t/d");
  folder.write("t/a", "12345");
  folder.write("t/d/b", "67");
  fs::create_hard_link(folder / "t/a", folder / "t/c");
  fs::create_symlink("a", folder / "t/l");
  ASSERT_EQ(mkfifo((folder / "t/p").c_str(), 0640), 0);
  const std::string top = folder / "t";
  const Looked looked = look(tree_of({top}));
  EXPECT_EQ(looked.seen, Seen::complete);
  EXPECT_EQ(paths_of(looked),
            (std::vector<std::string>{"entry " + top, "file " + top + "/a", "file " + top + "/c",
                                      "entry " + top + "/d", "file " + top + "/d/b", "entry " + top + "/l",
                                      "entry " + top + "/p", "tree " + top}));
  const TreeRecord tree = looked.of<TreeRecord>().at(0);
  EXPECT_EQ(tree.files, 3U);
  EXPECT_EQ(tree.directories, 2U);
  EXPECT_EQ(tree.symlinks, 1U);
  EXPECT_EQ(tree.others, 1U);
  EXPECT_EQ(tree.hard_linked, 2U);
  EXPECT_EQ(tree.bytes, 12U);
  EXPECT_EQ(tree.dir_hash1, std::nullopt);
  EXPECT_EQ(looked.of<FileRecord>().at(0).links, 2U);
  EXPECT_EQ(looked.of<EntryRecord>().at(2).target, "a");
  EXPECT_EQ(looked.of<EntryRecord>().at(3).mode, 0640U);
}

TEST(Trees, end_where_the_next_path_begins) {
  const TempFolder folder;
  fs::create_directories(folder / "t");
  fs::create_directories(folder / "u");
  folder.write("t/a", "a");
  folder.write("f", "f");
  const Looked looked = look(tree_of({folder / "t/", folder / "f", folder / "u", folder / "gone"}));
  EXPECT_EQ(paths_of(looked),
            (std::vector<std::string>{"entry " + (folder / "t/"), "file " + (folder / "t/a"),
                                      "tree " + (folder / "t/"), "file " + (folder / "f"),
                                      "entry " + (folder / "u"), "tree " + (folder / "u"),
                                      "absent " + (folder / "gone")}));
}

TEST(Trees, have_no_digest_where_something_could_not_be_read) {
  const TempFolder folder;
  fs::create_directories(folder / "t");
  fs::create_symlink("self", folder / "t/self");
  folder.write("t/a", "a");
  Request request = tree_of({folder / "t"});
  request.trees.options.links = Links::follow;
  const Looked looked = look(request);
  EXPECT_EQ(looked.seen, Seen::incomplete);
  EXPECT_EQ(looked.of<TreeRecord>().size(), 0U);
  EXPECT_EQ(looked.of<FileRecord>().size(), 1U);
  EXPECT_EQ(looked.errors(), (std::vector<std::string>{
                                 "file " + (folder / "t/self") + ": too many levels of symbolic links",
                                 "tree " + (folder / "t") +
                                     ": no digest of the whole: not all of it could be read (1 problem)"}));
}

TEST(Trees, have_a_dir_hash_where_it_is_asked_for_and_defined) {
  const TempFolder folder;
  fs::create_directories(folder / "t");
  folder.write("t/a", "a");
  Request request = tree_of({folder / "t"});
  request.trees.dir_hash = Trees::DirHash::make;
  EXPECT_EQ(look(request).of<TreeRecord>().at(0).dir_hash1, sha256(sha256("a").render() + "  a\n"));
  fs::create_symlink("a", folder / "t/l");
  const Looked looked = look(request);
  EXPECT_EQ(looked.of<TreeRecord>().at(0).dir_hash1, std::nullopt);
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_NE(looked.errors()[0].find("no dirHash1: it is not defined"), std::string::npos);
}

TEST(Trees, of_a_process_are_in_its_own_root) {
  const TempFolder folder;
  fs::create_directories(folder / "t");
  folder.write("t/a", "a");
  const Child child = Child::execute({});
  Request request = of_process(child.pid());
  request.trees.paths = {folder / "t"};
  const Looked looked = look(request);
  if (looked.errors().size() == 1 && looked.errors()[0].find("root cannot be opened") != std::string::npos)
    GTEST_SKIP() << "skipped: this user may not see the process's root";
  const auto files = looked.of<FileRecord>();
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].evidence, EvidenceKind::process);
  EXPECT_TRUE(looked.of<TreeRecord>().at(0).evidence == EvidenceKind::process);
}

}  // namespace
}  // namespace evidence::host
