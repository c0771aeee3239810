#!/usr/bin/env bats
# Whole trees: what never ends, what moves while it is read, what stands on other file systems and what is large.
load helpers

zeros=9acca8e8c22201155389f65abbf6bc9723edc7384ead80503839f49dcc56d767 # of 512 MiB of them

says() { "$BATS_TEST_DIRNAME/records.py" "$@"; }
sum_of() { sha256sum <"$1" | cut -c1-64; }
tree_digest() { pin-hash "$@" | digest_of_tree; }
# From records; where there is none, something that is equal to nothing.
digest_of_tree() { sed -n 's/.*"sha256":"\([0-9a-f]\{64\}\)".*"type":"tree".*/\1/p' | grep . || echo "none $RANDOM$RANDOM"; }
is_sanitized() { grep -q __asan_init "$(command -v pin-hash)"; }
# Run as a user without rights on what root made; skips where that cannot be.
as_nobody() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; else setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; fi
}
need_nobody() {
  chmod 755 "$work"
  as_nobody pin-hash --version >/dev/null 2>&1 || skip "skipped: no setpriv, or no other user may run the tools here"
}
# Many entries are made where that is quick.
enter_fast_folder() {
  [ ! -w /dev/shm ] || fast=$(mktemp -d /dev/shm/evidence-cli.XXXXXX)
  cd "${fast:-$work}"
}
teardown() {
  cd /
  [ "$(id -u)" -eq 0 ] || chmod -R u+rwX "$work"
  rm -rf "$work" ${fast:+"$fast"}
}
need_namespace() { unshare -rm true 2>/dev/null || skip "skipped: no private mount namespace"; }

# A FIFO, a socket, a link to an endless device and links that lead round, beside plain files.
make_endless() {
  mkdir -p tree/a/b tree/dir
  printf 'plain\n' >tree/ok.txt
  printf 'last\n' >tree/zz-last.txt
  mkfifo tree/data.json
  python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("tree/sock")'
  ln -s /dev/zero tree/zero.bin
  ln -s self tree/self
  ln -s . tree/loop
  ln -s ../.. tree/a/b/up
  ln -s no-such-file tree/dangling
  ln -s $'\xff\n' tree/$'odd\n'
}

@test "what never ends is named and not read, and everything else has its digest" {
  make_endless
  timeout 10 pin-hash tree >out
  says out '{row["path"]: row["sha256"] for row in of("file")} == {"tree/ok.txt": ok, "tree/zz-last.txt": last}' \
    ok="$(sum_of tree/ok.txt)" last="$(sum_of tree/zz-last.txt)"
  says out '{row["path"]: row["target"] for row in of("entry") if row["kind"] == "symlink"} ==
    {"tree/zero.bin": "/dev/zero", "tree/self": "self", "tree/loop": ".", "tree/a/b/up": "../..", "tree/dangling": "no-such-file",
     "tree/odd\n": "\udcff\n"}'
  says out '{row["path"]: row["kind"] for row in of("entry") if row["kind"] != "symlink"} ==
    {"tree": "directory", "tree/a": "directory", "tree/a/b": "directory", "tree/dir": "directory", "tree/data.json": "fifo", "tree/sock": "socket"}'
  says out 'of("tree")[0]["files"] == 2 and of("tree")[0]["symlinks"] == 6 and of("tree")[0]["others"] == 2 and of("tree")[0]["directories"] == 4'
  says out 'not any("sha256" in row for row in of("entry")) and not of("error")'
}

@test "a FIFO, a socket, a device and a link that leads round are refused by name, without a digest" {
  make_endless
  for path in data.json sock zero.bin self; do
    for format in records sha256sum; do
      status=0
      timeout 10 pin-hash --format $format tree/$path >out 2>err || status=$?
      [ $status -eq 3 ]
      grep -q "^pin-hash: tree/$path: " err
      [ "$(grep -c '[0-9a-f]\{64\}  \|"sha256"' out)" -eq 0 ]
    done
  done
}

@test "--follow goes round no loop, says so and gives no digest of the whole" {
  make_endless
  status=0
  timeout 10 pin-hash --follow tree >out 2>err || status=$?
  [ $status -eq 3 ]
  says out 'sorted(row["name"] for row in of("error") if row["about"] == "file") == ["tree/a/b/up", "tree/loop", "tree/self"] and not of("tree")'
}

