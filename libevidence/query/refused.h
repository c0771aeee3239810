#pragma once

// How a refusal travels inside the room, from where it is found to the door, which turns it into a value. It
// never leaves the room.

#include <exception>
#include <string>
#include <string_view>

#include "evidence/query.h"

namespace evidence::query {

class Refused : public std::exception {
 public:
  explicit Refused(Refusal refusal) : refusal_(std::move(refusal)) {}
  const Refusal& refusal() const { return refusal_; }
  const char* what() const noexcept override { return refusal_.reason.c_str(); }

 private:
  Refusal refusal_;
};

// `reason` may quote the attacker: it is made printable and cut to a length that fits a report's line.
[[noreturn]] void refuse(Refusal::Kind kind, std::string_view reason);

}  // namespace evidence::query
