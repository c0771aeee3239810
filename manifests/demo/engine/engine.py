"""The demo's engine: answers every connection with one line and notes one row about it."""

import argparse
import json
import os
import socketserver
import time

parser = argparse.ArgumentParser()
parser.add_argument("--rank")
parser.add_argument("--depth", type=int)
parser.add_argument("--model")
parser.add_argument("--rows")
parser.add_argument("--port-file")
options = parser.parse_args()

weights = open(options.model, "rb").read()
rows = open(options.rows, "a")  # held open for writing: this is what binds the rows to this process


class Answer(socketserver.BaseRequestHandler):
    served = 0

    def handle(self):
        began = time.monotonic()
        steps = 0
        for _ in range(options.depth):  # deeper: the same answer for more work
            answer = sum(weights)
            steps += len(weights)
        self.request.sendall(b"%d\n" % answer)
        Answer.served += 1
        row = {
            "type": "served",
            "run": os.environ["EVIDENCE_RUN"],
            "start": os.environ["DEMO_START"],
            "request": Answer.served,
            "depth": options.depth,
            "steps": steps,
            "answer": answer,
            "seconds": round(time.monotonic() - began, 6),
        }
        rows.write(json.dumps(row) + "\n")
        rows.flush()


with socketserver.TCPServer(("127.0.0.1", 0), Answer) as server:
    with open(options.port_file + ".new", "w") as port_file:
        port_file.write(str(server.server_address[1]))
    os.rename(options.port_file + ".new", options.port_file)
    server.serve_forever()
