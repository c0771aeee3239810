#include "packet/keys.h"

#include <gtest/gtest.h>

#include "evidence/digest.h"
#include "key_fixture.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::packet {
namespace {

struct Vector {
  const char* title;
  const char* seed;
  const char* public_key;
  const char* message;
  const char* signature;
};

class Rfc8032 : public testing::TestWithParam<Vector> {};

TEST_P(Rfc8032, signs_and_verifies) {
  const Vector& row = GetParam();
  const PrivateKey key = key_of_seed(unhex(row.seed));
  const std::string message = unhex(row.message);
  const std::string signature = unhex(row.signature);
  EXPECT_EQ(key.public_key().pem(), ed25519_public_pem(unhex(row.public_key)));
  EXPECT_EQ(key.sign(message), signature);
  EXPECT_TRUE(
      PublicKey::parse_pem(ed25519_public_pem(unhex(row.public_key)), "k").verifies(message, signature));
}

// RFC 8032 §7.1, TEST 1 to 3.
INSTANTIATE_TEST_SUITE_P(
    rows, Rfc8032,
    testing::Values(
        Vector{
            "test_1", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"},
        Vector{
            "test_2", "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"},
        Vector{
            "test_3", "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"}),
    [](const auto& row) { return row.param.title; });

TEST(Ed25519, every_flipped_bit_of_a_signature_fails) {
  const PrivateKey key = key_of('a');
  std::string signature = key.sign("message");
  ASSERT_TRUE(key.public_key().verifies("message", signature));
  for (std::size_t bit = 0; bit < 8 * signature.size(); ++bit) {
    signature[bit / 8] = static_cast<char>(signature[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(key.public_key().verifies("message", signature)) << bit;
    signature[bit / 8] = static_cast<char>(signature[bit / 8] ^ (1 << bit % 8));
  }
}

TEST(Ed25519, only_its_message_key_and_length) {
  const PrivateKey key = key_of('a');
  const std::string signature = key.sign("message");
  EXPECT_FALSE(key.public_key().verifies("message ", signature));
  EXPECT_FALSE(key.public_key().verifies("", signature));
  EXPECT_FALSE(key_of('b').public_key().verifies("message", signature));
  EXPECT_FALSE(key.public_key().verifies("message", ""));
  EXPECT_FALSE(key.public_key().verifies("message", signature.substr(0, 63)));
  EXPECT_FALSE(key.public_key().verifies("message", signature + '\0'));
}

// The example of the DSSE protocol document: P-256 with r and s raw.
const std::string kExampleKey =
    p256_public_pem(unhex("67cd390f77aa359cb08c2235f652270493a9ed832b0abcc01f70954c0390d238"),
                    unhex("0c782bd54e269125a44f4433aff1432ce94e12bca73aa67ac80cea12608ddf74"));
const char* const kExampleMessage = "DSSEv1 29 http://example.com/HelloWorld 11 hello world";
const char* const kExampleSignature =
    "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==";

TEST(P256, verifies_the_example_of_dsse) {
  const PublicKey key = PublicKey::parse_pem(kExampleKey, "key.pem");
  std::string signature = *from_base64(kExampleSignature);
  EXPECT_TRUE(key.verifies(kExampleMessage, signature));
  EXPECT_FALSE(key.verifies("DSSEv1 29 http://example.com/HelloWorld 11 hello worlD", signature));
  EXPECT_FALSE(key.verifies(kExampleMessage, signature.substr(0, 63)));
  EXPECT_FALSE(key.verifies(kExampleMessage, signature + '\0'));
  EXPECT_FALSE(key.verifies(kExampleMessage, std::string(64, '\0')));
  EXPECT_FALSE(key.verifies(kExampleMessage, std::string(64, '\xff')));
  EXPECT_FALSE(key.verifies(kExampleMessage, ""));
  signature[40] = static_cast<char>(signature[40] ^ 1);
  EXPECT_FALSE(key.verifies(kExampleMessage, signature));
}

TEST(Keys, the_id_is_of_the_der_bytes) {
  const PublicKey key = key_of('a').public_key();
  EXPECT_EQ(key.der().size(), 44U);
  EXPECT_EQ(key.id(), sha256(key.der()).render());
}

TEST(Keys, are_equal_by_bytes) {
  const PublicKey key = key_of('a').public_key();
  EXPECT_TRUE(key == key_of('a').public_key());
  EXPECT_FALSE(key == key_of('b').public_key());
  EXPECT_FALSE(key == PublicKey::parse_pem(kExampleKey, "key.pem"));
}

TEST(Keys, pem_comes_back) {
  for (const std::string& pem : {key_of('a').public_key().pem(), kExampleKey}) {
    EXPECT_EQ(PublicKey::parse_pem(pem, "key.pem").pem(), pem);
  }
}

// ---- what is refused ----

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
  return text;
}

std::string refusal_of_public(const std::string& pem) {
  try {
    PublicKey::parse_pem(pem, "key.pem");
    return "accepted";
  } catch (const FormatError& error) {
    return error.what();
  }
}

std::string refusal_of_private(const std::string& pem) {
  try {
    PrivateKey::parse_pem(pem, "key.pem");
    return "accepted";
  } catch (const FormatError& error) {
    return error.what();
  }
}

const std::string kPem =
    ed25519_public_pem(unhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"));
constexpr const char* kNotOne = "key.pem: must be one PEM block and nothing else";
constexpr const char* kNotBase64 = "key.pem: the PEM block is not valid base64";

struct Text {
  const char* title;
  std::string pem;
  std::string answer;
};

class PemText : public testing::TestWithParam<Text> {};

TEST_P(PemText, is_judged) {
  EXPECT_EQ(refusal_of_public(GetParam().pem), GetParam().answer);
}

INSTANTIATE_TEST_SUITE_P(
    rows, PemText,
    testing::Values(
        Text{"good", kPem, "accepted"}, Text{"crlf", replaced(kPem, "\n", "\r\n"), "accepted"},
        Text{"white_space_around", "\n \t\r\n" + kPem + "\n\n  ", "accepted"},
        Text{"no_last_line_feed", kPem.substr(0, kPem.size() - 1), "accepted"}, Text{"empty", "", kNotOne},
        Text{"text_before", "my key\n" + kPem, kNotOne}, Text{"text_behind", kPem + "my key\n", kNotOne},
        Text{"two_keys", kPem + kPem, kNotOne}, Text{"byte_order_mark", "\xef\xbb\xbf" + kPem, kNotOne},
        Text{"no_end", kPem.substr(0, kPem.find("-----END")), kNotOne},
        Text{"other_end", replaced(kPem, "END PUBLIC", "END QUIET"), kNotOne},
        Text{"nothing_inside", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n", kNotBase64},
        Text{"on_one_line", replaced(kPem, "KEY-----\nM", "KEY-----M"), kNotOne},
        Text{"header_line", replaced(kPem, "KEY-----\nM", "KEY-----\nComment: x\n\nM"), kNotBase64},
        Text{"nul_inside", replaced(kPem, "MCow", std::string("MCow\0", 5)), kNotBase64},
        Text{"bad_letter", replaced(kPem, "MCow", "MC*w"), kNotBase64},
        Text{"too_long", kPem + std::string(20000, '\n'), "key.pem: is too long for a PEM key (over 16 KiB)"},
        Text{"der_with_more_behind", render_pem_block({"PUBLIC KEY", key_of('a').public_key().der() + '\0'}),
             "key.pem: is not a valid public key"},
        Text{"der_cut", render_pem_block({"PUBLIC KEY", key_of('a').public_key().der().substr(0, 43)}),
             "key.pem: is not a valid public key"},
        Text{"not_der", render_pem_block({"PUBLIC KEY", "hello"}), "key.pem: is not a valid public key"},
        Text{"point_off_the_curve", p256_public_pem(std::string(32, 'x'), std::string(32, 'y')),
             "key.pem: is not a valid public key"},
        Text{"a_private_key", private_pem(std::string(32, 'a')),
             "key.pem: is a PEM block \"PRIVATE KEY\", must be \"PUBLIC KEY\""}),
    [](const auto& row) { return row.param.title; });

TEST(PrivateKeys, a_public_key_is_refused) {
  EXPECT_EQ(refusal_of_private(kPem), "key.pem: is a PEM block \"PUBLIC KEY\", must be \"PRIVATE KEY\"");
}

TEST(PrivateKeys, a_short_seed_is_refused) {
  EXPECT_EQ(refusal_of_private(private_pem("short")), "key.pem: is not a valid private key");
}

TEST(PrivateKeys, more_behind_the_key_is_refused) {
  EXPECT_EQ(refusal_of_private(private_pem(std::string(32, 'a'))), "accepted");
  EXPECT_EQ(refusal_of_private(private_pem(std::string(32, 'a') + "x")),
            "key.pem: is not a valid private key");
}

// ---- beside openssl ----

class Openssl : public testing::Test {
 protected:
  void SetUp() override {
    if (run_program("openssl version").status != 0) GTEST_SKIP() << "skipped: no openssl program here";
  }
  // In the folder.
  void openssl(const std::string& arguments) {
    const Ran ran = run_program("cd '" + folder_.path() + "' && openssl " + arguments);
    ASSERT_EQ(ran.status, 0) << arguments << ": " << ran.output;
  }
  bool stock_verifies(const std::string& message, const std::string& signature,
                      const std::string& public_pem) {
    folder_.write("m", message);
    folder_.write("s", signature);
    folder_.write("p.pem", public_pem);
    return run_program("cd '" + folder_.path() +
                       "' && openssl pkeyutl -verify -pubin -inkey p.pem -rawin -in m -sigfile s")
               .status == 0;
  }
  TempFolder folder_;
};

TEST_F(Openssl, verifies_what_we_sign_with_its_keys) {
  openssl("genpkey -algorithm ed25519 -out k.pem");
  openssl("pkey -in k.pem -pubout -out k.pub.pem");
  const PrivateKey key = PrivateKey::parse_pem(folder_.read("k.pem"), "k.pem");
  EXPECT_EQ(key.public_key().pem(), folder_.read("k.pub.pem"));
  for (const std::string& message : {std::string("m"), std::string(5000, '\xff')}) {
    const std::string signature = key.sign(message);
    EXPECT_TRUE(stock_verifies(message, signature, key.public_key().pem()));
    EXPECT_FALSE(stock_verifies(message + "x", signature, key.public_key().pem()));
  }
}

TEST_F(Openssl, gives_the_same_id) {
  openssl("genpkey -algorithm ed25519 -out k.pem");
  openssl("pkey -in k.pem -pubout -outform DER -out k.der");
  const PublicKey key = PrivateKey::parse_pem(folder_.read("k.pem"), "k.pem").public_key();
  EXPECT_EQ(key.der(), folder_.read("k.der"));
  EXPECT_EQ(run_program("openssl dgst -sha256 -r '" + (folder_ / "k.der") + "'").output.substr(0, 64),
            key.id());
}

TEST_F(Openssl, signs_what_we_verify) {
  for (const std::string& kind :
       {std::string("ed25519"), std::string("EC -pkeyopt ec_paramgen_curve:P-256")}) {
    openssl("genpkey -algorithm " + kind + " -out k.pem");
    openssl("pkey -in k.pem -pubout -out k.pub.pem");
    folder_.write("m", "a message");
    openssl("pkeyutl -sign -inkey k.pem -rawin -in m -out s");
    const PublicKey key = PublicKey::parse_pem(folder_.read("k.pub.pem"), "k.pub.pem");
    EXPECT_TRUE(key.verifies("a message", folder_.read("s"))) << kind;
    EXPECT_FALSE(key.verifies("A message", folder_.read("s"))) << kind;
    EXPECT_FALSE(key.verifies("a message", folder_.read("s") + "x")) << kind;
    EXPECT_EQ(key.pem(), folder_.read("k.pub.pem")) << kind;
  }
}

struct Foreign {
  const char* title;
  const char* generate;  // writes k.pem
  const char* of_public;
  const char* of_private;
};

class OpensslKinds : public Openssl, public testing::WithParamInterface<Foreign> {};

TEST_P(OpensslKinds, are_refused_with_their_reason) {
  openssl(GetParam().generate);
  openssl("pkey -in k.pem -passin pass:x -pubout -out k.pub.pem");
  EXPECT_EQ(refusal_of_public(folder_.read("k.pub.pem")), GetParam().of_public);
  EXPECT_EQ(refusal_of_private(folder_.read("k.pem")), GetParam().of_private);
}

constexpr const char* kNotDeterministic =
    "key.pem: is an ECDSA key, whose signing is not deterministic; use Ed25519";
constexpr const char* kEncrypted =
    "key.pem: is encrypted; decrypt it first with openssl pkey -in FILE -out FILE";

INSTANTIATE_TEST_SUITE_P(
    rows, OpensslKinds,
    testing::Values(
        Foreign{"p256", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out k.pem", "accepted",
                kNotDeterministic},
        Foreign{"p256_old_form", "ecparam -name prime256v1 -genkey -noout -out k.pem", "accepted",
                kNotDeterministic},
        Foreign{"p384", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out k.pem",
                "key.pem: is of the kind EC secp384r1, must be Ed25519 or ECDSA P-256", kNotDeterministic},
        Foreign{"secp256k1", "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:secp256k1 -out k.pem",
                "key.pem: is of the kind EC secp256k1, must be Ed25519 or ECDSA P-256", kNotDeterministic},
        Foreign{"ed448", "genpkey -algorithm ed448 -out k.pem",
                "key.pem: is of the kind ED448, must be Ed25519 or ECDSA P-256",
                "key.pem: is of the kind ED448, must be Ed25519"},
        Foreign{"x25519", "genpkey -algorithm x25519 -out k.pem",
                "key.pem: is of the kind X25519, must be Ed25519 or ECDSA P-256",
                "key.pem: is of the kind X25519, must be Ed25519"},
        Foreign{"rsa", "genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out k.pem",
                "key.pem: is of the kind RSA, must be Ed25519 or ECDSA P-256",
                "key.pem: is of the kind RSA, must be Ed25519"},
        Foreign{"encrypted", "genpkey -algorithm ed25519 -aes-256-cbc -pass pass:x -out k.pem", "accepted",
                kEncrypted}),
    [](const auto& row) { return row.param.title; });

TEST_F(Openssl, old_encryption_is_told_too) {
  openssl("ecparam -name prime256v1 -genkey -noout -out plain.pem");
  openssl("ec -in plain.pem -aes128 -passout pass:x -out k.pem");
  EXPECT_EQ(refusal_of_private(folder_.read("k.pem")), kEncrypted);
}

// The same key in another spelling would count as another signer.
TEST_F(Openssl, other_spellings_of_a_p256_key_are_refused) {
  openssl("ecparam -name prime256v1 -genkey -noout -out k.pem");
  for (const char* const form : {"compressed", "hybrid"}) {
    openssl("ec -in k.pem -pubout -conv_form " + std::string(form) + " -out k.pub.pem");
    EXPECT_EQ(refusal_of_public(folder_.read("k.pub.pem")),
              "key.pem: is not in the usual DER form (named curve, uncompressed point)")
        << form;
  }
  openssl("ec -in k.pem -pubout -param_enc explicit -out k.pub.pem");
  EXPECT_NE(refusal_of_public(folder_.read("k.pub.pem")), "accepted");
}

}  // namespace
}  // namespace evidence::packet
