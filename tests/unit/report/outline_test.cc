#include "outline.h"

#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence::report {
namespace {

Finding env(Result result, std::string rank, std::string seen) {
  return {result,          "differs", "engine", {{"s1", "ready", {std::move(rank)}}}, "env", "MODE", "on",
          std::move(seen), "",        ""};
}

TEST(Outline, GroupsByThing) {
  Report report;
  Finding other = env(Result::stop, "0", "off");
  other.name = "PORT";
  report.findings = {env(Result::stop, "0", "off"), other, env(Result::stop, "1", "absent")};
  const Outline outline = outline_of(report);
  ASSERT_EQ(outline.stops.size(), 2U);
  EXPECT_EQ(outline.stops[0].what, "env MODE");
  EXPECT_EQ(outline.stops[0].where, "engine");
  ASSERT_EQ(outline.stops[0].places.size(), 2U);
  EXPECT_EQ(outline.stops[0].places[1].where, "rank 1 (s1 ready)");
  ASSERT_EQ(outline.stops[0].common.size(), 1U);
  EXPECT_EQ(outline.stops[0].common[0].text, "on");
  EXPECT_TRUE(outline.stops[1].places.empty());
}

TEST(Outline, FoldsRanksThatAgree) {
  Report report;
  report.findings = {env(Result::stop, "0", "off"), env(Result::stop, "1", "off")};
  const Outline outline = outline_of(report);
  ASSERT_EQ(outline.stops.size(), 1U);
  EXPECT_EQ(outline.stops[0].heading(), "ranks 0,1 (engine, s1 ready): env MODE");
  EXPECT_TRUE(outline.stops[0].places.empty());
}

TEST(Outline, NeverMixesResults) {
  Report report;
  report.findings = {env(Result::hold, "0", "off"), env(Result::stop, "0", "off"),
                     env(Result::note, "0", "off")};
  const Outline outline = outline_of(report);
  EXPECT_EQ(outline.stops.size(), 1U);
  EXPECT_EQ(outline.holds.size(), 1U);
  EXPECT_EQ(outline.notes.size(), 1U);
}

TEST(Outline, TheSentenceHeadsWhatIsAboutNoThing) {
  const Item item = item_of({Result::hold, "key", "", {}, "", "", "", "", "", "different keys"});
  EXPECT_EQ(item.heading(), "different keys");
  EXPECT_TRUE(item.common.empty());
  EXPECT_EQ(item_of({Result::hold, "key", "", {}, "", "", "", "", "", ""}).heading(), "key");
  EXPECT_EQ(item_of({Result::hold, "", "", {}, "", "", "", "", "", ""}).heading(), "finding");
}

TEST(Outline, SentencesAboutNoThingStayApart) {
  Report report;
  report.findings = {{Result::hold, "malformed", "", {}, "", "", "", "", "", "a.ndjson line 3: not JSON"},
                     {Result::hold, "malformed", "", {}, "", "", "", "", "", "b.ndjson line 9: not JSON"}};
  EXPECT_EQ(outline_of(report).holds.size(), 2U);
}

TEST(Outline, LookalikesThatAreComparedAreSpelledOut) {
  const Item item =
      item_of({Result::stop, "pin", "", {}, "env", "NAME", "caf\xc3\xa9", "cafe\xcc\x81", "", ""});
  ASSERT_EQ(item.common.size(), 2U);
  EXPECT_NE(item.common[0].text, item.common[1].text);
  EXPECT_EQ(item.common[0].text, "caf\\u{e9}");
}

TEST(Outline, PassesAreCounted) {
  const Outline outline = outline_of(large_report());
  ASSERT_EQ(outline.passes.size(), 1U);
  EXPECT_EQ(outline.passes[0].what, "2 env, 1 file");
  EXPECT_EQ(outline.passes[0].names.size(), 3U);
}

TEST(Outline, AnOperatorsWordStandsOnce) {
  Report report = large_report();
  EXPECT_EQ(outline_of(report).notes.size(), 1U);
  report.operators_word.clear();
  EXPECT_EQ(outline_of(report).notes.size(), 2U);
}

TEST(Outline, TheHeadSaysHowManyFindingsThereAre) {
  const Outline outline = outline_of(large_report());
  EXPECT_EQ(outline.head.back(), (Fact{"findings", "4 STOP, 2 HOLD, 3 PASS, 2 NOTE"}));
}

}  // namespace
}  // namespace evidence::report
