"""Writes manifest.json, files.sha256 and records/ for RANKS ranks of FILES files each, as pin-hash would: for measuring readers.

Usage: make_records.py RANKS FILES FOLDER [--artifacts N]
"""

import argparse
import hashlib
import json
import os

parser = argparse.ArgumentParser()
parser.add_argument("ranks", type=int)
parser.add_argument("files", type=int)
parser.add_argument("folder")
parser.add_argument("--artifacts", type=int, default=0)
options = parser.parse_args()
os.chdir(options.folder)
os.mkdir("records")


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


paths = [f"layer{i // 100:03}/block{i % 100:03}.safetensors" for i in range(options.files)]
sums = "".join(f"{digest(path)}  {path}\n" for path in paths)
with open("files.sha256", "w") as out:
    out.write(sums)
ranks = [str(rank) for rank in range(options.ranks)]
manifest = {
    "name": "bench",
    "class": "offline",
    "standing": "screen",
    "roles": {"files": {"life": "none", "ranks": ranks, "colocated": True}},
    "moments": ["ready"],
    "starts": [{"name": "s1"}],
    "identity": {"files": {"sums": [{"path": "files.sha256", "sha256": "sha256:" + digest(sums), "count": len(paths), "root": "/srv/model"}]}},
    "artifacts": {f"a{i}": {"type": "opaque"} for i in range(options.artifacts)},
}
text = json.dumps(manifest)
with open("manifest.json", "w") as out:
    out.write(text)

time = "2026-11-29T00:00:00.000000000Z"
for rank in ranks:
    key = {"run": digest(text), "role": "files", "rank": rank, "start": "s1", "moment": "ready"}
    bodies = [{"type": "open", "tool": "bench 1", "host": f"host{rank}", "boot_id": f"boot-{rank}", "boottime_ns": "1", "time": time}]
    for path in paths:
        bodies.append({"type": "file", "path": "/srv/model/" + path, "sha256": digest(path), "size": 4096, "mode": "0644",
                       "modified_ns": "1790000000000000000", "changed_ns": "1790000000000000000", "evidence": "file"})
    total = 0
    with open(f"records/s1.ready.files.{rank}.ndjson", "w") as out:
        for sequence, body in enumerate(bodies):
            line = json.dumps({**key, **body, "seq": sequence}, sort_keys=True, separators=(",", ":"))
            total += int(digest(line), 16)
            out.write(line + "\n")
        close = {**key, "type": "close", "seq": len(bodies), "lines": len(bodies), "sum": f"{total % 2**256:064x}", "time": time}
        out.write(json.dumps(close, sort_keys=True, separators=(",", ":")) + "\n")
