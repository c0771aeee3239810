#include "key.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace evidence {

std::string StreamKey::render() const {
  std::string text = start + " " + moment + " " + role + " " + rank;
  if (shards > 1) text += " " + std::to_string(shard) + "/" + std::to_string(shards);
  return text;
}

namespace record {

namespace {

constexpr std::size_t kRunDigits = 64;

bool is_hex_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

struct Shard {
  std::uint32_t index;
  std::uint32_t count;
};

// "i/n" in shortest form with 1 ≤ i ≤ n, n over 1: a stream that is not divided has no such member.
std::optional<Shard> parse_shard(std::string_view text) {
  Shard shard{0, 0};
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, shard.index);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, shard.count);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  const bool shortest = std::to_string(shard.index) + "/" + std::to_string(shard.count) == text;
  const bool within =
      shard.index >= 1 && shard.index <= shard.count && shard.count >= 2 && shard.count <= kMaxShards;
  return shortest && within ? std::optional(shard) : std::nullopt;
}

auto order_of(const KeyView& key) {
  return std::tie(key.rank, key.start, key.moment, key.role, key.shard, key.shards, key.run);
}

}  // namespace

StreamKey KeyView::own() const {
  return StreamKey{.run = std::string(run),
                   .role = std::string(role),
                   .rank = std::string(rank),
                   .start = std::string(start),
                   .moment = std::string(moment),
                   .shard = shard,
                   .shards = shards};
}

KeyView view_of(const StreamKey& key) {
  return KeyView{key.run, key.role, key.rank, key.start, key.moment, key.shard, key.shards};
}

bool KeyOrder::operator()(const KeyView& left, const KeyView& right) const {
  return order_of(left) < order_of(right);
}
bool KeyOrder::operator()(const StreamKey& left, const StreamKey& right) const {
  return (*this)(view_of(left), view_of(right));
}
bool KeyOrder::operator()(const StreamKey& left, const KeyView& right) const {
  return (*this)(view_of(left), right);
}
bool KeyOrder::operator()(const KeyView& left, const StreamKey& right) const {
  return (*this)(left, view_of(right));
}

bool is_run(std::string_view text) {
  if (text == kNoLabel) return true;
  return text.size() == kRunDigits && std::ranges::all_of(text, is_hex_digit);
}

bool is_valid(const KeyView& key) {
  return is_run(key.run) && is_label(key.role) && is_label(key.rank) && is_label(key.start) &&
         is_label(key.moment) && key.shard >= 1 && key.shard <= key.shards && key.shards <= kMaxShards;
}

void write_key(const StreamKey& key, MemberWriter& out) {
  out.text("moment", key.moment);
  out.text("rank", key.rank);
  out.text("role", key.role);
  out.text("run", key.run);
  out.text("start", key.start);
  if (key.shards > 1) out.text("shard", std::to_string(key.shard) + "/" + std::to_string(key.shards));
}

Envelope read_envelope(Members& members) {
  Envelope envelope;
  envelope.key.moment = members.text("moment");
  envelope.key.rank = members.text("rank");
  envelope.key.role = members.text("role");
  envelope.key.run = members.text("run");
  envelope.sequence = static_cast<std::uint64_t>(members.integer("seq", 0, json::kMaxInteger));
  if (const auto place = members.maybe("shard")) {
    const auto text = read_text(*place);
    const auto shard = text ? parse_shard(*text) : std::nullopt;
    if (shard) {
      envelope.key.shard = shard->index;
      envelope.key.shards = shard->count;
    } else if (text) {
      place->mistake("must be i/n with i at most n and n over 1");
    }
  }
  envelope.key.start = members.text("start");
  envelope.type = members.text("type");
  return envelope;
}

void check_key(const KeyView& key, const json::Place& object) {
  if (is_valid(key)) return;
  Members members(object);
  for (const std::string_view name : {"moment", "rank", "role"}) members.label(name);
  const auto run = members.required("run");
  if (run && !is_run(key.run)) run->mistake("must be 64 lower-case hexadecimal digits or \"none\"");
  members.label("start");
}

std::optional<StreamKey> find_key(json::Node root) {
  const auto text = [&root](std::string_view name) -> std::string_view {
    const std::optional<json::Node> member = root.member(name);
    return member && member->is(json::Kind::string) ? member->string() : "";
  };
  KeyView key{.run = text("run"),
              .role = text("role"),
              .rank = text("rank"),
              .start = text("start"),
              .moment = text("moment")};
  if (root.member("shard")) {
    const std::optional<Shard> shard = parse_shard(text("shard"));
    if (!shard) return std::nullopt;
    key.shard = shard->index;
    key.shards = shard->count;
  }
  return is_valid(key) ? std::optional(key.own()) : std::nullopt;
}

}  // namespace record
}  // namespace evidence
