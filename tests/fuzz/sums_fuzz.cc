// A sums file of anyone's: it is refused with a FormatError, or every entry survives being written and read
// again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "evidence/digest.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace evidence;
  std::vector<SumsEntry> entries;
  try {
    entries = parse_sums({reinterpret_cast<const char*>(data), size}, "sums");
  } catch (const FormatError&) {
    return 0;
  }
  for (const SumsEntry& entry : entries) {
    const std::vector<SumsEntry> again = parse_sums(render_sums_line(entry), "rendered");
    if (again.size() != 1 || again[0].path != entry.path || again[0].digest != entry.digest) {
      std::abort();
    }
  }
  return 0;
}
