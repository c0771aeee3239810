#pragma once

// Writes one object in canonical form from members given in any order. Names are plain ASCII constants of the
// format, so byte order is RFC 8785's order and nothing in them needs an escape. A value that the format
// cannot hold (text that is not UTF-8, an integer over 2^53 - 1) is a FormatError naming the member.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "byte_name.h"
#include "evidence/base.h"
#include "evidence/digest.h"

namespace evidence::record {

class MemberWriter {
 public:
  void text(std::string_view name, std::string_view value);
  // Nothing is written for an empty value.
  void text_unless_empty(std::string_view name, std::string_view value);
  void bytes(const ByteName& name, std::string_view value);
  void integer(std::string_view name, std::uint64_t value);
  void boolean(std::string_view name, bool value);
  // `true` where the flag holds; no member where it does not.
  void flag(std::string_view name, bool value);
  // Numbers that may exceed 2^53 travel as decimal strings.
  void decimal(std::string_view name, std::int64_t value);
  void decimal(std::string_view name, std::uint64_t value);
  void digest(std::string_view name, const Digest& value);
  void time(std::string_view name, Timestamp value);
  // `json` is canonical JSON already.
  void raw(std::string_view name, std::string_view json);

  std::string finish();

 private:
  struct Member {
    std::string_view name;
    std::size_t begin;
    std::size_t end;
  };
  // A value whose characters need no escape.
  void plain_string(std::string_view name, std::string_view value);

  std::string values_;
  std::vector<Member> members_;
};

}  // namespace evidence::record
