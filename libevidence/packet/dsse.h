#pragma once

// DSSE 1.0.0 envelopes (Dead Simple Signing Envelope): what is signed is the pre-authentication encoding of
// the payload's type and its exact bytes, so the payload need not be parsed before it is known to be signed.
//
// Everything in an envelope that comes in is an attacker's. Key ids are hints for people: nothing here
// decides by them.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "keys.h"

namespace evidence::packet {

inline constexpr std::size_t kMaxSignatures = 64;
inline constexpr std::size_t kMaxPayload = std::size_t{256} << 20;  // bytes, 256 MiB

// "DSSEv1" SP LEN(type) SP type SP LEN(payload) SP payload, lengths in bytes as decimal numbers (protocol.md,
// "Signature Definition").
std::string pae(std::string_view payload_type, std::string_view payload);

struct Signature {
  std::string key_id;  // empty: the envelope does not say
  std::string bytes;
  bool operator==(const Signature&) const = default;
};

struct Envelope {
  std::string payload_type;
  std::string payload;
  std::vector<Signature> signatures;
  bool operator==(const Envelope&) const = default;
};

// Reads an envelope in canonical JSON (RFC 8785), without a line feed at the end. Throws FormatError naming
// `name` and the JSON path of the first mistake: unknown or missing members, an empty payload type, an empty
// key id or signature, base64 that is not RFC 4648 §4 with padding, and whatever exceeds a limit. An envelope
// without signatures is one.
Envelope parse_envelope(std::string_view bytes, std::string_view name);

// Canonical JSON; parse_envelope is its inverse. Preconditions (asserted): the type and the key ids are
// UTF-8.
std::string render(const Envelope& envelope);

// Signatures in the order of their key ids, one a key even when a key is given twice: the same input gives
// the same bytes. Throws UsageError for more than kMaxSignatures keys or a payload over kMaxPayload.
Envelope sign(std::string payload_type, std::string payload, std::span<const PrivateKey> keys);

// The distinct keys among `trusted` by which at least one signature verifies, in the order of `trusted`.
// Signatures by others, and those that verify nothing, count for nothing and hide nothing. How many are
// enough is the caller's matter.
std::vector<PublicKey> verified_by(const Envelope& envelope, std::span<const PublicKey> trusted);

}  // namespace evidence::packet
