#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "derive.h"
#include "evidence/packet.h"
#include "evidence/tar.h"
#include "expectations.h"
#include "packer.h"
#include "private_files.h"
#include "receipt.h"

namespace evidence::packet {

namespace {

// Damage as it is sealed: it must read the same wherever the packet goes, and say nothing of the sealer's
// folders.
Damage portable(const Damage& damage) {
  const std::string stream = damage.stream ? " (" + damage.stream->render() + ")" : "";
  return {damage.kind, printable(std::filesystem::path(damage.source).filename().string()), damage.line,
          printable(damage.reason + stream), std::nullopt};
}

struct Input {
  StreamFiles streams;
  std::vector<Damage> damages;
};

Input read_records(const Plan& plan, const std::vector<std::string>& paths) {
  StreamCollector collector(plan.run());
  RecordReader reader(collector);
  for (const std::string& path : paths) reader.read_path(path);
  Input input;
  for (const Damage& damage : reader.finish().damages) {
    // What the end of a stream shows is seen again in the stream as it is sealed.
    if (damage.line > 0) input.damages.push_back(portable(damage));
  }
  input.streams = collector.take();
  std::size_t total = 0;
  for (const auto& [path, bytes] : input.streams) total += bytes.size();
  if (total > kMaxStreams)
    throw UsageError("the streams have more than " + std::to_string(kMaxStreams) +
                     " bytes, which nobody could check; seal checkpoints with fewer starts");
  return input;
}

void refuse_undeclared(const Plan& plan, const std::vector<EvidenceSource>& sources,
                       std::set<std::string>& names) {
  const auto& artifacts = plan.manifest().artifacts;
  for (const EvidenceSource& source : sources) {
    const bool declared = std::any_of(artifacts.begin(), artifacts.end(),
                                      [&](const Artifact& one) { return one.name == source.name; });
    if (!declared) throw UsageError("the plan declares no evidence file named " + printable(source.name));
    if (!names.insert(source.name).second)
      throw UsageError("the evidence file " + source.name + " is given twice");
  }
}

PayloadSource open_evidence(const EvidenceSource& source) {
  PayloadSource payload{"data/evidence/" + source.name};
  payload.file = open_for_reading(source.path);
  const FileStatus status = file_status(*payload.file, source.path);
  if (!S_ISREG(status.mode)) throw UsageError(printable(source.path) + ": is not a regular file");
  payload.file_size = status.size;
  return payload;
}

std::vector<PayloadSource> payload_of(const Plan& plan, StreamFiles&& streams,
                                      const std::vector<EvidenceSource>& evidence) {
  std::vector<PayloadSource> payload;
  if (plan.registered()) {
    payload.push_back({"data/registration.tar", plan.registration()});
  } else {
    for (const PlanFile& file : plan.files()) payload.push_back({"data/plan/" + file.path, file.bytes});
  }
  for (auto& [path, bytes] : streams) payload.push_back({path, std::move(bytes)});
  for (const EvidenceSource& source : evidence) payload.push_back(open_evidence(source));
  return payload;
}

void refuse_bad_registration(const Plan& plan) {
  if (!plan.registered()) return;
  const std::vector<Finding> faults = check_registration(plan.registration(), "registration");
  if (!faults.empty()) throw FormatError("registration", "", "is not whole: " + faults.front().detail);
}

// Names that no packet can hold would show only when the campaign is over.
void refuse_unsealable(const Plan& plan) {
  const Manifest& manifest = plan.manifest();
  const auto refuse_path = [&](const std::string& path) {
    tar::make_header(manifest.name + "/" + path, 0, 0);
  };
  for (const Role& role : manifest.roles) {
    for (const Start& start : manifest.starts) {
      for (const std::string& moment : manifest.moments) {
        for (const std::string& rank : role.ranks)
          refuse_path(stream_path({plan.run(), role.name, rank, start.name, moment}, plan.run()));
      }
    }
  }
  for (const Artifact& artifact : manifest.artifacts) refuse_path("data/evidence/" + artifact.name);
}

}  // namespace

Sealed seal(const Plan& plan, const SealRequest& request, Progress* progress) {
  refuse_bad_registration(plan);
  refuse_unknown(request.expectations, plan);
  const Question question = ask_checkpoint(plan.manifest().checkpoint(request.checkpoint));
  std::set<std::string> names;
  refuse_undeclared(plan, request.evidence, names);
  refuse_undeclared(plan, request.private_evidence, names);
  Input input = read_records(plan, request.records);
  const std::vector<BoundPrivate> bound = bind_private(request.private_evidence, progress);
  std::vector<Supplied> supplied;
  for (const EvidenceSource& source : request.evidence) supplied.push_back({source.name, false});
  for (const BoundPrivate& one : bound) supplied.push_back({one.file.name, true});

  const std::vector<ParentView> parents = read_parents(plan, request.parents, progress);
  Sealed sealed;
  sealed.judgement = derive(plan, question, input.streams, input.damages, supplied, parents).judgement;
  for (const Unmet& one :
       unmet_expectations(request.expectations,
                          {plan, question.checkpoint, sealed.judgement.answer, sealed.judgement.readings})) {
    sealed.unmet.push_back(one.name + " is " + one.seen + ", expected " + one.expected);
  }
  if (!sealed.unmet.empty()) return sealed;
  if (!sealed.judgement.time) throw UsageError("no record stream is closed, so there is nothing to seal");

  Receipt receipt = receipt_of(plan, question, sealed.judgement);
  receipt.damages = input.damages;
  receipt.parents = parents;
  for (const BoundPrivate& one : bound) receipt.private_files.push_back(one.file);
  std::sort(receipt.private_files.begin(), receipt.private_files.end(),
            [](const PrivateFile& a, const PrivateFile& b) { return a.name < b.name; });
  const auto statement = [&](const std::vector<PayloadFile>& payload) {
    receipt.subjects = subjects_of(plan, payload, bound, parents);
    return render(receipt);
  };
  const Packed packed =
      pack({plan.manifest().name, payload_of(plan, std::move(input.streams), request.evidence),
            *sealed.judgement.time, plan.run(), statement, request.signing_keys, request.output},
           progress);
  sealed.digest = packed.digest;
  sealed.published = packed.published;
  return sealed;
}

Registered register_plan(const Plan& plan, const std::vector<KeyText>& signing_keys,
                         const std::string& output, Timestamp time, const std::string& nonce) {
  if (!Digest::parse(nonce)) throw UsageError("the nonce must be 64 hexadecimal digits");
  refuse_unsealable(plan);
  std::vector<PayloadSource> payload;
  for (const PlanFile& file : plan.files()) payload.push_back({"data/plan/" + file.path, file.bytes});
  std::string statement = render(registration_receipt(plan, time, nonce));
  const Packed packed =
      pack({plan.manifest().name, std::move(payload), time, plan.manifest_digest().render(),
            [&](const std::vector<PayloadFile>&) { return statement; }, signing_keys, output},
           nullptr);
  return {packed.digest, packed.published};
}

}  // namespace evidence::packet
