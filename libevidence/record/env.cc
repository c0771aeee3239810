#include <limits>

#include "body.h"
#include "secret.h"

namespace evidence::record {

void write_members(const EnvRecord& env, MemberWriter& out) {
  out.flag("bare", env.bare);
  out.integer("index", env.index);
  out.bytes(kName, env.name);
  out.text("source", env.source);
  if (!env.bare) write_secret(env.value, out);
}

EnvRecord read_env(Members& members) {
  EnvRecord env;
  env.bare = members.flag("bare");
  env.value = read_secret(members);
  env.index =
      static_cast<std::uint32_t>(members.integer("index", 0, std::numeric_limits<std::uint32_t>::max()));
  env.name = members.bytes(kName);
  env.source = members.label("source");
  if (!env.bare) return env;
  // An entry without '=' has nothing to withhold.
  if (!std::holds_alternative<Secret>(env.value)) members.mistake("a bare entry must have no value");
  env.value = std::string();
  return env;
}

}  // namespace evidence::record
