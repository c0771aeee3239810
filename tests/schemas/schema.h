#pragma once

// One of the files in schemas/, compiled. Validation is valijson's: its `pattern` goes through std::regex,
// which recurses with the length of the text, so tests keep their texts short.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "evidence/json.h"

namespace evidence::schemas {

class Schema {
 public:
  // "manifest" for schemas/manifest.schema.json.
  explicit Schema(std::string_view name);
  ~Schema();
  Schema(Schema&&) noexcept;

  // Why the document is refused: where and what, the last error first. Absent when it is accepted.
  std::optional<std::string> refusal(const json::Value& document) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A JSON file of any form, as a value. Throws.
json::Value load_json(const std::string& path);
json::Value parse_json(std::string_view text);

}  // namespace evidence::schemas
