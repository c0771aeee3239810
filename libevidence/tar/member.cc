#include "evidence/tar.h"
#include "read_exactly.h"

namespace evidence::tar {

std::string read_member(const Descriptor& descriptor, const Member& member, std::size_t limit,
                        std::string_view name) {
  if (member.size > limit) {
    throw FormatError(name, "offset " + std::to_string(member.offset),
                      "member " + printable(member.path) + " has " + std::to_string(member.size) +
                          " bytes, at most " + std::to_string(limit) + " are allowed");
  }
  std::string content(static_cast<std::size_t>(member.size), '\0');
  read_exactly(descriptor, member.offset, content.data(), content.size(), name);
  return content;
}

}  // namespace evidence::tar
