// A plan to begin with: what was seen, written down as what must be.

#include "draft.h"

#include <algorithm>

namespace evidence {

namespace {

// Streams that were made without a plan have no labels of their own.
std::string label_or(const std::string& label, std::string_view fallback) {
  return label == kNoLabel ? std::string(fallback) : label;
}

// Keeps what each stream shows, by its stream.
class LookTaker final : public RecordSink {
 public:
  void record(const StreamKey& key, std::uint64_t sequence, const RecordBody& body) override {
    Look& look = look_of(key);
    if (auto sight = sight_of(key.shard, sequence, body)) {
      look.seen.sights[sight->first].push_back(std::move(sight->second));
    } else if (const auto* file = std::get_if<FileRecord>(&body)) {
      look.files[file->path] = {{"sha256", file->digest.render()}};
    } else if (const auto* process = std::get_if<ProcessRecord>(&body)) {
      look.process = *process;
    } else if (const auto* open = std::get_if<OpenRecord>(&body)) {
      look.time = open->time;
    }
  }

  // In the order in which they were made.
  std::vector<Look> take() {
    std::vector<Look> looks;
    for (auto& [key, look] : looks_) {
      if (key.role != "carry") looks.push_back(std::move(look));
    }
    std::stable_sort(looks.begin(), looks.end(),
                     [](const Look& a, const Look& b) { return a.time < b.time; });
    return looks;
  }

 private:
  Look& look_of(StreamKey key) {
    key.shard = key.shards = 1;
    const auto [found, fresh] = looks_.try_emplace(key);
    Look& look = found->second;
    if (fresh) {
      look.role = label_or(key.role, "engine");
      look.rank = key.rank;
      look.start = label_or(key.start, "s1");
      look.moment = label_or(key.moment, "ready");
    }
    return look;
  }
  std::map<StreamKey, Look> looks_;
};

std::vector<std::string> labels_of(const std::vector<Look>& looks, std::string Look::*label) {
  std::vector<std::string> labels;
  for (const Look& look : looks) {
    if (std::find(labels.begin(), labels.end(), look.*label) == labels.end()) labels.push_back(look.*label);
  }
  return labels;
}

// a, b … z, a1, b1 …
std::string arm_name(std::size_t number) {
  constexpr std::size_t kLetters = 26;
  const std::string letter(1, static_cast<char>('a' + number % kLetters));
  return number < kLetters ? letter : letter + std::to_string(number / kLetters);
}

struct Arming {
  json::Object arms;
  json::Array starts;
};

// Starts that look alike have one arm; each further arm is the first with its differences.
Arming arming_of(const std::map<std::string, RoleDraft>& roles, const std::vector<std::string>& starts,
                 PublicNames& names) {
  Arming arming;
  std::vector<std::pair<std::vector<History>, std::string>> known;  // signature and the arm that has it
  json::Object first;
  for (const auto& [name, role] : roles) {
    if (json::Object loose = role.loose(); !loose.empty()) first.emplace(name, std::move(loose));
  }
  for (const std::string& start : starts) {
    std::vector<History> signature;
    for (const auto& [name, role] : roles) signature.push_back(role.signature(start));
    auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == signature; });
    if (found == known.end()) {
      json::Object arm = known.empty() ? first : json::Object{{"like", arm_name(0)}};
      for (const auto& [name, role] : roles) {
        if (known.empty()) break;
        if (json::Object deltas = role.deltas(starts.front(), start, names); !deltas.empty())
          arm.emplace(name, std::move(deltas));
      }
      known.emplace_back(std::move(signature), arm_name(known.size()));
      arming.arms.emplace(known.back().second, std::move(arm));
      found = std::prev(known.end());
    }
    arming.starts.emplace_back(json::Object{{"name", start}, {"arm", found->second}});
  }
  if (known.size() > 1 || !first.empty()) return arming;
  arming.arms.clear();
  arming.starts.clear();
  for (const std::string& start : starts) arming.starts.emplace_back(json::Object{{"name", start}});
  return arming;
}

// Members in the order in which a reader wants them.
std::string written(const std::vector<std::pair<std::string, json::Value>>& members) {
  std::string text = "{";
  for (const auto& [name, value] : members) {
    text += text.size() > 1 ? ",\n  " : "\n  ";
    json::append_canonical_string(text, name);
    std::string body = json::pretty(value);
    body.pop_back();
    text += ": ";
    for (const char byte : body) text += byte == '\n' ? std::string("\n  ") : std::string(1, byte);
  }
  return text + "\n}\n";
}

}  // namespace

std::string draft_manifest(const Recording& records) {
  LookTaker taker;
  records.replay(taker);
  const std::vector<Look> looks = taker.take();
  if (looks.empty()) throw UsageError("no records, so there is nothing to draft a plan from");
  const std::vector<std::string> starts = labels_of(looks, &Look::start);
  std::map<std::string, RoleDraft> roles;
  for (const std::string& role : labels_of(looks, &Look::role)) roles.emplace(role, RoleDraft(role, looks));

  PublicNames names;
  json::Object role_object;
  json::Object identity;
  bool live = true;
  for (const auto& [name, role] : roles) {
    role_object.emplace(name, role.role());
    live = live && role.has_process();
    if (json::Object said = role.identity(names); !said.empty()) identity.emplace(name, std::move(said));
  }
  Arming arming = arming_of(roles, starts, names);
  const std::vector<std::string> moments = labels_of(looks, &Look::moment);
  json::Object public_names;
  if (!names.env.empty()) public_names.emplace("env", json::Array(names.env.begin(), names.env.end()));
  if (!names.argv.empty()) public_names.emplace("argv", json::Array(names.argv.begin(), names.argv.end()));

  std::vector<std::pair<std::string, json::Value>> members{
      {"name", "draft"},
      {"note",
       json::Array{"What was seen in " + std::to_string(looks.size()) + " streams, as what must be.",
                   "What is not said must be equal everywhere. Take away what need not hold, say what may "
                   "differ and why, and give it a name."}},
      {"class", live ? "native" : "offline"},
      {"standing", "screen"},
      {"roles", std::move(role_object)},
      {"moments", json::Array(moments.begin(), moments.end())},
      {"starts", std::move(arming.starts)}};
  const auto add = [&](const std::string& name, json::Object object) {
    if (!object.empty()) members.emplace_back(name, std::move(object));
  };
  add("public", std::move(public_names));
  add("identity", std::move(identity));
  add("arms", std::move(arming.arms));
  return written(members);
}

}  // namespace evidence
