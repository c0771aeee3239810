#!/usr/bin/env bats
# Bad luck and bad intent that once got through.
load helpers

@test "a closed stderr does not put messages into the record file" {
  write_manifest
  make_keys
  register
  launch 0
  rm engine/conf
  mkfifo engine/conf
  mkdir records
  status=0
  pin-hash -s s1 --moment ready -r 0 -p "$pid" --env-key env.key -o records/ <&- 2>&- || status=$?
  [ "$status" -eq 3 ]
  [ "$(grep -cv '^{' records/s1.ready.engine.0.ndjson)" -eq 0 ]
}

@test "closed standard input and output are errors, not other files" {
  make_campaign
  run bash -c 'verify-runtime -s s1 --moment ready <&-'
  [ "$status" -eq 2 ]
  run bash -c 'verify-runtime -s s1 --moment ready records/ >&-'
  [ "$status" -eq 2 ]
  run bash -c 'seal-packet --checkpoint complete -o small.tar records/ <&- >&- 2>&-'
  [ "$status" -eq 2 ]
  run check-packet -m manifest.json --unsigned small.tar
  [ "$status" -eq 0 ]
}

@test "the reviewer's own manifest may be a pipe" {
  make_campaign
  seal small.tar
  unset EVIDENCE_PLAN
  run bash -c 'check-packet -m <(cat manifest.json) --trust sealer.pub.pem small.tar'
  [ "$status" -eq 0 ]
  run bash -c 'check-packet -m <(sed s/screen/other/ manifest.json) --trust sealer.pub.pem small.tar'
  [ "$status" -eq 1 ]
}

@test "what the reviewer names and cannot be read is status 2, whatever the packet is" {
  make_campaign
  seal small.tar
  unset EVIDENCE_PLAN
  echo junk >junk.tar
  for packet in small.tar junk.tar; do
    for plan in . /dev/null missing.json; do
      run check-packet -m $plan --trust sealer.pub.pem $packet
      [ "$status" -eq 2 ]
    done
    run check-packet -m manifest.json --trust sealer.pub.pem --private missing $packet
    [ "$status" -eq 2 ]
  done
}

@test "an expectation that no packet could meet is a usage error" {
  make_campaign
  seal small.tar
  for expected in "manifest=$(sha256sum manifest.json | cut -c1-64)" manifest=sha256:x run=x class=nativ; do
    run check small.tar --expect "$expected"
    [ "$status" -eq 2 ]
  done
  run check small.tar --expect "run=$run_id" --expect class=native
  [ "$status" -eq 0 ]
}

@test "names too long for any packet are refused when the plan is registered, not when the campaign is over" {
  write_manifest
  long=$(printf 'a%.0s' {1..60})
  sed -i "s/\"ready\"/\"$long\"/g; s/\"s1\"/\"$long\"/g" manifest.json
  run seal-packet --register -m manifest.json -o registration.tar
  [ "$status" -eq 2 ]
  [[ "$output" == *"more than 100 bytes"* ]]
  [ ! -e registration.tar ]
}

@test "a registration with two folders holds no plan" {
  write_manifest
  register
  mkdir two
  tar -xf registration.tar -C two
  mv two/small two/a
  cp -R two/a two/b
  tar --format=ustar --sort=name --mode=0644 --owner=0 --group=0 --numeric-owner --mtime=@1 -b1 -cf two.tar -C two \
    $(cd two && find . -type f -printf '%P\n' | LC_ALL=C sort)
  run verify-runtime -m two.tar -s s1 --moment ready /dev/null
  [ "$status" -eq 2 ]
}
