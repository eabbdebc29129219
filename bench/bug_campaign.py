#!/usr/bin/env python3
"""A campaign for bugs over many logics: each has an equal share of the time, half of it with options of the solvers.

usage: bench/bug_campaign.py [--time MINUTES] [--solvers LIST] [--seed N] [--out DIR] [--assay PATH] [LOGIC...]

Small inputs and short limits: mistakes show in small inputs, and many of them fit into a night. Campaigns that are
finished in DIR are not run again. Prints what each has found, and at the end how many groups that makes, and how many of
them differ in their kind, their solvers or the constructs of the reduced input: campaigns know nothing of each other.
"""

import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LOGICS = ["ALL", "QF_SLIA", "UFDTLIRA", "HO_ALL", "QF_UFDTLIRA", "QF_S", "QF_AUFLIA", "AUFLIRA", "QF_SEQLIA", "QF_NIRA",
          "QF_ABV", "QF_BVFPLRA"]
SETTINGS = ["--objective", "bugs", "--timeout", "500ms", "--num-asserts", "2", "--num-vars", "2", "--depth", "2",
            "--mode", "fast", "--reward", "new", "--cores", "--reduce-time", "30s", "--json"]


def campaign(options, logic, ways):
    """The summary of one campaign, which is run if it has not been."""
    name = "-".join([logic, *(way.lstrip("-") for way in ways)])
    folder = os.path.join(options.out, name)
    summary = folder + ".json"
    if not os.path.exists(summary):
        share = options.time * 60 / (2 * len(options.logics))
        command = [options.assay, "fuzz", *SETTINGS, *ways, "--logic", logic, "--solvers", options.solvers,
                   "--time", f"{share:.0f}s", "--seed", str(options.seed), "--out", folder]
        with open(summary + ".part", "w", encoding="utf-8") as output, \
             open(folder + ".log", "w", encoding="utf-8") as log:
            code = subprocess.run(command, stdout=output, stderr=log, check=False).returncode
        if code not in (0, 1):
            raise SystemExit(f"{name}: exit code {code}, see {folder}.log")
        os.rename(summary + ".part", summary)
    with open(summary, encoding="utf-8") as file:
        return name, json.load(file)


def kind_of_group(finding):
    """The same for what is most likely the same in another campaign: its logic does not count."""
    solvers = finding["signature"].split(":", maxsplit=1)[0]
    return finding["kind"], solvers, tuple(finding["constructs"] or [])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--time", type=float, default=120, help="minutes for everything")
    parser.add_argument("--solvers", default="z3,cvc5,cvc4")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="bug-campaign")
    parser.add_argument("--assay", default=os.path.join(ROOT, "build", "assay"))
    parser.add_argument("logics", nargs="*", default=LOGICS, metavar="LOGIC")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    groups, inputs = [], 0
    for ways in ([], ["--fuzz-options"]):
        for logic in options.logics:
            name, summary = campaign(options, logic, ways)
            print(f"{name}: {summary['inputs']} inputs, {len(summary['findings'])} groups", flush=True)
            inputs += summary["inputs"]
            for finding in summary["findings"]:
                groups.append(kind_of_group(finding))
                print(f"  {finding['kind']}: {finding['signature']}", flush=True)
    different = set(groups)
    wrong = [group for group in different if group[0] != "rejects"]
    print(f"{inputs} inputs, {len(groups)} groups; {len(different)} are different, {len(wrong)} of them no rejections")


if __name__ == "__main__":
    sys.exit(main())
