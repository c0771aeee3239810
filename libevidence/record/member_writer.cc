#include "member_writer.h"

#include <algorithm>

#include "evidence/json.h"

namespace evidence::record {

namespace {

[[noreturn]] void cannot_hold(std::string_view name, std::string_view why) {
  throw FormatError("record", "$." + std::string(name), why);
}

}  // namespace

void MemberWriter::text(std::string_view name, std::string_view value) {
  if (!is_utf8(value)) cannot_hold(name, "is not UTF-8");
  const std::size_t begin = values_.size();
  json::append_canonical_string(values_, value);
  members_.push_back({name, begin, values_.size()});
}

void MemberWriter::text_unless_empty(std::string_view name, std::string_view value) {
  if (!value.empty()) text(name, value);
}

void MemberWriter::bytes(const ByteName& name, std::string_view value) {
  if (is_utf8(value)) {
    text(name.plain, value);
  } else {
    plain_string(name.base64, to_base64(value));
  }
}

void MemberWriter::integer(std::string_view name, std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(json::kMaxInteger)) cannot_hold(name, "is over 2^53 - 1");
  raw(name, std::to_string(value));
}

void MemberWriter::boolean(std::string_view name, bool value) {
  raw(name, value ? "true" : "false");
}

void MemberWriter::flag(std::string_view name, bool value) {
  if (value) raw(name, "true");
}

void MemberWriter::decimal(std::string_view name, std::int64_t value) {
  plain_string(name, std::to_string(value));
}

void MemberWriter::decimal(std::string_view name, std::uint64_t value) {
  plain_string(name, std::to_string(value));
}

void MemberWriter::digest(std::string_view name, const Digest& value) {
  plain_string(name, value.render());
}

void MemberWriter::time(std::string_view name, Timestamp value) {
  plain_string(name, value.render());
}

void MemberWriter::raw(std::string_view name, std::string_view json) {
  const std::size_t begin = values_.size();
  values_ += json;
  members_.push_back({name, begin, values_.size()});
}

std::string MemberWriter::finish() {
  std::ranges::sort(members_, {}, &Member::name);
  std::string out;
  out.reserve(values_.size() + members_.size() * 16 + 2);
  for (const Member& member : members_) {
    out += out.empty() ? "{\"" : ",\"";
    out += member.name;
    out += "\":";
    out += std::string_view(values_).substr(member.begin, member.end - member.begin);
  }
  if (out.empty()) out = "{";
  out += '}';
  return out;
}

void MemberWriter::plain_string(std::string_view name, std::string_view value) {
  const std::size_t begin = values_.size();
  values_ += '"';
  values_ += value;
  values_ += '"';
  members_.push_back({name, begin, values_.size()});
}

}  // namespace evidence::record
