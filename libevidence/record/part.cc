#include "part.h"

#include "evidence/base.h"
#include "key.h"

namespace evidence::record {

namespace {

// Bytes of a slice so that no part line of this stream is over kMaxLine, whatever its numbers.
std::size_t slice_size(const StreamKey& key) {
  const auto largest = static_cast<std::uint64_t>(json::kMaxInteger) - kMaxParts;
  const Part longest{.whole = largest, .index = kMaxParts - 1, .count = kMaxParts, .data = ""};
  const std::size_t room = kMaxLine - 1 - render_part(key, longest).size();
  return room / 4 * 3;
}

}  // namespace

std::string render_part(const StreamKey& key, const Part& part) {
  MemberWriter out;
  write_key(key, out);
  out.integer("count", part.count);
  out.text("data", to_base64(part.data));
  out.integer("index", part.index);
  out.integer("seq", part.whole + part.index);
  out.text("type", "part");
  out.integer("whole", part.whole);
  return out.finish();
}

Part read_part(Members& members, std::uint64_t sequence) {
  Part part;
  part.count = static_cast<std::uint32_t>(members.integer("count", 2, kMaxParts));
  if (const auto place = members.required("data")) {
    const auto text = read_text(*place);
    const auto data = text ? from_base64(*text) : std::nullopt;
    if (text && (!data || data->empty())) place->mistake("must be base64 of at least one byte");
    part.data = data.value_or("");
  }
  part.index = static_cast<std::uint32_t>(members.integer("index", 0, kMaxParts - 1));
  part.whole = static_cast<std::uint64_t>(members.integer("whole", 0, json::kMaxInteger));
  if (part.index >= part.count) members.mistake("\"index\" must be below \"count\"");
  if (part.whole + part.index != sequence) members.mistake("\"seq\" must be \"whole\" + \"index\"");
  return part;
}

std::vector<Part> split_record(const StreamKey& key, std::uint64_t sequence, std::string_view canonical) {
  if (canonical.size() > kMaxRecord) {
    throw FormatError("record", key.render(), "is longer than " + std::to_string(kMaxRecord) + " bytes");
  }
  const std::size_t slice = slice_size(key);
  const std::size_t count = (canonical.size() + slice - 1) / slice;
  std::vector<Part> parts;
  parts.reserve(count);
  for (std::size_t index = 0; index < count; ++index) {
    parts.push_back(Part{.whole = sequence,
                         .index = static_cast<std::uint32_t>(index),
                         .count = static_cast<std::uint32_t>(count),
                         .data = std::string(canonical.substr(index * slice, slice))});
  }
  return parts;
}

}  // namespace evidence::record
