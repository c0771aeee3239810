// The lives of processes and the machines they are on.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"
#include "rows.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

Plan plan_of(const std::string& role = R"({"life": "fresh", "ranks": ["0", "1"]})") {
  return PlanMaker()
      .roles("{\"engine\": " + role + "}")
      .starts({"s1", "s2"})
      .moments({"ready", "end"})
      .make();
}

struct Row {
  std::string name;
  std::function<void(StreamMaker&)> change;  // of rank 1 at s1 end, which was seen at ready as it should be
  std::string summary;
};
void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name;
}
class ProcessRow : public testing::TestWithParam<Row> {};

TEST_P(ProcessRow, IsJudged) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all();
  GetParam().change(campaign.at("1", "s1", "end"));
  EXPECT_EQ(summary(campaign.judge()), GetParam().summary) << rendered(campaign.judge());
}

const std::vector<Row> kRows = {
    {"as_it_should_be", [](StreamMaker&) {}, "PASS"},
    {"other_pid", [](StreamMaker& s) { s.process->pid = 77; }, "STOP process-changed"},
    {"other_start", [](StreamMaker& s) { s.process->start_ticks = 77; }, "STOP process-changed"},
    {"other_exec", [](StreamMaker& s) { s.process->exec = std::string(64, 'f'); }, "STOP process-changed"},
    {"other_container", [](StreamMaker& s) { s.process->container = "c"; }, "STOP process-changed"},
    {"other_executable", [](StreamMaker& s) { s.process->exe_digest = sha256("x"); }, "STOP differs"},
    {"other_user", [](StreamMaker& s) { s.process->uid = 0; }, "STOP differs"},
    {"after_a_reboot", [](StreamMaker& s) { s.process->boot_id = s.open.boot_id = "boot-x"; },
     "STOP process-changed"},
    {"seen_from_another_machine", [](StreamMaker& s) { s.open.boot_id = "boot-x"; }, "STOP machine-mixed"},
    {"no_process", [](StreamMaker& s) { s.process.reset(); }, "HOLD class process-missing"},
    {"two_processes",
     [](StreamMaker& s) {
       ProcessRecord other = *s.process;
       other.pid = 77;
       s.add(other);
     },
     "HOLD class process-missing"},
    {"the_same_process_twice", [](StreamMaker& s) { s.add(*s.process); }, "HOLD class process-missing"},
    {"no_exec_fingerprint", [](StreamMaker& s) { s.process->exec.clear(); }, "HOLD class process-missing"},
    {"pidfd_known_at_one_moment_only", [](StreamMaker& s) { s.process->pidfd_inode = 5; }, "PASS"},
};
INSTANTIATE_TEST_SUITE_P(Process, ProcessRow, testing::ValuesIn(kRows), row_name<Row>);

TEST(Process, OtherPidfdInode) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.process->pidfd_inode = 5; });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("1", "s1", "end").process->pidfd_inode = 6;
  EXPECT_EQ(summary(campaign.judge()), "STOP process-changed");
}

TEST(Process, ChangedSaysFromWhatToWhat) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all().at("1", "s1", "end").process->pid = 77;
  const std::string exec = campaign.at("1").process->exec.substr(0, 16);
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{"STOP process-changed engine s1 end 1 process: expected pid 1001 started 5000 boot boot-1 exec " +
            exec + " as at ready, seen pid 77 started 5000 boot boot-1 exec " + exec +
            "; the process is not the one that was there earlier in this start"});
}

TEST(Process, MissingSaysWhy) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").process.reset();
  campaign.at("1").add(*campaign.at("1").process);
  campaign.at("0", "s2").process->exec.clear();
  EXPECT_EQ(
      faults(campaign.judge()),
      (Lines{
          "HOLD class engine s1 ready 0,1 s2 ready 0: expected native; this moment was not seen in an "
          "identified live process",
          "HOLD process-missing engine s1 ready 1 process; more than one process was observed in one stream",
          "HOLD process-missing engine s1 ready 0 process; no process was observed",
          "HOLD process-missing engine s2 ready 0 process; the process has no exec fingerprint, so what it "
          "executes later would not show"}));
}

TEST(Process, WithoutOneNothingIsAbsent) {
  const Plan plan = PlanMaker().engine(R"({"env": {"MODE": "slow"}})").make();
  Campaign campaign(plan);
  campaign.all().at("0").env("MODE", "slow").env("PATH", "/bin");
  campaign.at("1").process.reset();
  EXPECT_EQ(summary(campaign.judge()), "HOLD class not-recorded process-missing");
}

TEST(Fresh, TheSameTaskAtTwoStarts) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    if (s.key.rank == "1") s.process->pid = 42;
  });
  const std::string exec = campaign.at("1", "s2").process->exec.substr(0, 16);
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP process-not-fresh engine s2 ready 1 s2 end 1 process: seen pid 42 started 5000 boot "
                  "boot-1 exec " +
                  exec + "; this process was there at s1 already; the plan says that every start is fresh"});
}

TEST(Fresh, IsJudgedByWhateverWasGiven) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  for (const char* start : {"s1", "s2"}) {
    for (const char* rank : {"0", "1"}) campaign.at(rank, start).process->pid = 42;
  }
  EXPECT_EQ(summary(campaign.judge(ask(plan.manifest(), {"s2"}, {"ready"}))), "STOP process-not-fresh");
}

