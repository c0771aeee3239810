#!/usr/bin/env bats
# Checks, readings and the gate as their users meet them.
load helpers

bats_require_minimum_version 1.5.0


questions='"parameters": {"minutes": {"type": "count"}},
  "observations": {"served": {"roles": ["engine"], "moments": ["end"], "accepts": "declared", "fields": {"answer": {"type": "integer"}}}},
  "gate": {"budget": {"asks": "does the window fit?", "sql": "SELECT :minutes <= 90 AS ok"}},
  "checks": {"served_twice": {"asks": "did every rank serve twice at every start?", "cases": {"start": ["s1", "s2"], "rank": ["0", "1"]},
    "sql": "SELECT start, rank, count(*) = 2 AS ok FROM served GROUP BY start, rank"}},
  "readings": [{"name": "effect", "quantities": {"same": "SELECT agree(answer) FROM served", "rows": "SELECT count(*) FROM served"},
    "verdicts": [{"name": "DIFFERENT", "answer": "STOP", "when": "NOT same", "meaning": "the answers differ", "next": "stop using it"},
                 {"name": "SAME", "answer": "PASS", "when": "n = 8", "meaning": "the answers are the same"},
                 {"name": "UNCLEAR", "answer": "HOLD", "meaning": "too few answers"}]}],'
questions=${questions//\"rows\": \"SELECT count/\"n\": \"SELECT count}

# ask_questions ROWS-OF-S2-RANK-1: a campaign with two rows a rank and start.
ask_questions() {
  write_manifest "$questions"
  make_keys
  register --set minutes=60
  local start rank extra
  for start in s1 s2; do
    extra=()
    [ $start = s1 ] || extra=(MODE=fast)
    for rank in 0 1; do
      launch "$rank" "${extra[@]}"
      observe $start ready "$rank" "$pid"
      rows=$start.$rank.rows
      printf '{"type":"served","run":"%s","start":"%s","answer":7}\n' "$run_id" $start "$run_id" $start >"$rows"
      if [ $start.$rank = s2.1 ]; then eval "$1"; fi
      observe $start end "$rank" "$pid" --observations "$rows"
    done
  done
}

@test "a packet's first line has the verdict, and the reviewer can expect it" {
  ask_questions :
  run seal
  [ "$status" -eq 0 ]
  run check small.tar
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == "PASS  verdict SAME"* ]]
  [[ "$output" == *"reading effect: SAME"* ]]
  [[ "$output" == *"check served_twice (did every rank serve twice at every start?): 4 cases, 4 rows"* ]]
  run check small.tar --expect verdict=SAME --expect effect=SAME
  [ "$status" -eq 0 ]
  run check small.tar --expect effect=DIFFERENT
  [ "$status" -eq 1 ]
  [[ "${lines[0]}" == "STOP"*"effect"* ]]
  run check small.tar --expect efect=SAME
  [ "$status" -eq 1 ]
  [[ "$output" == *"no such reading"* ]]
}

@test "a verdict may be a STOP" {
  ask_questions 'sed -i "1s/:7}/:8}/" "$rows"'
  run seal
  [ "$status" -eq 1 ]
  run check small.tar
  [ "$status" -eq 1 ]
  [[ "${lines[0]}" == "STOP  verdict DIFFERENT"* ]]
  [[ "$output" == *"stop using it"* ]]
}

@test "rows that are left out are NOT RUN, and there is no verdict" {
  ask_questions 'rm "$rows"; touch "$rows"'
  run verify-runtime records/
  [ "$status" -eq 3 ]
  [[ "${lines[0]}" == "HOLD"*"NOT RUN: rank 1, start s2: no row"* ]]
  [[ "$output" == *"reading effect: no verdict"* ]]
  [[ "$output" == *"UNCLEAR needs served_twice, which is NOT RUN"* ]]
}

@test "a checkpoint is asked only about its own starts" {
  ask_questions :
  run seal-packet --checkpoint first --sign sealer.pem -o first.tar records/s1.*
  [ "$status" -eq 3 ]
  run check first.tar
  [[ "$output" == *"check served_twice (did every rank serve twice at every start?): 2 cases, 2 rows"* ]]
  [[ "$output" == *"UNCLEAR"* ]]
}

@test "seal-packet refuses to publish another verdict, and a mistyped one is a mistake of usage" {
  ask_questions :
  run --separate-stderr seal small.tar --expect verdict=DIFFERENT
  [ "$status" -eq 1 ]
  [ ! -e small.tar ]
  [[ "$stderr" == *"verdict is SAME, expected DIFFERENT"* ]]
  run --separate-stderr seal small.tar --expect verdct=SAME
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"the plan has no such reading"* ]]
}

@test "the gate is judged before anything starts" {
  write_manifest "$questions"
  register --set minutes=60
  run verify-runtime --gate
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == "PASS  gate"* ]]
  seal-packet --register -m manifest.json --set minutes=91 -o long.tar >/dev/null
  run verify-runtime --gate -m long.tar
  [ "$status" -eq 1 ]
  [[ "${lines[0]}" == "STOP  gate"*"budget"*"FAIL"* ]]
}

@test "lint tells what is wrong with a query, and which rows nobody would miss" {
  ask_questions :
  run verify-runtime --lint
  [ "$status" -eq 0 ]
  run verify-runtime --lint records/
  [ "$status" -eq 0 ]
  write_manifest "${questions//count(\*) = 2/max(answer) = 7}"
  sed -i 's/max(answer) = 7/count(rowid) > 0/' manifest.json
  seal-packet --register -m manifest.json --set minutes=1 -o odd.tar >/dev/null
  run verify-runtime --lint -m odd.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"rowid"* ]]
}

@test "modes of verify-runtime exclude each other and what does not go with them" {
  write_manifest "$questions"
  register --set minutes=60
  for options in "--gate --lint" "--draft --lint" "--gate -s s1" "--lint --emit" "--gate records"; do
    # shellcheck disable=SC2086
    run verify-runtime $options
    [ "$status" -eq 2 ] || { echo "$options: $status"; return 1; }
  done
}

@test "a drafted plan can be registered and passed by the same processes" {
  mkdir look
  run_id=$(printf '0%.0s' {1..64})
  launch 0 MODE=fast SEED=1
  first=$pid
  launch 1 MODE=fast SEED=1
  printf 'weights\n' >model
  pin-hash --role engine -r 0 -s s1 --moment ready -p "$first" -o look/ "$work/model"
  pin-hash --role engine -r 1 -s s1 --moment ready -p "$pid" -o look/ "$work/model"
  run --separate-stderr verify-runtime --draft look/
  [ "$status" -eq 0 ]
  [ -z "$stderr" ]
  printf '%s\n' "$output" >manifest.json
  grep -q '"colocated": true' manifest.json
  grep -q "$(sha256sum model | cut -c1-64)" manifest.json
  make_keys
  register
  for rank in 0 1; do
    launch "$rank" MODE=fast SEED=1
    pin-hash -r "$rank" -p "$pid" --env-key env.key -o records.$rank
  done
  run verify-runtime records.0 records.1
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "a draft of nothing is refused, and damage is told" {
  run verify-runtime --draft /dev/null
  [ "$status" -eq 2 ]
  write_manifest
  make_keys
  register
  launch 0
  observe s1 ready 0 "$pid"
  sed -i 3d records/s1.ready.engine.0.ndjson
  run --separate-stderr verify-runtime --draft records/
  [ "$status" -eq 3 ]
  [[ "$stderr" == *"s1.ready.engine.0.ndjson"* ]]
}
