#include <openssl/crypto.h>
#include <openssl/evp.h>

#include "evidence/digest.h"

namespace evidence {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

void require(int result) {
  if (result != 1) {
    throw Error("sha-256: OpenSSL failed");
  }
}

// Looked up once a process, because each look-up costs as much as hashing some kilobytes; never freed,
// because threads may outlive main. The system's OpenSSL configuration is not read: it would cost more than a
// small file's hash.
const EVP_MD* algorithm() {
  static const EVP_MD* const fetched = [] {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
    const EVP_MD* const found = EVP_MD_fetch(nullptr, "SHA2-256", nullptr);
    if (found == nullptr) {
      throw Error("sha-256: not available in OpenSSL");
    }
    return found;
  }();
  return fetched;
}

}  // namespace

struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  require(state_->context != nullptr ? 1 : 0);
  require(EVP_DigestInit_ex2(state_->context.get(), algorithm(), nullptr));
}

Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(std::string_view bytes) {
  require(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()));
}

Digest Sha256::finish() {
  Digest::Bytes bytes{};
  require(EVP_DigestFinal_ex(state_->context.get(), bytes.data(), nullptr));
  require(EVP_DigestInit_ex2(state_->context.get(), nullptr, nullptr));
  return Digest(bytes);
}

Digest sha256(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace evidence
