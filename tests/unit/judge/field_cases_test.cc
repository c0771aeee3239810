// Cases from the field: launchers that tear lines, a variable that reached one rank, values that must differ,
// and trouble that was printed while the verdict was success.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

const Lines kFour = {"0", "1", "2", "3"};

// ---- torn and interleaved output ----

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Four ranks with five files each, their lines in turn.
struct Torn {
  Plan plan = make_plan();
  Lines lines = interleaved();

  static Plan make_plan() {
    std::string pins;
    for (int file = 0; file < 5; ++file) {
      const std::string name = "/lib/" + std::to_string(file) + ".so";
      pins += (file == 0 ? "\"" : ", \"") + name + "\": \"sha256:" + sha256(name).render() + "\"";
    }
    return PlanMaker().ranks(kFour).engine("{\"files\": {" + pins + "}}").make();
  }

  Lines interleaved() const {
    Campaign campaign(plan);
    std::vector<Lines> streams;
    for (const std::string& rank : kFour) {
      StreamMaker& stream = campaign.at(rank);
      for (int file = 0; file < 5; ++file) {
        const std::string name = "/lib/" + std::to_string(file) + ".so";
        stream.file(name, name);
      }
      streams.push_back(stream.lines());
    }
    Lines all;
    for (std::size_t line = 0; line < streams[0].size(); ++line) {
      for (const Lines& stream : streams) all.push_back(stream[line]);
    }
    return all;
  }

  Judgement judge(const std::string& text) const { return judge_text(plan, text); }
};

TEST(TornOutput, InAnyOrderAndWithLabelsIsTheSame) {
  Torn torn;
  const std::string good = rendered(torn.judge(joined(torn.lines)));
  EXPECT_TRUE(good.starts_with("PASS\n")) << good;
  Lines labelled;
  for (std::size_t at = 0; at < torn.lines.size(); ++at) {
    labelled.push_back("[1," + std::to_string(at % 4) + "]<stdout>:" + torn.lines[at]);
  }
  EXPECT_EQ(rendered(torn.judge(joined(labelled))), good);
  std::mt19937 random(12);
  std::shuffle(torn.lines.begin(), torn.lines.end(), random);
  EXPECT_EQ(rendered(torn.judge(joined(torn.lines))), good);
}

struct Tear {
  std::string name;
  std::function<std::string(Lines)> tear;
  std::string place;  // of the first damage
};
void PrintTo(const Tear& row, std::ostream* out) {
  *out << row.name;
}
class TearRow : public testing::TestWithParam<Tear> {};

TEST_P(TearRow, IsDamageWithItsLineAndNoLineIsSkipped) {
  const Torn torn;
  const Judgement judgement = torn.judge(GetParam().tear(torn.lines));
  EXPECT_EQ(judgement.answer, Answer::hold);
  ASSERT_FALSE(faults(judgement).empty());
  const Lines all = faults(judgement);
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const std::string& one) {
    return one.starts_with("HOLD damage; in" + GetParam().place);
  })) << rendered(judgement);
}

std::string tear_pair(Lines lines) {
  const std::string head = lines[8].substr(0, 30);
  lines[9] = head + lines[9];
  lines[8].erase(0, 30);
  std::swap(lines[8], lines[9]);
  return joined(lines);
}

const std::vector<Tear> kTears = {
    {"two_lines_torn_into_each_other", tear_pair, " line 9: "},
    {"two_on_a_line",
     [](Lines lines) {
       lines[8].pop_back();
       return joined(lines);
     },
     " line 9: "},
    {"a_lost_head",
     [](Lines lines) {
       lines[8].erase(0, 9);
       return joined(lines);
     },
     " line 9: "},
    {"a_label_inside",
     [](Lines lines) {
       lines[8].insert(lines[8].find("\"seq\""), "[1,0]<stdout>:");
       return joined(lines);
     },
     " line 9: "},
    {"a_hole_of_nul_bytes",
     [](Lines lines) {
       lines[8].assign(lines[8].size(), '\0');
       return joined(lines);
     },
     " line 9: "},
    {"a_banner", [](const Lines& lines) { return "srun: job 7 queued\n" + joined(lines); }, " line 1: "},
    {"a_cut_end",
     [](const Lines& lines) {
       const std::string text = joined(lines);
       return text.substr(0, text.size() - 25);
     },
     " line 32: "},
    {"a_line_less",
     [](Lines lines) {
       lines.erase(lines.begin() + 8);
       return joined(lines);
     },
     ": incomplete: "},
    {"a_line_of_another_stream_under_its_number",
     [](Lines lines) {
       lines[8] = lines[12];
       return joined(lines);
     },
     " line 13: doubled: "},
};
INSTANTIATE_TEST_SUITE_P(TornOutput, TearRow, testing::ValuesIn(kTears), row_name<Tear>);

