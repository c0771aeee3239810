#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "evidence/digest.h"
#include "temp_folder.h"

namespace evidence {
namespace {

namespace fs = std::filesystem;

struct Walked {
  std::vector<TreeEntry> entries;

  std::vector<std::string> paths() const {
    std::vector<std::string> found;
    for (const TreeEntry& entry : entries) {
      found.push_back(entry.path + (entry.kind == EntryKind::directory ? "/" : ""));
    }
    return found;
  }
  const TreeEntry& at(std::string_view path) const {
    for (const TreeEntry& entry : entries) {
      if (entry.path == path) {
        return entry;
      }
    }
    throw std::runtime_error("no entry " + std::string(path));
  }
  std::vector<std::string> problems() const {
    std::vector<std::string> found;
    for (const TreeEntry& entry : entries) {
      if (!entry.problem.empty()) {
        found.push_back(entry.path + ": " + entry.problem);
      }
    }
    return found;
  }
};

Walked walk(const std::string& path, const TreeOptions& options = {}) {
  Walked walked;
  const std::string paths[] = {path};
  walk_paths(nullptr, paths, options,
             [&](const std::string&, const TreeEntry& entry) { walked.entries.push_back(entry); });
  return walked;
}

void make_socket(const std::string& path) {
  const Descriptor made(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

TEST(WalkPaths, GiveEveryKindOfEntryInTheOrderOfBytes) {
  const TempFolder folder;
  fs::create_directories(folder / "t/lib");
  folder.write("t/lib.so", "so");
  folder.write("t/lib/z", "z");
  folder.write("t/lib-a", "a");
  folder.write("t/\xff", "not UTF-8");
  folder.write("t/line\nfeed", "");
  fs::create_symlink("../else\xfewhere", folder / "t/link");
  ASSERT_EQ(mkfifo((folder / "t/data.json").c_str(), 0600), 0);
  make_socket(folder / "t/sock");
  const Walked walked = walk(folder / "t");
  EXPECT_EQ(walked.paths(), (std::vector<std::string>{"/", "data.json", "lib-a", "lib.so", "lib/", "lib/z",
                                                      "line\nfeed", "link", "sock", "\xff"}));
  EXPECT_EQ(walked.problems(), std::vector<std::string>{});
  EXPECT_EQ(walked.at("lib/z").digest, sha256("z"));
  EXPECT_EQ(walked.at("line\nfeed").digest, sha256(""));
  EXPECT_EQ(walked.at("link").kind, EntryKind::symlink);
  EXPECT_EQ(walked.at("link").target, "../else\xfewhere");
  EXPECT_EQ(walked.at("data.json").kind, EntryKind::fifo);
  EXPECT_EQ(walked.at("sock").kind, EntryKind::socket);
  EXPECT_FALSE(walked.at("data.json").digest);
}

TEST(WalkPaths, GiveTheSameWhateverTheNumberOfThreads) {
  const TempFolder folder;
  for (int i = 0; i < 30; ++i) {
    const std::string name = "d" + std::to_string(i % 6) + "/e" + std::to_string(i % 5);
    fs::create_directories(folder / name);
    for (int j = 0; j < 20; ++j) {
      folder.write(name + "/" + std::to_string(j), std::string(static_cast<std::size_t>(i * j * 97), 'x'));
    }
  }
  const Walked one = walk(folder.path(), {.jobs = 1});
  ASSERT_EQ(one.entries.size(), 1U + 6 + 30 + 600);
  for (const unsigned jobs : {0U, 2U, 3U, 16U}) {
    const Walked many = walk(folder.path(), {.jobs = jobs});
    ASSERT_EQ(many.paths(), one.paths()) << jobs;
    for (std::size_t at = 0; at < one.entries.size(); ++at) {
      EXPECT_EQ(many.entries[at].digest, one.entries[at].digest) << one.entries[at].path;
    }
  }
}

TEST(WalkPaths, FollowNoLinkInATreeUnlessAsked) {
  const TempFolder folder;
  fs::create_directories(folder / "t/a/b");
  fs::create_directories(folder / "out");
  folder.write("out/file", "outside");
  fs::create_directory_symlink("../out", folder / "t/dir");
  fs::create_symlink("../out/file", folder / "t/file");
  fs::create_symlink("nowhere", folder / "t/dangling");
  const Walked recorded = walk(folder / "t");
  EXPECT_EQ(recorded.paths(), (std::vector<std::string>{"/", "a/", "a/b/", "dangling", "dir", "file"}));
  EXPECT_EQ(recorded.at("dir").target, "../out");

  const Walked followed = walk(folder / "t", {.links = Links::follow});
  EXPECT_EQ(followed.paths(),
            (std::vector<std::string>{"/", "a/", "a/b/", "dangling", "dir/", "dir/file", "file"}));
  EXPECT_EQ(followed.at("dir/file").digest, sha256("outside"));
  EXPECT_EQ(followed.at("file").digest, sha256("outside"));
  EXPECT_EQ(followed.at("dangling").kind, EntryKind::symlink);
  EXPECT_EQ(followed.problems(), std::vector<std::string>{});
}

TEST(WalkPaths, TellLinksThatLeadBack) {
  const TempFolder folder;
  fs::create_directories(folder / "t/a/b");
  fs::create_directory_symlink(".", folder / "t/loop");
  fs::create_symlink("self", folder / "t/self");
  fs::create_directory_symlink("../..", folder / "t/a/b/up");
  EXPECT_EQ(walk(folder / "t").problems(), std::vector<std::string>{});
  EXPECT_EQ(walk(folder / "t", {.links = Links::follow}).problems(),
            (std::vector<std::string>{"a/b/up: is a link to a directory that it lies in",
                                      "loop: is a link to a directory that it lies in",
                                      "self: too many levels of symbolic links"}));
}

TEST(WalkPaths, NamedLinksAreFollowedAndWhatIsNotThereIsMissing) {
  const TempFolder folder;
  fs::create_directory(folder / "t");
  folder.write("t/f", "f");
  fs::create_directory_symlink("t", folder / "link");
  fs::create_symlink("t/f", folder / "file");
  ASSERT_EQ(mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(walk(folder / "link").paths(), (std::vector<std::string>{"/", "f"}));
  EXPECT_EQ(walk(folder / "file").at("").digest, sha256("f"));
  EXPECT_EQ(walk(folder / "gone").at("").problem, kMissing);
  EXPECT_EQ(walk(folder / "t/f/x").at("").problem, kMissing);
  EXPECT_EQ(walk(folder / "fifo").at("").kind, EntryKind::fifo);
  EXPECT_EQ(walk("/dev/null").at("").kind, EntryKind::character_device);
}

TEST(WalkPaths, StayBelowABase) {
  const TempFolder folder;
  fs::create_directories(folder / "root/etc");
  folder.write("root/etc/name", "inside");
  folder.write("name", "outside");
  fs::create_symlink("/etc/name", folder / "root/link");
  fs::create_symlink("../../../name", folder / "root/escape");
  const Descriptor base = open_directory(folder / "root");
  const std::string paths[] = {"/link", "link", "/escape", "/../../etc/name", "etc"};
  std::map<std::string, TreeEntry> found;
  walk_paths(&base, paths, {}, [&](const std::string& path, const TreeEntry& entry) { found[path] = entry; });
  EXPECT_EQ(found["/link"].digest, sha256("inside"));
  EXPECT_EQ(found["link"].digest, sha256("inside"));
  EXPECT_EQ(found["/escape"].problem, "is a symbolic link that leads nowhere");
  EXPECT_EQ(found["/../../etc/name"].digest, sha256("inside"));
  EXPECT_EQ(found["etc"].path, "name");
  EXPECT_THROW(
      walk_paths(&base, paths, {.links = Links::follow}, [](const std::string&, const TreeEntry&) {}),
      UsageError);
}

// Deeper than any path can say, and deeper than descriptors are kept open.
class DeepFolder {
 public:
  DeepFolder(int depth, const std::string& name) : depth_(depth), name_(name) {
    Descriptor at = open_directory(folder_.path());
    for (int level = 0; level < depth; ++level) {
      mkdirat(at.get(), name.c_str(), 0755);
      at = Descriptor(openat(at.get(), name.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    }
    close(openat(at.get(), "bottom", O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
    innermost_ = std::move(at);
  }
  ~DeepFolder() {
    unlinkat(innermost_.get(), "bottom", 0);
    for (int level = 0; level < depth_; ++level) {
      Descriptor above(openat(innermost_.get(), "..", O_PATH | O_DIRECTORY | O_CLOEXEC));
      unlinkat(above.get(), name_.c_str(), AT_REMOVEDIR);
      innermost_ = std::move(above);
    }
  }
  const std::string& path() const { return folder_.path(); }

 private:
  TempFolder folder_;
  int depth_;
  std::string name_;
  Descriptor innermost_;
};

TEST(WalkPaths, ReachBeyondTheLongestPath) {
  const DeepFolder folder(300, std::string(60, 'd'));
  const Walked walked = walk(folder.path());
  EXPECT_EQ(walked.problems(), std::vector<std::string>{});
  ASSERT_EQ(walked.entries.size(), 302U);
  EXPECT_EQ(walked.entries.back().path.size(), 300U * 61 + 6);
  EXPECT_EQ(walked.entries.back().digest, sha256(""));
}

TEST(WalkPaths, SayWhereAPathGrowsTooLong) {
  const DeepFolder folder(2100, std::string(250, 'd'));
  const Walked walked = walk(folder.path());
  ASSERT_EQ(walked.problems().size(), 1U);
  EXPECT_NE(walked.problems()[0].find("the paths in it are longer than 524288 bytes"), std::string::npos);
  EXPECT_LE(walked.entries.back().path.size(), kMaxTreePath);
}

TEST(WalkPaths, TellWhatChangesMeanwhile) {
  const TempFolder folder;
  folder.write("a", "");
  fs::create_directory(folder / "zz");
  std::vector<std::string> problems;
  bool changed = false;
  const std::string paths[] = {folder.path()};
  // Enough entries for the first to be taken before the last is looked at.
  for (int i = 0; i < 300; ++i) folder.write("f" + std::to_string(i), "");
  walk_paths(nullptr, paths, {.jobs = 1}, [&](const std::string&, const TreeEntry& entry) {
    if (!entry.problem.empty()) problems.push_back(entry.path + ": " + entry.problem);
    if (changed) return;
    changed = true;
    fs::remove(folder / "zz");
    folder.write("zz", "a file now");
  });
  EXPECT_EQ(problems,
            (std::vector<std::string>{"zz: changed while it was read", ": changed while it was read"}));
}

TEST(WalkPaths, EndWhenSomebodyAsks) {
  const TempFolder folder;
  for (int i = 0; i < 300; ++i) folder.write("f" + std::to_string(i), "");
  const std::string paths[] = {folder.path()};
  for (const unsigned jobs : {1U, 4U}) {
    Progress progress;
    const auto stop = [&](const std::string&, const TreeEntry&) { progress.stop = true; };
    EXPECT_THROW(walk_paths(nullptr, paths, {.jobs = jobs}, stop, &progress), Interrupted);
  }
}

TEST(WalkPaths, HandOnWhatIsThrown) {
  const TempFolder folder;
  for (int i = 0; i < 300; ++i) folder.write("f" + std::to_string(i), "");
  const std::string paths[] = {folder.path()};
  for (const unsigned jobs : {1U, 4U}) {
    const auto fail = [](const std::string&, const TreeEntry&) { throw std::runtime_error("full"); };
    EXPECT_THROW(walk_paths(nullptr, paths, {.jobs = jobs}, fail), std::runtime_error);
  }
}

TEST(WalkPaths, ReadNothingWhereContentsDoNotCount) {
  const TempFolder folder;
  folder.write("f", "12345");
  const Walked walked = walk(folder.path(), {.contents = Contents::skip});
  EXPECT_EQ(walked.at("f").status.size, 5U);
  EXPECT_FALSE(walked.at("f").digest);
}

}  // namespace
}  // namespace evidence
