#pragma once

// A plan whose checks and readings are about rows of two ranks at two starts, and a campaign that they pass.

#include <string>

#include "campaign.h"
#include "plan_maker.h"

namespace evidence {

// Type served: tail (integer), ok (boolean, optional), seconds (number, optional), kind (prefill or decode),
// at the moment end. `more` are further members.
inline PlanMaker query_plan() {
  return PlanMaker()
      .moments({"ready", "end"})
      .starts({"s1:off", "s2:on"})
      .arms(R"({"off": {}, "on": {}})")
      .with("observations",
            R"({"served": {"roles": ["engine"], "moments": ["end"], "fields": {
                 "tail": {"type": "integer"}, "ok": {"type": "boolean", "optional": true},
                 "seconds": {"type": "number", "optional": true},
                 "kind": {"type": "enumeration", "labels": ["prefill", "decode"], "optional": true}}}})");
}

// One check named c.
inline Plan plan_with_check(const std::string& members) {
  return query_plan().with("checks", R"({"c": {"asks": "is it so?", )" + members + "}}").make();
}

// Two rows in each stream of the moment end: tails 1 and 2, ok.
inline Campaign served_campaign(const Plan& plan) {
  Campaign campaign(plan);
  campaign.all();
  for (const std::string start : {"s1", "s2"}) {
    for (const std::string rank : {"0", "1"}) {
      campaign.at(rank, start, "end")
          .row("served",
               {{"tail", 1}, {"ok", true}, {"seconds", start == "s1" ? 2.0 : 3.0}, {"kind", "prefill"}})
          .row("served",
               {{"tail", 2}, {"ok", true}, {"seconds", start == "s1" ? 2.0 : 3.0}, {"kind", "decode"}});
    }
  }
  return campaign;
}

// The findings of one rule, rendered.
inline std::vector<std::string> of_rule(const Judgement& judgement, std::string_view rule) {
  std::vector<std::string> texts;
  for (const Finding& finding : judgement.findings) {
    if (finding.rule == rule) texts.push_back(render(finding));
  }
  return texts;
}

}  // namespace evidence
