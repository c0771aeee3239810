#include "start_time.h"

#include <unistd.h>

#include <ctime>

namespace evidence::host {

std::int64_t start_of(const Process& process) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec boottime{};
  clock_gettime(CLOCK_BOOTTIME, &boottime);
  const std::int64_t booted = Timestamp::now().nanoseconds() - boottime.tv_sec * kSecond - boottime.tv_nsec;
  const std::int64_t hertz = sysconf(_SC_CLK_TCK);
  const std::int64_t ticks = process.stat().start_ticks + 1;
  return booted + ticks / hertz * kSecond + ticks % hertz * (kSecond / hertz);
}

}  // namespace evidence::host
