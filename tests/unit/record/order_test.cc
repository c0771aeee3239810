// The order of lines, and how they are spread over inputs, changes nothing that is said of the streams.

#include <gtest/gtest.h>

#include <random>

#include "random_records.h"
#include "stream_fixture.h"

namespace evidence {
namespace {

// All that must not depend on order: streams, records, and the damages without their places in the input.
struct Essence {
  std::vector<std::string> streams;
  std::vector<std::string> records;
  std::vector<std::string> damages;
  bool operator==(const Essence&) const = default;
};

Essence essence_of(const Read& read) {
  Essence essence{render(read.outcome.streams), read.seen.records, {}};
  for (Damage damage : read.outcome.damages) {
    damage.line = 0;
    damage.source = "";
    essence.damages.push_back(render(damage));
  }
  std::ranges::sort(essence.records);
  std::ranges::sort(essence.damages);
  return essence;
}

std::vector<std::string> random_streams(RandomRecords& random) {
  std::vector<std::string> lines;
  for (const char* rank : {"0", "1", "2"}) {
    std::vector<RecordBody> bodies;
    for (std::uint64_t left = random.below(30); left > 0; --left) bodies.push_back(random.body());
    const std::vector<std::string> stream = lines_of(key_of(rank), bodies);
    lines.insert(lines.end(), stream.begin(), stream.end());
  }
  return lines;
}

TEST(Order, OfWholeStreamsDoesNotMatter) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    RandomRecords random(seed);
    std::vector<std::string> lines = random_streams(random);
    const Essence in_order = essence_of(read_text(joined(lines)));
    ASSERT_TRUE(in_order.damages.empty());
    for (int order = 0; order < 5; ++order) {
      std::ranges::shuffle(lines, random.engine());
      ASSERT_EQ(essence_of(read_text(joined(lines))), in_order) << "seed " << seed;
    }
  }
}

TEST(Order, OfDamagedStreamsDoesNotMatter) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    RandomRecords random(seed);
    std::vector<std::string> lines = random_streams(random);
    for (std::uint64_t losses = random.below(4); losses > 0; --losses) {
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(random.below(lines.size())));
    }
    for (std::uint64_t doubles = random.below(4); doubles > 0; --doubles)
      lines.push_back(lines[random.below(lines.size())]);
    lines.push_back("noise\n");
    std::string& changed = lines[random.below(lines.size())];
    changed[random.below(changed.size() - 1)] = '#';
    const Essence in_order = essence_of(read_text(joined(lines)));
    ASSERT_FALSE(in_order.damages.empty());
    for (int order = 0; order < 5; ++order) {
      std::ranges::shuffle(lines, random.engine());
      ASSERT_EQ(essence_of(read_text(joined(lines))), in_order) << "seed " << seed;
    }
  }
}

TEST(Order, OfInputsDoesNotMatter) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    RandomRecords random(seed);
    const std::vector<std::string> lines = random_streams(random);
    const Essence at_once = essence_of(read_text(joined(lines)));
    Read spread;
    RecordReader reader(spread.seen);
    for (const std::string& line : lines) reader.feed(line, "input " + std::to_string(random.below(4)));
    spread.outcome = reader.finish();
    ASSERT_EQ(essence_of(spread), at_once) << "seed " << seed;
  }
}

}  // namespace
}  // namespace evidence
