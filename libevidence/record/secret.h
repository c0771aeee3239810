#pragma once

// A value that may be withheld: `value` or `value_b64` in clear, `hmac` under the campaign key, or none of
// them.

#include "evidence/record.h"
#include "member_writer.h"
#include "members.h"

namespace evidence::record {

void write_secret(const MaybeSecret& value, MemberWriter& out);
// More than one of the members is a mistake.
MaybeSecret read_secret(Members& members);

}  // namespace evidence::record
