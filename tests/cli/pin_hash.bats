#!/usr/bin/env bats
bats_require_minimum_version 1.5.0
load helpers

@test "without a plan: one line a file, opened and closed" {
  printf 'hello\n' >a
  run pin-hash a
  [ "$status" -eq 0 ]
  [ "${#lines[@]}" -eq 3 ]
  [[ "${lines[1]}" == *"$(sha256sum a | cut -c1-64)"* ]]
  for line in "${lines[@]}"; do [ ${#line} -lt 900 ]; done
}

@test "what cannot be read is an error record and status 3, said on stderr" {
  mkfifo pipe
  run pin-hash pipe
  [ "$status" -eq 3 ]
  [[ "$output" == *'"type":"error"'* ]]
  [[ "$output" == *"pin-hash: pipe: "* ]]
}

@test "a missing file is recorded as absent" {
  run pin-hash nothing-here
  [ "$status" -eq 0 ]
  [[ "$output" == *'"type":"absent"'* ]]
}

@test "a process: identity, environment by name only, arguments" {
  run_id=none
  launch 0 SECRET_TOKEN=hunter2hunter2
  run pin-hash -p "$pid"
  [ "$status" -eq 0 ]
  # A process record is longer than a line may be, so it travels in parts.
  data=$(grep '"type":"part"' <<<"$output" | sed 's/.*"data":"\([^"]*\)".*/\1/' | base64 -d 2>/dev/null)
  [[ "$data" == *'"type":"process"'* ]]
  [[ "$data" == *"\"exe_sha256\":\"$(sha256sum "$(command -v sleep)" | cut -c1-64)\""* ]]
  [[ "$output" == *'SECRET_TOKEN'* ]]
  [[ "$output" != *hunter2* ]]
}

@test "secrets never appear, with or without the campaign key" {
  write_manifest
  make_keys
  register
  launch 0 SECRET_TOKEN=hunter2hunter2
  observe s1 ready 0 "$pid"
  ! grep -r hunter2 records
  grep -q '"hmac":"' records/s1.ready.engine.0.ndjson
  pin-hash -s s1 --moment end -r 0 -p "$pid" -o records/
  ! grep -r hunter2 records
}

@test "-o publishes exclusively" {
  printf 'hello\n' >a
  pin-hash a -o out.ndjson
  run pin-hash a -o out.ndjson
  [ "$status" -eq 4 ]
  no_leftovers
}

@test "a folder gets START.MOMENT.ROLE.RANK.ndjson" {
  write_manifest
  make_keys
  register
  launch 0
  observe s1 ready 0 "$pid"
  [ -s records/s1.ready.engine.0.ndjson ]
}

@test "the rank comes from the launcher, and two that disagree are an error" {
  write_manifest
  make_keys
  register
  launch 0
  SLURM_PROCID=1 pin-hash -s s1 --moment ready -p "$pid" --env-key env.key >out
  grep -q '"rank":"1"' out
  SLURM_PROCID=1 PMI_RANK=0 run pin-hash -s s1 --moment ready -p "$pid" --env-key env.key
  [ "$status" -eq 2 ]
  [[ "$output" == *SLURM_PROCID* ]]
}

@test "what has no meaning is status 2 with a reason" {
  write_manifest
  make_keys
  register
  launch 0
  run pin-hash -s s9 --moment ready -r 0 -p "$pid"
  [ "$status" -eq 2 ]
  [[ "$output" == *"no start s9"* ]]
  run pin-hash -s s1 --moment ready -r 7 -p "$pid"
  [ "$status" -eq 2 ]
  run pin-hash -s s1 --moment ready -r 0
  [ "$status" -eq 2 ]
  [[ "$output" == *"-p"* ]]
  run pin-hash -s s1 --moment ready -r 0 -p "$pid" a
  [ "$status" -eq 2 ]
  run env -u EVIDENCE_PLAN pin-hash
  [ "$status" -eq 2 ]
}

@test "an empty value behind = takes no other argument for the value" {
  printf x >file
  for option in --start --role --output --root --format --check; do
    run -2 --separate-stderr pin-hash "$option=" file
    [[ $stderr = *"an option has an empty value behind its ="* ]]
    [ -z "$output" ]
  done
  run -0 pin-hash --format sha256sum -- file
  run -3 --separate-stderr pin-hash --format sha256sum -- --start=
  [[ $stderr = *"--start=: no such file"* ]]
}

@test "a key file that others can read is refused" {
  write_manifest
  make_keys
  register
  launch 0
  chmod 0644 env.key
  run observe s1 ready 0 "$pid"
  [ "$status" -eq 2 ]
  [ ! -e records/s1.ready.engine.0.ndjson ]
  no_leftovers
}

@test "a process that is gone is no stream that proves anything" {
  write_manifest
  make_keys
  register
  launch 0
  kill "$pid"
  wait "$pid" 2>/dev/null || true
  run observe s1 ready 0 "$pid"
  [ "$status" -ne 0 ]
}
