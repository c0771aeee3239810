#!/usr/bin/env bats
# carry-qualification as a user runs it: a repository, a plan, one stream.
bats_require_minimum_version 1.5.0
load helpers

# Before each scenario, behind the helpers' own.
needs_git() {
  command -v git >/dev/null || skip "skipped: git is not installed"
  export HOME=$work GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
  export GIT_AUTHOR_NAME=case GIT_AUTHOR_EMAIL=case@example.org GIT_AUTHOR_DATE='1700000000 +0000'
  # libgit2 1.5 forgets what it matched when it refuses an extension; only a build with sanitizers minds.
  printf 'leak:pcre2\n' >"$work/.suppressions"
  export LSAN_OPTIONS=suppressions=$work/.suppressions:print_suppressions=0
  export GIT_COMMITTER_NAME=case GIT_COMMITTER_EMAIL=case@example.org GIT_COMMITTER_DATE='1700000000 +0000'
}

# An engine of three parts, qualified at $q.
make_repository() {
  needs_git
  git init -q -b main repo
  mkdir -p repo/engine repo/tools/measure
  printf 'def run(): pass\n' >repo/serve.py
  printf 'int kernel;\n' >repo/engine/k.c
  printf '#!/bin/sh\n' >repo/tools/measure/time.sh
  q=$(commit)
}

commit() { # commit: all of the working tree; prints the id
  git -C repo add -A
  git -C repo commit -q --allow-empty -m message
  git -C repo rev-parse HEAD
}

# write_plan FROM TO [MEMBERS]: the file plan.json; MEMBERS stand in front of the others of `carry`.
write_plan() {
  cat >plan.json <<JSON
{
  "name": "small", "class": "offline", "standing": "screen",
  "roles": {"store": {"life": "none", "ranks": ["0"]}}, "moments": ["once"], "starts": [{"name": "w1"}],
  "carry": {${3:-} "from": "$1", "to": "$2", "identical": ["engine/", "serve.py"], "may_change": ["tools/measure/"]}
}
JSON
}

# qualify [OPTIONS…]: records in the file out, messages in the file err, status in $status.
qualify() {
  status=0
  carry-qualification -m plan.json --repo repo "$@" >out 2>err || status=$?
}

# types_are TYPE…: those of the records, in order.
types_are() { [ "$(sed 's/.*"type":"\([a-z]*\)"}$/\1/' out | tr '\n' ' ')" = "$* " ]; }
has_record() { grep -qF "$1" out || { cat out; return 1; }; }
says() { grep -qF "carry-qualification: $1" err || { cat err; return 1; }; }
says_nothing() { [ ! -s err ] || { cat err; return 1; }; }

@test "--identify records which commit HEAD or a revision is" {
  make_repository
  tree=$(git -C repo rev-parse 'HEAD^{tree}')
  run -0 carry-qualification --identify --repo repo
  [ "${#lines[@]}" -eq 3 ]
  [[ ${lines[0]} == *'"role":"carry","run":"none","seq":0,"start":"none"'*'"tool":"carry-qualification '* ]]
  [ "${lines[1]}" = '{"commit":"'"$q"'","moment":"none","name":"head","rank":"none","role":"carry","run":"none","seq":1,"start":"none","tree":"'"$tree"'","type":"git"}' ]
  printf 'new\n' >repo/new
  commit
  cd repo
  run -0 carry-qualification --identify HEAD~1
  [[ ${lines[1]} == *"\"commit\":\"$q\""* ]]
  [ ! -e /dev/full ] || run -2 bash -c 'carry-qualification --identify >/dev/full'
  run -2 carry-qualification --identify nothing
  [[ $output == "carry-qualification: revision nothing: there is none" ]]
  run -2 carry-qualification --identify HEAD main
  run -2 carry-qualification --identify --to HEAD
  run -2 carry-qualification HEAD
}

@test "an allowed change passes, and says which files there are" {
  make_repository
  printf 'time\n' >>repo/tools/measure/time.sh
  now=$(commit)
  write_plan "$q" "$now"
  qualify
  [ $status -eq 0 ]
  says_nothing
  types_are open git git carry close
  has_record '"commit":"'"$q"'","moment":"none","name":"from"'
  has_record '"commit":"'"$now"'","descends_from":"'"$q"'","files":3,"moment":"none","name":"to"'
  has_record '"method":"bytes","moment":"none","path":"tools/measure/time.sh"'
  has_record '"run":"'"$(sha256sum plan.json | cut -c1-64)"'"'
  qualify --explain
  [ $status -eq 0 ]
  says "tools/measure/time.sh: 100644 "
  says_all=$(cat err)
  [[ $says_all == *": allowed by rule tools/measure/" ]]
  # No path of this machine in what is published.
  run -1 grep -F "$work" out
}

