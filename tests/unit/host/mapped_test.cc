#include "mapped.h"

#include "mapped_code.h"

namespace evidence::host {
namespace {

TEST(Mapped, has_the_program_and_its_libraries) {
  const Child child = Child::execute({});
  const Looked looked = look(all_mapped_of(child.pid()));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto program = records_at(looked, fs::canonical("/bin/sleep"));
  ASSERT_EQ(program.size(), 1U);
  EXPECT_EQ(program[0].kind, Kind::file);
  EXPECT_EQ(program[0].digest, looked.of<ProcessRecord>()[0].exe_digest);
  EXPECT_EQ(program[0].size, fs::file_size("/bin/sleep"));
  EXPECT_EQ(program[0].via, may_use_map_files() ? Via::map_files : Via::path);
  EXPECT_FALSE(program[0].deleted);
  EXPECT_FALSE(program[0].changed_after_start);
  EXPECT_EQ(program[0].pages, std::nullopt);
  EXPECT_GE(records_of(looked, Kind::file).size(), 2U);
  ASSERT_EQ(records_of(looked, Kind::vdso).size(), 1U);
  EXPECT_EQ(records_of(looked, Kind::vdso)[0].digest, std::nullopt);
  EXPECT_GT(records_of(looked, Kind::vdso)[0].size, 0U);
}

TEST(Mapped, is_nothing_where_nobody_asks) {
  const Child child = Child::execute({});
  Request request = all_mapped_of(child.pid(), Memory::compare);
  request.watch.mapped = WatchList::Mapped::none;
  EXPECT_EQ(look(request).of<MappedRecord>().size(), 0U);
}

TEST(Mapped, of_listed_files_is_of_those_alone) {
  const TempFolder folder;
  const std::string path = folder.write("lib.so", code());
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  Request request = all_mapped_of(child.pid());
  request.watch.mapped = WatchList::Mapped::listed_files;
  request.watch.files = {"/nonexistent/lib.so", path};
  const auto records = look(request).of<MappedRecord>();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].path, path);
  EXPECT_EQ(records[0].mappings, 1U);
}

// A deployment's link leads elsewhere after the process has loaded what it led to.
TEST(Mapped, of_listed_files_is_found_by_where_a_link_leads_and_by_its_last_name) {
  const TempFolder folder;
  fs::create_directories(folder / "r1");
  fs::create_directories(folder / "r2");
  const std::string loaded = folder.write("r1/lib.so.1", code());
  folder.write("r2/lib.so.1", code() + "new");
  fs::create_symlink("r1/lib.so.1", folder / "lib.so");
  const Child child = child_with(loaded);
  NEED_EXECUTABLE(child);
  Request request = all_mapped_of(child.pid());
  request.watch.mapped = WatchList::Mapped::listed_files;
  request.watch.files = {folder / "lib.so"};
  const auto by_link = look(request).of<MappedRecord>();
  ASSERT_EQ(by_link.size(), 1U);
  EXPECT_EQ(by_link[0].path, loaded);
  EXPECT_EQ(by_link[0].listed, folder / "lib.so");
  fs::remove(folder / "lib.so");
  fs::create_symlink("r2/lib.so.1", folder / "lib.so");
  const auto by_name = look(request).of<MappedRecord>();
  ASSERT_EQ(by_name.size(), 1U);
  EXPECT_EQ(by_name[0].path, loaded);
  EXPECT_EQ(by_name[0].listed, folder / "lib.so");
  EXPECT_EQ(by_name[0].digest, sha256(code()));
  request.watch.files = {folder / "r1/other"};
  EXPECT_EQ(look(request).of<MappedRecord>().size(), 0U);
}

TEST(Mapped, has_one_record_of_all_memory_without_a_file) {
  const Child before = Child::fork_and([] { return true; });
  const Child child = Child::fork_and([] {
    const auto map = [](std::size_t pages, int flags) {
      return mmap(nullptr, pages * kPage, kCode, flags | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
    };
    return map(2, MAP_PRIVATE) && map(3, MAP_SHARED);
  });
  NEED_EXECUTABLE(child);
  const auto base = records_of(look(all_mapped_of(before.pid())), Kind::anonymous);
  const auto records = records_of(look(all_mapped_of(child.pid())), Kind::anonymous);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].path, "");
  EXPECT_EQ(records[0].digest, std::nullopt);
  EXPECT_EQ(records[0].mappings, 2U + (base.empty() ? 0 : base[0].mappings));
  EXPECT_EQ(records[0].size, 5 * kPage + (base.empty() ? 0 : base[0].size));
}

struct Patch {
  const char* title;
  std::vector<std::size_t> offsets;
  std::uint64_t changed;
};

class Patched : public testing::TestWithParam<Patch> {};

