#!/usr/bin/env python3
"""How are the answers to generated scripts balanced? For each logic a number of small scripts is generated with the
defaults of assay gen, and a solver answers them under a limit of time.

    bench/balance.py build/assay [--solver z3] [--count 500] [--timeout 1s] [--asserts N] [LOGIC]...

prints sat, unsat, unknown (with time-outs) and others (crashes, rejections) for each logic, and the part of sat among
sat and unsat; `!` marks logics below 20 or above 80 per cent."""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

LOGICS = """ABVFP ABVFPLRA ALIA ANIA AUFLIA AUFLIRA AUFNIA AUFNIRA BV BVFP BVFPLRA FP FPLRA LIA LRA NIA NRA QF_ABV QF_ABVFP
QF_ABVFPLRA QF_ALIA QF_ANIA QF_AUFBV QF_AUFLIA QF_AUFNIA QF_AX QF_BV QF_BVFP QF_BVFPLRA QF_FP QF_FPLRA QF_LIA QF_LIRA
QF_LRA QF_NIA QF_NIRA QF_NRA QF_S QF_SLIA QF_UF QF_UFBV QF_UFFP QF_UFLIA QF_UFLRA QF_UFNIA QF_UFNRA UF UFBV UFLIA UFLRA
UFNIA UFNRA""".split()
BATCH = 50


def generate(assay, logic, folder, given):
    command = [assay, "gen", "--logic", logic, "--count", str(given.count), "--out", str(folder), "--for", given.solver]
    if given.asserts:
        command += ["--num-asserts", str(given.asserts)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return sorted(folder.glob("**/*.smt2"))


def answers(assay, files, given):
    """Counts of outcomes; assay run exits with another code if a run failed."""
    counts = collections.Counter()
    for i in range(0, len(files), BATCH):
        batch = [str(path) for path in files[i:i + BATCH]]
        command = [assay, "run", given.solver, *batch, "--timeout", given.timeout, "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        for line in done.stdout.splitlines():
            counts[json.loads(line)["outcome"]] += 1
    return counts


def row(logic, counts):
    sat, unsat = counts["sat"], counts["unsat"]
    unknown = counts["unknown"] + counts["timeout"]
    others = sum(counts.values()) - sat - unsat - unknown
    part = 100 * sat / (sat + unsat) if sat + unsat else None
    mark = " !" if part is not None and not 20 <= part <= 80 else ""
    shown = "-" if part is None else f"{part:.0f}%"
    return f"| {logic} | {sat} | {unsat} | {unknown} | {others} | {shown}{mark} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("logics", nargs="*", metavar="LOGIC")
    parser.add_argument("--solver", default="z3")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--timeout", default="1s")
    parser.add_argument("--asserts", type=int, default=0)
    given = parser.parse_intermixed_args()
    print("| logic | sat | unsat | unknown | others | sat of decided |\n|---|--:|--:|--:|--:|--:|")
    for logic in given.logics or LOGICS:
        with tempfile.TemporaryDirectory() as folder:
            files = generate(given.assay, logic, pathlib.Path(folder), given)
            print(row(logic, answers(given.assay, files, given)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
