// Many statements of one kind become one, and none of them can crowd out a worse one.

#include "fold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "campaign.h"

namespace evidence {
namespace {

using Lines = std::vector<std::string>;

StreamKey key_at(const std::string& start, const std::string& moment, const std::string& rank) {
  return {"run", "engine", rank, start, moment};
}

Finding finding(Result result, const std::string& rule, const std::string& name = "") {
  Finding one{result, rule, "engine"};
  one.name = name;
  return one;
}

Lines taken(FindingFold& fold) {
  Lines texts;
  for (const Finding& one : fold.take()) texts.push_back(render(one));
  return texts;
}

TEST(Fold, PlacesInThePlansOrder) {
  FindingFold fold;
  const Finding pin = finding(Result::stop, "pin");
  fold.add(pin, key_at("b", "ready", "9"), {1, 0, 0});
  fold.add(pin, key_at("a", "ready", "10"), {0, 0, 1});
  fold.add(pin, key_at("a", "ready", "9"), {0, 0, 0});
  fold.add(pin, key_at("a", "end", "9"), {0, 1, 0});
  fold.add(pin, key_at("a", "ready", "9"), {0, 0, 0});
  EXPECT_EQ(taken(fold), Lines{"STOP pin engine a ready 9,10 a end 9 b ready 9"});
}

TEST(Fold, WhatThePlanDoesNotHaveStandsAtOnePlaceAndIsNotLost) {
  FindingFold fold;
  for (const char* rank : {"8", "7"})
    fold.add(finding(Result::stop, "unplanned"), key_at("x", "y", rank), {5, 5, 0});
  EXPECT_EQ(taken(fold), Lines{"STOP unplanned engine x y 7,8"});
}

TEST(Fold, WorstFirstThenByRuleAndName) {
  FindingFold fold;
  fold.add(finding(Result::note, "a"));
  fold.add(finding(Result::pass, "a"));
  fold.add(finding(Result::hold, "b"));
  fold.add(finding(Result::hold, "a", "z"));
  fold.add(finding(Result::hold, "a", "y"));
  fold.add(finding(Result::stop, "z"));
  EXPECT_EQ(taken(fold), (Lines{"STOP z engine", "HOLD a engine y", "HOLD a engine z", "HOLD b engine",
                                "PASS a engine", "NOTE a engine"}));
}

TEST(Fold, KnowsWhichStreamsAreFaulted) {
  FindingFold fold;
  fold.add(finding(Result::note, "n"), key_at("a", "ready", "0"), {0, 0, 0});
  fold.add(finding(Result::hold, "h"), key_at("a", "ready", "1"), {0, 0, 1});
  EXPECT_FALSE(fold.faulted(key_at("a", "ready", "0")));
  EXPECT_TRUE(fold.faulted(key_at("a", "ready", "1")));
}

TEST(TooMany, NotesDoNotHideAStop) {
  FindingFold fold;
  constexpr std::size_t kMore = 50;
  for (std::size_t at = 0; at < FindingFold::kMaxFindings + kMore; ++at) {
    fold.add(finding(Result::note, "note", std::to_string(at)));
  }
  fold.add(finding(Result::stop, "pin"));
  fold.add(finding(Result::stop, "pin"));
  const Lines texts = taken(fold);
  EXPECT_EQ(texts.size(), FindingFold::kMaxFindings + 1);
  EXPECT_EQ(texts.front(), "STOP pin engine");
  EXPECT_EQ(texts.back(), "NOTE too-many; 51 further statements are not listed");
}

TEST(TooMany, HasTheWorstOfWhatIsNotListed) {
  FindingFold fold;
  for (std::size_t at = 0; at <= FindingFold::kMaxFindings; ++at) {
    fold.add(finding(Result::stop, "pin", std::to_string(at)));
  }
  fold.add(finding(Result::hold, "not-seen"), key_at("a", "ready", "0"), {0, 0, 0});
  const Lines texts = taken(fold);
  EXPECT_EQ(texts.size(), FindingFold::kMaxFindings + 1);
  EXPECT_EQ(texts.back(), "STOP too-many; 2 further statements are not listed");
  EXPECT_TRUE(fold.faulted(key_at("a", "ready", "0"))) << "though it is not listed";
}

TEST(TooMany, DoesNotDependOnTheOrder) {
  std::vector<Finding> all;
  for (std::size_t at = 0; at < FindingFold::kMaxFindings + 500; ++at) {
    all.push_back(finding(at % 3 == 0 ? Result::stop : Result::note, "r", std::to_string(at)));
  }
  all.insert(all.end(), all.begin(), all.begin() + 100);
  const auto fold_of = [&] {
    FindingFold fold;
    for (const Finding& one : all) fold.add(one, key_at("a", "ready", one.name.substr(0, 1)), {0, 0, 0});
    return taken(fold);
  };
  const Lines in_order = fold_of();
  std::mt19937 random(1);
  for (int round = 0; round < 3; ++round) {
    std::shuffle(all.begin(), all.end(), random);
    EXPECT_EQ(fold_of(), in_order);
  }
}

}  // namespace
}  // namespace evidence
