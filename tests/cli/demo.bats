#!/usr/bin/env bats
# The demo is the product's promise: it is run as it is.
load helpers

@test "the demo passes" {
  run "$BATS_TEST_DIRNAME/../rehearsal/demo" "$EVIDENCE_TOOLS"
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "demo: PASS" ]
  [ "$(grep -c 'Broken, . of 9' <<<"$output")" -eq 9 ]
}

@test "the demo passes as a rehearsal where no namespace is allowed, and says so" {
  EVIDENCE_DEMO_NAMESPACES=no run "$BATS_TEST_DIRNAME/../rehearsal/demo" "$EVIDENCE_TOOLS"
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "demo: PASS" ]
  [[ "$output" == *"class is rehearsal"* ]]
}

@test "the demo passes as an ordinary user" {
  [ "$(id -u)" -eq 0 ] || skip "skipped: this is an ordinary user already"
  command -v setpriv >/dev/null || skip "skipped: no setpriv"
  chmod 755 "$work"
  mkdir "$work/theirs"
  chown 65534:65534 "$work/theirs"
  readable=$(mktemp -d "${TMPDIR:-/tmp}/evidence-tools.XXXXXX")
  cp "$EVIDENCE_TOOLS"/{pin-hash,verify-runtime,carry-qualification,seal-packet,check-packet} "$readable"
  mkdir -p "$readable/tests/rehearsal" "$readable/manifests"
  cp "$BATS_TEST_DIRNAME/../rehearsal/demo" "$readable/tests/rehearsal"
  cp -R "$BATS_TEST_DIRNAME/../../manifests/demo" "$readable/manifests"
  chmod -R a+rX "$readable"
  run setpriv --reuid=65534 --regid=65534 --clear-groups env "TMPDIR=$work/theirs" HOME=/nonexistent "$readable/tests/rehearsal/demo" "$readable"
  rm -rf "$readable"
  [ "$status" -eq 0 ]
  [ "${lines[-1]}" = "demo: PASS" ]
}
