// Hidden values: compared, never shown, and never passed where they could not be compared.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

std::string shown(std::string_view value) {
  return "hidden value " + hidden(value).hmac.substr(0, 12);
}

TEST(Hidden, EqualValuesPassAndOthersDifferWithoutBeingShown) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("TOKEN", hidden("a")); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("1").body<EnvRecord>().value = hidden("b");
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP differs engine s1 ready 1 env TOKEN: expected " +
                                            shown("a") + " as rank 0 at s1 ready has it, seen " + shown("b") +
                                            "; nothing in the plan allows a difference"});
}

TEST(Hidden, DifferWhereOnlyTheUnshownEndDiffers) {
  const Plan plan = PlanMaker().make();
  std::string near = hidden("a").hmac;
  near.back() = near.back() == '0' ? '1' : '0';
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", hidden("a"));
  campaign.at("1").env("TOKEN", Keyed{near});
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Hidden, MeetsAPinOnItsHmac) {
  const Plan plan = PlanMaker().engine(R"({"env": {"TOKEN": {"hmac": ")" + hidden("a").hmac + "\"}}}").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("TOKEN", hidden("a")); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.each([](StreamMaker& s) { s.body<EnvRecord>().value = hidden("b"); });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP pin engine s1 ready 0,1 env TOKEN: expected " + shown("a") +
                                            ", seen " + shown("b") + " (identity.engine.env.TOKEN)"});
}

TEST(Withheld, IsHoldForAPinOnTheValue) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  for (const MaybeSecret& value : {MaybeSecret(Secret{}), MaybeSecret(hidden("slow"))}) {
    Campaign campaign(plan);
    campaign.all().each([&](StreamMaker& s) { s.env("MODE", value); });
    const Judgement judgement = campaign.judge();
    EXPECT_EQ(summary(judgement), "HOLD withheld");
    ASSERT_EQ(faults(judgement).size(), 1U);
    EXPECT_TRUE(faults(judgement).front().ends_with(
        "; the value was not recorded in a form that can be compared; use the campaign's --env-key "
        "(identity.engine.env.MODE)"));
  }
}

TEST(Withheld, IsHoldForAPinOnTheHmacOfAClearValue) {
  const Plan plan = PlanMaker().engine(R"({"env": {"TOKEN": {"hmac": ")" + hidden("a").hmac + "\"}}}").make();
  const Judgement judgement = Campaign(plan).all().each([](StreamMaker& s) { s.env("TOKEN", "a"); }).judge();
  EXPECT_EQ(summary(judgement), "HOLD withheld");
}

TEST(Withheld, IsHoldForADistinctPinEvenOnOneRank) {
  const Plan plan = PlanMaker().engine(R"({"env": {"GPU": {"distinct": true}}})").make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("GPU", Secret{});
  campaign.at("1").env("GPU", "b");
  EXPECT_EQ(summary(campaign.judge()), "HOLD withheld");
}

TEST(Withheld, NamesAreListedAndTheirStreams) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    for (const char* name : {"A", "B", "C", "D", "E", "F"}) s.env(name, Secret{});
  });
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{
          "HOLD withheld engine s1 ready 0,1 env; 6 values were not recorded in a form that can be compared "
          "(A, B, C, D, E, …); list them as public or use pin-hash --env-key"});
}

TEST(Withheld, OnOneRankIsNoDifferenceButHold) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", Secret{});
  campaign.at("1").env("TOKEN", hidden("a"));
  EXPECT_EQ(summary(campaign.judge()), "HOLD withheld");
}

TEST(Withheld, StillDiffersFromAbsence) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", Secret{});
  EXPECT_EQ(summary(campaign.judge()), "STOP differs withheld");
}

TEST(Withheld, ClearOnOneRankAndHiddenOnTheOtherCannotBeCompared) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", "a");
  campaign.at("1").env("TOKEN", hidden("a"));
  EXPECT_EQ(summary(campaign.judge()), "HOLD withheld");
}

TEST(Withheld, IsNothingWhereTheValueMayDiffer) {
  const Plan plan = PlanMaker()
                        .arms(R"({"off": {"engine": {"env": {"may_differ": ["TOKEN"]}}}})")
                        .starts({"s1:off"})
                        .make();
  EXPECT_EQ(Campaign(plan).all().each([](StreamMaker& s) { s.env("TOKEN", Secret{}); }).judge().answer,
            Answer::pass);
}

TEST(Key, ValuesUnderDifferentKeysAreHoldAndNotDifferent) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", hidden("a")).open.key_id = "aaaa";
  campaign.at("1").env("TOKEN", hidden("b")).open.key_id = "bbbb";
  EXPECT_EQ(
      faults(campaign.judge()),
      (Lines{"HOLD key s1 ready 0: seen key id aaaa; the streams hide their values under different keys and "
             "cannot be compared",
             "HOLD key s1 ready 1: seen key id bbbb; the streams hide their values under different keys and "
             "cannot be compared"}));
}

TEST(Key, AnUnnamedKeyIsAnotherKey) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("TOKEN", hidden("a")).open.key_id = "aaaa";
  campaign.at("1").env("TOKEN", hidden("a"));
  EXPECT_EQ(summary(campaign.judge()), "HOLD key");
}

TEST(Key, APinUnderAnotherKeyIsHold) {
  const Plan plan = PlanMaker()
                        .engine(R"({"env": {"TOKEN": {"hmac": ")" + hidden("a").hmac + "\"}}}")
                        .ranks({"0", "1", "2"})
                        .make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("TOKEN", hidden("a")).open.key_id = "aaaa"; });
  campaign.at("2").open.key_id = "bbbb";
  campaign.at("2").body<EnvRecord>().value = hidden("under another key");
  EXPECT_EQ(summary(campaign.judge()), "HOLD key withheld");
}

TEST(Key, OneKeyForAllIsNothingToSay) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("TOKEN", hidden("a")).open.key_id = "aaaa"; });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
}

}  // namespace
}  // namespace evidence
