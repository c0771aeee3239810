#pragma once

// What lies in one folder below another.

#include <string>
#include <vector>

#include "evidence/base.h"

namespace evidence::carry {

enum class Kind { regular, directory, symlink, other };

struct Listed {
  std::string name;  // any bytes
  Kind kind = Kind::other;
};

// Sorted by the bytes of the names. `path` leads from `top`; "" is `top` itself. A link is not followed.
// Throws SystemError.
std::vector<Listed> list_folder(const Descriptor& top, const std::string& path);

}  // namespace evidence::carry
