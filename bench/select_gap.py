#!/usr/bin/env python3
"""What `assay train --evaluate` reaches on published data, with the published pipeline of MachSMT beside it.

usage: select_gap.py [--assay PROGRAM] [--seed N] [--no-pipeline] [--json FOLDER] SCENARIO...

A SCENARIO is a folder: a scenario of ASlib (description.txt, algorithm_runs.arff ...), or one with runs.csv.gz, features.csv.gz,
feature_times.csv.gz and splits.csv.gz of a logic of SMT-COMP with a limit of 1,200 s. Prints for each selector the per cent of the gap
between the best single solver and the virtual best that is closed, mean over the splits; of ASlib the normalised gap, over all folds
together (0: virtual best, 1: best single). The last columns are CPU time of training (mean of a split) and of a prediction.
--json keeps the whole reports in a folder.
"""

import argparse
import json
import os
import subprocess

SHORT = {
    "greedy": "greedy",
    "fixed schedule": "fixed",
    "hardness": "hardness",
    "pairwise": "pairs",
    "pairwise xgboost": "pairs xgb",
    "nearest neighbours": "nearest",
    "similar benchmarks": "similar",
    "one solver": "one",
    "two in a row": "two",
    "three in a row": "three",
    "machsmt": "machsmt",
}


def words(given, folder):
    options = [given.assay, "train", "--evaluate", "--json", "--seed", str(given.seed)]
    options += [] if given.no_pipeline else ["--pipeline", "machsmt"]
    if os.path.exists(os.path.join(folder, "algorithm_runs.arff")):
        return options + ["--aslib", folder], True
    tables = {"--runs": "runs", "--features": "features", "--feature-times": "feature_times", "--splits": "splits"}
    for option, name in tables.items():
        options += [option, os.path.join(folder, f"{name}.csv.gz")]
    return options + ["--timeout", "1200s"], False


def figure(one, aslib):
    return f"{one['normalised_gap']:.3f}" if aslib else f"{one['gap_closed']:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-pipeline", action="store_true", help="leave out the pipeline of MachSMT")
    parser.add_argument("--json", help="keep the reports in this folder")
    parser.add_argument("scenarios", nargs="+")
    given = parser.parse_args()
    print("| scenario | " + " | ".join(SHORT.values()) + " | chosen | train s | predict ms |")
    print("|---" * (len(SHORT) + 4) + "|")
    for folder in given.scenarios:
        name = os.path.basename(os.path.normpath(folder))
        command, aslib = words(given, folder)
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        report = json.loads(text)
        if given.json:
            with open(os.path.join(given.json, f"{name}.json"), "wb") as file:
                file.write(text)
        by_name = {one["name"]: one for one in report["selectors"]}
        cells = [figure(by_name[key], aslib) if key in by_name else "-" for key in SHORT]
        cells += [f"{figure(report['chosen'], aslib)} ({report['chosen']['deviation']:.1f})"]
        cells += [f"{report['train_seconds']:.1f}", f"{1000 * report['predict_seconds']:.2f}"]
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


main()
