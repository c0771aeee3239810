// The base snapshot: what the arms are deltas on.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

StreamMaker production(const std::string& rank = "0") {
  StreamMaker stream = base_stream(rank);
  return stream.env("PATH", "/bin").env("MODE", "old").arg("--depth", "1");
}

void as_production(StreamMaker& s) {
  s.env("PATH", "/bin").env("MODE", "old").arg("--depth", "1");
}

PlanMaker on_base(const StreamMaker& base) {
  PlanMaker maker;
  return maker.base(text_of(base));
}

TEST(Base, TheSameAsTheBasePasses) {
  const Plan plan = on_base(production()).make();
  EXPECT_EQ(summary(Campaign(plan).all().each(as_production).judge()), "PASS");
}

TEST(Base, IsWhatOthersAreHeldAgainstThoughTheyAreMore) {
  const Plan plan = on_base(production()).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("PATH", "/opt").env("MODE", "old").arg("--depth", "1"); });
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{
          "STOP differs engine s1 ready 0,1 env PATH: expected /bin as the base snapshot has it, seen /opt; "
          "nothing in the plan allows a difference"});
}

TEST(Base, WhatOnlyTheBaseHas) {
  const Plan plan = on_base(production().env("TOKEN", "x")).make();
  EXPECT_EQ(
      faults(Campaign(plan).all().each(as_production).judge()),
      Lines{
          "STOP differs engine s1 ready 0,1 env TOKEN: expected x as the base snapshot has it, seen absent; "
          "nothing in the plan allows a difference"});
}

TEST(Base, WhatTheBaseDoesNotHave) {
  const Plan plan = on_base(production()).make();
  EXPECT_EQ(
      faults(Campaign(plan)
                 .all()
                 .each([](StreamMaker& s) {
                   as_production(s);
                   s.env("TRACE", "1");
                 })
                 .judge()),
      Lines{
          "STOP differs engine s1 ready 0,1 env TRACE: expected absent as the base snapshot has it, seen 1; "
          "nothing in the plan allows a difference"});
}

TEST(Base, ArmsAreDeltasOnIt) {
  PlanMaker maker = on_base(production());
  maker.arms(R"({"off": {}, "on": {"engine": {"env": {"add": {"GPU": "1"}},
                 "argv": {"replace": {"--depth": {"from": "1", "to": "2"}}}}}})");
  const Plan plan = maker.starts({"s1:off", "s2:on"}).make();
  const auto change = [](StreamMaker& s) {
    as_production(s);
    if (s.key.start != "s2") return;
    s.env("GPU", "1");
    s.body<ArgvRecord>().value = std::string("2");
  };
  EXPECT_EQ(summary(Campaign(plan).all().each(change).judge()), "PASS");
  Campaign both(plan);
  both.all().each(change);
  both.at("0", "s1").env("GPU", "1");
  EXPECT_EQ(summary(both.judge()), "STOP forbidden");
}

TEST(Base, AReplacementOfWhatTheBaseDoesNotHave) {
  PlanMaker maker = on_base(production());
  maker.arms(R"({"on": {"engine": {"argv": {"replace": {"--depth": {"from": "3", "to": "2"}}}}}})");
  const Plan plan = maker.starts({"s1:on"}).make();
  EXPECT_EQ(faults(Campaign(plan)
                       .all()
                       .each([](StreamMaker& s) {
                         as_production(s);
                         s.body<ArgvRecord>().value = std::string("2");
                       })
                       .judge()),
            Lines{"STOP pin engine base none 0 argv --depth: expected 3, seen 1 "
                  "(arms.on.engine.argv.replace[\"--depth\"])"});
}

TEST(Base, AnAdditionOfWhatTheBaseHas) {
  PlanMaker maker = on_base(production());
  maker.arms(R"({"on": {"engine": {"env": {"add": {"MODE": "old"}}}}})");
  const Plan plan = maker.starts({"s1:on"}).make();
  EXPECT_EQ(faults(Campaign(plan).all().each(as_production).judge()),
            Lines{"STOP forbidden engine base none 0 env MODE: expected absent, seen old "
                  "(arms.on.engine.env.add.MODE)"});
}

