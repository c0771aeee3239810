#pragma once

// A record that is too long for one line travels as base64 slices of its canonical bytes. Slice i of n has
// the sequence number whole + i, and the carried record has the number `whole`.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/record.h"
#include "members.h"

namespace evidence::record {

inline constexpr std::uint32_t kMaxParts = 65536;

struct Part {
  std::uint64_t whole = 0;
  std::uint32_t index = 0;
  std::uint32_t count = 0;
  std::string data;  // decoded
};

std::string render_part(const StreamKey& key, const Part& part);
// The own members of a part line with that sequence number.
Part read_part(Members& members, std::uint64_t sequence);

// The slices of a record's canonical bytes, each as long as the longest line allows. Throws FormatError over
// kMaxRecord.
std::vector<Part> split_record(const StreamKey& key, std::uint64_t sequence, std::string_view canonical);

}  // namespace evidence::record
