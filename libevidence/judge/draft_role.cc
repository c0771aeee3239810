#include <algorithm>

#include "draft.h"
#include "sight_index.h"

namespace evidence {

namespace {

// A pin of these attributes, as short as the manifest allows.
json::Value pin_of(Thing thing, const Attributes& attributes) {
  if (const auto value = attributes.find("value"); value != attributes.end()) return value->second;
  if (const auto digest = attributes.find("sha256"); thing == Thing::file && digest != attributes.end())
    return "sha256:" + digest->second;
  if (attributes.count("flag") > 0) return json::Object{{"flag", true}};
  return json::Object{{"hmac", attributes.at("hmac")}};
}

// A manifest can say it: known, and text.
bool can_be_pinned(const Attributes& attributes) {
  return attributes.count("withheld") == 0 && attributes.count("bare") == 0 &&
         std::all_of(attributes.begin(), attributes.end(),
                     [](const auto& one) { return is_utf8(one.second); });
}

bool is_hidden(const Attributes& attributes) {
  return attributes.count("hmac") > 0 || attributes.count("withheld") > 0;
}

void note_public(Thing thing, const std::string& name, const History& history, PublicNames& names) {
  for (const auto& [start, values] : history) {
    for (const auto& [rank, attributes] : values) {
      if (attributes.count("value") == 0) continue;
      if (thing == Thing::env) names.env.insert(name);
      if (thing == Thing::argv) names.argv.insert(name);
    }
  }
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// Mounts that every process of a machine has say nothing of this one.
bool is_own_mount(const std::string& target) {
  if (!is_utf8(target) || target == "/") return false;
  for (const std::string common : {"/proc", "/sys", "/dev", "/run"}) {
    if (target == common || target.starts_with(common + "/")) return false;
  }
  return true;
}

json::Object by_thing_name(const std::map<Thing, json::Object>& things) {
  json::Object object;
  for (const auto& [thing, said] : things) object.emplace(thing_name(thing), said);
  return object;
}

}  // namespace

RoleDraft::RoleDraft(std::string role, const std::vector<Look>& looks) : role_(std::move(role)) {
  for (const Look& look : looks) {
    if (look.role != role_) continue;
    add_once(ranks_, look.rank);
    add_once(starts_, look.start);
    take(look);
  }
  std::sort(ranks_.begin(), ranks_.end());
}

void RoleDraft::take(const Look& look) {
  const auto remember = [&](Thing thing, const std::string& name, const Attributes& attributes) {
    if (is_utf8(name) && !name.empty()) histories_[{thing, name}][look.start][look.rank] = attributes;
  };
  for (const Thing thing : {Thing::env, Thing::argv, Thing::fact}) {
    for (const auto& [occurrence, sight] : index_sights(look.seen, thing)) {
      const bool is_bare = sight->attributes.count("bare") > 0;
      if (occurrence.second == 1 && occurrence.first != "EVIDENCE_RUN" && !is_bare)
        remember(thing, occurrence.first, sight->attributes);
    }
  }
  for (const auto& [path, attributes] : look.files) {
    if (path.starts_with('/')) remember(Thing::file, path, attributes);
  }
  take_mounts(look);
  if (!look.process) return;
  processes_[look.rank].insert({look.process->boot_id, look.process->pid, look.process->exec});
  const auto [found, fresh] = boots_.emplace(look.process->boot_id, look.rank);
  colocated_ = colocated_ || (!fresh && found->second != look.rank);
}

void RoleDraft::take_mounts(const Look& look) {
  const auto mounts = look.seen.sights.find(Thing::mount);
  if (mounts == look.seen.sights.end()) return;
  for (const Sight& mount : mounts->second) {
    if (is_own_mount(mount.name)) mounts_.insert(mount.name);
  }
}

std::string RoleDraft::life() const {
  if (processes_.empty()) return "none";
  const bool same = starts_.size() > 1 && std::all_of(processes_.begin(), processes_.end(),
                                                      [](const auto& one) { return one.second.size() == 1; });
  return same ? "same" : "fresh";
}

json::Value RoleDraft::role() const {
  json::Object object{{"life", life()}, {"ranks", json::Array(ranks_.begin(), ranks_.end())}};
  if (colocated_) object.emplace("colocated", true);
  return object;
}

const RankValues& RoleDraft::at(const History& history, const std::string& start) const {
  static const RankValues kNone;
  const auto found = history.find(start);
  return found == history.end() ? kNone : found->second;
}

bool RoleDraft::is_steady(const History& history) const {
  return std::all_of(starts_.begin(), starts_.end(), [&](const std::string& start) {
    return at(history, start) == at(history, starts_.front());
  });
}

// What all ranks have at a start; absent when some have another value or none.
std::optional<Attributes> RoleDraft::common_at(const History& history, const std::string& start) const {
  const RankValues& values = at(history, start);
  if (values.size() != ranks_.size()) return std::nullopt;
  const Attributes& first = values.begin()->second;
  const bool same =
      std::all_of(values.begin(), values.end(), [&](const auto& one) { return one.second == first; });
  return same ? std::optional(first) : std::nullopt;
}

// It differs between starts, and at each of them all ranks have one value, or none has any.
bool RoleDraft::is_an_arms(const History& history) const {
  return !is_steady(history) && std::all_of(starts_.begin(), starts_.end(), [&](const std::string& start) {
    const auto common = common_at(history, start);
    return at(history, start).empty() || (common && can_be_pinned(*common));
  });
}

// One pin for all ranks, or their own values. Absent where it cannot be said, and where all have one hidden
// value: what is not said must be equal anyway.
std::optional<json::Value> RoleDraft::pin_over_ranks(Thing thing, const RankValues& values) const {
  if (values.size() != ranks_.size()) return std::nullopt;
  for (const auto& [rank, attributes] : values) {
    if (!can_be_pinned(attributes)) return std::nullopt;
  }
  const Attributes& first = values.begin()->second;
  const bool same =
      std::all_of(values.begin(), values.end(), [&](const auto& one) { return one.second == first; });
  if (same && is_hidden(first)) return std::nullopt;
  if (same) return pin_of(thing, first);
  json::Object by_rank;
  for (const auto& [rank, attributes] : values) by_rank.emplace(rank, pin_of(thing, attributes));
  return json::Object{{"by_rank", std::move(by_rank)}};
}

json::Object RoleDraft::identity(PublicNames& names) const {
  std::map<Thing, json::Object> things;
  for (const auto& [key, history] : histories_) {
    const auto& [thing, name] = key;
    if (!is_steady(history)) continue;
    if (const auto pin = pin_over_ranks(thing, at(history, starts_.front()))) {
      things[thing].emplace(name, *pin);
      note_public(thing, name, history, names);
    }
  }
  json::Object identity = by_thing_name(things);
  if (!mounts_.empty())
    identity.emplace("mounts", json::Object{{"under", json::Array(mounts_.begin(), mounts_.end())}});
  return identity;
}

History RoleDraft::signature(const std::string& start) const {
  History signature;
  for (const auto& [key, history] : histories_) {
    if (is_an_arms(history))
      signature.emplace(std::string(thing_name(key.first)) + " " + key.second, at(history, start));
  }
  return signature;
}

json::Object RoleDraft::deltas(const std::string& first, const std::string& start, PublicNames& names) const {
  std::map<Thing, std::map<std::string, json::Object>> verbs;
  std::map<Thing, json::Array> removed;
  for (const auto& [key, history] : histories_) {
    const auto& [thing, name] = key;
    const auto before = common_at(history, first);
    const auto after = common_at(history, start);
    if (!is_an_arms(history) || before == after) continue;
    note_public(thing, name, history, names);
    if (!after) {
      removed[thing].emplace_back(name);
    } else if (!before) {
      verbs[thing]["add"].emplace(name, pin_of(thing, *after));
    } else {
      verbs[thing]["replace"].emplace(
          name, json::Object{{"from", pin_of(thing, *before)}, {"to", pin_of(thing, *after)}});
    }
  }
  std::map<Thing, json::Object> things;
  for (const auto& [thing, said] : verbs) {
    for (const auto& [verb, pins] : said) things[thing].emplace(verb, pins);
  }
  for (const auto& [thing, list] : removed) things[thing].emplace("remove", list);
  return by_thing_name(things);
}

json::Object RoleDraft::loose() const {
  std::map<Thing, json::Array> names;
  for (const auto& [key, history] : histories_) {
    const bool steady = is_steady(history);
    const bool said = steady && (common_at(history, starts_.front()) ||
                                 pin_over_ranks(key.first, at(history, starts_.front())));
    if (!said && !is_an_arms(history)) names[key.first].emplace_back(key.second);
  }
  std::map<Thing, json::Object> things;
  for (const auto& [thing, list] : names) things[thing].emplace("may_differ", list);
  return by_thing_name(things);
}

}  // namespace evidence
