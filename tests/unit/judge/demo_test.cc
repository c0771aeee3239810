// The demo's plan, held against made-up evidence: every row of its reading is reached.

#include <gtest/gtest.h>

#include "campaign.h"
#include "evidence/digest.h"

namespace evidence {
namespace {

const std::string kFolder = EVIDENCE_SOURCE_DIR "/manifests/demo/";
const std::string kQualified(40, 'a');
const std::string kCommit(40, 'b');

std::string content(const std::string& path) {
  return read_file(kFolder + path, 1 << 20);
}

Plan demo_plan() {
  const Binding binding = Binding::parse(
      R"({"view":"/view","qualified":")" + kQualified + R"(","commit":")" + kCommit + "\"}", "b");
  return Plan::from_files({{"manifest.json", content("manifest.json")},
                           {"binding.json", binding.render()},
                           {"engine.sha256", content("engine.sha256")}},
                          "plan");
}

struct Work {
  std::int64_t steps_on = 200;  // of the arm ON; OFF has 100
  std::int64_t answer_on = 7;   // OFF has 7
  std::int64_t last_request = 4;
};

Campaign demo_campaign(const Plan& plan, const Work& work) {
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& stream) {
    const bool on = stream.key.start == "s2";
    stream.env("LC_ALL", "C.UTF-8")
        .env("EVIDENCE_RUN", plan.run().c_str())
        .env("DEMO_START", stream.key.start.c_str());
    if (on) stream.env("DEMO_CACHE", "force");
    stream.arg("--rank", stream.key.rank.c_str()).arg("--depth", on ? "2" : "1");
    for (const std::string file : {"engine.py", "model.bin", "serve.conf"})
      stream.file("/view/" + file, content("engine/" + file));
    if (stream.key.moment != "end") return;
    for (std::int64_t request = 1; request <= work.last_request; ++request) {
      json::Object row{{"request", request}, {"seconds", 0.5}};
      row.emplace("depth", on ? 2 : 1);
      row.emplace("steps", on ? work.steps_on : 100);
      row.emplace("answer", on ? work.answer_on : 7);
      stream.row("served", std::move(row));
    }
  });
  StreamMaker& carry = campaign.at("none", "none", "none", "carry");
  carry.process.reset();
  carry.add(GitRecord{"from", kQualified, kQualified, std::nullopt, std::nullopt});
  carry.add(GitRecord{"to", kCommit, kCommit, 4, kQualified});
  return campaign;
}

struct Reached {
  const char* name;
  Work work;
  Answer answer;
  const char* verdict;
};

void PrintTo(const Reached& row, std::ostream* out) {
  *out << row.name;
}

class DemoReading : public testing::TestWithParam<Reached> {};
TEST_P(DemoReading, Gives) {
  const Plan plan = demo_plan();
  const Judgement judgement = demo_campaign(plan, GetParam().work).judge();
  ASSERT_EQ(judgement.readings.size(), 1U);
  EXPECT_EQ(judgement.readings[0].verdict, GetParam().verdict) << rendered(judgement);
  EXPECT_EQ(judgement.answer, GetParam().answer) << rendered(judgement);
}
INSTANTIATE_TEST_SUITE_P(All, DemoReading,
                         testing::Values(Reached{"as_planned", {}, Answer::pass, "AS_PLANNED"},
                                         Reached{
                                             "unexplained", {.steps_on = 300}, Answer::hold, "UNEXPLAINED"},
                                         Reached{"unsafe", {.answer_on = 8}, Answer::stop, "UNSAFE"},
                                         Reached{"none", {.last_request = 3}, Answer::hold, ""}),
                         [](const auto& row) { return row.param.name; });

TEST(DemoPlan, IsFitToBeAsked) {
  const Plan plan = demo_plan();
  const Judgement judgement = lint(plan);
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
}

TEST(DemoPlan, MissesEveryRow) {
  const Plan plan = demo_plan();
  Recording recording;
  RecordReader reader(recording);
  const Campaign campaign = demo_campaign(plan, {});
  reader.feed(campaign.text(), "in");
  reader.end_of_input("in");
  const Judgement judgement = lint(plan, recording, reader.finish());
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement);
}

}  // namespace
}  // namespace evidence
