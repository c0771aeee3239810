#include "keys.h"

#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <algorithm>

#include "evidence/base.h"
#include "evidence/digest.h"
#include "pem.h"

namespace evidence::packet {
namespace {

using namespace std::string_view_literals;

using KeyHandle = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using ContextHandle = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

constexpr std::size_t kEd25519Signature = 64;
constexpr std::size_t kRawEcdsaSignature = 64;

// What stands before the 32 bytes of an Ed25519 key (RFC 8410 §4) and before the 64 bytes of an uncompressed
// point of P-256 (RFC 5480 §2) in the only DER form there is.
constexpr std::string_view kEd25519Head = "\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00"sv;
constexpr std::string_view kP256Head =
    "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00\x04"sv;
constexpr std::size_t kEd25519Length = kEd25519Head.size() + 32;
constexpr std::size_t kP256Length = kP256Head.size() + 64;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

[[noreturn]] void throw_failed(const char* operation) {
  ERR_clear_error();
  throw Error(std::string("openssl: ") + operation + " failed");
}

ContextHandle new_context() {
  ContextHandle context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  if (!context) throw_failed("making a context");
  return context;
}

bool has_form(std::string_view der, std::string_view head, std::size_t length) {
  return der.size() == length && der.substr(0, head.size()) == head;
}

KeyHandle decoded_public(std::string_view der) {
  const unsigned char* at = bytes_of(der);
  KeyHandle key(d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size())), &EVP_PKEY_free);
  ERR_clear_error();
  if (at != bytes_of(der) + der.size()) key.reset();
  return key;
}

KeyHandle decoded_private(std::string_view der) {
  const unsigned char* at = bytes_of(der);
  using Info = std::unique_ptr<PKCS8_PRIV_KEY_INFO, decltype(&PKCS8_PRIV_KEY_INFO_free)>;
  const Info info(d2i_PKCS8_PRIV_KEY_INFO(nullptr, &at, static_cast<long>(der.size())),
                  &PKCS8_PRIV_KEY_INFO_free);
  KeyHandle key(nullptr, &EVP_PKEY_free);
  if (info && at == bytes_of(der) + der.size()) key.reset(EVP_PKCS82PKEY(info.get()));
  ERR_clear_error();
  return key;
}

// "RSA", "EC secp384r1", for messages.
std::string kind_of(const EVP_PKEY& key) {
  const char* const type = EVP_PKEY_get0_type_name(&key);
  std::string kind = type == nullptr ? "unknown" : type;
  char group[64];
  std::size_t length = 0;
  if (EVP_PKEY_get_group_name(&key, group, sizeof group, &length) == 1) {
    kind.append(" ").append(group, length);
  }
  ERR_clear_error();
  return kind;
}

// A signature of r and s as numbers of 32 bytes, in DER; empty when that cannot be made.
std::string der_of_raw(std::string_view raw) {
  using Signature = std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)>;
  const Signature signature(ECDSA_SIG_new(), &ECDSA_SIG_free);
  BIGNUM* const r = BN_bin2bn(bytes_of(raw), 32, nullptr);
  BIGNUM* const s = BN_bin2bn(bytes_of(raw) + 32, 32, nullptr);
  if (!signature || ECDSA_SIG_set0(signature.get(), r, s) != 1) {
    BN_free(r);
    BN_free(s);
    throw_failed("reading a signature");
  }
  std::string der(static_cast<std::size_t>(std::max(0, i2d_ECDSA_SIG(signature.get(), nullptr))), '\0');
  auto* to = reinterpret_cast<unsigned char*>(der.data());
  i2d_ECDSA_SIG(signature.get(), &to);
  return der;
}

// Anything but 1 is "does not verify": an attacker writes the signature, so no answer may be an accident.
bool verifies_with(EVP_PKEY* key, const EVP_MD* hash, std::string_view message, std::string_view signature) {
  const ContextHandle context = new_context();
  if (EVP_DigestVerifyInit(context.get(), nullptr, hash, nullptr, key) != 1)
    throw_failed("EVP_DigestVerifyInit");
  const int answer = EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(), bytes_of(message),
                                      message.size());
  ERR_clear_error();
  return answer == 1;
}

}  // namespace

