#!/usr/bin/env bats
# The manual says what the tools do: options, rules and examples. The tools' folder is in EVIDENCE_TOOLS.

bats_require_minimum_version 1.5.0

top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
tools="pin-hash verify-runtime carry-qualification seal-packet check-packet"

setup() {
  [ -x "${EVIDENCE_TOOLS:?the folder of the built tools}/pin-hash" ]
  PATH=$(cd "$EVIDENCE_TOOLS" && pwd):$PATH
  unset EVIDENCE_PLAN EVIDENCE_RUN OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID RANK JOB_COMPLETION_INDEX
  export LC_ALL=C.UTF-8
  work=$(mktemp -d)
  cd "$work"
}

teardown() {
  local file
  for file in "$work"/engine.*.pid "$work"/node*/campaign/engine.pid; do
    [ ! -e "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
  done
  cd /
  rm -rf "$work"
}

# ---- reading the pages ----

page() { # page TOOL-OR-PAGE
  case $1 in
    *.?) printf '%s/man/%s' "$top" "$1" ;;
    *) printf '%s/man/%s.1' "$top" "$1" ;;
  esac
}

# One option a line, short and long spellings alike.
options_in_help() { "$1" --help | grep -oE '^ +(-[A-Za-z],)?--[a-z][a-z-]*' | tr -s ' ,' '\n' | grep . | sort -u; }
# Of the list of options: ".It Fl m , -plan Ar plan".
options_in_list() { sed -n 's/^\.It Fl //p' "$(page "$1")" | sed 's/ \(Ar\|Oo\|Cm\) .*//' | tr -s ' ,' '\n' | sed 's/^/-/' | sort -u; }
options_in_synopsis() {
  sed -n '/^\.Sh SYNOPSIS/,/^\.Sh DESCRIPTION/p' "$(page "$1")" | grep -oE 'Fl [A-Za-z-]+' | sed 's/^Fl /-/' | sort -u
}

# The text of the display after `.\" KIND: NAME`, as a reader would copy it.
display() { # display PAGE KIND NAME
  sed -n "/^\.\\\\\" $2: $3\$/,/^\.Ed/p" "$(page "$1")" | sed -e '/^\./d' -e 's/\\(aq/'"'"'/g' -e 's/\\e/\\/g'
}

# ---- running the examples ----

needs_tracing() {
  command -v openssl >/dev/null || skip "skipped: openssl is not installed"
  sleep 60 3>&- >/dev/null 2>&1 &
  sleep 0.3
  pin-hash -p $! >/dev/null 2>trouble || true
  kill $!
  ! grep -q 'right to trace' trouble || skip "skipped: this user may not trace processes here"
}

# example PAGE NAME [SED-SCRIPT]: runs a display; what it printed is in the file `said`.
example() {
  local status=0
  display "$1" run "$2" | sed "${3:-}" >block
  [ -s block ] || { echo "$1 has no example $2"; return 1; }
  bash -eu ./block >said 2>&1 3>&- </dev/null || status=$?
  [ $status -eq 0 ] || { echo "$1, example $2: status $status"; cat block said; return 1; }
  echo "$1 $2" >>ran
}

is_first_word() { [ "$(head -n 1 said | cut -d ' ' -f 1)" = "$1" ] || { cat said; return 1; }; }

register() {
  example evidence-manifest.5 model
  display evidence-manifest.5 file manifest.json >manifest.json
  example seal-packet keys
  example seal-packet register
}

# start s1|s2: what the page shows for s1, and what its plan allows for s2.
start() {
  if [ "$1" = s1 ]; then
    example evidence-manifest.5 start
  else
    kill "$(cat engine.0.pid)" "$(cat engine.1.pid)"
    example evidence-manifest.5 start 's/--lines 1/--lines 2/; s/EVIDENCE_RUN=/CACHE=force &/'
  fi
  sleep 0.3
}

look() {
  example pin-hash rank "s/-s s1/-s $1/"
  example pin-hash rank "s/-s s1/-s $1/; s/-r 0/-r 1/; s/engine.0/engine.1/"
}

# In an environment that says who commits, and nothing else.
carry() {
  export HOME=$work GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
  export GIT_AUTHOR_NAME=case GIT_AUTHOR_EMAIL=case@example.org
  export GIT_COMMITTER_NAME=case GIT_COMMITTER_EMAIL=case@example.org
  example carry-qualification repository
  example carry-qualification plan
  example carry-qualification carry
  grep -q 'tools/measure/time.sh: 100644 .*: allowed by rule tools/measure/$' said
  [ "$(grep -c '"type":"git"' carry.ndjson)" = 2 ]
  example carry-qualification identify
  grep -q '"name":"head"' said
}

# ---- tests ----

