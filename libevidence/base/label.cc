#include <algorithm>

#include "evidence/base.h"

namespace evidence {
namespace {

constexpr std::size_t kLongestLabel = 64;
constexpr std::size_t kLongestComponent = 100;
constexpr std::size_t kLongestPath = 255;

bool is_name_character(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         std::string_view("._+@-").find(c) != std::string_view::npos;
}

bool is_name(std::string_view text, std::size_t longest) {
  return !text.empty() && text.size() <= longest && text != "." && text != ".." &&
         std::all_of(text.begin(), text.end(), is_name_character);
}

}  // namespace

bool is_label(std::string_view text) {
  return is_name(text, kLongestLabel);
}

bool is_packet_path(std::string_view text) {
  if (text.size() > kLongestPath) {
    return false;
  }
  while (true) {
    const std::size_t slash = text.find('/');
    if (!is_name(text.substr(0, slash), kLongestComponent)) {
      return false;
    }
    if (slash == std::string_view::npos) {
      return true;
    }
    text.remove_prefix(slash + 1);
  }
}

}  // namespace evidence
