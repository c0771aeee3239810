// Streams as launchers, full disks and crashes leave them: every damage is named, none is skipped, and no
// rank with one is whole.

#include <gtest/gtest.h>

#include "stream_fixture.h"

namespace evidence {
namespace {

const std::string kAdvice = "; launchers cut and mix lines, use one file a rank (pin-hash -o)";

// Four ranks of five lines, one line of each rank in turn: line 5 is rank 0's second.
class MergedStreams : public testing::Test {
 protected:
  MergedStreams() {
    std::vector<std::vector<std::string>> ranks;
    for (const char* rank : {"0", "1", "2", "3"}) ranks.push_back(stream_of(rank));
    for (std::size_t i = 0; i < ranks[0].size(); ++i) {
      for (const auto& lines : ranks) lines_.push_back(lines[i]);
    }
  }
  // The ranks that are whole, as "0123".
  static std::string whole_ranks(const Read& read) {
    std::string ranks;
    for (const StreamSummary& stream : read.outcome.streams) ranks += stream.whole ? stream.key.rank : "";
    return ranks;
  }
  // The damages whose first word, place and rank are as given, and which are all.
  static void expect_damages(const Read& read, const std::vector<std::string>& beginnings) {
    const std::vector<std::string> damages = render(read.outcome.damages);
    ASSERT_EQ(damages.size(), beginnings.size()) << testing::PrintToString(damages);
    for (std::size_t i = 0; i < damages.size(); ++i)
      EXPECT_TRUE(damages[i].starts_with(beginnings[i])) << damages[i];
  }
  std::vector<std::string> lines_;
};

TEST_F(MergedStreams, Good) {
  const Read read = read_text(joined(lines_));
  expect_damages(read, {});
  EXPECT_EQ(whole_ranks(read), "0123");
}

TEST_F(MergedStreams, TornPair) {
  const std::string head = lines_[4].substr(0, 30);
  const std::string tail = lines_[4].substr(30);
  lines_[4] = head + lines_[5];
  lines_[5] = tail;
  const Read read = read_text(joined(lines_));
  expect_damages(read,
                 {"malformed in:5: offset", "foreign in:6: is no record" + kAdvice,
                  "incomplete in:0 s1 ready engine 0: 1 of 5 lines are missing, the first is number 1",
                  "incomplete in:0 s1 ready engine 1: 1 of 5 lines are missing, the first is number 1"});
  EXPECT_TRUE(read.outcome.damages[0].reason.ends_with(kAdvice));
  EXPECT_EQ(whole_ranks(read), "23");
}

TEST_F(MergedStreams, JoinedLines) {
  lines_[4].pop_back();
  const Read read = read_text(joined(lines_));
  expect_damages(
      read, {"malformed in:5: ", "incomplete in:0 s1 ready engine 0", "incomplete in:0 s1 ready engine 1"});
  EXPECT_EQ(whole_ranks(read), "23");
}

TEST_F(MergedStreams, LostHead) {
  lines_[4].erase(0, 9);
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"foreign in:5: is no record", "incomplete in:0 s1 ready engine 0"});
  EXPECT_EQ(whole_ranks(read), "123");
}

TEST_F(MergedStreams, LostTail) {
  lines_[4].erase(lines_[4].size() - 26, 25);
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"malformed in:5: ", "incomplete in:0 s1 ready engine 0"});
}

TEST_F(MergedStreams, Tagged) {
  for (std::string& line : lines_) line.insert(0, "[1,0]<stdout>:");
  const Read read = read_text(joined(lines_));
  expect_damages(read, {});
  EXPECT_EQ(whole_ranks(read), "0123");
}

TEST_F(MergedStreams, TagInside) {
  for (std::string& line : lines_) line.insert(0, "[1,0]<stdout>:");
  lines_[4].insert(lines_[4].find("\"seq\""), "[1,0]<stdout>:");
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"malformed in:5: ", "incomplete in:0 s1 ready engine 0"});
  EXPECT_EQ(whole_ranks(read), "123");
}

TEST_F(MergedStreams, NulHole) {
  lines_[4].assign(lines_[4].size(), '\0');
  const Read read = read_text(joined(lines_));
  // The hole has no line feed of its own, so it takes the next line with it.
  expect_damages(read, {"foreign in:5: is no record", "incomplete in:0 s1 ready engine 0",
                        "incomplete in:0 s1 ready engine 1"});
  EXPECT_EQ(whole_ranks(read), "23");
}

TEST_F(MergedStreams, Noise) {
  const Read read =
      read_text("srun: job 7 queued\n\n" + joined(lines_) + "*** end ***\n{\"level\":\"info\"}\n");
  expect_damages(read,
                 {"foreign in:1: is no record" + kAdvice, "foreign in:2: is no record" + kAdvice,
                  "foreign in:23: is no record" + kAdvice, "foreign in:24: is JSON but no record" + kAdvice});
  EXPECT_EQ(whole_ranks(read), "0123") << "noise is damage of the input, not of a stream";
}