@test "a refused change is status 1 and named, with its rule" {
  make_repository
  printf 'int other;\n' >repo/engine/k.c
  printf 'new\n' >repo/README
  now=$(commit)
  write_plan "$q" "$now"
  qualify
  [ $status -eq 1 ]
  types_are open git git carry carry close
  says "README: nothing became 100644 $(git -C repo rev-parse HEAD:README | cut -c1-12): refused, no rule lets it change"
  says "and 1 more that may not change; see --explain"
  [ "$(wc -l <err)" -eq 2 ]
  qualify --explain
  [ $status -eq 1 ]
  says "engine/k.c: 100644 $(git -C repo rev-parse "$q:engine/k.c" | cut -c1-12) became 100644 $(git -C repo rev-parse HEAD:engine/k.c | cut -c1-12): refused by rule engine/"
}

@test "a mode alone is a change, whatever core.fileMode says" {
  make_repository
  git -C repo config core.fileMode false
  git -C repo update-index --chmod=+x serve.py
  git -C repo commit -q -m mode
  write_plan "$q" "$(git -C repo rev-parse HEAD)"
  qualify
  [ $status -eq 1 ]
  id=$(git -C repo rev-parse HEAD:serve.py)
  says "serve.py: 100644 ${id:0:12} became 100755 ${id:0:12}: refused by rule serve.py"
  has_record '{"after":{"id":"'"$id"'","mode":"100755"},"before":{"id":"'"$id"'","mode":"100644"}'
}

@test "a file that becomes a link to the name it holds, or only gets another name, is changed" {
  make_repository
  printf 'serve.py' >repo/engine/link
  q=$(commit)
  rm repo/engine/link
  ln -s serve.py repo/engine/link
  mv repo/engine/k.c repo/engine/k2.c
  write_plan "$q" "$(commit)"
  qualify --explain
  [ $status -eq 1 ]
  grep -qE '^carry-qualification: engine/link: 100644 ([0-9a-f]{12}) became 120000 \1: refused by rule engine/$' err
  grep -qE '^carry-qualification: engine/k.c: 100644 [0-9a-f]{12} became nothing: refused' err
  grep -qE '^carry-qualification: engine/k2.c: nothing became 100644 [0-9a-f]{12}: refused' err
}

@test "a submodule that moved is a change under ignore=all" {
  make_repository
  git init -q -b main dep
  (cd dep && printf '1\n' >lib.c && git add . && git commit -q -m d1)
  git -C repo -c protocol.file.allow=always submodule --quiet add "file://$work/dep" ext 2>/dev/null
  git -C repo config -f .gitmodules submodule.ext.ignore all
  git -C repo add -A
  git -C repo commit -q -m q
  q=$(git -C repo rev-parse HEAD)
  (cd repo/ext && printf '2\n' >lib.c && git commit -q -a -m d2)
  git -C repo add -f ext
  git -C repo update-index --cacheinfo "160000,$(git -C repo/ext rev-parse HEAD),ext"
  git -C repo commit -q -m moved
  [ -z "$(git -C repo diff --stat "$q" HEAD)" ]
  write_plan "$q" "$(git -C repo rev-parse HEAD)"
  qualify
  [ $status -eq 1 ]
  says "ext: 160000 "
  has_record '"path":"ext","rank":"none","reason":"content not verified: submodule"'
}

@test "replaced objects hide nothing, and it is said that they are there" {
  make_repository
  printf 'def run(): evil()\n' >repo/serve.py
  now=$(commit)
  git -C repo replace "$(git -C repo rev-parse HEAD:serve.py)" "$(git -C repo rev-parse "$q:serve.py")"
  [ "$(git -C repo cat-file blob HEAD:serve.py)" = 'def run(): pass' ]
  write_plan "$q" "$now"
  qualify
  [ $status -eq 1 ]
  says "serve.py: 100644 "
  says "git replaces or grafts objects here"
}

@test "what git reads to learn about other files may change only where a rule names it" {
  make_repository
  printf '* text=auto\n' >repo/tools/measure/.gitattributes
  now=$(commit)
  write_plan "$q" "$now"
  qualify
  [ $status -eq 1 ]
  says "tools/measure/.gitattributes: nothing became "
  sed -i 's,"tools/measure/"],"tools/measure/"\, "tools/measure/.gitattributes"],' plan.json
  qualify
  [ $status -eq 0 ]
}

