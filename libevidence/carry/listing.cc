#include "listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace evidence::carry {

namespace {

struct Closed {
  void operator()(DIR* folder) const { closedir(folder); }
};

Kind kind_of_mode(mode_t mode) {
  if (S_ISREG(mode)) return Kind::regular;
  if (S_ISDIR(mode)) return Kind::directory;
  return S_ISLNK(mode) ? Kind::symlink : Kind::other;
}

Kind kind_of(DIR* folder, const dirent& entry, const std::string& path) {
  if (entry.d_type != DT_UNKNOWN) return kind_of_mode(static_cast<mode_t>(DTTOIF(entry.d_type)));
  struct stat status {};
  if (fstatat(dirfd(folder), entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) throw_errno("stat", path);
  return kind_of_mode(status.st_mode);
}

}  // namespace

std::vector<Listed> list_folder(const Descriptor& top, const std::string& path) {
  Descriptor opened =
      open_beneath(top, path.empty() ? "." : path, Resolve::beneath, O_DIRECTORY | O_NOFOLLOW);
  const std::unique_ptr<DIR, Closed> folder(fdopendir(opened.get()));
  if (!folder) throw_errno("open", path);
  opened.release();
  std::vector<Listed> entries;
  while (true) {
    errno = 0;
    const dirent* const entry = readdir(folder.get());
    if (entry == nullptr) {
      if (errno != 0) throw_errno("read", path);
      break;
    }
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") entries.push_back({entry->d_name, kind_of(folder.get(), *entry, path)});
  }
  std::ranges::sort(entries, {}, &Listed::name);
  return entries;
}

}  // namespace evidence::carry
