#include <limits>

#include "body.h"

namespace evidence::record {

namespace {

constexpr std::int64_t kMaxPid = std::numeric_limits<std::int32_t>::max();

std::string render_ancestors(const std::vector<Ancestor>& ancestors) {
  std::string json = "[";
  for (const Ancestor& ancestor : ancestors) {
    MemberWriter out;
    out.bytes(kName, ancestor.name);
    out.integer("pid", static_cast<std::uint64_t>(ancestor.pid));
    out.decimal("start_ticks", ancestor.start_ticks);
    if (json.size() > 1) json += ',';
    json += out.finish();
  }
  return json + "]";
}

Ancestor read_ancestor(const json::Place& place) {
  Members members(place);
  Ancestor ancestor;
  ancestor.name = members.bytes(kName);
  // A parent outside the observer's pid namespace is seen as 0.
  ancestor.pid = members.integer("pid", 0, kMaxPid);
  ancestor.start_ticks = members.decimal("start_ticks", 0);
  members.finish();
  return ancestor;
}

std::vector<Ancestor> read_ancestors(Members& members) {
  std::vector<Ancestor> ancestors;
  if (const auto array = members.required("ancestors")) {
    json::each_element(
        *array, [&ancestors](const json::Place& element) { ancestors.push_back(read_ancestor(element)); });
  }
  return ancestors;
}

// Names are free, so the canonical writer has to sort and escape them.
std::string render_namespaces(const std::map<std::string, std::uint64_t>& namespaces) {
  json::Object object;
  for (const auto& [name, inode] : namespaces) object.emplace(name, std::to_string(inode));
  return json::canonical(std::move(object));
}

std::map<std::string, std::uint64_t> read_namespaces(Members& members) {
  std::map<std::string, std::uint64_t> namespaces;
  if (const auto object = members.required("namespaces")) {
    json::each_member(*object, [&namespaces](std::string_view name, const json::Place& place) {
      if (!is_label(name)) place.mistake("its name must be a label");
      namespaces.emplace(name, read_unsigned_decimal(place));
    });
  }
  return namespaces;
}

}  // namespace

void write_members(const ProcessRecord& process, MemberWriter& out) {
  out.raw("ancestors", render_ancestors(process.ancestors));
  out.text("boot_id", process.boot_id);
  out.text_unless_empty("container", process.container);
  out.boolean("exe_deleted", process.exe_deleted);
  out.bytes(kExePath, process.exe_path);
  out.digest("exe_sha256", process.exe_digest);
  out.integer("exe_size", process.exe_size);
  out.text_unless_empty("exec", process.exec);
  out.raw("namespaces", render_namespaces(process.namespaces));
  out.integer("pid", static_cast<std::uint64_t>(process.pid));
  if (process.pidfd_inode) out.decimal("pidfd_inode", *process.pidfd_inode);
  out.decimal("start_ticks", process.start_ticks);
  out.integer("uid", process.uid);
}

ProcessRecord read_process(Members& members) {
  const auto pidfd_inode = members.maybe("pidfd_inode");
  const auto container = members.maybe("container");
  return ProcessRecord{
      .boot_id = members.label("boot_id"),
      .pid = members.integer("pid", 1, kMaxPid),
      .start_ticks = members.decimal("start_ticks", 0),
      .pidfd_inode = pidfd_inode ? std::optional(read_unsigned_decimal(*pidfd_inode)) : std::nullopt,
      .exec = members.maybe_hex("exec"),
      .exe_path = members.bytes(kExePath),
      .exe_digest = members.digest("exe_sha256"),
      .exe_size = static_cast<std::uint64_t>(members.integer("exe_size", 0, json::kMaxInteger)),
      .exe_deleted = members.boolean("exe_deleted"),
      .uid = static_cast<std::uint32_t>(members.integer("uid", 0, std::numeric_limits<std::uint32_t>::max())),
      .namespaces = read_namespaces(members),
      .container = container ? container->label().value_or("") : "",
      .ancestors = read_ancestors(members)};
}

}  // namespace evidence::record
