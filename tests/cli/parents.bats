#!/usr/bin/env bats
# A packet that rests on an earlier one, and a qualification that is carried from it.
load helpers

bats_require_minimum_version 1.5.0

# The first campaign's packet is first.tar; the second plan, in second/, names it `first`. $1: more members of the plan.
make_parent() {
  make_campaign
  seal first.tar >/dev/null
  mv records first-records
  sed -e 's/"name": "small"/'"$1"' "name": "second"/' -e 's/"checkpoints":.*/"checkpoints": [{"name": "complete",/' \
    -e 's/^ *{"name": "complete", "starts": \["s1", "s2"\]/"starts": ["s1"]/' manifest.json >second.json
  mv second.json manifest.json
  register
  launch 0
  observe s1 ready 0 "$pid"
  observe s1 end 0 "$pid"
  launch 1
  observe s1 ready 1 "$pid"
  observe s1 end 1 "$pid"
}

parents='"parents": {"first": {"shows": {"class": "native", "name": "small"}}},
  "gate": {"rests": {"asks": "did the first campaign pass?", "sql": "SELECT answer = '"'PASS'"' AS ok FROM parents"}},'
parents=${parents//$'\n'/}

@test "a parent is bound by the packet that rests on it, and checked with it" {
  make_parent "$parents"
  run verify-runtime --gate --parent first=first.tar
  echo "$output"; [ "$status" -eq 0 ]
  run verify-runtime --gate
  [ "$status" -eq 3 ]
  run seal second.tar --parent first=first.tar
  echo "$output"; [ "$status" -eq 0 ]
  run check second.tar --parent first=first.tar
  echo "$output"
  echo "$output"; [ "$status" -eq 0 ]
  [[ "$output" == *"PASS, class native, name small"* ]]
  run check second.tar
  [ "$status" -eq 3 ]
  [[ "${lines[0]}" == *"parent first"* ]]
  [[ "$output" == *"add --parent first=PACKET"* ]]
}

@test "another packet in the parent's place, a damaged one, and one that nobody named" {
  make_parent "$parents"
  seal second.tar --parent first=first.tar >/dev/null
  env -u EVIDENCE_PLAN seal-packet --register -m manifest.json -o third.tar >/dev/null
  run check second.tar --parent first=second.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"is not the packet that the receipt binds"* ]]
  cp first.tar flipped.tar
  flip flipped.tar 20000
  run check second.tar --parent first=flipped.tar
  [ "$status" -eq 1 ]
  run --separate-stderr seal broken.tar --parent first=flipped.tar
  [ "$status" -eq 2 ]
  [ ! -e broken.tar ]
  [[ "$stderr" == *flipped.tar* ]]
  run check second.tar --parent first=third.tar
  [ "$status" -eq 1 ]
  run --separate-stderr check second.tar --parent frist=first.tar
  [ "$status" -eq 2 ]
  [[ "$stderr" == *"names no such parent"* ]]
  run --separate-stderr seal broken.tar --parent first
  [ "$status" -eq 2 ]
  no_leftovers
}

@test "a parent that does not show what it must is a STOP" {
  make_parent "${parents/native/offline}"
  run seal second.tar --parent first=first.tar
  [ "$status" -eq 1 ]
  run check second.tar --parent first=first.tar
  [ "$status" -eq 1 ]
  [[ "${lines[0]}" == "STOP"*"class offline"*"class native"* ]]
}

