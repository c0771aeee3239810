// Missing is never PASS: streams, shards, damage, things that could not be seen.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan two_moments() {
  return PlanMaker().starts({"s1", "s2"}).moments({"ready", "end"}).make();
}

TEST(Streams, MissingOnes) {
  const Plan plan = two_moments();
  Campaign campaign(plan);
  campaign.all().drop("1", "s1", "end").drop("1", "s2", "ready").drop("0", "s2", "ready");
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"HOLD stream-missing engine s1 end 1 s2 ready 0,1; nothing was recorded for this rank"});
}

TEST(Streams, AllMissing) {
  const Plan plan = two_moments();
  EXPECT_EQ(summary(judge_text(plan, "")), "HOLD stream-missing");
}

TEST(Streams, EachThatIsDroppedIsNoticed) {
  const Plan plan = two_moments();
  for (const char* start : {"s1", "s2"}) {
    for (const char* moment : {"ready", "end"}) {
      for (const char* rank : {"0", "1"}) {
        EXPECT_EQ(summary(Campaign(plan).all().drop(rank, start, moment).judge()), "HOLD stream-missing");
      }
    }
  }
}

TEST(Streams, OfARoleWithoutAProcessAreAskedForToo) {
  const Plan plan = PlanMaker()
                        .roles(R"({"engine": {"life": "fresh", "ranks": ["0", "1"]},
                                   "events": {"life": "none", "ranks": ["all"]}})")
                        .make();
  EXPECT_EQ(Campaign(plan).all().judge().answer, Answer::pass);
  EXPECT_EQ(faults(Campaign(plan).all().drop("all").judge()),
            Lines{"HOLD stream-missing events s1 ready all; nothing was recorded for this rank"});
}

TEST(Streams, WithoutTheirCloseAreIncomplete) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  const std::vector<std::string> lines = campaign.at("1").lines();
  std::string text = text_of(campaign.at("0"));
  for (std::size_t line = 0; line + 1 < lines.size(); ++line) text += lines[line];
  EXPECT_EQ(summary(judge_text(plan, text)), "HOLD damage stream-incomplete");
}

TEST(Streams, ThatWereNotAskedForMustBeWholeToo) {
  const Plan plan = PlanMaker().starts({"s1", "s2"}).make();
  Campaign campaign(plan);
  campaign.all().drop("1", "s2");
  const Question question = ask(plan.manifest(), {"s1"}, {});
  EXPECT_EQ(campaign.judge(question).answer, Answer::pass);
  Campaign broken(plan);
  const std::vector<std::string> lines = broken.at("1", "s2").lines();
  EXPECT_EQ(summary(judge_text(plan, campaign.text() + lines[0] + lines[1], question)),
            "HOLD damage stream-incomplete");
}

TEST(Damage, NamesFileLineAndStream) {
  const Plan plan = PlanMaker().make();
  const std::string text = Campaign(plan).all().text();
  EXPECT_EQ(
      faults(judge_text(plan, "srun: queued\n" + text)),
      Lines{"HOLD damage; in line 1: foreign: is no record; launchers cut and mix lines, use one file a rank "
            "(pin-hash -o)"});
  const Judgement doubled = judge_text(plan, text + text);
  EXPECT_EQ(summary(doubled), "HOLD damage stream-incomplete");
  EXPECT_EQ(faults(doubled)[0],
            "HOLD damage; in line 10: doubled: a second stream of s1 ready engine 1 (s1 ready engine 1)");
}

