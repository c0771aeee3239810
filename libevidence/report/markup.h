#pragma once

#include <string>
#include <string_view>

namespace evidence::report {

// Visible text inside an element or a quoted attribute of HTML or XML: & < > " ' as numeric references, which
// both know.
inline std::string markup_text(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (std::string_view("&<>\"'").find(byte) != std::string_view::npos) {
      out.append("&#").append(std::to_string(static_cast<int>(byte))).append(";");
    } else {
      out += byte;
    }
  }
  return out;
}

}  // namespace evidence::report
