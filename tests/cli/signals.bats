#!/usr/bin/env bats
# Signals in the middle of work: an end by that signal, whole lines, and nothing left behind.
load helpers

interrupt() { "$BATS_TEST_DIRNAME/interrupt.py" "$@"; }
need_python() {
  command -v python3 >/dev/null || skip "skipped: no python3"
  [ -r /proc/self/io ] || skip "skipped: no /proc/PID/io"
}
ended() { [ "$(cat ended)" = "$1" ] || { echo "ended by $(cat ended), not $1"; return 1; }; }
whole_lines() { [ ! -s "$1" ] || [ "$(tail -c 1 "$1" | od -An -tx1)" = " 0a" ]; }
# A thousand files of a MiB, which take no room.
make_files() {
  mkdir tree
  truncate -s 1M tree/{100000..100999}
}
trees="tree tree tree tree tree tree"
zeros=30e14955ebf1352266dc2ff8067e68104607e750abb9d3b36582b8af909fcb58 # of a MiB of them

@test "a signal ends a list into a pipe by that signal, after a whole line" {
  need_python
  make_files
  while read -r signal format; do
    interrupt "$signal" 150000000 pin-hash --format "$format" $trees 2>err | cat >out
    ended "signal $signal"
    [ "$(cat err)" = "pin-hash: interrupted" ]
    [ -s out ]
    whole_lines out
    [ "$(wc -l <out)" -lt 6000 ]
    [ "$format" != sha256sum ] || [ "$(grep -cv "^$zeros  tree/100[0-9][0-9][0-9]$" out)" -eq 0 ]
  done <<'X'
SIGINT sha256sum
SIGTERM bsd
SIGHUP records
X
}

@test "a signal in the middle of one large file ends at once too" {
  need_python
  truncate -s 4G large
  echo "$zeros  large" >list
  for command in 'pin-hash large' 'pin-hash --format sha256sum large' 'pin-hash -c list' 'pin-hash -c list --exact'; do
    # shellcheck disable=SC2086
    interrupt SIGTERM 30000000 $command >out 2>err
    ended "signal SIGTERM"
    whole_lines out
    [ "$(grep -c 'large' out)" -eq 0 ]
    [ "$(grep -c 'PASS\|STOP\|HOLD' out)" -eq 0 ]
  done
}

@test "with -o nothing is left under the name or beside it" {
  need_python
  make_files
  mkdir out
  while read -r signal format target; do
    interrupt "$signal" 150000000 pin-hash --format "$format" -o "$target" $trees 2>err
    ended "signal $signal"
    [ -z "$(ls -A out)" ]
    no_leftovers
  done <<'X'
SIGINT records out/
SIGTERM sha256sum out/list
SIGHUP records out/list
SIGKILL records out/
SIGKILL sha256sum out/list
X
}

@test "a check that is interrupted gives no answer" {
  need_python
  make_files
  sed "s/^/$zeros  /" <(find tree -type f) >list
  interrupt SIGINT 100000000 pin-hash -c list >out 2>err
  ended "signal SIGINT"
  [ "$(grep -c 'PASS\|STOP\|HOLD\|no answer' out)" -eq 0 ]
}

@test "a second signal ends at once, also where a reader takes nothing" {
  need_python
  mkdir tree
  for i in $(seq 1 600); do echo "$i" >"tree/$(printf '%0200d' "$i")"; done
  mkfifo pipe
  # shellcheck disable=SC2217
  sleep 60 <pipe 3>&- &
  ranks+=($!)
  # A part of this list's first piece is taken, which the first signal does not leave so.
  interrupt SIGTERM,SIGTERM stuck pin-hash --format sha256sum tree >pipe 2>err
  ended "signal SIGTERM"
}

@test "one signal is enough where a reader takes no line" {
  need_python
  mkdir tree
  for i in $(seq 1 600); do echo "$i" >"tree/$(printf '%0200d' "$i")"; done
  mkfifo pipe
  # shellcheck disable=SC2217
  sleep 60 <pipe 3>&- &
  ranks+=($!)
  interrupt SIGTERM stuck pin-hash tree >pipe 2>err
  ended "signal SIGTERM"
}

@test "one signal is enough where standard input says nothing" {
  need_python
  mkfifo pipe
  sleep 60 >pipe 3>&- &
  ranks+=($!)
  for command in 'pin-hash --format sha256sum -' 'pin-hash -c -'; do
    # shellcheck disable=SC2086
    interrupt SIGINT stuck $command <pipe >out 2>err
    ended "signal SIGINT"
    [ ! -s out ]
  done
}

@test "a signal that was ignored at the start stays so" {
  need_python
  truncate -s 1M {100..399}
  for signal in SIGHUP SIGINT; do
    IGNORE=$signal interrupt $signal 30000000 pin-hash --format sha256sum {100..399} >out 2>err
    ended "exit 0"
    [ "$(wc -l <out)" -eq 300 ]
    [ ! -s err ]
  done
}

@test "a stream that was cut by a signal is damage, which is HOLD" {
  need_python
  write_manifest
  make_keys
  register
  launch 0
  pid0=$pid
  launch 1
  observe s1 ready 1 "$pid"
  observe s1 ready 0 "$pid0"
  verify-runtime -s s1 --moment ready records/ >report
  truncate -s 1G engine/model
  interrupt SIGTERM 60000000 pin-hash -s s1 --moment ready -r 0 -p "$pid0" --env-key env.key >cut.ndjson 2>err
  ended "signal SIGTERM"
  whole_lines cut.ndjson
  grep -q '"type":"open"' cut.ndjson
  status=0
  verify-runtime -s s1 --moment ready cut.ndjson records/s1.ready.engine.1.ndjson >report || status=$?
  [ $status -eq 3 ]
  head -n 1 report | grep -q '^HOLD'
  grep -q 'cut.ndjson.*incomplete\|no close' report
}

@test "on a terminal: progress on it, the same results beside it, and its interrupt key ends the work" {
  need_python
  truncate -s 3G large
  cat >terminal.py <<'P'
import os, pty, signal, subprocess, sys, threading
pid, master = pty.fork()
if pid == 0:
    os.dup2(os.open("out", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o644), 1)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    os.execvp(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try:
        data = os.read(master, 4096)
    except OSError:
        break
    if not data:
        break
    seen += data
    if sys.argv[1] == "interrupt" and b"/s" in seen:
        os.write(master, b"\x03")
        sys.argv[1] = ""
open("shown", "wb").write(seen)
status = os.waitpid(pid, 0)[1]
print("signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else "exit %d" % os.WEXITSTATUS(status))
P
  [ "$(python3 terminal.py finish pin-hash --format sha256sum large)" = "exit 0" ]
  [ "$(cat out)" = "305b66a59d15b252092fbda9d09711230c429f351897cbd430e7b55a35fd3b97  large" ]
  grep -aq ' of 3.0 GiB, 0 files, [0-9.]* [GM]iB/s, [0-9]* s left' shown
  [ "$(tail -c 4 shown)" = $'\r\x1b[K' ]
  [ "$(python3 terminal.py interrupt pin-hash --format sha256sum large)" = "signal 2" ]
  grep -aq 'pin-hash: interrupted' shown
  whole_lines out
}
