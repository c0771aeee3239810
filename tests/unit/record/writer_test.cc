#include <gtest/gtest.h>

#include "stream_fixture.h"

namespace evidence {
namespace {

StreamKey longest_key() {
  const std::string label(64, 'x');
  return {.run = kRun,
          .role = label,
          .rank = label,
          .start = label,
          .moment = label,
          .shard = 65536,
          .shards = 65536};
}

TEST(StreamWriter, WritesOneShortLineACall) {
  for (const StreamKey& key : {key_of("0"), longest_key()}) {
    for (const std::size_t length : std::initializer_list<std::size_t>{0, 100, 500, 700, 20000}) {
      for (const std::string& line : lines_of(key, {file_record(std::string(length, 'p'))})) {
        EXPECT_LE(line.size(), kMaxLine);
        EXPECT_EQ(line.find('\n'), line.size() - 1);
      }
    }
  }
}

TEST(StreamWriter, UsesPartsOnlyForWhatDoesNotFit) {
  const std::size_t empty = lines_of(key_of("0"), {file_record("")})[1].size();
  EXPECT_EQ(lines_of(key_of("0"), {file_record(std::string(kMaxLine - empty, 'p'))}).size(), 3U);
  EXPECT_EQ(lines_of(key_of("0"), {file_record(std::string(kMaxLine - empty + 1, 'p'))}).size(), 4U);
}

TEST(StreamWriter, CountsAndSumsTheLinesBeforeTheClose) {
  std::vector<std::string> lines = stream_of("0");
  DigestSum sum;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i)
    sum.add(sha256(std::string_view(lines[i]).substr(0, lines[i].size() - 1)));
  const CloseRecord close{lines.size() - 1, sum.value(), closing_time()};
  EXPECT_EQ(lines.back(), render_record(key_of("0"), lines.size() - 1, close) + "\n");
}

TEST(StreamWriter, RefusesWhatIsNoStream) {
  StreamWriter writer(key_of("0"), [](std::string_view) {});
  EXPECT_THROW(writer.write(file_record("/a")), UsageError);
  EXPECT_THROW(writer.close(closing_time()), UsageError);
  writer.write(open_record());
  EXPECT_THROW(writer.write(open_record()), UsageError);
  EXPECT_THROW(writer.write(CloseRecord{1, sha256(""), closing_time()}), UsageError);
  EXPECT_THROW(writer.write(file_record(std::string(kMaxRecord, 'p'))), FormatError);
  writer.close(closing_time());
  EXPECT_THROW(writer.write(file_record("/a")), UsageError);
  EXPECT_THROW(writer.close(closing_time()), UsageError);
}

}  // namespace
}  // namespace evidence
