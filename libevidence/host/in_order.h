#pragma once

// Work on several threads whose results are taken in the order of the requests.

#include <cstddef>
#include <functional>

#include "evidence/record.h"

namespace evidence::host {

// Calls make(0) … make(count - 1) on `jobs` threads (0: one a core) and take() with each result, in order, on
// the calling thread. Only a bounded number of results wait at any time. The first exception of either is
// thrown on after all threads ended.
void make_in_order(std::size_t count, unsigned jobs, const std::function<RecordBody(std::size_t)>& make,
                   const std::function<void(const RecordBody&)>& take);

}  // namespace evidence::host
