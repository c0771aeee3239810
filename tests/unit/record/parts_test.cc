// Records that are too long for a line.

#include <gtest/gtest.h>

#include <random>

#include "part.h"
#include "stream_fixture.h"

namespace evidence {
namespace {

std::vector<std::string> stream_with(const std::string& value) {
  return lines_of(key_of("0"), {EnvRecord{0, "LONG", value, false, "environ"}});
}

TEST(Parts, CarryALongValue) {
  const std::string value(200'000, 'v');
  std::vector<std::string> lines = stream_with(value);
  EXPECT_GT(lines.size(), 300U);
  std::mt19937 random(7);
  for (int order = 0; order < 3; ++order) {
    const Read read = read_text(joined(lines));
    ASSERT_TRUE(read.outcome.damages.empty()) << render(read.outcome.damages.front());
    EXPECT_TRUE(read.all_whole());
    EXPECT_EQ(read.outcome.streams[0].lines, lines.size());
    ASSERT_EQ(read.seen.bodies.size(), 3U);
    EXPECT_EQ(read.seen.lines.size(), lines.size());
    int found = 0;
    for (const RecordBody& body : read.seen.bodies) {
      if (const auto* env = std::get_if<EnvRecord>(&body))
        found += std::get<std::string>(env->value) == value ? 1 : 0;
    }
    EXPECT_EQ(found, 1);
    std::ranges::shuffle(lines, random);
  }
}

TEST(Parts, CarryTheLargestRecord) {
  const std::size_t empty =
      render_record(key_of("0"), 1, EnvRecord{0, "LONG", std::string(), false, "environ"}).size();
  const Read read = read_text(joined(stream_with(std::string(kMaxRecord - empty, 'v'))));
  EXPECT_TRUE(read.outcome.damages.empty());
  EXPECT_EQ(read.seen.bodies.size(), 3U);
  EXPECT_THROW(stream_with(std::string(kMaxRecord - empty + 1, 'v')), FormatError);
}

TEST(Parts, AMissingOneIsSeen) {
  std::vector<std::string> lines = stream_with(std::string(2000, 'v'));
  lines.erase(lines.begin() + 2);
  const Read read = read_text(joined(lines));
  const std::string count = std::to_string(lines.size() + 1);
  const std::string parts = std::to_string(lines.size() - 1);
  EXPECT_EQ(render(read.outcome.damages),
            (std::vector<std::string>{"incomplete in:0 s1 ready engine 0: 1 of " + count +
                                          " lines are missing, the first is number 2",
                                      "incomplete in:0 s1 ready engine 0: record 1 has " +
                                          std::to_string(lines.size() - 2) + " of " + parts + " parts"}));
  EXPECT_EQ(read.seen.bodies.size(), 2U);
}

// The lines of a stream in which these bytes travel in two parts, with counts and sum that fit.
std::string stream_carrying(std::string_view bytes) {
  const StreamKey key = key_of("0");
  std::vector<std::string> lines = {render_record(key, 0, open_record())};
  const std::size_t half = bytes.size() / 2;
  lines.push_back(record::render_part(key, {1, 0, 2, std::string(bytes.substr(0, half))}));
  lines.push_back(record::render_part(key, {1, 1, 2, std::string(bytes.substr(half))}));
  DigestSum sum;
  for (const std::string& line : lines) sum.add(sha256(line));
  lines.push_back(render_record(key, 3, CloseRecord{3, sum.value(), closing_time()}));
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

struct CarriedCase {
  std::string name;
  std::string bytes;
  std::string reason;
};

class CarriedReject : public testing::TestWithParam<CarriedCase> {};

TEST_P(CarriedReject, IsDamageOfItsStream) {
  const Read read = read_text(stream_carrying(GetParam().bytes));
  EXPECT_EQ(
      render(read.outcome.damages),
      std::vector<std::string>{"malformed in:3 s1 ready engine 0: record 1 in parts: " + GetParam().reason});
  EXPECT_FALSE(read.all_whole());
  EXPECT_EQ(read.seen.bodies.size(), 2U) << "the carried record must not be used";
}

std::string carried(const StreamKey& key, std::uint64_t sequence) {
  return render_record(key, sequence, FactRecord{"f", "v", EvidenceKind::declared});
}

INSTANTIATE_TEST_SUITE_P(
    All, CarriedReject,
    testing::Values(
        CarriedCase{"other_seq", carried(key_of("0"), 2), "has another key or \"seq\" than its parts"},
        CarriedCase{"other_key", carried(key_of("1"), 1), "has another key or \"seq\" than its parts"},
        CarriedCase{"part", record::render_part(key_of("0"), {1, 0, 2, "data"}),
                    "a part or a close must not travel in parts"},
        CarriedCase{"close", render_record(key_of("0"), 1, CloseRecord{1, sha256(""), closing_time()}),
                    "a part or a close must not travel in parts"},
        CarriedCase{"open", render_record(key_of("0"), 1, open_record()),
                    "$: an open record, and nothing else, must have \"seq\" 0"},
        CarriedCase{"no_json", "junk",
                    "is no record; launchers cut and mix lines, use one file a rank (pin-hash -o)"},
        CarriedCase{"unknown_type",
                    R"({"moment":"ready","rank":"0","role":"engine","run":"none","seq":1,"start":"s1",)"
                    R"("type":"x"})",
                    "$: no record has the type \"x\""}),
    [](const testing::TestParamInfo<CarriedCase>& row) { return row.param.name; });

TEST(Parts, AcceptTheSameRecordInOtherSlices) {
  const Read read = read_text(stream_carrying(carried(key_of("0"), 1)));
  EXPECT_TRUE(read.outcome.damages.empty());
  EXPECT_EQ(read.seen.bodies.size(), 3U);
}

}  // namespace
}  // namespace evidence
