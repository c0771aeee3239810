#include "reporter.h"

#include <string>

namespace evidence::host {

void Reporter::record(const RecordBody& body) {
  const auto* absent = std::get_if<AbsentRecord>(&body);
  if (absent != nullptr && absent->found > 0) {
    seen_ = Seen::wrong;
  } else if (std::holds_alternative<ErrorRecord>(body) && seen_ == Seen::complete) {
    seen_ = Seen::incomplete;
  }
  try {
    emit_(body);
  } catch (...) {
    throw EmitFailure{std::current_exception()};
  }
}

void Reporter::error(std::string_view about, std::string_view name, std::string_view reason) {
  record(make_error(about, name, reason));
}

ErrorRecord make_error(std::string_view about, std::string_view name, std::string_view reason) {
  return ErrorRecord{.about = std::string(about), .name = std::string(name), .reason = escaped(reason)};
}

std::string cause(std::string_view what, const std::error_code& code) {
  return SystemError(what, "", code).what();
}

}  // namespace evidence::host
