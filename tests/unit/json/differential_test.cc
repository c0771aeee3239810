// Ours beside a reader that many programs use: what we accept it accepts with the same content; where only we
// refuse, it is for one of our own rules.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "evidence/json.h"
#include "random_document.h"
#include "scanned.h"

namespace evidence::json {
namespace {

using Foreign = nlohmann::json;

Foreign foreign(Node node) {
  switch (node.kind()) {
    case Kind::null:
      return nullptr;
    case Kind::boolean:
      return node.boolean();
    case Kind::integer:
      return node.integer();
    case Kind::number:
      return node.number();
    case Kind::string:
      return std::string(node.string());
    case Kind::array: {
      Foreign array = Foreign::array();
      for (const Node child : node) array.push_back(foreign(child));
      return array;
    }
    case Kind::object: {
      Foreign object = Foreign::object();
      for (const Node child : node) object[std::string(child.key())] = foreign(child);
      return object;
    }
  }
  return nullptr;
}

// Rules of ours that the other reader does not have.
bool is_own_rule(std::string_view reason) {
  static constexpr std::array<std::string_view, 4> kOwn = {"stands twice", "to be exact", "nested deeper",
                                                           "byte order mark"};
  return std::any_of(kOwn.begin(), kOwn.end(),
                     [reason](std::string_view rule) { return reason.find(rule) != reason.npos; });
}

enum class Agreement { both_accept, both_refuse, own_rule };

Agreement compare(const std::string& text) {
  const Scanned ours(text, Form::any);
  const Foreign theirs = Foreign::parse(text, nullptr, false);
  EXPECT_EQ(Foreign::accept(text), !theirs.is_discarded());
  if (ours.ok()) {
    EXPECT_FALSE(theirs.is_discarded()) << text;
    EXPECT_EQ(foreign(ours.root()), theirs) << text;
    return Agreement::both_accept;
  }
  if (theirs.is_discarded()) return Agreement::both_refuse;
  EXPECT_TRUE(is_own_rule(ours.reason())) << ours.reason() << ": " << text;
  return Agreement::own_rule;
}

TEST(Differential, Table) {
  using enum Agreement;
  const std::pair<std::string, Agreement> rows[] = {
      {"null", both_accept},
      {" [ ] ", both_accept},
      {"-0", both_accept},
      {"-0.0e-5", both_accept},
      {"1e-999", both_accept},
      {"123456789012345.678", both_accept},
      {"[1,2.50,3e2,4E-2,\"\\u00e9\\ud83d\\ude00\\/\"]", both_accept},
      {"{\"a\":{\"b\":[{}]},\"\":0,\"\\u0000\":1}", both_accept},
      {"\"\x7f\xC2\x80\xEF\xBF\xBF\xF4\x8F\xBF\xBF\"", both_accept},
      {"9007199254740991", both_accept},
      {"9007199254740992", own_rule},
      {"123456789012345678901234567890", own_rule},
      {"{\"a\":1,\"a\":2}", own_rule},
      {"{\"a\":1,\"\\u0061\":2}", own_rule},
      {std::string(65, '[') + std::string(65, ']'), own_rule},
      {"\xEF\xBB\xBF{}", own_rule},
      {"", both_refuse},
      {" ", both_refuse},
      {"[1,]", both_refuse},
      {"{\"a\":1,}", both_refuse},
      {"{'a':1}", both_refuse},
      {"01", both_refuse},
      {"1.", both_refuse},
      {"+1", both_refuse},
      {"NaN", both_refuse},
      {"1e999", both_refuse},
      {"-Infinity", both_refuse},
      {"/**/1", both_refuse},
      {"1 2", both_refuse},
      {"\"\\ud800\"", both_refuse},
      {"\"\\udc00\\ud800\"", both_refuse},
      {"\"\xC0\x80\"", both_refuse},
      {"\"\xED\xA0\x80\"", both_refuse},
      {"\"\xF4\x90\x80\x80\"", both_refuse},
      {"\"\t\"", both_refuse},
      {"\"\\x\"", both_refuse},
      {"tru", both_refuse},
      {"[", both_refuse},
      {"]", both_refuse},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(compare(text), expected) << text;
}

TEST(Differential, RandomDocuments) {
  RandomDocument random(4);
  for (int i = 0; i < 1000; ++i) {
    const Value value = random.value(4);
    const std::string text = random.spell(value);
    ASSERT_EQ(compare(text), Agreement::both_accept) << text;
    // What we write, it reads as the same.
    ASSERT_EQ(Foreign::parse(canonical(value)), Foreign::parse(text));
    ASSERT_EQ(Foreign::parse(pretty(value)), Foreign::parse(text));
  }
}

TEST(Differential, DamagedDocuments) {
  RandomDocument random(5);
  std::array<int, 3> seen{};
  for (int i = 0; i < 30000; ++i) {
    std::string text = canonical(random.value(2));
    for (std::uint64_t changes = 1 + random.below(3); changes > 0 && !text.empty(); --changes) {
      text = random.mutate(std::move(text));
    }
    ++seen[static_cast<std::size_t>(compare(text))];
    ASSERT_FALSE(HasFailure());
  }
  for (const int count : seen) EXPECT_GT(count, 50);
}

// Without doubles and with names in ASCII its compact form is the canonical one, so that escapes can be
// compared by byte.
TEST(Differential, StringsAreWrittenAlike) {
  for (std::uint32_t code = 0; code < 0x3000; ++code) {
    std::string text = "x";
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xC0U | (code >> 6));
      text += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
      text += static_cast<char>(0xE0U | (code >> 12));
      text += static_cast<char>(0x80U | ((code >> 6) & 0x3FU));
      text += static_cast<char>(0x80U | (code & 0x3FU));
    }
    ASSERT_EQ(canonical(Value(Array{text, 1, nullptr})), (Foreign{text, 1, nullptr}.dump()));
  }
}

}  // namespace
}  // namespace evidence::json
