// Evidence files beside the streams.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan plan_with_artifacts() {
  return PlanMaker()
      .with("artifacts", R"({"log.txt": {"type": "opaque"}, "capture": {"type": "private"},
                             "extra.txt": {"type": "opaque", "required": false}})")
      .make();
}

const Supplied kLog{"log.txt", false};
const Supplied kCapture{"capture", true};

Lines artifact_findings(const Judgement& judgement) {
  Lines texts;
  for (const Finding& finding : judgement.findings) {
    if (finding.thing == "artifacts") texts.push_back(render(finding));
  }
  return texts;
}

TEST(Artifacts, AllThatAreRequired) {
  const Plan plan = plan_with_artifacts();
  const Judgement judgement = Campaign(plan).all().judge(std::vector{kLog, kCapture});
  EXPECT_EQ(judgement.answer, Answer::pass);
  EXPECT_EQ(artifact_findings(judgement),
            (Lines{"PASS artifact artifacts capture; bound by digest, kept outside",
                   "PASS artifact artifacts log.txt; in the packet"}));
}

TEST(Artifacts, AreNotAskedForInAPreflight) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(Campaign(plan).all().judge().answer, Answer::pass);
}

TEST(Artifacts, Missing) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(faults(Campaign(plan).all().judge(std::vector{kLog})),
            Lines{"HOLD artifact-missing artifacts capture; the plan requires this evidence file"});
  EXPECT_EQ(faults(Campaign(plan).all().judge(std::vector<Supplied>{})).size(), 2U);
}

TEST(Artifacts, OfTheOtherKind) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(faults(Campaign(plan).all().judge(std::vector<Supplied>{{"log.txt", true}, {"capture", false}})),
            (Lines{"STOP artifact-kind artifacts capture: expected private, seen in the packet",
                   "STOP artifact-kind artifacts log.txt: expected opaque, seen private"}));
}

TEST(Artifacts, Undeclared) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(faults(Campaign(plan).all().judge(std::vector<Supplied>{kLog, kCapture, {"else", false}})),
            Lines{"STOP artifact-undeclared artifacts else; the plan declares no such evidence file"});
}

TEST(Artifacts, Twice) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(faults(Campaign(plan).all().judge(std::vector<Supplied>{kLog, kCapture, {"capture", false}})),
            Lines{"STOP artifact-twice artifacts capture; the evidence file was given more than once"});
}

TEST(Artifacts, AloneAreNoPass) {
  const Plan plan = plan_with_artifacts();
  EXPECT_EQ(summary(judge_text(plan, "", {}, std::vector{kLog, kCapture})), "HOLD stream-missing");
  EXPECT_EQ(summary(judge_text(plan, "", Question{"", {}, {}}, std::vector{kLog, kCapture})),
            "HOLD nothing-asked");
}

}  // namespace
}  // namespace evidence