@test "every option of --help stands in the page, and no other" {
  for tool in $tools; do
    options_in_help "$tool" >help
    options_in_list "$tool" >list
    [ "$(wc -l <help)" -ge 8 ]
    diff help list || { echo "$tool: --help (<) and the page's list (>) differ"; return 1; }
  done
}

@test "the synopsis names every option but --help and --version, and no other" {
  for tool in $tools; do
    options_in_help "$tool" | grep -vxE -e '-h|--help|--version' >help
    options_in_synopsis "$tool" >synopsis
    # A synopsis has one spelling of each.
    comm -13 help synopsis >strange
    [ ! -s strange ] || { echo "$tool: in the synopsis and not in --help:"; cat strange; return 1; }
    "$tool" --help | grep -oE '^ +(-[A-Za-z],)?--[a-z][a-z-]*' | tr -d ' ' | grep -vE 'help|version' | while IFS=, read -r one other; do
      grep -qxe "$one" synopsis || { [ -n "$other" ] && grep -qxe "$other" synopsis; } || { echo "$tool: $one is not in the synopsis"; exit 1; }
    done
  done
}

@test "every page has the sections that a reader expects" {
  for tool in $tools; do
    for section in NAME SYNOPSIS DESCRIPTION ENVIRONMENT FILES "EXIT STATUS" EXAMPLES "SEE ALSO" CAVEATS; do
      grep -qx "\.Sh $section" "$(page "$tool")" || { echo "$tool: no section $section"; return 1; }
    done
  done
  for format in manifest record packet findings; do
    for section in NAME DESCRIPTION EXAMPLES "SEE ALSO" CAVEATS; do
      grep -qx "\.Sh $section" "$(page evidence-$format.5)" || { echo "$format: no section $section"; return 1; }
    done
  done
}

@test "every rule of the sources stands in evidence-findings(5), and no other" {
  # How the sources write one: as the first literal of a Finding, after a Result, as `rule`, or through a rule file's own function.
  # Named literals are put in first.
  cat "$top"/libevidence/{judge,packet}/*.cc >all.cc
  sed -nE 's/^ *constexpr std::string_view (k[A-Za-z]+) = ("[^"/&]*");$/s\/\\b\1\\b\/\2\/g/p' all.cc >literals.sed
  sed -f literals.sed all.cc | grep -oE \
    -e 'Finding [a-z]+\{[^"]*"[a-z-]+"( : "[a-z-]+")?' \
    -e 'Result::[a-z]+, [^",]*"[a-z-]+"( : "[a-z-]+")?' \
    -e '\.rule = [^;(]*;' \
    -e '(about|fault)\("[a-z-]+"' \
    -e 'add_check_findings\([^)]*"[a-z-]+"\)' \
    -e 'judge_damages\([^)]*"[a-z-]+"\)' | grep -oE '"[a-z-]+"' | tr -d '"' | sort -u >sources
  sed -n 's/^\.It Sy \([a-z-]*\) Pq .*/\1/p' "$(page evidence-findings.5)" | sort >rules
  [ "$(wc -l <sources)" -ge 40 ]
  diff sources rules || { echo "sources (<) and page (>) differ"; return 1; }
}

@test "every type of record stands in evidence-record(5), and no other" {
  { grep -oE '^ +\{"[a-z]+", read_as<' "$top/libevidence/record/body.cc" | cut -d '"' -f 2; echo part; } | sort >sources
  [ "$(wc -l <sources)" -ge 12 ]
  sed -n 's/^\.It Sy \([a-z]*\)$/\1/p' "$(page evidence-record.5)" | sort >types
  diff sources types
}

# members_stand PAGE FILE…: every member that is read by name in the files is a literal of the page.
members_stand() {
  local page=$1
  shift
  cat "$@" | tr -d '\n' | grep -oE '(maybe|required|has|read|text|bytes|label|integer|decimal|digest|boolean|flag|time|hex)[a-z_0-9]*\( *"[$a-z_0-9A-Z]+"' |
    cut -d '"' -f 2 | sort -u >members
  [ "$(wc -l <members)" -ge 15 ]
  grep -E '^\.(It )?(Li|Pq .*Li) ' "$(page "$page")" | tr -s ' ,' '\n' | sort -u >literals
  comm -23 members literals >absent
  [ ! -s absent ] || { echo "$page does not name:"; cat absent; return 1; }
}

