#include "evidence/judge.h"

namespace evidence {

using json::ObjectReader;
using json::Place;

namespace {

constexpr std::string_view kAnswers[] = {"PASS", "HOLD", "STOP"};

}  // namespace

json::Value to_json(const ParentView& view) {
  json::Array readings;
  for (const Reading& reading : view.readings) readings.push_back(to_json(reading));
  json::Object object{{"name", view.name},
                      {"sha256", view.digest},
                      {"plan", view.plan},
                      {"manifest", view.manifest},
                      {"run", view.run},
                      {"class", view.plan_class},
                      {"standing", view.standing},
                      {"checkpoint", view.checkpoint},
                      {"answer", answer_name(view.answer)},
                      {"readings", std::move(readings)}};
  if (!view.commit.empty()) object.emplace("commit", view.commit);
  if (!view.unseen.empty()) object.emplace("unseen", json::Array(view.unseen.begin(), view.unseen.end()));
  return object;
}

ParentView parent_from_json(const Place& place) {
  ParentView view;
  ObjectReader reader(place);
  view.name = reader.required_label("name").value_or("");
  view.digest = reader.required_sha256("sha256").value_or("");
  view.manifest = reader.required_sha256("manifest").value_or("");
  view.run = reader.required_sha256("run").value_or("");
  view.plan = reader.required_label("plan").value_or("");
  view.plan_class = reader.required_label("class").value_or("");
  view.standing = reader.required_label("standing").value_or("");
  view.checkpoint = reader.required_label("checkpoint").value_or("");
  if (const auto answer = reader.required("answer")) {
    if (const auto index = answer->one_of(kAnswers)) view.answer = static_cast<Answer>(*index);
  }
  if (const auto readings = reader.required("readings")) {
    json::each_element(*readings, [&](const Place& one) { view.readings.push_back(reading_from_json(one)); });
  }
  if (const auto unseen = reader.maybe("unseen")) {
    json::each_element(*unseen, [&](const Place& one) { view.unseen.push_back(one.string().value_or("")); });
  }
  if (const auto commit = reader.maybe("commit")) view.commit = commit->label().value_or("");
  reader.finish();
  return view;
}

}  // namespace evidence
