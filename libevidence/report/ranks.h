#pragma once

// Ranks that agree, folded: 0,1,2,5 → "0-2,5".

#include <string>
#include <vector>

namespace evidence::report {

// "rank 1", "ranks 0-511,513"; empty for none. Sorted by their trailing number, doubled ones once. Three and
// more that follow each other are a range: "0-2", or "node01..node03" where there is more than a number.
std::string folded_ranks(std::vector<std::string> ranks);

}  // namespace evidence::report
