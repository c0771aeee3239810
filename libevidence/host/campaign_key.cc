#include <sys/stat.h>

#include "evidence/digest.h"
#include "evidence/host.h"

namespace evidence::host {
namespace {

constexpr off_t kMinBytes = 32;
constexpr off_t kMaxBytes = 4096;
constexpr mode_t kOthers = 0077;
constexpr std::size_t kIdDigits = 16;

[[noreturn]] void refuse(const std::string& path, std::string_view why) {
  throw UsageError(printable(path) + ": " + std::string(why));
}

}  // namespace

CampaignKey CampaignKey::read(const std::string& path) {
  const Descriptor descriptor = open_for_reading(path);
  struct stat status {};
  if (fstat(descriptor.get(), &status) != 0) {
    throw_errno("stat", path);
  }
  if (!S_ISREG(status.st_mode)) {
    refuse(path, "a key must be a regular file");
  }
  if ((status.st_mode & kOthers) != 0) {
    refuse(path, "others may read this key: make its mode 0600");
  }
  if (status.st_size < kMinBytes || status.st_size > kMaxBytes) {
    refuse(path, "a key must have 32 to 4096 bytes");
  }
  std::string bytes = read_to_end(descriptor, path, static_cast<std::size_t>(kMaxBytes));
  if (static_cast<off_t>(bytes.size()) != status.st_size) {
    refuse(path, "changed while it was read");
  }
  return CampaignKey(std::move(bytes));
}

std::string CampaignKey::id() const {
  return hmac_sha256(bytes_, "libevidence key id").render().substr(0, kIdDigits);
}

Keyed CampaignKey::hide(std::string_view domain, std::string_view name, std::string_view value) const {
  std::string message;
  message.reserve(domain.size() + name.size() + value.size() + 2);
  message.append(domain).append(1, '\0').append(name).append(1, '\0').append(value);
  return Keyed{hmac_sha256(bytes_, message).render()};
}

}  // namespace evidence::host
