#include "container_id.h"

#include <algorithm>

namespace evidence::host {
namespace {

constexpr std::size_t kDigits = 64;

bool is_hex(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The id in one component of a cgroup's path, or nothing.
std::string_view id_in(std::string_view component) {
  constexpr std::string_view kScope = ".scope";
  if (component.ends_with(kScope)) {
    component.remove_suffix(kScope.size());
  }
  if (component.size() < kDigits || !is_hex(component.substr(component.size() - kDigits))) {
    return {};
  }
  const std::string_view before = component.substr(0, component.size() - kDigits);
  const bool separated = before.empty() || before.ends_with('-') || before.ends_with(':');
  return separated && !before.ends_with("conmon-") ? component.substr(before.size()) : std::string_view();
}

std::string_view last_id(std::string_view path) {
  std::string_view found;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view id = id_in(path.substr(0, slash));
    found = id.empty() ? found : id;
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return found;
}

// A line is "hierarchy:controllers:path"; the path may hold colons.
std::string_view path_of(std::string_view line) {
  const std::size_t first = line.find(':');
  const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
  return second == std::string_view::npos ? std::string_view() : line.substr(second + 1);
}

}  // namespace

std::string container_id(std::string_view cgroup) {
  while (!cgroup.empty()) {
    const std::size_t end = std::min(cgroup.find('\n'), cgroup.size());
    const std::string_view id = last_id(path_of(cgroup.substr(0, end)));
    if (!id.empty()) {
      return std::string(id);
    }
    cgroup.remove_prefix(std::min(end + 1, cgroup.size()));
  }
  return "";
}

}  // namespace evidence::host
