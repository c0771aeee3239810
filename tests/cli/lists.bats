#!/usr/bin/env bats
# Lists: what -c says of each, how they are published, and options that have no meaning together.
load helpers

setup_lists() { printf 'payload one\n' >data && printf 'payload two\n' >other; }
sum_of() { sha256sum <"$1" | cut -c1-64; }
zeros=$(printf '0%.0s' {1..64})
as_nobody() {
  if [ "$(id -u)" -ne 0 ]; then "$@"; else setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"; fi
}
need_nobody() {
  chmod 755 "$work"
  as_nobody pin-hash --version >/dev/null 2>&1 || skip "skipped: no setpriv, or no other user may run the tools here"
}
need_namespace() { unshare -rm true 2>/dev/null || skip "skipped: no private mount namespace"; }

# check_gives STATUS LAST_LINE OPTIONS…: -c with these; its output is in out and err.
check_gives() {
  local want=$1 last=$2 status=0
  shift 2
  pin-hash -c "$@" >out 2>err || status=$?
  if [ $status -ne "$want" ] || [ "$(tail -n 1 out)" != "$last" ]; then
    echo "-c $*: status $status, not $want:"
    cat out err
    return 1
  fi
}
# refused TEXT OPTIONS…: -c gives no answer at all, with that on stderr.
refused() {
  local text=$1 status=0
  shift
  pin-hash -c "$@" >out 2>err || status=$?
  if [ $status -ne 2 ] || [ -s out ] || ! grep -qF -- "$text" err || grep -q 'missing\|different' err; then
    echo "-c $*: status $status:"
    cat out err
    return 1
  fi
}

@test "each kind of trouble has its own count, and its own status" {
  need_nobody
  setup_lists
  printf x >closed
  chmod 000 closed
  sha256sum data >good
  { cat good; echo "$(sum_of data)  other"; } >different
  { cat good; echo "$zeros  gone"; } >missing
  { cat good; echo "no digest  data"; } >malformed
  { cat good; cat good; } >doubled
  { cat good; echo "$zeros  data"; } >doubled-otherwise
  { cat good; echo "$zeros  closed"; } >unreadable
  check_gives 0 "PASS: 1 file listed: 1 as listed" good
  check_gives 1 "STOP: 2 files listed: 1 as listed, 1 different" different
  grep -q "^other: different: has SHA-256 $(sum_of other), listed $(sum_of data)$" out
  check_gives 1 "STOP: 2 files listed: 1 as listed, 1 missing" missing
  grep -q "^gone: missing: " out
  check_gives 2 "no answer: 1 file listed: 1 as listed, 1 line malformed" malformed
  grep -q "^pin-hash: malformed: line 2: " err
  check_gives 2 "no answer: 1 file listed: 1 as listed, 1 line names a file again" doubled
  grep -q "^pin-hash: doubled: line 2: names the file of line 1 again$" err
  check_gives 2 "no answer: 1 file listed: 1 as listed, 1 line names a file again" doubled-otherwise
  grep -q "with another digest" err
  status=0
  as_nobody pin-hash -c unreadable >out 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(cat out)" = "closed: unreadable: permission denied
HOLD: 2 files listed: 1 as listed, 1 unreadable" ]
  check_gives 1 "STOP: 6 files listed: 4 as listed, 1 different, 1 missing, 1 line malformed, 2 lines name a file again" \
    different -c missing -c <(sed '1!d' malformed; echo bad; sha256sum other; sha256sum other; sha256sum other)
}

@test "what is no regular file is different and not read" {
  setup_lists
  mkdir folder
  mkfifo pipe
  ln -s data link
  for name in folder pipe /dev/zero; do
    echo "$zeros  $name" >list
    status=0
    timeout 10 pin-hash -c list >out 2>err || status=$?
    [ $status -eq 1 ]
    grep -q "^$name: different: is a " out
  done
  echo "$(sum_of data)  link" >list
  check_gives 0 "PASS: 1 file listed: 1 as listed" list
}