@test "every member that is read of manifests, records and receipts stands in its page" {
  members_stand evidence-manifest.5 "$top"/libevidence/manifest/{reader,parts,pins,identity,binding,queries,cases,carry}.cc
  sed -n 's/.*kVerbs\[\] = {\(.*\)};/\1/p' "$top/libevidence/manifest/identity.h" | tr -d '", ' | grep -q setremoveaddreplaceforbidmay_differ
  for verb in set remove add replace forbid may_differ; do grep -qx "\.It Li $verb" "$(page evidence-manifest.5)"; done
  members_stand evidence-record.5 "$top"/libevidence/record/{key,ends,process,file,mount,env,argv,secret,statement,observation,git,carry,tree,mapped,image,mode,part}.cc
  members_stand evidence-packet.5 "$top"/libevidence/packet/{receipt,dsse}.cc "$top"/libevidence/judge/{reading,parent}_json.cc
}

@test "the examples run, and none that is marked is left out" {
  needs_tracing
  command -v git >/dev/null || skip "skipped: git is not installed"
  register
  start s1
  example pin-hash rank
  [ -s records/s1.ready.engine.0.ndjson ]
  example pin-hash rank 's/-r 0/-r 1/; s/engine.0/engine.1/'
  example pin-hash free
  grep -q '"path":"/etc/hostname"' look.ndjson
  example pin-hash files
  [ "$(grep -c '"type":"file"' said)" = 2 ]
  example pin-hash lists
  grep -q '^PASS: ' said
  example pin-hash tree
  grep -q '"symlinks":0' said
  example verify-runtime preflight
  is_first_word PASS
  example verify-runtime json
  grep -q '"answer":"PASS"' s1.json
  example verify-runtime lint
  is_first_word PASS
  example verify-runtime draft
  grep -q "model.bin" draft.json
  example verify-runtime emit
  is_first_word PASS
  cmp <(sort accepted.ndjson) <(sort records/*.ndjson)
  example evidence-findings.5 rules
  grep -qx '"rule":"stream-missing"' said
  start s2
  look s2
  example seal-packet seal
  grep -qx "$(sha256sum campaign.tar)" said
  example seal-packet expect
  [ -s passed.tar ]
  example check-packet check
  is_first_word PASS
  example check-packet digest
  is_first_word PASS
  example check-packet inside
  grep -q 'data/evidence/notes.txt' said
  grep -q '<html' campaign.html
  example evidence-packet.5 open
  grep -q 'data/registration.tar: OK' said
  example evidence-packet.5 verify
  grep -q 'Verified Successfully' said
  example evidence-record.5 names
  printf 'CACHE\nEVIDENCE_RUN\nPATH\n' | cmp - names
  carry

  for file in "$top"/man/*.[15]; do
    sed -n "s/^\.\\\\\" run: /$(basename "$file" .1) /p" "$file"
  done | sort -u >marked
  sort -u ran | diff marked -
}

@test "the examples' plan stops what it does not allow" {
  needs_tracing
  register
  example evidence-manifest.5 start 's/--lines 1/--lines 3/'
  sleep 0.3
  look s1
  run -1 verify-runtime -m registration.tar -s s1 records/
  [[ $output == STOP* && $output == *"argv --lines"*"[pin]"* ]]
}

@test "what seal-packet(1) says of --expect: nothing is published, and the status is the answer's" {
  needs_tracing
  register
  start s1
  look s1
  run -3 --separate-stderr seal-packet -m registration.tar --expect answer=PASS -o no.tar records/
  [ -z "$output" ]
  [[ $stderr == *"answer is HOLD, expected PASS"* ]]
  [ ! -e no.tar ]
  run -3 seal-packet -m registration.tar -o hold.tar records/
  [ -s hold.tar ]
  run -4 seal-packet -m registration.tar -o registration.tar records/
}

@test "what check-packet(1) says of anchors: without one of each kind the best answer is HOLD" {
  needs_tracing
  register
  start s1
  look s1
  start s2
  look s2
  example seal-packet seal
  run -0 check-packet -m manifest.json --unsigned campaign.tar
  run -0 check-packet -m registration.tar --trust sealer.pub.pem campaign.tar
  run -3 check-packet -m manifest.json campaign.tar
  [[ $output == HOLD*"for a PASS add"* ]]
  run -3 check-packet --trust sealer.pub.pem campaign.tar
  run -3 check-packet --unsigned campaign.tar
  run -2 check-packet --unsigned --trust sealer.pub.pem campaign.tar
  openssl genpkey -algorithm ed25519 -out other.pem
  openssl pkey -in other.pem -pubout -out other.pub.pem
  run -1 check-packet -m manifest.json --trust other.pub.pem campaign.tar
  # An option that may be given several times: one of the keys is enough.
  run -0 check-packet -m manifest.json --trust other.pub.pem --trust sealer.pub.pem campaign.tar
  run -1 check-packet -m manifest.json --trust sealer.pub.pem --expect class=offline campaign.tar
  run -1 check-packet registration.tar
  # 1 before 2 before 3 before 0
  run -2 check-packet -m manifest.json --unsigned nothing.tar campaign.tar
  run -1 check-packet -m manifest.json --unsigned nothing.tar registration.tar campaign.tar
}

@test "the stream in evidence-record(5) is whole" {
  sed -n '/^\.\\" stream$/,/^\.Ed/p' "$(page evidence-record.5)" | sed '/^\./d' | sed -e ':a' -e N -e '$!ba' -e 's/\n //g' >stream.ndjson
  [ "$(wc -l <stream.ndjson)" = 3 ]
  cat >plan.json <<'PLAN'
{"name": "any", "class": "offline", "standing": "screen", "roles": {"store": {"life": "none", "ranks": ["0"]}},
 "moments": ["once"], "starts": [{"name": "w1"}]}
PLAN
  run -1 verify-runtime -m plan.json --report json stream.ndjson
  [[ $output == *"recorded for another run"* && $output != *'"rule":"damage"'* ]]
  sed -i 's/"size":6/"size":7/' stream.ndjson
  run -1 verify-runtime -m plan.json --report json stream.ndjson
  [[ $output == *'"rule":"damage"'* ]]
}

@test "the pipe of README.md runs" {
  needs_tracing
  # Stands in for ssh and scp: each node is a folder.
  mkdir bin node0 node1
  cat >bin/ssh <<'SSH'
#!/bin/sh
node=$1
shift
cd "$NODES/$node" && exec sh -c "$*"
SSH
  cat >bin/scp <<'SCP'
#!/bin/bash
set -eu
[ "$1" != -q ] || shift
paths=()
for path in "$@"; do case $path in *:*) paths+=("$NODES/${path%%:*}/${path#*:}") ;; *) paths+=("$path") ;; esac; done
cp "${paths[@]}"
SCP
  chmod +x bin/ssh bin/scp
  export NODES=$PWD PATH=$PWD/bin:$PATH
  awk '/^```sh$/ { n++; on = 1; next } /^```/ { on = 0 } on { print > ("pipe" n) }' "$top/README.md"
  [ -s pipe1 ] && [ -s pipe5 ] && [ ! -e pipe6 ]

  example evidence-manifest.5 model
  rmdir records
  start_engines() { # start_engines START [NAME=VALUE…]
    local node lines=(--lines 1) variables=("${@:2}")
    [ "$1" = s1 ] || { lines=(--lines 2) variables+=(CACHE=force); }
    for node in node0 node1; do
      mkdir -p $node/campaign
      [ ! -e $node/campaign/engine.pid ] || kill "$(cat $node/campaign/engine.pid)"
      env -i PATH="$PATH" "${variables[@]}" tail "${lines[@]}" --follow "$PWD/model/model.bin" >/dev/null 2>&1 3>&- &
      echo $! >$node/campaign/engine.pid
    done
    sleep 0.3
  }
  bash -eu pipe1
  for start in s1 s2; do
    start_engines $start
    sed "s/start=s1/start=$start/; s,/srv/model,$PWD/model,g" pipe2 | bash -eu 3>&-
  done
  EDITOR=true bash -eu pipe3 >said
  is_first_word PASS
  grep -q '"like": "a"' manifest.json
  run=$(sha256sum registration.tar | cut -d ' ' -f 1)
  for start in s1 s2; do
    start_engines $start "EVIDENCE_RUN=$run"
    sed "s/start=s1/start=$start/" pipe4 | bash -eu >said 3>&-
    is_first_word PASS
  done
  bash -eu pipe5 >said
  grep -q '^PASS  campaign.tar$' said
  # The drafted plan is one that another start does not pass.
  start_engines s1 "EVIDENCE_RUN=$run"
  kill "$(cat node1/campaign/engine.pid)"
  env -i PATH="$PATH" EVIDENCE_RUN="$run" TRACE=1 tail --lines 1 --follow "$PWD/model/model.bin" >/dev/null 2>&1 3>&- &
  echo $! >node1/campaign/engine.pid
  sleep 0.3
  rm -r records node?/campaign/records
  run -1 bash -eu pipe4 3>&-
  [[ $output == STOP*"env TRACE"* ]]
}

@test "mandoc finds nothing to warn of" {
  command -v mandoc >/dev/null || skip "skipped: mandoc is not installed"
  run -0 mandoc -T lint -W warning "$top"/man/*.[15]
  [ -z "$output" ]
}

@test "every page fits into 80 columns" {
  command -v mandoc >/dev/null || skip "skipped: mandoc is not installed"
  for file in "$top"/man/*.[15]; do
    mandoc -T ascii -O width=80 "$file" | sed "s/.$(printf '\b')//g" >rendered
    [ -s rendered ]
    awk -v page="$file" 'length > 80 { print page ": " $0; bad = 1 } END { exit bad }' rendered
  done
}
