#include "plan_maker.h"

#include "evidence/digest.h"

namespace evidence {

namespace {

std::string array_of(const std::vector<std::string>& labels) {
  std::string text;
  for (const std::string& label : labels) text += (text.empty() ? "\"" : ",\"") + label + "\"";
  return "[" + text + "]";
}

}  // namespace

PlanMaker::PlanMaker() {
  with("name", R"("demo")").with("class", R"("native")").with("standing", R"("screen")");
  with("public", R"({"env": ["MODE", "PATH", "GPU"], "argv": ["--depth", "--rank", "#0", "#1"]})");
  ranks({"0", "1"}).moments({"ready"}).starts({"s1"});
}

PlanMaker& PlanMaker::with(const std::string& member, std::string_view json) {
  members_[member] = json;
  if (json.empty()) members_.erase(member);
  return *this;
}

PlanMaker& PlanMaker::engine(std::string_view json) {
  return with("identity", "{\"engine\":" + std::string(json) + "}");
}

PlanMaker& PlanMaker::starts(const std::vector<std::string>& starts) {
  std::string text;
  for (const std::string& start : starts) {
    const std::size_t colon = start.find(':');
    text += (text.empty() ? "{\"name\":\"" : ",{\"name\":\"") + start.substr(0, colon) + "\"";
    if (colon != std::string::npos) text += ",\"arm\":\"" + start.substr(colon + 1) + "\"";
    text += "}";
  }
  return with("starts", "[" + text + "]");
}

PlanMaker& PlanMaker::moments(const std::vector<std::string>& moments) {
  return with("moments", array_of(moments));
}

PlanMaker& PlanMaker::ranks(const std::vector<std::string>& ranks) {
  return roles(R"({"engine": {"life": "fresh", "ranks": )" + array_of(ranks) + "}}");
}

PlanMaker& PlanMaker::base(const std::string& lines) {
  const std::string path = "base" + std::to_string(files_.size()) + ".ndjson";
  files_.push_back({path, lines});
  std::string text;
  for (const PlanFile& file : files_) {
    text += text.empty() ? "" : ",";
    text += R"({"path": ")" + file.path + R"(", "sha256": "sha256:)" + sha256(file.bytes).render() + "\"}";
  }
  return with("base", "[" + text + "]");
}

Plan PlanMaker::make() const {
  std::string manifest;
  for (const auto& [member, json] : members_) {
    manifest += (manifest.empty() ? "{\"" : ",\"") + member + "\":" + json;
  }
  std::vector<PlanFile> files = files_;
  files.push_back({"manifest.json", manifest + "}"});
  return Plan::from_files(std::move(files), "demo");
}

}  // namespace evidence
