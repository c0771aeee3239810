#include <gtest/gtest.h>

#include "evidence/digest.h"

namespace evidence {
namespace {

struct Vector {
  const char* name;  // of the test case in RFC 4231 §4
  std::string key;
  std::string data;
  std::string code;  // its first digits, where the case truncates
};

std::string counting_key() {
  std::string key;
  for (char byte = 1; byte <= 25; ++byte) {
    key += byte;
  }
  return key;
}

const Vector kVectors[] = {
    {"test case 1", std::string(20, '\x0b'), "Hi There",
     "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
    {"test case 2", "Jefe", "what do ya want for nothing?",
     "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
    {"test case 3", std::string(20, '\xaa'), std::string(50, '\xdd'),
     "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
    {"test case 4", counting_key(), std::string(50, '\xcd'),
     "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
    {"test case 5", std::string(20, '\x0c'), "Test With Truncation", "a3b6167473100ee06e0c796c2955552b"},
    {"test case 6", std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First",
     "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    {"test case 7", std::string(131, '\xaa'),
     "This is a test using a larger than block-size key and a larger than block-size data. The key needs to "
     "be "
     "hashed before being used by the HMAC algorithm.",
     "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
};

TEST(Hmac, Rfc4231Vectors) {
  for (const Vector& vector : kVectors) {
    EXPECT_EQ(hmac_sha256(vector.key, vector.data).render().substr(0, vector.code.size()), vector.code)
        << vector.name;
  }
}

// RFC 2104 §2: a key is padded with zeros up to the block's 64 bytes, and hashed only above.
TEST(Hmac, KeysAroundTheBlockSize) {
  const std::string block(64, 'k');
  EXPECT_EQ(hmac_sha256("key", "data"), hmac_sha256("key" + std::string(61, '\0'), "data"));
  EXPECT_EQ(hmac_sha256("", "data"), hmac_sha256(std::string(64, '\0'), "data"));
  const Digest::Bytes hashed = sha256(block + 'k').bytes();
  const std::string hashed_key(hashed.begin(), hashed.end());
  EXPECT_EQ(hmac_sha256(block + 'k', "data"), hmac_sha256(hashed_key, "data"));
  EXPECT_NE(hmac_sha256(block, "data"), hmac_sha256(block + 'k', "data"));
}

}  // namespace
}  // namespace evidence
