#include <algorithm>
#include <iterator>

#include "evidence/judge.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kResults[] = {"NOTE", "PASS", "HOLD", "STOP"};

void add_text(json::Object& object, std::string_view name, const std::string& text) {
  if (!text.empty()) object.emplace(name, text);
}

json::Value where_to_json(const Where& where) {
  json::Array ranks(where.ranks.begin(), where.ranks.end());
  return json::Object{{"start", where.start}, {"moment", where.moment}, {"ranks", std::move(ranks)}};
}

Where where_from_json(const Place& place) {
  Where where;
  ObjectReader reader(place);
  where.start = reader.required_label("start").value_or("");
  where.moment = reader.required_label("moment").value_or("");
  if (const auto ranks = reader.required("ranks")) {
    json::each_element(*ranks, [&](const Place& rank) { where.ranks.push_back(rank.label().value_or("")); });
    if (ranks->node().size() == 0) ranks->mistake("must not be empty");
  }
  reader.finish();
  return where;
}

void read_text(ObjectReader& reader, std::string_view name, std::string& into) {
  if (const auto place = reader.maybe(name)) {
    into = place->string().value_or("");
    if (into.empty()) place->mistake("must not be empty where it is given");
  }
}

}  // namespace

json::Value to_json(const Finding& finding) {
  json::Object object;
  object.emplace("result", result_name(finding.result));
  object.emplace("rule", finding.rule);
  add_text(object, "role", finding.role);
  if (!finding.where.empty()) {
    json::Array where;
    for (const Where& one : finding.where) where.push_back(where_to_json(one));
    object.emplace("where", std::move(where));
  }
  add_text(object, "thing", finding.thing);
  add_text(object, "name", finding.name);
  add_text(object, "expected", finding.expected);
  add_text(object, "seen", finding.seen);
  add_text(object, "origin", finding.origin);
  add_text(object, "detail", finding.detail);
  return object;
}

std::optional<Finding> finding_from_json(const Place& place) {
  if (!place.expect(json::Kind::object)) return std::nullopt;
  Finding finding;
  ObjectReader reader(place);
  if (const auto result = reader.required("result")) {
    if (const auto index = result->one_of(kResults)) finding.result = static_cast<Result>(*index);
  }
  finding.rule = reader.required_label("rule").value_or("");
  if (const auto role = reader.maybe("role")) finding.role = role->label().value_or("");
  if (const auto where = reader.maybe("where")) {
    json::each_element(*where, [&](const Place& one) { finding.where.push_back(where_from_json(one)); });
    if (where->node().size() == 0) where->mistake("must not be empty where it is given");
  }
  read_text(reader, "thing", finding.thing);
  read_text(reader, "name", finding.name);
  read_text(reader, "expected", finding.expected);
  read_text(reader, "seen", finding.seen);
  read_text(reader, "origin", finding.origin);
  read_text(reader, "detail", finding.detail);
  reader.finish();
  return finding;
}

json::Value to_json(const ProcessIdentity& identity) {
  json::Object object{{"role", identity.role},
                      {"rank", identity.rank},
                      {"start", identity.start},
                      {"boot_id", identity.boot_id},
                      {"pid", identity.pid},
                      {"start_ticks", std::to_string(identity.start_ticks)},
                      {"executable", "sha256:" + identity.executable}};
  add_text(object, "exec", identity.exec);
  add_text(object, "container", identity.container);
  return object;
}

}  // namespace evidence
