#include <limits>

#include "body.h"
#include "mode.h"

namespace evidence::record {

namespace {

constexpr std::int64_t kAnyTime = std::numeric_limits<std::int64_t>::min();

}  // namespace

void write_members(const FileRecord& file, MemberWriter& out) {
  if (file.allocated) out.integer("allocated", *file.allocated);
  out.flag("changed_after_start", file.changed_after_start);
  out.decimal("changed_ns", file.changed_ns);
  out.text("evidence", evidence_kind_name(file.evidence));
  if (file.links != 1) out.integer("links", file.links);
  out.text("mode", render_mode(file.mode));
  out.decimal("modified_ns", file.modified_ns);
  out.bytes(kPath, file.path);
  out.digest("sha256", file.digest);
  out.integer("size", file.size);
}

FileRecord read_file_record(Members& members) {
  FileRecord file{.path = {}, .digest = Digest(Digest::Bytes{})};
  if (const auto allocated = members.maybe("allocated")) file.allocated = read_count(*allocated);
  file.changed_after_start = members.flag("changed_after_start");
  file.changed_ns = members.decimal("changed_ns", kAnyTime);
  file.evidence = members.evidence();
  if (const auto links = members.maybe("links")) {
    file.links = read_count(*links);
    if (file.links == 1) links->mistake("must be absent where it is 1");
  }
  file.mode = read_mode(members);
  file.modified_ns = members.decimal("modified_ns", kAnyTime);
  file.path = members.bytes(kPath);
  file.digest = members.digest("sha256");
  file.size = members.count("size");
  return file;
}

}  // namespace evidence::record
