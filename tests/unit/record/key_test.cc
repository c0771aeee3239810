#include "key.h"

#include <gtest/gtest.h>

#include "stream_fixture.h"

namespace evidence {
namespace {

TEST(StreamKey, IsNamedInMessages) {
  StreamKey key = key_of("0");
  EXPECT_EQ(key.render(), "s1 ready engine 0");
  key.shard = 2;
  key.shards = 3;
  EXPECT_EQ(key.render(), "s1 ready engine 0 2/3");
}

TEST(StreamKey, EveryMemberTellsStreamsApart) {
  std::vector<StreamKey> keys(8, key_of("0"));
  keys[1].run = "none";
  keys[2].role = "proxy";
  keys[3].rank = "1";
  keys[4].start = "s2";
  keys[5].moment = "end";
  keys[6].shards = 2;
  keys[7].shards = 2;
  keys[7].shard = 2;
  std::string text;
  for (const StreamKey& key : keys) text += joined(lines_of(key, {file_record("/a")}));
  const Read read = read_text(text);
  EXPECT_TRUE(read.outcome.damages.empty()) << testing::PrintToString(render(read.outcome.damages));
  EXPECT_TRUE(read.all_whole());
  std::ranges::sort(keys);
  ASSERT_EQ(read.outcome.streams.size(), keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(read.outcome.streams[i].key, keys[i]);
}

TEST(StreamKey, OrderOfLookUpIsStrict) {
  StreamKey key = key_of("0");
  StreamKey other = key_of("1");
  const record::KeyOrder less;
  EXPECT_FALSE(less(key, key));
  EXPECT_TRUE(less(key, other));
  EXPECT_TRUE(less(key, record::view_of(other)));
  EXPECT_FALSE(less(record::view_of(other), key));
}

struct KeyCase {
  std::string name;
  StreamKey key;
};

class InvalidKey : public testing::TestWithParam<KeyCase> {};

TEST_P(InvalidKey, IsRefusedByTheWriter) {
  EXPECT_THROW(StreamWriter(GetParam().key, [](std::string_view) {}), UsageError);
}

StreamKey changed(void (*change)(StreamKey&)) {
  StreamKey key = key_of("0");
  change(key);
  return key;
}

INSTANTIATE_TEST_SUITE_P(
    All, InvalidKey,
    testing::Values(KeyCase{"short_run", changed([](StreamKey& key) { key.run.pop_back(); })},
                    KeyCase{"upper_case_run", changed([](StreamKey& key) { key.run[0] = 'A'; })},
                    KeyCase{"role", changed([](StreamKey& key) { key.role = "a b"; })},
                    KeyCase{"rank", changed([](StreamKey& key) { key.rank = ""; })},
                    KeyCase{"start", changed([](StreamKey& key) { key.start = ".."; })},
                    KeyCase{"moment", changed([](StreamKey& key) { key.moment = std::string(65, 'm'); })},
                    KeyCase{"shard_0", changed([](StreamKey& key) { key.shard = 0; })},
                    KeyCase{"shard_beyond", changed([](StreamKey& key) { key.shard = 2; })},
                    KeyCase{"too_many_shards", changed([](StreamKey& key) { key.shards = 65537; })}),
    [](const testing::TestParamInfo<KeyCase>& row) { return row.param.name; });

TEST(EvidenceKind, NamesAndParseAreInverses) {
  for (const char* name : {"process", "file", "source", "reported", "declared"}) {
    ASSERT_TRUE(parse_evidence_kind(name)) << name;
    EXPECT_EQ(evidence_kind_name(*parse_evidence_kind(name)), name);
  }
  EXPECT_FALSE(parse_evidence_kind("sworn"));
  EXPECT_FALSE(parse_evidence_kind(""));
}

}  // namespace
}  // namespace evidence
