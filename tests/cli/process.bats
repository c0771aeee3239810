#!/usr/bin/env bats
# What a user sees of a live process: its program, its mapped code, its environment, and none of its secrets.
load helpers

says() { "$BATS_TEST_DIRNAME/records.py" "$@"; }
sum_of() { sha256sum <"$1" | cut -c1-64; }
# The interpreter itself, as python3 may be a script that starts it.
need_python() { python=$(python3 -c 'import sys; print(sys.executable)') || skip "skipped: no python3"; }
as_nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; }
need_nobody() {
  [ "$(id -u)" -eq 0 ] || skip "skipped: only root can be another user"
  chmod 755 "$work"
  as_nobody pin-hash --version >/dev/null 2>&1 || skip "skipped: no setpriv, or no other user may run the tools here"
}

# start COMMAND…: in the background until the test ends, with its pid in $pid; ready when it has slept for a while in its own program.
start() {
  local i quiet=0
  "$@" 3>&- &
  pid=$!
  ranks+=("$pid")
  for i in $(seq 1 500); do
    : "$i"
    if cmp -s "/proc/$pid/cmdline" "/proc/$$/cmdline" || [ "$(sed 's/.*) //; s/ .*//' "/proc/$pid/stat")" != S ]; then quiet=0; fi
    quiet=$((quiet + 1))
    [ $quiet -lt 5 ] || return 0
    sleep 0.02
  done
  return 1
}
# start_python [ARGUMENT…]: the program on standard input, which prints a line when it is ready.
start_python() {
  local i
  cat >program.py
  rm -f ready
  "$python" -u program.py "$@" >ready 3>&- &
  pid=$!
  ranks+=("$pid")
  for i in $(seq 1 500); do
    : "$i"
    [ ! -s ready ] || return 0
    sleep 0.02
  done
  return 1
}
# look_and PID STATEMENT: observes the process and does that when the file large is partly read; its status is in code.
look_and() {
  cat >look.py <<'P'
import os, signal, subprocess, sys, time
pid = int(sys.argv[1])
tool = subprocess.Popen(["pin-hash", "-p", str(pid), os.path.abspath("large")], stdout=open("out", "wb"), stderr=open("err", "wb"))
while int(dict(line.split(": ") for line in open("/proc/%d/io" % tool.pid).read().splitlines())["rchar"]) < 60000000:
    time.sleep(0.001)
exec(sys.argv[2])
print(tool.wait(), file=open("code", "w"))
P
  "$python" look.py "$@"
}
a_sleep() { cp "$(readlink -f "$(command -v sleep)")" "$1"; }

@test "the program is the one that runs: unlinked, replaced, oddly named" {
  need_python
  mkdir bin
  want=$(sum_of "$(command -v sleep)")
  for name in gone replaced 'app (deleted)' 'two (deleted)'; do
    a_sleep "bin/$name"
    start "bin/$name" 600
    echo "$pid" >"pid.$name"
  done
  rm bin/gone 'bin/two (deleted)'
  cp "$(type -P true)" bin/new
  mv bin/new bin/replaced
  cp "$(type -P true)" bin/two
  for name in gone replaced 'app (deleted)' 'two (deleted)'; do
    # Without root's rights mapped code that is deleted is an error, and the program itself is told all the same.
    pin-hash -p "$(cat "pid.$name")" >out 2>err || [ "$(id -u)" -ne 0 ]
    says out 'of("process")[0]["exe_sha256"] == want and of("process")[0]["exe_deleted"] == (name != "app (deleted)") and
      of("process")[0]["exe_path"] == os.readlink("/proc/" + pid + "/exe") and
      [(row["sha256"], row.get("deleted", False)) for row in of("mapped") if row["path"].startswith(folder)] in
      ([(want, name != "app (deleted)")], [] if of("error") else None)' \
      want="$want" name="$name" pid="$(cat "pid.$name")" folder="$work/bin/"
  done
}

@test "mapped code is what the kernel maps, each file once with its digest" {
  need_python
  start sleep 600
  pin-hash -p "$pid" >out
  says out '{row["path"] for row in of("mapped") if row["kind"] == "file"} ==
    {line.split(None, 5)[5].strip() for line in open("/proc/" + pid + "/maps") if line.split()[1][2] == "x" and "/" in line}' pid="$pid"
  says out 'all(row["sha256"] == hashlib.sha256(open(row["path"], "rb").read()).hexdigest() for row in of("mapped") if row["kind"] == "file")'
  says out 'len(of("mapped")) >= 3 and not of("error")'
}

