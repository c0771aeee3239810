#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "agreement.h"
#include "record/line.h"
#include "record/random_records.h"

namespace evidence::schemas {
namespace {

std::vector<std::string> read_record(const json::Value& value) {
  const std::string text = json::canonical(value);
  json::Document document;
  const auto read = record::read_line(text, document);
  if (const auto* refused = std::get_if<record::Refused>(&read)) return {refused->reason};
  return {};
}

// What a schema cannot say of a line.
const std::vector<std::string_view> kBeyondForm = {
    "an open record, and nothing else, must have \"seq\" 0",  // relates two members
    "\"lines\" of a close must equal its \"seq\"",            // relates two members
    "\"index\" must be below \"count\"",                      // relates two members
    "\"seq\" must be \"whole\" + \"index\"",                  // relates three members
    "is UTF-8: must be",                                      // what base64 stands for
    "is the same before and after",                           // compares two members
};

struct Good {
  std::string name;
  RecordBody body;
  std::uint64_t sequence = 3;
};

ProcessRecord full_process() {
  return {.boot_id = "7b2f5c1e-0000-4000-8000-000000000001",
          .pid = 4711,
          .start_ticks = 123456,
          .pidfd_inode = 99,
          .exec = std::string(64, 'c'),
          .exe_path = "/usr/bin/python3",
          .exe_digest = sha256("exe"),
          .exe_size = 5,
          .exe_deleted = true,
          .uid = 1000,
          .namespaces = {{"mnt", 4026531840}},
          .container = "c0ffee",
          .ancestors = {{1, 10, "init"}, {0, 0, "\xff"}}};
}

ProcessRecord bare_process() {
  ProcessRecord process = full_process();
  process.pidfd_inode.reset();
  process.exec.clear();
  process.container.clear();
  process.namespaces.clear();
  process.ancestors.clear();
  process.exe_path = "\xff\xfe";
  return process;
}

FileRecord changed_file() {
  FileRecord file = file_record("\x80/x");
  file.changed_after_start = true;
  file.modified_ns = -1;
  return file;
}

FileRecord linked_file() {
  FileRecord file = file_record("/sparse");
  file.links = 2;
  file.allocated = 0;
  return file;
}

EntryRecord entry_record(EntryKind kind) {
  EntryRecord entry;
  entry.path = "d/e";
  entry.kind = kind;
  entry.mode = 0755;
  return entry;
}

EntryRecord symlink_record(const std::string& target) {
  EntryRecord entry = entry_record(EntryKind::symlink);
  entry.target = target;
  return entry;
}

EntryRecord device_record() {
  EntryRecord entry = entry_record(EntryKind::block_device);
  entry.device = "8:0";
  return entry;
}

EntryRecord mount_point() {
  EntryRecord entry = entry_record(EntryKind::directory);
  entry.path = "\xff";
  entry.entered = false;
  return entry;
}

TreeRecord tree_record() {
  TreeRecord tree{.path = "d", .digest = sha256("tree")};
  tree.files = 2;
  tree.bytes = 7;
  return tree;
}

TreeRecord full_tree() {
  TreeRecord tree = tree_record();
  tree.path = "\xff";
  tree.dir_hash1 = sha256("h1");
  tree.follows_links = true;
  tree.crosses_mounts = true;
  return tree;
}

MappedRecord mapped_record() {
  MappedRecord mapped;
  mapped.path = "/lib/a.so";
  mapped.listed = "/lib/b.so";
  mapped.digest = sha256("a");
  mapped.via = MappedRecord::Via::map_files;
  mapped.size = 4096;
  mapped.mappings = 2;
  mapped.deleted = true;
  mapped.changed_after_start = true;
  mapped.pages = 3;
  mapped.changed_pages = 1;
  return mapped;
}

MappedRecord anonymous_code() {
  MappedRecord mapped;
  mapped.kind = MappedRecord::Kind::anonymous;
  return mapped;
}

ImageRecord full_image() {
  return {"sha256:" + std::string(64, 'a'), {"a@sha256:b", "c"}, {"a:1", "a:latest"}, std::string(64, 'c')};
}

OpenRecord bare_open() {
  OpenRecord open = open_record();
  open.machine.clear();
  open.key_id.reset();
  return open;
}

CarryEntry entry(std::uint32_t mode) {
  return {mode, std::string(40, 'd')};
}

std::vector<Good> one_of_every_type() {
  return {{"open", open_record(), 0},
          {"open_bare", bare_open(), 0},
          {"process", full_process()},
          {"process_bare", bare_process()},
          {"file", file_record("/lib/a.so")},
          {"file_changed", changed_file()},
          {"mount", MountRecord{"/models", "/", "ext4", "/dev/sda1", "ro,relatime", sha256("m")}},
          {"mount_bytes", MountRecord{"\xff", "\xfe", "ext4", "\xfd\xfd", "\xfc\xfc\xfc", std::nullopt}},
          {"env", EnvRecord{0, "MODE", std::string("a"), false, "environ"}},
          {"env_keyed", EnvRecord{1, "\xff", Keyed{std::string(64, 'd')}, false, "environ"}},
          {"env_withheld", EnvRecord{2, "TOKEN", Secret{}, false, "env-file"}},
          {"env_bare", EnvRecord{3, "bare", std::string(), true, "environ"}},
          {"argv", ArgvRecord{0, "--depth", true, std::string("1")}},
          {"argv_program", ArgvRecord{0, "", true, std::string("\xff")}},
          {"argv_flag", ArgvRecord{2, "--on", false, std::string()}},
          {"fact", FactRecord{"gpu clock", "1200", EvidenceKind::reported}},
          {"absent", AbsentRecord{"port", "8000"}},
          {"observation", ObservationRecord{"served",
                                            1,
                                            {{"depth", 2}, {"seconds", 0.5}, {"ok", true}, {"kind", "a"}},
                                            EvidenceKind::process}},
          {"git", GitRecord{"to", std::string(40, 'a'), std::string(40, 'b'), 3, std::string(40, 'c')}},
          {"git_head", GitRecord{"head", std::string(40, 'a'), std::string(40, 'b'), {}, {}}},
          {"carry", CarryRecord{"bytes", "a/b", entry(0100644), entry(0100755), "Git LFS pointer"}},
          {"carry_added", CarryRecord{"bytes", "\xff", {}, entry(0160000), ""}},
          {"carry_removed", CarryRecord{"bytes", "a", entry(0), {}, ""}},
          {"carry_same", CarryRecord{"bytes", "a", entry(0160000), entry(0160000), "submodule"}},
          {"carry_worktree", CarryRecord{"worktree", "a", {}, {}, "missing"}},
          {"file_linked", linked_file()},
          {"absent_found", AbsentRecord{"process", "\xff*", 2, 4026531836}},
          {"directory", entry_record(EntryKind::directory)},
          {"mount_point", mount_point()},
          {"symlink", symlink_record("../x")},
          {"symlink_bytes", symlink_record("\xff\xfe\xfd")},
          {"fifo", entry_record(EntryKind::fifo)},
          {"device", device_record()},
          {"tree", tree_record()},
          {"tree_full", full_tree()},
          {"mapped", mapped_record()},
          {"mapped_anonymous", anonymous_code()},
          {"image", full_image()},
          {"image_least", ImageRecord{"sha256:" + std::string(64, 'a'), {}, {}, ""}},
          {"error", ErrorRecord{"environ", "", "permission denied"}},
          {"close", CloseRecord{3, sha256("sum"), closing_time()}, 3}};
}

// The parts of a record that is too long for one line.
std::vector<std::string> part_lines() {
  std::vector<std::string> lines =
      lines_of(key_of("0"), {EnvRecord{1, "LONG", std::string(2000, 'x'), false, "environ"}});
  std::erase_if(lines,
                [](const std::string& line) { return line.find("\"type\":\"part\"") == std::string::npos; });
  return lines;
}

class RecordSchema : public testing::TestWithParam<Good> {};

TEST_P(RecordSchema, AgreesWithTheReader) {
  Agreement agreement("record", read_record, kBeyondForm);
  StreamKey key = key_of("0");
  agreement.expect_same_around(parse_json(render_record(key, GetParam().sequence, GetParam().body)),
                               GetParam().name);
  EXPECT_GT(agreement.refused_by_both(), 200U);
}

INSTANTIATE_TEST_SUITE_P(Each, RecordSchema, testing::ValuesIn(one_of_every_type()),
                         [](const auto& row) { return row.param.name; });

TEST(RecordSchemas, AgreeOnPartsAndShardsAndNeedEveryRuleBeyondForm) {
  Agreement agreement("record", read_record, kBeyondForm);
  ASSERT_GE(part_lines().size(), 2U);
  agreement.expect_same_around(parse_json(part_lines()[1]), "part");
  StreamKey key = key_of("0");
  key.shard = 2;
  key.shards = 3;
  agreement.expect_same_around(parse_json(render_record(key, 4, FileRecord(changed_file()))), "sharded");
  agreement.expect_same_around(
      parse_json(render_record(key, 4, CloseRecord{4, sha256("sum"), closing_time()})), "close");
  const CarryRecord same{"bytes", "a", entry(0160000), entry(0160000), "submodule"};
  agreement.expect_same_around(parse_json(render_record(key, 4, same)), "carry");
  EXPECT_EQ(agreement.idle_rules(), std::vector<std::string>{});
}

// A value is in clear, keyed or withheld, and a flag or a bare entry has none: every set of members is tried.
TEST(RecordSchemas, AgreeOnEverySetOfMembersOfAValue) {
  Agreement agreement("record", read_record, kBeyondForm);
  const std::vector<std::pair<std::string, json::Value>> members = {
      {"value", "v"}, {"value_b64", "/w=="}, {"hmac", std::string(64, 'd')},
      {"flag", true}, {"bare", true},        {"option", "--x"}};
  for (const RecordBody& body : {RecordBody(EnvRecord{1, "NAME", Secret{}, false, "environ"}),
                                 RecordBody(ArgvRecord{1, "", true, Secret{}})}) {
    const json::Value plain = parse_json(render_record(key_of("0"), 3, body));
    for (unsigned set = 0; set < 1U << members.size(); ++set) {
      json::Object record = std::get<json::Object>(plain.data());
      for (std::size_t at = 0; at < members.size(); ++at) {
        if ((set >> at & 1) != 0) record.insert(members[at]);
      }
      agreement.expect_same(record, json::canonical(record));
    }
  }
}

TEST(RecordSchemas, AcceptEveryLineThatIsWritten) {
  Agreement agreement("record", read_record, kBeyondForm);
  RandomRecords random(20261129);
  std::vector<RecordBody> bodies;
  for (int i = 0; i < 400; ++i) bodies.push_back(random.body());
  for (const std::string& line : lines_of(key_of("1"), bodies)) agreement.expect_good(parse_json(line), line);
}

// Numbers inside texts that have the right form and are too large, or in the wrong order.
const std::set<std::string> kBeyondPatterns = {"process-inode-too-large.ndjson",
                                               "file-changed-too-large.ndjson", "shard-beyond.ndjson",
                                               "shard-too-many.ndjson"};

TEST(RecordSchemas, AgreeOnEveryRejectedLine) {
  Agreement agreement("record", read_record, kBeyondForm);
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(EVIDENCE_TEST_DATA "/reject/record")) {
    const std::string text = read_file(entry.path().string(), 1 << 20);
    json::Document document;
    // Whatever is not canonical JSON, no schema sees.
    if (document.scan(std::string_view(text).substr(0, text.find('\n')), json::Form::canonical)) continue;
    ++seen;
    const std::string name = entry.path().filename().string();
    if (kBeyondPatterns.count(name) == 0) agreement.expect_same(json::to_value(document.root()), name);
  }
  EXPECT_GT(seen, 50);
}

}  // namespace
}  // namespace evidence::schemas
