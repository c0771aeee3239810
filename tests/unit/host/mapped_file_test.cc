#include "mapped_file.h"

#include "mapped_code.h"

namespace evidence::host {
namespace {

struct NameRow {
  const char* title;
  const char* name;
};

class MappedName : public testing::TestWithParam<NameRow> {};

TEST_P(MappedName, is_kept_as_it_is) {
  const TempFolder folder;
  const std::string path = folder.write(GetParam().name, code());
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  const Looked looked = look(all_mapped_of(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto records = records_at(looked, path);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].digest, sha256(code()));
  EXPECT_FALSE(records[0].deleted);
}

INSTANTIATE_TEST_SUITE_P(Table, MappedName,
                         testing::Values(NameRow{"plain", "lib.so"}, NameRow{"spaces", " a  b "},
                                         NameRow{"line_feed", "a\nb"}, NameRow{"escape", "a\\040b"},
                                         NameRow{"deleted", "lib.so (deleted)"},
                                         NameRow{"not_utf8", "\xff\xfe"}, NameRow{"heap", "[heap]"}),
                         [](const auto& row) { return row.param.title; });

// A library that was overwritten in place: memory and file agree, and only the change time tells.
TEST(Mapped, tells_what_was_overwritten) {
  const TempFolder folder;
  const std::string path = folder.write("lib.so", code('a'));
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  usleep(50'000);
  std::fstream(path, std::ios::in | std::ios::out) << code('b');
  const Looked looked = look(all_mapped_of(child.pid(), Memory::compare));
  const auto records = records_at(looked, path);
  ASSERT_EQ(records.size(), 1U) << testing::PrintToString(looked.errors());
  EXPECT_EQ(records[0].digest, sha256(code('b')));
  EXPECT_FALSE(records[0].deleted);
  EXPECT_TRUE(records[0].changed_after_start);
  EXPECT_EQ(records[0].pages, 3U);
  EXPECT_EQ(records[0].changed_pages, 0U);
}

// Another file at its path: the old bytes are still what is executed.
TEST(Mapped, tells_what_was_replaced) {
  NEED_MAP_FILES();
  const TempFolder folder;
  const std::string path = folder.write("lib.so", code('a'));
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  fs::rename(folder.write("new", code('b')), path);
  const auto records = records_at(look(all_mapped_of(child.pid(), Memory::compare)), path);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].digest, sha256(code('a')));
  EXPECT_EQ(records[0].via, Via::map_files);
  EXPECT_TRUE(records[0].deleted);
  EXPECT_EQ(records[0].changed_pages, 0U);
}

TEST(Mapped, tells_what_was_deleted_whatever_its_name) {
  NEED_MAP_FILES();
  const TempFolder folder;
  const std::string path = folder.write("lib.so (deleted)", code());
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  fs::remove(path);
  folder.write("lib.so", "a decoy");
  Request request = all_mapped_of(child.pid());
  request.watch.mapped = WatchList::Mapped::listed_files;
  request.watch.files = {folder / "lib.so", path};
  const auto records = look(request).of<MappedRecord>();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].path, path);
  EXPECT_EQ(records[0].digest, sha256(code()));
  EXPECT_TRUE(records[0].deleted);
}

// Another name for the bytes is left, so the mark stays: the link count does not prove it.
TEST(Mapped, keeps_the_mark_of_a_name_whose_file_has_another) {
  NEED_MAP_FILES();
  const TempFolder folder;
  const std::string path = folder.write("lib.so", code());
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  fs::rename(path, folder / "moved");
  fs::create_hard_link(folder / "moved", folder / "other");
  fs::remove(folder / "moved");
  const auto records = records_at(look(all_mapped_of(child.pid())), folder / "moved (deleted)");
  ASSERT_EQ(records.size(), 1U);
  EXPECT_FALSE(records[0].deleted);
}

TEST(Mapped, has_a_memfd) {
  const Child child = Child::fork_and([] {
    const int file = memfd_create("jit code", 0);
    return write(file, code().data(), code().size()) > 0 &&
           mmap(nullptr, 3 * kPage, kCode, MAP_SHARED, file, 0) != MAP_FAILED;
  });
  NEED_EXECUTABLE(child);
  const Looked looked = look(all_mapped_of(child.pid(), Memory::compare));
  if (!may_use_map_files()) {
    ASSERT_EQ(looked.errors().size(), 1U);
    EXPECT_TRUE(looked.errors()[0].starts_with("mapped /memfd:jit code (deleted): it has no path; "))
        << looked.errors()[0];
    return;
  }
  const auto records = records_of(looked, Kind::memfd);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].path, "/memfd:jit code");
  EXPECT_EQ(records[0].digest, sha256(code()));
  EXPECT_EQ(records[0].size, code().size());
  EXPECT_EQ(records[0].changed_pages, 0U);
}