TEST(Same, OneProcessThroughout) {
  const Plan plan = plan_of(R"({"life": "same", "ranks": ["0", "1"]})");
  Campaign campaign(plan);
  campaign.all();
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  for (const char* moment : {"ready", "end"}) campaign.at("0", "s2", moment).process->start_ticks = 9;
  const std::string exec = campaign.at("0").process->exec.substr(0, 16);
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP process-not-same engine s2 ready 0 s2 end 0 process: "
                                            "expected pid 1000 started 5000 boot boot-0 "
                                            "exec " +
                                            exec + " as at s1, seen pid 1000 started 9 boot boot-0 exec " +
                                            exec + "; the plan says that this process lives throughout"});
}

TEST(Shared, TwoRanksThatAreOneProcess) {
  const Plan plan = plan_of(R"({"life": "fresh", "ranks": ["0", "1"], "colocated": true})");
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.open.boot_id = s.process->boot_id = "boot"; });
  const std::string exec = campaign.at("1").process->exec.substr(0, 16);
  EXPECT_EQ(
      faults(campaign.judge())[0],
      "STOP process-shared engine s1 ready 1 s1 end 1 process: seen pid 1001 started 5000 boot boot exec " +
          exec + "; rank 0 is the same process");
  campaign.each([](StreamMaker& s) { s.process->pid += s.key.rank == "1" ? 100 : 0; });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
}

TEST(Machines, OfTheirOwnUnlessColocated) {
  const Plan plan = plan_of();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    s.open.boot_id = s.process->boot_id = "boot";
    s.process->pid += s.key.rank == "1" ? 100 : 0;
  });
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP machine-shared engine s1 ready 1 s1 end 1 s2 ready 1 s2 "
                                            "end 1 process: seen boot boot; rank 0 is "
                                            "on the same machine, and the role is not colocated"});
}

TEST(Machines, OfRanksWithoutAProcessToo) {
  const std::string role = R"({"life": "none", "ranks": ["0", "1"])";
  const std::string pins = R"({"facts": {"memory": "64"}})";
  for (const auto& [colocated, wanted] :
       {std::pair("}", "STOP machine-shared"), std::pair(R"(, "colocated": true})", "PASS")}) {
    const Plan plan = PlanMaker()
                          .with("class", R"("offline")")
                          .roles("{\"engine\": " + role + colocated + "}")
                          .engine(pins)
                          .make();
    Campaign campaign(plan);
    campaign.all().each([](StreamMaker& s) {
      s.fact("memory", "64");
      s.open.boot_id = "boot";
    });
    EXPECT_EQ(summary(campaign.judge()), wanted);
  }
}

TEST(Class, OfRehearsalsSaysNothingButAProcessIsNeededAllTheSame) {
  const Plan plan = PlanMaker().with("class", R"("rehearsal")").make();
  Campaign campaign(plan);
  campaign.all();
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("0").process.reset();
  EXPECT_EQ(summary(campaign.judge()), "HOLD process-missing");
}

TEST(Class, NativeNeedsARoleThatHasAProcess) {
  const Plan plan = PlanMaker()
                        .roles(R"({"engine": {"life": "none", "ranks": ["0"]}})")
                        .engine(R"({"facts": {"memory": "64"}})")
                        .make();
  EXPECT_EQ(faults(Campaign(plan).all().each([](StreamMaker& s) { s.fact("memory", "64"); }).judge()),
            Lines{"HOLD class: expected native; no role of the plan has a process"});
}

TEST(Processes, AreListedByStartRoleAndRank) {
  const Plan plan =
      PlanMaker()
          .roles(
              R"({"proxy": {"life": "same", "ranks": ["p"]}, "engine": {"life": "fresh", "ranks": ["1", "0"]},
                                   "events": {"life": "none", "ranks": ["e"]}})")
          .starts({"s2", "s1"})
          .moments({"ready", "end"})
          .make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0", "s1", "end").process->container = "c";
  Lines listed;
  for (const ProcessIdentity& one : campaign.judge().processes)
    listed.push_back(one.start + " " + one.role + " " + one.rank);
  EXPECT_EQ(listed,
            (Lines{"s2 engine 1", "s2 engine 0", "s2 proxy p", "s1 engine 1", "s1 engine 0", "s1 proxy p"}));
}

TEST(Processes, AsJson) {
  ProcessIdentity identity{
      "engine", "0", "s1", "boot", 7, 9'007'199'254'740'993, std::string(64, 'a'), std::string(64, 'b'), "c"};
  EXPECT_EQ(json::canonical(to_json(identity)),
            R"({"boot_id":"boot","container":"c","exec":")" + std::string(64, 'a') +
                R"(","executable":"sha256:)" + std::string(64, 'b') +
                R"(","pid":7,"rank":"0","role":"engine","start":"s1","start_ticks":"9007199254740993"})");
  identity.exec.clear();
  identity.container.clear();
  EXPECT_EQ(json::canonical(to_json(identity)).find("exec\""), std::string::npos);
}

}  // namespace
}  // namespace evidence
