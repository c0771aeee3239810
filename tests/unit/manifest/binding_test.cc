#include <gtest/gtest.h>

#include "fixture.h"

namespace evidence {
namespace {

std::string with_parameter(std::string_view declaration) {
  return manifest_of(std::string(R"(,"note":["${p}"],"parameters":{"p":)").append(declaration).append("}"));
}

// As bound, the member of that name; "absent" when it went away.
std::string bound_member(std::string_view manifest, std::string_view binding, std::string_view member) {
  const std::string bound = evidence::bind(manifest, binding_of(binding), "m.json");
  json::Document document;
  if (document.scan(bound, json::Form::canonical)) return "not canonical";
  const auto found = document.root().member(member);
  return found ? std::string(found->raw()) : "absent";
}

struct Value {
  std::string name;
  std::string type;
  std::string json;
};

class GoodValue : public testing::TestWithParam<Value> {};
TEST_P(GoodValue, StandsWhereThePlaceholderStood) {
  const std::string manifest = R"({"parameters":{"p":{"type":")" + GetParam().type + R"("}},"x":"${p}"})";
  EXPECT_EQ(bound_member(manifest, R"({"p":)" + GetParam().json + "}", "x"), GetParam().json);
}
INSTANTIATE_TEST_SUITE_P(
    Types, GoodValue,
    testing::Values(Value{"commit_sha1", "commit", R"("0123456789012345678901234567890123456789")"},
                    Value{"commit_sha256", "commit", '"' + kHex + '"'}, Value{"count_zero", "count", "0"},
                    Value{"count_largest", "count", "9007199254740991"},
                    Value{"digest", "digest", '"' + kDigest + '"'},
                    Value{"label", "label", R"("a.b_c+d@e-1")"}, Value{"path", "path", R"("/a b/ü")"},
                    Value{"path_root", "path", R"("/")"}, Value{"prefix", "prefix", R"("/a/")"},
                    Value{"text", "text", R"("any ${text}")"},
                    Value{"text_longest", "text", '"' + std::string(4096, 'x') + '"'}),
    [](const auto& row) { return row.param.name; });

class BadValue : public testing::TestWithParam<Value> {};
TEST_P(BadValue, DoesNotFit) {
  EXPECT_EQ(mistakes_of(with_parameter(R"({"type":")" + GetParam().type + "\"}"),
                        binding_of(R"({"p":)" + GetParam().json + "}")),
            Strings{"$.parameters.p: the binding's value does not fit the declared type " + GetParam().type});
}
INSTANTIATE_TEST_SUITE_P(
    Types, BadValue,
    testing::Values(Value{"commit_short", "commit", R"("012345678901234567890123456789012345678")"},
                    Value{"commit_upper", "commit", R"("A123456789012345678901234567890123456789")"},
                    Value{"commit_branch", "commit", R"("main")"}, Value{"commit_integer", "commit", "1"},
                    Value{"count_negative", "count", "-1"}, Value{"count_text", "count", R"("1")"},
                    Value{"count_list", "count", R"(["1"])"},
                    Value{"digest_bare", "digest", '"' + kHex + '"'},
                    Value{"digest_short", "digest", R"("sha256:00")"},
                    Value{"digest_prefix", "digest", '"' + ("sha512:" + kHex) + '"'},
                    Value{"label_space", "label", R"("a b")"}, Value{"label_empty", "label", R"("")"},
                    Value{"label_dots", "label", R"("..")"}, Value{"path_relative", "path", R"("a")"},
                    Value{"path_empty", "path", R"("")"}, Value{"path_control", "path", R"("/a\u0007")"},
                    Value{"path_bidirectional", "path", "\"/a\xE2\x80\xAE\""},
                    Value{"prefix_without_slash", "prefix", R"("/a")"},
                    Value{"prefix_relative", "prefix", R"("a/")"}, Value{"text_empty", "text", R"("")"},
                    Value{"text_line_feed", "text", R"("a\nb")"},
                    Value{"text_too_long", "text", '"' + std::string(4097, 'x') + '"'},
                    Value{"text_integer", "text", "1"}, Value{"text_list", "text", R"(["a"])"}),
    [](const auto& row) { return row.param.name; });

TEST(Binding, ListsStandAsLists) {
  const std::string manifest = R"({"parameters":{"p":{"type":"label","list":true}},"x":"${p}"})";
  EXPECT_EQ(bound_member(manifest, R"({"p":["a","b"]})", "x"), R"(["a","b"])");
}

TEST(Binding, ListsMustFitInEveryElement) {
  const std::string manifest = with_parameter(R"({"type":"digest","list":true})");
  const Strings unfit{"$.parameters.p: the binding's value does not fit the declared type digest (list)"};
  EXPECT_EQ(mistakes_of(manifest, binding_of("{\"p\":[\"" + kDigest + "\",\"x\"]}")), unfit);
  EXPECT_EQ(mistakes_of(manifest, binding_of(R"({"p":[]})")), unfit);
  EXPECT_EQ(mistakes_of(manifest, binding_of("{\"p\":\"" + kDigest + "\"}")), unfit);
}

TEST(Binding, OptionalWithoutAValueGoesAway) {
  const std::string manifest =
      R"({"parameters":{"p":{"type":"label","optional":true}},"x":"${p}","list":["a","${p}","b"],"object":{"in":"${p}","kept":1}})";
  EXPECT_EQ(bound_member(manifest, "{}", "x"), "absent");
  EXPECT_EQ(bound_member(manifest, "{}", "list"), R"(["a","b"])");
  EXPECT_EQ(bound_member(manifest, "{}", "object"), R"({"kept":1})");
  EXPECT_EQ(bound_member(manifest, R"({"p":"v"})", "list"), R"(["a","v","b"])");
}

TEST(Binding, OnlyAWholeTextIsAPlaceholder) {
  const std::string manifest =
      R"({"parameters":{"p":{"type":"label"}},"a":"${p}","b":"x${p}","c":"${p}x","d":"$p","e":"${}","${p}":"name"})";
  const std::string binding = R"({"p":"v"})";
  EXPECT_EQ(bound_member(manifest, binding, "a"), R"("v")");
  EXPECT_EQ(bound_member(manifest, binding, "b"), R"("x${p}")");
  EXPECT_EQ(bound_member(manifest, binding, "c"), R"("${p}x")");
  EXPECT_EQ(bound_member(manifest, binding, "d"), R"("$p")");
  EXPECT_EQ(bound_member(manifest, binding, "e"), R"("${}")");
  EXPECT_EQ(bound_member(manifest, binding, "${p}"), R"("name")");
}

TEST(Binding, APutInValueIsNotReadAsAPlaceholderAgain) {
  EXPECT_EQ(bound_member(R"({"parameters":{"p":{"type":"text"}},"x":"${p}"})", R"({"p":"${p}"})", "x"),
            R"("${p}")");
}

TEST(Binding, SaysAllThatIsWrongAtOnce) {
  const std::string manifest = manifest_of(
      R"(,"note":["${a}","${nobody}"],"parameters":{"a":{"type":"label"},"idle":{"type":"text","optional":true},"x.y":{"type":"count"}})");
  EXPECT_EQ(
      mistakes_of(manifest, binding_of(R"({"x.y":"one","stranger":"1"})")),
      (Strings{"$.parameters: the binding has a value for stranger, which is not declared",
               "$.parameters[\"x.y\"]: the binding's value does not fit the declared type count",
               "$.note[0]: the parameter a has no value; register the plan with --set a=VALUE",
               "$.note[1]: names the parameter nobody, which is not declared",
               "$.parameters.idle: is declared but stands nowhere as ${idle}, and as :idle in no query",
               "$.parameters[\"x.y\"]: is declared but stands nowhere as ${x.y}, and as :x.y in no query"}));
}

TEST(Binding, DeclarationsAreReadStrictly) {
  EXPECT_EQ(
      mistakes_of(with_parameter(R"({"type":"url"})")).front(),
      R"($.parameters.p.type: must be one of "commit", "count", "digest", "label", "path", "prefix", "text")");
  EXPECT_EQ(mistakes_of(with_parameter(R"({"type":"text","optional":1})")).front(),
            "$.parameters.p.optional: must be a boolean, is an integer");
  EXPECT_EQ(mistakes_of(with_parameter(R"({"type":"text","default":"a","optional":true})")).front(),
            "$.parameters.p.default: unknown member");
  EXPECT_EQ(mistakes_of(with_parameter(R"({"list":true,"optional":true})")).front(),
            R"($.parameters.p: member "type" is missing)");
  EXPECT_EQ(mistakes_of(with_parameter(R"({"type":"count","list":true,"optional":true})")).front(),
            "$.parameters.p: a list of counts is not a parameter type");
}

TEST(Binding, IsAFlatObject) {
  const auto refusal = [](std::string_view text) {
    try {
      binding_of(text);
      return std::string("accepted");
    } catch (const FormatError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(refusal(R"({"a":"x","b":1,"c":["y"]})"), "accepted");
  EXPECT_EQ(refusal(R"(["a"])"), "binding.json: $: must be an object, is an array");
  EXPECT_EQ(refusal(R"({"a":true})"), "binding.json: $.a: must be a string, an integer or a list of strings");
  EXPECT_EQ(refusal(R"({"a":{},"b":null})"),
            "binding.json: $.a: must be a string, an integer or a list of strings (and 1 more mistakes)");
  EXPECT_EQ(refusal(R"({"a":["x",1]})"), "binding.json: $.a[1]: must be a string, is an integer");
  EXPECT_EQ(refusal(R"({"a":1.5})"), "binding.json: $.a: must be a string, an integer or a list of strings");
  EXPECT_NE(refusal(R"({"a":"x","a":"y"})").find("member \"a\" stands twice"), std::string::npos);
}

TEST(Binding, TakesEachValueOnce) {
  Binding binding = binding_of(R"({"b":"1"})");
  binding.set("a", 2);
  EXPECT_EQ(binding.render(), "{\"a\":2,\"b\":\"1\"}\n");
  EXPECT_THROW(binding.set("a", 3), UsageError);
  EXPECT_THROW(binding.set("b", "1"), UsageError);
  EXPECT_EQ(binding_of(binding.render()).values(), binding.values());
}

struct FromText {
  std::string name;
  std::string parameter;
  std::string text;
  std::string value;  // canonical JSON, or the refusal
};
class ParameterFromText : public testing::TestWithParam<FromText> {};
TEST_P(ParameterFromText, HasTheDeclaredType) {
  const std::string manifest = manifest_of(
      R"(,"parameters":{"n":{"type":"count"},"t":{"type":"text"},"l":{"type":"label","list":true}},"note":["${n}","${t}","${l}"])");
  std::string value;
  try {
    value = json::canonical(parameter_from_text(manifest, GetParam().parameter, GetParam().text, "m.json"));
  } catch (const UsageError& error) {
    value = error.what();
  }
  EXPECT_EQ(value, GetParam().value);
}
INSTANTIATE_TEST_SUITE_P(All, ParameterFromText,
                         testing::Values(FromText{"count", "n", "42", "42"},
                                         FromText{"count_text", "n", "4x", "n: must be a count, is 4x"},
                                         FromText{"count_empty", "n", "", "n: must be a count, is "},
                                         FromText{"count_too_large", "n", "99999999999999999999",
                                                  "n: must be a count, is 99999999999999999999"},
                                         FromText{"text_with_commas", "t", "a,b", "\"a,b\""},
                                         FromText{"text_of_digits", "t", "7", "\"7\""},
                                         FromText{"list", "l", "a,b,c", R"(["a","b","c"])"},
                                         FromText{"list_of_one", "l", "a", R"(["a"])"},
                                         FromText{"list_with_gap", "l", "a,,b,", R"(["a","","b",""])"},
                                         FromText{"unknown", "x", "a", "m.json: has no parameter x"}),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace evidence
