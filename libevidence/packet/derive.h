#pragma once

// What follows from a plan and streams, for the sealer and the checker alike.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/judge.h"
#include "receipt.h"

namespace evidence::packet {

// Streams by their path in the bag; each has its lines in order of their sequence numbers, each with a line
// feed.
using StreamFiles = std::map<std::string, std::string>;
// Bytes of all streams of a packet together: sealer and checker hold them in memory.
inline constexpr std::size_t kMaxStreams = std::size_t{2} << 30;

// data/streams/START.MOMENT.ROLE.RANK[.IofN].ndjson; streams of another run lie in a folder named after it.
std::string stream_path(const StreamKey& key, const std::string& run);

// Keeps accepted lines by stream, to be laid down as files.
class StreamCollector final : public RecordSink {
 public:
  explicit StreamCollector(std::string run) : run_(std::move(run)) {}
  void record(const StreamKey&, std::uint64_t, const RecordBody&) override {}
  void line(const StreamKey& key, std::uint64_t sequence, std::string_view canonical) override;
  StreamFiles take();

 private:
  using Lines = std::map<std::uint64_t, std::string>;
  std::string run_;
  std::map<StreamKey, Lines> streams_;
  Lines* last_ = nullptr;
  StreamKey last_key_;
};

struct Derived {
  Judgement judgement;
  StreamFiles normalised;  // of what was read
};

// Judges the streams, read in order of their paths, together with damage that the sealer's own input had.
Derived derive(const Plan& plan, const Question& question, const StreamFiles& streams,
               const std::vector<Damage>& input_damages, const std::vector<Supplied>& supplied,
               const std::vector<ParentView>& parents);

// The part of a receipt that follows from plan and judgement; subjects, damages and private files are the
// caller's.
Receipt receipt_of(const Plan& plan, const Question& question, const Judgement& judgement);
// The statement of a registration; its time and nonce are the registrar's.
Receipt registration_receipt(const Plan& plan, Timestamp time, const std::string& nonce);

}  // namespace evidence::packet
