#include "line.h"

#include <utility>

#include "body.h"

namespace evidence::record {

namespace {

constexpr std::string_view kAdvice = "launchers cut and mix lines, use one file a rank (pin-hash -o)";

std::string with_advice(std::string reason) {
  return std::move(reason) + "; " + std::string(kAdvice);
}

Refused refuse_text(std::string_view line, const json::ScanError& error, json::Document& document) {
  const std::string reason = "offset " + std::to_string(error.offset) + ": " + error.reason;
  if (document.scan(line, json::Form::any))
    return {Damage::Kind::malformed, with_advice(reason), std::nullopt};
  return {Damage::Kind::malformed, "not in canonical form: " + reason, find_key(document.root())};
}

Refused refuse_members(json::Node root, const json::Mistakes& mistakes) {
  const json::Mistake& first = mistakes.list().front();
  std::string reason = first.path + ": " + first.reason;
  if (mistakes.list().size() > 1) reason += " (and " + std::to_string(mistakes.list().size() - 1) + " more)";
  return {Damage::Kind::malformed, std::move(reason), find_key(root)};
}

// What a record's place in its stream asks of its content.
void check_place_in_stream(std::uint64_t sequence, const RecordBody& body, const Members& members) {
  if (std::holds_alternative<OpenRecord>(body) != (sequence == 0)) {
    members.mistake("an open record, and nothing else, must have \"seq\" 0");
  }
  const auto* close = std::get_if<CloseRecord>(&body);
  if (close != nullptr && close->lines != sequence)
    members.mistake("\"lines\" of a close must equal its \"seq\"");
}

std::optional<std::variant<RecordBody, Part>> read_content(const Envelope& envelope, Members& members) {
  if (envelope.type == "part") return read_part(members, envelope.sequence);
  std::optional<RecordBody> body = read_body(envelope.type, members);
  if (!body) return std::nullopt;
  check_place_in_stream(envelope.sequence, *body, members);
  return *std::move(body);
}

}  // namespace

std::variant<Understood, Refused> read_line(std::string_view line, json::Document& document) {
  if (!line.starts_with('{'))
    return Refused{Damage::Kind::foreign, with_advice("is no record"), std::nullopt};
  if (const auto error = document.scan(line, json::Form::canonical))
    return refuse_text(line, *error, document);
  const json::Node root = document.root();
  json::Mistakes mistakes;
  const json::Place place(root, mistakes);
  Members members(place);
  const Envelope envelope = read_envelope(members);
  if (!mistakes.empty()) {
    if (root.member("type") || root.member("seq")) return refuse_members(root, mistakes);
    return Refused{Damage::Kind::foreign, with_advice("is JSON but no record"), std::nullopt};
  }
  check_key(envelope.key, place);
  std::optional<std::variant<RecordBody, Part>> content = read_content(envelope, members);
  if (!content) {
    place.mistake("no record has the type \"" + escaped(envelope.type) + "\"");
  } else {
    members.finish();
  }
  if (!mistakes.empty()) return refuse_members(root, mistakes);
  return Understood{envelope, *std::move(content)};
}

}  // namespace evidence::record
