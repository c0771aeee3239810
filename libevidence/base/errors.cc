#include <cerrno>

#include "evidence/base.h"

namespace evidence {
namespace {

// The C library begins its reasons with a capital; messages here have none, unless it is an abbreviation's.
std::string reason_of(const std::error_code& code) {
  std::string reason = code.message();
  const auto is_upper = [&](std::size_t at) {
    return at < reason.size() && reason[at] >= 'A' && reason[at] <= 'Z';
  };
  if (is_upper(0) && !is_upper(1)) {
    reason[0] = static_cast<char>(reason[0] - 'A' + 'a');
  }
  return reason;
}

std::string joined(std::string subject, std::string_view part) {
  if (subject.empty()) {
    return std::string(part);
  }
  if (!part.empty()) {
    subject.append(": ").append(part);
  }
  return subject;
}

}  // namespace

SystemError::SystemError(std::string_view operation, std::string_view path, std::error_code code)
    : Error(joined(joined(printable(path), operation), reason_of(code))), code_(code) {}

void throw_errno(std::string_view operation, std::string_view path) {
  const int number = errno;
  throw SystemError(operation, path, std::error_code(number, std::generic_category()));
}

// `where` and `wrong` may quote what an attacker wrote; escaping them here leaves no message that can move a
// cursor.
FormatError::FormatError(std::string_view subject, std::string_view where, std::string_view wrong)
    : Error(joined(joined(printable(subject), escaped(where)), escaped(wrong))) {}

bool is_missing(const std::error_code& code) {
  return code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory;
}

}  // namespace evidence
