#!/usr/bin/env python3
"""The three ideas of the loop of 'assay verify', each switched off in turn, on instances with several subproblems.

usage: bench/verify_ablation.py BUILD FOLDER [--count N] [--boxes N] [--limit SECONDS] [--seed N]

The instances are made as by bench/verify_model.py, with another seed than those that the model was trained on. Prints solved
instances and PAR-2 in seconds for each variant; a verdict that differs between variants ends with exit code 1."""

import argparse
import csv
import os
import subprocess
import sys

VARIANTS = [[], ["--no-select"], ["--no-order"], ["--no-deepen"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--boxes", type=int, default=8)
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--seed", type=int, default=9000)
    options = parser.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([os.path.join(here, "verify_model.py"), options.build, options.folder, "--count", str(options.count),
                    "--boxes", str(options.boxes), "--seed", str(options.seed), "--only-instances"], check=True)
    instances = os.path.join(options.folder, "instances.csv")
    with open(instances, "w") as out:
        for family in sorted(os.listdir(options.folder)):
            folder = os.path.join(options.folder, family)
            if not os.path.isdir(folder):
                continue
            for name in sorted(os.listdir(folder)):
                if name.endswith(".vnnlib"):
                    out.write(f"{family}/{name[:-7]}.onnx,{family}/{name},{options.limit}\n")
    verdicts, different = {}, 0
    for variant in VARIANTS:
        results = os.path.join(options.folder, "results" + "".join(variant) + ".csv")
        subprocess.run([os.path.join(options.build, "assay"), "verify", "--instances", instances, "-o", results, *variant],
                       check=True, stdout=subprocess.DEVNULL)
        solved, par2 = 0, 0.0
        with open(results, newline="") as file:
            for row in csv.DictReader(file):
                right = row["verdict"] in ("sat", "unsat")
                solved += right
                par2 += float(row["seconds"]) if right else 2 * float(row["limit"])
                known = verdicts.setdefault(row["property"], row["verdict"]) if right else None
                different += right and known != row["verdict"]
        print(f"{' '.join(variant) or 'full':12} solved {solved}, PAR-2 {par2:.1f} s", flush=True)
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
