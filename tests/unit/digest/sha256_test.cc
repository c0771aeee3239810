#include <gtest/gtest.h>

#include <thread>

#include "evidence/digest.h"

namespace evidence {
namespace {

struct Vector {
  const char* origin;
  std::string message;
  const char* digest;
};

const Vector kVectors[] = {
    {"NIST CAVP SHA256ShortMsg.rsp, Len = 0", "",
     "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {"NIST CAVP SHA256ShortMsg.rsp, Len = 8", "\xd3",
     "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"},
    {"NIST example for FIPS 180-4, one block", "abc",
     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {"NIST example for FIPS 180-4, two blocks", "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {"FIPS 180-2 appendix B.3, a million times a", std::string(1000000, 'a'),
     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
};

TEST(Sha256, PublishedVectors) {
  for (const Vector& vector : kVectors) {
    EXPECT_EQ(sha256(vector.message).render(), vector.digest) << vector.origin;
  }
}

TEST(Sha256, PiecesGiveTheDigestOfTheWhole) {
  const std::string message = kVectors[4].message.substr(0, 1000);
  const Digest whole = sha256(message);
  Sha256 hash;
  for (const std::size_t piece : {1U, 3U, 63U, 64U, 65U, 1000U}) {
    for (std::size_t at = 0; at < message.size(); at += piece) {
      hash.update(std::string_view(message).substr(at, piece));
      hash.update("");
    }
    EXPECT_EQ(hash.finish(), whole) << piece;
  }
}

TEST(Sha256, FinishStartsAnew) {
  Sha256 hash;
  hash.update("something else");
  hash.finish();
  EXPECT_EQ(hash.finish(), sha256(""));
  hash.update("abc");
  Sha256 moved = std::move(hash);
  EXPECT_EQ(moved.finish().render(), kVectors[2].digest);
}

TEST(Sha256, ManyThreadsMayHashAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 200; ++round) {
        EXPECT_EQ(sha256("abc").render(), kVectors[2].digest);
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace evidence
