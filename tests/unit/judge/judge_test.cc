// The answer: STOP outranks HOLD outranks PASS, and PASS needs that something was asked and seen.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

TEST(Answer, StopOutranksHoldOutranksPass) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "slow"); });
  EXPECT_EQ(summary(campaign.judge()), "PASS");
  campaign.at("0").error("file", "/a");
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-seen");
  campaign.at("1").body<EnvRecord>().value = std::string("fast");
  EXPECT_EQ(summary(campaign.judge()), "STOP pin not-seen");
}

TEST(Answer, SaysPassOnlyOfStreamsAboutWhichNothingElseWasFound) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "slow"); });
  campaign.at("1").error("file", "/a");
  const Judgement judgement = campaign.judge();
  const auto passed = std::find_if(judgement.findings.begin(), judgement.findings.end(),
                                   [](const Finding& one) { return one.result == Result::pass; });
  ASSERT_NE(passed, judgement.findings.end());
  EXPECT_EQ(render(*passed),
            "PASS identity engine s1 ready 0; 1 pins met, 1 values seen, none differing beyond what the plan "
            "allows");
}

TEST(Answer, FindingsAreSorted) {
  const Plan plan =
      PlanMaker().with("artifacts", R"({"z": {"type": "opaque"}, "a": {"type": "opaque"}})").make();
  const Judgement judgement = Campaign(plan).all().judge(std::vector<Supplied>{{"z", false}, {"a", false}});
  Lines rules;
  for (const Finding& one : judgement.findings) rules.push_back(one.rule + one.name);
  EXPECT_EQ(rules, (Lines{"artifacta", "artifactz", "identity", "run-variable"}));
}

TEST(NothingJudged, IsHold) {
  const Plan plan = PlanMaker().make();
  EXPECT_EQ(judge_text(plan, "").answer, Answer::hold);
  const std::string text = Campaign(plan).all().text();
  EXPECT_EQ(faults(judge_text(plan, text, Question{"", {}, {"ready"}})),
            Lines{"HOLD nothing-asked; the question names no start and moment"});
  EXPECT_EQ(summary(judge_text(plan, text, Question{"", {"s1"}, {}})), "HOLD nothing-asked");
}

TEST(NothingAsked, IsHold) {
  const Plan alone = PlanMaker().ranks({"0"}).make();
  EXPECT_EQ(faults(Campaign(alone).all().each([](StreamMaker& s) { s.env("PATH", "/bin"); }).judge()),
            Lines{"HOLD nothing-asked; the plan pins nothing, and one stream by itself can be compared with "
                  "nothing"});
  const Plan none = PlanMaker()
                        .with("class", R"("offline")")
                        .roles(R"({"engine": {"life": "none", "ranks": ["0", "1"]}})")
                        .make();
  EXPECT_EQ(summary(Campaign(none).all().judge()), "HOLD nothing-asked")
      << "and nothing is compared without a process";
}

TEST(NothingAsked, IsNotSaidWhereSomethingIs) {
  PlanMaker alone;
  alone.ranks({"0"});
  const auto answer = [](
                          const Plan& plan,
                          const std::function<void(StreamMaker&)>& change = [](StreamMaker&) {}) {
    return summary(Campaign(plan).all().each(change).judge());
  };
  EXPECT_EQ(answer(PlanMaker().ranks({"0"}).engine(R"({"facts": {"a": "1"}})").make(),
                   [](StreamMaker& s) { s.fact("a", "1"); }),
            "PASS");
  EXPECT_EQ(answer(PlanMaker().ranks({"0"}).moments({"ready", "end"}).make()), "PASS");
  EXPECT_EQ(answer(PlanMaker().ranks({"0"}).base(text_of(base_stream())).make()), "PASS");
  EXPECT_EQ(answer(PlanMaker().ranks({"0"}).with("artifacts", R"({"a": {"type": "opaque"}})").make()),
            "PASS");
  EXPECT_EQ(answer(PlanMaker()
                       .ranks({"0"})
                       .with("artifacts", R"({"a": {"type": "opaque", "required": false}})")
                       .make()),
            "HOLD nothing-asked");
  const Plan rows = PlanMaker()
                        .ranks({"0"})
                        .with("observations", R"({"n": {"roles": ["engine"], "moments": ["ready"],
                                                        "fields": {"a": {"type": "integer"}}}})")
                        .make();
  EXPECT_EQ(answer(rows), "HOLD nothing-asked");
  // Rows that nobody asks about are no question.
  EXPECT_EQ(answer(rows, [](StreamMaker& s) { s.row("n", {{"a", 1}}); }), "HOLD nothing-asked");
}

TEST(Judge, TakesAStreamThatNoSummarySpeaksOfAsMissing) {
  const Plan plan = PlanMaker().make();
  Judge judge(plan, ask(plan.manifest(), {}, {}));
  judge.record({plan.run(), "engine", "0", "s1", "ready"}, 1,
               EnvRecord{0, "A", std::string("1"), false, "environ"});
  EXPECT_EQ(summary(judge.finish(ReadOutcome{}, std::nullopt)), "HOLD stream-incomplete stream-missing");
}

}  // namespace
}  // namespace evidence
