#pragma once

// How a value is written: in clear where its name is listed as public, else under the campaign key, else not
// at all.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/host.h"

namespace evidence::host {

class Publisher {
 public:
  // `key` must outlive the publisher.
  Publisher(std::string domain, const std::vector<std::string>& public_names,
            const std::optional<CampaignKey>& key);
  MaybeSecret operator()(std::string_view name, std::string_view value) const;

 private:
  std::string domain_;
  std::set<std::string, std::less<>> public_names_;
  const std::optional<CampaignKey>* key_;
};

}  // namespace evidence::host
