// What is not said must be equal: between ranks, moments and starts, as bytes and not as text.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

TEST(Differs, NamesWhoHasWhat) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("PATH", "/bin");
  campaign.at("1").env("PATH", "/opt");
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{"STOP differs engine s1 ready 1 env PATH: expected /bin as rank 0 at s1 ready has it, seen /opt; "
            "nothing in the plan allows a difference"});
}

TEST(Differs, WhatMostHaveIsTheReference) {
  const Plan plan = PlanMaker().ranks({"0", "1", "2"}).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.env("PATH", "/opt"); });
  campaign.at("0").body<EnvRecord>().value = std::string("/bin");
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{"STOP differs engine s1 ready 0 env PATH: expected /opt as rank 1 at s1 ready has it, seen /bin; "
            "nothing in the plan allows a difference"});
}

TEST(Differs, FoldsRanksMomentsAndStarts) {
  const Plan plan = PlanMaker().starts({"s1", "s2"}).moments({"ready", "end"}).ranks({"0", "1", "2"}).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    s.env("PATH", s.key.rank != "0" && (s.key.start == "s2" || s.key.moment == "end") ? "/opt" : "/bin");
  });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP differs engine s1 end 1,2 s2 ready 1,2 s2 end 1,2 env "
                                            "PATH: expected /bin as rank 0 at s1 ready "
                                            "has it, seen /opt; nothing in the plan allows a difference"});
}

TEST(Differs, BetweenStartsAndBetweenMoments) {
  const Plan plan = PlanMaker().starts({"s1", "s2"}).moments({"ready", "end"}).make();
  for (const auto& [start, moment] : {std::pair("s2", "ready"), std::pair("s1", "end")}) {
    Campaign campaign(plan);
    campaign.all().each([](StreamMaker& s) { s.env("PATH", "/bin"); });
    campaign.at("1", start, moment).body<EnvRecord>().value = std::string("/opt");
    EXPECT_EQ(summary(campaign.judge()), "STOP differs") << start << moment;
  }
}

// Values that look alike when they are shown.
struct Alike {
  std::string name;
  std::function<void(StreamMaker&)> one;
  std::function<void(StreamMaker&)> other;
};
void PrintTo(const Alike& row, std::ostream* out) {
  *out << row.name;
}
class LooksAlike : public testing::TestWithParam<Alike> {};

TEST_P(LooksAlike, AndDiffers) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  GetParam().one(campaign.at("0"));
  GetParam().other(campaign.at("1"));
  const Judgement judgement = campaign.judge();
  EXPECT_EQ(summary(judgement), "STOP differs");
  ASSERT_EQ(judgement.findings.front().rule, "differs");
  const std::string shown = judgement.findings.front().expected;
  EXPECT_NE(shown.substr(0, shown.find(" as rank")), judgement.findings.front().seen);
}

const std::vector<Alike> kAlike = {
    {"the_word_absent_and_absence", [](StreamMaker& s) { s.env("X", "absent"); }, [](StreamMaker&) {}},
    {"empty_and_two_quotes", [](StreamMaker& s) { s.env("X", ""); },
     [](StreamMaker& s) { s.env("X", "\"\""); }},
    {"empty_and_absence", [](StreamMaker& s) { s.env("X", ""); }, [](StreamMaker&) {}},
    {"a_control_character_and_its_escape", [](StreamMaker& s) { s.env("X", "a\x01"); },
     [](StreamMaker& s) { s.env("X", "\"a\\x01\""); }},
    {"a_flag_and_a_value_that_says_so", [](StreamMaker& s) { s.flag("--x"); },
     [](StreamMaker& s) { s.arg("--x", "given without a value"); }},
    {"a_bare_entry_and_a_value_that_says_so",
     [](StreamMaker& s) {
       s.add(EnvRecord{0, "X", std::string(), true, "environ"});
     },
     [](StreamMaker& s) { s.env("X", "an entry without ="); }},
    {"an_empty_value_and_a_bare_entry", [](StreamMaker& s) { s.env("X", ""); },
     [](StreamMaker& s) {
       s.add(EnvRecord{0, "X", std::string(), true, "environ"});
     }},
    {"composed_and_decomposed_letters", [](StreamMaker& s) { s.env("X", "\xc3\xa9 "); },
     [](StreamMaker& s) { s.env("X", "e\xcc\x81 "); }},
    {"a_flag_and_an_empty_value", [](StreamMaker& s) { s.flag("--x"); },
     [](StreamMaker& s) { s.arg("--x", ""); }},
};
INSTANTIATE_TEST_SUITE_P(Values, LooksAlike, testing::ValuesIn(kAlike), row_name<Alike>);

TEST(Differs, NamesAreBytesToo) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("caf\xc3\xa9", "1");
  campaign.at("1").env("cafe\xcc\x81", "1");
  EXPECT_EQ(faults(campaign.judge()).size(), 2U);
}

TEST(Differs, AnAttributeThatOnlySomeHave) {
  const Plan plan = PlanMaker().engine(R"({"mounts": {"pins": {"/m": {"root": "/r"}}}})").make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").mount("/m", "/r", "content");
  campaign.at("1").mount("/m", "/r");
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Differs, WhoCouldNotLookSaysNothing) {
  const Plan plan = PlanMaker().make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").env("PATH", "/bin");
  campaign.at("1").error("environ");
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-seen");
}

}  // namespace
}  // namespace evidence
