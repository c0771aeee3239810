// Any bytes as a line of mountinfo: refused with a FormatError, or a record that can be written.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "evidence/host.h"

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    const evidence::MountRecord record = evidence::host::parse_mountinfo_line(line);
    demand(record.target.starts_with('/'));
    demand(!record.fstype.empty() && evidence::is_utf8(record.fstype));
    demand(record.target.size() + record.root.size() + record.source.size() <= size);
    const evidence::StreamKey key{.run = "none", .role = "r", .rank = "0", .start = "s", .moment = "m"};
    demand(!evidence::render_record(key, 0, record).empty());
  } catch (const evidence::FormatError&) {  // refused
  }
  return 0;
}
