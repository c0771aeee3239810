#pragma once

// Streams in memory and what a reader says of them.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/record.h"

namespace evidence {

inline const std::string kRun(64, 'a');

inline StreamKey key_of(std::string rank) {
  return {.run = kRun, .role = "engine", .rank = std::move(rank), .start = "s1", .moment = "ready"};
}

inline OpenRecord open_record() {
  return {.tool = "pin-hash 0.1.0",
          .host = "node-1",
          .boot_id = "7b2f5c1e-0000-4000-8000-000000000001",
          .machine = std::string(64, 'b'),
          .time = Timestamp::from_nanoseconds(1'764'438'093'123'456'789),
          .boottime_ns = 9'007'199'254'740'993,
          .key_id = "0123456789abcdef"};
}

inline FileRecord file_record(std::string path, std::uint64_t size = 7) {
  return {.path = std::move(path),
          .digest = sha256("content"),
          .size = size,
          .mode = 0644,
          .modified_ns = 1'700'000'000'000'000'001,
          .changed_ns = 1'700'000'000'000'000'002};
}

inline Timestamp closing_time() {
  return Timestamp::from_nanoseconds(1'764'438'094'000'000'000);
}

// The lines of a whole stream, each with its line feed.
inline std::vector<std::string> lines_of(const StreamKey& key, const std::vector<RecordBody>& bodies) {
  std::vector<std::string> lines;
  StreamWriter writer(key, [&lines](std::string_view line) { lines.emplace_back(line); });
  writer.write(open_record());
  for (const RecordBody& body : bodies) writer.write(body);
  writer.close(closing_time());
  return lines;
}

// A stream of `files` file records: files + 2 lines.
inline std::vector<std::string> stream_of(const std::string& rank, int files = 3) {
  std::vector<RecordBody> bodies;
  for (int file = 0; file < files; ++file)
    bodies.emplace_back(file_record("/lib/" + std::to_string(file) + ".so"));
  return lines_of(key_of(rank), bodies);
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// Keeps what it is given, rendered again.
class Collector : public RecordSink {
 public:
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    records.push_back(render_record(key, sequence, body));
    bodies.push_back(body);
  }
  void line(const StreamKey&, std::uint64_t, std::string_view canonical) override {
    lines.emplace_back(canonical);
  }

  std::vector<std::string> records;
  std::vector<RecordBody> bodies;
  std::vector<std::string> lines;
};

struct Read {
  ReadOutcome outcome;
  Collector seen;

  bool all_whole() const { return std::ranges::all_of(outcome.streams, &StreamSummary::whole); }
};

inline Read read_text(std::string_view text) {
  Read read;
  RecordReader reader(read.seen);
  reader.feed(text, "in");
  reader.end_of_input("in");
  read.outcome = reader.finish();
  return read;
}

// "malformed in:3 s1 ready engine 0: reason", the stream only where it is known.
inline std::string render(const Damage& damage) {
  std::string text =
      std::string(damage_kind_name(damage.kind)) + " " + damage.source + ":" + std::to_string(damage.line);
  if (damage.stream) text += " " + damage.stream->render();
  return text + ": " + damage.reason;
}

inline std::vector<std::string> render(const std::vector<Damage>& damages) {
  std::vector<std::string> texts;
  for (const Damage& damage : damages) texts.push_back(render(damage));
  return texts;
}

// "s1 ready engine 0 whole 5 2025-…", one a stream.
inline std::vector<std::string> render(const std::vector<StreamSummary>& streams) {
  std::vector<std::string> texts;
  for (const StreamSummary& stream : streams) {
    texts.push_back(stream.key.render() + (stream.whole ? " whole " : " broken ") +
                    std::to_string(stream.lines) + " " + (stream.closed ? stream.closed->render() : "open"));
  }
  return texts;
}

}  // namespace evidence