@test "a Git LFS pointer and a submodule that stay are remarks, not refusals" {
  make_repository
  printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%064d\nsize 123456\n' 7 >repo/model.bin
  q=$(commit)
  write_plan "$q" "$(commit)"
  qualify
  [ $status -eq 0 ]
  says_nothing
  types_are open git git carry close
  has_record '"path":"model.bin","rank":"none","reason":"content not verified: Git LFS pointer"'
}

@test "HEAD, or --to, must be the plan's commit: status 1 names both" {
  make_repository
  printf 'time\n' >>repo/tools/measure/time.sh
  now=$(commit)
  write_plan "$q" "$now"
  git -C repo commit -q --allow-empty -m later
  later=$(git -C repo rev-parse HEAD)
  qualify
  [ $status -eq 1 ]
  says "HEAD is commit $later, and the plan carries to $now"
  has_record '"commit":"'"$later"'","descends_from":"'"$q"'"'
  qualify --to HEAD~1
  [ $status -eq 0 ]
  qualify --to "$now"
  [ $status -eq 0 ]
  qualify --to "$q"
  [ $status -eq 1 ]
}

@test "a name that could mean two commits means none" {
  make_repository
  printf 'time\n' >>repo/tools/measure/time.sh
  now=$(commit)
  write_plan "$q" "$now"
  git -C repo branch "${now:0:10}" "$q"
  qualify --to "${now:0:10}"
  [ $status -eq 2 ]
  [ ! -s out ]
  says "revision ${now:0:10}: could mean refs/heads/${now:0:10} or the object $now; give all 40 digits"
}

@test "a commit that does not descend is status 1, unless the plan does not ask" {
  make_repository
  git -C repo checkout -q --orphan other
  printf 'time\n' >>repo/tools/measure/time.sh
  now=$(commit)
  write_plan "$q" "$now"
  qualify
  [ $status -eq 1 ]
  says "the plan asks that commit $now descends from $q, and it does not"
  run -1 grep descends_from out
  write_plan "$q" "$now" '"descends": false,'
  qualify
  [ $status -eq 0 ]
}

@test "a shallow clone is status 3 and says how to get the rest" {
  make_repository
  commit
  printf 'time\n' >>repo/tools/measure/time.sh
  now=$(commit)
  write_plan "$q" "$now"
  mv repo full
  git -C full config uploadpack.allowAnySHA1InWant true
  git clone -q --depth 1 "file://$work/full" repo
  qualify
  [ $status -eq 3 ]
  types_are open error close
  has_record "\"about\":\"git\""
  says "commit $q is not in this clone, which is shallow: fetch the full history with git fetch --unshallow"
  # With both commits and nothing between, contents can be compared, descent cannot be told.
  git -C repo fetch -q --depth 1 origin "$q"
  qualify
  [ $status -eq 3 ]
  types_are open git git carry error close
  says "whether commit $now descends from $q is unknown: this clone is shallow"
  write_plan "$q" "$now" '"descends": false,'
  qualify
  [ $status -eq 0 ]
  write_plan "$q" "$now"
  git -C repo fetch -q --unshallow
  qualify
  [ $status -eq 0 ]
}

@test "repositories that cannot be judged are status 3, and each for its reason" {
  make_repository
  write_plan "$q" "$q"
  git -C repo config core.repositoryFormatVersion 1
  for extension in fancyStore partialClone worktreeConfig refStorage objectFormat; do
    git config --file repo/.git/config extensions.$extension some
    qualify
    [ $status -eq 3 ]
    types_are open error close
    grep -qi "extensions.$extension, which is not supported" err
    grep -qi "extensions.$extension, which is not supported" out
    run -1 grep -F "$work" out
    git config --file repo/.git/config --unset extensions.$extension
  done
  qualify
  [ $status -eq 0 ]
  # A loose object with other bytes under its name.
  id=$(git -C repo rev-parse HEAD:serve.py)
  other=$(printf 'other\n' | git -C repo hash-object -w --stdin)
  object() { printf 'repo/.git/objects/%s/%s' "${1:0:2}" "${1:2}"; }
  cp -f "$(object "$other")" "$(object "$id")"
  qualify
  [ $status -eq 3 ]
  says "blob $id is damaged: its bytes do not hash to its name"
  rm -f "$(object "$id")"
  qualify
  [ $status -eq 3 ]
  says "blob $id is not in this repository"
}

