#include "schema.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "evidence/base.h"

namespace evidence::schemas {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

struct Schema::State {
  valijson::Schema schema;
  valijson::Validator validator;  // keeps compiled patterns
};

Schema::Schema(std::string_view name) : state_(std::make_unique<State>()) {
  const std::string path = std::string(EVIDENCE_SOURCE_DIR "/schemas/").append(name).append(".schema.json");
  const nlohmann::json document = nlohmann::json::parse(read_file(path, 1 << 20));
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(document), state_->schema);
}

Schema::~Schema() = default;
Schema::Schema(Schema&&) noexcept = default;

std::optional<std::string> Schema::refusal(const json::Value& document) const {
  const nlohmann::json copy = nlohmann::json::parse(json::canonical(document));
  valijson::ValidationResults results;
  if (state_->validator.validate(state_->schema, Adapter(copy), &results)) return std::nullopt;
  std::string text;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    for (const std::string& step : error.context) text += step;
    text += ": " + error.description + "\n";
  }
  return text;
}

json::Value parse_json(std::string_view text) {
  json::Document document;
  if (const auto error = document.scan(text, json::Form::any)) throw FormatError("json", "", error->reason);
  return json::to_value(document.root());
}

json::Value load_json(const std::string& path) {
  return parse_json(read_file(path, 1 << 20));
}

}  // namespace evidence::schemas
