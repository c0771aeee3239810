#pragma once

// One line of a stream, understood or refused by itself, without regard to other lines.

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "evidence/json.h"
#include "evidence/record.h"
#include "key.h"
#include "part.h"

namespace evidence::record {

struct Understood {
  Envelope envelope;  // views into the line
  std::variant<RecordBody, Part> content;
};
struct Refused {
  Damage::Kind kind;
  std::string reason;
  std::optional<StreamKey> stream;  // where the line still shows it
};

// Reads a line without label and line feed. Scanning into `document` again and again costs no allocation;
// `line` must stay alive while the result is used.
std::variant<Understood, Refused> read_line(std::string_view line, json::Document& document);

}  // namespace evidence::record
