#pragma once

// Hands records on to the caller and remembers what they come to: something that should be absent outranks
// an error.

#include <exception>
#include <functional>
#include <string_view>
#include <system_error>

#include "evidence/host.h"

namespace evidence::host {

// What the caller's own callback threw. Not an Error, so that nobody takes a full disk for something that was
// observed.
struct EmitFailure {
  std::exception_ptr cause;
};

class Reporter {
 public:
  using Emit = std::function<void(const RecordBody&)>;
  explicit Reporter(const Emit& emit) : emit_(emit) {}

  // Throws EmitFailure.
  void record(const RecordBody& body);
  // `name` may have any bytes; `reason` is escaped, since parts of it may come from the observed process.
  void error(std::string_view about, std::string_view name, std::string_view reason);
  Seen seen() const { return seen_; }

 private:
  const Emit& emit_;
  Seen seen_ = Seen::complete;
};

// An error record whose reason is escaped likewise.
ErrorRecord make_error(std::string_view about, std::string_view name, std::string_view reason);
// "cannot be opened: permission denied", for a record that names the path elsewhere.
std::string cause(std::string_view what, const std::error_code& code);

}  // namespace evidence::host
