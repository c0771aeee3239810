#include "regular_file.h"

#include <sys/stat.h>

namespace evidence::host {
namespace {

void check_regular(const struct stat& status, const std::string& path) {
  if (!S_ISREG(status.st_mode)) {
    throw FormatError(path, "", "is not a regular file");
  }
}

}  // namespace

Descriptor open_regular(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) {
    throw_errno("stat", path);
  }
  check_regular(status, path);
  Descriptor descriptor = open_for_reading(path);
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", path);
  }
  check_regular(status, path);
  return descriptor;
}

}  // namespace evidence::host
