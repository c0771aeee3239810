// Values that no two ranks may share.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan distinct_plan(const std::string& identity = R"({"facts": {"gpu": {"distinct": true}}})") {
  return PlanMaker()
      .engine(identity)
      .ranks({"0", "1", "2"})
      .starts({"s1", "s2"})
      .moments({"ready", "end"})
      .make();
}

TEST(Distinct, OtherValuesOnEveryRankPass) {
  const Plan plan = distinct_plan();
  EXPECT_EQ(
      Campaign(plan).all().each([](StreamMaker& s) { s.fact("gpu", "GPU-" + s.key.rank); }).judge().answer,
      Answer::pass);
}

TEST(Distinct, NamesThoseThatShare) {
  const Plan plan = distinct_plan();
  const Judgement judgement =
      Campaign(plan)
          .all()
          .each([](StreamMaker& s) { s.fact("gpu", s.key.rank == "1" ? "GPU-b" : "GPU-a"); })
          .judge();
  EXPECT_EQ(
      faults(judgement),
      Lines{
          "STOP distinct engine s1 ready 0,2 s1 end 0,2 s2 ready 0,2 s2 end 0,2 facts gpu: expected another "
          "value on every rank, seen GPU-a; these ranks share it (identity.engine.facts.gpu)"});
}

TEST(Distinct, RanksMaySwapBetweenStartsButNotWithinOne) {
  const Plan plan = distinct_plan();
  const auto judged = [&](const std::string& start, const std::string& moment) {
    Campaign campaign(plan);
    campaign.all().each([](StreamMaker& s) { s.fact("gpu", "GPU-" + s.key.rank); });
    for (const auto& [rank, gpu] : {std::pair("0", "GPU-1"), std::pair("1", "GPU-0")}) {
      if (moment != "end") campaign.at(rank, start, "ready").body<FactRecord>().value = gpu;
      campaign.at(rank, start, "end").body<FactRecord>().value = gpu;
    }
    return summary(campaign.judge());
  };
  EXPECT_EQ(judged("s2", "both"), "PASS");
  EXPECT_EQ(judged("s2", "end"), "STOP differs distinct");
}

TEST(Distinct, AValueThatChangesWithinAStartShows) {
  const Plan plan = distinct_plan();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.fact("gpu", "GPU-" + s.key.rank); });
  campaign.at("1", "s1", "end").body<FactRecord>().value = "GPU-9";
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{
          "STOP differs engine s1 end 1 facts gpu: expected GPU-1 as rank 1 at s1 ready has it, seen GPU-9; "
          "nothing in the plan allows a difference"});
}

TEST(Distinct, ARankThatDoesNotSayIsHold) {
  const Plan plan = distinct_plan();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    if (s.key.rank != "2") s.fact("gpu", "GPU-" + s.key.rank);
  });
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-recorded");
}

TEST(Distinct, DeclaredIsHoldUnlessThePlanAcceptsIt) {
  const Plan plan = distinct_plan();
  EXPECT_EQ(
      summary(Campaign(plan)
                  .all()
                  .each([](StreamMaker& s) { s.fact("gpu", "GPU-" + s.key.rank, EvidenceKind::declared); })
                  .judge()),
      "HOLD evidence-kind");
}

TEST(Distinct, HoldsForVariables) {
  const Plan plan = distinct_plan(R"({"env": {"GPU": {"distinct": true}}})");
  EXPECT_EQ(
      Campaign(plan).all().each([](StreamMaker& s) { s.env("GPU", s.key.rank.c_str()); }).judge().answer,
      Answer::pass);
  EXPECT_EQ(summary(Campaign(plan).all().each([](StreamMaker& s) { s.env("GPU", "0"); }).judge()),
            "STOP distinct");
}

TEST(Distinct, HoldsForFiles) {
  const Plan plan = distinct_plan(R"({"files": {"/id": {"distinct": true}}})");
  EXPECT_EQ(Campaign(plan).all().each([](StreamMaker& s) { s.file("/id", s.key.rank); }).judge().answer,
            Answer::pass);
  EXPECT_EQ(summary(Campaign(plan).all().each([](StreamMaker& s) { s.file("/id", "same"); }).judge()),
            "STOP distinct");
}

TEST(Distinct, OfAFileLeavesItsModeToBeEqual) {
  const Plan plan = distinct_plan(R"({"files": {"/id": {"distinct": true}}})");
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/id", s.key.rank, s.key.rank == "2" ? 0600 : 0644); });
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

}  // namespace
}  // namespace evidence
