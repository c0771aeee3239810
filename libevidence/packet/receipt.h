#pragma once

// The signed statement: an in-toto Statement v1 whose subjects are all evidence and whose predicate is what
// follows from it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/judge.h"
#include "evidence/packet.h"

namespace evidence::packet {

inline constexpr std::string_view kStatementType = "https://in-toto.io/Statement/v1";
inline constexpr std::string_view kPayloadType = "application/vnd.in-toto+json";

struct Subject {
  std::string name;  // path in the bag, "private/NAME", "manifest" or "binding"
  Digest digest;
  bool operator==(const Subject&) const = default;
};

struct PrivateFile {
  std::string name;
  std::uint64_t size = 0;
  bool operator==(const PrivateFile&) const = default;
};

// What a receipt states. A registration has an answer of "registered", a nonce and no checkpoint.
struct Receipt {
  std::vector<Subject> subjects;  // sorted by name
  std::string name;               // of the plan
  std::string run;                // empty in a registration, whose own digest is the run id
  bool registered = false;
  std::string plan_class;
  std::string standing;
  std::string checkpoint;  // empty in a registration
  std::string answer;      // PASS STOP HOLD, or "registered"
  std::string nonce;       // of a registration
  std::vector<ProcessIdentity> processes;
  std::vector<Finding> findings;
  std::vector<Damage> damages;  // of the sealer's input
  std::vector<PrivateFile> private_files;
  std::vector<ParentView> parents;  // sorted by name
  std::vector<Reading> readings;
  std::string semantics;
  std::string engine;  // that answered queries; the sealer's
  std::optional<Timestamp> time;
};

// The canonical statement, without a line feed.
std::string render(const Receipt& receipt);

// What the checker needs before it can derive everything else anew: the rest of a receipt is compared as
// bytes.
struct ReceiptClaims {
  std::string checkpoint;
  std::string answer;
  std::string nonce;
  std::string semantics;
  std::string engine;
  std::vector<Damage> damages;
  std::vector<PrivateFile> private_files;
  std::vector<ParentView> parents;
  std::vector<Subject> subjects;
  std::optional<Timestamp> time;
};
// Strict typed reading of a whole statement. Throws FormatError with the first mistake and the number of
// others.
ReceiptClaims parse_receipt(std::string_view statement, std::string_view name);

}  // namespace evidence::packet
