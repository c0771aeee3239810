#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>

#include "budget.h"
#include "damages.h"
#include "evidence/record.h"
#include "input.h"
#include "key.h"
#include "labels.h"
#include "line.h"
#include "stream_state.h"

namespace evidence {

using record::LineEnd;
using record::StreamState;

namespace {

constexpr std::size_t kMaxStreams = 1 << 20;
// Memory for lines out of order and for parts that wait for others, in all streams together.
constexpr std::size_t kMaxWaiting = 256 << 20;

}  // namespace

struct RecordReader::State {
  struct Input {
    std::size_t source;  // its place in `sources`
    record::LineSplitter lines;
  };
  struct Where {
    std::size_t source;
    std::uint64_t line;
  };

  explicit State(RecordSink& to) : sink(to) {}

  Input& input(std::string_view name);
  void take(std::string_view bytes, LineEnd end, Where where);
  void accept(std::string_view line, record::Understood understood, Where where);
  void join(StreamState& stream, record::Part part, Where where);
  void deliver(StreamState& stream, std::uint64_t sequence, const RecordBody& body, Where where);
  // The stream with that key, made if it is new; null when there are too many.
  StreamState* find(const record::KeyView& key, Where where);
  void refuse(record::Refused refused, Where where);
  void refuse(StreamState& stream, Damage::Kind kind, std::string reason, Where where);

