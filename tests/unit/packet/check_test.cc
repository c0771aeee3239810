#include <algorithm>

#include <gtest/gtest.h>

#include "packet/dsse.h"
#include "packet/keys.h"
#include "packet/packer.h"
#include "packet/receipt.h"
#include "small_campaign.h"

namespace evidence::packet {
namespace {

// A law: no single changed byte anywhere is a PASS. Every byte of the packet is changed once, each by another
// bit.
TEST(Check, EveryChangedByteIsNoticed) {
  const SmallCampaign campaign;
  const KeyPair key = make_key(1);
  campaign.seal("small.tar", {key.private_pem});
  const std::string good = campaign.folder().read("small.tar");
  ASSERT_EQ(campaign.check("small.tar", {key.public_pem}).answer, Answer::pass);
  for (std::size_t at = 0; at < good.size(); at += 5) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << (at % 8)));
    campaign.folder().write("bad.tar", bad);
    ASSERT_EQ(campaign.check("bad.tar", {key.public_pem}).answer, Answer::stop) << "byte " << at;
  }
}

TEST(Check, CutOffAnywhereIsAStop) {
  const SmallCampaign campaign;
  campaign.seal("small.tar");
  const std::string good = campaign.folder().read("small.tar");
  for (std::size_t length = 0; length < good.size(); length += 97) {
    campaign.folder().write("cut.tar", good.substr(0, length));
    ASSERT_EQ(campaign.check("cut.tar").answer, Answer::stop) << length << " bytes";
  }
}

struct Anchor {
  const char* name;
  bool own_manifest;
  bool trusted;
  bool accept_unsigned;
  bool is_signed;
  Answer answer;
};

class Anchors : public testing::TestWithParam<Anchor> {};

TEST_P(Anchors, DecideWhatAGoodPacketIsWorth) {
  const Anchor& row = GetParam();
  const SmallCampaign campaign;
  const KeyPair key = make_key(1);
  campaign.seal("small.tar",
                row.is_signed ? std::vector<std::string>{key.private_pem} : std::vector<std::string>{});
  CheckRequest request;
  if (row.own_manifest) request.manifest = campaign.path("manifest.json");
  if (row.trusted) request.trusted_keys = {{"trusted key", key.public_pem}};
  request.accept_unsigned = row.accept_unsigned;
  const Checked checked = check(campaign.path("small.tar"), request);
  EXPECT_EQ(checked.answer, row.answer);
  EXPECT_EQ(checked.advice.empty(), row.answer != Answer::hold);
}