@test "nothing verified is never success" {
  setup_lists
  : >empty
  printf '# only a comment\n\n' >comment
  printf '\n\n' >blank
  printf 'rubbish\n' >rubbish
  printf '%s\n' "$zeros" >nameless
  md5sum data >md5
  sha1sum data >sha1
  sha512sum data >sha512
  printf '#mtree\n' >no-entries
  refused "empty: lists nothing" empty
  refused "comment: lists nothing" comment
  refused "lists nothing" blank
  refused "line 1" rubbish
  refused "line 1" nameless
  refused "MD5" md5
  refused "SHA-1" sha1
  refused "SHA-512" sha512
  refused "lists nothing" no-entries
  refused "/dev/null: " /dev/null
  refused "no-such-list" no-such-list
  refused ".: " .
  sha256sum data >good
  refused "empty: lists nothing" empty -c good
}

@test "the same list as other systems write it is told by its fault and never called an altered file" {
  setup_lists
  sha256sum data >lf
  sed 's/$/\r/' lf >crlf
  { printf '\xef\xbb\xbf' && cat lf; } >bom
  { printf '\xff\xfe' && iconv -f UTF-8 -t UTF-16LE lf; } >utf16
  iconv -f UTF-8 -t UTF-16BE lf >utf16-without-mark
  echo "$(sum_of data | tr a-f A-F) *data" >upper
  echo "$(sum_of data) data" >one-space
  printf '%s  data' "$(sum_of data)" >cut
  pass="PASS: 1 file listed: 1 as listed"
  check_gives 0 "$pass" lf
  [ ! -s err ]
  for list in "crlf:carriage return" "bom:byte order mark" "upper:upper case" "one-space:one space" "cut:no line feed"; do
    check_gives 0 "$pass" "${list%%:*}"
    grep -q "^pin-hash: ${list%%:*}: note: .*${list#*:}" err
    [ "$(wc -l <err)" -eq 1 ]
  done
  refused "UTF-16" utf16
  refused "UTF-16" utf16-without-mark
}

@test "a carriage return is never dropped where both names exist, and never made up" {
  printf 'without cr\n' >twin
  printf 'with cr\n' >$'twin\r'
  printf '%s  twin\r\n' "$(sum_of $'twin\r')" >of-cr
  printf '%s  twin\r\n' "$(sum_of twin)" >of-plain
  for list in of-cr of-plain; do
    check_gives 2 "no answer: 1 file listed: 0 as listed, 1 ambiguous" $list
    [ "$(grep -c 'different\|as listed:' out)" -eq 0 ]
  done
  printf '\\%s  twin\\r\n' "$(sum_of $'twin\r')" >escaped
  check_gives 0 "PASS: 1 file listed: 1 as listed" escaped
  rm twin
  check_gives 0 "PASS: 1 file listed: 1 as listed" of-cr
  check_gives 1 "STOP: 1 file listed: 0 as listed, 1 different" of-plain
  mv $'twin\r' twin
  check_gives 0 "PASS: 1 file listed: 1 as listed" of-cr
  printf '%s  twin\n%s  twin\r\n' $zeros "$(sum_of twin)" >mixed
  check_gives 1 "STOP: 2 files listed: 0 as listed, 1 different, 1 missing" mixed
}

