// Arms: what one arm may have and the others owe to it.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

// s1 and s3 are off, s2 is on; `on` is the engine's deltas of that arm.
PlanMaker arms_plan(const std::string& on, const std::string& off = "{}") {
  PlanMaker maker;
  maker.arms("{\"off\": {\"engine\": " + off + "}, \"on\": {\"engine\": " + on + "}}");
  return maker.starts({"s1:off", "s2:on", "s3:off"});
}

struct Row {
  std::string name;
  std::string on;  // deltas on env
  std::string off_value;
  std::string on_value;
  std::string summary;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
class VerbRow : public testing::TestWithParam<Row> {};

// "-" stands for no such variable.
TEST_P(VerbRow, IsJudged) {
  const Plan plan = arms_plan("{\"env\": {" + GetParam().on + "}}").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    const std::string& value = s.key.start == "s2" ? GetParam().on_value : GetParam().off_value;
    if (value != "-") s.env("MODE", value);
  });
  EXPECT_EQ(summary(campaign.judge()), GetParam().summary) << rendered(campaign.judge());
}

const std::string kAdd = R"("add": {"MODE": "new"})";
const std::string kSet = R"("set": {"MODE": "new"})";
const std::string kReplace = R"("replace": {"MODE": {"from": "old", "to": "new"}})";
const std::string kRemove = R"("remove": ["MODE"])";
const std::string kForbid = R"("forbid": ["MODE"])";
const std::string kMayDiffer = R"("may_differ": ["MODE"])";

const std::vector<Row> kRows = {
    {"add", kAdd, "-", "new", "PASS"},
    {"add_missing", kAdd, "-", "-", "STOP missing"},
    {"add_other_value", kAdd, "-", "x", "STOP pin"},
    {"add_and_the_other_arm_has_it_too", kAdd, "new", "new", "STOP forbidden"},
    {"add_and_the_other_arm_has_another", kAdd, "old", "new", "STOP forbidden"},
    {"set", kSet, "old", "new", "PASS"},
    {"set_where_the_other_arm_has_none", kSet, "-", "new", "PASS"},
    {"set_missing", kSet, "old", "-", "STOP missing"},
    {"set_other_value", kSet, "old", "x", "STOP pin"},
    {"replace", kReplace, "old", "new", "PASS"},
    {"replace_from_another_value", kReplace, "older", "new", "STOP pin"},
    {"replace_from_nothing", kReplace, "-", "new", "STOP missing"},
    {"replace_not_done", kReplace, "old", "old", "STOP pin"},
    {"replace_done_everywhere", kReplace, "new", "new", "STOP pin"},
    {"remove", kRemove, "old", "-", "PASS"},
    {"remove_not_done", kRemove, "old", "old", "STOP forbidden"},
    {"forbid", kForbid, "-", "-", "PASS"},
    {"forbid_only_for_this_arm", kForbid, "old", "-", "PASS"},
    {"forbid_and_it_is_there", kForbid, "-", "x", "STOP forbidden"},
    {"may_differ_and_does", kMayDiffer, "old", "new", "PASS"},
    {"may_differ_and_is_missing", kMayDiffer, "old", "-", "PASS"},
    {"may_differ_and_does_not", kMayDiffer, "old", "old", "PASS"},
};
INSTANTIATE_TEST_SUITE_P(Env, VerbRow, testing::ValuesIn(kRows), row_name<Row>);

TEST(Arms, AnAllowanceIsForItsOwnArm) {
  for (const std::string& on : {kSet, kMayDiffer, kRemove}) {
    const Plan plan = arms_plan("{\"env\": {" + on + "}}").make();
    Campaign campaign(plan);
    campaign.all().each([&](StreamMaker& s) {
      if (s.key.start == "s2" && on != kRemove) s.env("MODE", "new");
      if (s.key.start != "s2") s.env("MODE", "old");
    });
    EXPECT_EQ(campaign.judge().answer, Answer::pass);
    campaign.at("1", "s3").body<EnvRecord>().value = std::string("older");
    EXPECT_EQ(
        faults(campaign.judge()),
        Lines{
            "STOP differs engine s3 ready 1 env MODE: expected old as rank 0 at s1 ready has it, seen older; "
            "nothing in the plan allows a difference"});
  }
}

TEST(Arms, MayDifferLetsRanksDifferTooButNothingElse) {
  const Plan plan = arms_plan("{\"env\": {" + kMayDiffer + "}}").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    if (s.key.start == "s2") s.env("MODE", s.key.rank.c_str());
  });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("0", "s2").env("MODE2", "x");
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Arms, AVariableThatNobodyAllowed) {
  const Plan plan = arms_plan("{\"env\": {" + kAdd + "}}").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    if (s.key.start == "s2") s.env("MODE", "new").env("TRACE", "1");
  });
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{
          "STOP differs engine s2 ready 0,1 env TRACE: expected absent as rank 0 at s1 ready has it, seen 1; "
          "nothing in the plan allows a difference"});
}

TEST(Arms, OriginsNameTheDelta) {
  const Plan plan = arms_plan("{\"env\": {" + kReplace + "}}").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "x"); });
  EXPECT_EQ(
      faults(campaign.judge()),
      (Lines{"STOP pin engine s2 ready 0,1 env MODE: expected new, seen x (arms.on.engine.env.replace.MODE)",
             "STOP pin engine s1 ready 0,1 s3 ready 0,1 env MODE: expected old, seen x "
             "(arms.on.engine.env.replace.MODE)"}));
}