@test "the library that is loaded is told, not the one that is declared" {
  need_python
  mkdir declared other
  printf 'declared 3.4.0' | dd of=declared/libdemo.so.2 bs=8192 conv=sync status=none
  printf 'other 3.1.2' | dd of=other/libdemo.so.2 bs=8192 conv=sync status=none
  printf 'Name: demo\nVersion: 3.4.0\n' >declared/METADATA
  declared=$(sum_of declared/libdemo.so.2)
  other=$(sum_of other/libdemo.so.2)
  DEMO_VERSION=3.4.0 start_python <<'P'
import mmap, os, time
declared, other = (os.open(name + "/libdemo.so.2", os.O_RDONLY) for name in ("declared", "other"))
read_only = mmap.mmap(declared, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
code = mmap.mmap(other, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC)
print("ready")
time.sleep(600)
P
  pin-hash -p "$pid" >out
  says out '[(row["path"], row["sha256"]) for row in of("mapped") if "libdemo" in row["path"]] == [(path, want)]' \
    path="$work/other/libdemo.so.2" want="$other"
  [ "$(grep -c "$declared" out)" -eq 0 ]
  mv declared/libdemo.so.2 other/libdemo.so.2
  status=0
  pin-hash -p "$pid" >out 2>err || status=$?
  [ "$(grep -c "$declared" out)" -eq 0 ]
  if [ "$(id -u)" -eq 0 ]; then
    [ $status -eq 0 ]
    says out '[(row["sha256"], row["deleted"]) for row in of("mapped") if "libdemo" in row["path"]] == [(want, True)]' want="$other"
  else
    [ $status -eq 0 ] || [ $status -eq 3 ]
  fi
}

@test "a mapped file keeps its own name, whatever is in it" {
  need_python
  [ "$(id -u)" -eq 0 ] || skip "skipped: only root sees the names of mapped files apart"
  start_python <<'P'
import mmap, os, time
codes = []
for number, name in enumerate([b"lib\n.so", b"lib\\012.so", b"x (deleted)", b"\xff.so", b" lead"]):
    with open(name, "wb") as file:
        file.write(b"library %d" % number + bytes(8000))
    file = os.open(name, os.O_RDONLY)
    codes.append(mmap.mmap(file, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_EXEC))
print("ready")
time.sleep(600)
P
  pin-hash -p "$pid" >out
  says out '{row["path"]: row["sha256"] for row in of("mapped") if row["path"].startswith(folder)} ==
    {folder + name: hashlib.sha256(b"library %d" % number + bytes(8000)).hexdigest()
     for number, name in enumerate(["lib\n.so", "lib\\012.so", "x (deleted)", "\udcff.so", " lead"])}' folder="$work/"
}

@test "code of no file is told too: memfd and anonymous" {
  need_python
  start_python <<'P'
import mmap, os, time
memory = os.memfd_create("jit code")
os.write(memory, b"in memory".ljust(4096, b"\0"))
code = mmap.mmap(memory, 4096, flags=mmap.MAP_SHARED, prot=mmap.PROT_READ | mmap.PROT_EXEC)
bare = mmap.mmap(-1, 8192, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
print("ready")
time.sleep(600)
P
  status=0
  pin-hash -p "$pid" >out 2>err || status=$?
  [ $status -eq 0 ] || [ "$(id -u)" -ne 0 ]
  says out '[row["sha256"] for row in of("mapped") if row["kind"] == "memfd"] == [hashlib.sha256(b"in memory".ljust(4096, b"\0")).hexdigest()] or
    of("error")'
  says out '[row["size"] for row in of("mapped") if row["kind"] == "anonymous"] == [8192]'
}

@test "--memory tells a patched page from the file that it came from" {
  need_python
  head -c 20000 /dev/urandom >library
  start_python <<'P'
import mmap, os, time
file = os.open("library", os.O_RDONLY)
code = mmap.mmap(file, 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
print("ready", flush=True)
while not os.path.exists("patch"):
    time.sleep(0.01)
code[5000] = code[5000] ^ 1
os.rename("patch", "patched")
time.sleep(600)
P
  pin-hash --memory -p "$pid" >before
  says before '[(row["pages"], row["changed_pages"]) for row in of("mapped") if row["path"].endswith("/library")] == [(5, 0)]'
  touch patch
  for i in $(seq 1 300); do
    : "$i"
    [ ! -e patched ] || break
    sleep 0.02
  done
  pin-hash --memory -p "$pid" >after
  says after '[(row["pages"], row["changed_pages"], row["sha256"]) for row in of("mapped") if row["path"].endswith("/library")] == [(5, 1, want)]' \
    want="$(sum_of library)"
  says after '[row["changed_pages"] for row in of("mapped") if row["path"].endswith("/libc.so.6")] in ([0], [])'
}

@test "names of processes that look like fields of stat shift none of them" {
  need_python
  for name in 2920522031202878 61206220632064 780a79 fffe 2873642d70616d29 29; do
    start_python $name <<'P'
import subprocess, sys, time
with open("/proc/self/comm", "wb") as comm:
    comm.write(bytes.fromhex(sys.argv[1]))
child = subprocess.Popen(["sleep", "600"])
time.sleep(0.1)
print(child.pid)
child.wait()
P
    child=$(cat ready)
    ranks+=("$child")
    pin-hash -p "$child" >out
    says out 'decoded(of("process")[0]["ancestors"][0]) == {"name": os.fsdecode(bytes.fromhex(name)), "pid": int(pid), "start_ticks": ticks(pid)} and
      of("process")[0]["start_ticks"] == ticks(child)' name=$name pid="$pid" child="$child"
  done
}

@test "an environment that is no map comes back entry by entry, as it was given" {
  need_python
  cat >run.py <<'P'
import ctypes
def array(texts):
    return (ctypes.c_char_p * (len(texts) + 1))(*texts, None)
entries = [b"A=1", b"A=2", b"NOEQUALS", b"=NOEQUALS", b"MULTI=one\nFAKE=two", b"BIN=\xff\xfe", b"EMPTY=", b"SP= a b ", b"\xff=x", b""]
ctypes.CDLL(None).execve(b"/bin/sleep", array([b"sleep", b"600"]), array(entries))
P
  (umask 077 && head -c 40 /dev/urandom >key)
  start "$python" run.py
  pin-hash -p "$pid" --env-key key >out
  says out '[(row["name"], row["index"], row["source"]) for row in of("env")] ==
    [(name, number, "environ") for number, name in enumerate(["A", "A", "", "", "MULTI", "BIN", "EMPTY", "SP", "\udcff", ""])]
    and of("env")[0]["hmac"] != of("env")[1]["hmac"]'
  # What has no "=" is no name, may be a secret, and is another thing than a value without a name.
  [ "$(grep -c NOEQUALS out)" -eq 0 ]
  says out '[(row.get("hmac"), row.get("bare")) for row in of("env")][2] != [(row.get("hmac"), row.get("bare")) for row in of("env")][3]'
  start env -i A=2 "MULTI=one
FAKE=two" EMPTY= sleep 600
  pin-hash -p "$pid" --env-key key >other
  for name in A MULTI EMPTY; do
    hmac=$(grep "\"name\":\"$name\"" other | sed 's/.*"hmac":"\([0-9a-f]*\)".*/\1/')
    [ ${#hmac} -eq 64 ]
    grep "\"name\":\"$name\"" out | grep -q "$hmac"
  done
}

@test "the environment is the one of the start, not what the process set later" {
  need_python
  (umask 077 && head -c 40 /dev/urandom >key)
  LATE=before start_python <<'P'
import os, time
os.environ["LATE"] = "after"
os.environ["NEW"] = "1"
print("ready")
time.sleep(600)
P
  pin-hash -p "$pid" --env-key key >out
  start env -i LATE=before sleep 600
  pin-hash -p "$pid" --env-key key >same
  says out '"NEW" not in [row["name"] for row in of("env")]'
  grep '"name":"LATE"' out | grep -qF "$(grep '"name":"LATE"' same | sed 's/.*\("hmac":"[0-9a-f]*"\).*/\1/')"
}

@test "a process that overwrote its arguments or environment is an error, never an empty one" {
  need_python
  for what in arguments environment; do
    KEEP=this start_python $what <<'P'
import ctypes, sys, time
fields = open("/proc/self/stat", "rb").read().rpartition(b") ")[2].split()
begin, end = (int(field) for field in (fields[45:47] if sys.argv[1] == "arguments" else fields[47:49]))
ctypes.memset(begin, 0, end - begin)
print("ready")
time.sleep(600)
P
    status=0
    pin-hash -p "$pid" >out 2>err || status=$?
    [ $status -eq 3 ]
    says out '[row["about"] for row in of("error")] == [{"arguments": "argv", "environment": "environ"}[what]]' what=$what
    [ -s err ]
  done
}

@test "a title of a program's own choice is an argument like another" {
  need_python
  (umask 077 && head -c 40 /dev/urandom >key)
  start bash -c 'exec -a "engine: worker 3 (deleted)" sleep 600'
  pin-hash -p "$pid" --env-key key >out
  says out 'of("process")[0]["exe_path"].endswith("/sleep") and len(of("argv")) == 2'
}

@test "no secret is in anything that is written" {
  need_python
  for i in $(seq 1 14); do head -c 18 /dev/urandom | base64 | tr '+/' 'xy'; done >secrets
  mapfile -t s < <(cat secrets)
  write_manifest '"observations": {"served": {"roles": ["engine"], "moments": ["ready"], "accepts": "declared", "fields": {
    "token": {"type": "keyed", "domain": "t"}, "answer": {"type": "integer"}}}},'
  make_keys
  register
  printf '%s' "${s[0]}" >engine/model
  {
    printf '{"type":"served","run":"%s","start":"s1","token":"%s","answer":1}\n' "$run_id" "${s[1]}"
    printf '{"type":"served","run":"%s","start":"s1","token":"%s","answer":"%s"}\n' "$run_id" "${s[1]}" "${s[2]}"
    printf '{"type":"served","run":"%s","start":"s1","token":{"%s":1,"%s":2},"answer":1}\n' "$run_id" "${s[1]}" "${s[2]}"
    printf '{"type":"%s","run":"%s","start":"s1"} %s\n' "${s[1]}" "$run_id" "${s[2]}"
    printf '%s\n' "${s[2]}"
  } >rows
  printf 'A=%s\nB=x %s y\n' "${s[3]}" "${s[4]}" >good.env
  printf 'A=%s\nsome name=%s\n%s %s\n' "${s[3]}" "${s[4]}" "${s[4]}" "${s[3]}" >bad.env
  cat >good.json <<J
[{"Id":"sha256:$(printf '1%.0s' {1..64})","RepoTags":[],"RepoDigests":[],"Author":"${s[5]}","Config":{"Env":["TOKEN=${s[5]}","PATH=/bin"],
  "Cmd":["--token","${s[6]}"],"Entrypoint":["${s[6]}"],"Labels":{"k":"${s[6]}"}}},
 {"Id":"$(printf '2%.0s' {1..64})","Image":"sha256:$(printf '1%.0s' {1..64})","Path":"${s[5]}","Args":["${s[6]}"],
  "Config":{"Image":"engine","Env":["TOKEN=${s[5]}","PATH=/bin","B=${s[6]}"],"Cmd":["--token","${s[6]}"],"Labels":{"k":"${s[6]}"}}}]
J
  sed 's/"RepoTags":\[\]/"RepoTags":"'"${s[6]}"'"/' good.json >bad.json
  printf '[{"Id":"%s","Config":{"Env":["%s' "${s[5]}" "${s[6]}" >torn.json
  start env -i PATH=/usr/bin:/bin "EVIDENCE_RUN=$run_id" "TOKEN=${s[7]}" "MULTI=a
${s[8]}" "MODES=${s[9]}" "=${s[9]}" "$python" -c 'import time; time.sleep(600)' "${s[10]}" --token "${s[11]}" "--key=${s[12]}" "-p${s[13]}" "--${s[13]}!=x" "${s[12]}=y"
  printf '%s\n' "${s[2]}" >token
  mkdir seen
  n=0
  look() {
    n=$((n + 1))
    pin-hash "$@" >seen/$n.out 2>seen/$n.err || true
    pin-hash "$@" --env-key env.key >seen/$n.keyed.out 2>seen/$n.keyed.err || true
    grep -q '"type":"close"' seen/$n.out
    grep -q '"type":"close"' seen/$n.keyed.out
  }
  look -s s1 --moment ready -r 0 -p "$pid" --observations rows --env-file good.env --env-file bad.env --image good.json --image bad.json --image torn.json
  unset EVIDENCE_PLAN
  look -p "$pid" --memory engine/model --env-file good.env --env-file bad.env --image good.json --image bad.json --image torn.json
  look engine --dir-hash
  look --env-file good.env --env-file bad.env --env-file good.json --env-file token --env-file rows \
    --image good.json --image bad.json --image torn.json --image good.env --image token
  pin-hash -c good.env >seen/list.out 2>seen/list.err || true
  pin-hash -m good.json -p "$pid" >seen/plan.out 2>seen/plan.err || true
  pin-hash -m good.env -p "$pid" >>seen/plan.out 2>>seen/plan.err || true
  pin-hash --env-key good.env -p "$pid" >seen/key.out 2>seen/key.err || true
  grep -q '"name":"TOKEN".*"source":"inspect"' seen/4.out
  grep -q '"name":"B".*"source":"env-file"' seen/4.out
  grep -q '"name":"served".*"type":"observation"' seen/1.keyed.out
  "$BATS_TEST_DIRNAME/secrets.py" secrets seen/*
  # The search itself finds one that is there.
  for form in cat base64 'od -An -tx1' rev; do
    printf 'ab%s' "${s[7]}" | $form | tr -d ' \n' >seen/there
    run "$BATS_TEST_DIRNAME/secrets.py" secrets seen/there
    [ "$status" -eq 1 ]
  done
}

@test "the campaign key is in nothing that is written" {
  need_python
  (umask 077 && head -c 48 /dev/urandom | base64 -w 0 >key)
  start env -i A=1 sleep 600
  pin-hash -p "$pid" --env-key key >out 2>err
  cp key secrets
  "$BATS_TEST_DIRNAME/secrets.py" secrets out err
}

@test "an ordinary user sees their own process whole, and another's never as an empty one" {
  need_python
  need_nobody
  start setpriv --reuid 65534 --regid 65534 --clear-groups -- env -i MINE=1 sleep 600
  status=0
  as_nobody pin-hash -p "$pid" >out 2>err || status=$?
  [ $status -eq 0 ]
  says out '[row["name"] for row in of("env")] == ["MINE"] and of("process")[0]["uid"] == 65534'
  says out '{row["via"] for row in of("mapped") if row["kind"] == "file"} == {"path"} and len([row for row in of("mapped") if row["kind"] == "file"]) >= 2'
  start env -i THEIRS=1 sleep 600
  status=0
  as_nobody pin-hash -p "$pid" >out 2>err || status=$?
  [ $status -eq 3 ]
  says out 'not of("env") and not of("mapped") and not of("process")'
  says out '{"process", "mapped", "mounts", "environ"} <= {row["about"] for row in of("error")}'
  [ -s err ]
}

@test "in a user namespace too, for a process of its own" {
  need_python
  unshare -Ur true 2>/dev/null || skip "skipped: no user namespaces"
  cat >look.sh <<'S'
env -i INSIDE=1 sleep 600 3>&- &
sleep 0.3
pin-hash -p $! --memory >out 2>err; echo $? >code
kill $!
S
  unshare -Ur sh look.sh
  [ "$(cat code)" -eq 0 ] || { cat err; return 1; }
  says out '[row["name"] for row in of("env")] == ["INSIDE"] and of("process")[0]["exe_path"].endswith("/sleep")'
  says out 'all("sha256" in row for row in of("mapped") if row["kind"] == "file") and len(of("mapped")) >= 2'
}

@test "a process of another mount namespace is seen as it sees itself" {
  need_python
  unshare -rm true 2>/dev/null || skip "skipped: no private mount namespace"
  mkdir view
  printf outside >view/file
  cat >inside.sh <<'S'
mount -t tmpfs none view && printf inside >view/file && exec sleep 600
S
  start unshare -rm sh inside.sh
  for i in $(seq 1 200); do
    : "$i"
    [ "$(tr '\0' ' ' <"/proc/$pid/cmdline")" != "sleep 600 " ] || break
    sleep 0.02
  done
  pin-hash -p "$pid" "$work/view/file" >out
  says out '[(row["sha256"], row["evidence"]) for row in of("file")] == [(hashlib.sha256(b"inside").hexdigest(), "process")]'
  says out '[row["fstype"] for row in of("mount") if row["target"] == target] == ["tmpfs"]' target="$work/view"
}

@test "a process that cannot be observed is status 3 with its reason" {
  need_python
  sleep 0 3>&- &
  gone=$!
  wait $gone
  start_python <<'P'
import os, time
child = os.fork()
if child == 0:
    os._exit(0)
time.sleep(0.1)
print(child)
time.sleep(600)
P
  for who in $gone "$(cat ready)" 4194304; do
    status=0
    pin-hash -p "$who" >out 2>err || status=$?
    [ $status -eq 3 ]
    says out 'of("error") and not of("env") and not of("argv") and not of("mapped")'
    grep -q "^pin-hash: $who: " err
  done
}

@test "a thread is no process" {
  need_python
  start_python <<'P'
import threading, time
threading.Thread(target=lambda: (print(threading.get_native_id()), time.sleep(600)), daemon=True).start()
time.sleep(600)
P
  thread=$(cat ready)
  [ "$thread" -ne "$pid" ]
  status=0
  pin-hash -p "$thread" >out 2>err || status=$?
  [ $status -ne 0 ]
  says out 'not of("process")'
  [ -s err ]
}

@test "a process that ends while it is looked at is no success" {
  need_python
  [ -r /proc/self/io ] || skip "skipped: no /proc/PID/io"
  truncate -s 1G large
  start sleep 600
  look_and "$pid" 'os.kill(pid, signal.SIGKILL)'
  [ "$(cat code)" -eq 3 ]
  says out '[row for row in of("error") if row["about"] == "process"]'
  grep -q "^pin-hash: $pid: " err
}

@test "a process that executes another program while it is looked at is no success" {
  need_python
  [ -r /proc/self/io ] || skip "skipped: no /proc/PID/io"
  truncate -s 1G large
  start bash -c 'while [ ! -e go ]; do sleep 0.01; done; exec sleep 600'
  look_and "$pid" 'open("go", "w").close()'
  [ "$(cat code)" -eq 3 ]
  says out '[row["reason"] for row in of("error") if row["about"] == "process"] == ["changed while it was observed: it executed another program"]'
}

@test "shards of one look are whole together, alone they are not, and they share a folder" {
  write_manifest
  make_keys
  register
  mkdir records
  for rank in 0 1; do
    launch $rank
    for shard in 1/3 2/3 3/3; do
      pin-hash --shard $shard -s s1 --moment ready -r $rank -p "$pid" --env-key env.key >"$rank.${shard%/*}"
    done
    for shard in 1/2 2/2; do observe s1 ready $rank "$pid" --shard $shard; done
  done
  verify-runtime -s s1 --moment ready {0,1}.{1,2,3} >report
  head -n 1 report | grep -q '^PASS'
  for missing in 0.1 0.2 1.3; do
    mv $missing away
    status=0
    verify-runtime -s s1 --moment ready {0,1}.[123] >report || status=$?
    mv away $missing
    [ $status -eq 3 ]
  done
  status=0
  verify-runtime -s s1 --moment ready {0,1}.{1,2,3} 0.2 >report || status=$?
  [ $status -eq 3 ]
  [ "$(find records -type f | wc -l)" -eq 4 ]
  verify-runtime -s s1 --moment ready records/ >report
}

@test "what should be absent and is there is told with its number, and status 1" {
  need_python
  unshare -Urpfn --mount-proc true 2>/dev/null || skip "skipped: no namespaces of one's own"
  a_sleep "$work/forbidden-one"
  cat >look.sh <<'S'
ip link set lo up 2>/dev/null || true
"$PWD/forbidden-one" 600 3>&- &
"$PWD/forbidden-one" 600 3>&- &
python3 -c 'import socket, time
listening = socket.socket(); listening.bind(("127.0.0.1", 0)); listening.listen()
open("port", "w").write(str(listening.getsockname()[1])); time.sleep(600)' 3>&- &
while [ ! -s port ]; do sleep 0.05; done
look() { code=0; pin-hash "$@" >>out 2>>err || code=$?; echo "$code" >>codes; }
look --absent 'proc=forbidden-*'
look --absent "port=$(cat port)"
look --absent proc=allowed --absent port=1
look --absent proc=allowed --absent 'proc=forbidden-one'
S
  unshare -Urpfn --mount-proc sh look.sh
  [ "$(tr '\n' ' ' <codes)" = "1 1 0 1 " ]
  says out '[row.get("found", 0) for row in of("absent")] == [2, 1, 0, 0, 0, 2]'
  [ "$(grep -c 'should be absent, found [12]$' err)" -eq 3 ]
}
