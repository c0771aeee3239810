#include "packet/dsse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "evidence/digest.h"
#include "evidence/json.h"
#include "key_fixture.h"
#include "run_program.h"
#include "temp_folder.h"

namespace evidence::packet {
namespace {

const std::string kType = "application/vnd.in-toto+json";
const std::string kPayload = "{\"_type\":\"https://in-toto.io/Statement/v1\"}";

TEST(Pae, is_that_of_the_protocol_document) {
  EXPECT_EQ(pae("http://example.com/HelloWorld", "hello world"),
            "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
  EXPECT_EQ(pae("", ""), "DSSEv1 0  0 ");
  EXPECT_EQ(pae("\u00e9", std::string("\0\n", 2)), std::string("DSSEv1 2 \u00e9 2 \0\n", 16))
      << "bytes are counted";
}

TEST(Pae, no_two_pairs_share_an_encoding) {
  EXPECT_NE(pae("a 1 b", "c"), pae("a", "b 1 c"));
  EXPECT_NE(pae("a", " "), pae("a ", ""));
}

// ---- counting ----

Signature by(char key, std::string id, const std::string& type = kType,
             const std::string& payload = kPayload) {
  return {std::move(id), key_of(key).sign(pae(type, payload))};
}

Signature bad(std::string id) {
  return {std::move(id), std::string(64, '\1')};
}

std::vector<Signature> many_bad_and(std::vector<Signature> good) {
  std::vector<Signature> all;
  for (int i = 0; i < 20000; ++i) all.push_back(bad("x" + std::to_string(i)));
  all.insert(all.end(), good.begin(), good.end());
  return all;
}

// Which of the trusted a, b and a once more (read from other line ends) an envelope is verified by: "ab".
std::string verifiers(const Envelope& envelope) {
  std::string a_again;
  for (const char c : key_of('a').public_key().pem())
    a_again += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::array trusted{key_of('a').public_key(), key_of('b').public_key(),
                           PublicKey::parse_pem(a_again, "a-again.pem")};
  std::string letters;
  for (const PublicKey& key : verified_by(envelope, trusted)) letters += key == trusted[0] ? 'a' : 'b';
  return letters;
}

struct Row {
  const char* title;
  std::vector<Signature> signatures;
  std::string verified;  // or how parsing refuses it
};

class Counting : public testing::TestWithParam<Row> {};

TEST_P(Counting, keys_and_not_ids) {
  const Envelope envelope{kType, kPayload, GetParam().signatures};
  try {
    const Envelope parsed = parse_envelope(render(envelope), "receipt");
    EXPECT_TRUE(parsed == envelope);
    EXPECT_EQ(verifiers(parsed), GetParam().verified);
  } catch (const FormatError& error) {
    EXPECT_EQ(error.what(), GetParam().verified);
  }
}

INSTANTIATE_TEST_SUITE_P(
    rows, Counting,
    testing::Values(
        Row{"two_good", {by('a', "a"), by('b', "b")}, "ab"},
        Row{"no_key_ids", {by('a', ""), by('b', "")}, "ab"},
        Row{"swapped_key_ids", {by('a', "b"), by('b', "a")}, "ab"},
        Row{"right_key_ids",
            {by('a', key_of('a').public_key().id()), by('b', key_of('b').public_key().id())},
            "ab"},
        Row{"same_twice", {by('a', "a"), by('a', "a")}, "a"},
        Row{"one_key_two_ids", {by('a', "a"), by('a', "a-again")}, "a"},
        Row{"bad_first", {bad("a"), by('a', "a"), by('b', "b")}, "ab"},
        Row{"stranger", {by('a', "a"), by('c', "c")}, "a"},
        Row{"stranger_with_a_trusted_id", {by('c', key_of('b').public_key().id())}, ""}, Row{"none", {}, ""},
        Row{"short_signature", {by('a', "a"), {"b", "short"}}, "a"},
        Row{"sixty_four", std::vector<Signature>(64, by('b', "b")), "b"},
        Row{"many", many_bad_and({by('a', "a"), by('b', "b")}),
            "receipt: $.signatures: has 20002 signatures, at most 64 are allowed"},
        Row{"other_payload", {by('a', "a", kType, kPayload + " "), by('b', "b", kType, kPayload + " ")}, ""},
        Row{"other_type", {by('a', "a", "text/plain"), by('b', "b", kType + " ")}, ""},
        Row{"payload_without_encoding", {{"a", key_of('a').sign(kPayload)}}, ""}),
    [](const auto& row) { return row.param.title; });

TEST(Counting, a_changed_type_or_payload_is_verified_by_nobody) {
  const std::array keys{key_of('a'), key_of('b')};
  Envelope envelope = sign(kType, kPayload, keys);
  ASSERT_EQ(verifiers(envelope), "ab");
  envelope.payload_type = "text/plain";
  EXPECT_EQ(verifiers(envelope), "");
  envelope = sign(kType, kPayload, keys);
  envelope.payload += ' ';
  EXPECT_EQ(verifiers(envelope), "");
}

TEST(Counting, nobody_trusted_is_nobody) {
  const std::array keys{key_of('a')};
  EXPECT_TRUE(verified_by(sign(kType, kPayload, keys), {}).empty());
}

TEST(Counting, ecdsa_is_verified) {
  const Envelope envelope{
      "http://example.com/HelloWorld",
      "hello world",
      {{"",
        *from_base64(
            "A3JqsQGtVsJ2O2xqrI5IcnXip5GToJ3F+FnZ+O88SjtR6rDAajabZKciJTfUiHqJPcIAriEGAHTVeCUjW2JIZA==")}}};
  const std::array trusted{PublicKey::parse_pem(
      p256_public_pem(unhex("67cd390f77aa359cb08c2235f652270493a9ed832b0abcc01f70954c0390d238"),
                      unhex("0c782bd54e269125a44f4433aff1432ce94e12bca73aa67ac80cea12608ddf74")),
      "key.pem")};
  EXPECT_EQ(verified_by(envelope, trusted).size(), 1U);
}

// ---- signing ----

TEST(Sign, is_sorted_and_the_same_for_any_order) {
  const std::array forwards{key_of('a'), key_of('b'), key_of('c'), key_of('a')};
  const std::array backwards{key_of('c'), key_of('b'), key_of('a')};
  const Envelope envelope = sign(kType, kPayload, forwards);
  ASSERT_EQ(envelope.signatures.size(), 3U);
  EXPECT_TRUE(std::is_sorted(envelope.signatures.begin(), envelope.signatures.end(),
                             [](const Signature& a, const Signature& b) { return a.key_id < b.key_id; }));
  EXPECT_TRUE(envelope == sign(kType, kPayload, backwards));
  EXPECT_EQ(envelope.payload, kPayload);
  EXPECT_EQ(envelope.payload_type, kType);
}

TEST(Sign, uses_the_ids_of_the_keys) {
  const std::array keys{key_of('a')};
  const Envelope envelope = sign(kType, kPayload, keys);
  EXPECT_EQ(envelope.signatures.at(0).key_id, key_of('a').public_key().id());
}

TEST(Sign, too_many_keys_are_refused) {
  const std::vector<PrivateKey> keys(65, key_of('a'));
  EXPECT_THROW(sign(kType, kPayload, keys), UsageError);
}

TEST(Sign, a_payload_that_no_reader_would_take_is_refused) {
  EXPECT_THROW(sign(kType, std::string(kMaxPayload + 1, 'x'), {}), UsageError);
}

TEST(Sign, stock_openssl_verifies) {
  if (run_program("openssl version").status != 0) GTEST_SKIP() << "skipped: no openssl program here";
  const TempFolder folder;
  const std::array keys{key_of('a')};
  const Envelope envelope = sign(kType, kPayload, keys);
  const std::string verify =
      "cd '" + folder.path() + "' && openssl pkeyutl -verify -pubin -inkey p -rawin -in m -sigfile s";
  folder.write("p", key_of('a').public_key().pem());
  folder.write("s", envelope.signatures.at(0).bytes);
  folder.write("m", "DSSEv1 28 application/vnd.in-toto+json 43 " + kPayload);
  EXPECT_EQ(run_program(verify).status, 0);
  folder.write("m", kPayload);
  EXPECT_NE(run_program(verify).status, 0);
}

// ---- reading and writing ----

TEST(Envelopes, are_written_canonically) {
  EXPECT_EQ(
      render({"t", "\xff", {{"k", "s"}, {"", "u"}}}),
      R"({"payload":"/w==","payloadType":"t","signatures":[{"keyid":"k","sig":"cw=="},{"sig":"dQ=="}]})");
}

TEST(Envelopes, come_back) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  const Envelope rows[] = {
      {kType, kPayload, {}},
      {"\u00e9 \" \\ \n", every_byte, {{"\u20ac", every_byte}}},
      {"t", "", {{"", "s"}, {"", "s"}}},
      {std::string(1024, 't'), std::string(1000000, '\0'), {{std::string(1024, '\1'), "s"}}}};
  for (const Envelope& row : rows) EXPECT_TRUE(parse_envelope(render(row), "receipt") == row);
}

struct Refused {
  const char* title;
  std::string bytes;
  const char* message;  // its part
};

class EnvelopesRefused : public testing::TestWithParam<Refused> {};

TEST_P(EnvelopesRefused, with_their_reason) {
  try {
    parse_envelope(GetParam().bytes, "receipt");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_EQ(std::string(error.what()).find("receipt: "), 0U) << error.what();
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos) << error.what();
  }
}

std::string with_signatures(const std::string& signatures) {
  return R"({"payload":"eA==","payloadType":"t","signatures":)" + signatures + "}";
}

const std::string kGood = with_signatures(R"([{"keyid":"a","sig":"cw=="}])");

std::string edited(std::string_view what, std::string_view with) {
  std::string text = kGood;
  return text.replace(text.find(what), what.size(), with);
}

INSTANTIATE_TEST_SUITE_P(
    rows, EnvelopesRefused,
    testing::Values(
        Refused{"empty", "", "offset 0"}, Refused{"line_feed_at_the_end", kGood + "\n", "offset"},
        Refused{"white_space", edited(":", ": "), "offset"},
        Refused{"members_out_of_order", R"({"payloadType":"t","payload":"eA==","signatures":[]})", "offset"},
        Refused{"member_twice", edited(R"("payload":"eA==")", R"("payload":"eA==","payload":"eA==")"),
                "offset"},
        Refused{"needless_escape", edited("\"t\"", "\"\\u0074\""), "offset"},
        Refused{"invalid_utf8", edited("\"t\"", "\"\xff\""), "offset"},
        Refused{"an_array", "[]", "$: must be an object, is an array"},
        Refused{"nothing_inside", "{}", "is missing"},
        Refused{"no_payload", R"({"payloadType":"t","signatures":[]})", "member \"payload\" is missing"},
        Refused{"no_type", R"({"payload":"eA==","signatures":[]})", "member \"payloadType\" is missing"},
        Refused{"no_signatures", R"({"payload":"eA==","payloadType":"t"})",
                "member \"signatures\" is missing"},
        Refused{"unknown_member", R"({"extra":1,"payload":"eA==","payloadType":"t","signatures":[]})",
                "$.extra: unknown member"},
        Refused{"unknown_member_of_a_signature", with_signatures(R"([{"cert":"x","sig":"cw=="}])"),
                "$.signatures[0].cert: unknown member"},
        Refused{"payload_is_a_number", edited("\"eA==\"", "1"), "$.payload: must be a string, is an integer"},
        Refused{"payload_is_text", edited("eA==", "!!!!"), "$.payload: must be base64 with padding"},
        Refused{"payload_without_padding", edited("eA==", "eA"), "$.payload: must be base64 with padding"},
        Refused{"payload_with_spare_bits", edited("eA==", "eB=="), "$.payload: must be base64 with padding"},
        Refused{"payload_for_the_web", edited("eA==", "_-8="), "$.payload: must be base64 with padding"},
        Refused{"payload_with_line_feed", edited("eA==", "eA\\n=="),
                "$.payload: must be base64 with padding"},
        Refused{"type_empty", edited("\"t\"", "\"\""), "$.payloadType: must not be empty"},
        Refused{"type_long", edited("\"t\"", '"' + std::string(1025, 't') + '"'),
                "$.payloadType: is longer than 1024"},
        Refused{"type_is_null", edited("\"t\"", "null"), "$.payloadType: must be a string"},
        Refused{"signatures_are_an_object", with_signatures("{}"),
                "$.signatures: must be an array, is an object"},
        Refused{"signature_is_text", with_signatures("[\"cw==\"]"),
                "$.signatures[0]: must be an object, is a string"},
        Refused{"signature_not_base64",
                with_signatures(R"([{"keyid":"a","sig":"cw=="},{"keyid":"b","sig":"!!!"}])"),
                "$.signatures[1].sig: must be base64 with padding"},
        Refused{"signature_missing", with_signatures(R"([{"keyid":"a"}])"),
                "$.signatures[0]: member \"sig\" is missing"},
        Refused{"signature_empty", with_signatures(R"([{"sig":""}])"),
                "$.signatures[0].sig: must not be empty"},
        Refused{"signature_long",
                with_signatures("[{\"sig\":\"" + to_base64(std::string(1025, 's')) + "\"}]"),
                "$.signatures[0].sig: has more than 1024 bytes"},
        Refused{"key_id_empty", edited("\"a\"", "\"\""), "$.signatures[0].keyid: must not be empty"},
        Refused{"key_id_is_a_number", edited("\"a\"", "7"), "$.signatures[0].keyid: must be a string"},
        Refused{"sixty_five", render({"t", "x", std::vector<Signature>(65, {"", "s"})}),
                "$.signatures: has 65 signatures, at most 64 are allowed"}),
    [](const auto& row) { return row.param.title; });

TEST(Envelopes, a_payload_over_the_limit_is_refused) {
  const std::string long_payload(4 * (kMaxPayload / 3 + 2), 'A');
  try {
    parse_envelope(R"({"payload":")" + long_payload + R"(","payloadType":"t","signatures":[]})", "receipt");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(), "receipt: $.payload: has more than 268435456 bytes");
  }
}

