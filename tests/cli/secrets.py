#!/usr/bin/env python3
"""Looks for secrets in what was written: secrets.py SECRETS FILE...

SECRETS has one a line. Each is looked for as it is, reversed, in hexadecimal digits of either case and in base64 at each of its three
places, in every file and in everything there that is base64 itself. Status 1 where one is found.
"""
import base64
import re
import sys


def forms(secret):
    yield "itself", secret
    yield "reversed", secret[::-1]
    yield "in hexadecimal", secret.hex().encode()
    yield "in hexadecimal", secret.hex().upper().encode()
    yield "reversed in hexadecimal", secret[::-1].hex().encode()
    for before in range(3):
        # Characters that only this secret's bytes decide.
        text = base64.b64encode(b"\0" * before + secret + b"\0" * 3)
        yield "in base64", text[(before * 8 + 5) // 6:((before + len(secret)) * 8) // 6]


def texts(data):
    """The bytes, the parts of records put together, and what is base64 in either."""
    parts = re.findall(rb'"data":"([A-Za-z0-9+/=]+)"', data)
    joined = b"".join(base64.b64decode(part) for part in parts)
    for text in (data, joined):
        yield text
        for run in re.findall(rb"[A-Za-z0-9+/]{8,}={0,2}", text):
            yield base64.b64decode(run[:len(run) // 4 * 4] if not run.endswith(b"=") else run + b"=" * (-len(run) % 4))


def main():
    with open(sys.argv[1], "rb") as file:
        secrets = [line for line in file.read().split(b"\n") if line]
    assert secrets and all(len(secret) >= 12 for secret in secrets)
    found = 0
    for path in sys.argv[2:]:
        with open(path, "rb") as file:
            data = b"\n".join(texts(file.read()))
        for number, secret in enumerate(secrets, 1):
            for name, form in forms(secret):
                if form in data:
                    print("%s: secret %d %s" % (path, number, name))
                    found = 1
    return found


sys.exit(main())
