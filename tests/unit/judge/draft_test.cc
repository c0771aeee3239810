// A plan drafted from records is one that those records pass.

#include <gtest/gtest.h>

#include "query_plan.h"

namespace evidence {
namespace {

Recording recording_of(const Campaign& campaign) {
  Recording recording;
  RecordReader reader(recording);
  reader.feed(campaign.text(), "in");
  reader.end_of_input("in");
  reader.finish();
  return recording;
}

std::string draft_of(const Campaign& campaign) {
  return draft_manifest(recording_of(campaign));
}

// The same streams as records of another plan's run.
Judgement judged_under(const Plan& plan, Campaign campaign) {
  std::string text;
  for (StreamMaker& stream : campaign.streams()) {
    stream.key.run = plan.run();
    text += text_of(stream);
  }
  return judge_text(plan, text);
}

Plan plan_of(const std::string& draft) {
  return Plan::from_files({{"manifest.json", draft}}, "draft");
}

struct Seen {
  const char* name;
  std::vector<std::string> starts;
  std::function<void(StreamMaker&)> show;
  std::vector<std::string> has;  // stands in the draft
  std::vector<std::string> lacks;
};

void PrintTo(const Seen& row, std::ostream* out) {
  *out << row.name;
}

bool is(const StreamMaker& stream, const char* start) {
  return stream.key.start == start;
}

class Drafts : public testing::TestWithParam<Seen> {};
TEST_P(Drafts, PassTheirOwnRecords) {
  const Plan observed = PlanMaker().moments({"ready", "end"}).starts(GetParam().starts).make();
  Campaign campaign(observed);
  campaign.all().each(GetParam().show);
  const std::string draft = draft_of(campaign);
  for (const std::string& text : GetParam().has)
    EXPECT_NE(draft.find(text), std::string::npos) << text << "\n" << draft;
  for (const std::string& text : GetParam().lacks)
    EXPECT_EQ(draft.find(text), std::string::npos) << text << "\n" << draft;
  const Plan plan = plan_of(draft);
  EXPECT_EQ(lint(plan).answer, Answer::pass);
  const Judgement judgement = judged_under(plan, campaign);
  EXPECT_EQ(judgement.answer, Answer::pass) << rendered(judgement) << draft;
}
INSTANTIATE_TEST_SUITE_P(
    All, Drafts,
    testing::Values(
        Seen{"nothing_but_processes",
             {"s1"},
             [](StreamMaker&) {},
             {R"("life": "fresh")", R"("class": "native")"},
             {"arms", "identity", "public", "colocated"}},
        Seen{"files",
             {"s1"},
             [](StreamMaker& s) { s.file("/model", "weights"); },
             {R"("/model": "sha256:9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c")"},
             {"by_rank"}},
        Seen{"files_of_each_rank",
             {"s1"},
             [](StreamMaker& s) { s.file("/model", s.key.rank); },
             {"by_rank"},
             {"may_differ"}},
        Seen{"clear_values_are_public_pins",
             {"s1"},
             [](StreamMaker& s) { s.env("MODE", "fast").arg("--depth", "1").flag("-v"); },
             {R"("MODE": "fast")", R"("--depth": "1")", R"("flag": true)", R"("public")"},
             {"by_rank"}},
        Seen{"hidden_values_that_agree_are_left_unsaid",
             {"s1"},
             [](StreamMaker& s) { s.env("TOKEN", hidden("secret")); },
             {},
             {"TOKEN"}},
        Seen{"hidden_values_of_each_rank",
             {"s1"},
             [](StreamMaker& s) { s.env("TOKEN", hidden(s.key.rank)); },
             {"hmac", "by_rank"},
             {}},
        Seen{"values_of_each_rank",
             {"s1"},
             [](StreamMaker& s) { s.arg("--rank", s.key.rank); },
             {R"("by_rank")"},
             {"may_differ"}},
        Seen{"an_arm_that_adds_replaces_and_removes",
             {"s1", "s2", "s3"},
             [](StreamMaker& s) {
               s.arg("--depth", is(s, "s2") ? "2" : "1");
               if (is(s, "s2")) s.env("CACHE", "force");
               if (!is(s, "s2")) s.env("OLD", "1");
             },
             {R"("like": "a")", R"("add")", R"("replace")", R"("remove")"},
             {"may_differ"}},
        Seen{"values_that_differ_anyhow",
             {"s1", "s2"},
             [](StreamMaker& s) { s.env("PORT", s.key.rank + s.key.start); },
             {"may_differ"},
             {"like"}},
        Seen{"a_variable_of_one_rank",
             {"s1"},
             [](StreamMaker& s) {
               if (s.key.rank == "1") s.env("TRACE", "1");
             },
             {"may_differ"},
             {"by_rank"}},
        Seen{"mounts",
             {"s1"},
             [](StreamMaker& s) { s.mount("/view", "/").mount("/proc", "/").mount("/", "/"); },
             {R"("under": [)", R"("/view")"},
             {R"("/proc")"}},
        Seen{"facts",
             {"s1"},
             [](StreamMaker& s) { s.fact("driver", "550", EvidenceKind::reported); },
             {R"("driver": "550")"},
             {}}),
    [](const auto& row) { return row.param.name; });

TEST(Draft, OfStreamsThatWereMadeWithoutAPlan) {
  StreamMaker stream = base_stream();
  stream.key.role = std::string(kNoLabel);
  stream.env("MODE", "fast");
  Recording recording;
  RecordReader reader(recording);
  reader.feed(text_of(stream), "in");
  reader.end_of_input("in");
  const std::string draft = draft_manifest(recording);
  EXPECT_EQ(draft, R"({
  "name": "draft",
  "note": [
    "What was seen in 1 streams, as what must be.",
    "What is not said must be equal everywhere. Take away what need not hold, say what may differ and why, and give it a name."
  ],
  "class": "native",
  "standing": "screen",
  "roles": {
    "engine": {
      "life": "fresh",
      "ranks": [
        "0"
      ]
    }
  },
  "moments": [
    "ready"
  ],
  "starts": [
    {
      "name": "s1"
    }
  ],
  "public": {
    "env": [
      "MODE"
    ]
  },
  "identity": {
    "engine": {
      "env": {
        "MODE": "fast"
      }
    }
  }
}
)");
}

TEST(Draft, OfProcessesThatLiveOnSaysSo) {
  const Plan observed =
      PlanMaker().roles(R"({"proxy": {"life": "same", "ranks": ["0"]}})").starts({"s1", "s2"}).make();
  Campaign campaign(observed);
  campaign.all();
  const std::string draft = draft_of(campaign);
  EXPECT_NE(draft.find(R"("life": "same")"), std::string::npos) << draft;
}

TEST(Draft, OfRolesWithoutAProcessIsOffline) {
  const Plan observed = PlanMaker().roles(R"({"memory": {"life": "none", "ranks": ["0"]}})").make();
  Campaign campaign(observed);
  campaign.at("0", "s1", "ready", "memory").file("/stat", "a");
  const std::string draft = draft_of(campaign);
  EXPECT_NE(draft.find(R"("class": "offline")"), std::string::npos) << draft;
  EXPECT_NE(draft.find(R"("life": "none")"), std::string::npos) << draft;
}

TEST(Draft, OfNothingIsRefused) {
  EXPECT_THROW(draft_manifest(Recording()), UsageError);
}

}  // namespace
}  // namespace evidence
