#include <algorithm>
#include <cmath>

#include "evidence/record.h"
#include "key.h"

namespace evidence {

namespace {

using FieldKind = FieldType::Kind;

bool is_digest(std::string_view text) {
  return Digest::parse(text).has_value();
}
bool is_time(std::string_view text) {
  return Timestamp::parse(text).has_value();
}

std::string enumeration_mistake(const std::vector<std::string>& labels) {
  std::string text = "must be one of";
  for (const std::string& label : labels) text += (&label == &labels.front() ? " " : ", ") + printable(label);
  return text;
}

std::optional<std::string> text_mistake(const std::string& text, const FieldType& type) {
  switch (type.kind) {
    case FieldKind::time:
      if (is_time(text)) return std::nullopt;
      return "must be a UTC time, as 2026-01-31T12:00:00Z";
    case FieldKind::digest:
    case FieldKind::keyed:
      if (is_digest(text)) return std::nullopt;
      return "must be 64 lower-case hexadecimal digits";
    default:
      if (std::ranges::find(type.labels, text) != type.labels.end()) return std::nullopt;
      return enumeration_mistake(type.labels);
  }
}

std::string_view wanted(FieldKind kind) {
  switch (kind) {
    case FieldKind::integer:
      return "must be an integer";
    case FieldKind::number:
      return "must be a number";
    case FieldKind::boolean:
      return "must be true or false";
    default:
      return "must be a string";
  }
}

bool is_scalar_of(const json::Value& value, FieldKind kind) {
  const bool integer = std::holds_alternative<std::int64_t>(value.data());
  if (kind == FieldKind::integer) return integer;
  if (kind == FieldKind::number) return integer || std::holds_alternative<double>(value.data());
  return kind == FieldKind::boolean && std::holds_alternative<bool>(value.data());
}

// What a keyed field has in a file of rows, before it is hidden: an identifier or a list of them.
bool can_be_keyed(const json::Value& value) {
  const auto is_integer = [](const json::Value& one) {
    return std::holds_alternative<std::int64_t>(one.data());
  };
  if (const auto* list = std::get_if<json::Array>(&value.data()))
    return std::ranges::all_of(*list, is_integer);
  return is_integer(value) || std::holds_alternative<std::string>(value.data());
}

std::optional<std::string> raw_mistake(const json::Value& value, const FieldType& type) {
  if (type.kind != FieldKind::keyed) return field_mistake(value, type);
  if (can_be_keyed(value)) return std::nullopt;
  return "must be an integer, a string or a list of integers";
}

void read_fields(json::ObjectReader& reader, const ObservationType& type, json::Object& fields) {
  for (const auto& [name, field] : type.fields) {
    const auto place = field.optional ? reader.maybe(name) : reader.required(name);
    if (!place) continue;
    const json::Value value = json::to_value(place->node());
    if (auto mistake = raw_mistake(value, field)) {
      place->mistake(*std::move(mistake));
    } else if (field.kind == FieldKind::time) {
      // Times have one spelling in records.
      fields.emplace(name, Timestamp::parse(place->node().string())->render());
    } else {
      fields.emplace(name, value);
    }
  }
}

}  // namespace

std::optional<std::string> field_mistake(const json::Value& value, const FieldType& type) {
  // Larger whole numbers have a canonical form that looks like an integer which no reader takes.
  const auto* number = std::get_if<double>(&value.data());
  if (number != nullptr && !(std::abs(*number) <= static_cast<double>(json::kMaxInteger))) {
    return "must be within 2^53 - 1 of zero";
  }
  if (is_scalar_of(value, type.kind)) return std::nullopt;
  const bool textual = type.kind == FieldKind::time || type.kind == FieldKind::digest ||
                       type.kind == FieldKind::enumeration || type.kind == FieldKind::keyed;
  const auto* text = std::get_if<std::string>(&value.data());
  if (textual && text != nullptr) return text_mistake(*text, type);
  return std::string(wanted(type.kind));
}

std::variant<Row, std::vector<json::Mistake>> parse_row(std::string_view line,
                                                        const std::vector<ObservationType>& types) {
  if (line.size() > kMaxRecord) {
    return std::vector{json::Mistake{"$", "is longer than " + std::to_string(kMaxRecord) + " bytes"}};
  }
  json::Document document;
  if (const auto error = document.scan(line, json::Form::any)) {
    return std::vector{json::Mistake{"$", "offset " + std::to_string(error->offset) + ": " + error->reason}};
  }
  json::Mistakes mistakes;
  json::ObjectReader reader(json::Place(document.root(), mistakes));
  Row row;
  row.type = reader.required_string("type").value_or("");
  if (const auto run = reader.required("run")) {
    row.run = run->string_where(record::is_run, "64 lower-case hexadecimal digits or \"none\"").value_or("");
  }
  row.start = reader.required_label("start").value_or("");
  const auto type = std::ranges::find(types, row.type, &ObservationType::name);
  if (type != types.end()) {
    read_fields(reader, *type, row.fields);
    reader.finish();
  } else if (!row.type.empty()) {
    reader.maybe("type")->mistake("no declared observation has this type");
  }
  if (!mistakes.empty()) return mistakes.list();
  return row;
}

}  // namespace evidence
