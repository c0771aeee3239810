#include "parents.h"

#include <algorithm>

namespace evidence {

namespace {

using query::Type;

query::Value verdict_or_null(const Reading& reading) {
  return reading.verdict.empty() ? query::Value() : query::Value(reading.verdict);
}

Finding about(Result result, const std::string& name) {
  const Finding finding{result, "parent", "", {}, "parents", name};
  return finding;
}

void judge_view(const ParentPlan& plan, const ParentView& view, FindingFold& fold) {
  bool good = true;
  for (const std::string& unseen : view.unseen) {
    good = false;
    Finding finding = about(Result::hold, plan.name);
    finding.detail = "rests on a packet that was not supplied: add --parent " + plan.name + "/" +
                     printable(unseen) + "=PACKET";
    fold.add(finding);
  }
  for (const auto& [what, wanted] : plan.shows) {
    const std::string seen = shown_by(view, what);
    if (seen == wanted) continue;
    good = false;
    Finding finding = about(Result::stop, plan.name);
    finding.expected = what + " " + printable(wanted);
    finding.seen = what + " " + printable(seen);
    finding.detail = "the packet does not show what this plan rests on";
    fold.add(finding);
  }
  if (!good) return;
  Finding finding = about(Result::pass, plan.name);
  finding.seen = "sha256:" + view.digest;
  finding.detail = "shows";
  for (const auto& [what, wanted] : plan.shows)
    finding.detail += (finding.detail == "shows" ? " " : ", ") + what + " " + printable(wanted);
  fold.add(finding);
}

}  // namespace

std::string shown_by(const ParentView& view, std::string_view name) {
  if (name == "answer") return std::string(answer_name(view.answer));
  if (name == "checkpoint") return view.checkpoint;
  if (name == "class") return view.plan_class;
  if (name == "manifest") return "sha256:" + view.manifest;
  if (name == "name") return view.plan;
  if (name == "run") return view.run;
  if (name == "standing") return view.standing;
  if (name == "verdict" && !view.readings.empty()) return verdict_of(view.readings.front());
  for (const Reading& reading : view.readings) {
    if (reading.name == name) return verdict_of(reading);
  }
  return "no such reading";
}

void judge_parents(const Manifest& manifest, const std::vector<ParentView>& parents, FindingFold& fold) {
  for (const ParentPlan& plan : manifest.parents) {
    const auto view = std::find_if(parents.begin(), parents.end(),
                                   [&](const ParentView& one) { return one.name == plan.name; });
    if (view != parents.end()) {
      judge_view(plan, *view, fold);
      continue;
    }
    Finding finding = about(plan.optional ? Result::note : Result::hold, plan.name);
    finding.detail = plan.optional ? "was not supplied, and need not be" : "was not supplied (--parent)";
    fold.add(finding);
  }
}

std::vector<query::Table> parent_tables() {
  return {{"parents",
           {{"parent"},
            {"plan"},
            {"answer"},
            {"verdict", Type::text, true},
            {"class"},
            {"standing"},
            {"checkpoint"}}},
          {"parent_readings", {{"parent"}, {"reading"}, {"verdict", Type::text, true}}},
          {"parent_quantities",
           {{"parent"}, {"reading"}, {"quantity"}, {"value", Type::real, true}, {"text", Type::text, true}}}};
}

void insert_parents(query::Database& database, const std::vector<ParentView>& parents) {
  for (const ParentView& view : parents) {
    const query::Value verdict =
        view.readings.empty() ? query::Value() : verdict_or_null(view.readings.front());
    database.insert("parents", {view.name, view.plan, std::string(answer_name(view.answer)), verdict,
                                view.plan_class, view.standing, view.checkpoint});
    for (const Reading& reading : view.readings) {
      database.insert("parent_readings", {view.name, reading.name, verdict_or_null(reading)});
      for (const auto& [name, value] : reading.quantities) {
        query::Value number;
        query::Value text;
        const auto& data = value.data();
        if (const auto* integer = std::get_if<std::int64_t>(&data)) number = static_cast<double>(*integer);
        if (const auto* real = std::get_if<double>(&data)) number = *real;
        if (const auto* words = std::get_if<std::string>(&data)) text = *words;
        database.insert("parent_quantities", {view.name, reading.name, name, number, text});
      }
    }
  }
}

}  // namespace evidence
