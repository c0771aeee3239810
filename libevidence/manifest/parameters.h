#pragma once

// Declared parameters of a manifest and the types their values may have.

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "evidence/json.h"

namespace evidence {

enum class ParameterType { commit, count, digest, label, path, prefix, text };
inline constexpr std::string_view kParameterTypes[] = {"commit", "count",  "digest", "label",
                                                       "path",   "prefix", "text"};

struct Parameter {
  ParameterType type = ParameterType::text;
  bool list = false;
  bool optional = false;
};

// The member `parameters`, by name; mistakes are recorded at their places.
std::map<std::string, Parameter, std::less<>> read_parameters(const json::Place& place);

}  // namespace evidence
