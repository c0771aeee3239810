#include "body.h"

namespace evidence::record {

void write_members(const FactRecord& fact, MemberWriter& out) {
  out.text("evidence", evidence_kind_name(fact.evidence));
  out.text("name", fact.name);
  out.text("value", fact.value);
}

FactRecord read_fact(Members& members) {
  FactRecord fact;
  fact.evidence = members.evidence();
  fact.name = members.filled_text("name");
  fact.value = members.text("value");
  return fact;
}

void write_members(const AbsentRecord& absent, MemberWriter& out) {
  if (absent.found > 0) out.integer("found", absent.found);
  out.bytes(kName, absent.name);
  if (absent.scope) out.decimal("scope", *absent.scope);
  out.text("thing", absent.thing);
}

AbsentRecord read_absent(Members& members) {
  AbsentRecord absent;
  if (const auto found = members.maybe("found")) {
    absent.found = read_count(*found);
    if (absent.found == 0) found->mistake("must be absent where it is 0");
  }
  absent.name = members.bytes(kName);
  if (const auto scope = members.maybe("scope")) absent.scope = read_unsigned_decimal(*scope);
  absent.thing = members.label("thing");
  return absent;
}

void write_members(const ErrorRecord& error, MemberWriter& out) {
  out.text("about", error.about);
  out.bytes(kName, error.name);
  out.text("reason", error.reason);
}

ErrorRecord read_error(Members& members) {
  ErrorRecord error;
  error.about = members.label("about");
  error.name = members.bytes(kName);
  error.reason = members.filled_text("reason");
  return error;
}

}  // namespace evidence::record
