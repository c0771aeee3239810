#include "body.h"

namespace evidence::record {

void write_members(const MountRecord& mount, MemberWriter& out) {
  out.text("fstype", mount.fstype);
  out.bytes(kOptions, mount.options);
  out.bytes(kRoot, mount.root);
  if (mount.digest) out.digest("sha256", *mount.digest);
  out.bytes(kSource, mount.source);
  out.bytes(kTarget, mount.target);
}

MountRecord read_mount(Members& members) {
  MountRecord mount;
  mount.fstype = members.filled_text("fstype");
  mount.options = members.bytes(kOptions);
  mount.root = members.bytes(kRoot);
  mount.digest = members.maybe_digest("sha256");
  mount.source = members.bytes(kSource);
  mount.target = members.bytes(kTarget);
  return mount;
}

}  // namespace evidence::record
