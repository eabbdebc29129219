#!/usr/bin/env python3
"""Compares `assay solve` with the solvers that it uses, as something that stands where they stood.

usage: dropin.py [--assay PROGRAM] [--timeout SECONDS] [--every N] [--talkative] FOLDER...

Every Nth *.smt2 below the folders, with --talkative only of those that ask for more than an answer (values, models, cores, push, echo ...), is given to z3, to cvc5 and to `assay solve --solvers z3,cvc5`. What assay prints has to be one of
- the same: its responses are those of one of the solvers, but for the texts of errors and models;
- better: it has more answers than both;
- undecided: nobody has an answer in time that does not follow an error of its own, which assay withholds;
- else it is listed. The exit code is 1 if an answer contradicts both solvers or one that both agree on.
"""

import argparse
import os
import re
import subprocess
import sys

ANSWER = re.compile(r"sat|unsat|unknown")
TALK = re.compile(rb"\(\s*(get-|push|pop|echo|exit|reset|check-sat-assuming)|:print-success")


def call(words, seconds):
    try:
        result = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=seconds)
        return result.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired as late:
        return (late.stdout or b"").decode("utf-8", "replace")


def responses(text):
    """The kinds of responses, in order: answers as they are, everything else by its first character."""
    kinds, depth = [], 0
    for line in text.split("\n"):
        word = line.strip()
        if depth == 0 and word and not word.startswith(("WARNING", ";")):
            kinds.append(word if ANSWER.fullmatch(word) or word in ("success", "unsupported") else
                         "error" if word.startswith("(error") else "(" if word[0] == "(" else "text")
        depth = max(0, depth + word.count("(") - word.count(")")) if '"' not in word else depth
    return kinds


def answers(kinds):
    return [kind for kind in kinds if ANSWER.fullmatch(kind)]


def decided(kinds):
    return sum(kind in ("sat", "unsat") for kind in kinds)


def trusted(kinds):
    """What comes before the first error: later answers may be about another script."""
    return kinds[: kinds.index("error")] if "error" in kinds else kinds


def contradicts(ours, theirs):
    return any({a, b} == {"sat", "unsat"} for a, b in zip(answers(ours), answers(theirs)))


def verdict(ours, solvers):
    if any(ours == theirs for theirs in solvers):
        return "same"
    if all(contradicts(ours, theirs) for theirs in solvers):
        return "WRONG"
    most = max(decided(trusted(theirs)) for theirs in solvers)
    if most == decided(ours) == 0 and "unknown" in ours:
        return "undecided"
    if decided(ours) > most:
        return "better"
    return "same answers" if any(answers(ours) == answers(theirs) for theirs in solvers) or decided(ours) == most > 0 else "other"


def talks(path):
    with open(path, "rb") as file:
        return TALK.search(file.read()) is not None


def files(folders, every, talkative):
    found = sorted(os.path.join(root, name) for folder in folders for root, _, names in os.walk(folder) for name in names if name.endswith(".smt2"))
    return [path for path in found if not talkative or talks(path)][::every]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--timeout", type=int, default=5)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--talkative", action="store_true")
    parser.add_argument("folders", nargs="+")
    given = parser.parse_args()
    counts = {}
    for path in files(given.folders, given.every, given.talkative):
        limit = given.timeout + 5
        solvers = [responses(call(["z3", f"-T:{given.timeout}", path], limit)),
                   responses(call(["cvc5", f"--tlimit={given.timeout * 1000}", path], limit))]
        ours = responses(call([given.assay, "solve", "-s", "z3,cvc5", "-t", f"{2 * given.timeout}s", path], 2 * limit))
        name = verdict(ours, solvers)
        counts[name] = counts.get(name, 0) + 1
        if name in ("WRONG", "other"):
            print(f"{name}: {os.path.basename(path)}: {ours[:12]}, z3 {solvers[0][:12]}, cvc5 {solvers[1][:12]}", flush=True)
    print(", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    sys.exit("WRONG" in counts)


main()
