#pragma once

// The cases of a check: a product of values by column, a union of such products, or a query.

#include "evidence/manifest.h"

namespace evidence {

// Of all checks together. More would be a mistake of the plan's rather than a question.
inline constexpr std::size_t kMaxCases = 100'000;
inline constexpr std::size_t kMaxCaseColumns = 16;

// At most `room` of them. Mistakes are recorded at their places; among them values of the columns start, arm,
// role, rank and moment that the plan does not have, and an empty list.
Cases read_cases(const json::Place& place, const Manifest& manifest, std::size_t room);

}  // namespace evidence
