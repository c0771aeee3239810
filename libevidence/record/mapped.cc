#include <array>

#include "body.h"

namespace evidence::record {

namespace {

// In the order of MappedRecord's enumerators.
constexpr std::array<std::string_view, 4> kKinds = {"file", "memfd", "anonymous", "vdso"};
constexpr std::array<std::string_view, 3> kVias = {"map_files", "path", "memory"};

}  // namespace

void write_members(const MappedRecord& mapped, MemberWriter& out) {
  out.flag("changed_after_start", mapped.changed_after_start);
  if (mapped.changed_pages) out.integer("changed_pages", *mapped.changed_pages);
  out.flag("deleted", mapped.deleted);
  out.text("kind", kKinds.at(static_cast<std::size_t>(mapped.kind)));
  if (!mapped.listed.empty()) out.bytes(kListed, mapped.listed);
  out.integer("mappings", mapped.mappings);
  if (mapped.pages) out.integer("pages", *mapped.pages);
  out.bytes(kPath, mapped.path);
  if (mapped.digest) out.digest("sha256", *mapped.digest);
  out.integer("size", mapped.size);
  if (mapped.via) out.text("via", kVias.at(static_cast<std::size_t>(*mapped.via)));
}

MappedRecord read_mapped(Members& members) {
  MappedRecord mapped;
  mapped.changed_after_start = members.flag("changed_after_start");
  if (const auto pages = members.maybe("changed_pages")) mapped.changed_pages = read_count(*pages);
  mapped.deleted = members.flag("deleted");
  if (const auto kind = members.required("kind"))
    mapped.kind = static_cast<MappedRecord::Kind>(kind->one_of(kKinds).value_or(0));
  mapped.listed = members.maybe_bytes(kListed).value_or("");
  mapped.mappings = members.count("mappings");
  if (const auto pages = members.maybe("pages")) mapped.pages = read_count(*pages);
  mapped.path = members.bytes(kPath);
  mapped.digest = members.maybe_digest("sha256");
  mapped.size = members.count("size");
  if (const auto via = members.maybe("via"))
    mapped.via = static_cast<MappedRecord::Via>(via->one_of(kVias).value_or(0));
  if (mapped.digest.has_value() != mapped.via.has_value())
    members.mistake("\"sha256\" and \"via\" must be both there or both absent");
  if (mapped.pages.has_value() != mapped.changed_pages.has_value())
    members.mistake("\"pages\" and \"changed_pages\" must be both there or both absent");
  return mapped;
}

}  // namespace evidence::record
