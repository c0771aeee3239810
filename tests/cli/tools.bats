#!/usr/bin/env bats
# What all tools have in common.
load helpers

tools="pin-hash verify-runtime carry-qualification seal-packet check-packet"

@test "--help and --version are results with status 0" {
  for tool in $tools; do
    run $tool --help
    [ "$status" -eq 0 ]
    [[ "$output" == *"--version"* ]]
    run $tool --version
    [ "$status" -eq 0 ]
    [[ "$output" == "$tool "* ]]
  done
}

@test "an unknown option is one line on stderr and status 2" {
  for tool in $tools; do
    status=0
    $tool --no-such-option >out 2>err || status=$?
    [ $status -eq 2 ]
    [ ! -s out ]
    [ "$(wc -l <err)" -eq 1 ]
    [[ "$(cat err)" == "$tool: "* ]]
  done
}

@test "a full device and a closed pipe are status 2, never success" {
  [ -e /dev/full ] || skip "skipped: no /dev/full"
  make_campaign
  seal small.tar >/dev/null
  for command in "pin-hash engine/model" "verify-runtime -s s1 --moment ready records/" "check-packet --list small.tar"; do
    [[ $command != pin-hash* ]] || unset EVIDENCE_PLAN
    status=0
    $command >/dev/full 2>err || status=$?
    [ $status -eq 2 ]
    [ -s err ]
    export EVIDENCE_PLAN=$work/registration.tar
  done
  for tool in $tools; do
    status=0
    $tool --help >/dev/full 2>err || status=$?
    [ $status -eq 2 ]
  done
  status=0
  seal other.tar >/dev/full 2>err || status=$?
  [ $status -eq 2 ]
  run bash -o pipefail -c 'verify-runtime -s s1 --moment ready records/ 2>err | true'
  [ "$status" -eq 2 ] || [ "$status" -eq 0 ]
  [ "$status" -eq 0 ] || grep -q "standard output" err
}

@test "strange names never reach the terminal as they are" {
  unset EVIDENCE_PLAN
  name=$(printf 'a\033[31m\nb')
  printf x >"$name"
  run pin-hash "$name"
  [ "$status" -eq 0 ]
  [[ "$output" != *$'\033'* ]]
  run check-packet -m /dev/null "$name"
  [ "$status" -ne 0 ]
  [[ "$output" != *$'\033'* ]]
}
