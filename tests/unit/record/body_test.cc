// Each record type as it is written, and render ∘ read = id.

#include <gtest/gtest.h>

#include "random_records.h"
#include "stream_fixture.h"

namespace evidence {
namespace {

const std::string kZeros(64, '0');
const std::string kForty(40, 'f');
const Digest kZero = *Digest::parse(kZeros);

// One record and its canonical line, written by hand. In the line `@key` stands for the three members of the
// key that follow one another in most types, `@0` for 64 zeros and `@4` for 40 times f.
struct Golden {
  std::string name;
  RecordBody body;
  std::string line;
};

std::string expanded(std::string line) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"@key", R"("rank":"0","role":"engine","run":"none")"}, {"@0", kZeros}, {"@4", kForty}};
  for (const auto& [word, meaning] : words) {
    for (auto at = line.find(word); at != std::string::npos; at = line.find(word))
      line.replace(at, word.size(), meaning);
  }
  return line;
}

std::vector<Golden> goldens_of_machine() {
  return {
      {"open",
       OpenRecord{"p 1", "n", "b", kZeros, Timestamp::from_nanoseconds(1), 9'007'199'254'740'993, "k"},
       R"({"boot_id":"b","boottime_ns":"9007199254740993","host":"n","key_id":"k","machine":"@0","moment":"ready",@key,)"
       R"("seq":0,"start":"s1","time":"1970-01-01T00:00:00.000000001Z","tool":"p 1","type":"open"})"},
      {"open_least", OpenRecord{"t", "", "b", "", Timestamp::from_nanoseconds(0), 0, std::nullopt},
       R"({"boot_id":"b","boottime_ns":"0","host":"","moment":"ready",@key,"seq":0,"start":"s1",)"
       R"("time":"1970-01-01T00:00:00.000000000Z","tool":"t","type":"open"})"},
      {"process",
       ProcessRecord{"b",
                     7,
                     99,
                     18446744073709551615U,
                     kZeros,
                     "/bin/e",
                     kZero,
                     5,
                     true,
                     1000,
                     {{"mnt", 4026531841}},
                     "c0",
                     {{1, 2, "init"}, {0, 0, "\xff"}}},
       R"({"ancestors":[{"name":"init","pid":1,"start_ticks":"2"},{"name_b64":"/w==","pid":0,"start_ticks":"0"}],)"
       R"("boot_id":"b","container":"c0","exe_deleted":true,"exe_path":"/bin/e","exe_sha256":"@0","exe_size":5,)"
       R"("exec":"@0","moment":"ready","namespaces":{"mnt":"4026531841"},"pid":7,)"
       R"("pidfd_inode":"18446744073709551615",@key,"seq":1,"start":"s1","start_ticks":"99","type":"process",)"
       R"("uid":1000})"},
      {"process_least", ProcessRecord{"b", 7, 99, std::nullopt, "", "\xff", kZero, 5, false, 0, {}, "", {}},
       R"({"ancestors":[],"boot_id":"b","exe_deleted":false,"exe_path_b64":"/w==","exe_sha256":"@0","exe_size":5,)"
       R"("moment":"ready","namespaces":{},"pid":7,@key,"seq":1,"start":"s1","start_ticks":"99","type":"process",)"
       R"("uid":0})"},
      {"file", FileRecord{"/a\n", kZero, 0, 0644, -1, 2, EvidenceKind::process, true},
       R"({"changed_after_start":true,"changed_ns":"2","evidence":"process","mode":"0644","modified_ns":"-1",)"
       R"("moment":"ready","path":"/a\n",@key,"seq":1,"sha256":"@0","size":0,"start":"s1","type":"file"})"},
      {"file_bytes", FileRecord{"\xff\xfe", kZero, 1, 07777, 0, 0, EvidenceKind::file, false},
       R"({"changed_ns":"0","evidence":"file","mode":"7777","modified_ns":"0","moment":"ready","path_b64":"//4=",@key,)"
       R"("seq":1,"sha256":"@0","size":1,"start":"s1","type":"file"})"},
      {"mount", MountRecord{"/t", "/r", "ext4", "/dev/a", "ro,rw", kZero},
       R"({"fstype":"ext4","moment":"ready","options":"ro,rw","rank":"0","role":"engine","root":"/r","run":"none",)"
       R"("seq":1,"sha256":"@0","source":"/dev/a","start":"s1","target":"/t","type":"mount"})"},
      {"mount_bytes", MountRecord{"\xff", "\xff", "x", "\xff", "\xff", std::nullopt},
       R"({"fstype":"x","moment":"ready","options_b64":"/w==","rank":"0","role":"engine","root_b64":"/w==",)"
       R"("run":"none","seq":1,"source_b64":"/w==","start":"s1","target_b64":"/w==","type":"mount"})"},
      {"close", CloseRecord{1, kZero, Timestamp::from_nanoseconds(0)},
       R"({"lines":1,"moment":"ready",@key,"seq":1,"start":"s1","sum":"@0",)"
       R"("time":"1970-01-01T00:00:00.000000000Z","type":"close"})"},
  };
}

std::vector<Golden> goldens_of_arguments() {
  return {
      {"env_clear", EnvRecord{0, "A", std::string("v"), false, "environ"},
       R"({"index":0,"moment":"ready","name":"A",@key,"seq":1,"source":"environ","start":"s1","type":"env","value":"v"})"},
      {"env_bytes", EnvRecord{4294967295U, "\xff", std::string("\xff"), false, "inspect"},
       R"({"index":4294967295,"moment":"ready","name_b64":"/w==",@key,"seq":1,"source":"inspect","start":"s1",)"
       R"("type":"env","value_b64":"/w=="})"},
      {"env_keyed", EnvRecord{0, "A", Keyed{kZeros}, false, "environ"},
       R"({"hmac":"@0","index":0,"moment":"ready","name":"A",@key,"seq":1,"source":"environ","start":"s1","type":"env"})"},
      {"env_withheld", EnvRecord{0, "A", Secret{}, false, "environ"},
       R"({"index":0,"moment":"ready","name":"A",@key,"seq":1,"source":"environ","start":"s1","type":"env"})"},
      {"env_bare", EnvRecord{0, "no sign", std::string(), true, "env-file"},
       R"({"bare":true,"index":0,"moment":"ready","name":"no sign",@key,"seq":1,"source":"env-file","start":"s1",)"
       R"("type":"env"})"},
      {"argv_program", ArgvRecord{0, "", true, std::string("/bin/e")},
       R"({"index":0,"moment":"ready",@key,"seq":1,"start":"s1","type":"argv","value":"/bin/e"})"},
      {"argv_empty_value", ArgvRecord{3, "--port", true, std::string()},
       R"({"index":3,"moment":"ready","option":"--port",@key,"seq":1,"start":"s1","type":"argv","value":""})"},
      {"argv_keyed", ArgvRecord{3, "--port", true, Keyed{kZeros}},
       R"({"hmac":"@0","index":3,"moment":"ready","option":"--port",@key,"seq":1,"start":"s1","type":"argv"})"},
      {"argv_withheld", ArgvRecord{3, "--port", true, Secret{}},
       R"({"index":3,"moment":"ready","option":"--port",@key,"seq":1,"start":"s1","type":"argv"})"},
      {"argv_flag", ArgvRecord{3, "--eager", false, std::string()},
       R"({"flag":true,"index":3,"moment":"ready","option":"--eager",@key,"seq":1,"start":"s1","type":"argv"})"},
      {"fact", FactRecord{"gpu clock", "1980 MHz", EvidenceKind::reported},
       R"({"evidence":"reported","moment":"ready","name":"gpu clock",@key,"seq":1,"start":"s1","type":"fact",)"
       R"("value":"1980 MHz"})"},
      {"absent", AbsentRecord{"file", "/tmp/x"},
       R"({"moment":"ready","name":"/tmp/x",@key,"seq":1,"start":"s1","thing":"file","type":"absent"})"},
      {"absent_found", AbsentRecord{"port", "80", 2, 7},
       R"({"found":2,"moment":"ready","name":"80",@key,"scope":"7","seq":1,"start":"s1","thing":"port","type":"absent"})"},
      {"observation",
       ObservationRecord{
           "timed", 12, {{"ok", true}, {"n", -3}, {"s", 0.25}, {"which", "off"}}, EvidenceKind::process},
       R"({"evidence":"process","fields":{"n":-3,"ok":true,"s":0.25,"which":"off"},"line":12,"moment":"ready",)"
       R"("name":"timed",@key,"seq":1,"start":"s1","type":"observation"})"},
      {"git", GitRecord{"to", kForty, kForty, 3, kForty},
       R"({"commit":"@4","descends_from":"@4","files":3,"moment":"ready","name":"to",@key,"seq":1,"start":"s1",)"
       R"("tree":"@4","type":"git"})"},
      {"git_least", GitRecord{"head", kForty, kForty, std::nullopt, std::nullopt},
       R"({"commit":"@4","moment":"ready","name":"head",@key,"seq":1,"start":"s1","tree":"@4","type":"git"})"},
      {"carry", CarryRecord{"bytes", "a/b", CarryEntry{0100644, kForty}, CarryEntry{0100755, kForty}, "why"},
       R"({"after":{"id":"@4","mode":"100755"},"before":{"id":"@4","mode":"100644"},"method":"bytes",)"
       R"("moment":"ready","path":"a/b","rank":"0","reason":"why","role":"engine","run":"none","seq":1,)"
       R"("start":"s1","type":"carry"})"},
      {"carry_bytes", CarryRecord{"bytes", "\xff", std::nullopt, CarryEntry{0, kForty}, ""},
       R"({"after":{"id":"@4","mode":"000000"},"method":"bytes","moment":"ready","path_b64":"/w==",@key,"seq":1,)"
       R"("start":"s1","type":"carry"})"},
      {"carry_worktree", CarryRecord{"worktree", "a", std::nullopt, std::nullopt, "missing"},
       R"({"method":"worktree","moment":"ready","path":"a","rank":"0","reason":"missing","role":"engine",)"
       R"("run":"none","seq":1,"start":"s1","type":"carry"})"},
      {"error", ErrorRecord{"environ", "", "permission denied"},
       R"({"about":"environ","moment":"ready","name":"","rank":"0","reason":"permission denied","role":"engine",)"
       R"("run":"none","seq":1,"start":"s1","type":"error"})"},
  };
}

EntryRecord entry_of(EntryKind kind) {
  EntryRecord entry;
  entry.path = "t/e";
  entry.kind = kind;
  entry.mode = 0600;
  return entry;
}

std::vector<Golden> goldens_of_trees() {
  EntryRecord link = entry_of(EntryKind::symlink);
  link.target = "\xff";
  EntryRecord device = entry_of(EntryKind::character_device);
  device.device = "1:3";
  EntryRecord mount = entry_of(EntryKind::directory);
  mount.entered = false;
  mount.evidence = EvidenceKind::process;
  FileRecord sparse{"t/s", kZero, 9, 0644, 1, 2, EvidenceKind::file, false, 3, 0};
  TreeRecord tree{.path = "t", .digest = kZero};
  tree.files = 1;
  tree.directories = 2;
  tree.symlinks = 3;
  tree.others = 4;
  tree.hard_linked = 5;
  tree.bytes = 6;
  TreeRecord full = tree;
  full.dir_hash1 = kZero;
  full.follows_links = true;
  full.crosses_mounts = true;
  return {
      {"file_sparse", sparse,
       R"({"allocated":0,"changed_ns":"2","evidence":"file","links":3,"mode":"0644","modified_ns":"1",)"
       R"("moment":"ready","path":"t/s",@key,"seq":1,"sha256":"@0","size":9,"start":"s1","type":"file"})"},
      {"entry_fifo", entry_of(EntryKind::fifo),
       R"({"evidence":"file","kind":"fifo","mode":"0600","moment":"ready","path":"t/e",@key,"seq":1,)"
       R"("start":"s1","type":"entry"})"},
      {"entry_symlink", link,
       R"({"evidence":"file","kind":"symlink","mode":"0600","moment":"ready","path":"t/e",@key,"seq":1,)"
       R"("start":"s1","target_b64":"/w==","type":"entry"})"},
      {"entry_device", device,
       R"({"device":"1:3","evidence":"file","kind":"character_device","mode":"0600","moment":"ready",)"
       R"("path":"t/e",@key,"seq":1,"start":"s1","type":"entry"})"},
      {"entry_mount", mount,
       R"({"evidence":"process","kind":"directory","mode":"0600","moment":"ready","not_entered":true,)"
       R"("path":"t/e",@key,"seq":1,"start":"s1","type":"entry"})"},
      {"tree", tree,
       R"({"bytes":6,"directories":2,"evidence":"file","files":1,"hard_linked":5,"moment":"ready","others":4,)"
       R"("path":"t",@key,"seq":1,"sha256":"@0","start":"s1","symlinks":3,"type":"tree"})"},
      {"tree_full", full,
       R"({"bytes":6,"crosses_mounts":true,"dir_hash1":"@0","directories":2,"evidence":"file","files":1,)"
       R"("follows_links":true,"hard_linked":5,"moment":"ready","others":4,"path":"t",@key,"seq":1,)"
       R"("sha256":"@0","start":"s1","symlinks":3,"type":"tree"})"},
  };
}

std::vector<Golden> goldens_of_code() {
  MappedRecord library;
  library.path = "/lib/a.so";
  library.digest = kZero;
  library.via = MappedRecord::Via::path;
  library.size = 5;
  library.mappings = 2;
  MappedRecord patched = library;
  patched.via = MappedRecord::Via::map_files;
  patched.deleted = true;
  patched.listed = "/lib/b.so";
  patched.changed_after_start = true;
  patched.pages = 7;
  patched.changed_pages = 1;
  MappedRecord anonymous;
  anonymous.kind = MappedRecord::Kind::anonymous;
  anonymous.size = 8192;
  anonymous.mappings = 1;
  return {
      {"mapped", library,
       R"({"kind":"file","mappings":2,"moment":"ready","path":"/lib/a.so",@key,"seq":1,"sha256":"@0","size":5,)"
       R"("start":"s1","type":"mapped","via":"path"})"},
      {"mapped_patched", patched,
       R"({"changed_after_start":true,"changed_pages":1,"deleted":true,"kind":"file","listed":"/lib/b.so","mappings":2,)"
       R"("moment":"ready","pages":7,"path":"/lib/a.so",@key,"seq":1,"sha256":"@0","size":5,"start":"s1",)"
       R"("type":"mapped","via":"map_files"})"},
      {"mapped_anonymous", anonymous,
       R"({"kind":"anonymous","mappings":1,"moment":"ready","path":"",@key,"seq":1,"size":8192,"start":"s1",)"
       R"("type":"mapped"})"},
      {"image", ImageRecord{"sha256:" + kZeros, {"a@sha256:b"}, {"a:1", "b:2"}, kZeros},
       R"({"container":"@0","id":"sha256:@0","moment":"ready","rank":"0","repo_digests":["a@sha256:b"],)"
       R"("role":"engine","run":"none","seq":1,"start":"s1","tags":["a:1","b:2"],"type":"image"})"},
      {"image_least", ImageRecord{"sha256:" + kZeros, {}, {}, ""},
       R"({"id":"sha256:@0","moment":"ready",@key,"seq":1,"start":"s1","type":"image"})"},
  };
}

class BodyGolden : public testing::TestWithParam<Golden> {};

TEST_P(BodyGolden, IsWrittenAndReadBack) {
  const StreamKey key{.run = "none", .role = "engine", .rank = "0", .start = "s1", .moment = "ready"};
  const std::uint64_t sequence = std::holds_alternative<OpenRecord>(GetParam().body) ? 0 : 1;
  const std::string line = render_record(key, sequence, GetParam().body);
  EXPECT_EQ(line, expanded(GetParam().line));
  const Read read = read_text(line + "\n");
  ASSERT_EQ(read.seen.records, std::vector{line}) << testing::PrintToString(render(read.outcome.damages));
  EXPECT_EQ(read.seen.lines, std::vector{line});
  EXPECT_EQ(read.seen.bodies.front().index(), GetParam().body.index());
}

std::string name_of(const testing::TestParamInfo<Golden>& row) {
  return row.param.name;
}
INSTANTIATE_TEST_SUITE_P(Machine, BodyGolden, testing::ValuesIn(goldens_of_machine()), name_of);
INSTANTIATE_TEST_SUITE_P(Trees, BodyGolden, testing::ValuesIn(goldens_of_trees()), name_of);
INSTANTIATE_TEST_SUITE_P(Code, BodyGolden, testing::ValuesIn(goldens_of_code()), name_of);
INSTANTIATE_TEST_SUITE_P(Arguments, BodyGolden, testing::ValuesIn(goldens_of_arguments()), name_of);

TEST(Body, RandomRecordsComeBack) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    RandomRecords random(seed);
    std::vector<RecordBody> bodies;
    for (int left = 200; left > 0; --left) bodies.push_back(random.body());
    const Read read = read_text(joined(lines_of(key_of("0"), bodies)));
    ASSERT_TRUE(read.outcome.damages.empty()) << seed << " " << render(read.outcome.damages.front());
    ASSERT_TRUE(read.all_whole());
    ASSERT_EQ(read.seen.bodies.size(), bodies.size() + 2);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      EXPECT_EQ(render_record(key_of("0"), 9, read.seen.bodies[i + 1]),
                render_record(key_of("0"), 9, bodies[i]));
    }
  }
}