TEST(Shards, TogetherAreOneStream) {
  const Plan plan = PlanMaker()
                        .engine(R"({"files": {"/a": "sha256:)" + sha256("a").render() + R"(",
                                                     "/b": "sha256:)" +
                                sha256("b").render() + "\"}}")
                        .make();
  Campaign campaign(plan);
  campaign.all().at("0").file("/a", "a").file("/b", "b");
  campaign.at("1").file("/a", "a").key.shards = 2;
  StreamMaker second = campaign.at("0");
  second.key = campaign.streams()[1].key;
  second.key.shard = 2;
  second.process = campaign.streams()[1].process;
  second.open = campaign.streams()[1].open;
  second.bodies.erase(second.bodies.begin());
  EXPECT_EQ(summary(judge_text(plan, campaign.text() + text_of(second))), "PASS");
  EXPECT_EQ(summary(campaign.judge()), "HOLD stream-incomplete") << "the second is missing";
}

// A plan for one rank whose stream comes in the shards given: {1,2} is the first of two.
Judgement judge_shards(
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& shards,
    const std::function<void(StreamMaker&)>& change = [](StreamMaker&) {}) {
  static const Plan plan = PlanMaker().ranks({"0"}).engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  std::string text;
  for (const auto& [shard, of] : shards) {
    StreamMaker stream = campaign.at("0");
    stream.key.shard = shard;
    stream.key.shards = of;
    if (shard == 1) stream.env("MODE", "slow");
    change(stream);
    text += text_of(stream);
  }
  return judge_text(plan, text);
}

TEST(Shards, AllThatAreAnnouncedMustBeThere) {
  EXPECT_EQ(summary(judge_shards({{1, 1}})), "PASS");
  EXPECT_EQ(summary(judge_shards({{1, 3}, {2, 3}, {3, 3}})), "PASS");
  for (const std::uint32_t dropped : {1U, 2U, 3U}) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> rest;
    for (const std::uint32_t shard : {1U, 2U, 3U}) {
      if (shard != dropped) rest.emplace_back(shard, 3);
    }
    EXPECT_NE(judge_shards(rest).answer, Answer::pass) << dropped;
  }
}

TEST(Shards, ThatDoNotAgreeOnTheirNumberAreNoStream) {
  EXPECT_NE(judge_shards({{1, 1}, {2, 2}}).answer, Answer::pass)
      << "two whole ones of two, and 1/2 is missing";
  EXPECT_NE(judge_shards({{1, 2}, {2, 2}, {3, 3}}).answer, Answer::pass);
  EXPECT_NE(judge_shards({{1, 1}, {1, 2}, {2, 2}}).answer, Answer::pass);
}

TEST(Shards, AreOfOneProcessAndOneMachine) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> two = {{1, 2}, {2, 2}};
  EXPECT_EQ(summary(judge_shards(two,
                                 [](StreamMaker& s) {
                                   if (s.key.shard == 2) s.process.reset();
                                 })),
            "HOLD class process-missing");
  EXPECT_EQ(summary(judge_shards(two, [](StreamMaker& s) { s.process->pid += s.key.shard; })),
            "HOLD class process-missing");
  EXPECT_EQ(summary(judge_shards(two,
                                 [](StreamMaker& s) {
                                   if (s.key.shard == 2) s.open.boot_id = "elsewhere";
                                 })),
            "STOP machine-mixed");
}

TEST(NotSeen, NamesWhatAndWhy) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().at("1").error("file", "/a\nb");
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"HOLD not-seen engine s1 ready 1 file \"/a\\nb\"; permission denied"});
}

TEST(NotSeen, HoldsWhateverItIsAbout) {
  const Plan plan = PlanMaker().make();
  for (const char* about :
       {"file", "environ", "argv", "mounts", "process", "fact", "observations", "unheard-of"}) {
    Campaign campaign(plan);
    campaign.all().at("0").error(about);
    EXPECT_EQ(summary(campaign.judge()), "HOLD not-seen") << about;
  }
}

TEST(Time, IsTheLatestClose) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().at("0").closed = Timestamp::from_nanoseconds(kClosed.nanoseconds() + 5);
  EXPECT_EQ(campaign.judge().time->nanoseconds(), kClosed.nanoseconds() + 5);
  EXPECT_FALSE(judge_text(plan, "").time);
}

}  // namespace
}  // namespace evidence
