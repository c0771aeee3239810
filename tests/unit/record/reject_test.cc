// tests/data/reject/record: one bad line a file, and each is refused for its own reason.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "stream_fixture.h"

namespace evidence {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = std::string(EVIDENCE_TEST_DATA) + "/reject/record/";

// The file's name without its suffix, and how the damage of its one line begins, without its place.
struct Reject {
  std::string name;
  std::string damage;
};

std::vector<Reject> rejects_of_text() {
  return {
      {"banner", "foreign: is no record"},
      {"blank", "foreign: is no record"},
      {"array", "foreign: is no record"},
      {"byte-order-mark", "foreign: is no record"},
      {"other-json", "foreign: is JSON but no record"},
      {"two-on-a-line", "malformed: offset 138: more text after the value"},
      {"white-space",
       "malformed s1 ready engine 0: not in canonical form: offset 23: white space is not canonical"},
      {"member-order",
       R"(malformed s1 ready engine 0: not in canonical form: offset 15: members are not sorted: "evidence" stands after "type")"},
      {"needless-escape",
       R"(malformed s1 ready engine 0: not in canonical form: offset 135: escape \u0076 is not canonical)"},
      {"duplicate-member", R"(malformed: offset 138: member "value" stands twice)"},
      {"invalid-utf8", "malformed: offset 135: not UTF-8"},
      {"carriage-return",
       "malformed s1 ready engine 0: not in canonical form: offset 138: more text after the value"},
      {"over-900-bytes", "malformed: is longer than 900 bytes"},
  };
}

std::vector<Reject> rejects_of_key() {
  return {
      {"no-run", R"(malformed: $: member "run" is missing)"},
      {"no-seq", R"(malformed s1 ready engine 0: $: member "seq" is missing)"},
      {"no-type", R"(malformed s1 ready engine 0: $: member "type" is missing)"},
      {"run-short", R"(malformed: $.run: must be 64 lower-case hexadecimal digits or "none")"},
      {"role-space", "malformed: $.role: must be a label"},
      {"rank-number", "malformed: $.rank: must be a string, is an integer"},
      {"start-empty", "malformed: $.start: must be a label"},
      {"moment-dots", "malformed: $.moment: must be a label"},
      {"seq-negative", "malformed s1 ready engine 0: $.seq: must be from 0 to 9007199254740991, is -1"},
      {"seq-fraction", "malformed s1 ready engine 0: $.seq: must be an integer, is a number"},
      {"seq-text", "malformed s1 ready engine 0: $.seq: must be an integer, is a string"},
      {"seq-over-2-53",
       "malformed: offset 97: an integer must be within -9007199254740991 and 9007199254740991 to be exact"},
      {"shard-whole", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"shard-leading-zero", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"shard-beyond", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"shard-zero", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"shard-text", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"shard-number", "malformed: $.shard: must be a string, is an integer"},
      {"shard-too-many", "malformed: $.shard: must be i/n with i at most n and n over 1"},
      {"type-unknown", R"(malformed s1 ready engine 0: $: no record has the type "memory")"},
      {"member-unknown", "malformed s1 ready engine 0: $.note: unknown member"},
      {"many-members", "malformed s1 ready engine 0: $: has more than 64 members"},
      {"fact-at-seq-0",
       R"(malformed s1 ready engine 0: $: an open record, and nothing else, must have "seq" 0)"},
      {"open-at-seq-1",
       R"(malformed s1 ready engine 0: $: an open record, and nothing else, must have "seq" 0)"},
  };
}

std::vector<Reject> rejects_of_machine() {
  return {
      {"open-time-six-digits",
       "malformed s1 ready engine 0: $.time: must be a UTC time with nine fraction digits, as "
       "2026-01-31T12:00:00.000000000Z"},
      {"open-time-offset",
       "malformed s1 ready engine 0: $.time: must be a UTC time with nine fraction digits, as "
       "2026-01-31T12:00:00.000000000Z"},
      {"open-time-month-13",
       "malformed s1 ready engine 0: $.time: must be a UTC time with nine fraction digits, as "
       "2026-01-31T12:00:00.000000000Z"},
      {"open-machine-short", "malformed s1 ready engine 0: $.machine: must be a SHA-256"},
      {"open-machine-empty", "malformed s1 ready engine 0: $.machine: must be a SHA-256"},
      {"open-tool-empty", "malformed s1 ready engine 0: $.tool: must not be empty"},
      {"open-no-host", R"(malformed s1 ready engine 0: $: member "host" is missing)"},
      {"open-boottime-integer",
       "malformed s1 ready engine 0: $.boottime_ns: must be a string, is an integer"},
      {"open-key-id-space", "malformed s1 ready engine 0: $.key_id: must be a label"},
      {"process-pid-0", "malformed s1 ready engine 0: $.pid: must be from 1 to 2147483647, is 0"},
      {"process-exec-short", "malformed s1 ready engine 0: $.exec: must be a SHA-256"},
      {"process-inode-negative",
       "malformed s1 ready engine 0: $.pidfd_inode: must be a decimal number that is not negative in a "
       "string"},
      {"process-inode-too-large",
       "malformed s1 ready engine 0: $.pidfd_inode: must be a decimal number that is not negative in a "
       "string"},
      {"process-namespace-name",
       R"(malformed s1 ready engine 0: $.namespaces["a b"]: its name must be a label)"},
      {"process-namespace-integer",
       "malformed s1 ready engine 0: $.namespaces.mnt: must be a string, is an integer"},
      {"process-namespaces-list",
       "malformed s1 ready engine 0: $.namespaces: must be an object, is an array"},
      {"process-ancestors-object",
       "malformed s1 ready engine 0: $.ancestors: must be an array, is an object"},
      {"process-ancestor-empty",
       R"(malformed s1 ready engine 0: $.ancestors[0]: member "name" is missing (and 2 more))"},
      {"process-ancestor-unknown-member", "malformed s1 ready engine 0: $.ancestors[0].x: unknown member"},
      {"process-ancestor-text",
       "malformed s1 ready engine 0: $.ancestors[0]: must be an object, is a string"},
      {"process-container-empty", "malformed s1 ready engine 0: $.container: must be a label"},
      {"process-deleted-text", "malformed s1 ready engine 0: $.exe_deleted: must be a boolean, is a string"},
      {"process-uid-too-large",
       "malformed s1 ready engine 0: $.uid: must be from 0 to 4294967295, is 4294967296"},
      {"process-no-exe-path", R"(malformed s1 ready engine 0: $: member "exe_path" is missing)"},
  };
}

std::vector<Reject> rejects_of_files() {
  return {
      {"file-mode-three-digits", "malformed s1 ready engine 0: $.mode: must be four octal digits"},
      {"file-mode-8", "malformed s1 ready engine 0: $.mode: must be four octal digits"},
      {"file-mode-integer", "malformed s1 ready engine 0: $.mode: must be a string, is an integer"},
      {"file-changed-leading-zero",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-minus-zero",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-plus",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-empty",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-space",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-too-large",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-changed-minus",
       "malformed s1 ready engine 0: $.changed_ns: must be a decimal number in a string"},
      {"file-digest-upper-case",
       "malformed s1 ready engine 0: $.sha256: must be 64 lower-case hexadecimal digits"},
      {"file-digest-63", "malformed s1 ready engine 0: $.sha256: must be 64 lower-case hexadecimal digits"},
      {"file-size-negative",
       "malformed s1 ready engine 0: $.size: must be from 0 to 9007199254740991, is -1"},
      {"file-evidence-unknown",
       R"(malformed s1 ready engine 0: $.evidence: must be one of "process", "file", "source", "reported", "declared")"},
      {"file-flag-false", "malformed s1 ready engine 0: $.changed_after_start: must be true or absent"},
      {"file-flag-integer", "malformed s1 ready engine 0: $.changed_after_start: must be true or absent"},
      {"file-path-twice", R"(malformed s1 ready engine 0: $.path_b64: stands beside "path")"},
      {"file-no-path", R"(malformed s1 ready engine 0: $: member "path" is missing)"},
      {"file-path-of-utf8", R"(malformed s1 ready engine 0: $.path_b64: is UTF-8: must be "path")"},
      {"file-path-no-base64", "malformed s1 ready engine 0: $.path_b64: must be base64"},
      {"file-path-spare-bits", "malformed s1 ready engine 0: $.path_b64: must be base64"},
      {"file-path-number", "malformed s1 ready engine 0: $.path: must be a string, is an integer"},
      {"mount-fstype-empty", "malformed s1 ready engine 0: $.fstype: must not be empty"},
      {"mount-digest-null", "malformed s1 ready engine 0: $.sha256: must be a string, is null"},
      {"mount-no-options", R"(malformed s1 ready engine 0: $: member "options" is missing)"},
  };
}

std::vector<Reject> rejects_of_statements() {
  return {
      {"env-value-and-hmac", R"(malformed s1 ready engine 0: $.hmac: stands beside "value")"},
      {"env-value-twice", R"(malformed s1 ready engine 0: $.value_b64: stands beside "value")"},
      {"env-hmac-short", "malformed s1 ready engine 0: $.hmac: must be a SHA-256"},
      {"env-bare-with-value", "malformed s1 ready engine 0: $: a bare entry must have no value"},
      {"env-bare-false", "malformed s1 ready engine 0: $.bare: must be true or absent"},
      {"env-bare-keyed", "malformed s1 ready engine 0: $: a bare entry must have no value"},
      {"env-index-too-large",
       "malformed s1 ready engine 0: $.index: must be from 0 to 4294967295, is 4294967296"},
      {"env-no-source", R"(malformed s1 ready engine 0: $: member "source" is missing)"},
      {"argv-flag-with-value", "malformed s1 ready engine 0: $: a flag must have no value"},
      {"argv-flag-without-option", "malformed s1 ready engine 0: $: a flag must have an option"},
      {"argv-option-empty", "malformed s1 ready engine 0: $.option: must not be empty"},
      {"argv-no-index", R"(malformed s1 ready engine 0: $: member "index" is missing)"},
      {"fact-value-number", "malformed s1 ready engine 0: $.value: must be a string, is an integer"},
      {"fact-name-empty", "malformed s1 ready engine 0: $.name: must not be empty"},
      {"absent-thing-empty", "malformed s1 ready engine 0: $.thing: must be a label"},
      {"absent-no-name", R"(malformed s1 ready engine 0: $: member "name" is missing)"},
      {"error-reason-empty", "malformed s1 ready engine 0: $.reason: must not be empty"},
      {"error-about-space", "malformed s1 ready engine 0: $.about: must be a label"},
      {"observation-line-0", "malformed s1 ready engine 0: $.line: must be from 1 to 9007199254740991, is 0"},
      {"observation-field-null",
       "malformed s1 ready engine 0: $.fields.a: must be a boolean, a number or a string, is null"},
      {"observation-field-list",
       "malformed s1 ready engine 0: $.fields.a: must be a boolean, a number or a string, is an array"},
      {"observation-field-name", R"(malformed s1 ready engine 0: $.fields["a b"]: its name must be a label)"},
      {"observation-fields-list", "malformed s1 ready engine 0: $.fields: must be an object, is an array"},
      {"observation-no-fields", R"(malformed s1 ready engine 0: $: member "fields" is missing)"},
      {"observation-name-empty", "malformed s1 ready engine 0: $.name: must be a label"},
  };
}

std::vector<Reject> rejects_of_git() {
  return {
      {"git-name-unknown", R"(malformed s1 ready engine 0: $.name: must be one of "from", "head", "to")"},
      {"git-commit-abbreviated",
       "malformed s1 ready engine 0: $.commit: must be 40 lower-case hexadecimal digits"},
      {"git-tree-upper-case",
       "malformed s1 ready engine 0: $.tree: must be 40 lower-case hexadecimal digits"},
      {"git-no-tree", R"(malformed s1 ready engine 0: $: member "tree" is missing)"},
      {"git-files-negative",
       "malformed s1 ready engine 0: $.files: must be from 0 to 9007199254740991, is -1"},
      {"git-descends-boolean",
       "malformed s1 ready engine 0: $.descends_from: must be a string, is a boolean"},
      {"carry-method-unknown",
       R"(malformed s1 ready engine 0: $.method: must be one of "bytes", "worktree")"},
      {"carry-mode-five-digits",
       "malformed s1 ready engine 0: $.after.mode: must be six octal digits of at most 177777"},
      {"carry-mode-17-bits",
       "malformed s1 ready engine 0: $.after.mode: must be six octal digits of at most 177777"},
      {"carry-mode-8",
       "malformed s1 ready engine 0: $.before.mode: must be six octal digits of at most 177777"},
      {"carry-id-short", "malformed s1 ready engine 0: $.after.id: must be 40 lower-case hexadecimal digits"},
      {"carry-side-empty", R"(malformed s1 ready engine 0: $.after: member "id" is missing (and 1 more))"},
      {"carry-side-text", "malformed s1 ready engine 0: $.before: must be an object, is a string"},
      {"carry-side-unknown-member", "malformed s1 ready engine 0: $.after.size: unknown member"},
      {"carry-no-side", R"(malformed s1 ready engine 0: $: must have "before" or "after")"},
      {"carry-same-without-reason",
       R"(malformed s1 ready engine 0: $: is the same before and after: must have a "reason")"},
      {"carry-worktree-without-reason",
       R"(malformed s1 ready engine 0: $: a worktree record must have a "reason")"},
      {"carry-reason-empty", "malformed s1 ready engine 0: $.reason: must not be empty"},
      {"carry-path-empty", R"(malformed s1 ready engine 0: $: "path" must not be empty)"},
      {"carry-no-path", R"(malformed s1 ready engine 0: $: member "path" is missing)"},
  };
}

std::vector<Reject> rejects_of_trees_and_code() {
  return {
      {"entry-kind-file",
       R"(malformed s1 ready engine 0: $.kind: must be one of "directory", "symlink", "fifo", "socket", "character_device", "block_device")"},
      {"entry-symlink-without-target",
       R"(malformed s1 ready engine 0: $: a symlink, and nothing else, has a member "target")"},
      {"entry-fifo-with-target",
       R"(malformed s1 ready engine 0: $: a symlink, and nothing else, has a member "target")"},
      {"entry-device-without-number",
       R"(malformed s1 ready engine 0: $: a device, and nothing else, has a member "device")"},
      {"entry-directory-with-number",
       R"(malformed s1 ready engine 0: $: a device, and nothing else, has a member "device")"},
      {"entry-device-leading-zero",
       "malformed s1 ready engine 0: $.device: must be two decimal numbers with a colon between"},
      {"entry-device-one-number",
       "malformed s1 ready engine 0: $.device: must be two decimal numbers with a colon between"},
      {"entry-socket-not-entered",
       R"(malformed s1 ready engine 0: $: only a directory has a member "not_entered")"},
      {"entry-entered-false", "malformed s1 ready engine 0: $.not_entered: must be true or absent"},
      {"entry-no-mode", R"(malformed s1 ready engine 0: $: member "mode" is missing)"},
      {"tree-no-digest", R"(malformed s1 ready engine 0: $: member "sha256" is missing)"},
      {"tree-files-negative",
       "malformed s1 ready engine 0: $.files: must be from 0 to 9007199254740991, is -1"},
      {"tree-dir-hash-base64",
       "malformed s1 ready engine 0: $.dir_hash1: must be 64 lower-case hexadecimal digits"},
      {"tree-no-others", R"(malformed s1 ready engine 0: $: member "others" is missing)"},
      {"mapped-kind-unknown",
       R"(malformed s1 ready engine 0: $.kind: must be one of "file", "memfd", "anonymous", "vdso")"},
      {"mapped-digest-without-via",
       R"(malformed s1 ready engine 0: $: "sha256" and "via" must be both there or both absent)"},
      {"mapped-via-without-digest",
       R"(malformed s1 ready engine 0: $: "sha256" and "via" must be both there or both absent)"},
      {"mapped-via-unknown",
       R"(malformed s1 ready engine 0: $.via: must be one of "map_files", "path", "memory")"},
      {"mapped-pages-alone",
       R"(malformed s1 ready engine 0: $: "pages" and "changed_pages" must be both there or both absent)"},
      {"mapped-no-path", R"(malformed s1 ready engine 0: $: member "path" is missing)"},
      {"image-id-tag",
       R"(malformed s1 ready engine 0: $.id: must be "sha256:" and 64 lower-case hexadecimal digits)"},
      {"image-id-bare",
       R"(malformed s1 ready engine 0: $.id: must be "sha256:" and 64 lower-case hexadecimal digits)"},
      {"image-tags-twice",
       "malformed s1 ready engine 0: $.tags: must have each text once, and be absent where there is none"},
      {"image-tags-empty",
       "malformed s1 ready engine 0: $.tags: must have each text once, and be absent where there is none"},
      {"image-container-short",
       "malformed s1 ready engine 0: $.container: must be a SHA-256 (64 lower-case hexadecimal digits)"},
      {"file-links-1", "malformed s1 ready engine 0: $.links: must be absent where it is 1"},
      {"file-allocated-text", "malformed s1 ready engine 0: $.allocated: must be an integer, is a string"},
      {"absent-found-0", "malformed s1 ready engine 0: $.found: must be absent where it is 0"},
  };
}

std::vector<Reject> rejects_of_framing() {
  return {
      {"close-lines-differ", R"(malformed s1 ready engine 0: $: "lines" of a close must equal its "seq")"},
      {"close-sum-short", "malformed s1 ready engine 0: $.sum: must be 64 lower-case hexadecimal digits"},
      {"close-no-time", R"(malformed s1 ready engine 0: $: member "time" is missing)"},
      {"part-of-one", "malformed s1 ready engine 0: $.count: must be from 2 to 65536, is 1"},
      {"part-of-too-many", "malformed s1 ready engine 0: $.count: must be from 2 to 65536, is 65537"},
      {"part-index-beyond", R"(malformed s1 ready engine 0: $: "index" must be below "count")"},
      {"part-seq-differs", R"(malformed s1 ready engine 0: $: "seq" must be "whole" + "index")"},
      {"part-data-empty", "malformed s1 ready engine 0: $.data: must be base64 of at least one byte"},
      {"part-data-no-base64", "malformed s1 ready engine 0: $.data: must be base64 of at least one byte"},
      {"part-data-spare-bits", "malformed s1 ready engine 0: $.data: must be base64 of at least one byte"},
      {"part-no-whole", R"(malformed s1 ready engine 0: $: member "whole" is missing (and 1 more))"},
  };
}

std::vector<Reject> rejects() {
  std::vector<Reject> all;
  for (const auto& some :
       {rejects_of_text(), rejects_of_key(), rejects_of_machine(), rejects_of_files(),
        rejects_of_statements(), rejects_of_git(), rejects_of_trees_and_code(), rejects_of_framing()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// The damage that the line itself is, not what its stream then lacks.
Damage damage_of(const std::string& name) {
  Collector seen;
  RecordReader reader(seen);
  reader.read_path(kFolder + name + ".ndjson");
  EXPECT_TRUE(seen.records.empty()) << "a refused record must not be delivered";
  const ReadOutcome outcome = reader.finish();
  EXPECT_FALSE(outcome.damages.empty()) << "accepted";
  if (outcome.damages.empty()) return Damage{Damage::Kind::foreign, "", 0, "accepted", std::nullopt};
  EXPECT_EQ(outcome.damages.front().line, 1U);
  EXPECT_EQ(outcome.damages.front().source, kFolder + name + ".ndjson");
  return outcome.damages.front();
}

class RejectedLine : public testing::TestWithParam<Reject> {};

TEST_P(RejectedLine, ForItsReason) {
  const Damage damage = damage_of(GetParam().name);
  const std::string whose = damage.stream ? " " + damage.stream->render() : "";
  const std::string text = std::string(damage_kind_name(damage.kind)) + whose + ": " + damage.reason;
  EXPECT_TRUE(text.starts_with(GetParam().damage)) << text;
}

INSTANTIATE_TEST_SUITE_P(All, RejectedLine, testing::ValuesIn(rejects()),
                         [](const testing::TestParamInfo<Reject>& row) {
                           std::string name = row.param.name;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(RejectedLines, AreAllInTheTable) {
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator(kFolder)) files.insert(entry.path().stem().string());
  std::set<std::string> rows;
  for (const Reject& reject : rejects()) rows.insert(reject.name);
  EXPECT_EQ(files, rows);
}

}  // namespace
}  // namespace evidence
