#!/usr/bin/env python3
"""Proofs of all unsat instances of a set: how long finding, finding with a proof, and checking take.

usage: bench/verify_proofs.py ASSAY FOLDER/SET [--limit SECONDS] [--every N]

CPU seconds of one thread. Instances that are not unsat within the limit are left out. The exit code is 1 if a proof does not check,
or one in which the last claim was changed does."""

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile


def run(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return result.stdout.split("\n")[0], after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def spoil(path):
    with open(path) as file:
        lines = file.read().split("\n")
    for i in range(len(lines) - 1, -1, -1):
        words = lines[i].split()
        if words and words[0] == "c":
            words[3] = str(int(words[3]) + 1)
            lines[i] = " ".join(words)
            break
    with open(path, "w") as file:
        file.write("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("set")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    with open(os.path.join(options.set, "instances.csv"), newline="") as file:
        rows = [row for row in csv.reader(file) if row][:: options.every]
    proof = os.path.join(tempfile.mkdtemp(), "proof")
    unsat = proved = checked = refused = 0
    seconds = [0.0, 0.0, 0.0]
    worst = 0.0
    for net, prop, _ in rows:
        files = [os.path.join(options.set, net), os.path.join(options.set, prop)]
        limit = ["--timeout", f"{options.limit}s"]
        verdict, plain = run([options.assay, "verify", *files, *limit])
        if verdict != "unsat":
            continue
        unsat += 1
        verdict, finding = run([options.assay, "verify", *files, *limit, "--proof", proof])
        if verdict != "unsat":
            print(f"no proof within the limit: {net} {prop}")
            continue
        proved += 1
        answer, checking = run([options.assay, "verify", "--check-proof", proof, *files])
        checked += answer.startswith("right")
        spoil(proof)
        answer, _ = run([options.assay, "verify", "--check-proof", proof, *files])
        refused += answer == "wrong"
        for i, value in enumerate((plain, finding, checking)):
            seconds[i] += value
        worst = max(worst, checking / plain)
    print(f"{unsat} unsat, {proved} with a proof, {checked} proofs check, {refused} changed proofs are refused")
    print(f"CPU seconds of these: finding {seconds[0]:.1f}, with a proof {seconds[1]:.1f}, checking {seconds[2]:.1f}; "
          f"checking is at most {worst:.1f} times finding")
    sys.exit(checked != proved or refused != proved)


if __name__ == "__main__":
    main()
