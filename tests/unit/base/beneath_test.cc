#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "evidence/base.h"
#include "temp_folder.h"
#include "walk.h"

namespace evidence {
namespace {

using Opener = Descriptor (*)(const Descriptor&, std::string_view, Resolve, int);

bool kernel_has_openat2() {
  const open_how how{};
  return syscall(SYS_openat2, -1, "a", &how, sizeof how) < 0 && errno == EBADF;
}

// base/          file sub/inner sub/deep/ fifo and links of all kinds; outside beside it
struct Tree {
  TempFolder folder;
  Descriptor base;

  Tree() {
    namespace fs = std::filesystem;
    fs::create_directories(folder / "base/sub/deep");
    folder.write("outside", "outside");
    folder.write("base/file", "file");
    folder.write("base/sub/inner", "inner");
    mkfifo((folder / "base/fifo").c_str(), 0600);
    const std::pair<const char*, std::string> links[] = {
        {"to_file", "file"},
        {"to_sub", "sub"},
        {"to_inner", "sub/inner"},
        {"to_link", "to_inner"},
        {"slashes", "sub//inner"},
        {"to_folder_slash", "sub/"},
        {"absolute", "/file"},
        {"up", "../outside"},
        {"up_deep", "sub/../../outside"},
        {"loop", "loop"},
        {"one", "two"},
        {"two", "one"},
        {"dangling", "nothing"},
        {"sub/back", "../file"},
        {"real", folder / "base/file"},
        {"to_outside", folder / "outside"},
        {"here", "."},
        {"file_slash", "file/"},
    };
    for (const auto& [name, target] : links) {
      fs::create_symlink(target, folder / ("base/" + std::string(name)));
    }
    base = open_directory(folder / "base");
  }
};

struct Row {
  const char* path;
  const char* beneath;  // the content, "folder", "fifo" or "link", or an errno's name
  const char* in_root;
  int flags = 0;
};

constexpr Row kRows[] = {
    {"file", "file", "file"},
    {"./file", "file", "file"},
    {"sub/inner", "inner", "inner"},
    {"sub//inner", "inner", "inner"},
    {"sub/../file", "file", "file"},
    {"sub/deep/../../file", "file", "file"},
    {".", "folder", "folder"},
    {"./", "folder", "folder"},
    {"sub", "folder", "folder"},
    {"sub/", "folder", "folder"},
    {"sub/.", "folder", "folder"},
    {"sub/..", "folder", "folder"},
    {"sub/deep/..", "folder", "folder"},
    {"to_file", "file", "file"},
    {"to_sub/inner", "inner", "inner"},
    {"to_sub/../file", "file", "file"},
    {"to_sub", "folder", "folder"},
    {"to_sub/", "folder", "folder"},
    {"to_folder_slash", "folder", "folder"},
    {"to_folder_slash/inner", "inner", "inner"},
    {"to_link", "inner", "inner"},
    {"slashes", "inner", "inner"},
    {"sub/back", "file", "file"},
    {"here/here/file", "file", "file"},
    {"fifo", "fifo", "fifo"},
    {"", "ENOENT", "ENOENT"},
    {"nothing", "ENOENT", "ENOENT"},
    {"nothing/x", "ENOENT", "ENOENT"},
    {"dangling", "ENOENT", "ENOENT"},
    {"file/", "ENOTDIR", "ENOTDIR"},
    {"file/.", "ENOTDIR", "ENOTDIR"},
    {"file/..", "ENOTDIR", "ENOTDIR"},
    {"file/x", "ENOTDIR", "ENOTDIR"},
    {"file_slash", "ENOTDIR", "ENOTDIR"},
    {"to_file/", "ENOTDIR", "ENOTDIR"},
    {"loop", "ELOOP", "ELOOP"},
    {"one/x", "ELOOP", "ELOOP"},
    // The ways out: each is refused below the base, and stays inside where the base is the root.
    {"..", "EXDEV", "folder"},
    {"../outside", "EXDEV", "ENOENT"},
    {"../file", "EXDEV", "file"},
    {"sub/../../file", "EXDEV", "file"},
    {"/", "EXDEV", "folder"},
    {"/file", "EXDEV", "file"},
    {"//sub/inner", "EXDEV", "inner"},
    {"/../file", "EXDEV", "file"},
    {"absolute", "EXDEV", "file"},
    {"absolute/", "EXDEV", "ENOTDIR"},
    {"up", "EXDEV", "ENOENT"},
    {"up_deep", "EXDEV", "ENOENT"},
    {"real", "EXDEV", "ENOENT"},
    {"to_outside", "EXDEV", "ENOENT"},
    {"to_file", "ELOOP", "ELOOP", O_NOFOLLOW},
    {"to_sub/inner", "inner", "inner", O_NOFOLLOW},
    {"to_sub/", "folder", "folder", O_NOFOLLOW},
    {"to_file", "link", "link", O_PATH | O_NOFOLLOW},
    {"to_outside", "link", "link", O_PATH | O_NOFOLLOW},
    {"to_file", "regular", "regular", O_PATH},
    {"fifo", "fifo", "fifo", O_PATH},
    {"file", "ENOTDIR", "ENOTDIR", O_DIRECTORY},
    {"to_sub", "folder", "folder", O_DIRECTORY},
    {"to_sub", "ENOTDIR", "ENOTDIR", O_DIRECTORY | O_NOFOLLOW},
    {"sub", "folder", "folder", O_PATH | O_DIRECTORY},
};

std::string name_of(int number) {
  switch (number) {
    case ENOENT:
      return "ENOENT";
    case ENOTDIR:
      return "ENOTDIR";
    case ELOOP:
      return "ELOOP";
    case EXDEV:
      return "EXDEV";
    default:
      return std::to_string(number);
  }
}

std::string outcome(Opener opener, const Descriptor& base, std::string_view path, Resolve resolve,
                    int flags) {
  try {
    const Descriptor opened = opener(base, path, resolve, flags);
    struct stat status {};
    fstat(opened.get(), &status);
    if (S_ISREG(status.st_mode)) {
      return (flags & O_PATH) != 0 ? "regular" : read_to_end(opened, path, 100);
    }
    return S_ISDIR(status.st_mode) ? "folder" : S_ISFIFO(status.st_mode) ? "fifo" : "link";
  } catch (const SystemError& error) {
    return name_of(error.code().value());
  }
}

void expect_table(Opener opener) {
  const Tree tree;
  for (const Row& row : kRows) {
    EXPECT_EQ(outcome(opener, tree.base, row.path, Resolve::beneath, row.flags), row.beneath)
        << row.path << " beneath, flags " << row.flags;
    EXPECT_EQ(outcome(opener, tree.base, row.path, Resolve::in_root, row.flags), row.in_root)
        << row.path << " in root, flags " << row.flags;
  }
}

TEST(Beneath, TheKernelsWay) {
  if (!kernel_has_openat2()) {
    GTEST_SKIP() << "skipped: the kernel has no openat2";
  }
  expect_table(open_beneath);
}

TEST(Beneath, TheWalkHasTheSameResults) {
  expect_table(walk_beneath);
}

void expect_magic_links_refused(Opener opener) {
  const Descriptor proc = open_directory("/proc");
  for (const char* path : {"self/exe", "self/root", "self/cwd", "self/cwd/x", "self/root/etc/passwd"}) {
    EXPECT_EQ(outcome(opener, proc, path, Resolve::beneath, 0), "ELOOP") << path;
    EXPECT_EQ(outcome(opener, proc, path, Resolve::in_root, 0), "ELOOP") << path;
  }
  EXPECT_NO_THROW(opener(proc, "self/status", Resolve::beneath, 0));
  EXPECT_EQ(outcome(opener, proc, "self/exe", Resolve::beneath, O_PATH | O_NOFOLLOW), "link");
}

TEST(Beneath, TheKernelsWayRefusesMagicLinks) {
  if (!kernel_has_openat2()) {
    GTEST_SKIP() << "skipped: the kernel has no openat2";
  }
  expect_magic_links_refused(open_beneath);
}

TEST(Beneath, TheWalkRefusesMagicLinks) {
  expect_magic_links_refused(walk_beneath);
}

TEST(Beneath, ALongChainOfLinksEnds) {
  const Tree tree;
  for (int i = 0; i < 50; ++i) {
    const std::string next = i == 49 ? "file" : "chain" + std::to_string(i + 1);
    std::filesystem::create_symlink(next, tree.folder / ("base/chain" + std::to_string(i)));
  }
  for (const Opener opener : {Opener{open_beneath}, Opener{walk_beneath}}) {
    EXPECT_EQ(outcome(opener, tree.base, "chain0", Resolve::beneath, 0), "ELOOP");
    EXPECT_EQ(outcome(opener, tree.base, "chain10", Resolve::beneath, 0), "file");
    EXPECT_EQ(outcome(opener, tree.base, "chain9", Resolve::beneath, 0), "ELOOP");
  }
}

TEST(Beneath, ANulIsNoEndOfThePath) {
  const Tree tree;
  EXPECT_THROW(open_beneath(tree.base, std::string_view("file\0x", 6), Resolve::beneath), SystemError);
}

TEST(Beneath, DescriptorsAreNotInherited) {
  const Tree tree;
  for (const Opener opener : {Opener{open_beneath}, Opener{walk_beneath}}) {
    for (const int flags : {0, O_PATH}) {
      const Descriptor opened = opener(tree.base, "sub/inner", Resolve::beneath, flags);
      EXPECT_NE(fcntl(opened.get(), F_GETFD) & FD_CLOEXEC, 0);
    }
  }
}

}  // namespace
}  // namespace evidence
