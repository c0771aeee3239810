#include "mounts.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>

#include "child.h"
#include "evidence/digest.h"
#include "fake_proc.h"
#include "looked.h"

namespace evidence::host {
namespace {

namespace fs = std::filesystem;

struct Row {
  const char* title;
  const char* target;
  WatchList watch;
  bool watched;
};

WatchList under(const std::string& prefix) {
  WatchList watch;
  watch.mounts_under = {prefix};
  return watch;
}

WatchList at(const std::string& target) {
  WatchList watch;
  watch.mount_targets = {target};
  return watch;
}

class Watched : public testing::TestWithParam<Row> {};

TEST_P(Watched, goes_by_whole_components) {
  EXPECT_EQ(is_watched(GetParam().target, GetParam().watch), GetParam().watched);
}

INSTANTIATE_TEST_SUITE_P(
    Mounts, Watched,
    testing::Values(Row{"nothing", "/a", {}, false}, Row{"target", "/a/b", at("/a/b"), true},
                    Row{"below_a_target", "/a/b", at("/a"), false}, Row{"prefix", "/a", under("/a"), true},
                    Row{"below", "/a/b/c", under("/a"), true}, Row{"longer_name", "/ab", under("/a"), false},
                    Row{"above", "/", under("/a"), false}, Row{"slash", "/a/b", under("/a/"), true},
                    Row{"all", "/a", under("/"), true}, Row{"all_with_root", "/", under("/"), true}),
    [](const auto& row) { return row.param.title; });

const std::string kLines =
    "20 1 8:1 / / rw - ext4 /dev/sda rw\n"
    "21 20 0:5 / /opt/a rw,nosuid shared:1 - tmpfs none rw,size=4k\n"
    "22 20 0:6 /x /opt/a ro - tmpfs other rw\n"
    "23 20 0:7 / /opt/b\\040c rw - tmpfs none rw\n";

Looked look_at(const FakeProc& proc, const WatchList& watch) {
  Request request = of_process(7);
  request.watch = watch;
  return look(request, proc.world());
}

TEST(Mounts, come_in_the_kernels_order_with_all_at_one_target) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "mountinfo", kLines);
  WatchList watch = at("/opt/a");
  watch.mount_targets.push_back("/opt/b c");
  const auto mounts = look_at(proc, watch).of<MountRecord>();
  ASSERT_EQ(mounts.size(), 3U);
  EXPECT_EQ(mounts[0].options, "nosuid,rw,size=4k");
  EXPECT_EQ(mounts[1].options, "ro,rw");
  EXPECT_EQ(mounts[1].root, "/x");
  EXPECT_EQ(mounts[2].target, "/opt/b c");
}

TEST(Mounts, that_nobody_watches_are_not_even_read) {
  FakeProc proc;
  proc.add(7);
  fs::remove(proc.path(7, "mountinfo"));
  EXPECT_EQ(look_at(proc, {}).errors(), std::vector<std::string>());
  EXPECT_EQ(look_at(proc, under("/")).errors(),
            std::vector<std::string>{"mounts : cannot be read: no such file or directory"});
}

TEST(Mounts, with_a_line_that_cannot_be_read_are_incomplete) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda rw\nnonsense\n21 1 8:1 / /a rw - ext4 x rw\n");
  const Looked looked = look_at(proc, under("/"));
  EXPECT_EQ(looked.errors(),
            std::vector<std::string>{"mounts : line 2: mountinfo: mount id is not a number"});
  EXPECT_EQ(looked.of<MountRecord>().size(), 2U);
}

// A process in a mount namespace of its own in which `prepare` made mounts.
Child in_namespace(const std::function<bool()>& prepare) {
  return Child::fork_and([&] {
    return unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           prepare();
  });
}

bool bind_mount(const std::string& source, const std::string& target) {
  return mount(source.c_str(), target.c_str(), nullptr, MS_BIND, nullptr) == 0;
}

TEST(Mounts, of_regular_files_have_the_digest_in_the_processs_view) {
  const TempFolder folder;
  const std::string target = folder.write("target", "below");
  const std::string source = folder.write("so urce", "mounted");
  const Child child = in_namespace([&] { return bind_mount(source, target); });
  if (!child.is_ready()) GTEST_SKIP() << "skipped: no mount namespaces for this user";
  Request request = of_process(child.pid());
  request.watch = at(target);
  request.watch.files = {target};
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto mounts = looked.of<MountRecord>();
  ASSERT_EQ(mounts.size(), 1U);
  EXPECT_EQ(mounts[0].digest, sha256("mounted"));
  EXPECT_TRUE(mounts[0].root.ends_with("/so urce")) << mounts[0].root;
  ASSERT_EQ(looked.of<FileRecord>().size(), 1U);
  EXPECT_EQ(looked.of<FileRecord>()[0].digest, sha256("mounted"));
  EXPECT_EQ(folder.read("target"), "below");
}

TEST(Mounts, that_are_covered_have_no_digest) {
  const TempFolder folder;
  const std::string target = folder.write("target", "below");
  const std::string first = folder.write("first", "first");
  const std::string second = folder.write("second", "second");
  const Child child = in_namespace([&] { return bind_mount(first, target) && bind_mount(second, target); });
  if (!child.is_ready()) GTEST_SKIP() << "skipped: no mount namespaces for this user";
  Request request = of_process(child.pid());
  request.watch = at(target);
  const auto mounts = look(request).of<MountRecord>();
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].digest, std::nullopt);
  EXPECT_EQ(mounts[1].digest, sha256("second"));
}

TEST(Mounts, of_folders_have_no_digest) {
  const TempFolder folder;
  fs::create_directory(folder / "dir");
  fs::create_directory(folder / "odd \t\\\n#name");
  const std::string odd = folder / "odd \t\\\n#name";
  const Child child = in_namespace([&] {
    return mount("odd \t\\\n#source", odd.c_str(), "tmpfs", 0, "size=4k") == 0 &&
           bind_mount(folder / "dir", folder / "dir");
  });
  if (!child.is_ready()) GTEST_SKIP() << "skipped: no mount namespaces for this user";
  Request request = of_process(child.pid());
  request.watch = under(folder.path());
  const Looked looked = look(request);
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto mounts = looked.of<MountRecord>();
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[0].target, odd);
  EXPECT_EQ(mounts[0].source, "odd \t\\\n#source");
  EXPECT_EQ(mounts[0].fstype, "tmpfs");
  EXPECT_EQ(mounts[0].digest, std::nullopt);
  EXPECT_EQ(mounts[1].digest, std::nullopt);
}

}  // namespace
}  // namespace evidence::host