TEST(Base, APinThatContradictsIt) {
  PlanMaker maker = on_base(production());
  const Plan plan = maker.engine(R"({"env": {"MODE": "new"}})").make();
  EXPECT_EQ(
      faults(Campaign(plan)
                 .all()
                 .each([](StreamMaker& s) { s.env("PATH", "/bin").env("MODE", "new").arg("--depth", "1"); })
                 .judge()),
      Lines{"STOP pin engine base none 0 env MODE: expected new, seen old (identity.engine.env.MODE)"});
}

TEST(Base, APinOfWhatTheBaseDoesNotHave) {
  PlanMaker maker = on_base(production());
  const Plan plan = maker.engine(R"({"env": {"GPU": "1"}})").make();
  EXPECT_EQ(
      faults(Campaign(plan)
                 .all()
                 .each([](StreamMaker& s) {
                   as_production(s);
                   s.env("GPU", "1");
                 })
                 .judge()),
      Lines{"STOP missing engine base none 0 env GPU: expected 1, seen absent (identity.engine.env.GPU)"});
}

TEST(Base, APinnedFileThatTheBaseDoesNotShow) {
  PlanMaker maker = on_base(production());
  const std::string pin = "sha256:" + sha256("f").render();
  const Plan plan = maker.engine(R"({"files": {"/f": ")" + pin + "\"}}").make();
  const Judgement judgement = Campaign(plan)
                                  .all()
                                  .each([](StreamMaker& s) {
                                    as_production(s);
                                    s.file("/f", "f");
                                  })
                                  .judge();
  EXPECT_EQ(faults(judgement),
            Lines{"HOLD not-recorded engine base none 0 files /f: expected " + pin +
                  "; the stream says nothing about this file (identity.engine.files[\"/f\"])"});
}

TEST(Base, AFileModeIsHeldAgainstIt) {
  PlanMaker maker = on_base(production().file("/f", "f", 0600));
  const Plan plan = maker.engine(R"({"files": {"/f": "sha256:)" + sha256("f").render() + "\"}}").make();
  const Judgement judgement = Campaign(plan)
                                  .all()
                                  .each([](StreamMaker& s) {
                                    as_production(s);
                                    s.file("/f", "f");
                                  })
                                  .judge();
  EXPECT_EQ(faults(judgement), Lines{"STOP differs engine s1 ready 0,1 files /f: expected mode 0600 as the "
                                     "base snapshot has it, seen mode "
                                     "0644; nothing in the plan allows a difference"});
}

TEST(Base, AnotherExecutableOrUser) {
  const Plan plan = on_base(production()).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    as_production(s);
    s.process->exe_digest = sha256("another");
    s.process->uid = 0;
  });
  EXPECT_EQ(faults(campaign.judge()).size(), 2U);
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Base, MountsOutsideTheScopeOfThePlanDoNotCount) {
  StreamMaker base = production().mount("/data", "/d").mount("/srv/m", "/m");
  PlanMaker maker = on_base(base);
  const Plan plan = maker.engine(R"({"mounts": {"under": ["/srv/"]}})").make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    as_production(s);
    s.mount("/srv/m", "/m");
  });
  EXPECT_EQ(summary(campaign.judge()), "PASS");
  campaign.each([](StreamMaker& s) { s.body<MountRecord>().root = "/x"; });
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Base, OfAnotherRoleOrRankIsHoldAndNothing) {
  StreamMaker other_rank = production("7");
  const Plan plan = on_base(other_rank).make();
  EXPECT_EQ(
      faults(Campaign(plan).all().judge()),
      (Lines{
          "HOLD base-missing engine; the base snapshot shows nothing of this role",
          "HOLD base-unplanned engine base none 7; the plan has no such role or rank, so this stream of the "
          "base is held against nothing"}));
}