  RecordSink& sink;
  json::Document document;
  json::Document carried;  // of a record that came in parts
  Sha256 hash;
  record::Budget budget{kMaxWaiting};
  record::Damages damages;
  std::vector<std::string> sources;
  std::map<std::string, Input, std::less<>> inputs;
  std::map<StreamKey, StreamState, record::KeyOrder> streams;
  StreamState* last = nullptr;  // lines of one stream mostly follow one another
};

RecordReader::State::Input& RecordReader::State::input(std::string_view name) {
  const auto found = inputs.find(name);
  if (found != inputs.end()) return found->second;
  sources.emplace_back(name);
  return inputs.emplace(std::string(name), Input{sources.size() - 1, {}}).first->second;
}

void RecordReader::State::take(std::string_view bytes, LineEnd end, Where where) {
  const std::string_view line = record::strip_label(bytes);
  if (end == LineEnd::too_long || line.size() >= kMaxLine) {
    refuse({Damage::Kind::malformed, "is longer than " + std::to_string(kMaxLine) + " bytes", std::nullopt},
           where);
    return;
  }
  auto read = record::read_line(line, document);
  if (auto* refused = std::get_if<record::Refused>(&read)) {
    refuse(std::move(*refused), where);
    return;
  }
  auto& understood = std::get<record::Understood>(read);
  if (end == LineEnd::cut) {
    refuse({Damage::Kind::malformed, "the last line has no line feed: the input was cut",
            understood.envelope.key.own()},
           where);
    return;
  }
  accept(line, std::move(understood), where);
}

void RecordReader::State::accept(std::string_view line, record::Understood understood, Where where) {
  using record::SequenceSet;
  const std::uint64_t sequence = understood.envelope.sequence;
  const auto* body = std::get_if<RecordBody>(&understood.content);
  StreamState* const stream = find(understood.envelope.key, where);
  if (stream == nullptr) return;
  switch (stream->add_number(sequence, budget)) {
    case SequenceSet::Added::present:
      refuse(*stream, Damage::Kind::doubled,
             sequence == 0
                 ? "a second stream of " + stream->key().render()
                 : "line " + std::to_string(sequence) + " of " + stream->key().render() + " stands twice",
             where);
      return;
    case SequenceSet::Added::no_room:
      refuse(*stream, Damage::Kind::malformed, "too many lines are out of order", where);
      return;
    case SequenceSet::Added::added:
      break;
  }
  if (body == nullptr || !std::holds_alternative<CloseRecord>(*body)) {
    hash.update(line);
    stream->add_to_sum(hash.finish());
  }
  sink.line(stream->key(), sequence, line);
  if (body != nullptr) {
    deliver(*stream, sequence, *body, where);
  } else {
    join(*stream, std::get<record::Part>(std::move(understood.content)), where);
  }
}

void RecordReader::State::join(StreamState& stream, record::Part part, Where where) {
  const std::uint64_t whole = part.whole;
  auto added = stream.add_part(std::move(part), budget);
  if (auto* refused = std::get_if<record::PartSets::Refused>(&added)) {
    refuse(stream, Damage::Kind::malformed, std::move(refused->reason), where);
  }
  const auto* joined = std::get_if<record::PartSets::Whole>(&added);
  if (joined == nullptr) return;
  const std::string subject = "record " + std::to_string(whole) + " in parts: ";
  auto read = record::read_line(joined->bytes, carried);
  if (const auto* refused = std::get_if<record::Refused>(&read)) {
    refuse(stream, Damage::Kind::malformed, subject + refused->reason, where);
    return;
  }
  const auto& understood = std::get<record::Understood>(read);
  const auto* body = std::get_if<RecordBody>(&understood.content);
  if (body == nullptr || std::holds_alternative<CloseRecord>(*body)) {
    refuse(stream, Damage::Kind::malformed, subject + "a part or a close must not travel in parts", where);
  } else if (understood.envelope.key != record::view_of(stream.key()) ||
             understood.envelope.sequence != whole) {
    refuse(stream, Damage::Kind::malformed, subject + "has another key or \"seq\" than its parts", where);
  } else {
    deliver(stream, whole, *body, where);
  }
}

void RecordReader::State::deliver(StreamState& stream, std::uint64_t sequence, const RecordBody& body,
                                  Where where) {
  if (std::holds_alternative<OpenRecord>(body)) stream.open();
  const auto* close = std::get_if<CloseRecord>(&body);
  if (close != nullptr && !stream.close(*close)) {
    refuse(stream, Damage::Kind::doubled, "a second close of " + stream.key().render(), where);
    return;
  }
  sink.record(stream.key(), sequence, body);
}

StreamState* RecordReader::State::find(const record::KeyView& key, Where where) {
  if (last != nullptr && record::view_of(last->key()) == key) return last;
  auto found = streams.find(key);
  if (found == streams.end()) {
    if (streams.size() == kMaxStreams) {
      refuse({Damage::Kind::malformed, "more than " + std::to_string(kMaxStreams) + " streams", std::nullopt},
             where);
      return nullptr;
    }
    const StreamKey owned = key.own();
    found = streams.emplace(owned, StreamState(owned, where.source)).first;
  }
  last = &found->second;
  return last;
}

void RecordReader::State::refuse(record::Refused refused, Where where) {
  StreamState* const stream = refused.stream ? find(record::view_of(*refused.stream), where) : nullptr;
  if (stream != nullptr) stream->spoil();
  damages.add(Damage{.kind = refused.kind,
                     .source = sources[where.source],
                     .line = where.line,
                     .reason = std::move(refused.reason),
                     .stream = std::move(refused.stream)});
}

void RecordReader::State::refuse(StreamState& stream, Damage::Kind kind, std::string reason, Where where) {
  refuse({kind, std::move(reason), stream.key()}, where);
}

void RecordSink::line(const StreamKey&, std::uint64_t, std::string_view) {}

RecordReader::RecordReader(RecordSink& sink) : state_(std::make_unique<State>(sink)) {}
RecordReader::~RecordReader() = default;

void RecordReader::feed(std::string_view bytes, std::string_view name) {
  State::Input& input = state_->input(name);
  input.lines.feed(bytes, [this, &input](std::string_view line, LineEnd end) {
    state_->take(line, end, {input.source, input.lines.line()});
  });
}

void RecordReader::end_of_input(std::string_view name) {
  State::Input& input = state_->input(name);
  input.lines.finish([this, &input](std::string_view line, LineEnd end) {
    state_->take(line, end, {input.source, input.lines.line()});
  });
  state_->inputs.erase(state_->inputs.find(name));
}

void RecordReader::read(const Descriptor& input, std::string_view name) {
  record::read_chunks(input, name, [this, name](std::string_view bytes) { feed(bytes, name); });
  end_of_input(name);
}

void RecordReader::read_path(const std::string& path) {
  if (path == "-") {
    const Descriptor input(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!input) throw_errno("open", "standard input");
    read(input, "standard input");
    return;
  }
  const Descriptor input = open_for_reading(path);
  struct stat status {};
  if (fstat(input.get(), &status) != 0) throw_errno("stat", path);
  if (!S_ISDIR(status.st_mode)) {
    read(input, path);
    return;
  }
  for (const std::string& file : record::record_files(path)) read(open_for_reading(file), file);
}

ReadOutcome RecordReader::finish() {
  while (!state_->inputs.empty()) end_of_input(std::string(state_->inputs.begin()->first));
  ReadOutcome outcome;
  for (const auto& [key, stream] : state_->streams) outcome.streams.push_back(stream.summary());
  std::ranges::sort(outcome.streams, {}, &StreamSummary::key);
  for (const StreamSummary& summary : outcome.streams) {
    const StreamState& stream = state_->streams.find(summary.key)->second;
    for (StreamState::Fault& fault : stream.faults()) {
      state_->damages.add(Damage{.kind = fault.kind,
                                 .source = state_->sources[stream.source()],
                                 .line = 0,
                                 .reason = std::move(fault.reason),
                                 .stream = summary.key});
    }
  }
  outcome.damages = state_->damages.take();
  return outcome;
}

}  // namespace evidence
