#include <limits>
#include <utility>

#include "evidence/record.h"
#include "key.h"
#include "part.h"

namespace evidence {

namespace {

// The next sequence number of a stream that is closed.
constexpr std::uint64_t kClosed = std::numeric_limits<std::uint64_t>::max();

}  // namespace

StreamWriter::StreamWriter(StreamKey key, WriteLine write) : key_(std::move(key)), write_(std::move(write)) {
  if (!record::is_valid(record::view_of(key_))) {
    throw UsageError("stream key \"" + escaped(key_.render()) +
                     "\": run must be a digest or \"none\", the others labels");
  }
}

void StreamWriter::write(const RecordBody& body) {
  if (next_ == kClosed) throw UsageError(key_.render() + ": written to after its close");
  if (std::holds_alternative<OpenRecord>(body) != (next_ == 0)) {
    throw UsageError(key_.render() + ": the open record must be the first and only the first");
  }
  if (std::holds_alternative<CloseRecord>(body))
    throw UsageError(key_.render() + ": must be closed by close()");
  const std::string canonical = render_record(key_, next_, body);
  if (canonical.size() < kMaxLine) {
    emit(canonical);
    return;
  }
  for (const record::Part& part : record::split_record(key_, next_, canonical))
    emit(record::render_part(key_, part));
}

void StreamWriter::close(Timestamp time) {
  if (next_ == kClosed || next_ == 0) throw UsageError(key_.render() + ": closed without being open");
  emit(render_record(key_, next_, CloseRecord{.lines = next_, .sum = sum_.value(), .time = time}));
  next_ = kClosed;
}

void StreamWriter::emit(std::string_view canonical) {
  hash_.update(canonical);
  sum_.add(hash_.finish());
  ++next_;
  std::string line(canonical);
  line += '\n';
  write_(line);
}

}  // namespace evidence