TEST(Envelopes, an_endless_text_is_not_scanned) {
  const std::string long_text(kMaxPayload * 2, ' ');
  try {
    parse_envelope(long_text, "receipt");
    FAIL() << "accepted";
  } catch (const FormatError& error) {
    EXPECT_STREQ(error.what(), "receipt: is too long for an envelope");
  }
}

// What a packet promises of its receipt: no bit of it is free.
TEST(Envelopes, every_flipped_bit_is_refused_or_loses_the_signature) {
  const std::array keys{key_of('a')};
  const Envelope envelope = sign("t", "payload", keys);
  std::string bytes = render(envelope);
  const std::array trusted{key_of('a').public_key()};
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    try {
      Envelope changed = parse_envelope(bytes, "receipt");
      const bool only_the_hint =
          !changed.signatures.empty() && changed.signatures[0].key_id != envelope.signatures[0].key_id;
      if (only_the_hint) changed.signatures[0].key_id = envelope.signatures[0].key_id;
      EXPECT_EQ(changed == envelope, only_the_hint) << bit;
      EXPECT_EQ(verified_by(changed, trusted).size(), only_the_hint ? 1U : 0U) << bit;
    } catch (const FormatError&) {  // refused, which is as good
    }
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
  }
}

}  // namespace
}  // namespace evidence::packet
