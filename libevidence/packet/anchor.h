#pragma once

// Whose word a packet rests on, outside itself: the reviewer's manifest and the keys that they name.

#include <optional>
#include <string>
#include <vector>

#include "evidence/packet.h"
#include "keys.h"

namespace evidence::packet {

// The signature side, before the payload is believed.
struct Signatures {
  bool is_signed = false;
  std::vector<PublicKey> verified{};  // distinct trusted keys by which a signature verifies
  std::size_t given = 0;              // signatures in the envelope
};

// The reviewer's own manifest or registration, read once: it may be a pipe.
struct OwnPlan {
  Digest digest;
  bool is_registration = false;
  // Throws UsageError and SystemError.
  static OwnPlan read(const std::string& path);
};
// True when there is one and the packet's plan is that very one.
bool is_own_plan(const std::optional<OwnPlan>& own, const Plan& plan);

// Judges signature and manifest against what the reviewer named. Adds STOP and HOLD findings; the line to add
// to the command is put into `Checked::advice`.
void judge_anchor(const CheckRequest& request, const std::optional<OwnPlan>& own,
                  const Signatures& signatures, const Plan& plan, Checked& checked);

// The keys that count, from --trust and from the signers of the reviewer's own manifest when the packet's is
// that very one.
std::vector<PublicKey> trusted_keys(const CheckRequest& request, const std::optional<OwnPlan>& own,
                                    const Plan& plan);

}  // namespace evidence::packet
