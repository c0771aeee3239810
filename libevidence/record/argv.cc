#include <limits>

#include "body.h"
#include "secret.h"

namespace evidence::record {

void write_members(const ArgvRecord& argv, MemberWriter& out) {
  out.flag("flag", !argv.has_value);
  out.integer("index", argv.index);
  out.text_unless_empty("option", argv.option);
  if (argv.has_value) write_secret(argv.value, out);
}

ArgvRecord read_argv(Members& members) {
  ArgvRecord argv;
  argv.has_value = !members.flag("flag");
  argv.value = read_secret(members);
  argv.index =
      static_cast<std::uint32_t>(members.integer("index", 0, std::numeric_limits<std::uint32_t>::max()));
  argv.option = members.maybe_filled_text("option");
  if (argv.has_value) return argv;
  if (!std::holds_alternative<Secret>(argv.value)) members.mistake("a flag must have no value");
  if (argv.option.empty()) members.mistake("a flag must have an option");
  argv.value = std::string();
  return argv;
}

}  // namespace evidence::record
