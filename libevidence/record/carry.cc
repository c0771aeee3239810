#include <array>

#include "body.h"
#include "octal.h"

namespace evidence::record {

namespace {

constexpr std::array<std::string_view, 2> kMethods = {"bytes", "worktree"};
constexpr std::size_t kModeDigits = 6;
constexpr std::uint32_t kMaxMode = 0177777;

std::string render_entry(const CarryEntry& entry) {
  if (entry.mode > kMaxMode) throw FormatError("record", "$.mode", "has more than 16 bits");
  MemberWriter out;
  out.text("id", entry.id);
  out.text("mode", render_octal(entry.mode, kModeDigits));
  return out.finish();
}

CarryEntry read_entry(const json::Place& place) {
  Members members(place);
  CarryEntry entry;
  entry.id = members.hex40("id");
  const auto mode = members.required("mode");
  if (const auto text = mode ? read_text(*mode) : std::nullopt) {
    const auto parsed = parse_octal(*text, kModeDigits);
    if (!parsed || *parsed > kMaxMode) mode->mistake("must be six octal digits of at most 177777");
    entry.mode = parsed.value_or(0);
  }
  members.finish();
  return entry;
}

std::optional<CarryEntry> maybe_entry(Members& members, std::string_view name) {
  const auto place = members.maybe(name);
  return place ? std::optional(read_entry(*place)) : std::nullopt;
}

// What the members must have together.
void check_together(const CarryRecord& carry, const Members& members) {
  if (carry.path.empty()) members.mistake("\"path\" must not be empty");
  if (carry.method == "worktree") {
    if (carry.reason.empty()) members.mistake("a worktree record must have a \"reason\"");
    return;
  }
  if (!carry.before && !carry.after) members.mistake("must have \"before\" or \"after\"");
  if (carry.before && carry.before == carry.after && carry.reason.empty())
    members.mistake("is the same before and after: must have a \"reason\"");
}

}  // namespace

void write_members(const CarryRecord& carry, MemberWriter& out) {
  if (carry.after) out.raw("after", render_entry(*carry.after));
  if (carry.before) out.raw("before", render_entry(*carry.before));
  out.text("method", carry.method);
  out.bytes(kPath, carry.path);
  out.text_unless_empty("reason", carry.reason);
}

CarryRecord read_carry(Members& members) {
  CarryRecord carry;
  carry.after = maybe_entry(members, "after");
  carry.before = maybe_entry(members, "before");
  if (const auto method = members.required("method"))
    carry.method = kMethods[method->one_of(kMethods).value_or(0)];
  carry.path = members.bytes(kPath);
  carry.reason = members.maybe_filled_text("reason");
  check_together(carry, members);
  return carry;
}

}  // namespace evidence::record
