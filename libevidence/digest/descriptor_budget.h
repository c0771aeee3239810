#pragma once

// How many descriptors a walk may hold, of those that the process may have.

#include <cstddef>

namespace evidence {

struct DescriptorBudget {
  std::size_t levels;       // directories that are being walked
  std::size_t directories;  // whose files wait in one batch
  std::size_t together;     // files that one thread has open at a time
  unsigned threads;         // that open files
};

// For `threads` wanted, and so many batches in work.
DescriptorBudget descriptor_budget(unsigned threads, std::size_t batches);

}  // namespace evidence