TEST(Base, AnEmptyFileIsHold) {
  const Plan plan = PlanMaker().base("").make();
  EXPECT_EQ(faults(Campaign(plan).all().judge()),
            Lines{"HOLD base-missing engine; the base snapshot shows nothing of this role"});
}

TEST(Base, OfOneRoleIsNotedForTheOther) {
  PlanMaker maker = on_base(production());
  maker.roles(
      R"({"engine": {"life": "fresh", "ranks": ["0"]}, "client": {"life": "fresh", "ranks": ["0"]}})");
  const Plan plan = maker.make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    if (s.key.role == "engine") as_production(s);
  });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  EXPECT_EQ(notes(campaign.judge()),
            Lines{"NOTE base-missing client; the base snapshot shows nothing of this role"});
}

TEST(Base, Damaged) {
  const Plan plan = PlanMaker().base(text_of(production()) + "no record\n").make();
  const Judgement judgement = Campaign(plan).all().each(as_production).judge();
  EXPECT_EQ(summary(judgement), "HOLD base-damage");
  EXPECT_TRUE(faults(judgement).front().starts_with("HOLD base-damage; base0.ndjson line 7: foreign: "))
      << faults(judgement).front();
}

TEST(Base, ALineShort) {
  std::string text;
  const std::vector<std::string> lines = production().lines();
  for (std::size_t line = 0; line + 1 < lines.size(); ++line) text += lines[line];
  const Plan plan = PlanMaker().base(text).make();
  EXPECT_EQ(summary(Campaign(plan).all().each(as_production).judge()), "HOLD base-damage stream-incomplete");
}

TEST(Base, WithoutAProcessOrWithAnError) {
  StreamMaker without = production();
  without.process.reset();
  const Plan no_process = on_base(without).make();
  EXPECT_EQ(summary(Campaign(no_process).all().each(as_production).judge()), "HOLD process-missing");
  const Plan error = on_base(production().error("environ")).make();
  EXPECT_EQ(summary(Campaign(error).all().each(as_production).judge()), "HOLD not-seen");
}

TEST(Base, UnderAnotherKey) {
  StreamMaker base = production().env("TOKEN", hidden("a"));
  base.open.key_id = "old";
  const Plan plan = on_base(base).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    as_production(s);
    s.env("TOKEN", hidden("b")).open.key_id = "new";
  });
  EXPECT_EQ(summary(campaign.judge()), "HOLD key");
  campaign.at("1").body<EnvRecord>(2).value = hidden("c");
  EXPECT_EQ(summary(campaign.judge()), "STOP differs key") << "the ranks can be compared with each other";
}

// Whoever adds to the base could have anything allowed.
TEST(Base, AStreamThatIsCalledLikeTheBaseDoesNotAddToIt) {
  const Plan plan = on_base(production()).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    as_production(s);
    s.env("EVIL", "1");
  });
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
  const std::string forged = text_of(base_stream().env("EVIL", "1"));
  EXPECT_EQ(summary(judge_text(plan, campaign.text() + forged)), "STOP differs run");
}

TEST(Base, TwoRanksThatDifferInOneThingFoldByPlace) {
  PlanMaker maker = on_base(production("0"));
  const Plan plan = maker.base(text_of(production("1"))).engine(R"({"env": {"GPU": "1"}})").make();
  EXPECT_EQ(faults(Campaign(plan).all().each(as_production).judge()),
            Lines{"STOP missing engine s1 ready 0,1 base none 0,1 env GPU: expected 1, seen absent "
                  "(identity.engine.env.GPU)"});
}

TEST(Base, AThingThatIsNotRecordedAnywhereInItDoesNotPassByItself) {
  StreamMaker base = base_stream();
  const Plan plan = on_base(base).make();
  EXPECT_EQ(summary(Campaign(plan).all().each(as_production).judge()), "STOP differs");
}

}  // namespace
}  // namespace evidence
