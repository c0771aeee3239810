# Shared by all command-line tests: a folder of one's own, and a small campaign on two real processes.
#
# EVIDENCE_TOOLS is the folder of the built tools.

setup() {
  : "${EVIDENCE_TOOLS:?the folder of the built tools}"
  PATH=$EVIDENCE_TOOLS:$PATH
  unset EVIDENCE_PLAN OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID RANK JOB_COMPLETION_INDEX
  export LC_ALL=C.UTF-8
  work=$(mktemp -d "${TMPDIR:-/tmp}/evidence-cli.XXXXXX")
  cd "$work" || return 1
  ranks=()
}

teardown() {
  [ ${#ranks[@]} -eq 0 ] || kill "${ranks[@]}" 2>/dev/null || true
  cd /
  rm -rf "$work"
}

# A manifest over two files in $work/engine, two colocated ranks, starts s1 and s2, moments ready and end.
# MEMBERS (JSON members with a comma at the end) are put in front; CLASS replaces rehearsal.
write_manifest() { # write_manifest [MEMBERS]
  mkdir -p engine
  printf 'weights\n' >engine/model
  printf 'threads = 1\n' >engine/conf
  (cd engine && sha256sum model conf) >engine.sha256
  cat >manifest.json <<JSON
{
  ${1:-}
  "name": "small", "class": "native", "standing": "screen",
  "roles": {"engine": {"life": "fresh", "ranks": ["0", "1"], "colocated": true}},
  "moments": ["ready", "end"],
  "starts": [{"name": "s1"}, {"name": "s2", "arm": "on"}],
  "checkpoints": [{"name": "first", "starts": ["s1"], "moments": ["ready", "end"]},
                  {"name": "complete", "starts": ["s1", "s2"], "moments": ["ready", "end"]}],
  "public": {"env": ["MODE"]},
  "identity": {"engine": {
    "sums": [{"path": "engine.sha256", "sha256": "sha256:$(sha256sum engine.sha256 | cut -c1-64)", "count": 2, "root": "$work/engine"}]}},
  "arms": {"on": {"engine": {"env": {"add": {"MODE": "fast"}}}}}
}
JSON
}

make_keys() {
  (umask 077 && openssl genpkey -algorithm ed25519 -out sealer.pem && openssl rand 48 >env.key)
  openssl pkey -in sealer.pem -pubout -out sealer.pub.pem
}

register() { # register [OPTIONS…]: run id in $run_id
  rm -f registration.tar
  seal-packet --register -m manifest.json "$@" -o registration.tar >registered
  run_id=$(cut -c1-64 registered)
  export EVIDENCE_PLAN=$work/registration.tar
}

# launch RANK [NAME=VALUE…]: a process that lives until the test ends; its pid in $pid.
launch() {
  local rank=$1 i
  shift
  env -i PATH=/usr/bin:/bin "EVIDENCE_RUN=$run_id" "$@" sleep 1000 3>&- &
  pid=$!
  ranks+=("$pid")
  for i in $(seq 1 200); do
    : "$i $rank"
    [ "$(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null)" = "sleep 1000 " ] && return 0
    sleep 0.02
  done
  return 1
}

# observe START MOMENT RANK PID [OPTIONS…]: into records/
observe() {
  mkdir -p records
  pin-hash -s "$1" --moment "$2" -r "$3" -p "$4" --env-key env.key -o records/ "${@:5}"
}

# A whole campaign: manifest, keys, registration, two starts, records/.
make_campaign() { # make_campaign [MEMBERS]
  write_manifest "${1:-}"
  make_keys
  register
  local start rank extra
  for start in s1 s2; do
    extra=()
    [ $start = s1 ] || extra=(MODE=fast)
    for rank in 0 1; do
      launch "$rank" "${extra[@]}"
      observe $start ready "$rank" "$pid"
      observe $start end "$rank" "$pid"
    done
  done
}

seal() { seal-packet --checkpoint complete --sign sealer.pem -o "${1:-small.tar}" "${@:2}" records/; }

# check PACKET [OPTIONS…] as a reviewer with a manifest and a key of their own, and no plan in the environment.
check() { env -u EVIDENCE_PLAN check-packet -m manifest.json --trust sealer.pub.pem "${@:2}" "$1"; }

# Everything in the folder but what the campaign itself made: nothing stray may be left.
no_leftovers() {
  local stray
  stray=$(find . -name '.*' -not -name . -o -name '*.part')
  [ -z "$stray" ] || { echo "left over: $stray"; return 1; }
}

# flip FILE OFFSET: another byte there.
flip() {
  local old new
  old=$(od -An -tu1 -j "$2" -N 1 "$1" | tr -d ' ')
  new=$(((old + 1 + RANDOM % 255) % 256))
  # shellcheck disable=SC2059
  printf "\\$(printf '%03o' "$new")" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
