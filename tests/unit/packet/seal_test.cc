#include <gtest/gtest.h>

#include "evidence/record.h"
#include "small_campaign.h"

namespace evidence::packet {
namespace {

TEST(Seal, SealThenCheckIsPass) {
  const SmallCampaign campaign;
  const Sealed sealed = campaign.seal("small.tar");
  EXPECT_EQ(sealed.judgement.answer, Answer::pass);
  EXPECT_EQ(campaign.check("small.tar").answer, Answer::pass);
  const KeyPair key = make_key(1);
  campaign.seal("signed.tar", {key.private_pem});
  EXPECT_EQ(campaign.check("signed.tar", {key.public_pem}).answer, Answer::pass);
}

TEST(Seal, TheSameInputGivesTheSameBytes) {
  const SmallCampaign campaign;
  const KeyPair key = make_key(1);
  const Sealed first = campaign.seal("a.tar", {key.private_pem});
  const Sealed second = campaign.seal("b.tar", {key.private_pem});
  EXPECT_EQ(first.digest, second.digest);
  EXPECT_EQ(campaign.folder().read("a.tar"), campaign.folder().read("b.tar"));
  EXPECT_EQ(*first.digest, sha256(campaign.folder().read("a.tar")));
  EXPECT_EQ(campaign.seal("a.tar", {key.private_pem}).published, Published::identical);
}

TEST(Seal, TwoSignersInAnyOrderGiveTheSameBytes) {
  const SmallCampaign campaign;
  const KeyPair one = make_key(1);
  const KeyPair two = make_key(2);
  EXPECT_EQ(campaign.seal("a.tar", {one.private_pem, two.private_pem}).digest,
            campaign.seal("b.tar", {two.private_pem, one.private_pem}).digest);
}

TEST(Seal, AnUnregisteredPlanIsSealedAndSaysSo) {
  const SmallCampaign campaign;
  const Plan plan = Plan::load(campaign.path("manifest.json"));
  campaign.folder().write("records.ndjson", campaign.records(plan, SmallCampaign::kPinnedBytes));
  campaign.seal("small.tar", {}, &plan);
  const Checked checked = campaign.check("small.tar");
  EXPECT_EQ(checked.answer, Answer::pass);
  EXPECT_FALSE(checked.plan->registered());
}

TEST(Seal, StopAndHoldArePublished) {
  const SmallCampaign campaign;
  campaign.folder().write("records.ndjson", campaign.records(campaign.plan(), "other weights"));
  EXPECT_EQ(campaign.seal("stop.tar").judgement.answer, Answer::stop);
  const Checked stopped = campaign.check("stop.tar");
  EXPECT_EQ(stopped.answer, Answer::stop);
  EXPECT_EQ(rules(stopped.findings, Result::stop), std::vector<std::string>{"pin"});
  std::string records = campaign.records(campaign.plan(), SmallCampaign::kPinnedBytes);
  campaign.folder().write("records.ndjson", "banner\n" + records);
  EXPECT_EQ(campaign.seal("hold.tar").judgement.answer, Answer::hold);
  const Checked held = campaign.check("hold.tar");
  EXPECT_EQ(held.answer, Answer::hold);
  EXPECT_EQ(rules(held.findings, Result::hold), std::vector<std::string>{"damage"});
}

TEST(Seal, NothingClosedIsNothingToSeal) {
  const SmallCampaign campaign;
  campaign.folder().write("records.ndjson", "");
  EXPECT_THROW(campaign.seal("small.tar"), UsageError);
  EXPECT_EQ(campaign.folder().names().count("small.tar"), 0U);
}

TEST(Seal, AForgedRegistrationIsRefused) {
  const SmallCampaign campaign;
  std::string registration = campaign.folder().read("registration.tar");
  const std::size_t at = registration.find("\"screen\"");
  registration.replace(at, 8, "\"scream\"");
  campaign.folder().write("registration.tar", registration);
  EXPECT_THROW(campaign.seal("small.tar"), FormatError);
}

}  // namespace
}  // namespace evidence::packet