@test "--follow reads what links lead to, and a tree's digest tells the two ways apart" {
  mkdir -p tree elsewhere/deep
  printf 'far\n' >elsewhere/deep/file
  ln -s ../elsewhere tree/there
  ln -s ../elsewhere/deep/file tree/file
  pin-hash --follow tree >followed
  pin-hash tree >recorded
  says followed '{row["path"]: row["sha256"] for row in of("file")} == {"tree/file": far, "tree/there/deep/file": far}' far="$(sum_of elsewhere/deep/file)"
  says followed 'of("tree")[0]["follows_links"] is True and not [row for row in of("entry") if row["kind"] == "symlink"]'
  says recorded 'not of("file") and of("tree")[0]["symlinks"] == 2 and "follows_links" not in of("tree")[0]'
  cp -rL tree copy
  [ "$(tree_digest --follow tree)" = "$(tree_digest copy)" ]
  [ "$(tree_digest tree)" != "$(tree_digest copy)" ]
}

@test "output does not depend on how many threads hash" {
  make_endless
  for i in $(seq 1 300); do printf "%${i}00s" '' >"tree/dir/$i"; done
  for format in sha256sum bsd mtree; do
    pin-hash -j 1 --format $format tree >one 2>/dev/null
    for jobs in 2 7; do
      pin-hash -j $jobs --format $format tree >many 2>/dev/null
      cmp one many
    done
  done
  pin-hash -j 1 tree | grep -v '"type":"\(open\|close\)"' >one
  for jobs in 2 7; do
    pin-hash -j $jobs tree | grep -v '"type":"\(open\|close\)"' >many
    cmp one many
  done
  [ "$(wc -l <one)" -eq 315 ]
}

@test "a tree's digest is the one that its definition gives" {
  make_endless
  printf 'a' >tree/a-
  printf 'b' >tree/a.b
  mkdir tree/a0 tree/$'new\nline' tree/$'\xff'
  chmod 4755 tree/ok.txt
  chmod 1777 tree/dir
  for i in $(seq 1 40); do printf '%s' "$i" >"tree/a0/$i"; done
  [ "$(tree_digest tree)" = "$("$BATS_TEST_DIRNAME/tree_digest.py" tree)" ]
  mkdir empty
  [ "$(tree_digest empty)" = "$("$BATS_TEST_DIRNAME/tree_digest.py" empty)" ]
  [ "$(tree_digest empty)" = "$(printf 'd 0755 - ./\0' | sha256sum | cut -c1-64)" ]
}

@test "a tree's digest is of its content: not of times, names of the top, links, order of making, locale or user" {
  need_nobody
  mkdir -p one/B one/a other/B other/a
  printf x >one/B/f
  ln one/B/f one/a/f
  printf y >one/a.c
  sleep 0.01
  printf y >other/a.c
  printf x >other/a/f
  printf x >other/B/f
  touch -d @1 other/a.c other/B
  [ "$(tree_digest one)" = "$(tree_digest other)" ]
  [ "$(tree_digest one)" = "$(tree_digest one/)" ]
  [ "$(tree_digest one)" = "$(cd one && tree_digest .)" ]
  [ "$(tree_digest one)" = "$(LC_ALL=C TZ=Asia/Tokyo tree_digest "$work/other")" ]
  [ "$(tree_digest one)" = "$(as_nobody pin-hash one | digest_of_tree)" ]
}

