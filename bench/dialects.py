#!/usr/bin/env python3
"""How many scripts that solvers read does `assay check` refuse?

    bench/dialects.py [--assay PROGRAM] [--solvers z3,cvc5] [--time SECONDS] FOLDER...

Scripts (*.smt2) that assay refuses are given to the solvers; a solver accepts one if it prints no error of its reader. Prints each script that all of them
accept, with assay's message, and the counts. Ends with 1 if more than 0.5% are refused."""

import argparse
import os
import re
import subprocess
import sys

ERROR = re.compile(rb"\(error|Parse Error|parse error|Error finding|Unexpected token", re.IGNORECASE)
COMMANDS = {"z3": ["z3"], "cvc5": ["cvc5", "--incremental"]}


def scripts(folders):
    for folder in folders:
        for place, _, names in sorted(os.walk(folder)):
            yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".smt2"))


def refused(assay, paths):
    """Messages by path."""
    found = {}
    for first in range(0, len(paths), 500):
        result = subprocess.run([assay, "check", "--quiet", "--color=never", *paths[first : first + 500]], capture_output=True)
        for line in result.stderr.decode("utf-8", "replace").splitlines():
            match = re.match(r"(.*\.smt2):\d+:\d+: error: (.*)", line)
            if match:
                found[match.group(1)] = line
    return found


def accepts(solver, path, seconds):
    """What takes longer was read."""
    try:
        result = subprocess.run([*COMMANDS[solver], path], capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return True
    return not ERROR.search(result.stdout + result.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--time", type=float, default=5)
    parser.add_argument("folder", nargs="+")
    given = parser.parse_args()
    paths = list(scripts(given.folder))
    if not paths:
        sys.exit("there are no scripts")
    ours = refused(given.assay, paths)
    solvers = given.solvers.split(",")
    wrong = [path for path in ours if all(accepts(solver, path, given.time) for solver in solvers)]
    for path in wrong:
        print(ours[path])
    print(f"{len(paths)} scripts, {len(ours)} refused by assay, {len(wrong)} of them accepted by {' and '.join(solvers)}")
    sys.exit(len(wrong) > len(paths) / 200)


if __name__ == "__main__":
    main()
