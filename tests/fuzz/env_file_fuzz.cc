// Any bytes as a file of environment variables: refused with a FormatError that quotes none of them, or
// entries that say no more than the file does.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/env_file.h"

namespace {

void demand(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    std::size_t said = 0;
    for (const evidence::host::EnvFileEntry& entry : evidence::host::parse_env_file(bytes, "")) {
      demand(!entry.name.empty() && entry.name.find_first_of(" \t=\n") == std::string::npos);
      demand(evidence::is_utf8(entry.name) && evidence::is_utf8(entry.value));
      demand(entry.value.find('\n') == std::string::npos);
      demand(!entry.bare || entry.value.empty());
      said += entry.name.size() + entry.value.size();
    }
    demand(said <= size);
  } catch (const evidence::FormatError& error) {
    demand(std::string_view(error.what()).starts_with("line "));
    demand(std::string_view(error.what()).size() < 60);
  }
  return 0;
}