@test "only the Unicode form differs: said so, and never accepted" {
  composed=$'\u00e9t\u00e9'
  parted=$'e\u0301te\u0301'
  printf '1\n' >"$parted"
  one=$(sum_of "$parted")
  echo "$one  $composed" >list
  check_gives 1 "STOP: 1 file listed: 0 as listed, 1 missing" list
  [ "$(grep -c 'only the Unicode form differs' out)" -eq 1 ]
  mkdir hangul
  printf '1\n' >$'hangul/\u1112\u1161\u11ab'
  echo "$one  "$'hangul/\ud55c' >list
  check_gives 1 "STOP: 1 file listed: 0 as listed, 1 missing" list
  [ "$(grep -c 'only the Unicode form differs' out)" -eq 1 ]
  printf '2\n' >"$composed"
  sha256sum "$composed" "$parted" >both
  check_gives 0 "PASS: 2 files listed: 2 as listed" both
  printf '%s  %s\n' "$one" "$composed" "$(sum_of "$composed")" "$parted" >crossed
  check_gives 1 "STOP: 2 files listed: 0 as listed, 2 different" crossed
  printf '1\n' >$'\uff21'
  echo "$one  A" >list
  check_gives 1 "STOP: 1 file listed: 0 as listed, 1 missing" list
  [ "$(grep -c 'Unicode form' out)" -eq 0 ]
}

@test "with --exact a name whose Unicode form differs is one message, not two" {
  mkdir tree
  printf '1\n' >$'tree/e\u0301'
  echo "$(sum_of $'tree/e\u0301')  "$'\u00e9' >list
  status=0
  pin-hash -C tree -c list --exact >out 2>err || status=$?
  [ $status -eq 1 ]
  [ "$(grep -c 'only the Unicode form differs' out)" -eq 1 ]
  [ "$(wc -l <out)" -eq 2 ]
}

