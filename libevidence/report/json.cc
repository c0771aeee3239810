#include <algorithm>

#include "characters.h"
#include "evidence/base.h"
#include "evidence/json.h"
#include "formats.h"

namespace evidence::report {
namespace {

// JSON escapes C0 itself; DEL, C1 and the bidirectional overrides would reach a terminal as they are, and
// what is not UTF-8 cannot be written.
std::string clean(const std::string& text) {
  if (!is_utf8(text)) return escaped(text);
  bool dangerous = false;
  each_character(text, [&](const Character& next) {
    dangerous = dangerous || (next.code >= 0x7f && escaped(next.bytes) != next.bytes);
  });
  return dangerous ? escaped(text) : text;
}

Finding clean(Finding finding) {
  for (std::string* text : {&finding.rule, &finding.role, &finding.thing, &finding.name, &finding.expected,
                            &finding.seen, &finding.origin, &finding.detail}) {
    *text = clean(*text);
  }
  for (Where& where : finding.where) {
    where.start = clean(where.start);
    where.moment = clean(where.moment);
    for (std::string& rank : where.ranks) rank = clean(rank);
  }
  return finding;
}

ProcessIdentity clean(ProcessIdentity process) {
  for (std::string* text : {&process.role, &process.rank, &process.start, &process.boot_id, &process.exec,
                            &process.executable, &process.container}) {
    *text = clean(*text);
  }
  return process;
}

Reading clean(Reading reading) {
  for (std::string* text :
       {&reading.name, &reading.verdict, &reading.why_none, &reading.meaning, &reading.next})
    *text = clean(*text);
  for (auto& [name, value] : reading.quantities) {
    name = clean(name);
    if (const auto* text = std::get_if<std::string>(&value.data())) value = clean(*text);
  }
  for (auto& [name, state] : reading.needs) name = clean(name);
  for (auto& [name, rows] : reading.tables) name = clean(name);
  return reading;
}

// A label that stands twice is numbered, so that no fact is lost.
json::Object head_object(const std::vector<Fact>& head) {
  json::Object object;
  for (const Fact& fact : head) {
    const std::string label = clean(fact.first);
    std::string name = label;
    for (int number = 2; object.contains(name); ++number) name = label + " " + std::to_string(number);
    object.emplace(name, clean(fact.second));
  }
  return object;
}

json::Array list(const std::vector<std::string>& texts) {
  json::Array array;
  for (const std::string& text : texts) array.emplace_back(clean(text));
  return array;
}

}  // namespace

std::string render_json(const Report& report) {
  json::Array findings;
  for (const Finding& finding : report.findings) findings.push_back(to_json(clean(finding)));
  json::Array processes;
  for (const ProcessIdentity& process : report.processes) processes.push_back(to_json(clean(process)));
  json::Array readings;
  for (const Reading& reading : report.readings) readings.push_back(to_json(clean(reading)));
  json::Object object;
  object["tool"] = clean(report.tool);
  object["subject"] = clean(report.subject);
  object["answer"] = answer_name(report.answer);
  object["verdict"] = report.verdict.empty() ? json::Value() : json::Value(clean(report.verdict));
  object["head"] = head_object(report.head);
  object["readings"] = std::move(readings);
  object["findings"] = std::move(findings);
  object["processes"] = std::move(processes);
  object["operators_word"] = list(report.operators_word);
  object["not_proved"] = list(report.not_proved);
  return json::canonical(std::move(object)) + '\n';
}

}  // namespace evidence::report
