#pragma once

// Keys made of known seeds.

#include <stdexcept>
#include <string>
#include <string_view>

#include "evidence/base.h"
#include "packet/keys.h"
#include "packet/pem.h"

namespace evidence::packet {

inline std::string unhex(std::string_view text) {
  const auto bytes = from_hex(text);
  if (!bytes) throw std::invalid_argument("not hexadecimal");
  return std::string(bytes->begin(), bytes->end());
}

// PKCS#8 around the 32 bytes of an Ed25519 seed (RFC 8410 §7).
inline std::string private_pem(std::string_view seed) {
  return render_pem_block({"PRIVATE KEY", unhex("302e020100300506032b657004220420").append(seed)});
}

inline PrivateKey key_of_seed(std::string_view seed) {
  return PrivateKey::parse_pem(private_pem(seed), "key.pem");
}

// A key for tests only: its seed is one character 32 times.
inline PrivateKey key_of(char character) {
  return key_of_seed(std::string(32, character));
}

inline std::string ed25519_public_pem(std::string_view raw) {
  return render_pem_block({"PUBLIC KEY", unhex("302a300506032b6570032100").append(raw)});
}

inline std::string p256_public_pem(std::string_view x, std::string_view y) {
  const std::string head = unhex("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
  return render_pem_block({"PUBLIC KEY", head + std::string(x) + std::string(y)});
}

}  // namespace evidence::packet
