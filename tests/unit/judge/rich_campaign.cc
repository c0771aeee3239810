#include "rich_campaign.h"

#include "evidence/digest.h"
#include "plan_maker.h"

namespace evidence {

namespace {

std::string quoted_digest(const std::string& content) {
  return "\"sha256:" + sha256(content).render() + "\"";
}

void add_common(StreamMaker& s) {
  s.env("MODE", "slow").env("PATH", "/bin").env("TOKEN", hidden("secret")).env("A", "1").env("A", "2");
  s.arg("#prog", "engine");
  s.bodies.pop_back();
  s.arg("", "engine").arg("--rank", s.key.rank.c_str()).flag("--fast");
  s.mount("/srv/m", "/m", "mounted").mount("/srv/d", "/below").mount("/srv/d", "/d");
  s.file("/lib/a", "a").file("/lib/b", "b", 0755).fact("driver", "550").fact("gpu", "GPU-" + s.key.rank);
  s.open.key_id = "0123456789abcdef";
}

void add_engine(StreamMaker& s, const std::string& run) {
  add_common(s);
  const bool on = s.key.start == "s2";
  s.env("SEED", hidden(s.key.start + s.key.rank)).env("EVIDENCE_RUN", run).arg("--depth", on ? "2" : "1");
  if (on) s.env("CACHE", hidden("force")).file("/lib/new", "new");
  if (!on) s.absent("/lib/new");
  s.absent("/lib/trace");
  if (s.key.moment == "end") s.row("served", {{"depth", on ? 2 : 1}}).row("served", {{"depth", 1}});
}

const std::string kIdentity = R"({"engine": {
  "env": {"MODE": "slow"},
  "argv": {"#0": "engine", "--rank": {"by_rank": {"0": "0", "1": "1"}}, "--depth": "1", "--fast": {"flag": true}},
  "files": {"/lib/a": A, "/lib/b": {"sha256": B, "mode": "0755"}},
  "mounts": {"under": ["/srv"], "volatile": ["/srv/run"], "pins": {"/srv/m": {"root": "/m", "sha256": M}}},
  "facts": {"driver": "550", "gpu": {"distinct": true}}},
 "proxy": {"env": {"MODE": "slow"}},
 "events": {"files": {"/log/events": E}, "facts": {"memory": {"value": "64", "kind": "declared"}}}})";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  text.replace(text.find(what), what.size(), by);
  return text;
}

std::string base_text() {
  std::string text;
  for (const char* rank : {"0", "1"}) {
    StreamMaker base = base_stream(rank);
    add_common(base);
    base.arg("--depth", "1").absent("/lib/new").absent("/lib/trace");
    text += text_of(base);
  }
  return text;
}

}  // namespace

Plan rich_plan() {
  std::string identity = kIdentity;
  identity = replaced(identity, ": A", ": " + quoted_digest("a"));
  identity = replaced(identity, ": B", ": " + quoted_digest("b"));
  identity = replaced(identity, ": M", ": " + quoted_digest("mounted"));
  identity = replaced(identity, ": E", ": " + quoted_digest("events"));
  return PlanMaker()
      .roles(R"({"engine": {"life": "fresh", "ranks": ["0", "1"]}, "proxy": {"life": "same", "ranks": ["p"]},
                 "events": {"life": "none", "ranks": ["e"]}})")
      .with("identity", identity)
      .arms(R"({"off": {"engine": {"env": {"may_differ": ["SEED"]}, "files": {"forbid": ["/lib/trace"]}}},
                "on": {"like": "off", "engine": {"env": {"add": {"CACHE": {"hmac": ")" +
            hidden("force").hmac +
            R"("}}}, "argv": {"replace": {"--depth": {"from": "1", "to": "2"}}},
                       "files": {"add": {"/lib/new": )" +
            quoted_digest("new") + "}}}}}")
      .starts({"s1:off", "s2:on", "s3:off"})
      .moments({"ready", "end"})
      .with("observations", R"({"served": {"roles": ["engine"], "moments": ["end"],
                                           "fields": {"depth": {"type": "integer"}}}})")
      .base(base_text())
      .make();
}

Campaign rich_campaign(const Plan& plan) {
  Campaign campaign(plan);
  campaign.all().each([&](StreamMaker& s) {
    if (s.key.role == "engine") add_engine(s, plan.run());
    if (s.key.role == "proxy") s.env("MODE", "slow");
    if (s.key.role == "events") s.file("/log/events", "events").fact("memory", "64", EvidenceKind::declared);
  });
  return campaign;
}

Campaign faulty_campaign(const Plan& plan) {
  Campaign campaign = rich_campaign(plan);
  campaign.at("0", "s1", "end").env("EVIL", "1").file("/lib/a", "a").file("/lib/b", "c", 0700);
  campaign.at("1", "s1").body<FileRecord>().mode = 0600;
  campaign.at("1", "s2").body<EnvRecord>().value = std::string("fast");
  campaign.at("0", "s2", "end").body<MountRecord>(1).root = "/other";
  campaign.at("1", "s2", "end").process->pid = 9;
  campaign.at("0", "s3").body<FactRecord>(1).value = "GPU-1";
  campaign.at("0", "s3", "end").file("/lib/trace", "x").row("served", {{"prompt", "x"}}).error("mounts");
  campaign.at("1", "s3").open.key_id = "another";
  campaign.at("1", "s3", "end").process->exe_digest = sha256("another");
  campaign.at("p", "s3", "end", "proxy").process.reset();
  campaign.at("e", "s3", "end", "events").bodies.clear();
  campaign.at("9");
  campaign.at("8");
  return campaign.drop("0", "s2", "ready");
}

}  // namespace evidence
