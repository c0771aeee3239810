#include <openssl/crypto.h>

#include "evidence/digest.h"

namespace evidence {
namespace {

constexpr std::size_t kBlockBytes = 64;

// A key as long as a block, xored with a pad; wiped when it is no longer needed.
class PaddedKey {
 public:
  PaddedKey(std::string_view key, std::uint8_t pad) {
    block_.fill(static_cast<char>(pad));
    for (std::size_t at = 0; at < key.size(); ++at) {
      block_[at] = static_cast<char>(static_cast<std::uint8_t>(key[at]) ^ pad);
    }
  }
  PaddedKey(const PaddedKey&) = delete;
  PaddedKey& operator=(const PaddedKey&) = delete;
  ~PaddedKey() { OPENSSL_cleanse(block_.data(), block_.size()); }
  std::string_view view() const { return {block_.data(), block_.size()}; }

 private:
  std::array<char, kBlockBytes> block_;
};

std::string_view view(const Digest::Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

// H((K ^ opad) || H((K ^ ipad) || text)), RFC 2104 §2; a key longer than a block is hashed first.
Digest hmac_sha256(std::string_view key, std::string_view bytes) {
  Sha256 hash;
  Digest::Bytes hashed_key{};
  if (key.size() > kBlockBytes) {
    hash.update(key);
    hashed_key = hash.finish().bytes();
    key = view(hashed_key);
  }
  hash.update(PaddedKey(key, 0x36).view());
  hash.update(bytes);
  const Digest inner = hash.finish();
  hash.update(PaddedKey(key, 0x5c).view());
  hash.update(view(inner.bytes()));
  OPENSSL_cleanse(hashed_key.data(), hashed_key.size());
  return hash.finish();
}

}  // namespace evidence
