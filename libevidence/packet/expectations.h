#pragma once

// --expect NAME=VALUE against what was sealed.

#include <string>
#include <string_view>
#include <vector>

#include "evidence/packet.h"

namespace evidence::packet {

struct Unmet {
  std::string name;
  std::string expected;
  std::string seen;
};
std::vector<Unmet> unmet_expectations(const Expectations& expectations, const Plan& plan,
                                      std::string_view checkpoint, Answer answer);

}  // namespace evidence::packet
