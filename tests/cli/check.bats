#!/usr/bin/env bats
load helpers

@test "a good packet passes for a reviewer with manifest and key" {
  make_campaign
  seal small.tar
  run check small.tar
  [ "$status" -eq 0 ]
  [ "${lines[0]:0:4}" = PASS ]
}

@test "without an outside anchor the best answer is HOLD with the line to add" {
  make_campaign
  seal small.tar
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json small.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"nobody you named vouches for it"* ]]
  [[ "$output" == *"--trust"* ]]
  run check-packet --trust sealer.pub.pem small.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"-m YOUR-MANIFEST.json"* ]]
  run check-packet --trust sealer.pub.pem --expect "manifest=sha256:$(sha256sum manifest.json | cut -c1-64)" small.tar
  [ "$status" -eq 0 ]
  run check-packet -m manifest.json --unsigned small.tar
  [ "$status" -eq 0 ]
}

@test "unsigned: a STOP for who names keys, a PASS for who trusts the channel" {
  make_campaign
  seal-packet --checkpoint complete -o small.tar records/
  run check small.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"not signed"* ]]
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json small.tar
  [ "$status" -eq 3 ]
  [[ "$output" == *"--unsigned"* ]]
  run check-packet -m manifest.json --unsigned small.tar
  [ "$status" -eq 0 ]
}

@test "another key, another manifest and another registration are STOPs" {
  make_campaign
  seal small.tar
  openssl genpkey -algorithm ed25519 | openssl pkey -pubout -out stranger.pub.pem
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json --trust stranger.pub.pem small.tar
  [ "$status" -eq 1 ]
  sed 's/screen/adoptable/' manifest.json >other.json
  run check-packet -m other.json --trust sealer.pub.pem small.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"another manifest than yours"* ]]
  seal-packet --register -m manifest.json -o second.tar >/dev/null
  run check-packet -m second.tar --trust sealer.pub.pem small.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"another registration than yours"* ]]
  run check-packet -m registration.tar --trust sealer.pub.pem small.tar
  [ "$status" -eq 0 ]
}

@test "the signers of the reviewer's own manifest are trusted, by their threshold" {
  write_manifest
  make_keys
  (umask 077; openssl genpkey -algorithm ed25519 -out second.pem)
  openssl pkey -in second.pem -pubout -out second.pub.pem
  pem() { awk 'BEGIN{printf "["} {printf "%s\"%s\"", (NR>1?",":""), $0} END{printf "]"}' "$1"; }
  write_manifest "\"signers\": {\"threshold\": 2, \"keys\": [$(pem sealer.pub.pem), $(pem second.pub.pem)]},"
  register
  for start in s1 s2; do
    extra=(); [ $start = s1 ] || extra=(MODE=fast)
    for rank in 0 1; do
      launch $rank "${extra[@]}"
      observe $start ready $rank "$pid"; observe $start end $rank "$pid"
    done
  done
  seal-packet --checkpoint complete --sign sealer.pem -o one.tar records/
  seal-packet --checkpoint complete --sign sealer.pem --sign second.pem -o two.tar records/
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json one.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"too few"* ]]
  run check-packet -m manifest.json two.tar
  [ "$status" -eq 0 ]
}

@test "300 random single-byte changes anywhere are all refused" {
  make_campaign
  seal small.tar
  size=$(stat -c %s small.tar)
  cp small.tar changed.tar
  unset EVIDENCE_PLAN
  for i in $(seq 300); do
    at=$(((RANDOM * 32768 + RANDOM) % size))
    flip changed.tar $at
    status=0
    check-packet -m manifest.json --trust sealer.pub.pem changed.tar >said 2>&1 || status=$?
    [ $status -eq 1 ] || { echo "byte $at: status $status"; cat said; return 1; }
    dd if=small.tar of=changed.tar bs=1 skip=$at seek=$at count=1 conv=notrunc status=none
  done
  cmp small.tar changed.tar
}