TEST(Arms, APinOfTheIdentityHoldsInEveryArmThatDoesNotSayOtherwise) {
  PlanMaker maker = arms_plan(R"({"argv": {"replace": {"--depth": {"from": "1", "to": "2"}}}})");
  const Plan plan = maker.engine(R"({"argv": {"--depth": "1"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.arg("--depth", s.key.start == "s2" ? "2" : "1"); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("0", "s3").body<ArgvRecord>().value = std::string("2");
  EXPECT_EQ(summary(campaign.judge()), "STOP pin");
}

// An allowance of one arm must not reach what another arm, or the identity, pins.
TEST(Arms, MayDifferOfOneArmLeavesThePinOfTheOthers) {
  PlanMaker maker = arms_plan("{\"env\": {" + kMayDiffer + "}}");
  const Plan plan = maker.engine(R"({"env": {"MODE": "old"}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", s.key.start == "s2" ? "x" : "old"); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.each([](StreamMaker& s) { s.body<EnvRecord>().value = std::string("x"); });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP pin engine s1 ready 0,1 s3 ready 0,1 env MODE: expected "
                                            "old, seen x (identity.engine.env.MODE)"});
}

TEST(Arms, LikeTakesOverAllowancesAndTheOwnWins) {
  PlanMaker maker;
  maker.arms(R"({"off": {"engine": {"env": {"may_differ": ["SEED"], "add": {"MODE": "a"}}}},
                 "on": {"like": "off", "engine": {"env": {"add": {"MODE": "b"}}}}})");
  const Plan plan = maker.starts({"s1:off", "s2:on"}).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    s.env("MODE", s.key.start == "s2" ? "b" : "a").env("SEED", hidden(s.key.start + s.key.rank));
  });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("0", "s2").body<EnvRecord>().value = std::string("a");
  EXPECT_EQ(summary(campaign.judge()), "STOP pin");
}

TEST(Arms, AStartWithoutAnArmOwesToAll) {
  PlanMaker maker = arms_plan("{\"env\": {" + kAdd + "}}");
  const Plan plan = maker.starts({"s1", "s2:on"}).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("MODE", "new"); });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP forbidden engine s1 ready 0,1 env MODE: expected absent, "
                                            "seen new (arms.on.engine.env.add.MODE)"});
}

std::string digest(const std::string& content) {
  return "\"sha256:" + sha256(content).render() + "\"";
}

TEST(Arms, FilesAndMountsAndFacts) {
  const Plan plan = arms_plan(R"({"files": {"add": {"/new": )" + digest("new") + R"(}, "remove": ["/gone"]},
                                  "mounts": {"add": {"/m": {"root": "/fix"}}},
                                  "facts": {"set": {"cap": "2"}}})")
                        .make();
  const auto change = [](StreamMaker& s) {
    if (s.key.start == "s2") {
      s.file("/new", "new").absent("/gone").mount("/m", "/fix").fact("cap", "2");
    } else {
      s.absent("/new").file("/gone", "gone").fact("cap", "1");
    }
  };
  EXPECT_EQ(summary(Campaign(plan).all().each(change).judge()), "PASS");
  Campaign swapped(plan);
  swapped.all().each(change);
  std::swap(swapped.at("1", "s2").bodies, swapped.at("1", "s3").bodies);
  EXPECT_EQ(summary(swapped.judge()), "STOP differs forbidden missing pin");
}

TEST(Arms, AFileThatOtherArmsMustHaveEqualMustBeLookedAt) {
  const Plan plan = arms_plan(R"({"files": {"may_differ": ["/f"]}})").make();
  const auto campaign = [&](const std::function<void(StreamMaker&)>& off) {
    Campaign all(plan);
    all.all().each([&](StreamMaker& s) {
      if (s.key.start == "s2") s.file("/f", s.key.rank);
      if (s.key.start != "s2") off(s);
    });
    return summary(all.judge());
  };
  EXPECT_EQ(campaign([](StreamMaker& s) { s.file("/f", "f"); }), "PASS");
  EXPECT_EQ(campaign([](StreamMaker& s) { s.absent("/f"); }), "PASS");
  EXPECT_EQ(campaign([](StreamMaker&) {}), "HOLD not-recorded");
  EXPECT_EQ(campaign([](StreamMaker& s) { s.key.start == "s1" ? s.file("/f", "f") : s.absent("/f"); }),
            "STOP differs");
  EXPECT_EQ(campaign([](StreamMaker& s) { s.file("/f", s.key.start); }), "STOP differs");
  EXPECT_EQ(campaign([](StreamMaker& s) { s.file("/f", "f", s.key.rank == "0" ? 0644 : 0600); }),
            "STOP differs");
}

TEST(Arms, AForbiddenFile) {
  const Plan plan = arms_plan(R"({"files": {"forbid": ["/trace"]}})").make();
  const auto change = [](StreamMaker& s) { s.absent("/trace"); };
  EXPECT_EQ(Campaign(plan).all().each(change).judge().answer, Answer::pass);
  Campaign campaign(plan);
  campaign.all().each(change);
  campaign.at("1", "s2").bodies.clear();
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-recorded");
  campaign.at("1", "s2").file("/trace", "x");
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP forbidden engine s2 ready 1 files /trace: expected absent, seen sha256:" +
                  sha256("x").render() + " (arms.on.engine.files.forbid[0])"});
}

}  // namespace
}  // namespace evidence
