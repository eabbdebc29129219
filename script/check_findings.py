#!/usr/bin/env python3
"""Checks that findings of campaigns for bugs reproduce by the command that their reports print, with the blamed solver alone.

usage: script/check_findings.py [--assay PATH] FOLDER...

A folder is what `assay fuzz --objective bugs` has made. The commands below "To reproduce:" in each README.md are run in the
folder of the finding, and their output is compared with what the finding says: a crash ends by a signal or says so, a rejection
is an error, a wrong answer is there, and a wrong model is wrong by `assay eval`. Findings that did not reproduce in the campaign, and
those that take several scripts, are counted and not checked. Prints what does not show, and the counts; exit code 1 if there is
such a finding.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEVERAL = {"against itself", "wrong core", "doubtful core"}
CRASH = re.compile(r"segfault|ASSERTION VIOLATION|UNEXPECTED CODE|Fatal failure|Internal error|Failed to verify|[Aa]ssertion")


def commands(report):
    """The lines of the report that show it with one solver."""
    part = re.split("To reproduce:\n|To see it again:\n", report, maxsplit=1)[1].split("or, with all solvers", 1)[0]
    return [line.strip() for line in part.splitlines() if line.strip()]


def run(command, folder):
    done = subprocess.run(["sh", "-c", "ulimit -c 0; exec " + command], cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=60, check=False, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def is_false_model(assay, folder, command, output):
    """Does evaluation find an assertion that is false in what was printed?"""
    script = command.split()[-1]
    with tempfile.NamedTemporaryFile("w", suffix=".model", encoding="utf-8") as model:
        model.write(output)
        model.flush()
        done = subprocess.run([assay, "eval", script, "--model", model.name], cwd=folder, capture_output=True, text=True, check=False)
    return ": false" in done.stdout


def wrong_answer(evidence, solver):
    """What the solver is blamed for saying, and to which query."""
    query = re.match(r"check-sat (\d+): ", evidence)
    said = re.search(re.escape(solver) + r"[^;]*? says? (sat|unsat)", evidence) or re.search(r"says? (sat|unsat)", evidence)
    return (int(query.group(1)) if query else 1), said.group(1) if said else None


def shows(kind, evidence, solver, assay, folder, command):
    code, output, errors = run(command, folder)
    if kind == "crash":
        return code < 0 or code >= 128 or bool(CRASH.search(output + errors))
    if kind == "rejects":
        return "error" in (output + errors).lower()
    if kind == "flood":
        return len(output) > 1 << 20
    if kind == "wrong model":
        return is_false_model(assay, folder, command, output)
    query, said = wrong_answer(evidence, solver)
    answers = re.findall(r"^(sat|unsat|unknown)$", output, re.MULTILINE)
    if kind == "disagreement":
        return len(answers) >= query and answers[query - 1] in ("sat", "unsat")
    return said is not None and len(answers) >= query and answers[query - 1] == said


def check(folder, finding, assay):
    """None: not to be checked; otherwise whether all of its commands show it."""
    if not finding.get("confirmed") or finding.get("known"):
        return None
    place = os.path.join(folder, finding["folder"])
    reduced = finding.get("reduced") or {}
    kind, evidence = finding["kind"], finding["evidence"]
    if reduced.get("confirmed"):
        kind, evidence = reduced.get("kind", kind), reduced.get("evidence", evidence)
    if kind in SEVERAL:
        return None
    if not os.path.exists(os.path.join(place, "README.md")):
        print(f"{place}: has no report: {finding['signature']}")
        return None
    with open(os.path.join(place, "README.md"), encoding="utf-8", errors="replace") as file:
        report = file.read()
    solver = finding["signature"].split(":", 1)[0]
    return all(shows(kind, evidence, solver, assay, place, command) for command in commands(report))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--assay", default=os.path.join(ROOT, "build", "assay"))
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    assay = os.path.abspath(options.assay)
    counts = {True: 0, False: 0, None: 0}
    for folder in options.folders:
        with open(os.path.join(folder, "campaign.json"), encoding="utf-8") as file:
            summary = json.load(file)
        for finding in summary["findings"]:
            result = check(folder, finding, assay)
            counts[result] += 1
            if result is False:
                print(f"{folder}/{finding['folder']}: does not show: {finding['signature']}")
    print(f"{counts[True]} findings reproduce with the solver alone, {counts[False]} do not, {counts[None]} not checked")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
