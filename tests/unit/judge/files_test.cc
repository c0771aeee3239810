// Pins on files.

#include <gtest/gtest.h>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

std::string pin(const std::string& content) {
  return "sha256:" + sha256(content).render();
}
std::string pinned(const std::string& path, const std::string& rest) {
  return "{\"files\": {\"" + path + "\": " + rest + "}}";
}
const std::string kPinned = pinned("/a", "\"" + pin("right") + "\"");
const std::string kOrigin = " (identity.engine.files[\"/a\"])";

TEST(Files, MetPinsPass) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  EXPECT_EQ(rendered(Campaign(plan).all().each([](StreamMaker& s) { s.file("/a", "right"); }).judge()),
            "PASS\nPASS identity engine s1 ready 0,1; 1 pins met, 0 values seen, none differing beyond what "
            "the plan "
            "allows\nNOTE run-variable engine s1 ready 0,1; EVIDENCE_RUN is not in the environment: nothing "
            "shows that "
            "the plan is older than this start");
}

TEST(Files, OtherBytes) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").file("/a", "right");
  campaign.at("1").file("/a", "wrong");
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP pin engine s1 ready 1 files /a: expected " + pin("right") +
                                            ", seen " + pin("wrong") + kOrigin});
}

TEST(Files, ChangedAfterTheProcessStarted) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each(
      [](StreamMaker& s) { s.file("/a", "right").body<FileRecord>().changed_after_start = true; });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  EXPECT_EQ(notes(campaign.judge()),
            Lines{"NOTE changed-after-start engine s1 ready 0,1 files /a; the file changed "
                  "after the process started, which may have read other bytes"});
  campaign.each([](StreamMaker& s) { s.body<FileRecord>().digest = sha256("wrong"); });
  EXPECT_TRUE(
      faults(campaign.judge()).front().ends_with("; the file changed after the process started" + kOrigin));
}

MappedRecord library(const std::string& bytes) {
  MappedRecord mapped;
  mapped.path = "/a";
  mapped.listed = "/a";
  mapped.digest = sha256(bytes);
  mapped.via = MappedRecord::Via::map_files;
  mapped.mappings = 1;
  return mapped;
}

TEST(Files, WhatIsMappedMustBeWhatIsPinned) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/a", "right").add(library("right")); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  EXPECT_EQ(notes(campaign.judge()), Lines{});
  campaign.at("1").body<MappedRecord>().digest = sha256("old");
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP mapped engine s1 ready 1 files /a: expected " + pin("right") + ", seen " +
                  pin("old") + "; the process runs other code than the pin says" + kOrigin});
  campaign.at("1").body<MappedRecord>().deleted = true;
  EXPECT_TRUE(faults(campaign.judge())
                  .front()
                  .ends_with("; the process runs a file that is no longer at this path" + kOrigin));
  campaign.at("1").body<MappedRecord>().listed = "";
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
}

// A library that is reached by a link was loaded by another path than the pinned one.
TEST(Files, NothingIsClaimedOfOtherCodeWithThePinnedName) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/a", "right").add(library("right")); });
  campaign.at("1").body<MappedRecord>().path = "/r1/a";
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("1").body<MappedRecord>().digest = sha256("old");
  EXPECT_EQ(
      faults(campaign.judge()),
      Lines{"HOLD mapped engine s1 ready 1 files /a: expected " + pin("right") + ", seen " + pin("old") +
            "; the process runs /r1/a, which has this file's last name and other bytes, and nothing that "
            "has the pinned ones" +
            kOrigin});
  campaign.at("1").add(library("right"));
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
}

TEST(Files, TellPatchedMemory) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) {
    MappedRecord mapped = library("right");
    mapped.pages = 9;
    mapped.changed_pages = 2;
    s.file("/a", "right").add(mapped);
  });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  EXPECT_EQ(notes(campaign.judge()),
            Lines{"NOTE memory-changed engine s1 ready 0,1 files /a; 2 of 9 pages of "
                  "its code in memory differ from the file"});
}

TEST(Files, Mode) {
  const Plan plan =
      PlanMaker().engine(pinned("/a", R"({"sha256": ")" + pin("right") + R"(", "mode": "0755"})")).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/a", "right", 0755); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("1").body<FileRecord>().mode = 04755;
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"STOP pin engine s1 ready 1 files /a: expected mode 0755, seen mode 4755" + kOrigin});
}

TEST(Files, AModeThatIsNotPinnedMustBeEqual) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").file("/a", "right", 0644);
  campaign.at("1").file("/a", "right", 0600);
  EXPECT_EQ(faults(campaign.judge()), Lines{"STOP differs engine s1 ready 1 files /a: expected mode 0644 as "
                                            "rank 0 at s1 ready has it, seen mode "
                                            "0600; nothing in the plan allows a difference"});
}

TEST(Files, BytesThatAreNotPinnedMustBeEqual) {
  const Plan plan = PlanMaker().engine(pinned("/a", R"({"mode": "0644"})")).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/a", s.key.rank); });
  EXPECT_EQ(summary(campaign.judge()), "STOP differs");
}

TEST(Files, ByRank) {
  const Plan plan =
      PlanMaker()
          .engine(pinned("/a", R"({"by_rank": {"0": ")" + pin("0") + R"(", "1": ")" + pin("1") + "\"}}"))
          .make();
  EXPECT_EQ(Campaign(plan).all().each([](StreamMaker& s) { s.file("/a", s.key.rank); }).judge().answer,
            Answer::pass);
  EXPECT_EQ(
      faults(Campaign(plan).all().each([](StreamMaker& s) { s.file("/a", "0"); }).judge()),
      Lines{"STOP pin engine s1 ready 1 files /a: expected " + pin("1") + ", seen " + pin("0") + kOrigin});
}

