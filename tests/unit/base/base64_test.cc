#include <gtest/gtest.h>

#include <random>

#include "evidence/base.h"

namespace evidence {
namespace {

struct Vector {
  const char* bytes;
  const char* text;
};

// RFC 4648 §10.
constexpr Vector kVectors[] = {{"", ""},
                               {"f", "Zg=="},
                               {"fo", "Zm8="},
                               {"foo", "Zm9v"},
                               {"foob", "Zm9vYg=="},
                               {"fooba", "Zm9vYmE="},
                               {"foobar", "Zm9vYmFy"}};

TEST(Base64, Rfc4648Vectors) {
  for (const Vector& vector : kVectors) {
    EXPECT_EQ(to_base64(vector.bytes), vector.text);
    EXPECT_EQ(from_base64(vector.text), vector.bytes);
  }
}

TEST(Base64, UsesTheStandardAlphabet) {
  EXPECT_EQ(to_base64("\xfb\xef\xff"), "++//");
  EXPECT_EQ(from_base64("++//"), "\xfb\xef\xff");
}

TEST(Base64, RandomBytesComeBack) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 300; ++size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) {
      byte = static_cast<char>(random());
    }
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << size;
  }
}

struct Reject {
  const char* why;
  const char* text;
};

constexpr Reject kRejects[] = {
    {"no padding", "Zg"},
    {"half the padding", "Zg="},
    {"padding alone", "===="},
    {"two pads alone", "=="},
    {"three pads", "Z==="},
    {"padding inside", "Zg==Zg=="},
    {"pad before a digit", "Z=g="},
    {"white space", "Zm 9v==="},
    {"line feed at the end", "Zm9v\n"},
    {"line feeds to a full group", "Zm9v\n\n\n\n"},
    {"url alphabet", "--__"},
    {"spare bits after one byte", "Zh=="},
    {"spare bits after two bytes", "Zm9="},
    {"one digit", "Z"},
    {"high byte", "Zm9\xc3"},
};

TEST(Base64, IsStrict) {
  for (const Reject& reject : kRejects) {
    EXPECT_FALSE(from_base64(reject.text)) << reject.why;
  }
  EXPECT_FALSE(from_base64(std::string_view("Zm9\0", 4)));
}

TEST(Base64, NoTwoTextsHaveOneValue) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  for (const char third : alphabet) {
    for (const char fourth : alphabet) {
      const std::string text = std::string("Zm") + third + fourth;
      if (const auto bytes = from_base64(text)) {
        EXPECT_EQ(to_base64(*bytes), text);
      }
    }
  }
}

}  // namespace
}  // namespace evidence
