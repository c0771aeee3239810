#!/usr/bin/env python3
"""Sends signals to a command in the middle of its work: interrupt.py SIGNAL[,SIGNAL...] BYTES COMMAND...

The first signal is sent when the command has read BYTES, or with "stuck" for BYTES when it sleeps and has not read or written
for a while, and each further one a moment later. Writes into the file `ended` how it ended, as "signal SIGINT" or "exit 3".
IGNORE in the environment is a signal that the command is started with as ignored.
"""
import os
import signal
import subprocess
import sys
import time

GIVE_UP = 10  # seconds


def numbers(pid):
    with open("/proc/%d/io" % pid, encoding="ascii") as file:
        return dict(line.split(": ") for line in file.read().splitlines())


def is_asleep(pid):
    with open("/proc/%d/stat" % pid, "rb") as file:
        return file.read().rpartition(b") ")[2][:1] == b"S"


def wait_until_read(pid, count):
    while int(numbers(pid)["rchar"]) < count:
        time.sleep(0.001)


def wait_until_stuck(pid):
    before, quiet = None, 0
    while quiet < 10:
        now = numbers(pid)
        quiet = quiet + 1 if now == before and is_asleep(pid) else 0
        before = now
        time.sleep(0.02)


def main():
    names, when, command = sys.argv[1].split(","), sys.argv[2], sys.argv[3:]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN if os.environ.get("IGNORE") == number.name else signal.SIG_DFL)
    process = subprocess.Popen(command)
    wait_until_stuck(process.pid) if when == "stuck" else wait_until_read(process.pid, int(when))
    for name in names:
        process.send_signal(getattr(signal, name))
        time.sleep(0.2 if len(names) > 1 else 0)
    try:
        status = process.wait(GIVE_UP)
        how = "exit %d" % status if status >= 0 else "signal " + signal.Signals(-status).name
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        how = "not at all"
    with open("ended", "w", encoding="ascii") as file:
        print(how, file=file)


main()