TEST_F(MergedStreams, CutEnd) {
  const std::string text = joined(lines_);
  const Read read = read_text(std::string_view(text).substr(0, text.size() - 25));
  expect_damages(read, {"malformed in:20: ", "incomplete in:0 s1 ready engine 3: has no close record"});
  EXPECT_EQ(whole_ranks(read), "012");
}

TEST_F(MergedStreams, NoLastLineFeed) {
  const std::string text = joined(lines_);
  const Read read = read_text(std::string_view(text).substr(0, text.size() - 1));
  expect_damages(read, {"malformed in:20 s1 ready engine 3: the last line has no line feed",
                        "incomplete in:0 s1 ready engine 3: has no close record"});
  EXPECT_EQ(whole_ranks(read), "012");
}

TEST_F(MergedStreams, WindowsLineEnds) {
  for (std::string& line : lines_) line.insert(line.size() - 1, "\r");
  EXPECT_EQ(whole_ranks(read_text(joined(lines_))), "");
}

TEST_F(MergedStreams, LostLine) {
  lines_.erase(lines_.begin() + 4);
  const Read read = read_text(joined(lines_));
  expect_damages(read,
                 {"incomplete in:0 s1 ready engine 0: 1 of 5 lines are missing, the first is number 1"});
  EXPECT_EQ(whole_ranks(read), "123");
}

TEST_F(MergedStreams, LostOpen) {
  lines_.erase(lines_.begin());
  const Read read = read_text(joined(lines_));
  expect_damages(read,
                 {"incomplete in:0 s1 ready engine 0: has no open record",
                  "incomplete in:0 s1 ready engine 0: 1 of 5 lines are missing, the first is number 0"});
}

TEST_F(MergedStreams, LostClose) {
  lines_.pop_back();
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"incomplete in:0 s1 ready engine 3: has no close record"});
}

TEST_F(MergedStreams, DoubledLine) {
  lines_.push_back(lines_[4]);
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"doubled in:21 s1 ready engine 0: line 1 of s1 ready engine 0 stands twice"});
  EXPECT_EQ(whole_ranks(read), "123");
  EXPECT_EQ(read.seen.records.size(), 20U) << "the second is not delivered";
}

TEST_F(MergedStreams, ChangedLine) {
  const auto at = lines_[4].find("\"size\":7");
  lines_[4][at + 7] = '8';
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"mismatch in:0 s1 ready engine 0: the sum of its lines is not what its close says"});
  EXPECT_EQ(whole_ranks(read), "123");
}

TEST_F(MergedStreams, LineAfterTheClose) {
  lines_.push_back(render_record(key_of("0"), 5, file_record("/late")) + "\n");
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"mismatch in:0 s1 ready engine 0: 1 lines have numbers after the close"});
}

TEST_F(MergedStreams, SecondClose) {
  lines_.push_back(render_record(key_of("0"), 5, CloseRecord{5, sha256(""), closing_time()}) + "\n");
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"doubled in:21 s1 ready engine 0: a second close of s1 ready engine 0",
                        "mismatch in:0 s1 ready engine 0: 1 lines have numbers after the close"});
}

TEST_F(MergedStreams, MalformedLineCarriesItsKey) {
  std::string line = lines_[4];
  line.replace(line.find("0644"), 4, "9644");
  const Read read = read_text(joined(lines_) + line);
  ASSERT_EQ(read.outcome.damages.size(), 1U);
  EXPECT_EQ(render(read.outcome.damages[0]),
            "malformed in:21 s1 ready engine 0: $.mode: must be four octal digits");
  EXPECT_EQ(whole_ranks(read), "123");
}

TEST_F(MergedStreams, UncanonicalLineCarriesItsKey) {
  lines_[4].insert(1, " ");
  const Read read = read_text(joined(lines_));
  expect_damages(read, {"malformed in:5 s1 ready engine 0: not in canonical form: offset 1: ",
                        "incomplete in:0 s1 ready engine 0"});
}

// Other bytes than this one: every flipped bit, and what could turn one token into another.
std::string changes_of(char byte) {
  std::string others;
  for (int bit = 0; bit < 8; ++bit) others += static_cast<char>(byte ^ (1 << bit));
  for (const char other : std::string_view("\n\0 \"\\{}[]:,-0179aefz~", 21)) {
    if (other != byte) others += other;
  }
  return others;
}

// Every change of one byte is noticed: as damage, or in the sum. Only the time of the close is in no sum.
TEST(EveryByte, IsCovered) {
  const std::string text = joined(lines_of(key_of("0"), {FactRecord{"f", "v", EvidenceKind::declared}}));
  const Read good = read_text(text);
  ASSERT_TRUE(good.outcome.damages.empty());
  const std::string closing = closing_time().render();
  const auto time = text.rfind(closing);
  std::string changed = text;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool in_closing_time = at >= time && at < time + closing.size();
    for (const char byte : changes_of(text[at])) {
      changed[at] = byte;
      const Read read = read_text(changed);
      const bool noticed = !read.outcome.damages.empty();
      const bool told = in_closing_time && read.outcome.streams[0].closed != good.outcome.streams[0].closed;
      ASSERT_TRUE(noticed || told) << "offset " << at << " byte " << int{byte};
    }
    changed[at] = text[at];
  }
}

}  // namespace
}  // namespace evidence
