#pragma once

// Keys that sign and verify receipts. A key is a value: immutable, cheap to copy, usable from any thread at
// once.
//
// Every public key has exactly one accepted encoding (SubjectPublicKeyInfo, RFC 5280 §4.1; named curve and
// uncompressed point), because keys are counted by their DER bytes: a second spelling of one key would be a
// second signer.

#include <memory>
#include <string>
#include <string_view>

namespace evidence::packet {

class PublicKey {
 public:
  // Ed25519 (RFC 8410) or ECDSA over P-256, in one PEM block "PUBLIC KEY". Throws FormatError naming `name`.
  static PublicKey parse_pem(std::string_view pem, std::string_view name);

  // Lower-case hexadecimal SHA-256 of der().
  std::string id() const;
  std::string der() const;
  // As openssl writes it; parse_pem is its inverse.
  std::string pem() const;

  // Ed25519: 64 bytes (RFC 8032). ECDSA: over SHA-256, in DER (as openssl and in-toto write it) or as r and s
  // of 32 bytes each (as DSSE's own example has it). A signature of any other form verifies nothing. Throws
  // Error only when the cryptographic library itself fails.
  bool verifies(std::string_view message, std::string_view signature) const;

  // Same DER bytes.
  bool operator==(const PublicKey& other) const;

 private:
  friend class PrivateKey;
  struct State;
  explicit PublicKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  static PublicKey parse_der(std::string_view der, std::string_view name);
  std::shared_ptr<const State> state_;
};

class PrivateKey {
 public:
  // Ed25519 in one PEM block "PRIVATE KEY" (PKCS#8), not encrypted; never asks for a pass phrase. Throws
  // FormatError.
  static PrivateKey parse_pem(std::string_view pem, std::string_view name);

  // 64 bytes (RFC 8032), the same for the same message. Throws Error when the cryptographic library fails.
  std::string sign(std::string_view message) const;
  PublicKey public_key() const;

 private:
  struct State;
  explicit PrivateKey(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  std::shared_ptr<const State> state_;
};

}  // namespace evidence::packet
