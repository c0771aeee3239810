#pragma once

// What is known of one stream while its lines come in, in any order.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "budget.h"
#include "evidence/record.h"
#include "part_sets.h"
#include "sequence_set.h"

namespace evidence::record {

class StreamState {
 public:
  // `source` is the place of the input that showed the stream first.
  StreamState(StreamKey key, std::size_t source) : key_(std::move(key)), source_(source) {}

  const StreamKey& key() const { return key_; }
  std::size_t source() const { return source_; }

  // Counts the line with that number; a line that was not added must not be used.
  SequenceSet::Added add_number(std::uint64_t sequence, Budget& budget);
  // Sums an added line that is not the close.
  void add_to_sum(const Digest& line) { sum_.add(line); }
  PartSets::Added add_part(Part part, Budget& budget) { return parts_.add(std::move(part), budget); }
  void open() { opened_ = true; }
  // False when there was a close already.
  bool close(const CloseRecord& close);
  // Some line of the stream was damaged: it can never be whole.
  void spoil() { spoiled_ = true; }

  // What is wrong with the stream when all input was read, and whether it is whole.
  struct Fault {
    Damage::Kind kind;
    std::string reason;
  };
  std::vector<Fault> faults() const;
  StreamSummary summary() const;

 private:
  std::optional<Fault> missing_lines() const;

  StreamKey key_;
  std::size_t source_;
  SequenceSet numbers_;
  DigestSum sum_;
  PartSets parts_;
  bool opened_ = false;
  std::optional<CloseRecord> close_;
  bool spoiled_ = false;
};

}  // namespace evidence::record
