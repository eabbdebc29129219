#!/usr/bin/env python3
"""Chooses sizes for the experiment on 52 logics (bench/logics.yaml): those for which random inputs alone, with another seed, come
nearest to half of the perfect margin. Where random inputs find the perfect margin at once, or never anything, strategies cannot
be told apart. A margin that took all of the time counts half of one that was there at once.

    bench/logics.py build/assay FOLDER     # prints the cases of bench/logics.yaml

Each logic begins in the middle of the ladder of sizes, and goes to smaller inputs where random ones come above three quarters of the perfect
margin, or below a quarter of it with inputs that take the solvers a quarter of the limit on average; to larger ones where random ones stay
below a quarter with easier inputs. What has been tried is kept in FOLDER, and not run again."""

import argparse
import json
import pathlib
import subprocess
import sys

# Targets and references: those of the thesis as far as they are there. `large` are the logics to which it gives 10 assertions, 10 constants
# and depth 5; the others have 5, 5 and 3.
CASES = """ABVFP cvc5 z3, ABVFPLRA cvc5 z3, ALIA cvc4 z3, ANIA cvc4 z3, AUFLIA cvc4 z3, AUFLIRA cvc4 z3, AUFNIA cvc4 z3,
AUFNIRA cvc4 z3, BV cvc4 z3 large, BVFP cvc5 z3, BVFPLRA cvc5 z3, FP cvc5 z3, FPLRA cvc5 z3, LIA cvc4 z3 large, LRA cvc4 z3 large,
NIA cvc4 z3, NRA cvc4 z3, QF_ABV boolector z3, QF_ABVFP z3 cvc5, QF_ABVFPLRA cvc5 z3, QF_ALIA z3 cvc5, QF_ANIA cvc4 z3,
QF_AUFBV z3 boolector, QF_AUFLIA z3 cvc5, QF_AUFNIA cvc4 z3, QF_AX z3 cvc5 large, QF_BV boolector cvc4 large, QF_BVFP z3 cvc5,
QF_BVFPLRA cvc5 z3, QF_FP z3 cvc5, QF_FPLRA z3 cvc5, QF_LIA cvc4 z3 large, QF_LIRA z3 cvc5 large, QF_LRA cvc4 z3 large,
QF_NIA cvc4 z3, QF_NIRA cvc4 z3, QF_NRA z3 cvc5, QF_S cvc5 z3, QF_SLIA cvc5 z3, QF_UF z3 cvc5 large, QF_UFBV z3 boolector,
QF_UFFP z3 cvc5, QF_UFLIA z3 cvc5, QF_UFLRA z3 cvc5, QF_UFNIA cvc4 z3, QF_UFNRA z3 cvc5, UF cvc4 z3 large, UFBV cvc4 z3,
UFLIA cvc4 z3, UFLRA cvc4 z3, UFNIA cvc4 z3, UFNRA cvc4 z3"""

# From the largest to the smallest; the third is where trying begins.
NAMES = ["num-asserts", "num-vars", "depth", "max-width"]
LADDER = [(20, 12, 5, 64), (10, 10, 5, 64), (5, 5, 3, 64), (3, 3, 3, 32), (2, 3, 2, 16), (1, 2, 2, 8)]
SEED = 90001


def settings(given):
    return {"timeout": given.timeout, "solver-time": f"{given.solver_time}s", "time": "10m", "no-reduce": True, "no-unknown": True,
            "min-gain-percent": 5}


def options(pairs):
    for name, value in pairs:
        yield f"--{name}"
        if value is not True:
            yield str(value)


def try_size(given, case, rung):
    """How much of the perfect margin random inputs reach, and where to go on: 1 is smaller, -1 larger, 0 nowhere."""
    logic, target, reference = case[:3]
    kept = given.folder / f"{logic}-{rung}.json"
    if not kept.exists():
        folder = given.folder / f"{logic}-{rung}.campaign"
        subprocess.run(["rm", "-rf", str(folder)], check=True)
        command = [given.assay, "fuzz", "--logic", logic, "--target", target, "--reference", reference, "--strategy", "random",
                   "--seed", str(SEED), "--json", "--quiet", "--out", str(folder),
                   *options(settings(given).items()), *options(zip(NAMES, LADDER[rung]))]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode > 1 and not done.stdout.strip():
            sys.exit(f"{logic}, size {rung}: {done.stderr.strip()}")
        kept.write_text(done.stdout)
        subprocess.run(["rm", "-rf", str(folder)], check=True)
    summary = json.loads(kept.read_text())
    limit = summary["settings"]["limit"]
    part = max(summary.get("margin_alone", summary.get("margin")) or 0, 0) / (2 * limit)
    seconds = summary["solver_seconds"]
    reached = part * (1 - 0.5 * min(seconds / given.solver_time, 1)) if part > 0.9 else part
    mean = seconds / max(summary["inputs"], 1)
    print(f"{logic} {target} {reference}, size {rung}: {part:.2f} of the perfect margin in {seconds:.1f} s, {summary['inputs']} inputs",
          file=sys.stderr, flush=True)
    if reached > 0.75 or (reached < 0.25 and mean > limit / 4):
        return reached, 1
    return reached, -1 if reached < 0.25 else 0


def choose_size(given, case):
    rung = LADDER.index((5, 5, 3, 64))
    tried = {}
    while rung not in tried and 0 <= rung < len(LADDER):
        tried[rung], step = try_size(given, case, rung)
        rung += step
    return min(tried, key=lambda rung: (round(abs(tried[rung] - 0.5), 1), tried[rung]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--timeout", default="300ms")
    parser.add_argument("--solver-time", type=float, default=3)
    parser.add_argument("logics", nargs="*", help="only these")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    cases = [entry.split() for entry in CASES.split(",")]
    for case in cases:
        if given.logics and case[0] not in given.logics:
            continue
        rung = choose_size(given, case)
        size = ", ".join(f"{name}: {value}" for name, value in zip(NAMES, LADDER[rung]))
        print(f"  - {{logic: {case[0]}, target: {case[1]}, reference: {case[2]}, {size}}}", flush=True)


if __name__ == "__main__":
    main()
