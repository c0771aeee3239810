#include <variant>

#include "evidence/report.h"
#include "outline.h"

namespace evidence::report {
namespace {

std::string value_text(const json::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value.data())) return *text;
  const auto* list = std::get_if<json::Array>(&value.data());
  if (list == nullptr) return json::canonical(value);
  std::string joined;
  for (const json::Value& element : *list)
    joined.append(joined.empty() ? "" : ", ").append(value_text(element));
  return joined;
}

std::string finding_text(const Finding& finding) {
  const Item item = item_of(finding);
  std::string text = item.heading();
  for (const Line& line : item.common) {
    if (line.label == Label::seen) text += " = " + line.text;
    if (line.label == Label::why) text += " (" + line.text + ")";
  }
  return text;
}

}  // namespace

std::vector<std::string> operators_word(const Plan& plan, const std::vector<Finding>& findings) {
  std::vector<std::string> lines;
  for (const auto& [name, value] : plan.binding().values()) {
    lines.push_back("parameter " + name + " = " + value_text(value));
  }
  for (const Finding& finding : findings) {
    if (finding.result == Result::note && finding.rule == "operators-word")
      lines.push_back(finding_text(finding));
  }
  return lines;
}

}  // namespace evidence::report
