#!/usr/bin/env python3
"""Does `assay solve --history` get better from query to query? Made-up solvers on made-up scripts of three kinds.

usage: history.py [--assay PROGRAM] [--fake PROGRAM] [--queries N]

Each of three solvers is fast on one kind of script and does not end on the others; the kinds come at random, half of them of the first
kind. Prints the seconds that the queries take, without the first fifth of them, with each fixed order of two that begins with
another solver, and with a history. The exit code is 1 if the history is not the fastest.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

KINDS = [
    ("alpha", "QF_BV", "(declare-const {v} (_ BitVec 16))", "(assert (bvult (bvmul {v} #x{n:04x}) (bvadd {v} #x{n:04x})))"),
    ("beta", "QF_LIA", "(declare-const {v} Int)", "(assert (< (+ {v} {n}) (* 2 {v})))"),
    ("gamma", "QF_UF", "(declare-sort S 0)(declare-fun f (S) S)(declare-const {v} S)", "(assert (= (f {v}) (f (f {v}))))"),
]


def script(kind, draw):
    word, logic, declare, claim = KINDS[kind]
    lines = [f"(set-logic {logic})", declare.format(v=word)]
    lines += [claim.format(v=word, n=draw.randrange(1, 9999)) for _ in range(draw.randrange(3, 12))]
    return "\n".join(lines + ["(check-sat)", ""])


def solver(fake, kind):
    others = " ".join(f"if:{KINDS[k][0]} hang" for k in range(3) if k != kind)
    return f"{fake} act {others} 'out:unsat\\n' fast-on-{KINDS[kind][0]}"


def measure(assay, solvers, paths, first, more):
    start = 0
    for number, path in enumerate(paths):
        if number == first:
            start = time.monotonic()
        subprocess.run([assay, "solve", "-s", ",".join(solvers), *more, path], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--fake", default="build/test/fake")
    parser.add_argument("--queries", type=int, default=100)
    given = parser.parse_args()
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(given.queries):
            kind = draw.choice([0, 0, 1, 2])
            paths.append(os.path.join(folder, f"{number}.smt2"))
            with open(paths[-1], "w", encoding="utf-8") as file:
                file.write(script(kind, draw))
        solvers = [solver(os.path.abspath(given.fake), kind) for kind in range(3)]
        first = given.queries // 5
        fixed = []
        for begin in range(3):
            order = solvers[begin:] + solvers[:begin]
            fixed.append(measure(given.assay, order, paths, first, []))
            print(f"fixed order, first {KINDS[begin][0]:6} {fixed[-1]:7.1f} s", flush=True)
        learnt = measure(given.assay, solvers, paths, first, ["--history", os.path.join(folder, "history.csv")])
        print(f"history                    {learnt:7.1f} s")
    sys.exit(learnt >= min(fixed))


main()
