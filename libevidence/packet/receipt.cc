#include "receipt.h"

#include <algorithm>

namespace evidence::packet {

using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kAnswers[] = {"PASS", "HOLD", "STOP", "registered"};
constexpr std::string_view kClasses[] = {"native", "offline", "rehearsal"};
constexpr std::string_view kDamageKinds[] = {"foreign", "malformed", "doubled", "incomplete", "mismatch"};

json::Value to_json(const Subject& subject) {
  return json::Object{{"name", subject.name}, {"digest", json::Object{{"sha256", subject.digest.render()}}}};
}

json::Value to_json(const Damage& damage) {
  return json::Object{{"source", printable(damage.source)},
                      {"line", damage.line},
                      {"kind", damage_kind_name(damage.kind)},
                      {"reason", printable(damage.reason)}};
}

template <typename Item, typename Make>
json::Array array_of(const std::vector<Item>& items, Make make) {
  json::Array array;
  for (const Item& item : items) array.push_back(make(item));
  return array;
}

void add_text(json::Object& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object.emplace(name, text);
}

json::Object predicate_of(const Receipt& receipt) {
  json::Object predicate{{"name", receipt.name},
                         {"class", receipt.plan_class},
                         {"standing", receipt.standing},
                         {"answer", receipt.answer},
                         {"semantics", receipt.semantics}};
  if (receipt.time) predicate.emplace("time", receipt.time->render());
  add_text(predicate, "nonce", receipt.nonce);
  if (receipt.answer == "registered") return predicate;
  predicate.emplace("run", receipt.run);
  predicate.emplace("registered", receipt.registered);
  predicate.emplace("checkpoint", receipt.checkpoint);
  predicate.emplace("processes", array_of(receipt.processes,
                                          [](const ProcessIdentity& one) { return evidence::to_json(one); }));
  predicate.emplace("findings",
                    array_of(receipt.findings, [](const Finding& one) { return evidence::to_json(one); }));
  predicate.emplace("readings",
                    array_of(receipt.readings, [](const Reading& one) { return evidence::to_json(one); }));
  predicate.emplace("parents",
                    array_of(receipt.parents, [](const ParentView& one) { return evidence::to_json(one); }));
  add_text(predicate, "engine", receipt.engine);
  predicate.emplace("damages", array_of(receipt.damages, [](const Damage& one) { return to_json(one); }));
  predicate.emplace("private", array_of(receipt.private_files, [](const PrivateFile& one) {
                      return json::Value(json::Object{{"name", one.name}, {"size", one.size}});
                    }));
  return predicate;
}

Damage damage_from_json(const Place& place) {
  Damage damage{};
  ObjectReader reader(place);
  damage.source = reader.required_string("source").value_or("");
  damage.line = static_cast<std::uint64_t>(reader.required_integer("line", 0, json::kMaxInteger).value_or(0));
  if (const auto kind = reader.required("kind")) {
    if (const auto index = kind->one_of(kDamageKinds)) damage.kind = static_cast<Damage::Kind>(*index);
  }
  damage.reason = reader.required_string("reason").value_or("");
  reader.finish();
  return damage;
}

PrivateFile private_from_json(const Place& place) {
  PrivateFile file;
  ObjectReader reader(place);
  file.name = reader.required_string("name").value_or("");
  file.size = static_cast<std::uint64_t>(reader.required_integer("size", 0, json::kMaxInteger).value_or(0));
  reader.finish();
  return file;
}

void read_subjects(const Place& place, std::vector<Subject>& subjects) {
  json::each_element(place, [&](const Place& element) {
    ObjectReader reader(element);
    const auto name = reader.required_string("name");
    const auto digest = reader.required("digest");
    reader.finish();
    if (!digest) return;
    ObjectReader algorithms(*digest);
    const auto sha256 = algorithms.required_sha256("sha256");
    algorithms.finish();
    if (!name || !sha256) return;
    if (!subjects.empty() && !(subjects.back().name < *name))
      element.mistake("subjects must be sorted by name, each once");
    subjects.push_back({*name, *Digest::parse(*sha256)});
  });
}

bool is_ticks(std::string_view text) {
  return !text.empty() && text.size() <= 19 &&
         text.find_first_not_of("0123456789") == std::string_view::npos &&
         (text.size() == 1 || text.front() != '0');
}

bool is_prefixed_digest(std::string_view text) {
  return text.starts_with("sha256:") && Digest::parse(text.substr(std::string_view("sha256:").size()));
}

void read_process(const Place& place) {
  ObjectReader reader(place);
  for (const std::string_view name : {"role", "rank", "start", "boot_id"}) reader.required_label(name);
  if (const auto ticks = reader.required("start_ticks"))
    ticks->string_where(is_ticks, "a decimal number that is not negative");
  if (const auto executable = reader.required("executable")) {
    executable->string_where(is_prefixed_digest, "\"sha256:\" and 64 lower-case hexadecimal digits");
  }
  reader.required_integer("pid", 1, json::kMaxInteger);
  if (const auto exec = reader.maybe("exec")) exec->sha256();
  if (const auto container = reader.maybe("container")) container->label();
  reader.finish();
}

void read_derived(ObjectReader& reader, ReceiptClaims& claims) {
  reader.required_sha256("run");
  if (const auto registered = reader.required("registered")) registered->boolean();
  claims.checkpoint = reader.required_label("checkpoint").value_or("");
  if (const auto list = reader.required("processes")) json::each_element(*list, read_process);
  if (const auto list = reader.required("findings"))
    json::each_element(*list, [](const Place& one) { finding_from_json(one); });
  if (const auto list = reader.required("readings"))
    json::each_element(*list, [](const Place& one) { reading_from_json(one); });
  if (const auto list = reader.required("parents")) {
    json::each_element(*list, [&](const Place& one) { claims.parents.push_back(parent_from_json(one)); });
  }
  if (const auto engine = reader.maybe("engine")) claims.engine = engine->string().value_or("");
  if (const auto list = reader.required("damages")) {
    json::each_element(*list, [&](const Place& one) { claims.damages.push_back(damage_from_json(one)); });
  }
  if (const auto list = reader.required("private")) {
    json::each_element(*list,
                       [&](const Place& one) { claims.private_files.push_back(private_from_json(one)); });
  }
}

void read_predicate(const Place& place, ReceiptClaims& claims) {
  ObjectReader reader(place);
  for (const std::string_view name : {"name", "standing"}) reader.required_label(name);
  if (const auto plan_class = reader.required("class")) plan_class->one_of(kClasses);
  if (const auto answer = reader.required("answer")) {
    if (const auto index = answer->one_of(kAnswers)) claims.answer = std::string(kAnswers[*index]);
  }
  claims.semantics = reader.required_label("semantics").value_or("");
  if (const auto time = reader.required("time")) {
    const auto text = time->string();
    claims.time = text ? Timestamp::parse(*text) : std::nullopt;
    if (text && (!claims.time || claims.time->render() != *text))
      time->mistake("must be a UTC time with nine fraction digits");
  }
  if (claims.answer == "registered") {
    claims.nonce = reader.required_sha256("nonce").value_or("");
  } else {
    read_derived(reader, claims);
  }
  reader.finish();
}

void expect_text(ObjectReader& reader, std::string_view member, std::string_view wanted) {
  const auto place = reader.required(member);
  if (!place) return;
  const auto text = place->string();
  if (text && *text != wanted) place->mistake("must be " + std::string(wanted) + ", is " + printable(*text));
}

}  // namespace

