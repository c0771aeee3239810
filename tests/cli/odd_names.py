#!/usr/bin/env python3
"""Files with names that break line formats: odd_names.py FOLDER COUNT.

The names are the same at every call. Each of the COUNT files has other content.
"""
import os
import random
import sys

SPECIAL = [b"\n", b"\r", b"\\", b"\\n", b"\\r", b" ", b"  ", b" *", b"*", b"\t", b"-", b"#", b"=", b") = ", b"(", b"SHA256 (", b"[", b"]",
           b"{", b"}", b",", b"'", b'"', b"%", b"$", b"`", b"~", b"?", b"\x1b[31m", b"\x7f", b"\xef\xbb\xbf", b"\xff", b"\xfe", b"\xc0\xaf",
           b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc3\xa9", b"e\xcc\x81", b"\xed\x95\x9c", b"\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab",
           b"\xe2\x80\xae", b"\xc2\x85", b"\xe2\x80\xa8", b".", b"..", b"a", b"Z", b"0", b"SHA256", b" (deleted)"]
FIXED = [b"--", b"---", b"-c", b"-o", b"-z", b"--help", b"--format=mtree", b"...", b"....", b". ", b" .", b"\n", b"\r", b"\r\n", b"\\", b"\\\\",
         b"\\n", b"a\nb", b"a\\nb", b"new\nline\n", b"end\r", b"end", b"end\\", b"*", b"*star", b" lead", b"trail ", b"x) = 00", b"SHA256 (y) = z",
         b"#comment", b"[a,b]", b"[x]", b"[]", b"[[x]]", b"{}", b"a,b", b"\xef\xbb\xbfbom", b"\xff\xfe", b"\xfe\xff",
         b"caf\xc3\xa9", b"cafe\xcc\x81", b"\xff" * 255, b"\n" * 255, b"\\" * 255, b"\xc3\xa9" * 127, b"n" * 255, b"0" * 64 + b"  x"]


def names(count):
    dice = random.Random(20261130)
    found = dict.fromkeys(FIXED)
    found.update(dict.fromkeys(bytes([c]) for c in range(1, 256) if c not in b"/.-"))
    found.update(dict.fromkeys(b"n" * n for n in range(1, 256, 5)))
    every_byte = [bytes([c]) for c in range(1, 256) if c != ord("/")]
    while len(found) < count:
        length = min(255, int(1 + dice.expovariate(1 / 40)))
        pool = dice.choice([SPECIAL, every_byte, SPECIAL + every_byte])
        name = b"".join(dice.choice(pool) for _ in range(length))[:length]
        if name not in (b".", b"..", b"-"):
            found[name] = None
    return list(found)


def main():
    folder, count = os.fsencode(sys.argv[1]), int(sys.argv[2])
    os.makedirs(folder)
    top = os.open(folder, os.O_DIRECTORY)
    for number, name in enumerate(names(count)):
        file = os.open(name, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644, dir_fd=top)
        os.write(file, b"file %d\n" % number * (number % 97))
        os.close(file)


main()
