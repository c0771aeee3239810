#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <filesystem>
#include <functional>

#include "evidence/digest.h"
#include "temp_folder.h"

namespace evidence {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

TreeEntry entry(const std::string& path, EntryKind kind, std::uint32_t mode) {
  TreeEntry made;
  made.path = path;
  made.kind = kind;
  made.status.mode = mode;
  return made;
}

TEST(TreeDigest, IsOverOneLineAnEntry) {
  TreeEntry file = entry("lib/a.so", EntryKind::file, S_IFREG | 0644);
  file.digest = sha256("content");
  TreeEntry link = entry("lib/b.so", EntryKind::symlink, S_IFLNK | 0777);
  link.target = "a.so";
  TreeEntry device = entry("null", EntryKind::character_device, S_IFCHR | 0666);
  device.status.special = makedev(1, 3);
  TreeEntry mount = entry("proc", EntryKind::directory, S_IFDIR | 0555);
  mount.entered = false;
  TreeDigest digest;
  digest.add(entry("", EntryKind::directory, S_IFDIR | 0755));
  digest.add(entry("lib", EntryKind::directory, S_IFDIR | 01777));
  digest.add(file);
  digest.add(link);
  digest.add(device);
  digest.add(entry("pipe", EntryKind::fifo, S_IFIFO | 0600));
  digest.add(mount);
  digest.add(entry("sock", EntryKind::socket, S_IFSOCK | 0755));
  EXPECT_EQ(digest.finish(),
            sha256("d 0755 - ./\0d 1777 - lib/\0f 0644 "s + sha256("content").render() +
                   " lib/a.so\0l 0777 "s + sha256("a.so").render() +
                   " lib/b.so\0c 0666 1:3 null\0p 0600 - pipe\0m 0555 - proc/\0s 0755 - sock\0"s));
}

Digest digest_of(const std::string& path) {
  TreeDigest digest;
  const std::string paths[] = {path};
  walk_paths(nullptr, paths, {}, [&](const std::string&, const TreeEntry& found) { digest.add(found); });
  return digest.finish();
}

struct Change {
  std::string name;
  std::function<void(const TempFolder&)> make;
};

class Changes : public testing::TestWithParam<Change> {};

TEST_P(Changes, MakeAnotherDigest) {
  const TempFolder folder;
  fs::create_directories(folder / "t/d");
  folder.write("t/run.sh", "echo");
  folder.write("t/name", "target");
  fs::create_symlink("run.sh", folder / "t/link");
  const Digest before = digest_of(folder / "t");
  EXPECT_EQ(digest_of(folder / "t"), before);
  GetParam().make(folder);
  EXPECT_NE(digest_of(folder / "t"), before);
}

INSTANTIATE_TEST_SUITE_P(
    TreeDigest, Changes,
    testing::Values(Change{"content", [](const TempFolder& f) { f.write("t/run.sh", "ohce"); }},
                    Change{"executable", [](const TempFolder& f) { chmod((f / "t/run.sh").c_str(), 0755); }},
                    Change{"name", [](const TempFolder& f) { fs::rename(f / "t/run.sh", f / "t/run2.sh"); }},
                    Change{"place",
                           [](const TempFolder& f) { fs::rename(f / "t/run.sh", f / "t/d/run.sh"); }},
                    Change{"empty_directory", [](const TempFolder& f) { fs::create_directory(f / "t/e"); }},
                    Change{"directory_mode", [](const TempFolder& f) { chmod((f / "t/d").c_str(), 0700); }},
                    Change{"top_mode", [](const TempFolder& f) { chmod((f / "t").c_str(), 0700); }},
                    Change{"target",
                           [](const TempFolder& f) {
                             fs::remove(f / "t/link");
                             fs::create_symlink("./run.sh", f / "t/link");
                           }},
                    Change{"file_becomes_link_to_its_content",
                           [](const TempFolder& f) {
                             fs::remove(f / "t/name");
                             fs::create_symlink("target", f / "t/name");
                           }},
                    Change{"fifo", [](const TempFolder& f) { mkfifo((f / "t/fifo").c_str(), 0600); }}),
    [](const auto& value) { return value.param.name; });

TEST(DirHash1, IsGosOverFilesAlone) {
  TreeEntry b = entry("a/b", EntryKind::file, S_IFREG | 0600);
  b.digest = sha256("b");
  TreeEntry c = entry("c", EntryKind::file, S_IFREG | 0755);
  c.digest = sha256("c");
  DirHash1 hash;
  hash.add(entry("", EntryKind::directory, S_IFDIR | 0755));
  hash.add(entry("a", EntryKind::directory, S_IFDIR | 0755));
  hash.add(b);
  hash.add(c);
  EXPECT_EQ(hash.finish(), sha256(sha256("b").render() + "  a/b\n" + sha256("c").render() + "  c\n"));
}

TEST(DirHash1, IsNotDefinedForWhatGoHasNoAnswerTo) {
  TreeEntry line_feed = entry("a\nb", EntryKind::file, S_IFREG | 0644);
  line_feed.digest = sha256("");
  TreeEntry mount = entry("m", EntryKind::directory, S_IFDIR | 0755);
  mount.entered = false;
  for (const TreeEntry& odd : {line_feed, mount, entry("l", EntryKind::symlink, S_IFLNK | 0777),
                               entry("p", EntryKind::fifo, S_IFIFO | 0600)}) {
    DirHash1 hash;
    hash.add(odd);
    EXPECT_FALSE(hash.finish()) << odd.path;
  }
}

}  // namespace
}  // namespace evidence
