#pragma once

// Whose word a packet rests on, outside itself: the reviewer's manifest and the keys that they name.

#include <string>
#include <string_view>
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

// Judges signature and manifest against what the reviewer named. Adds STOP and HOLD findings; the line to add
// to the command is put into `Checked::advice`.
void judge_anchor(const CheckRequest& request, const Signatures& signatures, const Plan& plan,
                  Checked& checked);

// The keys that count, from --trust and from the signers of the reviewer's own manifest when the packet's is
// that very one.
std::vector<PublicKey> trusted_keys(const CheckRequest& request, const Plan& plan);
// True when the request names a manifest and the plan is that one; a STOP is added when it names another.
bool is_own_manifest(const CheckRequest& request, const Plan& plan, Checked& checked);

}  // namespace evidence::packet