@test "cut off anywhere, or with more behind it, is refused" {
  make_campaign
  seal small.tar
  size=$(stat -c %s small.tar)
  for length in 0 1 511 512 1024 $((size / 2)) $((size - 1024)) $((size - 512)) $((size - 1)); do
    head -c $length small.tar >cut.tar
    run check cut.tar
    [ "$status" -eq 1 ]
  done
  (cat small.tar; printf '\0') >longer.tar
  run check longer.tar
  [ "$status" -eq 1 ]
  printf 'not a packet\n' >text
  run check text
  [ "$status" -eq 1 ]
}

@test "a packet put together again with another answer is a STOP" {
  make_campaign
  rm records/s2.end.engine.1.ndjson
  seal-packet --checkpoint complete -o small.tar records/ || [ $? -eq 3 ]
  mkdir x && tar -xf small.tar -C x
  sed -i 's/"answer":"HOLD"/"answer":"PASS"/' x/small/receipt.json
  (cd x/small && sha256sum bag-info.txt bagit.txt manifest-sha256.txt receipt.json >tagmanifest-sha256.txt)
  (cd x && find small -type f | LC_ALL=C sort | tar --format=ustar --mode=0644 --owner=:0 --group=:0 --numeric-owner -b 1 \
    --mtime=@"$(tar -tvf ../small.tar --full-time | head -1 >/dev/null; stat -c %Y small/bagit.txt)" -cf ../forged.tar -T -)
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json --unsigned forged.tar
  [ "$status" -eq 1 ]
}

@test "stock tar, sha256sum and openssl read a packet" {
  make_campaign
  seal small.tar
  mkdir x
  tar -xf small.tar -C x
  (cd x/small && sha256sum -c --quiet --strict manifest-sha256.txt && sha256sum -c --quiet --strict tagmanifest-sha256.txt)
  [ "$(find x/small/data -type f | wc -l)" = "$(sed -n 's/^Payload-Oxum: .*\.//p' x/small/bag-info.txt)" ]
  python3 - <<'P'
import base64, json
e = json.load(open("x/small/receipt.dsse.json"))
t, p = e["payloadType"].encode(), base64.b64decode(e["payload"])
open("pae", "wb").write(b"DSSEv1 %d %s %d %s" % (len(t), t, len(p), p))
open("sig", "wb").write(base64.b64decode(e["signatures"][0]["sig"]))
s = json.loads(p)
assert s["_type"] == "https://in-toto.io/Statement/v1" and s["predicateType"] == "urn:libevidence:receipt:v1"
P
  openssl pkeyutl -verify -pubin -inkey sealer.pub.pem -rawin -in pae -sigfile sig
}

@test "--list shows what is inside, --expect what must hold" {
  make_campaign
  seal small.tar
  run check-packet --list small.tar
  [ "$status" -eq 0 ]
  [[ "$output" == *"  data/registration.tar"* ]]
  [[ "$output" == *"  data/streams/s1.ready.engine.0.ndjson"* ]]
  run check small.tar --expect checkpoint=first
  [ "$status" -eq 1 ]
  run check small.tar --expect checkpoint=complete --expect answer=PASS
  [ "$status" -eq 0 ]
}

@test "several packets: each reported, the worst status" {
  make_campaign
  seal small.tar
  head -c 1000 small.tar >cut.tar
  unset EVIDENCE_PLAN
  run check-packet -m manifest.json --trust sealer.pub.pem small.tar cut.tar
  [ "$status" -eq 1 ]
  [[ "$output" == *"PASS  small.tar"* ]]
  run check-packet -m manifest.json --trust sealer.pub.pem missing.tar small.tar
  [ "$status" -eq 2 ]
  [[ "$output" == *"PASS  small.tar"* ]]
  [[ "$output" == *"missing.tar"* ]]
}

@test "every report format" {
  make_campaign
  seal small.tar
  for format in text json markdown html junit; do
    check small.tar --report $format >report.$format
    grep -q PASS report.$format
  done
  python3 -c 'import json; assert json.load(open("report.json"))["answer"] == "PASS"'
  python3 -c 'import xml.dom.minidom as m; m.parse("report.junit")'
  run check small.tar --report pdf
  [ "$status" -eq 2 ]
}
