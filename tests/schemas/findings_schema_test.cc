#include <gtest/gtest.h>

#include "agreement.h"
#include "evidence/judge.h"

namespace evidence::schemas {
namespace {

std::vector<std::string> read_findings(const json::Value& value) {
  const std::string text = json::canonical(value);
  json::Document document;
  if (const auto error = document.scan(text, json::Form::canonical)) return {error->reason};
  json::Mistakes mistakes;
  json::each_element(json::Place(document.root(), mistakes),
                     [](const json::Place& one) { finding_from_json(one); });
  std::vector<std::string> reasons;
  for (const json::Mistake& mistake : mistakes.list())
    reasons.push_back(mistake.path + ": " + mistake.reason);
  return reasons;
}

json::Value good_findings() {
  Finding full{Result::stop, "pin", "engine", {{"s1", "ready", {"0", "1"}}, {"s2", "end", {"0"}}},
               "env",        "MODE"};
  full.expected = "a";
  full.seen = "\"b\\n\"";
  full.origin = "identity.engine.env.MODE";
  full.detail = "é";
  return json::Array{to_json(full), to_json(Finding{Result::hold, "stream-missing"}),
                     to_json(Finding{Result::pass, "streams"}),
                     to_json(Finding{Result::note, "run-variable", "engine"})};
}

TEST(FindingsSchema, AgreesWithTheReader) {
  Agreement agreement("findings", read_findings, {});
  agreement.expect_good(json::Array{}, "none");
  agreement.expect_same_around(good_findings(), "findings");
  EXPECT_GT(agreement.refused_by_both(), 500U);
}

}  // namespace
}  // namespace evidence::schemas
