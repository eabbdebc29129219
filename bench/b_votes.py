#!/usr/bin/env python3
"""Do the encodings of B and the evaluator contradict each other?

    bench/b_votes.py [--program PROGRAM] [--count N] [--seed N] [--depth N] [--timeout TIME] [--keep FOLDER]

Generates N predicates, lets three encodings vote on each, and prints how many each of them decided, and every finding. With
--keep, predicates with a finding are copied there. The exit code is 1 if there is a finding."""

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

SOLVERS = "b-z3-constructive,b-z3-axiomatic,b-cvc5-sets"

parser = argparse.ArgumentParser()
parser.add_argument("--program", default="build/assay")
parser.add_argument("--count", type=int, default=1000)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--depth", type=int, default=3)
parser.add_argument("--timeout", default="300ms")
parser.add_argument("--keep")
given = parser.parse_args()

decided = collections.Counter()
voted = by_two = findings = 0
with tempfile.TemporaryDirectory() as folder:
    words = ["gen", "--language", "b", "--for", SOLVERS, "--count", str(given.count), "--seed", str(given.seed), "--depth", str(given.depth)]
    subprocess.run([given.program, *words, "--out", folder], check=True, stderr=subprocess.DEVNULL)
    words = ["vote", "--language", "b", "-s", SOLVERS, "-t", given.timeout, "--json", folder]
    with subprocess.Popen([given.program, *words], stdout=subprocess.PIPE, text=True) as votes:
        for line in votes.stdout:
            script = json.loads(line)
            if "votes" not in script:
                continue
            answers = [vote["solver"] for vote in script["votes"] if vote["outcome"] in ("sat", "unsat")]
            voted += 1
            decided.update(answers)
            by_two += len(answers) > 1
            for finding in script["findings"]:
                findings += 1
                print(os.path.basename(script["file"]), json.dumps(finding))
                if given.keep:
                    os.makedirs(given.keep, exist_ok=True)
                    name = f"{given.seed}-{given.depth}-{os.path.basename(script['file'])}"
                    shutil.copy(script["file"], os.path.join(given.keep, name))
print(f"{voted} predicates, {by_two} decided by two encodings at least, {findings} findings")
for solver in SOLVERS.split(","):
    print(f"{solver:18} decided {decided[solver]}")
sys.exit(1 if findings else 0)