INSTANTIATE_TEST_SUITE_P(
    Table, Anchors,
    testing::Values(Anchor{"manifest_and_key", true, true, false, true, Answer::pass},
                    Anchor{"manifest_and_channel", true, false, true, false, Answer::pass},
                    Anchor{"manifest_alone", true, false, false, true, Answer::hold},
                    Anchor{"key_alone", false, true, false, true, Answer::hold},
                    Anchor{"channel_alone", false, false, true, false, Answer::hold},
                    Anchor{"nothing", false, false, false, true, Answer::hold},
                    Anchor{"key_named_and_unsigned", true, true, false, false, Answer::stop}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Check, AStrangersSignatureIsAStop) {
  const SmallCampaign campaign;
  campaign.seal("small.tar", {make_key(2).private_pem});
  const Checked checked = campaign.check("small.tar", {make_key(1).public_pem});
  EXPECT_EQ(checked.answer, Answer::stop);
  EXPECT_EQ(rules(checked.findings, Result::stop), std::vector<std::string>{"signature"});
}

TEST(Check, AnotherManifestIsAStop) {
  const SmallCampaign campaign;
  campaign.seal("small.tar");
  std::string manifest = campaign.folder().read("manifest.json");
  campaign.folder().write("manifest.json", manifest + "\n");
  EXPECT_EQ(rules(campaign.check("small.tar").findings, Result::stop), std::vector<std::string>{"manifest"});
}

// Packs a campaign's payload anew under a receipt of the forger's own, rightly signed and with right tag
// files.
class Forger {
 public:
  explicit Forger(const SmallCampaign& campaign) : campaign_(campaign) {}

  Checked forge(const std::function<void(std::string& statement)>& change,
                std::vector<PayloadSource> extra = {}) const {
    campaign_.seal("good.tar", {key_.private_pem});
    const Plan plan = campaign_.plan();
    std::vector<PayloadSource> payload = std::move(extra);
    payload.push_back({"data/registration.tar", plan.registration()});
    payload.push_back({"data/streams/s1.ready.gate.0.ndjson", campaign_.folder().read("records.ndjson")});
    const std::string good = campaign_.folder().read("good.tar");
    const std::string_view marker = "{\"payload\":\"";
    const std::size_t begin = good.find(marker);
    const std::string envelope = good.substr(begin, good.find("\"}]}", begin) + 4 - begin);
    std::string statement = parse_envelope(envelope, "good").payload;
    change(statement);
    pack({"small",
          std::move(payload),
          Timestamp::from_nanoseconds(1'790'000'000'123'456'789),
          plan.run(),
          [&](const std::vector<PayloadFile>&) { return statement; },
          {{"signing key", key_.private_pem}},
          campaign_.path("forged.tar")},
         nullptr);
    return campaign_.check("forged.tar", {key_.public_pem});
  }

 private:
  const SmallCampaign& campaign_;
  KeyPair key_ = make_key(1);
};

void replace(std::string& text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

TEST(Check, TheForgersOwnPackingOfTheTruthPasses) {
  const SmallCampaign campaign;
  EXPECT_EQ(Forger(campaign).forge([](std::string&) {}).answer, Answer::pass);
}

TEST(Check, ARightlySignedWrongAnswerIsAStop) {
  const SmallCampaign campaign;
  campaign.folder().write("records.ndjson", campaign.records(campaign.plan(), "other weights"));
  const Checked checked = Forger(campaign).forge(
      [](std::string& statement) { replace(statement, "\"answer\":\"STOP\"", "\"answer\":\"PASS\""); });
  EXPECT_EQ(checked.answer, Answer::stop);
  EXPECT_NE(rules(checked.findings, Result::stop).end(),
            std::find(rules(checked.findings, Result::stop).begin(),
                      rules(checked.findings, Result::stop).end(), "receipt"));
}

TEST(Check, AnAnswerThatIsWorseThanTheTruthIsAStopToo) {
  const SmallCampaign campaign;
  const Checked checked = Forger(campaign).forge(
      [](std::string& statement) { replace(statement, "\"answer\":\"PASS\"", "\"answer\":\"HOLD\""); });
  EXPECT_EQ(rules(checked.findings, Result::stop), std::vector<std::string>{"receipt"});
}

TEST(Check, AnotherTimeIsAStop) {
  const SmallCampaign campaign;
  const Checked checked = Forger(campaign).forge(
      [](std::string& statement) { replace(statement, ".123456789Z", ".123456788Z"); });
  EXPECT_EQ(rules(checked.findings, Result::stop), std::vector<std::string>{"receipt"});
}

// Binds `count` private files p00000, p00001, … of one byte "x" in a statement that says another size.
void bind_private_files(std::string& statement, int count) {
  std::string files;
  std::string subjects;
  for (int i = 0; i < count; ++i) {
    const std::string digits = std::to_string(100'000 + i).substr(1);
    files += std::string(i > 0 ? "," : "") + "{\"name\":\"p" + digits + "\",\"size\":2}";
    subjects +=
        ",{\"digest\":{\"sha256\":\"" + sha256("x").render() + "\"},\"name\":\"private/p" + digits + "\"}";
  }
  replace(statement, "\"private\":[]", "\"private\":[" + files + "]");
  replace(statement, "\"name\":\"manifest\"}", "\"name\":\"manifest\"}" + subjects);
}

TEST(Check, ThePrivateFilesSizeMustBeTheReceipts) {
  const SmallCampaign campaign("\"artifacts\": {\"p00000\": {\"type\": \"private\"}},");
  Forger(campaign).forge([](std::string& statement) {
    replace(statement, "\"answer\":\"HOLD\"", "\"answer\":\"PASS\"");
    bind_private_files(statement, 1);
  });
  campaign.folder().write("p00000", "x");
  CheckRequest request;
  request.accept_unsigned = true;
  request.private_folder = campaign.path(".");
  const std::vector<Finding> findings = check(campaign.path("forged.tar"), request).findings;
  const auto found = std::find_if(findings.begin(), findings.end(),
                                  [](const Finding& one) { return one.rule == "private"; });
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->result, Result::stop);
}

// Quadratic work would take minutes.
TEST(Check, ManyPrivateFilesTakeLittleTime) {
  const SmallCampaign campaign;
  const Checked checked =
      Forger(campaign).forge([](std::string& statement) { bind_private_files(statement, 60'000); });
  EXPECT_EQ(checked.answer, Answer::stop);
}

TEST(Check, AFileThatTheReceiptDoesNotNameIsAStop) {
  const SmallCampaign campaign;
  std::vector<PayloadSource> extra;
  extra.push_back({"data/evidence/smuggled", "x"});
  const Checked checked = Forger(campaign).forge([](std::string&) {}, std::move(extra));
  EXPECT_EQ(rules(checked.findings, Result::stop), std::vector<std::string>{"subject"});
}

TEST(Check, ARegistrationIsNoEvidence) {
  const SmallCampaign campaign;
  CheckRequest request;
  request.manifest = campaign.path("manifest.json");
  request.accept_unsigned = true;
  EXPECT_EQ(check(campaign.path("registration.tar"), request).answer, Answer::stop);
}

TEST(Check, ExpectationsThatDoNotHoldAreStops) {
  const SmallCampaign campaign;
  campaign.seal("small.tar");
  const std::string zeros(64, '0');
  for (const std::string& text : std::vector<std::string>{
           "run=" + zeros, "manifest=sha256:" + zeros, "answer=HOLD", "checkpoint=other", "class=native",
           "name=large", "standing=adoptable", "verdict=GOOD", "speed=SAME"}) {
    CheckRequest request;
    request.manifest = campaign.path("manifest.json");
    request.accept_unsigned = true;
    request.expectations = {parse_expectation(text)};
    EXPECT_EQ(rules(check(campaign.path("small.tar"), request).findings, Result::stop),
              std::vector<std::string>{"expected"})
        << text;
  }
  for (const char* text :
       {"answer", "answer=YES", "verdict", "=x", "run=0", "manifest=sha256:0", "class=nativ"})
    EXPECT_THROW(parse_expectation(text), UsageError) << text;
}

}  // namespace
}  // namespace evidence::packet
