// Streams and processes of another run, and what nobody planned.

#include <gtest/gtest.h>

#include "campaign.h"
#include "evidence/tar.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const std::string kOther(64, 'e');

std::vector<std::string> run_notes(const Judgement& judgement) {
  Lines texts;
  for (const Finding& finding : judgement.findings) {
    if (finding.rule == "run-variable") texts.push_back(render(finding));
  }
  return texts;
}

TEST(Run, AStreamOfAnotherRun) {
  const Plan plan = PlanMaker().make();
  for (const std::string& run : {kOther, std::string(kNoLabel)}) {
    Campaign campaign(plan);
    campaign.all();
    StreamMaker stranger = campaign.at("0");
    stranger.key.run = run;
    EXPECT_EQ(faults(judge_text(plan, campaign.text() + text_of(stranger))),
              Lines{"STOP run engine s1 ready 0: expected " + plan.run() + ", seen " + run +
                    "; the stream was recorded for another run"});
  }
}

TEST(Run, AllStreamsOfAnotherRun) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.key.run = kOther; });
  EXPECT_EQ(summary(campaign.judge()), "STOP run stream-missing");
}

struct Row {
  std::string name;
  std::string rank;
  std::string start;
  std::string moment;
  std::string role;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
class UnplannedRow : public testing::TestWithParam<Row> {};

TEST_P(UnplannedRow, IsStop) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  const auto& [name, rank, start, moment, role] = GetParam();
  StreamMaker stranger = campaign.at("0");
  stranger.key = {plan.run(), role, rank, start, moment};
  EXPECT_EQ(faults(judge_text(plan, campaign.text() + text_of(stranger))),
            Lines{"STOP unplanned " + role + " " + start + " " + moment + " " + rank +
                  "; the plan has no such role, rank, start or moment"});
}

const std::vector<Row> kRows = {{"rank", "2", "s1", "ready", "engine"},
                                {"start", "0", "s2", "ready", "engine"},
                                {"moment", "0", "s1", "end", "engine"},
                                {"role", "0", "s1", "ready", "proxy"},
                                {"the_start_called_base", "0", "base", "ready", "engine"}};
INSTANTIATE_TEST_SUITE_P(Unplanned, UnplannedRow, testing::ValuesIn(kRows), row_name<Row>);

TEST(Unplanned, EachIsNamed) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  for (const char* rank : {"8", "7"}) campaign.at(rank);
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP unplanned engine s1 ready 7,8; the plan has no such role, rank, start or moment"});
}

TEST(Unplanned, WhatItSaysIsHeldAgainstNothing) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "slow"); });
  campaign.at("7").env("MODE", "fast").file("/x", "x");
  EXPECT_EQ(summary(campaign.judge()), "STOP unplanned");
}

TEST(RunVariable, OfThisRunIsNoted) {
  const Plan plan = PlanMaker().make();
  for (const std::string& value : {plan.run(), kOther + ":" + plan.run(), plan.run() + ":" + kOther}) {
    const Judgement judgement =
        Campaign(plan).all().each([&](StreamMaker& s) { s.env("EVIDENCE_RUN", value); }).judge();
    EXPECT_EQ(judgement.answer, Answer::pass);
    EXPECT_EQ(run_notes(judgement), Lines{"NOTE run-variable engine s1 ready 0,1 env EVIDENCE_RUN: seen " +
                                          value + "; the plan is older than this exec"});
  }
}

TEST(RunVariable, ProvesTheRegistrationWhereThereIsOne) {
  const std::string manifest = PlanMaker().make().files().front().bytes;
  const tar::Block header = tar::make_header("demo/data/plan/manifest.json", manifest.size(), 0);
  std::string bytes(header.data(), header.size());
  bytes += manifest;
  bytes.resize(tar::kBlock + tar::padded(manifest.size()) + 2 * tar::kBlock, '\0');
  const Plan plan = Plan::from_registration(bytes, "demo.tar");
  const Judgement judgement =
      Campaign(plan).all().each([&](StreamMaker& s) { s.env("EVIDENCE_RUN", plan.run()); }).judge();
  EXPECT_EQ(judgement.answer, Answer::pass);
  ASSERT_EQ(run_notes(judgement).size(), 1U);
  EXPECT_TRUE(run_notes(judgement).front().ends_with("; the registration is older than this exec"));
}

TEST(RunVariable, MissingIsNotedAndMayDiffer) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().at("0").env("EVIDENCE_RUN", plan.run());
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(judgement.answer, Answer::pass);
  EXPECT_EQ(run_notes(judgement).front(),
            "NOTE run-variable engine s1 ready 1; EVIDENCE_RUN is not in the environment: nothing shows that "
            "the plan "
            "is older than this start");
}

TEST(RunVariable, IsNotMissedWhereTheEnvironmentCouldNotBeRead) {
  const Plan plan = PlanMaker().make();
  EXPECT_EQ(run_notes(Campaign(plan).all().each([](StreamMaker& s) { s.error("environ"); }).judge()),
            Lines{});
}

struct Value {
  std::string name;
  EnvRecord record;
  std::string summary;
};
void PrintTo(const Value& row, std::ostream* out) {
  *out << row.name;
}
class RunValue : public testing::TestWithParam<Value> {};

TEST_P(RunValue, IsJudged) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& s) {
    EnvRecord record = GetParam().record;
    if (auto* text = std::get_if<std::string>(&record.value); text != nullptr && text->find("RUN") == 0) {
      *text = plan.run() + text->substr(3);
    }
    s.add(record);
  });
  EXPECT_EQ(summary(campaign.judge()), GetParam().summary);
}

EnvRecord run_variable(MaybeSecret value, bool bare = false) {
  return {0, "EVIDENCE_RUN", std::move(value), bare, "environ"};
}

const std::vector<Value> kValues = {
    {"ours", run_variable("RUN"), "PASS"},
    {"another", run_variable(kOther), "STOP run"},
    {"empty", run_variable(""), "STOP run"},
    {"bare", run_variable("", true), "STOP run"},
    {"ours_with_something_behind", run_variable("RUN:mode=evil"), "STOP run"},
    {"ours_with_a_colon_behind", run_variable("RUN:"), "STOP run"},
    {"ours_with_a_blank", run_variable("RUN "), "STOP run"},
    {"hidden", run_variable(hidden("x")), "HOLD run"},
    {"withheld", run_variable(Secret{}), "HOLD run"},
    {"told_by_the_runtime", {0, "EVIDENCE_RUN", std::string("RUN"), false, "inspect"}, "HOLD evidence-kind"},
};
INSTANTIATE_TEST_SUITE_P(RunVariable, RunValue, testing::ValuesIn(kValues), row_name<Value>);

TEST(RunVariable, TwiceIsJudgedTwice) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& s) { s.env("EVIDENCE_RUN", plan.run()).env("EVIDENCE_RUN", kOther); });
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP run engine s1 ready 0,1 env EVIDENCE_RUN: expected " + plan.run() + ", seen " +
                  kOther + "; the process was started for another run"});
}

}  // namespace
}  // namespace evidence
