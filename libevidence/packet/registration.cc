// A registration inside a packet or in a reviewer's hand: is it what its own receipt says?

#include "bag_reader.h"
#include "derive.h"
#include "dsse.h"
#include "evidence/packet.h"
#include "receipt.h"

namespace evidence::packet {

namespace {

Finding fault(std::string_view detail) {
  Finding finding{Result::stop, "registration"};
  finding.detail = printable(detail);
  return finding;
}

std::vector<Finding> check_whole(std::string_view bytes, std::string_view name) {
  std::vector<Finding> findings;
  const BagReader bag(
      [&](std::uint64_t offset, char* into, std::size_t length) {
        if (offset > bytes.size() || bytes.size() - offset < length)
          throw FormatError(name, "offset " + std::to_string(offset), "is cut off");
        bytes.copy(into, length, offset);
      },
      bytes.size(), name);
  std::string statement = bag.receipt();
  if (bag.is_signed()) {
    Envelope envelope = parse_envelope(bag.receipt(), name);
    if (envelope.payload_type != kPayloadType) return {fault("the envelope holds " + envelope.payload_type)};
    statement = std::move(envelope.payload);
  }
  const ReceiptClaims claims = parse_receipt(statement, name);
  if (claims.answer != "registered" || !claims.time) return {fault("the receipt is not a registration's")};
  const Plan plan = Plan::from_registration(bytes, name);
  if (render(registration_receipt(plan, *claims.time, claims.nonce)) != statement) {
    findings.push_back(fault("the receipt is not what the plan's files give"));
  }
  if (bag.base() != plan.manifest().name) findings.push_back(fault("the folder is not named after the plan"));
  bag.check_tag_files(bag.hash_payload(nullptr), *claims.time, plan.manifest_digest().render(), findings);
  return findings;
}

}  // namespace

std::vector<Finding> check_registration(std::string_view tar, std::string_view name) {
  try {
    return check_whole(tar, name);
  } catch (const FormatError& error) {
    return {fault(error.what())};
  }
}

}  // namespace evidence::packet
