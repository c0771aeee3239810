#include "small_campaign.h"

#include "evidence/record.h"
#include "packet/keys.h"
#include "packet/pem.h"

namespace evidence::packet {

namespace {

const Timestamp kTime = Timestamp::from_nanoseconds(1'790'000'000'123'456'789);

}  // namespace

SmallCampaign::SmallCampaign(const std::string& members) {
  folder_.write("manifest.json", "{" + members + R"(
    "name": "small", "class": "offline", "standing": "screen",
    "roles": {"gate": {"life": "none", "ranks": ["0"]}}, "moments": ["ready"], "starts": [{"name": "s1"}],
    "identity": {"gate": {"files": {"/srv/model": "sha256:)" +
                                     sha256(kPinnedBytes).render() + R"("}}}})");
  register_plan(Plan::unregistered(path("manifest.json"), Binding()), {}, path("registration.tar"), kTime,
                std::string(64, '5'));
  folder_.write("records.ndjson", records(plan(), kPinnedBytes));
}

std::string SmallCampaign::records(const Plan& plan, const std::string& bytes) const {
  std::string lines;
  StreamWriter writer({plan.run(), "gate", "0", "s1", "ready"},
                      [&](std::string_view line) { lines += line; });
  writer.write(OpenRecord{"test 1", "host", "boot", "", kTime, 1, {}});
  writer.write(FileRecord{"/srv/model", sha256(bytes), bytes.size(), 0644, 1, 2});
  writer.close(kTime);
  return lines;
}

Sealed SmallCampaign::seal(const std::string& name, const std::vector<std::string>& keys,
                           const Plan* other) const {
  SealRequest request;
  request.records = {path("records.ndjson")};
  for (const std::string& pem : keys) request.signing_keys.push_back({"signing key", pem});
  request.output = path(name);
  return packet::seal(other == nullptr ? plan() : *other, request);
}

Checked SmallCampaign::check(const std::string& name, const std::vector<std::string>& trusted) const {
  CheckRequest request;
  request.manifest = path("manifest.json");
  for (const std::string& pem : trusted) request.trusted_keys.push_back({"trusted key", pem});
  request.accept_unsigned = trusted.empty();
  return packet::check(path(name), request);
}

KeyPair make_key(unsigned char seed) {
  // PKCS#8 of an Ed25519 seed (RFC 8410 §7).
  const std::string der =
      std::string("\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20", 16) +
      std::string(32, static_cast<char>(seed));
  const std::string pem = render_pem_block({"PRIVATE KEY", der});
  return {pem, PrivateKey::parse_pem(pem, "test key").public_key().pem()};
}

std::vector<std::string> rules(const std::vector<Finding>& findings, Result result) {
  std::vector<std::string> found;
  for (const Finding& finding : findings) {
    if (finding.result == result) found.push_back(finding.rule);
  }
  return found;
}

}  // namespace evidence::packet
