#include <limits>

#include "body.h"
#include "octal.h"

namespace evidence::record {

namespace {

constexpr std::size_t kModeDigits = 4;
constexpr std::uint32_t kModeBits = 07777;
constexpr std::int64_t kAnyTime = std::numeric_limits<std::int64_t>::min();

std::string render_mode(std::uint32_t mode) {
  if (mode > kModeBits) throw FormatError("record", "$.mode", "has more than permission bits");
  return render_octal(mode, kModeDigits);
}

std::uint32_t read_mode(Members& members) {
  const auto place = members.required("mode");
  const auto text = place ? read_text(*place) : std::nullopt;
  if (!text) return 0;
  const auto mode = parse_octal(*text, kModeDigits);
  if (!mode) place->mistake("must be four octal digits");
  return mode.value_or(0);
}

}  // namespace

void write_members(const FileRecord& file, MemberWriter& out) {
  out.flag("changed_after_start", file.changed_after_start);
  out.decimal("changed_ns", file.changed_ns);
  out.text("evidence", evidence_kind_name(file.evidence));
  out.text("mode", render_mode(file.mode));
  out.decimal("modified_ns", file.modified_ns);
  out.bytes(kPath, file.path);
  out.digest("sha256", file.digest);
  out.integer("size", file.size);
}

FileRecord read_file_record(Members& members) {
  FileRecord file{.path = {}, .digest = Digest(Digest::Bytes{})};
  file.changed_after_start = members.flag("changed_after_start");
  file.changed_ns = members.decimal("changed_ns", kAnyTime);
  file.evidence = members.evidence();
  file.mode = read_mode(members);
  file.modified_ns = members.decimal("modified_ns", kAnyTime);
  file.path = members.bytes(kPath);
  file.digest = members.digest("sha256");
  file.size = static_cast<std::uint64_t>(members.integer("size", 0, json::kMaxInteger));
  return file;
}

}  // namespace evidence::record
