#pragma once

// A packet: evidence and a receipt in one deterministic tar. Sealing derives the receipt from the records;
// checking makes it again from what the packet holds and compares, so nothing a packet says is believed.
//
//   NAME/bag-info.txt bagit.txt                        functions of receipt and time
//   NAME/data/evidence/…                               declared evidence files
//   NAME/data/plan/…   or  NAME/data/registration.tar  the plan
//   NAME/data/streams/START.MOMENT.ROLE.RANK.ndjson    one normalised file a stream
//   NAME/manifest-sha256.txt                           digests of data/…
//   NAME/receipt.json  or  NAME/receipt.dsse.json      the statement, or its signed envelope
//   NAME/tagmanifest-sha256.txt                        digests of the files beside data/
//
// BagIt 1.0 (RFC 8493), in-toto Statement v1, DSSE 1.0. The same input gives the same bytes.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "evidence/judge.h"
#include "evidence/manifest.h"

namespace evidence::packet {

inline constexpr std::string_view kPredicateType = "urn:libevidence:receipt:v1";

// NAME=VALUE conditions on what is sealed or checked: answer, manifest ("sha256:…"), run, name, checkpoint,
// class, standing; verdict, which is the first reading's, or a reading's name.
using Expectations = std::vector<std::pair<std::string, std::string>>;
// Throws UsageError when the text is not NAME=VALUE or the value cannot be one of NAME's.
std::pair<std::string, std::string> parse_expectation(std::string_view text);

// A key file's text and its name, for messages.
struct KeyText {
  std::string name;
  std::string pem;
};

// ---- sealing ----

// A file of evidence: the artifact's name in the plan and where it lies.
struct EvidenceSource {
  std::string name;
  std::string path;
};

// An earlier packet that the plan rests on: its name in the plan and where it lies.
struct ParentSource {
  std::string name;
  std::string path;
};
// NAME=PACKET of a command line. Throws UsageError.
ParentSource parse_parent(std::string_view text);
// What an earlier packet shows, whoever vouches for it. Throws SystemError when it cannot be read,
// FormatError when it is not whole, not what its evidence gives, or a registration.
ParentView read_parent(const ParentSource& source, Progress* progress = nullptr);
// All of them. Throws UsageError besides for one that the plan does not name or that is given twice.
std::vector<ParentView> read_parents(const Plan& plan, const std::vector<ParentSource>& sources,
                                     Progress* progress = nullptr);

struct SealRequest {
  std::string checkpoint;            // empty: the only one
  std::vector<std::string> records;  // files or folders; "-" is stdin
  std::vector<EvidenceSource> evidence;
  std::vector<EvidenceSource> private_evidence;  // mode 0600 or stricter, outside a git worktree
  std::vector<ParentSource> parents;
  std::vector<KeyText> signing_keys;  // Ed25519 private keys
  Expectations expectations;          // unmet: nothing is published and Sealed::unmet says which
  std::string output;
};

struct Sealed {
  std::optional<Digest> digest;  // of the packet's file; absent when nothing was published
  Published published = Published::created;
  Judgement judgement;
  std::vector<std::string> unmet;
};

// Reads the records, judges and publishes. Publishes a STOP or HOLD too. Throws UsageError, SystemError,
// FormatError, PublishConflict.
Sealed seal(const Plan& plan, const SealRequest& request, Progress* progress = nullptr);

// Publishes a registration of an unregistered plan: manifest, binding, sums files, base, nonce and time, no
// data. `nonce` is 64 hexadecimal digits that nobody can guess. Throws like seal.
struct Registered {
  Digest digest;  // the run id
  Published published = Published::created;
};
Registered register_plan(const Plan& plan, const std::vector<KeyText>& signing_keys,
                         const std::string& output, Timestamp time, const std::string& nonce);

// ---- checking ----

struct CheckRequest {
  std::optional<std::string> manifest;  // the reviewer's own plan, a path
  std::vector<KeyText> trusted_keys;
  bool accept_unsigned = false;  // "I trust the channel"
  std::string private_folder;    // where private evidence lies; empty: not supplied
  std::vector<ParentSource> parents;
  Expectations expectations;
};

struct Checked {
  Answer answer = Answer::stop;
  std::vector<Finding> findings;
  std::vector<ProcessIdentity> processes;
  std::vector<Reading> readings;
  std::vector<std::pair<std::string, std::string>> head;  // for the report
  std::vector<std::string> caveats_of_plan;
  std::optional<Plan> plan;  // as sealed, if it could be read
  std::string advice;        // the line to add for an outside anchor; empty when there is one
};

// Checks everything that the packet says, offline. Whatever is wrong with the packet is a finding; throws
// only when the packet or something of the reviewer's own (keys, manifest) cannot be read.
Checked check(const std::string& path, const CheckRequest& request, Progress* progress = nullptr);

// The members of a packet with size and digest, in order, without judging. Throws FormatError when it is not
// in the strict form.
struct Listed {
  std::string path;
  std::uint64_t size = 0;
  Digest digest;
};
std::vector<Listed> list(const std::string& path);

// Whether a registration's bytes are what its own receipt says; the findings if not.
std::vector<Finding> check_registration(std::string_view tar, std::string_view name);

}  // namespace evidence::packet