TEST(Mapped, says_what_a_device_is) {
  const Child child = Child::fork_and([] { return map_file("/dev/zero") != nullptr; });
  NEED_EXECUTABLE(child);
  const Looked looked = look(all_mapped_of(child.pid()));
  ASSERT_EQ(looked.errors().size(), 1U) << testing::PrintToString(looked.errors());
  EXPECT_EQ(looked.errors()[0], "mapped /dev/zero: is a character device");
}

// Who has no capability can still read what lies at the path, as long as it is the very file.
TEST(Mapped, takes_the_path_without_the_capability) {
  const TempFolder folder;
  ASSERT_EQ(chmod(folder.path().c_str(), 0777), 0);
  const std::string same = folder.write("same", code('a'));
  const std::string replaced = folder.write("replaced", code('a'));
  const std::string deleted = folder.write("deleted", code('a'));
  const Child observer = Child::fork_and([&] {
    if (may_use_map_files() && (setgid(65534) != 0 || setuid(65534) != 0)) return false;
    prctl(PR_SET_DUMPABLE, 1);
    if (may_use_map_files()) return false;
    const Child child = Child::fork_and([&] {
      return map_file(same) != nullptr && map_file(replaced) != nullptr && map_file(deleted) != nullptr;
    });
    fs::remove(deleted);
    fs::rename(folder.write("new", code('b')), replaced);
    Request request = all_mapped_of(child.pid());
    request.watch.mapped = WatchList::Mapped::listed_files;
    request.watch.files = {same, replaced, deleted};
    const Looked looked = look(request);
    std::string lines;
    for (const MappedRecord& record : looked.of<MappedRecord>()) {
      lines += record.path + " " + record.digest->render() + (record.via == Via::path ? " by path\n" : "\n");
    }
    for (const std::string& error : looked.errors()) lines += error + "\n";
    folder.write("lines", lines);
    return child.is_ready();
  });
  if (!observer.is_ready()) GTEST_SKIP() << "skipped: this user cannot do without the capability";
  const std::string reason =
      " (deleted): was deleted or replaced since, as maps has it; the mapped file itself can be reached only "
      "through "
      "map_files, which needs CAP_CHECKPOINT_RESTORE or CAP_SYS_ADMIN\n";
  EXPECT_EQ(folder.read("lines"), same + " " + sha256(code('a')).render() + " by path\n" + "mapped " +
                                      deleted + reason + "mapped " + replaced + reason);
}

TEST(Mapped, of_a_process_that_maps_and_unmaps_has_no_wrong_digest) {
  const TempFolder folder;
  const std::string one = folder.write("one", code('1'));
  const std::string two = folder.write("two", code('2'));
  const Child child = Child::fork_and([&] {
    const auto turn = [](const std::string& path, void* at) {
      const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
      return mmap(at, 3 * kPage, kCode, MAP_PRIVATE | (at == nullptr ? 0 : MAP_FIXED), file.get(), 0);
    };
    void* const place = turn(one, nullptr);
    if (place == MAP_FAILED) return false;
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close_range(3, ~0U, 0);  // the pipe that tells that the other is ready
      folder.write("pid", std::to_string(getpid()));
      while (true) {
        turn(two, place);
        turn(one, place);
      }
    }
    while (folder.read("pid").empty()) usleep(1000);
    return true;
  });
  NEED_EXECUTABLE(child);
  Request request = all_mapped_of(std::stoll(folder.read("pid")));
  request.watch.mapped = WatchList::Mapped::listed_files;
  request.watch.files = {one, two};
  for (int turn = 0; turn < 50; ++turn) {
    const Looked looked = look(request);
    for (const MappedRecord& record : looked.of<MappedRecord>()) {
      EXPECT_EQ(record.digest, sha256(code(record.path == one ? '1' : '2'))) << record.path;
    }
    EXPECT_FALSE(looked.of<MappedRecord>().empty() && looked.errors().empty());
  }
}

TEST(MappedByPath, is_the_file_that_maps_shows) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("root/lib.so", code());
  proc.write(7, "maps", line_of(path, "/lib.so"));
  const Looked looked = look(all_mapped_of(7), proc.world());
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto records = records_at(looked, "/lib.so");
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].digest, sha256(code()));
  EXPECT_EQ(records[0].via, Via::path);
}

