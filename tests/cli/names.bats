#!/usr/bin/env bats
# Names of any bytes: pin-hash's lists beside GNU sha256sum's, and records that give every name back.
load helpers

count=2400

setup_file() {
  command -v python3 >/dev/null || return 0
  python3 "$BATS_TEST_DIRNAME/odd_names.py" "$BATS_FILE_TMPDIR/tree" $count
}

have_sha256sum() { sha256sum --zero --tag /dev/null 2>/dev/null | grep -q SHA256 || skip "skipped: no GNU sha256sum"; }
enter_names() {
  command -v python3 >/dev/null || skip "skipped: no python3"
  cd "$BATS_FILE_TMPDIR/tree"
  [ "$(find . -type f -printf x | wc -c)" -eq $count ]
}
# Every name of the folder as one argument of one call, with `--` before them.
over_names() { find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 -x -n 5000 -s 1000000 "$@" --; }

@test "lists over arguments of any bytes are GNU's byte for byte" {
  have_sha256sum
  enter_names
  for end in '' -z; do
    over_names sha256sum $end >"$work"/theirs
    over_names pin-hash --format sha256sum $end >"$work"/ours
    cmp "$work"/theirs "$work"/ours
    over_names sha256sum --tag $end >"$work"/theirs
    over_names pin-hash --tag $end >"$work"/ours
    cmp "$work"/theirs "$work"/ours
    over_names pin-hash --format bsd $end >"$work"/ours
    cmp "$work"/theirs "$work"/ours
  done
  [ "$(tr -cd '\0' <"$work"/ours | wc -c)" -eq $count ]
}

@test "lists over a folder are GNU's over its files in the order of their bytes" {
  have_sha256sum
  enter_names
  cd "$work"
  mkdir few
  for folder in a a- a.d a.d/$'x\ny' a0 '[d]'; do mkdir "few/$folder" && printf '%s' "$folder" >"few/$folder/-"; done
  printf 'minus' >few/-
  printf 'a name before its folder' >few/a.d,
  for tree in few "$BATS_FILE_TMPDIR/tree"; do
    find "$tree" -type f -print0 | LC_ALL=C sort -z >names0
    for end in '' -z; do
      xargs -0 -x -n 5000 -s 1000000 sha256sum $end -- <names0 >theirs
      pin-hash --format sha256sum $end -j 3 "$tree" >ours
      cmp theirs ours
      xargs -0 -x -n 5000 -s 1000000 sha256sum --tag $end -- <names0 >theirs
      pin-hash --tag $end -j 3 "$tree" >ours
      cmp theirs ours
    done
  done
}

@test "each other's lists are checked, every name of them" {
  have_sha256sum
  enter_names
  over_names sha256sum >"$work"/gnu
  over_names sha256sum --tag >"$work"/gnu.tag
  over_names sha256sum -z >"$work"/gnu.zero
  over_names sha256sum --tag -z >"$work"/gnu.tag.zero
  for list in gnu gnu.tag; do
    pin-hash -c "$work"/$list --exact >"$work"/out 2>"$work"/err
    [ "$(cat "$work"/out)" = "PASS: $count files listed: $count as listed" ]
    pin-hash -z -c "$work"/$list.zero --exact >"$work"/out 2>"$work"/err
    [ "$(cat "$work"/out)" = "PASS: $count files listed: $count as listed" ]
  done
  over_names pin-hash --format sha256sum >"$work"/ours
  over_names pin-hash --tag >"$work"/ours.tag
  sha256sum -c --strict --quiet "$work"/ours
  sha256sum -c --strict --quiet "$work"/ours.tag
}

@test "one file that is not as listed is named, whatever its name" {
  have_sha256sum
  enter_names
  over_names sha256sum | sed 's/^\\[0-9a-f]\{64\}  a\\nb$/\\'"$(printf '0%.0s' {1..64})"'  a\\nb/' >"$work"/altered
  [ "$(grep -c '^.0\{64\}  a' "$work"/altered)" -eq 1 ]
  run pin-hash -c "$work"/altered
  [ "$status" -eq 1 ]
  [ "${#lines[@]}" -eq 2 ]
  [[ "${lines[0]}" == '"a\nb": different: '* ]]
  [ "${lines[1]}" = "STOP: $count files listed: $((count - 1)) as listed, 1 different" ]
}

@test "records give every name back, one line a file" {
  enter_names
  pin-hash . >"$work"/out
  over_names pin-hash >"$work"/arguments
  for stream in "$work"/out "$work"/arguments; do
    [ "$(grep -c '"type":"file"' "$stream")" -eq $count ]
    [ "$(grep -cv '^{.*}$' "$stream")" -eq 0 ]
    iconv -f UTF-8 -t UTF-8 "$stream" >/dev/null
    [ "$(LC_ALL=C tr -d '[:print:]\n\177-\377' <"$stream" | wc -c)" -eq 0 ]
    "$BATS_TEST_DIRNAME/records.py" "$stream" 'sorted(os.path.normpath(os.fsencode(row["path"])) for row in of("file")) ==
      sorted(os.listdir(b"."))'
    "$BATS_TEST_DIRNAME/records.py" "$stream" 'all(row["sha256"] == hashlib.sha256(open(os.fsencode(row["path"]), "rb").read()).hexdigest()
      for row in of("file"))'
  done
}

@test "an mtree list of them is read back, every name of it" {
  enter_names
  cd "$work"
  pin-hash --format mtree "$BATS_FILE_TMPDIR/tree" >list
  [ "$(wc -l <list)" -eq $((count + 2)) ]
  [ "$(LC_ALL=C tr -d '[:print:]\n' <list | wc -c)" -eq 0 ]
  pin-hash -C "$BATS_FILE_TMPDIR/tree" -c list --exact >out 2>err
  [ "$(cat out)" = "PASS: $((count + 1)) files listed: $((count + 1)) as listed" ]
}
