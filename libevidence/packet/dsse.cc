#include "dsse.h"

#include <algorithm>
#include <map>
#include <optional>

#include "evidence/base.h"
#include "evidence/json.h"

namespace evidence::packet {
namespace {

constexpr std::size_t kMaxText = 1024;  // bytes of a payload type, a key id or a decoded signature

constexpr std::size_t base64_length(std::size_t bytes) {
  return (bytes + 2) / 3 * 4;
}

// Beyond this no envelope within the limits can be; it bounds the scanner. Escapes make a character at most
// six bytes.
constexpr std::size_t kMaxEnvelope =
    base64_length(kMaxPayload) + (kMaxSignatures + 1) * (6 * kMaxText + base64_length(kMaxText) + 64);

std::optional<std::string> read_text(const json::Place& place) {
  auto text = place.string();
  if (!text) return std::nullopt;
  if (!text->empty() && text->size() <= kMaxText) return text;
  place.mistake(text->empty() ? "must not be empty"
                              : "is longer than " + std::to_string(kMaxText) + " bytes");
  return std::nullopt;
}

std::optional<std::string> read_base64(const json::Place& place, std::size_t limit) {
  if (!place.expect(json::Kind::string)) return std::nullopt;
  const std::string_view text = place.node().string();
  if (text.size() > base64_length(limit)) {
    place.mistake("has more than " + std::to_string(limit) + " bytes");
    return std::nullopt;
  }
  auto bytes = from_base64(text);
  if (!bytes) {
    place.mistake("must be base64 with padding");
  } else if (bytes->size() > limit) {
    place.mistake("has more than " + std::to_string(limit) + " bytes");
    return std::nullopt;
  }
  return bytes;
}

Signature read_signature(const json::Place& place) {
  Signature signature;
  json::ObjectReader reader(place);
  if (const auto id = reader.maybe("keyid")) signature.key_id = read_text(*id).value_or("");
  if (const auto sig = reader.required("sig")) {
    signature.bytes = read_base64(*sig, kMaxText).value_or("");
    if (sig->node().is(json::Kind::string) && sig->node().string().empty()) sig->mistake("must not be empty");
  }
  reader.finish();
  return signature;
}

std::vector<Signature> read_signatures(const json::Place& place) {
  std::vector<Signature> signatures;
  if (!place.expect(json::Kind::array)) return signatures;
  if (place.node().size() > kMaxSignatures) {
    place.mistake("has " + std::to_string(place.node().size()) + " signatures, at most " +
                  std::to_string(kMaxSignatures) + " are allowed");
    return signatures;
  }
  json::each_element(place,
                     [&](const json::Place& element) { signatures.push_back(read_signature(element)); });
  return signatures;
}

Envelope read_envelope(const json::Place& place) {
  Envelope envelope;
  json::ObjectReader reader(place);
  if (const auto type = reader.required("payloadType")) envelope.payload_type = read_text(*type).value_or("");
  if (const auto payload = reader.required("payload")) {
    envelope.payload = read_base64(*payload, kMaxPayload).value_or("");
  }
  if (const auto signatures = reader.required("signatures"))
    envelope.signatures = read_signatures(*signatures);
  reader.finish();
  return envelope;
}

bool any_verifies(const Envelope& envelope, std::string_view signed_bytes, const PublicKey& key) {
  return std::any_of(envelope.signatures.begin(), envelope.signatures.end(),
                     [&](const Signature& signature) { return key.verifies(signed_bytes, signature.bytes); });
}

}  // namespace

std::string pae(std::string_view payload_type, std::string_view payload) {
  const std::string type_length = std::to_string(payload_type.size());
  const std::string payload_length = std::to_string(payload.size());
  std::string encoded;
  encoded.reserve(16 + type_length.size() + payload_type.size() + payload_length.size() + payload.size());
  encoded.append("DSSEv1 ").append(type_length).append(" ").append(payload_type);
  return encoded.append(" ").append(payload_length).append(" ").append(payload);
}

Envelope parse_envelope(std::string_view bytes, std::string_view name) {
  if (bytes.size() > kMaxEnvelope) throw FormatError(name, "", "is too long for an envelope");
  json::Document document;
  if (const auto error = document.scan(bytes, json::Form::canonical)) {
    throw FormatError(name, "offset " + std::to_string(error->offset), error->reason);
  }
  json::Mistakes mistakes;
  Envelope envelope = read_envelope(json::Place(document.root(), mistakes));
  if (!mistakes.empty()) {
    const json::Mistake& first = mistakes.list().front();
    throw FormatError(name, first.path, first.reason);
  }
  return envelope;
}

std::string render(const Envelope& envelope) {
  json::Array signatures;
  for (const Signature& signature : envelope.signatures) {
    json::Object members;
    if (!signature.key_id.empty()) members.emplace("keyid", signature.key_id);
    members.emplace("sig", to_base64(signature.bytes));
    signatures.emplace_back(std::move(members));
  }
  json::Object members;
  members.emplace("payload", to_base64(envelope.payload));
  members.emplace("payloadType", envelope.payload_type);
  members.emplace("signatures", std::move(signatures));
  return json::canonical(json::Value(std::move(members)));
}

Envelope sign(std::string payload_type, std::string payload, std::span<const PrivateKey> keys) {
  if (keys.size() > kMaxSignatures) {
    throw UsageError("more than " + std::to_string(kMaxSignatures) + " keys to sign with");
  }
  if (payload.size() > kMaxPayload) {
    throw UsageError("a payload of " + std::to_string(payload.size()) + " bytes cannot be signed, at most " +
                     std::to_string(kMaxPayload) + " are allowed");
  }
  const std::string signed_bytes = pae(payload_type, payload);
  std::map<std::string, std::string> by_id;
  for (const PrivateKey& key : keys) by_id.emplace(key.public_key().id(), key.sign(signed_bytes));
  Envelope envelope{std::move(payload_type), std::move(payload), {}};
  for (const auto& [id, bytes] : by_id) envelope.signatures.push_back({id, bytes});
  return envelope;
}

std::vector<PublicKey> verified_by(const Envelope& envelope, std::span<const PublicKey> trusted) {
  const std::string signed_bytes = pae(envelope.payload_type, envelope.payload);
  std::vector<PublicKey> verified;
  for (const PublicKey& key : trusted) {
    const bool counted = std::find(verified.begin(), verified.end(), key) != verified.end();
    if (!counted && any_verifies(envelope, signed_bytes, key)) verified.push_back(key);
  }
  return verified;
}

}  // namespace evidence::packet
