#!/usr/bin/env bats
# pin-hash-static in a root that has nothing but itself and /proc.

bats_require_minimum_version 1.5.0
load helpers

# The static program as /pin-hash in $work/root; skipped where there is none.
make_root() {
  [ -x "$EVIDENCE_TOOLS/pin-hash-static" ] || skip "skipped: this build has no static pin-hash"
  unshare -rm true 2>/dev/null || skip "skipped: no user namespaces here"
  mkdir -p root/proc
  cp "$EVIDENCE_TOOLS/pin-hash-static" root/pin-hash
}

# in_root COMMAND…: with nothing around it.
in_root() { unshare -rm sh -c 'mount --rbind /proc root/proc && exec chroot root "$@"' sh "$@"; }

@test "it needs no shared library" {
  make_root
  run ldd root/pin-hash
  [[ $output = *"not a dynamic executable"* ]]
}

@test "it lists and checks files" {
  make_root
  echo content >root/file
  in_root /pin-hash --format sha256sum file | diff - <(cd root && sha256sum file)
  (cd root && sha256sum file pin-hash) >sums
  mv sums root/sums
  in_root /pin-hash -c sums >said
  grep -qx 'PASS: 2 files listed: 2 as listed' said
}

@test "it records a tree and itself, and a machine that has no id" {
  make_root
  in_root /pin-hash /pin-hash >file.ndjson
  python3 "$BATS_TEST_DIRNAME/records.py" file.ndjson \
    'of("file")[0]["sha256"] == digest and "machine" not in of("open")[0] and rows[-1]["type"] == "close"' \
    digest="$(sha256sum root/pin-hash | cut -c1-64)"
}

@test "it sees a process as the other build does" {
  make_root
  sleep 100 3>&- &
  ranks+=($!)
  sleep 0.2
  in_root /pin-hash -p "${ranks[0]}" >inside.ndjson 2>said || true
  pin-hash -p "${ranks[0]}" >outside.ndjson 2>>said || true
  ! grep -q 'right to trace' said || skip "skipped: this user may not trace processes here"
  for kind in env argv; do
    diff <(grep "\"type\":\"$kind\"" inside.ndjson | sed 's/"seq":[0-9]*,//') \
      <(grep "\"type\":\"$kind\"" outside.ndjson | sed 's/"seq":[0-9]*,//')
  done
  grep -q '"type":"argv"' inside.ndjson
}
