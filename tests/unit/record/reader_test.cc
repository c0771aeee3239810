// Inputs: pieces, names, descriptors, folders, and the bounds.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "stream_fixture.h"
#include "temp_folder.h"

namespace evidence {
namespace {

TEST(RecordReader, GivesRecordsAndLinesInInputOrder) {
  const std::vector<std::string> lines = stream_of("0");
  const Read read = read_text(joined(lines));
  ASSERT_TRUE(read.outcome.damages.empty());
  EXPECT_EQ(render(read.outcome.streams),
            std::vector<std::string>{"s1 ready engine 0 whole 5 " + closing_time().render()});
  ASSERT_EQ(read.seen.lines.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) EXPECT_EQ(read.seen.lines[i] + "\n", lines[i]);
  EXPECT_EQ(read.seen.records, read.seen.lines);
}

TEST(RecordReader, NothingIsNoDamage) {
  const Read read = read_text("");
  EXPECT_TRUE(read.outcome.damages.empty());
  EXPECT_TRUE(read.outcome.streams.empty());
}

TEST(RecordReader, PiecesOfAnySizeAreTheSame) {
  const std::string text = "banner\n" + joined(stream_of("0")) + std::string(3000, 'x') + "\n" +
                           joined(lines_of(key_of("1"), {file_record(std::string(900, 'p'))})) + "{\"cut";
  const Read whole = read_text(text);
  ASSERT_EQ(whole.outcome.damages.size(), 3U);
  for (std::size_t size = 1; size < 1500; size += size < 64 ? 1 : 61) {
    Collector seen;
    RecordReader reader(seen);
    for (std::size_t at = 0; at < text.size(); at += size)
      reader.feed(std::string_view(text).substr(at, size), "in");
    reader.end_of_input("in");
    const ReadOutcome outcome = reader.finish();
    ASSERT_EQ(render(outcome.damages), render(whole.outcome.damages)) << size;
    ASSERT_EQ(render(outcome.streams), render(whole.outcome.streams)) << size;
    ASSERT_EQ(seen.records, whole.seen.records) << size;
  }
}

TEST(RecordReader, InputsMayComeInTurnsAndAreCountedApart) {
  const std::string a = joined(stream_of("0")) + "noise\n";
  const std::string b = joined(stream_of("1", 1)) + "noise\n";
  Collector seen;
  RecordReader reader(seen);
  for (std::size_t at = 0; at < a.size(); at += 10) {
    reader.feed(std::string_view(a).substr(at, 10), "a");
    if (at < b.size()) reader.feed(std::string_view(b).substr(at, 10), "b");
  }
  const ReadOutcome outcome = reader.finish();
  ASSERT_EQ(outcome.damages.size(), 2U);
  EXPECT_EQ(outcome.damages[0].source + std::to_string(outcome.damages[0].line), "b4");
  EXPECT_EQ(outcome.damages[1].source + std::to_string(outcome.damages[1].line), "a6");
  ASSERT_EQ(outcome.streams.size(), 2U);
  EXPECT_TRUE(outcome.streams[0].whole && outcome.streams[1].whole);
}

TEST(RecordReader, AFolderStandsForItsRecordFiles) {
  const TempFolder folder;
  folder.write("b.ndjson", joined(stream_of("0")) + "noise\n");
  folder.write("a.ndjson", joined(stream_of("1")) + "noise\n");
  folder.write("notes.txt", "noise\n");
  Collector seen;
  RecordReader reader(seen);
  reader.read_path(folder.path());
  const ReadOutcome outcome = reader.finish();
  ASSERT_EQ(outcome.damages.size(), 2U);
  EXPECT_EQ(outcome.damages[0].source, folder / "a.ndjson");
  EXPECT_EQ(outcome.damages[1].source, folder / "b.ndjson");
  EXPECT_EQ(outcome.streams.size(), 2U);
}

TEST(RecordReader, TheSameFileTwiceIsASecondStream) {
  const TempFolder folder;
  const std::string path = folder.write("a.ndjson", joined(stream_of("0", 0)));
  Collector seen;
  RecordReader reader(seen);
  reader.read_path(path);
  reader.read_path(path);
  const ReadOutcome outcome = reader.finish();
  EXPECT_EQ(render(outcome.damages),
            (std::vector<std::string>{
                "doubled " + path + ":1 s1 ready engine 0: a second stream of s1 ready engine 0",
                "doubled " + path + ":2 s1 ready engine 0: line 1 of s1 ready engine 0 stands twice"}));
  EXPECT_FALSE(outcome.streams[0].whole);
}

TEST(RecordReader, AMissingPathIsNoDamageButAnError) {
  const TempFolder folder;
  Collector seen;
  RecordReader reader(seen);
  EXPECT_THROW(reader.read_path(folder / "none"), SystemError);
}

TEST(RecordReader, WaitsForAPipeThatDoesNotBlock) {
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const Descriptor input(ends[0]);
  ASSERT_EQ(fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
  const std::string text = joined(stream_of("0"));
  std::jthread writing([&text, end = ends[1]] {
    const Descriptor output(end);
    for (std::size_t at = 0; at < text.size(); at += 400) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      write_all(output, std::string_view(text).substr(at, 400), "pipe");
    }
  });
  Collector seen;
  RecordReader reader(seen);
  reader.read(input, "-");
  const ReadOutcome outcome = reader.finish();
  EXPECT_TRUE(outcome.damages.empty());
  ASSERT_EQ(outcome.streams.size(), 1U);
  EXPECT_TRUE(outcome.streams[0].whole);
}

TEST(RecordReader, ALineWithoutEndIsOneDamage) {
  Collector seen;
  RecordReader reader(seen);
  const std::string zeros(1 << 20, '\0');
  for (int i = 0; i < 20; ++i) reader.feed(zeros, "in");
  reader.feed("\n" + joined(stream_of("0")), "in");
  const ReadOutcome outcome = reader.finish();
  EXPECT_EQ(render(outcome.damages), std::vector<std::string>{"malformed in:1: is longer than 900 bytes"});
  EXPECT_TRUE(outcome.streams.at(0).whole);
}

TEST(RecordReader, TheLongestLineIsTakenAndNoLongerOne) {
  const std::size_t empty = render_record(key_of("0"), 1, file_record("")).size();
  const std::string longest =
      render_record(key_of("0"), 1, file_record(std::string(kMaxLine - 1 - empty, 'p')));
  const std::string longer = render_record(key_of("0"), 2, file_record(std::string(kMaxLine - empty, 'p')));
  const Read read = read_text("0: " + longest + "\n0: " + longer + "\n");
  EXPECT_EQ(read.seen.lines, std::vector{longest});
  ASSERT_FALSE(read.outcome.damages.empty());
  EXPECT_EQ(render(read.outcome.damages[0]), "malformed in:2: is longer than 900 bytes");
}

TEST(RecordReader, KeepsAThousandDamagesAndCountsTheRest) {
  std::string text;
  for (int i = 0; i < 1500; ++i) text += "noise\n";
  const Read read = read_text(text);
  ASSERT_EQ(read.outcome.damages.size(), 1001U);
  EXPECT_EQ(read.outcome.damages[999].line, 1000U);
  EXPECT_EQ(render(read.outcome.damages[1000]), "foreign :0: 500 more damages are not listed");
}

TEST(Damage, KindsHaveNames) {
  using enum Damage::Kind;
  std::vector<std::string> names;
  for (const Damage::Kind kind : {foreign, malformed, doubled, incomplete, mismatch})
    names.emplace_back(damage_kind_name(kind));
  EXPECT_EQ(names, (std::vector<std::string>{"foreign", "malformed", "doubled", "incomplete", "mismatch"}));
}

}  // namespace
}  // namespace evidence
