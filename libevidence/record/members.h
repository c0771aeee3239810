#pragma once

// Reads the members of one object of a canonical document: each is asked for once, finish() makes a mistake
// of every other.
//
// A reader that finds a mistake records it and returns a stand-in of the right type, so that one pass finds
// all mistakes; what was read counts only when there are none. Asking in canonical (byte) order makes each
// look-up O(1), which matters for a million lines; any other order is right too. Nothing is allocated but the
// returned strings.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "byte_name.h"
#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/json.h"
#include "evidence/record.h"

namespace evidence::record {

class Members {
 public:
  // `object` must outlive this. A value that is no object is one mistake.
  explicit Members(const json::Place& object);

  std::optional<json::Place> maybe(std::string_view name);
  std::optional<json::Place> required(std::string_view name);
  void mistake(std::string reason) const { object_.mistake(std::move(reason)); }
  void finish();

  // A string, as a view into the document.
  std::string_view text(std::string_view name);
  // A string that is not empty.
  std::string filled_text(std::string_view name);
  // The same; empty when the member is absent.
  std::string maybe_filled_text(std::string_view name);
  std::string label(std::string_view name);
  // Of 64 hexadecimal digits; empty when the member is absent.
  std::string maybe_hex(std::string_view name);
  // Of 40 lower-case hexadecimal digits, as git names an object.
  std::string hex40(std::string_view name);
  std::optional<std::string> maybe_hex40(std::string_view name);
  std::string bytes(const ByteName& name);
  std::optional<std::string> maybe_bytes(const ByteName& name);
  std::int64_t integer(std::string_view name, std::int64_t minimum, std::int64_t maximum);
  // A whole number from 0 to 2^53 - 1.
  std::uint64_t count(std::string_view name);
  bool boolean(std::string_view name);
  // True when the member is there, and then it must be `true`.
  bool flag(std::string_view name);
  std::int64_t decimal(std::string_view name, std::int64_t minimum);
  Digest digest(std::string_view name);
  std::optional<Digest> maybe_digest(std::string_view name);
  Timestamp time(std::string_view name);
  EvidenceKind evidence();

 private:
  json::Place object_;
  json::Node::Iterator begin_;
  json::Node::Iterator end_;
  json::Node::Iterator cursor_;  // where the next look-up begins
  std::size_t position_ = 0;     // of cursor_ among the members
  std::string_view passed_;      // the name before cursor_
  std::size_t size_;
  bool readable_;            // an object of a bounded size; otherwise nothing more is said about its members
  std::uint64_t taken_ = 0;  // one bit a member
};

// The string in `place`, or a mistake and nothing.
std::optional<std::string_view> read_text(const json::Place& place);
// A decimal string in its shortest form within the bounds, or a mistake and the minimum.
std::int64_t read_decimal(const json::Place& place, std::int64_t minimum);
// A whole number from 0 to 2^53 - 1, or a mistake and 0.
std::uint64_t read_count(const json::Place& place);
std::uint64_t read_unsigned_decimal(const json::Place& place);

}  // namespace evidence::record
