#!/usr/bin/env python3
"""The digest of a tree by its definition, made without pin-hash: tree_digest.py FOLDER."""
import hashlib
import os
import stat
import sys

LETTERS = {stat.S_IFREG: "f", stat.S_IFDIR: "d", stat.S_IFLNK: "l", stat.S_IFIFO: "p", stat.S_IFSOCK: "s", stat.S_IFCHR: "c", stat.S_IFBLK: "b"}


def content(path, status):
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFREG:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    if kind == stat.S_IFLNK:
        return hashlib.sha256(os.readlink(path)).hexdigest()
    if kind in (stat.S_IFCHR, stat.S_IFBLK):
        return "%d:%d" % (os.major(status.st_rdev), os.minor(status.st_rdev))
    return "-"


def main():
    top = os.fsencode(sys.argv[1])
    paths = [b"."]
    for folder, folders, files in os.walk(top):
        paths += [os.path.relpath(os.path.join(folder, name), top) for name in folders + files]
    lines = []
    for path in paths:
        status = os.lstat(os.path.join(top, path))
        shown = path + b"/" if stat.S_ISDIR(status.st_mode) else path
        head = "%s %04o %s " % (LETTERS[stat.S_IFMT(status.st_mode)], stat.S_IMODE(status.st_mode), content(os.path.join(top, path), status))
        lines.append((path != b".", shown, head.encode() + shown + b"\0"))
    print(hashlib.sha256(b"".join(line for _, _, line in sorted(lines))).hexdigest())


main()
