#pragma once

#include <string_view>

namespace evidence::json {

// How RFC 8785 §3.2.2.2 escapes this byte inside a string; empty when the byte stands for itself.
std::string_view canonical_escape(unsigned char byte);

}  // namespace evidence::json