// ---- a variable that reached only the launch host's rank ----

// Values of MODE by rank; "-" stands for no such variable, "?" for an environment that could not be read.
Lines judge_env(const Plan& plan, const Lines& values) {
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& s) {
    const std::string& value = values[static_cast<std::size_t>(s.key.rank[0] - '0')];
    s.env("PATH", "/a");
    if (value == "?") {
      s.bodies.clear();
      s.error("environ");
    } else if (value != "-") {
      s.env("MODE", value);
    }
  });
  return faults(campaign.judge());
}

TEST(OneRankOnly, APinNamesTheRanksThatLackIt) {
  const Plan plan = PlanMaker().ranks(kFour).engine(R"({"env": {"MODE": "64"}})").make();
  const std::string origin = " (identity.engine.env.MODE)";
  EXPECT_EQ(judge_env(plan, {"64", "64", "64", "64"}), Lines{});
  EXPECT_EQ(judge_env(plan, {"64", "-", "-", "-"}),
            Lines{"STOP missing engine s1 ready 1,2,3 env MODE: expected 64, seen absent" + origin});
  EXPECT_EQ(judge_env(plan, {"-", "-", "-", "-"}),
            Lines{"STOP missing engine s1 ready 0,1,2,3 env MODE: expected 64, seen absent" + origin});
  EXPECT_EQ(judge_env(plan, {"64", "64", "64", ""}),
            Lines{"STOP pin engine s1 ready 3 env MODE: expected 64, seen \"\"" + origin});
  EXPECT_EQ(
      judge_env(plan, {"64", "-", "", "?"}),
      (Lines{"STOP missing engine s1 ready 1 env MODE: expected 64, seen absent" + origin,
             "STOP pin engine s1 ready 2 env MODE: expected 64, seen \"\"" + origin,
             "HOLD not-recorded engine s1 ready 3 env MODE: expected 64; it could not be looked at" + origin,
             "HOLD not-seen engine s1 ready 3 environ; permission denied"}));
}

TEST(OneRankOnly, AForbiddenOneNamesTheRankThatHasIt) {
  const Plan plan = PlanMaker()
                        .ranks(kFour)
                        .arms(R"({"default": {"engine": {"env": {"forbid": ["MODE"]}}}})")
                        .starts({"s1:default"})
                        .make();
  EXPECT_EQ(judge_env(plan, {"-", "-", "-", "-"}), Lines{});
  EXPECT_EQ(judge_env(plan, {"64", "-", "-", "-"}),
            Lines{"STOP forbidden engine s1 ready 0 env MODE: expected absent, seen 64 "
                  "(arms.default.engine.env.forbid[0])"});
}

TEST(OneRankOnly, WithoutAnyRuleItIsADifference) {
  const Plan plan = PlanMaker().ranks(kFour).make();
  EXPECT_EQ(judge_env(plan, {"64", "-", "-", "-"}),
            Lines{"STOP differs engine s1 ready 0 env MODE: expected absent as rank 1 at s1 ready has it, "
                  "seen 64; nothing "
                  "in the plan allows a difference"});
  EXPECT_EQ(judge_env(plan, {"", "-", "", ""}),
            Lines{"STOP differs engine s1 ready 1 env MODE: expected \"\" as rank 0 at s1 ready has it, seen "
                  "absent; nothing "
                  "in the plan allows a difference"});
}

TEST(OneRankOnly, AllEqualIsNotEnoughWhereEachRankHasItsOwn) {
  const Plan plan =
      PlanMaker()
          .ranks(kFour)
          .engine(R"({"env": {"MODE": {"by_rank": {"0": "eth0", "1": "eth0", "2": "ib0", "3": "ib0"}}}})")
          .make();
  EXPECT_EQ(judge_env(plan, {"eth0", "eth0", "ib0", "ib0"}), Lines{});
  EXPECT_EQ(
      judge_env(plan, {"eth0", "eth0", "eth0", "eth0"}),
      Lines{"STOP pin engine s1 ready 2,3 env MODE: expected ib0, seen eth0 (identity.engine.env.MODE)"});
}

// ---- values that must differ ----

