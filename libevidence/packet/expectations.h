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
// What was sealed, as conditions see it.
struct Outcome {
  const Plan& plan;
  std::string_view checkpoint;
  Answer answer;
  const std::vector<Reading>& readings;
};
std::vector<Unmet> unmet_expectations(const Expectations& expectations, const Outcome& outcome);
// Throws UsageError for a condition on what the plan does not have.
void refuse_unknown(const Expectations& expectations, const Plan& plan);

}  // namespace evidence::packet
