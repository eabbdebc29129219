#!/usr/bin/env python3
"""Inputs that campaigns do with one and with two workers in the same time.

usage: bench/workers.py ASSAY [SECONDS [SOLVERS]]

Without SOLVERS they are two programs that take 50 ms for an answer without using the processor, so that what is seen is the cost of
working together, whatever else the machine does.
"""

import json
import os
import subprocess
import sys
import tempfile

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
        counts = [inputs(assay, folder, solvers, seconds, workers) for workers in (1, 2)]
    print(f"{seconds} s: {counts[0]} inputs with one worker, {counts[1]} with two: {counts[1] / counts[0]:.2f} times")


if __name__ == "__main__":
    main()
