#!/usr/bin/env python3
"""Inputs that campaigns do with one and with two workers in the same time.

usage: bench/workers.py ASSAY [SECONDS [SOLVERS]]

Without SOLVERS they are two programs that take 50 ms for an answer without using the processor, so that what is seen is the cost of
working together, whatever else the machine does. With them, such as z3,cvc5, the machine's own limit is measured in the same run: how
often one process, and two at a time, run the first solver on a script, and how far one bare loop and two count.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time

SLOW = """#!/bin/sh
case "$*" in *version*) echo "Z3 version 1"; exit 0;; esac
sleep 0.05
echo sat
"""


def inputs(assay, folder, solvers, seconds, workers):
    out = os.path.join(folder, f"out-{workers}")
    command = [assay, "fuzz", "--objective", "bugs", "--logic", "QF_BV", "--solvers", solvers, "--unrestricted", "--mode", "plain",
               "--no-models", "--no-reduce", "--time", f"{seconds}s", "--timeout", "5s", "--workers", str(workers), "--out", out,
               "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(result.stdout)["inputs"]


SCRIPT = "(set-logic QF_BV)(declare-const x (_ BitVec 32))(assert (= (bvmul x x) #x00000011))(check-sat)"
LOOP = "import time\nend = time.monotonic() + {}\ncount = 0\nwhile time.monotonic() < end: count += 1\nprint(count)"


def loops(seconds, count):
    """How far that many bare loops count together."""
    processes = [subprocess.Popen([sys.executable, "-c", LOOP.format(seconds)], stdout=subprocess.PIPE, text=True)
                 for _ in range(count)]
    return sum(int(process.communicate()[0]) for process in processes)


def runs(solver, folder, seconds, count):
    """How often that many threads, each of which waits for its solver, run it together."""
    path, end, done = os.path.join(folder, "x.smt2"), time.monotonic() + seconds, []
    with open(path, "w", encoding="utf-8") as file:
        file.write(SCRIPT)

    def repeat():
        while time.monotonic() < end:
            subprocess.run([solver, path], stdout=subprocess.DEVNULL, check=False)
            done.append(1)
    threads = [threading.Thread(target=repeat) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(done)


def print_limit(solver, folder, seconds):
    part = max(seconds // 4, 2)
    one, two = (runs(solver, folder, part, count) for count in (1, 2))
    print(f"the machine: {one} runs of {solver} by one process in {part} s, {two} by two: {two / one:.2f} times")
    one, two = (loops(part, count) for count in (1, 2))
    print(f"the machine: two bare loops count {two / one:.2f} times as far as one")


def main():
    assay = os.path.abspath(sys.argv[1])
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with tempfile.TemporaryDirectory() as folder:
        for name in ("one", "two"):
            path = os.path.join(folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(SLOW)
            os.chmod(path, 0o755)
        solvers = sys.argv[3] if len(sys.argv) > 3 else f"z3@{folder}/one,z3@{folder}/two"
        if len(sys.argv) > 3:
            print_limit(solvers.split(",")[0], folder, seconds)
        counts = [inputs(assay, folder, solvers, seconds, workers) for workers in (1, 2)]
    print(f"{seconds} s: {counts[0]} inputs with one worker, {counts[1]} with two: {counts[1] / counts[0]:.2f} times")


if __name__ == "__main__":
    main()
