// What is found does not depend on the order in which lines and streams come, nor on how streams are cut into
// shards.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "rich_campaign.h"

namespace evidence {
namespace {

// Everything of a judgement.
std::string whole(const Judgement& judgement) {
  std::string text = rendered(judgement) + "\n" + (judgement.time ? judgement.time->render() : "no time");
  for (const ProcessIdentity& one : judgement.processes) text += "\n" + json::canonical(to_json(one));
  return text;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::vector<std::string> lines_of(Campaign& campaign) {
  std::vector<std::string> lines;
  for (const StreamMaker& stream : campaign.streams()) {
    for (std::string& line : stream.lines()) lines.push_back(std::move(line));
  }
  return lines;
}

class OrderTest : public testing::Test {
 protected:
  const Plan plan_ = rich_plan();
  std::mt19937 random_{20261129};
};

TEST_F(OrderTest, TheRichCampaignPassesAndTheFaultyOneShowsEachFault) {
  const Campaign rich = rich_campaign(plan_);
  EXPECT_EQ(summary(rich.judge()), "PASS") << rendered(rich.judge());
  EXPECT_EQ(summary(faulty_campaign(plan_).judge()),
            "STOP differs distinct forbidden observation pin process-changed twice unplanned class key "
            "not-recorded "
            "not-seen process-missing stream-missing")
      << rendered(faulty_campaign(plan_).judge());
}

TEST_F(OrderTest, LinesInAnyOrder) {
  for (Campaign campaign : {rich_campaign(plan_), faulty_campaign(plan_)}) {
    const std::string expected = whole(campaign.judge());
    std::vector<std::string> lines = lines_of(campaign);
    for (int round = 0; round < 20; ++round) {
      std::shuffle(lines.begin(), lines.end(), random_);
      ASSERT_EQ(whole(judge_text(plan_, joined(lines))), expected) << round;
    }
  }
}

TEST_F(OrderTest, StreamsInAnyOrder) {
  for (Campaign campaign : {rich_campaign(plan_), faulty_campaign(plan_)}) {
    const std::string expected = whole(campaign.judge());
    for (int round = 0; round < 20; ++round) {
      std::shuffle(campaign.streams().begin(), campaign.streams().end(), random_);
      ASSERT_EQ(whole(campaign.judge()), expected) << round;
    }
  }
}

// Each shard has its open and its process; the rest is dealt out in order.
std::vector<std::string> cut(const StreamMaker& stream, std::uint32_t shards, std::mt19937& random) {
  std::vector<std::size_t> cuts;
  for (std::uint32_t shard = 1; shard < shards; ++shard)
    cuts.push_back(random() % (stream.bodies.size() + 1));
  std::sort(cuts.begin(), cuts.end());
  cuts.push_back(stream.bodies.size());
  std::vector<std::string> lines;
  std::size_t from = 0;
  for (std::uint32_t shard = 1; shard <= shards; ++shard) {
    StreamMaker part = stream;
    part.key.shard = shard;
    part.key.shards = shards;
    part.bodies.assign(stream.bodies.begin() + static_cast<std::ptrdiff_t>(from),
                       stream.bodies.begin() + static_cast<std::ptrdiff_t>(cuts[shard - 1]));
    from = cuts[shard - 1];
    for (std::string& line : part.lines()) lines.push_back(std::move(line));
  }
  return lines;
}

TEST_F(OrderTest, StreamsInShards) {
  for (Campaign campaign : {rich_campaign(plan_), faulty_campaign(plan_)}) {
    const std::string expected = whole(campaign.judge());
    for (int round = 0; round < 20; ++round) {
      std::vector<std::string> lines;
      for (const StreamMaker& stream : campaign.streams()) {
        for (std::string& line : cut(stream, 1 + static_cast<std::uint32_t>(random_() % 4), random_)) {
          lines.push_back(std::move(line));
        }
      }
      std::shuffle(lines.begin(), lines.end(), random_);
      std::string seen = whole(judge_text(plan_, joined(lines)));
      // Which of several shards lacks the process is another reason for the same HOLD.
      const std::string reason = "not every shard of the stream observed one and the same process";
      if (const auto at = seen.find(reason); at != std::string::npos) {
        seen.replace(at, reason.size(), "no process was observed");
      }
      ASSERT_EQ(seen, expected) << round;
    }
  }
}

}  // namespace
}  // namespace evidence