// Also what lies behind the file's end in its last page.
TEST_P(Patched, pages_are_counted) {
  const TempFolder folder;
  const std::string path = folder.write("lib.so", code());
  const Child child = Child::fork_and([&] {
    auto* const begin = static_cast<char*>(map_file(path, kCode | PROT_WRITE));
    if (begin == nullptr) return false;
    for (const std::size_t offset : GetParam().offsets) begin[offset] = '!';
    return mprotect(begin, 3 * kPage, kCode) == 0;
  });
  NEED_EXECUTABLE(child);
  const Looked looked = look(all_mapped_of(child.pid(), Memory::compare));
  const auto records = records_at(looked, path);
  ASSERT_EQ(records.size(), 1U) << testing::PrintToString(looked.errors());
  EXPECT_EQ(records[0].digest, sha256(code()));
  EXPECT_EQ(records[0].pages, 3U);
  EXPECT_EQ(records[0].changed_pages, GetParam().changed);
}

INSTANTIATE_TEST_SUITE_P(Table, Patched,
                         testing::Values(Patch{"none", {}, 0}, Patch{"one", {kPage}, 1},
                                         Patch{"one_page_twice", {kPage, kPage + 9}, 1},
                                         Patch{"two", {0, kPage}, 2},
                                         Patch{"last_byte", {5 * kPage / 2 - 1}, 1},
                                         Patch{"behind_the_end", {3 * kPage - 1}, 1}),
                         [](const auto& row) { return row.param.title; });

TEST(Mapped, leaves_out_pages_behind_the_files_end) {
  const TempFolder folder;
  const std::string path = folder.write("lib.so", "short");
  const Child child = child_with(path);
  NEED_EXECUTABLE(child);
  const Looked looked = look(all_mapped_of(child.pid(), Memory::compare));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  const auto records = records_at(looked, path);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].pages, 1U);
  EXPECT_EQ(records[0].changed_pages, 0U);
}

TEST(Mapped, compares_a_whole_process) {
  const Child child = Child::execute({});
  const Looked looked = look(all_mapped_of(child.pid(), Memory::compare));
  EXPECT_EQ(looked.errors(), std::vector<std::string>());
  for (const MappedRecord& record : records_of(looked, Kind::file)) {
    EXPECT_GT(record.pages.value_or(0), 0U) << record.path;
    EXPECT_EQ(record.changed_pages, 0U) << record.path;
  }
  const auto vdso = records_of(looked, Kind::vdso);
  ASSERT_EQ(vdso.size(), 1U);
  EXPECT_EQ(vdso[0].via, Via::memory);
  const Child other = Child::execute({});
  EXPECT_EQ(vdso[0].digest,
            records_of(look(all_mapped_of(other.pid(), Memory::compare)), Kind::vdso)[0].digest);
}

TEST(Mapped, is_in_the_order_of_paths_whatever_the_jobs) {
  const TempFolder folder;
  std::vector<std::string> paths;
  for (const char* name : {"z", "a (deleted)", "a", "b/c", "b c"}) {
    fs::create_directories(folder / "b");
    paths.push_back(folder.write(name, code()));
  }
  const Child child = Child::fork_and([&] {
    return std::ranges::all_of(paths, [](const std::string& path) { return map_file(path) != nullptr; });
  });
  NEED_EXECUTABLE(child);
  Request request = all_mapped_of(child.pid());
  request.jobs = 1;
  const Looked looked = look(request);
  const auto records = looked.of<MappedRecord>();
  EXPECT_TRUE(std::ranges::is_sorted(records, {}, &MappedRecord::path));
  EXPECT_GE(records.size(), paths.size());
  for (const unsigned jobs : {2U, 7U}) {
    request.jobs = jobs;
    EXPECT_EQ(look(request).text(), looked.text());
  }
}

TEST(Mapped, without_its_maps_is_an_error) {
  FakeProc proc;
  proc.add(7);
  fs::remove(proc.path(7, "maps"));
  EXPECT_EQ(look(all_mapped_of(7), proc.world()).errors(),
            std::vector<std::string>{"mapped : maps cannot be read: no such file or directory"});
}

TEST(Mapped, without_its_memory_is_recorded_but_not_compared) {
  FakeProc proc;
  proc.add(7);
  const std::string path = proc.folder().write("root/lib.so", code());
  proc.write(7, "maps", line_of(path, "/lib.so") + "20000-21000 r-xp 00000000 00:00 0    [vdso]\n");
  const Looked looked = look(all_mapped_of(7, Memory::compare), proc.world());
  EXPECT_EQ(looked.errors(),
            (std::vector<std::string>{"mapped [vdso]: its memory cannot be read: input/output error",
                                      "mapped /lib.so: its memory cannot be compared: input/output error"}));
}

}  // namespace
}  // namespace evidence::host