@test "mode, type, name, target and content each change a tree's digest" {
  mkdir -p tree/empty
  printf 'target.txt' >tree/link
  printf 't\n' >tree/target.txt
  ln -s target.txt tree/real
  seen=$(tree_digest tree)
  differs() {
    local now
    now=$(tree_digest tree)
    [ ${#now} -eq 64 ]
    ! grep -qF "$now" <<<"$seen" || { echo "not told: $1"; return 1; }
    seen+=" $now"
  }
  chmod +x tree/target.txt
  differs mode
  rm tree/link
  ln -s target.txt tree/link
  differs "a file that became a link to the name it held"
  mv tree/target.txt tree/target
  differs name
  ln -sfn target tree/real
  differs target
  rmdir tree/empty
  differs "an empty folder"
  mkfifo tree/empty
  differs "a FIFO"
  printf 'T\n' >tree/target
  differs content
}

@test "--dir-hash is what coreutils make of names and digests, and absent where it is not defined" {
  mkdir -p "tree/a/b c" tree/a-
  for file in z "a/b c/1" a/2 a-/3 .hidden; do printf '%s' "$file" >"tree/$file"; done
  want=$(cd tree && find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum | cut -c1-64)
  pin-hash --dir-hash tree >out
  says out 'of("tree")[0]["dir_hash1"] == want' want="$want"
  pin-hash tree >out
  says out '"dir_hash1" not in of("tree")[0]'
  ln -s z tree/link
  pin-hash --dir-hash tree >out 2>err || true
  says out '"dir_hash1" not in of("tree")[0]'
  rm tree/link
  printf x >tree/$'line\nfeed'
  pin-hash --dir-hash tree >out 2>err || true
  says out '"dir_hash1" not in of("tree")[0]'
}

@test "an mtree list is read by bsdtar, by NetBSD's mtree and by -c, and theirs by -c" {
  make_endless
  rm tree/sock tree/odd* # bsdtar has no sockets, and no targets that are not UTF-8
  printf x >"tree/sp ace#="
  chmod 640 tree/ok.txt
  pin-hash --format mtree tree >list
  pin-hash -C tree -c list --exact
  if command -v bsdtar >/dev/null; then
    [ "$(bsdtar -tf list | sed 's,/$,,' | LC_ALL=C sort)" = "$(cd tree && find . | LC_ALL=C sort)" ]
    (cd tree && bsdtar --format=mtree --options='!all,type,mode,size,link,sha256' -cf ../theirs .)
    pin-hash -C tree -c theirs --exact
  fi
  if command -v mtree >/dev/null; then
    run mtree -f list -p tree
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    mtree -c -k type,mode,size,link,sha256 -p tree >theirs
    pin-hash -C tree -c theirs --exact
    mtree -C -K sha256 -f theirs >flat
    pin-hash -C tree -c flat --exact
    printf y >tree/ok.txt
    chmod 600 tree/zz-last.txt
    run mtree -f list -p tree
    [ "$status" -ne 0 ]
  fi
}

@test "other file systems are told and not entered, unless --cross-mounts" {
  need_namespace
  mkdir -p tree/mounted tree/own
  printf under >tree/mounted/under
  printf own >tree/own/f
  cat >look.sh <<'S'
set -e
mount -t tmpfs none tree/mounted
mkdir tree/mounted/d
printf in >tree/mounted/d/f
pin-hash tree >stayed || [ $? -eq 3 ]
for format in sha256sum mtree; do
  code=0
  pin-hash --format $format tree >stayed.$format 2>$format.err || code=$?
  echo $code >$format.code
done
pin-hash --cross-mounts tree >crossed
pin-hash --cross-mounts --format sha256sum tree >crossed.list
(cd tree/mounted && pin-hash .) >inside
S
  unshare -rm sh look.sh
  says stayed '[row["path"] for row in of("file")] == ["tree/own/f"]'
  says stayed '[row["path"] for row in of("entry") if row.get("not_entered")] == ["tree/mounted"]'
  [ "$(cut -c67- stayed.sha256sum)" = tree/own/f ]
  [ "$(grep -c mounted/ stayed.mtree)" -eq 0 ]
  for format in sha256sum mtree; do
    [ "$(cat $format.code)" -eq 3 ]
    grep -q 'tree/mounted: is on another file system' $format.err
  done
  says crossed '[row["path"] for row in of("file")] == ["tree/mounted/d/f", "tree/own/f"] and of("tree")[0]["crosses_mounts"] is True'
  [ "$(cut -c67- crossed.list | tr '\n' ' ')" = "tree/mounted/d/f tree/own/f " ]
  says inside '[row["path"] for row in of("file")] == ["./d/f"]'
}

@test "a file that the kernel makes up has no digest" {
  for path in /proc/version /sys/kernel/uevent_seqnum; do
    [ -r $path ] || continue
    status=0
    timeout 10 pin-hash $path >out 2>err || status=$?
    [ $status -eq 3 ]
    says out 'not of("file") and len(of("error")) == 1'
  done
}

@test "hard links are counted, and a sparse file says what it takes" {
  mkdir tree
  printf x >tree/one
  ln tree/one tree/two
  printf y >tree/alone
  truncate -s 512M tree/hole
  timeout 60 pin-hash tree >out
  says out '{row["path"][5:]: row.get("links", 1) for row in of("file")} == {"one": 2, "two": 2, "alone": 1, "hole": 1}'
  says out 'of("tree")[0]["hard_linked"] == 2 and of("tree")[0]["bytes"] == (1 << 29) + 3'
  says out '[(row["size"], row["allocated"]) for row in of("file") if row["path"] == "tree/hole"] == [(1 << 29, int(allocated) * 512)]' \
    allocated="$(stat -c %b tree/hole)"
  says out '[row["sha256"] for row in of("file") if row["path"] == "tree/hole"] == [zeros]' zeros=$zeros
  says out 'not any("allocated" in row for row in of("file") if row["path"] != "tree/hole")'
}

# most_memory COMMAND…: runs it with its output away and prints the KiB that it took at most.
most_memory() {
  python3 - "$@" <<'P'
import resource, subprocess, sys
with open("seen", "wb") as out:
    subprocess.run(sys.argv[1:], stdout=out, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
P
}

@test "a tree 5,000 folders deep is walked to its end" {
  enter_fast_folder
  python3 - <<'P'
import os
os.mkdir("tree")
top = os.open("tree", os.O_DIRECTORY)
for level in range(5000):
    os.mkdir("d", dir_fd=top)
    if level in (2500, 4999):
        os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=top))
    below = os.open("d", os.O_DIRECTORY, dir_fd=top)
    os.close(top)
    top = below
P
  (ulimit -n 256 && pin-hash --format sha256sum tree >list)
  [ "$(wc -l <list)" -eq 2 ]
  [ "$(cut -c1-64 list | sort -u)" = "$(sum_of /dev/null)" ]
  [ "$(sed 's/^.\{66\}//; s,/d,,g' list | tr '\n' ' ')" = "tree/f tree/f " ]
  [ "$(awk '{ print length($0) }' list | tr '\n' ' ')" = "$((66 + 6 + 4999 * 2)) $((66 + 6 + 2500 * 2)) " ]
  pin-hash tree | tail -2 >last
  grep -q '"directories":5001,.*"files":2,' last
}

@test "paths that are too long for any record are told, in bounded words" {
  enter_fast_folder
  python3 - <<'P'
import os
os.mkdir("tree")
top = os.open("tree", os.O_DIRECTORY)
for level in range(2200):
    os.mkdir("d" * 250, dir_fd=top)
    below = os.open("d" * 250, os.O_DIRECTORY, dir_fd=top)
    os.close(top)
    top = below
os.close(os.open("bottom", os.O_CREAT | os.O_WRONLY, dir_fd=top))
P
  printf x >tree/z
  status=0
  timeout 60 pin-hash --format sha256sum tree >list 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(cut -c67- list)" = tree/z ]
  grep -q 'longer than' err
  [ "$(wc -c <err)" -lt 1100000 ]
}

@test "a folder with 20,000 long names takes little memory" {
  is_sanitized && skip "skipped: a sanitizer takes memory of its own"
  enter_fast_folder
  python3 - <<'P'
import os
os.mkdir("tree")
top = os.open("tree", os.O_DIRECTORY)
for number in range(20000):
    os.close(os.open("%06d" % ((number * 7919) % 20000) + "n" * 244, os.O_CREAT | os.O_WRONLY, dir_fd=top))
P
  kib=$(most_memory pin-hash --format sha256sum tree)
  [ "$(wc -l <seen)" -eq 20000 ]
  LC_ALL=C sort -c -k2 seen
  [ "$kib" -lt 65536 ] || { echo "$kib KiB"; return 1; }
}

@test "what may not be read is an error with its name, the rest is there, and there is no digest of the whole" {
  need_nobody
  mkdir -p tree/locked tree/listed
  printf x >tree/open
  printf x >tree/secret
  printf x >tree/locked/inside
  printf x >tree/listed/inside
  chmod 000 tree/secret tree/locked
  chmod 444 tree/listed # names can be read, nothing else
  status=0
  as_nobody pin-hash tree >out 2>err || status=$?
  [ $status -eq 3 ]
  says out '[row["path"] for row in of("file")] == ["tree/open"] and not of("tree")'
  says out '{row["name"] for row in of("error") if row["about"] == "file"} == {"tree/secret", "tree/locked", "tree/listed/inside"}'
  for path in tree/secret tree/locked tree/listed/inside; do grep -q "^pin-hash: $path: permission denied$" err; done
  status=0
  as_nobody pin-hash --format sha256sum tree >list 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(cut -c67- list)" = tree/open ]
  [ "$(wc -l <err)" -eq 3 ]
  status=0
  as_nobody pin-hash --format mtree tree >list 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(grep -c 'secret\|inside' list)" -eq 0 ]
}

half=$((256 << 20))

# hash_while CHANGE [OPTIONS…]: hashes the file big, of 512 MiB, and makes the change when it is partly read; status in $status.
hash_while() {
  local change=$1 pid read attempt
  shift
  [ -r /proc/self/io ] || skip "skipped: no /proc/PID/io"
  for attempt in {1..20}; do
    : "$attempt"
    rm -f big
    truncate -s 512M big
    touch -d @1700000000 big
    pin-hash "$@" >out 2>err 3>&- &
    pid=$!
    read=0
    while [ "$read" -lt $((20 << 20)) ] && bytes_read $pid; do :; done
    kill -STOP $pid 2>/dev/null || true
    if bytes_read $pid && [ "$read" -lt $half ]; then
      eval "$change"
      kill -CONT $pid
      status=0
      wait $pid || status=$?
      return 0
    fi
    kill -CONT $pid 2>/dev/null || true
    wait $pid || true
  done
  echo "always too late"
  return 1
}
# What that process has read, in $read.
bytes_read() {
  local key value
  while read -r key value; do
    [ "$key" != rchar: ] || read=$value
  done 2>/dev/null <"/proc/$1/io"
}

@test "a file that changes while it is hashed has no digest" {
  for change in 'printf more >>big' 'truncate -s 500M big' 'chmod 600 big' \
    'printf X | dd of=big bs=1 seek=5 conv=notrunc status=none; touch -d @1700000000 big' \
    'printf X | dd of=big bs=1 seek=536870911 conv=notrunc status=none; touch -d @1700000000 big'; do
    hash_while "$change" big
    [ $status -eq 3 ]
    says out 'not of("file") and [row["reason"] for row in of("error")] == ["changed while it was read"]'
    grep -q '^pin-hash: big: changed while it was read$' err
  done
}

@test "a file that changes while it is hashed is in no list, and -c does not call it different" {
  hash_while 'printf more >>big' --format sha256sum big
  [ $status -eq 3 ]
  [ ! -s out ]
  printf '%s  big\n' $zeros >list
  hash_while 'printf more >>big' -c list
  [ $status -eq 3 ]
  [ "$(tail -n 1 out)" = "HOLD: 1 file listed: 0 as listed, 1 changed while read" ]
}

@test "a file that is replaced while it is hashed never gives the new one's digest" {
  hash_while 'printf new >new; mv new big' big
  [ "$(grep -c "$(sum_of big)" out)" -eq 0 ]
  if [ $status -eq 0 ]; then
    says out '[row["sha256"] for row in of("file")] == [zeros]' zeros=$zeros
  else
    [ $status -eq 3 ]
    says out 'not of("file") and len(of("error")) == 1'
  fi
}

@test "an argument that is a link is followed; links below it are not" {
  mkdir real
  printf x >real/f
  ln -s f real/l
  ln -s real named
  pin-hash named >out
  says out '[row["path"] for row in of("file")] == ["named/f"] and of("tree")[0]["symlinks"] == 1'
  [ "$(tree_digest named)" = "$(tree_digest real)" ]
  ln -s real/f file
  pin-hash file >out
  says out '[(row["path"], row["sha256"]) for row in of("file")] == [("file", want)]' want="$(sum_of real/f)"
}

@test "nothing leads out of -C: neither .. nor an absolute link nor one link after another" {
  printf 'outside\n' >secret
  mkdir -p root/sub root/etc
  printf 'own\n' >root/etc/file
  ln -s "$work/secret" root/absolute
  ln -s ../../../../../../../../../../../../"$work/secret" root/sub/dots
  ln -s sub root/again
  ln -s / root/top
  ln -s /etc root/sub/etc
  outside=$(sum_of secret)
  for path in ../secret /../secret sub/../../secret absolute /absolute sub/dots again/dots "top$work/secret" "$work/secret" again/../../secret; do
    pin-hash -C root "$path" >out 2>err || true
    [ "$(grep -c "$outside" out)" -eq 0 ]
    pin-hash -C root --format sha256sum "$path" >out 2>err || true
    [ "$(grep -c "$outside" out)" -eq 0 ]
    printf '%s  %s\n' "$outside" "$path" >list
    status=0
    pin-hash -C root -c list >out 2>err || status=$?
    [ $status -eq 1 ] || [ $status -eq 3 ]
  done
  for path in etc/file /etc/file sub/etc/file top/etc/file ../../etc/file again/../etc/file; do
    pin-hash -C root --format sha256sum "$path" >out
    [ "$(cut -c1-64 out)" = "$(sum_of root/etc/file)" ]
  done
  pin-hash -C root . >out
  [ "$(grep -c "$outside" out)" -eq 0 ]
  [ "$(tree_digest root)" = "$(tree_digest -C root /)" ]
  run pin-hash -C root --follow .
  [ "$status" -ne 0 ]
}
