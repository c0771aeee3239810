// Any bytes as an archive: refused with a FormatError, or accepted and then laid out again to the very same
// headers.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/tar.h"

namespace {

using evidence::tar::Index;
using evidence::tar::kBlock;

void demand(bool holds) {
  if (!holds) std::abort();
}

void check_accepted(std::string_view bytes, const Index& index) {
  std::vector<std::pair<std::string, std::uint64_t>> paths_and_sizes;
  for (const auto& member : index.members) paths_and_sizes.emplace_back(member.path, member.size);
  const auto layout = evidence::tar::lay_out(paths_and_sizes);
  demand(layout.total == bytes.size());
  for (std::size_t i = 0; i < index.members.size(); ++i) {
    const auto& member = index.members[i];
    demand(member.offset == layout.members[i].offset);
    demand(member.offset + member.size <= bytes.size());
    const auto header = evidence::tar::make_header(member.path, member.size, index.mtime);
    demand(bytes.substr(member.offset - kBlock, kBlock) == std::string_view(header.data(), header.size()));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const evidence::tar::ReadAt read_at = [&](std::uint64_t offset, char* into, std::size_t length) {
    demand(offset <= bytes.size() && length <= bytes.size() - offset);
    std::memcpy(into, bytes.data() + offset, length);
  };
  try {
    check_accepted(bytes, evidence::tar::read_index(read_at, size, "input"));
  } catch (const evidence::FormatError&) {  // refused, as nearly everything must be
  }
  return 0;
}