Plan gpu_plan(const std::string& colocated) {
  return PlanMaker()
      .roles(R"({"engine": {"life": "fresh", "ranks": ["0", "1", "2", "3"])" + colocated + "}}")
      .engine(R"({"facts": {"gpu": {"distinct": true},
                            "host": {"by_rank": {"0": "n0", "1": "n0", "2": "n1", "3": "n1"}}}})")
      .make();
}

Judgement judge_gpus(const Plan& plan, const Lines& gpus, const Lines& hosts, bool one_process = false) {
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& s) {
    const auto rank = static_cast<std::size_t>(s.key.rank[0] - '0');
    s.open.boot_id = s.process->boot_id = hosts[rank];
    if (!one_process) s.process->pid += static_cast<std::int64_t>(rank);
    s.fact("gpu", gpus[rank]).fact("host", hosts[rank]);
  });
  return campaign.judge();
}

const Lines kGpus = {"GPU-a", "GPU-b", "GPU-c", "GPU-d"};
const Lines kHosts = {"n0", "n0", "n1", "n1"};

TEST(MustDiffer, GpusHostsAndProcesses) {
  const Plan plan = gpu_plan(R"(, "colocated": true)");
  EXPECT_EQ(summary(judge_gpus(plan, kGpus, kHosts)), "PASS");
  EXPECT_EQ(faults(judge_gpus(plan, {"GPU-a", "GPU-b", "GPU-c", "GPU-b"}, kHosts)),
            Lines{"STOP distinct engine s1 ready 1,3 facts gpu: expected another value on every rank, seen "
                  "GPU-b; these "
                  "ranks share it (identity.engine.facts.gpu)"});
  EXPECT_EQ(summary(judge_gpus(plan, {"0", "1", "0", "1"}, kHosts)), "STOP distinct");
  EXPECT_EQ(summary(judge_gpus(plan, kGpus, {"n0", "n0", "n0", "n0"})), "STOP pin")
      << "one host where two are pinned";
  EXPECT_EQ(summary(judge_gpus(plan, kGpus, {"n0", "n0", "n0", "n0"}, true)), "STOP pin process-shared");
}

TEST(MustDiffer, MachinesUnlessThePlanSaysColocated) {
  const Plan plan = gpu_plan("");
  EXPECT_EQ(summary(judge_gpus(plan, kGpus, kHosts)), "STOP machine-shared");
}

// ---- trouble is printed, the verdict is success ----

const std::string kLibrary = R"({"files": {"/lib/a.so": "sha256:)" + sha256("a").render() + R"("}})";

TEST(SaidOk, OnlyACompleteRunPasses) {
  const Plan plan = PlanMaker().ranks(kFour).engine(kLibrary).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/lib/a.so", "a"); });
  EXPECT_EQ(summary(campaign.judge()), "PASS");
  campaign.at("2").bodies.clear();
  campaign.at("2").error("file", "/lib/a.so");
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-recorded not-seen");
  EXPECT_EQ(summary(judge_text(plan, "")), "HOLD stream-missing");
}

TEST(SaidOk, AnArmWithoutRulesIsNotAPass) {
  const Plan plan = PlanMaker().ranks({"0"}).arms(R"({"A": {}})").starts({"s1:A"}).make();
  EXPECT_EQ(summary(Campaign(plan).all().judge()), "HOLD nothing-asked");
}

TEST(SaidOk, APinThatNothingWasHeldAgainst) {
  const Plan plan = PlanMaker()
                        .ranks(kFour)
                        .engine(R"({"files": {"/lib/a.so": "sha256:)" + sha256("a").render() +
                                R"(", "/lib/never.so": "sha256:)" + sha256("n").render() + R"("}})")
                        .make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/lib/a.so", "a"); });
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-recorded");
}

TEST(SaidOk, AMisspeltPlanIsRefused) {
  EXPECT_THROW(PlanMaker().with("forbiden", R"(["x"])").make(), ManifestError);
  EXPECT_THROW(PlanMaker().engine(R"({"files": {"/lib/a.so": {"exakt": "x"}}})").make(), ManifestError);
  EXPECT_THROW(PlanMaker().engine(R"({"file": {"/lib/a.so": "x"}})").make(), ManifestError);
}

TEST(SaidOk, CarriageReturnsBetweenMembersAreWhiteSpace) {
  const Plan plan = PlanMaker().ranks({"0"}).with("note", "\r\n\"n\"\r\n").engine(kLibrary).make();
  EXPECT_EQ(summary(Campaign(plan).all().each([](StreamMaker& s) { s.file("/lib/a.so", "a"); }).judge()),
            "PASS");
}

}  // namespace
}  // namespace evidence
