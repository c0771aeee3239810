#include "publisher.h"

#include <utility>

namespace evidence::host {

Publisher::Publisher(std::string domain, const std::vector<std::string>& public_names,
                     const std::optional<CampaignKey>& key)
    : domain_(std::move(domain)), public_names_(public_names.begin(), public_names.end()), key_(&key) {}

MaybeSecret Publisher::operator()(std::string_view name, std::string_view value) const {
  if (public_names_.contains(name)) {
    return std::string(value);
  }
  if (*key_) {
    return (*key_)->hide(domain_, name, value);
  }
  return Secret{};
}

}  // namespace evidence::host