@test "a qualification is carried from the commit that the admission ran" {
  command -v git >/dev/null || skip "skipped: git is not installed"
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost
  export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
  git init -q code
  echo one >code/engine
  git -C code add . && git -C code commit -qm one
  qualified=$(git -C code rev-parse HEAD)
  write_manifest "\"carry\": {\"to\": \"$qualified\"},"
  make_keys
  register
  for start in s1 s2; do
    for rank in 0 1; do
      if [ $start = s1 ]; then launch $rank; else launch $rank MODE=fast; fi
      observe $start ready $rank "$pid"
      observe $start end $rank "$pid"
    done
  done
  carry-qualification --repo code --identify -o records/
  run seal first.tar
  echo "$output"; [ "$status" -eq 0 ]
  mkdir code/measure && echo two >code/measure/count
  git -C code add . && git -C code commit -qm two
  running=$(git -C code rev-parse HEAD)
  run carry-qualification --repo code --identify -o moved.ndjson
  [ "$status" -eq 1 ]
  mv records first-records
  write_manifest "\"parents\": {\"first\": {}}, \"carry\": {\"admission\": \"first\", \"from\": \"$qualified\", \"to\": \"$running\", \"may_change\": [\"measure/\"]},"
  register
  run carry-qualification --repo code --admission first.tar -o carry.ndjson
  echo "$output"; [ "$status" -eq 0 ]
  run verify-runtime --parent first=first.tar carry.ndjson
  [[ "$output" == *"PASS  carry $running"* ]]
  # The admission of another commit.
  write_manifest "\"parents\": {\"first\": {}}, \"carry\": {\"admission\": \"first\", \"from\": \"$running\", \"to\": \"$running\"},"
  register
  run --separate-stderr carry-qualification --repo code --admission first.tar -o other.ndjson
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"ran commit $qualified"* ]]
  run verify-runtime --parent first=first.tar other.ndjson
  [ "$status" -eq 1 ]
  [[ "$output" == *"the admission first qualified another commit"* ]]
}

# offline_plan NAME MEMBERS: one rank without a process, a check, and a reading whose quantity is a whole mean.
offline_plan() {
  cat >"$1.json" <<JSON
{$2 "name": "$1", "class": "offline", "standing": "screen", "roles": {"store": {"life": "none", "ranks": ["0"]}},
 "moments": ["once"], "starts": [{"name": "w1"}],
 "observations": {"seen": {"roles": ["store"], "moments": ["once"], "accepts": "declared", "fields": {"v": {"type": "number"}}}},
 "checks": {"all": {"asks": "is every value there?", "sql": "SELECT count(*) = 2 AS ok FROM seen"}},
 "readings": [{"name": "mid", "quantities": {"m": "SELECT mean(v) FROM seen"},
   "verdicts": [{"name": "FIVE", "answer": "PASS", "when": "m = 5", "meaning": "five"}, {"name": "OTHER", "answer": "HOLD", "meaning": "other"}]}]}
JSON
  seal-packet --register -m "$1.json" -o "$1.reg" >sum
  run_id=$(cut -c1-64 sum)
  printf '{"type":"seen","run":"%s","start":"w1","v":%s}\n' "$run_id" 4 "$run_id" 6 >"$1.rows"
  pin-hash -m "$1.reg" --observations "$1.rows" -o "$1.ndjson"
}

@test "a chain of packets: each rests on the one before, and none is taken unseen" {
  offline_plan a ""
  seal-packet -m a.reg -o a.tar a.ndjson >/dev/null
  offline_plan b '"parents": {"a": {"shows": {"verdict": "FIVE"}}},'
  seal-packet -m b.reg -o b.tar --parent a=a.tar b.ndjson >/dev/null
  offline_plan c '"parents": {"b": {"shows": {"mid": "FIVE"}}},'
  run seal-packet -m c.reg -o c.tar --parent b=b.tar c.ndjson
  [ "$status" -eq 3 ]
  run check-packet -m c.json --unsigned c.tar --parent b=b.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"add --parent b/a=PACKET"* ]]
  rm c.tar
  run seal-packet -m c.reg -o c.tar --parent b=b.tar --parent b/a=a.tar c.ndjson
  [ "$status" -eq 0 ]
  run check-packet -m c.json --unsigned c.tar --parent b=b.tar --parent b/a=a.tar
  [ "$status" -eq 0 ]
  [[ "${lines[0]}" == "PASS  verdict FIVE"* ]]
  run check-packet -m c.json --unsigned c.tar --parent b=b.tar
  [ "$status" -eq 3 ]
  run check-packet -m c.json --unsigned c.tar --parent b/a=a.tar
  [ "$status" -eq 2 ]
  run check-packet -m c.json --unsigned c.tar --parent b=b.tar --parent b/a=b.tar
  [ "$status" -ne 0 ]
}