TEST(Files, Absent) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  EXPECT_EQ(faults(Campaign(plan).all().each([](StreamMaker& s) { s.absent("/a"); }).judge()),
            Lines{"STOP missing engine s1 ready 0,1 files /a: expected " + pin("right") + ", seen absent" +
                  kOrigin});
}

TEST(Files, NotRecordedIsNotAbsent) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all();
  campaign.at("0").file("/a", "right");
  EXPECT_EQ(faults(campaign.judge()),
            Lines{"HOLD not-recorded engine s1 ready 1 files /a: expected " + pin("right") +
                  "; the stream says nothing about this file" + kOrigin});
}

TEST(Files, Unreadable) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.error("file", "/a"); });
  EXPECT_EQ(summary(campaign.judge()), "HOLD not-recorded not-seen");
}

TEST(Files, AnotherSpellingOfThePathIsAnotherFile) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  const Judgement judgement =
      Campaign(plan).all().each([](StreamMaker& s) { s.file("//a", "right"); }).judge();
  EXPECT_EQ(summary(judgement), "HOLD not-recorded");
  EXPECT_EQ(
      notes(judgement),
      Lines{"NOTE not-asked engine s1 ready 0,1 files //a; recorded, and nothing in the plan asks for it"});
}

// Whichever of the two comes first, and whatever the second is.
TEST(Files, TwiceInOneStream) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  const std::string twice =
      "STOP twice engine s1 ready 0,1 files /a: expected exactly once, seen stands more than once" + kOrigin;
  const std::string wrong =
      "STOP pin engine s1 ready 0,1 files /a: expected " + pin("right") + ", seen " + pin("wrong") + kOrigin;
  const std::string missing =
      "STOP missing engine s1 ready 0,1 files /a: expected " + pin("right") + ", seen absent" + kOrigin;
  const auto judged = [&](const std::function<void(StreamMaker&)>& change) {
    return faults(Campaign(plan).all().each(change).judge());
  };
  EXPECT_EQ(judged([](StreamMaker& s) { s.file("/a", "right").file("/a", "right"); }), Lines{twice});
  EXPECT_EQ(judged([](StreamMaker& s) { s.file("/a", "right").file("/a", "wrong"); }), (Lines{wrong, twice}));
  EXPECT_EQ(judged([](StreamMaker& s) { s.file("/a", "wrong").file("/a", "right"); }), (Lines{wrong, twice}));
  EXPECT_EQ(judged([](StreamMaker& s) { s.file("/a", "right").absent("/a"); }), (Lines{missing, twice}));
  EXPECT_EQ(judged([](StreamMaker& s) { s.absent("/a").file("/a", "right"); }), (Lines{missing, twice}));
}

TEST(Files, OfTwoInOneStreamNeitherIsHeldAgainstOthers) {
  const Plan plan = PlanMaker().engine(kPinned).ranks({"0", "1", "2"}).make();
  for (const auto& modes : {std::pair(0644U, 0600U), std::pair(0600U, 0644U)}) {
    Campaign campaign(plan);
    campaign.all().at("0").file("/a", "right", modes.first).file("/a", "right", modes.second);
    campaign.at("1").file("/a", "right", 0644);
    campaign.at("2").file("/a", "right", 0644);
    EXPECT_EQ(summary(campaign.judge()), "STOP twice");
  }
}

TEST(Files, SeenAsAFileIsNotSeenInTheProcess) {
  const Plan plan = PlanMaker().engine(kPinned).make();
  Campaign campaign(plan);
  campaign.all().each(
      [](StreamMaker& s) { s.file("/a", "right").body<FileRecord>().evidence = EvidenceKind::file; });
  EXPECT_EQ(faults(campaign.judge()), Lines{"HOLD evidence-kind engine s1 ready 0,1 files /a: expected seen "
                                            "through the live process, seen seen "
                                            "as a file" +
                                            kOrigin});
}

TEST(Files, SeenAsAFileWhereThePlanSaysSo) {
  const Plan plan =
      PlanMaker().engine(pinned("/a", R"({"sha256": ")" + pin("right") + R"(", "kind": "file"})")).make();
  const std::vector<std::pair<EvidenceKind, std::string>> rows = {
      {EvidenceKind::file, "PASS"},
      {EvidenceKind::process, "PASS"},
      {EvidenceKind::declared, "HOLD evidence-kind"},
      {EvidenceKind::reported, "HOLD evidence-kind"},
      {EvidenceKind::source, "HOLD evidence-kind"}};
  for (const auto& row : rows) {
    Campaign campaign(plan);
    campaign.all().each(
        [&row](StreamMaker& s) { s.file("/a", "right").body<FileRecord>().evidence = row.first; });
    EXPECT_EQ(summary(campaign.judge()), row.second) << evidence_kind_name(row.first);
  }
}

TEST(Files, ARoleWithoutAProcessNeedsFiles) {
  const Plan plan = PlanMaker()
                        .with("class", R"("offline")")
                        .roles(R"({"engine": {"life": "none", "ranks": ["0", "1"]}})")
                        .engine(kPinned)
                        .make();
  Campaign campaign(plan);
  campaign.all().each([](StreamMaker& s) { s.file("/a", "right"); });
  EXPECT_EQ(campaign.judge().answer, Answer::pass);
  campaign.at("1").body<FileRecord>().evidence = EvidenceKind::declared;
  EXPECT_EQ(summary(campaign.judge()), "HOLD evidence-kind");
}

}  // namespace
}  // namespace evidence