struct Unwritable {
  std::string name;
  RecordBody body;
  std::string message;
};

class BodyUnwritable : public testing::TestWithParam<Unwritable> {};

TEST_P(BodyUnwritable, IsRefused) {
  try {
    const std::string line = render_record(key_of("0"), 1, GetParam().body);
    FAIL() << line;
  } catch (const FormatError& error) {
    EXPECT_EQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, BodyUnwritable,
    testing::Values(
        Unwritable{"text_not_utf8", FactRecord{"f", "\xff", EvidenceKind::declared},
                   "record: $.value: is not UTF-8"},
        Unwritable{"size_over_2_53", file_record("/a", 1ULL << 53), "record: $.size: is over 2^53 - 1"},
        Unwritable{"mode_with_type", FileRecord{"/a", kZero, 1, 0100644, 0, 0, EvidenceKind::file, false},
                   "record: $.mode: has more than permission bits"},
        Unwritable{"mode_of_17_bits",
                   CarryRecord{"bytes", "a", CarryEntry{0200000, kForty}, std::nullopt, ""},
                   "record: $.mode: has more than 16 bits"},
        Unwritable{"nested_field", ObservationRecord{"o", 1, {{"a", json::Array{}}}, EvidenceKind::declared},
                   "record: $.fields.a: is no boolean, string or number within 2^53 - 1 of zero"},
        Unwritable{"number_that_reads_as_a_large_integer",
                   ObservationRecord{"o", 1, {{"a", 1e17}}, EvidenceKind::declared},
                   "record: $.fields.a: is no boolean, string or number within 2^53 - 1 of zero"}),
    [](const testing::TestParamInfo<Unwritable>& row) { return row.param.name; });

}  // namespace
}  // namespace evidence
