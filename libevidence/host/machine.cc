#include <sys/utsname.h>

#include <algorithm>
#include <ctime>

#include "evidence/digest.h"
#include "evidence/host.h"
#include "process_record.h"

namespace evidence::host {
namespace {

constexpr std::size_t kMachineIdDigits = 32;
constexpr std::size_t kMaxMachineId = 256;

// machine-id(5) asks that the id not leave the machine, and that it key an HMAC where one machine must be
// told from another. The campaign key has no part in it, so that looks with and without one can be compared.
std::string machine_mark(const World& world) {
  std::string id;
  try {
    id = read_file(world.machine_id_path, kMaxMachineId);
  } catch (const Error&) {
    return "";
  }
  if (id.ends_with('\n')) {
    id.pop_back();
  }
  const bool valid = id.size() == kMachineIdDigits && from_hex(id).has_value() &&
                     std::ranges::any_of(id, [](char digit) { return digit != '0'; });
  return valid ? hmac_sha256(id, "libevidence machine").render() : "";
}

std::int64_t boottime() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

std::string node_name() {
  utsname names{};
  if (uname(&names) != 0) {
    throw_errno("uname", "");
  }
  return escaped(names.nodename);
}

}  // namespace

OpenRecord describe_machine(const World& world, const std::optional<CampaignKey>& key) {
  return OpenRecord{
      .tool = "pin-hash " EVIDENCE_VERSION,
      .host = node_name(),
      .boot_id = read_boot_id(world),
      .machine = machine_mark(world),
      .time = Timestamp::now(),
      .boottime_ns = boottime(),
      .key_id = key ? std::optional(key->id()) : std::nullopt,
  };
}

}  // namespace evidence::host
