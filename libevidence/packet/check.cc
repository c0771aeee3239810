#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "anchor.h"
#include "bag_reader.h"
#include "derive.h"
#include "dsse.h"
#include "evidence/packet.h"
#include "expectations.h"
#include "parents.h"
#include "private_files.h"
#include "receipt.h"

namespace evidence::packet {

namespace {

constexpr std::size_t kMaxPlan = std::size_t{256} << 20;  // all files of it together
constexpr std::string_view kPlanFolder = "data/plan/";
constexpr std::string_view kStreamFolder = "data/streams/";
constexpr std::string_view kEvidenceFolder = "data/evidence/";
constexpr std::string_view kRegistrationFile = "data/registration.tar";

Finding fault(std::string_view rule, std::string_view name, std::string_view detail) {
  Finding finding{Result::stop, std::string(rule)};
  finding.name = printable(name);
  finding.detail = printable(detail);
  return finding;
}

tar::ReadAt reader_of(const Descriptor& descriptor, const std::string& name) {
  return [&descriptor, name](std::uint64_t offset, char* into, std::size_t length) {
    for (std::size_t done = 0; done < length;) {
      const ssize_t got =
          pread(descriptor.get(), into + done, length - done, static_cast<off_t>(offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw_errno("read", name);
      if (got == 0) throw FormatError(name, "offset " + std::to_string(offset + done), "is cut off");
      done += static_cast<std::size_t>(got);
    }
  };
}

// Whether somebody outside the packet must vouch for it.
enum class Anchoring { asked, none };

class Checker {
 public:
  Checker(const std::string& path, const CheckRequest& request, Anchoring anchoring, Progress* progress)
      : path_(path),
        request_(request),
        anchoring_(anchoring),
        progress_(progress),
        file_(open_for_reading(path)) {
    // The reviewer's own mistakes are theirs and say nothing of the packet.
    for (const KeyText& key : request.trusted_keys) PublicKey::parse_pem(key.pem, key.name);
    if (request.manifest) own_ = OwnPlan::read(*request.manifest);
    if (!request.private_folder.empty()) private_folder_ = open_directory(request.private_folder);
  }

  Checked check() {
    inspect();
    return std::move(checked_);
  }

  // What the packet shows to a plan that rests on it. Call it instead of check().
  ParentView view(const std::string& name) {
    inspect();
    if (!judgement_) {
      const auto first = std::find_if(checked_.findings.begin(), checked_.findings.end(),
                                      [](const Finding& one) { return one.result == Result::stop; });
      throw FormatError(path_, "", first == checked_.findings.end() ? "is no packet" : first->detail);
    }
    const Plan& plan = *checked_.plan;
    ParentView view{name, packet_digest(), plan.manifest().name};
    view.manifest = plan.manifest_digest().render();
    view.run = plan.run();
    view.plan_class = plan_class_name(plan.manifest().plan_class);
    view.standing = plan.manifest().standing;
    view.checkpoint = checkpoint_;
    view.answer = judgement_->answer;
    view.commit = judgement_->commit;
    view.readings = judgement_->readings;
    view.unseen = unseen_parents_;
    return view;
  }

 private:
  void inspect() {
    const FileStatus status = file_status(file_, path_);
    if (!S_ISREG(status.mode)) throw UsageError(printable(path_) + ": is not a regular file");
    try {
      const BagReader bag(reader_of(file_, path_), status.size, path_);
      check_bag(bag);
    } catch (const FormatError& error) {
      checked_.findings.push_back(fault("packet-form", "", error.what()));
    }
    // Members are hashed first and read again for what follows from them: both must have been the same file.
    const FileStatus after = file_status(file_, path_);
    if (after.size != status.size || after.modified_ns != status.modified_ns ||
        after.changed_ns != status.changed_ns) {
      throw Error(printable(path_) + ": changed while it was checked");
    }
    finish();
  }

  void check_bag(const BagReader& bag) {
    const std::vector<PayloadFile> payload = bag.hash_payload(progress_);
    std::optional<Envelope> envelope;
    if (bag.is_signed()) envelope = parse_envelope(bag.receipt(), path_);
    read_plan(bag);
    const Plan& plan = *checked_.plan;
    const Signatures signatures = verify(envelope, plan);
    if (envelope && envelope->payload_type != kPayloadType) {
      checked_.findings.push_back(fault(
          "receipt", "", "the envelope holds " + envelope->payload_type + ", not an in-toto statement"));
      return;
    }
    const std::string& statement = envelope ? envelope->payload : bag.receipt();
    const ReceiptClaims claims = parse_receipt(statement, path_);
    make_head(claims, signatures);
    if (claims.answer == "registered" || !claims.time) {
      checked_.findings.push_back(fault("receipt", "", "is a registration: a plan and no evidence"));
      return;
    }
    if (anchoring_ == Anchoring::asked) judge_anchor(request_, own_, signatures, plan, checked_);
    const std::size_t faults = count_stops();
    check_subjects(payload, claims);
    bag.check_tag_files(payload, *claims.time, plan.run(), checked_.findings);
    if (bag.base() != plan.manifest().name)
      checked_.findings.push_back(fault("packet-form", bag.base(), "the folder is not named after the plan"));
    if (claims.semantics != kSemantics) {
      checked_.findings.push_back(fault("receipt", "",
                                        "was derived by rules of version " + claims.semantics +
                                            "; these are version " + std::string(kSemantics)));
    }
    check_private(claims);
    ParentCheck parents = check_parents(claims.parents, *checked_.plan, request_.parents, progress_);
    checked_.findings.insert(checked_.findings.end(), parents.findings.begin(), parents.findings.end());
    unseen_parents_ = std::move(parents.unseen);
    // What follows from damaged evidence is not worth deriving: it would only bury the fault that was found.
    if (count_stops() == faults) derive_again(bag, payload, claims, statement);
  }

  std::size_t count_stops() const {
    return static_cast<std::size_t>(
        std::count_if(checked_.findings.begin(), checked_.findings.end(),
                      [](const Finding& one) { return one.result == Result::stop; }));
  }

  void read_plan(const BagReader& bag) {
    std::vector<PlanFile> files;
    std::size_t room = kMaxPlan;
    for (const tar::Member& member : bag.payload()) {
      if (member.path == kRegistrationFile) {
        const std::string registration = bag.content(member, room);
        for (Finding& finding : check_registration(registration, member.path))
          checked_.findings.push_back(std::move(finding));
        checked_.plan = Plan::from_registration(registration, member.path);
      } else if (member.path.starts_with(kPlanFolder)) {
        files.push_back({member.path.substr(kPlanFolder.size()), bag.content(member, room)});
        room -= files.back().bytes.size();
      }
    }
    if (checked_.plan && !files.empty())
      throw FormatError(path_, "data/plan", "stands beside a registration");
    if (!checked_.plan) checked_.plan = Plan::from_files(std::move(files), path_);
  }

  Signatures verify(const std::optional<Envelope>& envelope, const Plan& plan) const {
    Signatures signatures;
    if (!envelope) return signatures;
    signatures.is_signed = true;
    signatures.given = envelope->signatures.size();
    const std::vector<PublicKey> trusted = trusted_keys(request_, own_, plan);
    signatures.verified = verified_by(*envelope, trusted);
    return signatures;
  }

  void make_head(const ReceiptClaims& claims, const Signatures& signatures) {
    const Plan& plan = *checked_.plan;
    auto& head = checked_.head;
    head.emplace_back("plan", plan.manifest().name);
    head.emplace_back("manifest", "sha256:" + plan.manifest_digest().render());
    head.emplace_back("run", plan.run() + (plan.registered() ? "" : " (not registered)"));
    head.emplace_back("class", plan_class_name(plan.manifest().plan_class));
    head.emplace_back("standing", plan.manifest().standing);
    head.emplace_back("checkpoint", claims.checkpoint);
    if (claims.time) head.emplace_back("time", claims.time->render());
    std::string signed_by =
        signatures.is_signed
            ? std::to_string(signatures.given) + (signatures.given == 1 ? " signature, " : " signatures, ")
            : "not signed";
    if (signatures.is_signed && signatures.verified.empty()) signed_by += "none by a key that you named";
    for (std::size_t i = 0; i < signatures.verified.size(); ++i)
      signed_by += (i > 0 ? ", " : "key ") + signatures.verified[i].id();
    head.emplace_back("signed", signed_by);
    checkpoint_ = claims.checkpoint;
  }

  void check_subjects(const std::vector<PayloadFile>& payload, const ReceiptClaims& claims) {
    std::map<std::string_view, const Subject*> subjects;
    for (const Subject& subject : claims.subjects) {
      if (subject.name.starts_with("data/")) subjects.emplace(subject.name, &subject);
    }
    for (const PayloadFile& file : payload) {
      const auto found = subjects.find(file.path);
      if (found == subjects.end()) {
        checked_.findings.push_back(fault("subject", file.path, "is in the packet and not in the receipt"));
        continue;
      }
      if (found->second->digest != file.digest) {
        Finding finding = fault("subject", file.path, "is not the file that the receipt binds");
        finding.expected = "sha256:" + found->second->digest.render();
        finding.seen = "sha256:" + file.digest.render();
        checked_.findings.push_back(std::move(finding));
      }
      subjects.erase(found);
    }
    for (const auto& [name, subject] : subjects) {
      checked_.findings.push_back(fault("subject", name, "is in the receipt and not in the packet"));
    }
  }

  void check_private(const ReceiptClaims& claims) {
    for (const PrivateFile& file : claims.private_files) {
      // parse_receipt sees to it that they are sorted.
      const std::string name = "private/" + file.name;
      const auto subject =
          std::lower_bound(claims.subjects.begin(), claims.subjects.end(), name,
                           [](const Subject& one, const std::string& wanted) { return one.name < wanted; });
      if (subject == claims.subjects.end() || subject->name != name) {
        checked_.findings.push_back(
            fault("subject", file.name, "is private and has no digest in the receipt"));
        continue;
      }
      bound_.push_back({file, subject->digest});
      check_private_file(file, subject->digest);
    }
  }

  std::string packet_digest() const {
    const auto hashed = hash_file(file_, path_, progress_);
    if (const auto* unhashed = std::get_if<Unhashed>(&hashed))
      throw Error(printable(path_) + ": " + unhashed->reason);
    return std::get<HashedFile>(hashed).digest.render();
  }

  void check_private_file(const PrivateFile& file, const Digest& digest) {
    Finding finding{Result::note, "private"};
    finding.name = printable(file.name);
    finding.expected = "sha256:" + digest.render();
    if (request_.private_folder.empty()) {
      finding.detail = "stays outside the packet and was not supplied (--private)";
    } else {
      try {
        const auto hashed =
            hash_file(open_beneath(private_folder_, file.name, Resolve::beneath), file.name, progress_);
        const auto* good = std::get_if<HashedFile>(&hashed);
        const bool same = good != nullptr && good->digest == digest && good->status.size == file.size;
        finding.result = good == nullptr ? Result::hold : same ? Result::pass : Result::stop;
        finding.seen = good == nullptr ? "" : "sha256:" + good->digest.render();
        finding.detail = good == nullptr ? std::get<Unhashed>(hashed).reason : "supplied";
      } catch (const SystemError& error) {
        finding.result = Result::hold;
        finding.detail = printable(error.what());
      }
    }
    checked_.findings.push_back(std::move(finding));
  }

  void derive_again(const BagReader& bag, const std::vector<PayloadFile>& payload,
                    const ReceiptClaims& claims, const std::string& statement) {
    const Plan& plan = *checked_.plan;
    StreamFiles streams;
    std::vector<Supplied> supplied;
    std::size_t room = kMaxStreams;
    for (const tar::Member& member : bag.payload()) {
      if (member.path.starts_with(kStreamFolder)) {
        room -= streams.emplace(member.path, bag.content(member, room)).first->second.size();
      } else if (member.path.starts_with(kEvidenceFolder)) {
        supplied.push_back({member.path.substr(kEvidenceFolder.size()), false});
      } else if (!member.path.starts_with(kPlanFolder) && member.path != kRegistrationFile) {
        checked_.findings.push_back(fault("packet-form", member.path, "is no part of a packet"));
      }
    }
    for (const BoundPrivate& one : bound_) supplied.push_back({one.file.name, true});
    Question question;
    try {
      question = ask_checkpoint(plan.manifest().checkpoint(claims.checkpoint));
    } catch (const UsageError& error) {
      checked_.findings.push_back(fault("receipt", "", error.what()));
      return;
    }
    Derived derived = derive(plan, question, streams, claims.damages, supplied, claims.parents);
    if (derived.normalised != streams) {
      checked_.findings.push_back(
          fault("stream-file", "", "the stream files are not what their records give"));
    }
    Receipt remade = receipt_of(plan, question, derived.judgement);
    remade.damages = claims.damages;
    remade.private_files = claims.private_files;
    note_engine(claims.engine, remade);
    remade.parents = claims.parents;
    remade.subjects = subjects_of(plan, payload, bound_, claims.parents);
    if (render(remade) != statement) {
      Finding finding = fault("receipt", "", "is not what plan and evidence give");
      finding.expected = std::string(answer_name(derived.judgement.answer)) + " with " +
                         std::to_string(derived.judgement.findings.size()) + " findings";
      finding.seen = claims.answer;
      checked_.findings.push_back(std::move(finding));
    }
    derived_ = derived.judgement.answer;
    if (count_stops() == 0) judgement_ = derived.judgement;
    checked_.processes = derived.judgement.processes;
    checked_.readings = derived.judgement.readings;
    for (Finding& finding : derived.judgement.findings) {
      const bool is_claim = finding.rule == "parent" && finding.result == Result::pass &&
                            std::count(unseen_parents_.begin(), unseen_parents_.end(), finding.name) > 0;
      if (is_claim) {
        finding.result = Result::note;
        finding.detail += ", as the receipt says";
      }
      checked_.findings.push_back(std::move(finding));
    }
  }

  // The answers are compared; which version gave them is the sealer's to say.
  void note_engine(const std::string& claimed, Receipt& remade) {
    if (claimed == remade.engine || claimed.empty() || remade.engine.empty()) return;
    Finding finding{Result::note, "engine"};
    finding.expected = printable(claimed);
    finding.seen = remade.engine;
    finding.detail = "queries were answered again by another version of the engine than the sealer's";
    checked_.findings.push_back(std::move(finding));
    remade.engine = claimed;
  }

  void finish() {
    const auto worst = [&](Result result) {
      return std::any_of(checked_.findings.begin(), checked_.findings.end(),
                         [&](const Finding& one) { return one.result == result; });
    };
    checked_.answer = worst(Result::stop) || !derived_ ? Answer::stop
                      : worst(Result::hold)            ? Answer::hold
                                                       : *derived_;
    if (checked_.plan) {
      for (const Unmet& one : unmet_expectations(
               request_.expectations, {*checked_.plan, checkpoint_, checked_.answer, checked_.readings})) {
        Finding finding = fault("expected", one.name, "is not what was expected");
        finding.expected = one.expected;
        finding.seen = one.seen;
        checked_.findings.push_back(std::move(finding));
        checked_.answer = Answer::stop;
      }
    }
    std::stable_sort(checked_.findings.begin(), checked_.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.result > b.result; });
  }

  const std::string& path_;
  const CheckRequest& request_;
  Anchoring anchoring_;
  Progress* progress_;
  Descriptor file_;
  std::optional<OwnPlan> own_;
  Descriptor private_folder_;
  Checked checked_;
  std::vector<BoundPrivate> bound_;
  std::optional<Answer> derived_;
  std::optional<Judgement> judgement_;  // only where nothing is wrong with the packet itself
  std::string checkpoint_;
  std::vector<std::string> unseen_parents_;  // that the receipt rests on and nobody supplied
};

}  // namespace

Checked check(const std::string& path, const CheckRequest& request, Progress* progress) {
  return Checker(path, request, Anchoring::asked, progress).check();
}

ParentView view_of(const ParentSource& source, std::vector<ParentSource> own_parents, Progress* progress) {
  CheckRequest request;
  request.parents = std::move(own_parents);
  return Checker(source.path, request, Anchoring::none, progress).view(source.name);
}

std::vector<Listed> list(const std::string& path) {
  const Descriptor file = open_for_reading(path);
  const BagReader bag(reader_of(file, path), file_status(file, path).size, path);
  std::vector<Listed> listed;
  for (const PayloadFile& one : bag.hash_payload(nullptr)) listed.push_back({one.path, one.size, one.digest});
  return listed;
}

}  // namespace evidence::packet
