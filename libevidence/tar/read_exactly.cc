#include "read_exactly.h"

#include <unistd.h>

#include <cerrno>
#include <limits>
#include <string>

namespace evidence::tar {

void read_exactly(const Descriptor& descriptor, std::uint64_t offset, char* into, std::size_t length,
                  std::string_view name) {
  constexpr auto kMaxOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
  while (length > 0) {
    if (offset > kMaxOffset)
      throw FormatError(name, "offset " + std::to_string(offset), "is not in the file");
    const ssize_t got = ::pread(descriptor.get(), into, length, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno("read", name);
    if (got == 0) throw FormatError(name, "offset " + std::to_string(offset), "the file ends here");
    into += got;
    offset += static_cast<std::uint64_t>(got);
    length -= static_cast<std::size_t>(got);
  }
}

}  // namespace evidence::tar
