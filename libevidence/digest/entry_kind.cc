#include <sys/stat.h>

#include "evidence/digest.h"

namespace evidence {

std::string_view entry_kind_name(EntryKind kind) {
  switch (kind) {
    case EntryKind::file:
      return "regular file";
    case EntryKind::directory:
      return "directory";
    case EntryKind::symlink:
      return "symbolic link";
    case EntryKind::fifo:
      return "FIFO";
    case EntryKind::socket:
      return "socket";
    case EntryKind::character_device:
      return "character device";
    case EntryKind::block_device:
      return "block device";
  }
  return "";
}

EntryKind entry_kind(std::uint32_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR:
      return EntryKind::directory;
    case S_IFLNK:
      return EntryKind::symlink;
    case S_IFIFO:
      return EntryKind::fifo;
    case S_IFSOCK:
      return EntryKind::socket;
    case S_IFCHR:
      return EntryKind::character_device;
    case S_IFBLK:
      return EntryKind::block_device;
    default:
      return EntryKind::file;
  }
}

}  // namespace evidence
