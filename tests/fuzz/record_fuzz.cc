// Any bytes as a merged record stream: no crash, bounded work, and what is accepted is in the one canonical
// form, so that rendering a record again gives the bytes that were read.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "evidence/record.h"

namespace {

using evidence::RecordBody;
using evidence::StreamKey;

void require(bool holds) {
  if (!holds) std::abort();
}

class Checker : public evidence::RecordSink {
 public:
  void line(const StreamKey&, std::uint64_t sequence, std::string_view canonical) override {
    sequence_ = sequence;
    line_ = canonical;
    ++lines_;
  }
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    const std::string rendered = evidence::render_record(key, sequence, body);
    // A record that came in parts is delivered after the line of its last part.
    const bool in_parts = line_.find("\"type\":\"part\"") != std::string::npos;
    require(in_parts || (rendered == line_ && sequence == sequence_));
    ++records_;
  }
  std::uint64_t lines() const { return lines_; }
  std::uint64_t records() const { return records_; }

 private:
  std::string line_;
  std::uint64_t sequence_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t records_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Checker checker;
  evidence::RecordReader reader(checker);
  // Cut somewhere, because a line may come in pieces.
  const std::size_t cut = size == 0 ? 0 : data[0] % size;
  reader.feed(bytes.substr(0, cut), "in");
  reader.feed(bytes.substr(cut), "in");
  const evidence::ReadOutcome outcome = reader.finish();
  std::uint64_t lines = 0;
  for (const evidence::StreamSummary& stream : outcome.streams) {
    lines += stream.lines;
    require(stream.whole || !outcome.damages.empty());
  }
  require(lines == checker.lines() && checker.records() <= lines);
  return 0;
}
