#include <array>

#include "body.h"
#include "mode.h"

namespace evidence::record {

namespace {

// In the order of EntryKind, beginning behind the regular file, which has a record of its own.
constexpr std::array<std::string_view, 6> kKinds = {"directory", "symlink",          "fifo",
                                                    "socket",    "character_device", "block_device"};

bool is_device_number(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto is_number = [](std::string_view digits) {
    return !digits.empty() && digits.size() <= 10 && (digits == "0" || digits.front() != '0') &&
           digits.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return colon != std::string_view::npos && is_number(text.substr(0, colon)) &&
         is_number(text.substr(colon + 1));
}

bool is_device(EntryKind kind) {
  return kind == EntryKind::character_device || kind == EntryKind::block_device;
}

}  // namespace

void write_members(const EntryRecord& entry, MemberWriter& out) {
  if (entry.device) out.text("device", *entry.device);
  out.text("evidence", evidence_kind_name(entry.evidence));
  out.text("kind", kKinds.at(static_cast<std::size_t>(entry.kind) - 1));
  out.text("mode", render_mode(entry.mode));
  out.flag("not_entered", !entry.entered);
  out.bytes(kPath, entry.path);
  if (entry.target) out.bytes(kTarget, *entry.target);
}

EntryRecord read_entry(Members& members) {
  EntryRecord entry;
  const auto device = members.maybe("device");
  if (device) {
    entry.device =
        device->string_where(is_device_number, "two decimal numbers with a colon between").value_or("0:0");
  }
  entry.evidence = members.evidence();
  if (const auto kind = members.required("kind"))
    entry.kind = static_cast<EntryKind>(kind->one_of(kKinds).value_or(0) + 1);
  entry.mode = read_mode(members);
  entry.entered = !members.flag("not_entered");
  entry.path = members.bytes(kPath);
  entry.target = members.maybe_bytes(kTarget);
  if (entry.device.has_value() != is_device(entry.kind))
    members.mistake("a device, and nothing else, has a member \"device\"");
  if (entry.target.has_value() != (entry.kind == EntryKind::symlink))
    members.mistake("a symlink, and nothing else, has a member \"target\"");
  if (!entry.entered && entry.kind != EntryKind::directory)
    members.mistake("only a directory has a member \"not_entered\"");
  return entry;
}

void write_members(const TreeRecord& tree, MemberWriter& out) {
  out.integer("bytes", tree.bytes);
  out.flag("crosses_mounts", tree.crosses_mounts);
  if (tree.dir_hash1) out.digest("dir_hash1", *tree.dir_hash1);
  out.integer("directories", tree.directories);
  out.text("evidence", evidence_kind_name(tree.evidence));
  out.integer("files", tree.files);
  out.flag("follows_links", tree.follows_links);
  out.integer("hard_linked", tree.hard_linked);
  out.integer("others", tree.others);
  out.bytes(kPath, tree.path);
  out.digest("sha256", tree.digest);
  out.integer("symlinks", tree.symlinks);
}

TreeRecord read_tree(Members& members) {
  TreeRecord tree{.path = {}, .digest = Digest(Digest::Bytes{})};
  tree.bytes = members.count("bytes");
  tree.crosses_mounts = members.flag("crosses_mounts");
  tree.dir_hash1 = members.maybe_digest("dir_hash1");
  tree.directories = members.count("directories");
  tree.evidence = members.evidence();
  tree.files = members.count("files");
  tree.follows_links = members.flag("follows_links");
  tree.hard_linked = members.count("hard_linked");
  tree.others = members.count("others");
  tree.path = members.bytes(kPath);
  tree.digest = members.digest("sha256");
  tree.symlinks = members.count("symlinks");
  return tree;
}

}  // namespace evidence::record
