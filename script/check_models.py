#!/usr/bin/env python3
"""Asks solvers for models of all scripts below some folders and checks each with assay eval.

usage: script/check_models.py [--jobs N] [--timeout SECONDS] [--solvers z3,cvc5] [--keep DIR] FOLDER...

Prints each model that is false or wrong, what was undetermined and why, and the counts, those of
quantifier-free scripts apart. Outputs with an error message are left out: what a solver says after an
error is about another script. Exit code 1 if a model is false.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "build", "assay"))
COMMANDS = {
    "z3": ["z3", "-memory:2000"],
    "cvc5": ["cvc5", "-q", "--produce-models", "--strings-exp", "--fp-exp", "--incremental"],
    "cvc4": ["cvc4", "-q", "--lang=smt2", "--produce-models", "--strings-exp", "--incremental"],
}
# One level of lists in the list of assumptions: (not a).
CHECK = re.compile(r"\(check-sat(?:-assuming\s*\((?:[^()]|\([^()]*\))*\)\s*)?\)")
QUANTIFIER = re.compile(r"\((?:forall|exists)\b")


def ask_for_models(text):
    """The script with a get-model after each check-sat, or None if it has no check-sat."""
    text, count = CHECK.subn(lambda match: match.group(0) + "(get-model)", text)
    return "(set-option :produce-models true)\n" + text if count else None


def check(job):
    """The results of one solver on one script: [(what, detail)]."""
    path, solver, options, folder = job
    with open(path, encoding="utf-8", errors="replace") as file:
        script = ask_for_models(file.read())
    if script is None:
        return []
    name = os.path.join(folder, solver + "__" + path.strip("/").replace("/", "__"))
    with open(name, "w", encoding="utf-8") as file:
        file.write(script)
    try:
        output = subprocess.run(COMMANDS[solver] + [name], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, timeout=options.timeout,
                                cwd=folder).stdout
    except subprocess.TimeoutExpired:
        return [("timeout", "")]
    if b"(error" in output:
        return [("error of the solver", "")]
    with open(name + ".out", "wb") as file:
        file.write(output)
    answers = [line for line in output.split(b"\n") if line in (b"sat", b"unsat", b"unknown")]
    if b"sat" not in answers:
        return [("not sat", "")]
    run = subprocess.run([ASSAY, "eval", name, "--model", name + ".out", "--json"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode not in (0, 1, 2) or not run.stdout:
        return [("not checked", run.stderr.decode(errors="replace").split("\n")[0])]
    group = "quantified" if QUANTIFIER.search(script) else "quantifier-free"
    results = []
    for line in run.stdout.decode().splitlines():
        model = json.loads(line)
        if answers[model["check_sat"] - 1] == b"sat":
            results.append((group + ": " + verdict(model), reason(model)))
    return results


def verdict(model):
    values = {assertion["value"] for assertion in model["assertions"]}
    if "error" in model:
        return "model not read"
    if "false" in values:
        return "false"
    if "undetermined" in values:
        return "undetermined"
    return "true"


def reason(model):
    if "error" in model:
        return model["error"]
    for assertion in model["assertions"]:
        if assertion["value"] == "undetermined":
            return assertion["reason"] + ": " + assertion.get("blame", "")
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=5)
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--keep", metavar="DIR", help="keep scripts and outputs there")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    files = sorted(os.path.join(folder, name) for root in options.folders
                   for folder, _, names in os.walk(root) for name in names
                   if name.endswith(".smt2"))
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.abspath(options.keep or scratch)
        os.makedirs(folder, exist_ok=True)
        jobs = [(path, solver, options, folder) for path in files
                for solver in options.solvers.split(",")]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for (path, solver, _, _), results in zip(jobs, pool.map(check, jobs)):
                for what, detail in results:
                    counts[what] += 1
                    if detail or what.endswith("false"):
                        print(f"{path}: {solver}: {what}: {detail}"[:200], flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:7} {what}")
    return 1 if any(what.endswith("false") for what in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