@test "somebody else's repository is status 3 and explained" {
  make_repository
  [ "$(id -u)" -eq 0 ] || skip "skipped: only root can give a folder away"
  write_plan "$q" "$q"
  chown -R 12345:12345 repo
  qualify
  [ $status -eq 3 ]
  says "the repository belongs to another user"
  grep -q safe.directory err
  git config --file "$HOME/.gitconfig" --add safe.directory "$work/repo"
  qualify
  [ $status -eq 0 ]
}

@test "a folder that is no repository, or is not there, is status 2 with no record" {
  make_repository
  write_plan "$q" "$q"
  mv repo elsewhere
  qualify
  [ $status -eq 2 ]
  [ ! -s out ]
  says "repo: "
  mkdir repo
  qualify
  [ $status -eq 2 ]
  [ ! -s out ]
  says "repo: is no git repository; give its top folder, folders above are not searched"
  mv elsewhere/* elsewhere/.git repo
  # Neither a folder below nor the environment stands for it.
  status=0
  GIT_DIR=$work/repo/.git carry-qualification -m plan.json --repo repo/engine >out 2>err || status=$?
  [ $status -eq 2 ]
}

@test "what is needed is asked for: a plan, and one that carries" {
  make_repository
  run -2 carry-qualification --repo repo
  [[ $output == "carry-qualification: which plan? give -m or set EVIDENCE_PLAN" ]]
  write_plan "$q" "$q"
  sed -i -e '/"carry"/d' -e 's/\[{"name": "w1"}\],/[{"name": "w1"}]/' plan.json
  qualify
  [ $status -eq 2 ]
  says "plan.json: the plan carries nothing: it has no member carry"
  run -0 carry-qualification --identify -m plan.json --repo repo
  [[ $output == *"\"run\":\"$(sha256sum plan.json | cut -c1-64)\""* ]]
}

@test "a rule that names nothing is said, and decides nothing" {
  make_repository
  write_plan "$q" "$q"
  sed -i 's,"engine/",&\, "engin/",' plan.json
  qualify
  [ $status -eq 0 ]
  says "rule engin/ names nothing that is there at either commit"
  [ "$(wc -l <err)" -eq 1 ]
}

@test "--worktree finds what git does not show, also with --identify" {
  make_repository
  write_plan "$q" "$q"
  qualify --worktree
  [ $status -eq 0 ]
  types_are open git git close
  git -C repo update-index --assume-unchanged serve.py
  printf 'def run(): evi\n' >repo/serve.py
  printf 'ignored\n' >repo/.git/info/exclude
  printf 'x\n' >repo/ignored
  [ -z "$(git -C repo status --porcelain)" ]
  qualify
  [ $status -eq 0 ]
  qualify --worktree
  [ $status -eq 1 ]
  types_are open git git carry carry close
  has_record '{"method":"worktree","moment":"none","path":"ignored","rank":"none","reason":"not in the commit"'
  has_record '"path":"serve.py","rank":"none","reason":"content differs"'
  says "ignored: working tree: not in the commit"
  says "and 1 more in the working tree; see --explain"
  qualify --worktree --explain
  [ $status -eq 1 ]
  says "serve.py: working tree: content differs"
  status=0
  carry-qualification --identify --worktree --repo repo >out 2>err || status=$?
  [ $status -eq 1 ]
  types_are open git carry carry close
  # There is none.
  run -2 carry-qualification --identify --worktree --repo repo/.git
}

@test "-o publishes once: a folder gets carry.ndjson, other content under the name is status 4" {
  make_repository
  write_plan "$q" "$q"
  mkdir records
  qualify -o records/
  [ $status -eq 0 ]
  [ ! -s out ]
  [ "$(ls -A records)" = carry.ndjson ]
  cp records/carry.ndjson first
  qualify -o records
  [ $status -eq 4 ]
  says "records/carry.ndjson: "
  cmp first records/carry.ndjson
  [ "$(ls -A records)" = carry.ndjson ]
  # What could not be done publishes nothing; what could not be judged is published.
  qualify -o none --to nothing
  [ $status -eq 2 ]
  [ ! -e none ]
  git -C repo config core.repositoryFormatVersion 1
  git -C repo config extensions.fancyStore yes
  qualify -o held
  [ $status -eq 3 ]
  grep -q '"type":"error"' held
  no_leftovers_here=$(find . -maxdepth 1 -name '*.part')
  [ -z "$no_leftovers_here" ]
}

@test "names of any bytes travel, and reach no terminal" {
  make_repository
  printf 'x\n' >$'repo/\xff\e[31m\n'
  write_plan "$q" "$(commit)"
  qualify
  [ $status -eq 1 ]
  says '"\xff\x1b[31m\n": nothing became 100644'
  has_record '"path_b64":"/xtbMzFtCg=="'
}
