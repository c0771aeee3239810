#include <gtest/gtest.h>

#include "agreement.h"
#include "packet/dsse.h"
#include "packet/key_fixture.h"
#include "packet/receipt.h"

namespace evidence::schemas {
namespace {

using packet::Receipt;

std::vector<std::string> read_receipt(const json::Value& value) {
  try {
    packet::parse_receipt(json::canonical(value), "receipt");
    return {};
  } catch (const FormatError& error) {
    return {error.what()};
  }
}

// What a schema cannot say of a statement.
const std::vector<std::string_view> kBeyondForm = {
    "subjects must be sorted by name, each once",  // relates elements
};

Receipt sealed_receipt() {
  Receipt receipt;
  receipt.subjects = {{"data/plan/manifest.json", sha256("m")}, {"private/a", sha256("p")}};
  receipt.name = "demo";
  receipt.run = std::string(64, 'a');
  receipt.registered = true;
  receipt.plan_class = "native";
  receipt.standing = "screen";
  receipt.checkpoint = "complete";
  receipt.answer = "HOLD";
  receipt.processes = {{"engine", "0", "s1", "7b2f5c1e-0000-4000-8000-000000000001", 47, 12,
                        std::string(64, 'b'), std::string(64, 'c'), "c0ffee"},
                       {"engine", "1", "s1", "b", 48, 13, "", std::string(64, 'c'), ""}};
  receipt.findings = {Finding{Result::hold, "damage", "engine", {{"s1", "ready", {"0"}}}}};
  receipt.damages = {Damage{Damage::Kind::malformed, "records.ndjson", 7, "is no record", std::nullopt}};
  receipt.private_files = {{"a", 12}};
  receipt.semantics = "1";
  receipt.time = Timestamp::from_nanoseconds(1'764'438'093'000'000'001);
  return receipt;
}

Receipt registration_receipt() {
  Receipt receipt = sealed_receipt();
  receipt.answer = "registered";
  receipt.nonce = std::string(64, '7');
  return receipt;
}

// The statement as a checker gets it out of the signed envelope.
std::string signed_statement(const Receipt& receipt) {
  const packet::PrivateKey keys[] = {packet::key_of('k')};
  const std::string envelope =
      packet::render(packet::sign(std::string(packet::kPayloadType), packet::render(receipt), keys));
  return packet::parse_envelope(envelope, "receipt.dsse.json").payload;
}

TEST(ReceiptSchema, AgreesOnASealedReceiptAndNeedsEveryRuleBeyondForm) {
  Agreement agreement("receipt", read_receipt, kBeyondForm);
  agreement.expect_same_around(parse_json(packet::render(sealed_receipt())), "sealed");
  EXPECT_EQ(agreement.idle_rules(), std::vector<std::string>{});
}

TEST(ReceiptSchema, AgreesOnASignedReceipt) {
  Agreement agreement("receipt", read_receipt, kBeyondForm);
  Receipt receipt = sealed_receipt();
  for (const std::string answer : {"PASS", "STOP", "HOLD"}) {
    receipt.answer = answer;
    agreement.expect_good(parse_json(signed_statement(receipt)), answer);
  }
}

TEST(ReceiptSchema, AgreesOnARegistration) {
  Agreement agreement("receipt", read_receipt, kBeyondForm);
  agreement.expect_same_around(parse_json(packet::render(registration_receipt())), "registration");
  agreement.expect_good(parse_json(signed_statement(registration_receipt())), "signed registration");
}

}  // namespace
}  // namespace evidence::schemas
