#!/usr/bin/env python3
"""Votes on generated scripts whose answer is known: is a solver blamed that is right?

usage: script/known_votes.py [--count N] [--seed N] [--logics A,B] [--solvers A,B] [--mode MODE] [--journal FILE] ... [-- OPTION OF ASSAY GEN...]

N scripts of each logic that are satisfiable by construction, and N that are not, go through `assay vote`, whose oracles are those of
campaigns for bugs. Each finding is printed with the folder where its script is kept, to be looked at by hand; FALSE is one that blames a
solver for the answer that the script was made for. With --journal, logics that are finished are written to a file, and not run again when
the same command is started again. Exit code 1 if there was a FALSE one.
"""

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile

from slices import ASSAY, Journal, tested_logics


def generate(options, known, logic, folder):
    subprocess.run([ASSAY, "gen", "--logic", logic, "--known", known, "--seed", options.seed, "--from", str(options.first), "--count",
                    str(options.count), "--out", folder, *options.generator], check=True, stderr=subprocess.DEVNULL)


def vote(options, folder):
    """What is said of each script, in the order of their names."""
    done = subprocess.run([ASSAY, "vote", "--mode", options.mode, "-t", options.timeout, "-s", options.solvers, "--json", folder],
                          check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [line for line in lines if "file" in line]


def is_false(finding, said, known):
    """Is somebody blamed for an answer that is the known one? A model may be wrong although the answer is right."""
    if finding["kind"] in ("wrong model", "crash", "rejects", "flood", "slow", "against itself", "disagreement", "doubtful status"):
        return False
    query = finding["check_sat"] - 1
    return any(query < len(said[solver]) and said[solver][query] == known for solver in finding["solvers"] if solver in said)


def take(options, known, logic, result, counts):
    said = {cast["solver"]: cast["answers"] for cast in result["votes"]}
    counts["scripts"] += 1
    decided = [answers[0] for answers in said.values() if answers and answers[0] in ("sat", "unsat")]
    counts["decided by all"] += len(decided) == len(said)
    for finding in result["findings"]:
        if not finding["confirmed"]:
            counts["not repeated"] += 1
            continue
        word = "FALSE" if is_false(finding, said, known) else "finding"
        counts[word] += 1
        kept = os.path.join(options.keep, f"{known}-{logic}-{options.seed}-{os.path.basename(result['file'])}")
        os.makedirs(options.keep, exist_ok=True)
        shutil.copy(result["file"], kept)
        print(f"{word}: {kept}: {finding['signature']}: {finding['evidence'][:200]}", flush=True)


def check(options, known, logic):
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        generate(options, known, logic, folder)
        for result in vote(options, folder):
            take(options, known, logic, result, counts)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--count", type=int, default=100, help="scripts of each logic and answer")
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--timeout", default="500ms")
    parser.add_argument("--mode", default="session")
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--logics", default=",".join(tested_logics()))
    parser.add_argument("--keep", default="known-votes", metavar="DIR", help="where scripts with findings go (known-votes)")
    parser.add_argument("--journal", metavar="FILE", help="results of finished logics")
    parser.add_argument("generator", nargs="*", metavar="OPTION", help="options of assay gen, after --",
                        default=["--num-asserts", "2", "--num-vars", "2", "--depth", "2", "--max-width", "16"])
    options = parser.parse_args()
    journal, counts = Journal(options.journal), collections.Counter()
    for logic in options.logics.split(","):
        for known in ("sat", "unsat"):
            key = [known, logic, options.seed, options.first, options.count, options.solvers, options.timeout, options.mode, options.generator]
            result = journal.find(key)
            if result is None:
                result = check(options, known, logic)
                journal.add(key, result)
            counts.update(result)
            print(f"{logic} {known}: {json.dumps(result)}", file=sys.stderr, flush=True)
    for name, count in sorted(counts.items()):
        print(f"{count:7} {name}")
    return 1 if counts["FALSE"] else 0


if __name__ == "__main__":
    sys.exit(main())
