#pragma once

// Random bodies of every type that can be written between open and close.

#include <random>
#include <string>
#include <vector>

#include "stream_fixture.h"

namespace evidence {

class RandomRecords {
 public:
  explicit RandomRecords(std::uint32_t seed) : engine_(seed) {}

  std::uint64_t below(std::uint64_t bound) {
    return std::uniform_int_distribution<std::uint64_t>(0, bound - 1)(engine_);
  }
  bool coin() { return below(2) == 1; }
  std::string bytes(std::size_t longest) {
    std::string text(below(longest + 1), '\0');
    const std::uint64_t kinds = coin() ? 128 : 256;  // plain text, or most likely not UTF-8
    for (char& c : text) c = static_cast<char>(below(kinds));
    return text;
  }
  std::string label() { return "l" + std::to_string(below(1000)); }
  Digest digest() { return sha256(label()); }
  std::int64_t time() { return static_cast<std::int64_t>(below(1ULL << 62)); }
  EvidenceKind evidence() { return static_cast<EvidenceKind>(below(5)); }
  MaybeSecret secret(std::size_t longest) {
    if (coin()) return bytes(longest);
    if (coin()) return Keyed{digest().render()};
    return Secret{};
  }
  std::mt19937& engine() { return engine_; }

  RecordBody body() {
    switch (below(15)) {
      case 0:
        return process();
      case 1:
        return MountRecord{bytes(40), bytes(40), "overlay", bytes(40), bytes(1500), mount_digest()};
      case 2:
        return env();
      case 3:
        return argv();
      case 4:
        return FactRecord{"fact " + label(), label(), evidence()};
      case 5:
        return AbsentRecord{"file", bytes(20), coin() ? below(1ULL << 53) : 0, allocated()};
      case 6:
        return observation();
      case 7:
        return GitRecord{"to", hex40(), hex40(), std::optional(below(1ULL << 53)), std::nullopt};
      case 8:
        return CarryRecord{"bytes", "p" + bytes(200), carry_entry(), std::nullopt, coin() ? label() : ""};
      case 9:
        return ErrorRecord{"environ", bytes(20), "permission denied"};
      case 10:
        return entry();
      case 11:
        return tree();
      case 12:
        return mapped();
      case 13:
        return ImageRecord{"sha256:" + digest().render(), texts(), texts(), coin() ? digest().render() : ""};
      default:
        return FileRecord{
            bytes(200), digest(),   below(1ULL << 53), static_cast<std::uint32_t>(below(010000)),
            time(),     -time(),    evidence(),        coin(),
            below(3),   allocated()};
    }
  }

 private:
  std::optional<Digest> mount_digest() { return coin() ? std::optional(digest()) : std::nullopt; }
  std::string hex40() { return digest().render().substr(0, 40); }
  CarryEntry carry_entry() { return {static_cast<std::uint32_t>(below(0200000)), hex40()}; }
  RecordBody process() {
    ProcessRecord process{.boot_id = label(),
                          .pid = static_cast<std::int64_t>(below(1 << 22)) + 1,
                          .start_ticks = time(),
                          .pidfd_inode = coin() ? std::optional(~below(1000)) : std::nullopt,
                          .exec = coin() ? digest().render() : "",
                          .exe_path = bytes(60),
                          .exe_digest = digest(),
                          .exe_size = below(1ULL << 53),
                          .exe_deleted = coin(),
                          .uid = static_cast<std::uint32_t>(below(1ULL << 32)),
                          .namespaces = {{"mnt", ~below(9)}, {label(), 0}},
                          .container = coin() ? label() : "",
                          .ancestors = {}};
    for (std::uint64_t left = below(5); left > 0; --left) process.ancestors.push_back({1, time(), bytes(15)});
    return process;
  }
  std::optional<std::uint64_t> allocated() {
    return coin() ? std::optional(below(1ULL << 53)) : std::nullopt;
  }
  RecordBody entry() {
    EntryRecord entry;
    entry.path = bytes(200);
    entry.kind = static_cast<EntryKind>(1 + below(6));
    entry.mode = static_cast<std::uint32_t>(below(010000));
    if (entry.kind == EntryKind::symlink) entry.target = bytes(100);
    if (entry.kind >= EntryKind::character_device) entry.device = std::to_string(below(1ULL << 32)) + ":0";
    entry.entered = entry.kind != EntryKind::directory || coin();
    entry.evidence = evidence();
    return entry;
  }
  RecordBody tree() {
    TreeRecord tree{.path = bytes(200), .digest = digest()};
    tree.dir_hash1 = mount_digest();
    tree.files = below(1ULL << 53);
    tree.hard_linked = below(9);
    tree.bytes = below(1ULL << 53);
    tree.follows_links = coin();
    tree.crosses_mounts = coin();
    tree.evidence = evidence();
    return tree;
  }
  RecordBody mapped() {
    MappedRecord mapped;
    mapped.kind = static_cast<MappedRecord::Kind>(below(4));
    mapped.path = bytes(200);
    mapped.listed = coin() ? "l" + bytes(50) : "";
    mapped.digest = mount_digest();
    if (mapped.digest) mapped.via = static_cast<MappedRecord::Via>(below(3));
    mapped.size = below(1ULL << 53);
    mapped.mappings = below(100);
    mapped.deleted = coin();
    mapped.changed_after_start = coin();
    if (coin()) mapped.pages = below(1000);
    if (mapped.pages) mapped.changed_pages = below(1000);
    return mapped;
  }
  std::vector<std::string> texts() {
    return coin() ? std::vector<std::string>() : std::vector<std::string>{"a" + label(), "b" + label()};
  }
  RecordBody env() {
    if (below(4) == 0) return EnvRecord{3, bytes(20), std::string(), true, "env-file"};
    return EnvRecord{static_cast<std::uint32_t>(below(1ULL << 32)), bytes(20), secret(3000), false,
                     "environ"};
  }
  RecordBody argv() {
    if (coin()) return ArgvRecord{1, "--" + label(), false, std::string()};
    return ArgvRecord{static_cast<std::uint32_t>(below(1ULL << 32)), coin() ? "--" + label() : "", true,
                      secret(2000)};
  }
  RecordBody observation() {
    json::Object fields{{"a", coin()}, {"b", static_cast<std::int64_t>(below(100)) - 50}, {label(), label()}};
    fields.emplace("c", static_cast<double>(below(1ULL << 52)) / 1024.0 + 0.0001);
    return ObservationRecord{label(), below(1000) + 1, fields, evidence()};
  }

  std::mt19937 engine_;
};

}  // namespace evidence
