#include "body.h"

namespace evidence::record {

void write_members(const OpenRecord& open, MemberWriter& out) {
  out.text("boot_id", open.boot_id);
  out.decimal("boottime_ns", open.boottime_ns);
  out.text("host", open.host);
  if (open.key_id) out.text("key_id", *open.key_id);
  out.text_unless_empty("machine", open.machine);
  out.time("time", open.time);
  out.text("tool", open.tool);
}

OpenRecord read_open(Members& members) {
  const auto key_id = members.maybe("key_id");
  return OpenRecord{.tool = members.filled_text("tool"),
                    .host = std::string(members.text("host")),
                    .boot_id = members.label("boot_id"),
                    .machine = members.maybe_hex("machine"),
                    .time = members.time("time"),
                    .boottime_ns = members.decimal("boottime_ns", 0),
                    .key_id = key_id ? key_id->label() : std::nullopt};
}

void write_members(const CloseRecord& close, MemberWriter& out) {
  out.integer("lines", close.lines);
  out.digest("sum", close.sum);
  out.time("time", close.time);
}

CloseRecord read_close(Members& members) {
  const std::int64_t lines = members.integer("lines", 0, json::kMaxInteger);
  const Digest sum = members.digest("sum");
  return CloseRecord{.lines = static_cast<std::uint64_t>(lines), .sum = sum, .time = members.time("time")};
}

}  // namespace evidence::record