// ---- public ----

struct PublicKey::State {
  std::string der;
  KeyHandle key;
};

PublicKey PublicKey::parse_der(std::string_view der, std::string_view name) {
  KeyHandle key = decoded_public(der);
  if (!key) throw FormatError(name, "", "is not a valid public key");
  const bool usual = has_form(der, kEd25519Head, kEd25519Length) || has_form(der, kP256Head, kP256Length);
  if (!usual) {
    const std::string kind = kind_of(*key);
    if (kind == "ED25519" || kind == "EC prime256v1") {
      throw FormatError(name, "", "is not in the usual DER form (named curve, uncompressed point)");
    }
    throw FormatError(name, "", "is of the kind " + kind + ", must be Ed25519 or ECDSA P-256");
  }
  return PublicKey(std::make_shared<const State>(State{std::string(der), std::move(key)}));
}

PublicKey PublicKey::parse_pem(std::string_view pem, std::string_view name) {
  const PemBlock block = parse_pem_block(pem, name);
  if (block.label != "PUBLIC KEY") {
    throw FormatError(name, "", "is a PEM block \"" + block.label + "\", must be \"PUBLIC KEY\"");
  }
  return parse_der(block.bytes, name);
}

std::string PublicKey::id() const {
  return sha256(state_->der).render();
}

std::string PublicKey::der() const {
  return state_->der;
}

std::string PublicKey::pem() const {
  return render_pem_block({"PUBLIC KEY", state_->der});
}

bool PublicKey::verifies(std::string_view message, std::string_view signature) const {
  EVP_PKEY* const key = state_->key.get();
  if (EVP_PKEY_get_base_id(key) == EVP_PKEY_ED25519) {
    return signature.size() == kEd25519Signature && verifies_with(key, nullptr, message, signature);
  }
  if (verifies_with(key, EVP_sha256(), message, signature)) return true;
  return signature.size() == kRawEcdsaSignature &&
         verifies_with(key, EVP_sha256(), message, der_of_raw(signature));
}

bool PublicKey::operator==(const PublicKey& other) const {
  return state_->der == other.state_->der;
}

// ---- private ----

struct PrivateKey::State {
  KeyHandle key;
};

PrivateKey PrivateKey::parse_pem(std::string_view pem, std::string_view name) {
  PemBlock block = parse_pem_block(pem, name);
  KeyHandle key = decoded_private(block.bytes);
  OPENSSL_cleanse(block.bytes.data(), block.bytes.size());
  if (block.label.substr(0, 3) == "EC " || (key && EVP_PKEY_get_base_id(key.get()) == EVP_PKEY_EC)) {
    throw FormatError(name, "", "is an ECDSA key, whose signing is not deterministic; use Ed25519");
  }
  if (block.label != "PRIVATE KEY") {
    throw FormatError(name, "", "is a PEM block \"" + block.label + "\", must be \"PRIVATE KEY\"");
  }
  if (!key) throw FormatError(name, "", "is not a valid private key");
  if (EVP_PKEY_get_base_id(key.get()) != EVP_PKEY_ED25519) {
    throw FormatError(name, "", "is of the kind " + kind_of(*key) + ", must be Ed25519");
  }
  return PrivateKey(std::make_shared<const State>(State{std::move(key)}));
}

std::string PrivateKey::sign(std::string_view message) const {
  const ContextHandle context = new_context();
  std::string signature(kEd25519Signature, '\0');
  std::size_t length = signature.size();
  if (EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, state_->key.get()) != 1 ||
      EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()), &length,
                     bytes_of(message), message.size()) != 1 ||
      length != signature.size()) {
    throw_failed("signing");
  }
  return signature;
}

PublicKey PrivateKey::public_key() const {
  std::string raw(32, '\0');
  std::size_t length = raw.size();
  if (EVP_PKEY_get_raw_public_key(state_->key.get(), reinterpret_cast<unsigned char*>(raw.data()), &length) !=
      1) {
    throw_failed("EVP_PKEY_get_raw_public_key");
  }
  return PublicKey::parse_der(std::string(kEd25519Head) + raw, "public key");
}

}  // namespace evidence::packet