@test "--exact: what no list names is a difference, whatever it is" {
  mkdir -p tree/a/b tree/empty
  printf 1 >tree/a/b/f
  printf 2 >tree/g
  (cd tree && sha256sum a/b/f g) >list
  check_gives 0 "PASS: 2 files listed: 2 as listed" list -C tree --exact
  (cd tree && sha256sum ./a//b/./f >../one && sha256sum g >../two)
  check_gives 0 "PASS: 2 files listed: 2 as listed" one -c two -C tree --exact
  check_gives 1 "STOP: 1 file listed: 1 as listed, 1 not listed" one -C tree --exact
  grep -q '^g: not listed$' out
  cp list tree/list
  (cd tree && pin-hash -c list --exact >../out)
  [ "$(cat out)" = "PASS: 2 files listed: 2 as listed" ]
  check_gives 1 "STOP: 2 files listed: 2 as listed, 1 not listed" list -C tree --exact
  rm tree/list
  for stray in 'printf x >tree/.hidden' 'ln -s g tree/.hidden' 'mkfifo tree/.hidden' 'ln -s nowhere tree/.hidden'; do
    eval "$stray"
    check_gives 1 "STOP: 2 files listed: 2 as listed, 1 not listed" list -C tree --exact
    grep -q '^.hidden: not listed$' out
    rm tree/.hidden
  done
  printf x >$'tree/\x1b[31m\n'
  check_gives 1 "STOP: 2 files listed: 2 as listed, 1 not listed" list -C tree --exact
  [ "$(tr -d '[:print:]\n' <out | wc -c)" -eq 0 ]
  rm tree/$'\x1b[31m\n'
  pin-hash --format mtree tree >whole
  check_gives 0 "PASS: 6 files listed: 6 as listed" whole -C tree --exact
  mkdir tree/new
  check_gives 1 "STOP: 6 files listed: 6 as listed, 1 not listed" whole -C tree --exact
}

@test "--exact: paths that lead out, and folders that cannot be looked at, are no success" {
  need_nobody
  mkdir -p tree/locked
  printf 1 >tree/f
  (cd tree && sha256sum f) >list
  for path in ../tree/f "$work/tree/f" locked/../../tree/f; do
    echo "$(sum_of tree/f)  $path" >outside
    refused "leads out" outside --exact
  done
  chmod 000 tree/locked
  status=0
  as_nobody pin-hash -C tree -c list --exact >out 2>err || status=$?
  chmod 755 tree/locked
  [ $status -eq 3 ]
  [ "$(tail -n 1 out)" = "HOLD: 1 file listed: 1 as listed, 1 unreadable" ]
}

@test "--exact: a folder on another file system that was not looked at is no success" {
  need_namespace
  mkdir -p tree/mounted
  printf 1 >tree/f
  (cd tree && sha256sum f) >list
  cat >look.sh <<'S'
mount -t tmpfs none tree/mounted && printf x >tree/mounted/stray
pin-hash -C tree -c list --exact >stayed; echo $? >>stayed
pin-hash -C tree -c list --exact --cross-mounts >crossed; echo $? >>crossed
S
  unshare -rm sh look.sh
  [ "$(tail -n 1 crossed)" -eq 1 ]
  grep -q '^mounted/stray: not listed$' crossed
  [ "$(tail -n 1 stayed)" -ne 0 ]
  grep -q '^mounted: ' stayed
}

@test "lists from standard input, a pipe and several files, counted together" {
  setup_lists
  sha256sum data >one
  sha256sum other >two
  check_gives 0 "PASS: 2 files listed: 2 as listed" one -c two
  pin-hash -c - <one >out
  [ "$(cat out)" = "PASS: 1 file listed: 1 as listed" ]
  cat one two | pin-hash -c - >out
  [ "$(cat out)" = "PASS: 2 files listed: 2 as listed" ]
  check_gives 0 "PASS: 2 files listed: 2 as listed" <(cat one) -c <(cat two)
  echo "$zeros  data" | check_gives 1 "STOP: 2 files listed: 1 as listed, 1 different" one -c -
  status=0
  pin-hash -c - <&- >out 2>err || status=$?
  [ $status -eq 2 ]
  [ ! -s out ]
}

@test "an mtree list: type, mode, target, size, content and absence are each told" {
  mkdir -p tree/d
  printf 1234 >tree/f
  printf abcd >tree/g
  ln -s f tree/l
  chmod 640 tree/f
  pin-hash --format mtree tree >list
  check_gives 0 "PASS: 5 files listed: 5 as listed" list -C tree
  differs() { # differs NAME TEXT CHANGE
    cp -a tree kept
    eval "$3"
    check_gives 1 "STOP: 5 files listed: 4 as listed, 1 ${4:-different}" list -C tree
    grep -q "^$1: ${4:-different}: .*$2" out
    rm -rf tree
    mv kept tree
  }
  differs f "mode 0600, listed 0640" 'chmod 600 tree/f'
  differs f "listed as a regular file" 'rm tree/f; mkfifo -m 640 tree/f'
  differs f "symbolic link, listed as a regular file" 'mv tree/f tree/l2; ln -s l2 tree/f'
  differs f "has 5 bytes, listed 4" 'printf 12345 >tree/f'
  differs g "has SHA-256" 'printf abcD >tree/g'
  differs l "leads to g, listed as to f" 'ln -sfn g tree/l'
  differs l "listed as a symbolic link" 'rm tree/l; cp tree/f tree/l'
  differs d "listed as a directory" 'rmdir tree/d; printf x >tree/d'
  differs d "does not exist" 'rmdir tree/d' missing
  differs . "mode 0700" 'chmod 700 tree'
}

@test "an mtree list that says no content of a file verifies none" {
  mkdir tree
  printf 1234 >tree/f
  printf '#mtree\n. type=dir\n./f type=file size=4\n' >list
  status=0
  pin-hash -C tree -c list >out 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(grep -c PASS out)" -eq 0 ]
}

@test "-o publishes a list whole and exclusively: the same again is 0, another one is 4" {
  setup_lists
  for format in sha256sum bsd mtree; do
    mkdir tree && cp data tree/
    pin-hash --format $format -o list tree
    [ "$(cat list)" = "$(pin-hash --format $format tree)" ]
    [ "$(stat -c %a list)" = 644 ]
    pin-hash --format $format -o list tree
    cp list before
    printf x >>tree/data
    status=0
    pin-hash --format $format -o list tree >out 2>err || status=$?
    [ $status -eq 4 ]
    grep -q '^pin-hash: list: ' err
    cmp list before
    no_leftovers
    rm -r list tree
  done
  ln -s data link
  for target in link missing/list other/; do
    status=0
    pin-hash --format sha256sum -o $target data >out 2>err || status=$?
    [ $status -eq 2 ] || [ $status -eq 4 ]
    [ "$(cat data)" = "payload one" ]
    [ -s err ]
  done
  no_leftovers
}

@test "trouble on the way to a file leaves no file, and a full file system is status 2" {
  setup_lists
  need_namespace
  mkdir small many
  for i in $(seq 1 400); do echo "$i" >"$(printf 'many/%0200d' "$i")"; done
  cat >look.sh <<'S'
mount -t tmpfs -o size=16k none small
for format in sha256sum mtree records; do
  pin-hash --format $format -o small/list many 2>err
  echo "$? $(ls -A small) $(cat err)"
done
S
  unshare -rm bash look.sh >seen
  [ "$(grep -c '^2  pin-hash: .*[Nn]o space' seen)" -eq 3 ]
}

@test "a full device, a closed descriptor and a reader that went away are status 2 with a message" {
  setup_lists
  for i in $(seq 1 600); do echo "$i" >"$(printf '%0200d' "$i")"; done
  sha256sum data other >list
  for command in 'pin-hash .' 'pin-hash --format sha256sum .' 'pin-hash --format mtree .' 'pin-hash -c list' 'pin-hash data' 'pin-hash --version'; do
    for where in '>/dev/full' '>&-'; do
      status=0
      eval "$command $where" 2>err || status=$?
      [ $status -eq 2 ] || { echo "$command $where: $status"; return 1; }
      grep -q '^pin-hash: standard output: ' err
    done
  done
  sed "s/.*/$zeros  &/" <(ls) | grep -v list >many
  for command in 'pin-hash .' 'pin-hash --format sha256sum .' 'pin-hash --format mtree .' 'pin-hash -c many'; do
    status=0
    bash -o pipefail -c "$command 2>err | head -n 1 >first" || status=$?
    [ $status -eq 2 ] || { echo "$command: $status"; return 1; }
    grep -q '^pin-hash: standard output: .*pipe' err
    [ "$(wc -l <first)" -eq 1 ]
  done
}

@test "a pipe that does not block loses nothing" {
  mkdir tree
  for i in $(seq 1 600); do echo "$i" >"tree/$(printf '%0200d' "$i")"; done
  cat >slow.py <<'P'
import os, subprocess, sys, time
reading, writing = os.pipe()
os.set_blocking(writing, False)
tool = subprocess.Popen(sys.argv[1:], stdout=writing)
os.close(writing)
time.sleep(0.5)
with os.fdopen(reading, "rb") as pipe:
    sys.stdout.buffer.write(pipe.read())
sys.exit(tool.wait())
P
  for format in sha256sum mtree; do
    pin-hash --format $format tree >want
    python3 slow.py pin-hash --format $format tree >got
    cmp want got
  done
  python3 slow.py pin-hash tree >got
  "$BATS_TEST_DIRNAME/records.py" got 'len(of("file")) == 600 and len(of("close")) == 1'
}

@test "a list of what is not all there says so in its status" {
  setup_lists
  mkfifo pipe
  ln -s nowhere dangling
  for path in gone pipe dangling; do
    status=0
    pin-hash --format sha256sum data $path other >out 2>err || status=$?
    [ $status -eq 3 ]
    [ "$(cat out)" = "$(sha256sum data other)" ]
    grep -q "^pin-hash: $path: " err
    [ "$(wc -l <err)" -eq 1 ]
  done
  pin-hash --format sha256sum - data <other >out
  [ "$(cat out)" = "$(sha256sum - data <other)" ]
  status=0
  pin-hash --format sha256sum -o list data gone 2>err || status=$?
  [ $status -eq 3 ]
  [ "$(cat list)" = "$(sha256sum data)" ]
  pin-hash --tag - <other >out
  [ "$(cat out)" = "$(sha256sum --tag - <other)" ]
  head -c 3000000 /dev/urandom | tee bytes | pin-hash --format sha256sum - >out
  [ "$(cut -c1-64 out)" = "$(sum_of bytes)" ]
}

@test "a list that is written into its own folder is right, or said not to be" {
  mkdir tree
  printf 1 >tree/f
  cd tree
  for format in sha256sum bsd mtree; do
    rm -f LIST
    status=0
    pin-hash --format $format . >LIST 2>../err || status=$?
    [ $status -ne 0 ] || pin-hash -c LIST
  done
  rm LIST
  pin-hash --format sha256sum -o list .
  [ "$(cut -c67- list)" = ./f ]
}

@test "lists need no plan, and obey none" {
  setup_lists
  export EVIDENCE_PLAN=no-such-plan
  pin-hash --format sha256sum data >list
  check_gives 0 "PASS: 1 file listed: 1 as listed" list
  status=0
  pin-hash data >out 2>err || status=$?
  [ $status -eq 2 ]
  [ ! -s out ]
  EVIDENCE_PLAN='' pin-hash data >out
}

@test "with few descriptors a tree is read whole, or said not to be" {
  mkdir -p tree/a/b/c/d/e
  for i in $(seq 1 100); do echo "$i" >tree/a/b/c/d/e/"$i"; done
  pin-hash --format sha256sum tree >whole
  for limit in 8 12 24 48; do
    status=0
    (ulimit -n $limit && pin-hash --format sha256sum -j 4 tree) >out 2>err || status=$?
    if [ $status -eq 0 ]; then cmp whole out; else [ -s err ]; fi
  done
}

@test "options that have no meaning together are refused, with nothing written" {
  setup_lists
  sha256sum data >list
  mkdir folder
  printf '{}' >plan.json
  while IFS= read -r options; do
    status=0
    eval "pin-hash $options" >out 2>err </dev/null || status=$?
    if [ $status -ne 2 ] || [ -s out ] || [ "$(wc -l <err)" -ne 1 ] || [ -e made ]; then
      echo "pin-hash $options: status $status"
      cat out err
      return 1
    fi
  done <<'X'
-c list data
-c list -o made
-c list --format bsd
-c list --tag
-c list -p $$
-c list -m plan.json
-c list --memory
-c list --dir-hash
-c list --fact a=b
-c list --absent port=1
-c list --env-file list
-c list --image list
-c list --observations list
-c list --role r
-c list -r 0
-c list -s s1
-c list --moment m
-c list --shard 1/2
-c list --env-key list
-c list -C no-such-folder
-c list -C data
-c
--exact data
--exact
-z data
--zero -p $$
--format sha256sum
--format sha256sum -p $$ data
--format sha256sum --dir-hash data
--format sha256sum --memory data
--format sha256sum -m plan.json
--format sha256sum --fact a=b data
--format mtree folder folder
--format mtree data
--format mtree -z folder
--format mtree -
--format xml data
--format '' data
--format RECORDS data
--tag --format mtree folder
--tag --format sha256sum data
--tag
--tag -p $$ data
-C no-such-folder data
-C data data
-C folder --follow .
-C folder -p $$
--memory data
--shard 1/2 data
--shard 1/2
-j 0 data
-j -1 data
-j 1025 data
-j x data
-j 1x data
-j '' data
-p 0
-p -1
-p 99999999999
-p x
--absent x
--absent port=
--absent port=x
--absent port=0
--absent port=65536
--absent proc=
--absent file=x
--fact x
--fact =x
--fact 'a b=x'
--role a/b data
--role '' -r 'a b' data
-r ../x data
-s .. data
--moment a/b data
--env-key no-such-key data
--env-key data data
--no-such-option
-o
-o made -o made data
--format=
X
}
