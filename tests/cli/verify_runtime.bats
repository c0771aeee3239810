#!/usr/bin/env bats
load helpers

@test "a good start may serve" {
  make_campaign
  run verify-runtime -s s1 --moment ready records/
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == PASS* ]]
}

@test "a changed byte on one rank: the first line names rank, file and both digests" {
  make_campaign
  was=$(sha256sum engine/model | cut -c1-64)
  printf 'Weights\n' >engine/model
  rm records/s1.end.engine.1.ndjson
  observe s1 end 1 "${ranks[1]}"
  run verify-runtime -s s1 records/
  [ "$status" -eq 1 ]
  [[ "${lines[0]}" == STOP*"rank 1"*"engine/model"*"expected sha256:$was"*"seen sha256:$(sha256sum engine/model | cut -c1-64)"* ]]
}

@test "a variable that only one rank has is a STOP that names it" {
  write_manifest
  make_keys
  register
  launch 0
  observe s1 ready 0 "$pid"
  launch 1 EXTRA=1
  observe s1 ready 1 "$pid"
  run verify-runtime -s s1 --moment ready records/
  [ "$status" -eq 1 ]
  [[ "$output" == *"EXTRA"* ]]
}

@test "a missing rank and an empty input hold" {
  make_campaign
  run verify-runtime -s s1 --moment ready records/s1.ready.engine.0.ndjson
  [ "$status" -eq 3 ]
  [[ "$output" == *"rank 1"* ]]
  run verify-runtime -s s1 --moment ready </dev/null
  [ "$status" -eq 3 ]
}

@test "merged, shuffled and labelled input gives the same answer" {
  make_campaign
  sed 's/^/0: /' records/s1.ready.engine.0.ndjson >labelled
  cat records/s1.ready.engine.1.ndjson >>labelled
  shuf labelled >mixed
  run verify-runtime -s s1 --moment ready mixed
  [ "$status" -eq 0 ]
  run bash -c 'cat mixed | verify-runtime -s s1 --moment ready'
  [ "$status" -eq 0 ]
}

@test "torn, foreign and doubled lines hold, naming file and line" {
  make_campaign
  head -c -20 records/s1.ready.engine.0.ndjson >torn
  run verify-runtime -s s1 --moment ready torn records/s1.ready.engine.1.ndjson
  [ "$status" -eq 3 ]
  [[ "$output" == *"torn line "* ]]
  (echo 'Welcome'; cat records/s1.ready.engine.0.ndjson) >foreign
  run verify-runtime -s s1 --moment ready foreign records/s1.ready.engine.1.ndjson
  [ "$status" -eq 3 ]
  [[ "$output" == *"foreign line 1"* ]]
  run verify-runtime -s s1 --moment ready records/s1.ready.engine.0.ndjson records/s1.ready.engine.0.ndjson records/s1.ready.engine.1.ndjson
  [ "$status" -eq 3 ]
}

@test "--emit passes the records on and reports on stderr" {
  make_campaign
  verify-runtime --emit -s s1 --moment ready records/s1.ready.* >passed 2>report
  cat records/s1.ready.* | cmp - passed
  grep -q PASS report
  verify-runtime --emit -s s1 --moment ready passed 2>/dev/null | verify-runtime -s s1 --moment ready
}

@test "a process started for another registration is a STOP" {
  make_campaign
  seal-packet --register -m manifest.json -o second.tar | cut -c1-64 >id
  rm records/s1.ready.engine.1.ndjson
  run_id=$(cat id)
  launch 1
  observe s1 ready 1 "$pid"
  run verify-runtime -s s1 --moment ready records/
  [ "$status" -eq 1 ]
  [[ "$output" == *"another run"* ]]
}

@test "one process for two ranks, and one process for two starts, are STOPs" {
  write_manifest
  make_keys
  register
  launch 0
  for rank in 0 1; do observe s1 ready $rank "$pid"; done
  run verify-runtime -s s1 --moment ready records/
  [ "$status" -eq 1 ]
  [[ "$output" == *"same process"* ]]
}

@test "what has no meaning is status 2" {
  write_manifest
  run env -u EVIDENCE_PLAN verify-runtime records/
  [ "$status" -eq 2 ]
  run verify-runtime -m manifest.json -s s9 /dev/null
  [ "$status" -eq 2 ]
  run verify-runtime -m manifest.json missing-records
  [ "$status" -eq 2 ]
  run verify-runtime -m engine/model /dev/null
  [ "$status" -eq 2 ]
}
