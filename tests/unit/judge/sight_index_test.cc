// What stands twice in one stream, and names that look as if they did.

#include "sight_index.h"

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

SeenStream stream_with(Thing thing, const std::vector<std::string>& names) {
  SeenStream stream;
  std::uint64_t sequence = 1;
  for (const std::string& name : names) {
    const std::string value = std::to_string(sequence);
    stream.sights[thing].push_back(Sight{{1, sequence++}, name, {{"value", value}}});
  }
  return stream;
}

std::vector<std::string> shown(const SightIndex& index) {
  std::vector<std::string> all;
  for (const auto& [occurrence, sight] : index) {
    all.push_back(render_occurrence(occurrence) + "=" + sight->attributes.at("value"));
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(SightIndex, NumbersWhatStandsTwiceInTheOrderOfTheStream) {
  EXPECT_EQ(shown(index_sights(stream_with(Thing::env, {"A", "B", "A", "A"}), Thing::env)),
            (Lines{"A=1", "A#2=3", "A#3=4", "B=2"}));
}

TEST(SightIndex, LosesNothingToANameThatLooksNumbered) {
  EXPECT_EQ(index_sights(stream_with(Thing::env, {"A", "A", "A#2", "A#2"}), Thing::env).size(), 4U);
}

TEST(SightIndex, NumbersPositionalArguments) {
  EXPECT_EQ(shown(index_sights(stream_with(Thing::argv, {"", "--a", "", "--a", "#1"}), Thing::argv)),
            (Lines{"#0=1", "#1=3", "#1#2=5", "--a=2", "--a#2=4"}));
}

TEST(SightIndex, TheLastMountAtATargetIsTheOneThatIsSeen) {
  EXPECT_EQ(shown(index_sights(stream_with(Thing::mount, {"/m", "/m"}), Thing::mount)),
            (Lines{"/m=2", "/m#2=1"}));
}

TEST(SightIndex, OrdersByShardFirst) {
  SeenStream stream;
  stream.sights[Thing::env] = {Sight{{2, 1}, "A", {{"value", "second"}}},
                               Sight{{1, 9}, "A", {{"value", "first"}}}};
  EXPECT_EQ(shown(index_sights(stream, Thing::env)), (Lines{"A=first", "A#2=second"}));
}

TEST(ParseOccurrence, TakesANameAsItStandsUnlessOnlyARepetitionIsCalledSo) {
  const SeenStream twice = stream_with(Thing::env, {"A", "A"});
  const SeenStream both = stream_with(Thing::env, {"A", "A", "A#2"});
  const auto in = [](const std::string& name, const SeenStream& stream) {
    return parse_occurrence(name, {{&stream, index_sights(stream, Thing::env)}});
  };
  EXPECT_EQ(in("A#2", twice), Occurrence("A", 2));
  EXPECT_EQ(in("A#3", twice), Occurrence("A#3", 1));
  EXPECT_EQ(in("A#2", both), Occurrence("A#2", 1));
  EXPECT_EQ(in("A#02", twice), Occurrence("A#02", 1));
  EXPECT_EQ(in("#2", twice), Occurrence("#2", 1));
  EXPECT_EQ(in("A#", twice), Occurrence("A#", 1));
}

// Two variables that would have one name in a flat index; the one that is lost would never be compared.
TEST(Repeated, ADifferenceInAVariableThatIsCalledLikeARepetitionShows) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("A", "1").env("A", "1").env("A#2", s.key.rank); });
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Repeated, ADifferenceInTheSecondShows) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("A", "1").env("A", s.key.rank); });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP differs engine s1 ready 1 env A#2: expected 0 as rank 0 at "
                                            "s1 ready has it, seen 1; nothing in "
                                            "the plan allows a difference"});
}

TEST(Repeated, TheOrderOfTwoShows) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("A", "1").env("A", "2");
  campaign.at("1").env("A", "2").env("A", "1");
  EXPECT_EQ(faults(campaign.judge()).size(), 2U);
}

TEST(Repeated, OneMoreOnOneRankShows) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.arg("--lora", "a"); });
  campaign.at("1").arg("--lora", "a");
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP differs engine s1 ready 1 argv --lora#2: expected absent "
                                            "as rank 0 at s1 ready has it, seen a; "
                                            "nothing in the plan allows a difference"});
}

TEST(Repeated, AnAllowanceCoversOneUnlessItNamesTheOther) {
  const auto answer = [](const std::string& names) {
    const Plan plan = PlanMaker()
                          .arms(R"({"off": {"engine": {"argv": {"may_differ": [)" + names + "]}}}}")
                          .starts({"s1:off"})
                          .make();
    Campaign campaign(plan);
    campaign.all().each(
        [](StreamMaker& s) { s.arg("--lora", s.key.rank.c_str()).arg("--lora", s.key.rank.c_str()); });
    return summary(campaign.judge());
  };
  EXPECT_EQ(answer(R"("--lora")"), "STOP differs");
  EXPECT_EQ(answer(R"("--lora#2")"), "STOP differs");
  EXPECT_EQ(answer(R"("--lora", "--lora#2")"), "PASS");
}

TEST(Repeated, AVariableThatIsCalledLikeARepetitionIsNoRepetition) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "slow").env("MODE#2", "x"); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
}

}  // namespace
}  // namespace evidence
