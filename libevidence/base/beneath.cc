#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "evidence/base.h"
#include "walk.h"

namespace evidence {
namespace {

// Any rename or mount on the machine during a `..` makes openat2 say EAGAIN; a hostile process can keep that
// up.
constexpr int kAttempts = 128;

int call_openat2(const Descriptor& directory, const std::string& path, const open_how& how) {
  return static_cast<int>(syscall(SYS_openat2, directory.get(), path.c_str(), &how, sizeof how));
}

}  // namespace

int beneath_flags(int extra_flags) {
  // openat2 refuses O_PATH together with flags that mean nothing to it.
  const bool only_path = (extra_flags & O_PATH) != 0;
  return O_RDONLY | O_CLOEXEC | (only_path ? 0 : O_NONBLOCK | O_NOCTTY) | extra_flags;
}

Descriptor open_beneath(const Descriptor& directory, std::string_view path, Resolve resolve,
                        int extra_flags) {
  if (path.find('\0') != std::string_view::npos) {
    errno = EINVAL;
    throw_errno("open", path);
  }
  open_how how{};
  how.flags = static_cast<std::uint64_t>(beneath_flags(extra_flags));
  how.resolve = (resolve == Resolve::beneath ? RESOLVE_BENEATH : RESOLVE_IN_ROOT) | RESOLVE_NO_MAGICLINKS;
  const std::string terminated(path);
  for (int attempt = 1;; ++attempt) {
    const int fd = call_openat2(directory, terminated, how);
    if (fd >= 0) {
      return Descriptor(fd);
    }
    // Container sandboxes older than openat2 answer EPERM for it; a true EPERM comes again from the walk.
    if (errno == ENOSYS || errno == EPERM) {
      return walk_beneath(directory, path, resolve, extra_flags);
    }
    if ((errno != EAGAIN && errno != EINTR) || attempt == kAttempts) {
      throw_errno("open", path);
    }
  }
}

}  // namespace evidence
