#include "packet/receipt.h"

#include <gtest/gtest.h>

namespace evidence::packet {
namespace {

Receipt full_receipt() {
  Receipt receipt;
  receipt.subjects = {{"data/streams/s1.ready.engine.0.ndjson", sha256("a")}, {"manifest", sha256("b")}};
  receipt.name = "small";
  receipt.run = std::string(64, 'a');
  receipt.registered = true;
  receipt.plan_class = "native";
  receipt.standing = "screen";
  receipt.checkpoint = "complete";
  receipt.answer = "HOLD";
  receipt.processes = {
      {"engine", "0", "s1", "boot", 42, 4711, std::string(64, 'b'), std::string(64, 'c'), "container"}};
  Finding finding{Result::hold, "stream-missing", "engine"};
  finding.where = {{"s1", "ready", {"0"}}};
  finding.detail = "nothing was recorded for this rank";
  receipt.findings = {finding};
  receipt.damages = {{Damage::Kind::foreign, "0.ndjson", 7, "not a record", {}}};
  receipt.private_files = {{"replies", 12}};
  receipt.semantics = "1";
  receipt.time = Timestamp::parse("2026-11-29T00:00:00.000000001Z");
  return receipt;
}

Receipt registration() {
  Receipt receipt = full_receipt();
  receipt.answer = "registered";
  receipt.nonce = std::string(64, 'd');
  return receipt;
}

TEST(Receipt, ClaimsAreReadBack) {
  const Receipt receipt = full_receipt();
  const ReceiptClaims claims = parse_receipt(render(receipt), "receipt");
  EXPECT_EQ(claims.subjects, receipt.subjects);
  EXPECT_EQ(claims.checkpoint, "complete");
  EXPECT_EQ(claims.answer, "HOLD");
  EXPECT_EQ(claims.private_files, receipt.private_files);
  ASSERT_EQ(claims.damages.size(), 1U);
  EXPECT_EQ(claims.damages[0].source, "0.ndjson");
  EXPECT_EQ(claims.damages[0].line, 7U);
  EXPECT_EQ(claims.damages[0].kind, Damage::Kind::foreign);
  EXPECT_EQ(claims.time, receipt.time);
}

TEST(Receipt, ARegistrationHasANonceAndNoEvidence) {
  const std::string statement = render(registration());
  EXPECT_EQ(parse_receipt(statement, "receipt").nonce, std::string(64, 'd'));
  EXPECT_EQ(statement.find("findings"), std::string::npos);
  EXPECT_EQ(statement.find("checkpoint"), std::string::npos);
}

struct Wrong {
  const char* name;
  const char* from;
  const char* to;
  const char* says;
};

class WrongReceipt : public testing::TestWithParam<Wrong> {};

TEST_P(WrongReceipt, IsRefusedForItsReason) {
  std::string statement = render(full_receipt());
  const std::size_t at = statement.find(GetParam().from);
  ASSERT_NE(at, std::string::npos);
  statement.replace(at, std::string_view(GetParam().from).size(), GetParam().to);
  try {
    parse_receipt(statement, "receipt");
    FAIL() << "accepted " << statement;
  } catch (const FormatError& error) {
    EXPECT_NE(std::string_view(error.what()).find(GetParam().says), std::string_view::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Table, WrongReceipt,
    testing::Values(Wrong{"statement_type", "Statement/v1", "Statement/v0.1", "$._type"},
                    Wrong{"prefixed_predicate_type", "urn:libevidence:receipt:v1",
                          "urn:libevidence:receipt:v1x", "$.predicateType"},
                    Wrong{"weak_digest", "\"sha256\"", "\"sha1\"", "$.subject[0].digest"},
                    Wrong{"short_digest", "\"sha256\":\"c", "\"sha256\":\"", "$.subject[0].digest.sha256"},
                    Wrong{"unknown_answer", "\"HOLD\",\"checkpoint\"", "\"GOOD\",\"checkpoint\"",
                          "$.predicate.answer"},
                    Wrong{"unsorted_subjects", "\"manifest\"", "\"a\"", "sorted"},
                    Wrong{"short_time", ".000000001Z", "Z", "$.predicate.time"},
                    Wrong{"unknown_member", "\"checkpoint\":", "\"checkpoints\":", "$.predicate"},
                    Wrong{"white_space", "\"checkpoint\":", "\"checkpoint\": ", "offset"},
                    Wrong{"negative_size", "\"size\":12", "\"size\":-1", "$.predicate.private[0].size"}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace evidence::packet
