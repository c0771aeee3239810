// Schemas stand alone, so what several of them define stands in each: word by word.

#include <gtest/gtest.h>

#include "evidence/json.h"
#include "schema.h"

namespace evidence::schemas {
namespace {

json::Value definition(const std::string& schema, const std::string& name) {
  const json::Value document = load_json(EVIDENCE_SOURCE_DIR "/schemas/" + schema + ".schema.json");
  const auto& definitions =
      std::get<json::Object>(std::get<json::Object>(document.data()).at("definitions").data());
  const auto found = definitions.find(name);
  return found == definitions.end() ? json::Value(schema + " has no definition of " + name) : found->second;
}

struct Shared {
  std::string name;
  std::vector<std::string> schemas;
};

TEST(SharedDefinitions, AreWordForWordEqual) {
  const std::vector<Shared> all = {{"finding", {"findings", "receipt", "report"}},
                                   {"where", {"findings", "receipt", "report"}},
                                   {"text", {"findings", "receipt", "report"}},
                                   {"label", {"findings", "receipt", "report", "record"}},
                                   {"hex", {"record", "receipt"}},
                                   {"time", {"record", "receipt"}}};
  for (const Shared& shared : all) {
    const json::Value first = definition(shared.schemas.front(), shared.name);
    EXPECT_TRUE(std::holds_alternative<json::Object>(first.data())) << json::canonical(first);
    for (const std::string& schema : shared.schemas) {
      EXPECT_EQ(json::canonical(definition(schema, shared.name)), json::canonical(first))
          << schema << " " << shared.name;
    }
  }
}

}  // namespace
}  // namespace evidence::schemas
