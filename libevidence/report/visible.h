#pragma once

// The first barrier for everything that enters a report. An attacker may choose names and values; what leaves
// here is well-formed UTF-8 without control characters, bidirectional overrides, characters that cannot be
// seen, and what XML 1.0 §2.2 forbids. Each format then escapes only for its own syntax.

#include <string>
#include <string_view>

namespace evidence::report {

// Text with \n, \xNN and \u{N} in place of such characters; then its own backslashes are doubled.
std::string visible(std::string_view bytes);

// The same for a value: in double quotes where a space begins or ends it.
std::string visible_value(std::string_view bytes);

// A value of which every character beyond ASCII is written \u{N}: two that look alike and are compared must
// be told apart.
std::string spelled_out(std::string_view bytes);

bool is_ascii(std::string_view bytes);

}  // namespace evidence::report
