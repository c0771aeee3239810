#include "evidence/tar.h"
#include "header.h"

namespace evidence::tar {

Layout lay_out(const std::vector<std::pair<std::string, std::uint64_t>>& paths_and_sizes) {
  if (paths_and_sizes.size() > kMaxMembers) {
    throw FormatError("archive", "", "has more than " + std::to_string(kMaxMembers) + " members");
  }
  Layout layout;
  layout.members.reserve(paths_and_sizes.size());
  for (const auto& [path, size] : paths_and_sizes) {
    make_header(path, size, 0);  // refuses what could not be written later
    layout.members.push_back({path, size, layout.total + kBlock});
    layout.total += kBlock + padded(size);
  }
  layout.total += 2 * kBlock;
  return layout;
}

}  // namespace evidence::tar
