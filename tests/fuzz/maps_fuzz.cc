// Any bytes as /proc/PID/maps: every line is an executable mapping, another one, or a problem, and none has a
// name that is longer than its text.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/maps.h"

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

void check(const evidence::host::MapsLine& line, std::size_t size) {
  demand(line.executable && line.begin < line.end);
  demand(line.name.size() <= size);
  demand(!line.range().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const evidence::host::ExecutableMaps maps = evidence::host::read_maps(text);
  for (const evidence::host::MappedFile& file : maps.files) {
    demand(!file.empty());
    for (const auto& line : file) {
      check(line, size);
      demand(is_same_file(line, file.front()) && backing_of(line) == evidence::host::Backing::file);
    }
  }
  for (const auto& line : maps.anonymous) check(line, size);
  for (const auto& line : maps.vdso) check(line, size);
  return 0;
}
