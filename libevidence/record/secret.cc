#include "secret.h"

namespace evidence::record {

void write_secret(const MaybeSecret& value, MemberWriter& out) {
  if (const auto* clear = std::get_if<std::string>(&value)) out.bytes(kValue, *clear);
  if (const auto* keyed = std::get_if<Keyed>(&value)) out.text("hmac", keyed->hmac);
}

MaybeSecret read_secret(Members& members) {
  const auto hmac = members.maybe("hmac");
  auto clear = members.maybe_bytes(kValue);
  if (hmac && clear) hmac->mistake("stands beside \"value\"");
  if (hmac) return Keyed{hmac->sha256().value_or("")};
  if (clear) return *std::move(clear);
  return Secret{};
}

}  // namespace evidence::record
