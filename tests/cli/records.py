#!/usr/bin/env python3
"""Asks a stream of records something: records.py FILE EXPRESSION [NAME=VALUE...].

The expression is Python's over `rows`, the records of the stream as dictionaries with parts put together and NAME_b64 decoded,
`of(TYPE)`, those of one type, and the functions below. Texts of any bytes have them as os.fsdecode gives them. Status 0 where it is true, and
else 1 with the first records on standard error.
"""
import base64
import hashlib
import json
import os
import sys


def whole(line, parts):
    """The record of a line, or None before its last part."""
    record = json.loads(line)
    if record["type"] != "part":
        return record
    parts.append(base64.b64decode(record["data"], validate=True))
    if record["index"] + 1 < record["count"]:
        return None
    record = json.loads(b"".join(parts))
    parts.clear()
    return record


def decoded(record):
    """The record with its NAME_b64 as NAME, a text of any bytes."""
    for name in [name for name in record if name.endswith("_b64")]:
        record[name[:-4]] = os.fsdecode(base64.b64decode(record.pop(name), validate=True))
    return record


def ticks(pid):
    """When that process started, as a record has it: what stands behind its last bracket is what counts."""
    with open("/proc/%s/stat" % pid, "rb") as file:
        return file.read().rpartition(b") ")[2].split()[19].decode()


def read(path):
    rows, parts = [], []
    with open(path, "rb") as file:
        lines = file.read().split(b"\n")
    assert lines.pop() == b"", "the last line has no line feed"
    for line in lines:
        assert len(line) < 900, "a line of %d bytes" % len(line)
        record = whole(line, parts)
        if record is not None:
            rows.append(decoded(record))
    return rows


def main():
    rows = read(sys.argv[1])
    words = {"rows": rows, "of": lambda kind: [row for row in rows if row["type"] == kind], "decoded": decoded, "ticks": ticks, "os": os, "hashlib": hashlib}
    words.update(argument.split("=", 1) for argument in sys.argv[3:])
    if eval("(" + sys.argv[2] + ")", words):
        return 0
    for row in [row for row in rows if row["type"] not in ("mount", "env")][:30]:
        print(str(row)[:400], file=sys.stderr)
    print("not so: " + sys.argv[2], file=sys.stderr)
    return 1


sys.exit(main())