std::string render(const Receipt& receipt) {
  return json::canonical(
      json::Object{{"_type", kStatementType},
                   {"predicateType", kPredicateType},
                   {"subject", array_of(receipt.subjects, [](const Subject& one) { return to_json(one); })},
                   {"predicate", predicate_of(receipt)}});
}

ReceiptClaims parse_receipt(std::string_view statement, std::string_view name) {
  json::Document document;
  if (const auto error = document.scan(statement, json::Form::canonical)) {
    throw FormatError(name, "offset " + std::to_string(error->offset), error->reason);
  }
  json::Mistakes mistakes;
  ReceiptClaims claims;
  ObjectReader reader(json::Place(document.root(), mistakes));
  expect_text(reader, "_type", kStatementType);
  expect_text(reader, "predicateType", kPredicateType);
  if (const auto subjects = reader.required("subject")) {
    read_subjects(*subjects, claims.subjects);
    if (claims.subjects.empty()) subjects->mistake("must not be empty");
  }
  if (const auto predicate = reader.required("predicate")) read_predicate(*predicate, claims);
  reader.finish();
  if (!mistakes.empty()) {
    std::string reason = mistakes.list().front().reason;
    if (mistakes.list().size() > 1)
      reason += " (and " + std::to_string(mistakes.list().size() - 1) + " more)";
    throw FormatError(name, mistakes.list().front().path, reason);
  }
  return claims;
}

}  // namespace evidence::packet