TEST(MappedByPath, of_a_process_with_a_root_of_its_own_is_below_that) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("root/lib.so", code());
  proc.write(7, "maps", line_of(path, path));
  EXPECT_EQ(records_at(look(all_mapped_of(7), proc.world()), "/lib.so").size(), 1U);
}

TEST(MappedByPath, is_no_other_file) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("root/lib.so", code());
  proc.write(7, "maps", line_of(path, "/lib.so", 1));
  const Looked looked = look(all_mapped_of(7), proc.world());
  EXPECT_EQ(looked.of<MappedRecord>().size(), 0U);
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_TRUE(looked.errors()[0].starts_with("mapped /lib.so: cannot be tied to a file: maps shows device "))
      << looked.errors()[0];
}

struct Unreachable {
  const char* title;
  const char* name;
  const char* reason;
};

class MappedError : public testing::TestWithParam<Unreachable> {};

TEST_P(MappedError, says_why) {
  FakeProc proc;
  proc.add(7);
  proc.write(7, "maps", std::string("10000-13000 r-xp 00000000 fe:00 5    ") + GetParam().name + "\n");
  const Looked looked = look(all_mapped_of(7), proc.world());
  EXPECT_EQ(looked.seen, Seen::incomplete);
  ASSERT_EQ(looked.errors().size(), 1U);
  EXPECT_TRUE(looked.errors()[0].starts_with(std::string("mapped ") + GetParam().name + ": " +
                                             GetParam().reason + "; the mapped file itself"))
      << looked.errors()[0];
}

INSTANTIATE_TEST_SUITE_P(Table, MappedError,
                         testing::Values(Unreachable{"missing", "/none", "no file is at its path"},
                                         Unreachable{"deleted", "/none (deleted)",
                                                     "was deleted or replaced since, as maps has it"},
                                         Unreachable{"memfd", "/memfd:x (deleted)", "it has no path"},
                                         Unreachable{"pseudo", "anon_inode:[perf_event]", "it has no path"}),
                         [](const auto& row) { return row.param.title; });

// Through map_files the file is the file, whatever device its status shows.
TEST(MappedThroughMapFiles, needs_no_device_that_agrees) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("anywhere", code());
  fs::create_directories(proc.path(7, "map_files"));
  fs::create_symlink(path, proc.path(7, "map_files/10000-13000"));
  proc.write(7, "maps", line_of(path, path, 1));
  const auto records = records_at(look(all_mapped_of(7), proc.world()), path);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].via, Via::map_files);
}

TEST(MappedThroughMapFiles, is_gone_where_another_file_is_mapped_now) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("other", code());
  fs::create_directories(proc.path(7, "map_files"));
  fs::create_symlink(path, proc.path(7, "map_files/10000-13000"));
  proc.write(7, "maps", line_of(path, "/lib.so"));
  EXPECT_EQ(look(all_mapped_of(7), proc.world()).errors(),
            std::vector<std::string>{"mapped /lib.so: its mapping went away while it was observed"});
}

TEST(MappedThroughMapFiles, is_gone_where_nothing_is_mapped_now) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("root/lib.so", code());
  fs::create_directories(proc.path(7, "map_files"));
  proc.write(7, "maps", line_of(path, "/lib.so"));
  EXPECT_EQ(look(all_mapped_of(7), proc.world()).errors(),
            std::vector<std::string>{"mapped /lib.so: its mapping went away while it was observed"});
}

// The mapping moved between the two readings of maps.
TEST(MappedThroughMapFiles, is_looked_for_once_more) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("lib.so", code());
  fs::create_directories(proc.path(7, "map_files"));
  fs::create_symlink(path, proc.path(7, "map_files/20000-23000"));
  const std::string memory = "90000-91000 r-xp 00000000 00:00 0\n";
  std::string moved = memory + line_of(path, path);
  proc.write(7, "maps", moved);
  moved.replace(memory.size(), 11, "20000-23000");
  std::vector<RecordBody> records;
  const Seen seen = observe(proc.world(), all_mapped_of(7), [&](const RecordBody& body) {
    records.push_back(body);
    const auto* mapped = std::get_if<MappedRecord>(&body);
    if (mapped != nullptr && mapped->kind == Kind::anonymous) proc.write(7, "maps", moved);
  });
  EXPECT_EQ(seen, Seen::complete);
  EXPECT_EQ(std::get<MappedRecord>(records.back()).digest, sha256(code()));
}

}  // namespace
}  // namespace evidence::host
