#include "descriptor_budget.h"

#include <sys/resource.h>

#include <algorithm>

namespace evidence {
namespace {

constexpr std::size_t kOrdinary = 1024;
constexpr std::size_t kMostLevels = 32;
constexpr std::size_t kMostDirectories = 64;
constexpr std::size_t kMostTogether = 8;

std::size_t limit() {
  rlimit found{};
  if (getrlimit(RLIMIT_NOFILE, &found) != 0 || found.rlim_cur == RLIM_INFINITY) {
    return kOrdinary;
  }
  return static_cast<std::size_t>(std::min<rlim_t>(found.rlim_cur, rlim_t{1} << 20U));
}

}  // namespace

// An eighth each for the levels and for the threads' files as if one a thread, half for directories; the rest
// is for everything else that is open.
DescriptorBudget descriptor_budget(unsigned threads, std::size_t batches) {
  const std::size_t all = limit();
  const auto most = static_cast<unsigned>(std::clamp<std::size_t>(all / 8, 1, 1024));
  const unsigned few = std::min(threads, most);
  return {.levels = std::clamp<std::size_t>(all / 8, 2, kMostLevels),
          .directories = std::clamp<std::size_t>(all / 2 / (batches + 1), 1, kMostDirectories),
          .together = std::clamp<std::size_t>(all / 8 / few, 1, kMostTogether),
          .threads = few};
}

}  // namespace evidence
