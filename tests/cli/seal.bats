#!/usr/bin/env bats
load helpers

@test "the same input gives the same bytes, and an identical repeat succeeds" {
  make_campaign
  run seal small.tar
  [ "$status" -eq 0 ]
  [ "$output" = "$(sha256sum small.tar)" ]
  run seal small.tar
  [ "$status" -eq 0 ]
  seal again.tar
  cmp small.tar again.tar
  no_leftovers
}

@test "the order and split of the record files do not matter" {
  make_campaign
  seal small.tar
  cat $(ls -r records/*) | seal-packet --checkpoint complete --sign sealer.pem -o merged.tar
  cmp small.tar merged.tar
}

@test "another content under the same name is status 4 and changes nothing" {
  make_campaign
  seal small.tar
  before=$(sha256sum small.tar)
  run seal-packet --checkpoint first --sign sealer.pem -o small.tar records/
  [ "$status" -eq 4 ]
  [[ "$output" == *"small.tar: already published with other content"* ]]
  [ "$before" = "$(sha256sum small.tar)" ]
  no_leftovers
}

@test "fifty concurrent seals of different content: one winner, 49 status 4, nothing left" {
  make_campaign
  mkdir many
  for i in $(seq 50); do
    mkdir many/$i
    cp records/s1.* many/$i/
    # Another observer's stream each: the boot-time clock in `open` differs, so the packets do.
    rm many/$i/s1.ready.engine.0.ndjson
    pin-hash -s s1 --moment ready -r 0 -p "${ranks[0]}" --env-key env.key -o many/$i/
  done
  sealing=()
  for i in $(seq 50); do
    (status=0; seal-packet --checkpoint first -o one.tar many/$i >many/$i.out 2>&1 || status=$?; echo $status >many/$i.status) 3>&- &
    sealing+=($!)
  done
  wait "${sealing[@]}"
  [ "$(cat many/*.status | grep -c '^0$')" -eq 1 ]
  [ "$(cat many/*.status | grep -c '^4$')" -eq 49 ]
  no_leftovers
  [ "$(ls one.tar*)" = one.tar ]
  winner=$(grep -l '^0$' many/*.status)
  [ "$(cut -c1-64 "${winner%.status}.out")" = "$(sha256sum one.tar | cut -c1-64)" ]
}

@test "a STOP is published and exits 1, a HOLD is published and exits 3" {
  make_campaign
  mkdir held
  cp records/s1.*.0.ndjson held/
  run seal-packet --checkpoint first -o held.tar held/
  [ "$status" -eq 3 ]
  [ -s held.tar ]
  sed -i 's/weights/Weights/' engine/model
  rm records/s1.end.engine.1.ndjson
  observe s1 end 1 "${ranks[1]}"
  run seal-packet --checkpoint first -o stopped.tar records/
  [ "$status" -eq 1 ]
  [ -s stopped.tar ]
  run check stopped.tar --unsigned
  [ "$status" -eq 2 ]
}

@test "--expect refuses to publish what is not expected" {
  make_campaign
  rm records/s2.end.engine.1.ndjson
  run seal small.tar --expect answer=PASS
  [ "$status" -eq 3 ]
  [[ "$output" == *"not published: answer is HOLD, expected PASS"* ]]
  [ ! -e small.tar ]
  run seal small.tar --expect class=offline
  [[ "$output" == *"class is native, expected offline"* ]]
  [ ! -e small.tar ]
  run seal small.tar --expect verdict
  [ "$status" -eq 2 ]
  no_leftovers
}

@test "evidence: declared only, opaque inside, private outside with the owner's eyes alone" {
  make_campaign '"artifacts": {"log": {"type": "opaque"}, "replies": {"type": "private"}},'
  printf 'a log\n' >log
  (umask 077; printf 'secret replies\n' >replies)
  run seal small.tar --evidence log --evidence other=log
  [ "$status" -eq 2 ]
  [[ "$output" == *"declares no evidence file named other"* ]]
  chmod 0644 replies
  run seal small.tar --evidence log --private replies
  [ "$status" -eq 2 ]
  [[ "$output" == *"readable by its owner alone"* ]]
  chmod 0600 replies
  mkdir .git
  run seal small.tar --evidence log --private replies
  [ "$status" -eq 2 ]
  [[ "$output" == *"inside a git worktree"* ]]
  rmdir .git
  [ ! -e small.tar ]
  run seal small.tar --evidence log --private replies
  [ "$status" -eq 0 ]
  ! grep -qF 'secret replies' small.tar
  tar -xOf small.tar small/data/evidence/log | cmp - log
  check small.tar
  run check small.tar --private .
  [ "$status" -eq 0 ]
  printf 'other replies\n' >replies
  run check small.tar --private .
  [ "$status" -eq 1 ]
  [[ "$output" == *replies* ]]
  rm replies
  run check small.tar --private .
  [ "$status" -eq 3 ]
}

@test "a required evidence file that is missing holds" {
  make_campaign '"artifacts": {"log": {"type": "opaque"}},'
  run seal small.tar
  [ "$status" -eq 3 ]
  run check small.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"log"* ]]
}

@test "damaged input is sealed as HOLD with what was wrong" {
  make_campaign
  printf 'Last login: today\n' >>records/s1.end.engine.0.ndjson
  run seal small.tar
  [ "$status" -eq 3 ]
  run check small.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"s1.end.engine.0.ndjson line "* ]]
}

@test "records of another run are a STOP, sealed apart" {
  make_campaign
  mkdir first
  cp records/* first/
  seal-packet --register -m manifest.json -o second.tar >second
  run seal-packet -m second.tar --checkpoint first -o spliced.tar records/
  [ "$status" -eq 1 ]
}

@test "an output that cannot be written is status 2 and leaves nothing" {
  make_campaign
  run seal missing/small.tar
  [ "$status" -eq 2 ]
  [[ "$output" == *"missing"* ]]
  mkdir folder
  run seal folder
  [ "$status" -ne 0 ]
  no_leftovers
}

@test "a full file system is status 2 and leaves no packet" {
  unshare --mount true 2>/dev/null || unshare --mount --map-root-user true 2>/dev/null || skip "skipped: no mount namespace is allowed here"
  make_campaign
  mkdir tiny
  map=(); [ "$(id -u)" -eq 0 ] || map=(--map-root-user)
  run unshare --mount "${map[@]}" bash -c '
    mount -t tmpfs -o size=16k tiny tiny
    seal-packet --checkpoint complete --sign sealer.pem -o tiny/small.tar records/
    status=$?
    ls -A tiny
    exit $status'
  [ "$status" -eq 2 ]
  [[ "$output" == *"tiny/small.tar"*"No space left"* || "$output" == *"no space left"* ]]
  [[ "$output" != *".part"* ]]
}

@test "killed while sealing: nothing half-made is visible, and the next run succeeds" {
  make_campaign '"artifacts": {"log": {"type": "opaque"}},'
  head -c 300000000 /dev/zero >log
  for delay in 0.02 0.1 0.2 0.4; do
    seal small.tar --evidence log >/dev/null 2>&1 3>&- &
    sealing=$!
    sleep $delay
    pkill -KILL -P $sealing 2>/dev/null || true
    wait $sealing || true
    if [ -e small.tar ]; then check small.tar >/dev/null; rm small.tar; fi
  done
  run seal small.tar --evidence log
  [ "$status" -eq 0 ]
  no_leftovers
}

@test "a registration: parameters, nonce, and what it refuses" {
  write_manifest '"parameters": {"label": {"type": "label"}}, "note": "${label}",'
  run seal-packet --register -m manifest.json -o registration.tar
  [ "$status" -eq 2 ]
  [[ "$output" == *"the parameter label has no value"* ]]
  run seal-packet --register -m manifest.json --set label=a --set label=b -o registration.tar
  [ "$status" -eq 2 ]
  run seal-packet --register -m manifest.json --set label=a -o registration.tar
  [ "$status" -eq 0 ]
  run seal-packet --register -m manifest.json --set label=a -o second.tar
  [ "$status" -eq 0 ]
  ! cmp -s registration.tar second.tar
  run seal-packet --register -m manifest.json --set label=a -o third.tar records
  [ "$status" -eq 2 ]
  [ ! -e third.tar ]
  tar -xOf registration.tar small/data/plan/manifest.json | cmp - manifest.json
}

@test "a manifest with mistakes names each one's place" {
  write_manifest
  sed -i 's/"life": "fresh"/"life": "forever"/' manifest.json
  run seal-packet --register -m manifest.json -o registration.tar
  [ "$status" -eq 2 ]
  [[ "$output" == *'$.roles.engine.life'* ]]
}
