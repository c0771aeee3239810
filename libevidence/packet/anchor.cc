#include "anchor.h"

#include <algorithm>

#include "evidence/tar.h"

namespace evidence::packet {

namespace {

Finding fault(Result result, std::string_view rule, std::string detail) {
  Finding finding{result, std::string(rule)};
  finding.detail = std::move(detail);
  return finding;
}

bool expects_manifest(const CheckRequest& request) {
  return std::any_of(request.expectations.begin(), request.expectations.end(),
                     [](const auto& one) { return one.first == "manifest"; });
}

std::int64_t threshold_of(const CheckRequest& request, const Plan& plan) {
  const Signers& signers = plan.manifest().signers;
  return request.manifest && !signers.keys.empty() ? signers.threshold : 1;
}

void judge_signature(const CheckRequest& request, const Signatures& signatures, const Plan& plan,
                     Checked& checked, bool own_manifest) {
  const bool keys_named =
      !request.trusted_keys.empty() || (own_manifest && !plan.manifest().signers.keys.empty());
  if (keys_named && !signatures.is_signed) {
    checked.findings.push_back(fault(
        Result::stop, "signature", "the packet is not signed, and keys were named that must have signed it"));
  } else if (keys_named) {
    const auto needed = threshold_of(request, plan);
    const auto verified = static_cast<std::int64_t>(signatures.verified.size());
    Finding finding = fault(verified < needed ? Result::stop : Result::pass, "signature", "");
    finding.expected = std::to_string(needed) + (needed == 1 ? " trusted key" : " distinct trusted keys");
    finding.seen = std::to_string(verified);
    finding.detail = verified < needed ? "too few of the named keys signed this receipt"
                                       : "signed by keys that were named";
    checked.findings.push_back(std::move(finding));
  } else if (request.accept_unsigned) {
    checked.findings.push_back(
        fault(Result::note, "signature", "no signature was asked for: the channel is trusted (--unsigned)"));
  } else {
    checked.findings.push_back(fault(Result::hold, "anchor", "consistent; nobody you named vouches for it"));
    checked.advice = signatures.is_signed ? "--trust SIGNER.pub.pem" : "--unsigned";
  }
}

}  // namespace

OwnPlan OwnPlan::read(const std::string& path) {
  constexpr std::size_t kMaxOwnPlan = std::size_t{256} << 20;
  try {
    const std::string bytes = read_file(path, kMaxOwnPlan);
    return {sha256(bytes), tar::looks_like_tar(bytes)};
  } catch (const FormatError& error) {
    // The reviewer's own mistake; as a FormatError it would be taken for the packet's.
    throw UsageError(error.what());
  }
}

bool is_own_plan(const std::optional<OwnPlan>& own, const Plan& plan) {
  return own &&
         (own->is_registration ? own->digest.render() == plan.run() : own->digest == plan.manifest_digest());
}

namespace {

// STOP when the reviewer has a plan and the packet's is another.
void judge_plan(const std::optional<OwnPlan>& own, const Plan& plan, Checked& checked) {
  if (!own || is_own_plan(own, plan)) return;
  if (own->is_registration) {
    Finding finding = fault(Result::stop, "run", "the packet belongs to another registration than yours");
    finding.expected = own->digest.render();
    finding.seen = plan.run();
    checked.findings.push_back(std::move(finding));
    return;
  }
  Finding finding =
      fault(Result::stop, "manifest", "the packet was sealed under another manifest than yours");
  finding.expected = "sha256:" + own->digest.render();
  finding.seen = "sha256:" + plan.manifest_digest().render();
  checked.findings.push_back(std::move(finding));
}

}  // namespace

std::vector<PublicKey> trusted_keys(const CheckRequest& request, const std::optional<OwnPlan>& own,
                                    const Plan& plan) {
  std::vector<PublicKey> keys;
  const auto add = [&](const std::string& pem, std::string_view name) {
    PublicKey key = PublicKey::parse_pem(pem, name);
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(std::move(key));
  };
  for (const KeyText& key : request.trusted_keys) add(key.pem, key.name);
  if (is_own_plan(own, plan)) {
    for (const std::string& pem : plan.manifest().signers.keys) add(pem, "signers of the manifest");
  }
  return keys;
}

void judge_anchor(const CheckRequest& request, const std::optional<OwnPlan>& own,
                  const Signatures& signatures, const Plan& plan, Checked& checked) {
  judge_plan(own, plan, checked);
  judge_signature(request, signatures, plan, checked, is_own_plan(own, plan));
  if (own || expects_manifest(request)) return;
  checked.findings.push_back(
      fault(Result::hold, "anchor", "nothing of yours says that this plan is the one you mean"));
  checked.advice =
      std::string("-m YOUR-MANIFEST.json") + (checked.advice.empty() ? "" : " ") + checked.advice;
}

}  // namespace evidence::packet
