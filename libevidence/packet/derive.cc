#include "derive.h"

#include <algorithm>
#include <functional>

namespace evidence::packet {

namespace {

// Hands everything to two sinks.
class BothSinks final : public RecordSink {
 public:
  BothSinks(RecordSink& first, RecordSink& second) : first_(first), second_(second) {}
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    first_.record(key, sequence, body);
    second_.record(key, sequence, body);
  }
  void line(const StreamKey& key, std::uint64_t sequence, std::string_view canonical) override {
    first_.line(key, sequence, canonical);
    second_.line(key, sequence, canonical);
  }

 private:
  RecordSink& first_;
  RecordSink& second_;
};

}  // namespace

std::string stream_path(const StreamKey& key, const std::string& run) {
  std::string path = "data/streams/";
  if (key.run != run) path += key.run + "/";
  path += key.start + "." + key.moment + "." + key.role + "." + key.rank;
  if (key.shards > 1) path += "." + std::to_string(key.shard) + "of" + std::to_string(key.shards);
  return path + ".ndjson";
}

void StreamCollector::line(const StreamKey& key, std::uint64_t sequence, std::string_view canonical) {
  if (last_ == nullptr || last_key_ != key) {
    last_ = &streams_[key];
    last_key_ = key;
  }
  last_->emplace(sequence, canonical);
}

StreamFiles StreamCollector::take() {
  StreamFiles files;
  for (const auto& [key, lines] : streams_) {
    std::string& bytes = files[stream_path(key, run_)];
    for (const auto& [sequence, text] : lines) bytes.append(text).push_back('\n');
  }
  streams_.clear();
  last_ = nullptr;
  return files;
}

Derived derive(const Plan& plan, const Question& question, const StreamFiles& streams,
               const std::vector<Damage>& input_damages, const std::vector<Supplied>& supplied,
               const std::vector<ParentView>& parents) {
  Judge judge(plan, question);
  StreamCollector collector(plan.run());
  BothSinks both(judge, collector);
  RecordReader reader(both);
  for (const auto& [path, bytes] : streams) {
    reader.feed(bytes, path);
    reader.end_of_input(path);
  }
  ReadOutcome outcome = reader.finish();
  outcome.damages.insert(outcome.damages.begin(), input_damages.begin(), input_damages.end());
  return {judge.finish(outcome, supplied, parents), collector.take()};
}

Receipt receipt_of(const Plan& plan, const Question& question, const Judgement& judgement) {
  Receipt receipt;
  receipt.name = plan.manifest().name;
  receipt.run = plan.run();
  receipt.registered = plan.registered();
  receipt.plan_class = plan_class_name(plan.manifest().plan_class);
  receipt.standing = plan.manifest().standing;
  receipt.checkpoint = question.checkpoint;
  receipt.answer = answer_name(judgement.answer);
  receipt.processes = judgement.processes;
  receipt.findings = judgement.findings;
  receipt.readings = judgement.readings;
  receipt.semantics = kSemantics;
  const Manifest& manifest = plan.manifest();
  if (!manifest.gate.empty() || !question.checks.empty() || !question.readings.empty())
    receipt.engine = query_engine();
  receipt.time = judgement.time;
  return receipt;
}

Receipt registration_receipt(const Plan& plan, Timestamp time, const std::string& nonce) {
  Receipt receipt;
  receipt.name = plan.manifest().name;
  receipt.plan_class = plan_class_name(plan.manifest().plan_class);
  receipt.standing = plan.manifest().standing;
  receipt.answer = "registered";
  receipt.nonce = nonce;
  receipt.semantics = kSemantics;
  receipt.time = time;
  for (const PlanFile& file : plan.files())
    receipt.subjects.push_back({"data/plan/" + file.path, sha256(file.bytes)});
  std::sort(receipt.subjects.begin(), receipt.subjects.end(),
            [](const Subject& a, const Subject& b) { return a.name < b.name; });
  return receipt;
}

}  // namespace evidence::packet
