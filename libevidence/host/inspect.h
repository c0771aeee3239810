#pragma once

// The answers of docker and podman inspect: an array of objects or one, with more members than are read here.

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "evidence/json.h"
#include "evidence/record.h"

namespace evidence::host {

struct Inspected {
  ImageRecord image;
  std::vector<std::string> environment;  // of a container: NAME=VALUE, in order
};

// The answers, or what is wrong with them. Nothing of the members that are read may be of another type, and
// no member that identifies may be missing.
std::variant<std::vector<Inspected>, std::vector<json::Mistake>> read_inspect(std::string_view bytes);

}  // namespace evidence::host
