#pragma once

// A whole small campaign without processes, in a folder of its own: a plan over one file, one role without a
// process, one start.

#include <string>
#include <vector>

#include "evidence/packet.h"
#include "temp_folder.h"

namespace evidence::packet {

class SmallCampaign {
 public:
  // `members` are further members of the manifest, each with a comma behind it. Makes manifest.json,
  // registration.tar and records.ndjson.
  explicit SmallCampaign(const std::string& members = "");

  const TempFolder& folder() const { return folder_; }
  std::string path(const std::string& name) const { return folder_ / name; }
  Plan plan() const { return Plan::load(path("registration.tar")); }
  // Records of start s1 under a plan, in which the pinned file has these bytes.
  std::string records(const Plan& plan, const std::string& bytes) const;
  Sealed seal(const std::string& name, const std::vector<std::string>& keys = {},
              const Plan* plan = nullptr) const;
  // As a reviewer who has the manifest, and trusts the channel where no key is given.
  Checked check(const std::string& name, const std::vector<std::string>& trusted = {}) const;

  static constexpr const char* kPinnedBytes = "weights";

 private:
  TempFolder folder_;
};

// A new Ed25519 key, the same for the same seed: private and public PEM.
struct KeyPair {
  std::string private_pem;
  std::string public_pem;
};
KeyPair make_key(unsigned char seed);

// The rules of all findings with this result, in order.
std::vector<std::string> rules(const std::vector<Finding>& findings, Result result);

}  // namespace evidence::packet
