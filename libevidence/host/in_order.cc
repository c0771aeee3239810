#include "in_order.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "evidence/base.h"

namespace evidence::host {
namespace {

constexpr std::size_t kMostInBatch = 32;

}  // namespace

void make_in_order(std::size_t count, unsigned jobs, const std::function<RecordBody(std::size_t)>& make,
                   const std::function<void(const RecordBody&)>& take) {
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(count, thread_count(jobs)));
  if (threads == 0) {
    return;
  }
  // Small files do not pay for a change of threads each.
  const std::size_t in_batch = std::clamp<std::size_t>(count / (threads * std::size_t{16}), 1, kMostInBatch);
  OrderedWork work(threads, std::size_t{threads} * 4);
  for (std::size_t begin = 0; begin < count; begin += in_batch) {
    const auto batch = std::make_shared<std::vector<RecordBody>>();
    work.give(
        [&make, batch, begin, end = std::min(begin + in_batch, count)] {
          for (std::size_t index = begin; index < end; ++index) batch->push_back(make(index));
        },
        [&take, batch] { std::ranges::for_each(*batch, take); });
  }
  work.finish();
}

}  // namespace evidence::host
