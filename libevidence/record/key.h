#pragma once

// Stream keys inside record lines.

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

#include "evidence/record.h"
#include "member_writer.h"
#include "members.h"

namespace evidence::record {

// More would be a mistake, and the member's length must be bounded.
inline constexpr std::uint32_t kMaxShards = 65536;

// A key as it stands in a line, so that looking up a stream costs no allocation.
struct KeyView {
  std::string_view run;
  std::string_view role;
  std::string_view rank;
  std::string_view start;
  std::string_view moment;
  std::uint32_t shard = 1;
  std::uint32_t shards = 1;
  bool operator==(const KeyView&) const = default;
  StreamKey own() const;
};
KeyView view_of(const StreamKey& key);

// Orders keys by what differs most among the streams of one run, so that a look-up compares few bytes.
struct KeyOrder {
  using is_transparent = void;
  bool operator()(const KeyView& left, const KeyView& right) const;
  bool operator()(const StreamKey& left, const StreamKey& right) const;
  bool operator()(const StreamKey& left, const KeyView& right) const;
  bool operator()(const KeyView& left, const StreamKey& right) const;
};

// True for 64 lower-case hexadecimal digits or "none".
bool is_run(std::string_view text);
// True when the key's invariant holds.
bool is_valid(const KeyView& key);

void write_key(const StreamKey& key, MemberWriter& out);
// The key's members in canonical order, with `seq` where it stands among them.
struct Envelope {
  KeyView key;
  std::uint64_t sequence = 0;
  std::string_view type;
};
// Checks the kinds of the members and the shard. The labels are the caller's to check (is_valid, or check_key
// for the mistakes) when it sees a key for the first time.
Envelope read_envelope(Members& members);
void check_key(const KeyView& key, const json::Place& object);
// The key that a damaged record of any form still shows whole.
std::optional<StreamKey> find_key(json::Node root);

}  // namespace evidence::record
