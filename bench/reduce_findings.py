#!/usr/bin/env python3
"""Reduces the findings of campaigns with `assay reduce` and prints a table: sizes, checks, runs, seconds.

A finding is a folder finding-N with input.smt2 and README.md, as `assay fuzz` writes them. Each one is
reduced twice, and its result once more: all three have to be the same text ("again"). What is left has to
show the finding to `assay vote` ("shows it"): of the same solver, of the same kind or with better
evidence, of a crash or an error the same message. A second table sums up for each solver and kind: f files, and in
the mean c checks, t seconds, s bytes of the result, r per cent of the bytes that were taken away.

    bench/reduce_findings.py FOLDER... [--time SECONDS] [--jobs N] [--assay PROGRAM] [--keep FOLDER]
"""

import argparse
import glob
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

EVIDENCE = {"contradicts the evaluator": 3, "against evaluation": 3, "refuted": 3, "minority": 2, "disagreement": 1}


def read_finding(folder):
    """Signature and solvers of a finding."""
    with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
        text = file.read()
    vote = shlex.split(re.search(r"^ +assay vote .*", text, re.MULTILINE).group())
    return text.split("\n", 1)[0].removeprefix("# "), vote[vote.index("--solvers") + 1]


def reduce(options, source, target, solvers, signature):
    words = [options.assay, "reduce", source, "-o", target, "--json", "-j", str(options.jobs),
             "--solvers", solvers] + (["--finding", signature] if signature else [])
    if options.time:
        words += ["--time", f"{options.time}s"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"error": done.stderr.strip().split("\n")[-1]}
    return json.loads(done.stdout)


def kinds_of(signature):
    """Solvers and kind: the first two parts of a signature."""
    return [part.strip() for part in signature.split(":")][:2]


def is_same(finding, signature):
    found, wanted = kinds_of(finding["signature"]), kinds_of(signature)
    if wanted[1] in EVIDENCE:
        accused = set(re.split(r"[ ,]+", wanted[0]))
        return EVIDENCE.get(found[1], 0) >= EVIDENCE[wanted[1]] and set(finding["solvers"]) <= accused
    return found == wanted and (wanted[1] == "wrong model" or finding["signature"] == signature)


def shows(options, path, solvers, signature):
    words = [options.assay, "vote", "--json", "--timeout", "20s", "--solvers", solvers, path]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode == 1 and any(
        is_same(finding, signature)
        for line in done.stdout.splitlines() for finding in json.loads(line).get("findings", []))


def text_of(path):
    with open(path, "rb") as file:
        return file.read()


def examine(options, folder, target):
    """The cells of the table after the name, and whether all is well."""
    signature, solvers = read_finding(folder)
    source = os.path.join(folder, "input.smt2")
    result = reduce(options, source, target, solvers, signature)
    if "error" in result:
        return None, [signature[:60], result["error"]], False
    same = True
    kinds = kinds_of(signature)
    rest = ": ".join(kinds)
    if kinds[1] in EVIDENCE:  # which may have become better, and the accused fewer
        rest = None if "," in kinds[0] else kinds[0]
    for again, which in ((source, signature), (target, rest)):
        other = reduce(options, again, target + ".again", solvers, which)
        same = same and "error" not in other and text_of(target) == text_of(target + ".again")
        if os.path.exists(target + ".again"):
            os.remove(target + ".again")
    still = shows(options, target, solvers, signature)
    cells = [signature[:60].replace("|", "/"), str(result["bytes_before"]), str(result["bytes"]),
             str(result["checks"]), str(result["runs"]), f"{result['seconds']:.1f}",
             "minimal" if result["minimal"] else "stopped", "same" if same else "DIFFERS",
             "yes" if still else "NO"]
    return result, cells, still and (same or not result["minimal"])


def summary(results):
    """Lines of the table of solvers and kinds, from pairs of a signature and a result of assay reduce."""
    groups = {}
    for signature, result in results:
        groups.setdefault(": ".join(kinds_of(signature)), []).append(result)
    yield "| solver and kind | f | c | t | s | r |\n|---|--:|--:|--:|--:|--:|"
    for name, group in sorted(groups.items()):
        mean = {key: statistics.mean(r[key] for r in group) for key in ("checks", "seconds", "bytes")}
        ratio = statistics.mean(100 * (1 - r["bytes"] / r["bytes_before"]) for r in group)
        yield (f"| {name} | {len(group)} | {mean['checks']:.1f} | {mean['seconds']:.1f} | {mean['bytes']:.1f} | "
               f"{ratio:.1f}% |")


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--time", type=int, default=0, help="seconds a reduction may take")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--assay", default=os.path.join(root, "build", "assay"))
    parser.add_argument("--keep", help="folder for the results")
    options = parser.parse_args()
    options.assay = os.path.abspath(options.assay)
    folders = [os.path.abspath(path) for folder in options.folders
               for path in sorted(glob.glob(os.path.join(folder, "finding-*")))]
    heads = ["case", "finding", "bytes in", "bytes out", "checks", "runs", "seconds", "end", "again", "shows it"]
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    bad, results = 0, []
    with tempfile.TemporaryDirectory() as scratch:
        keep = os.path.abspath(options.keep or scratch)
        os.makedirs(keep, exist_ok=True)
        os.chdir(scratch)
        for folder in folders:
            name = "-".join(folder.split(os.sep)[-2:]).replace("finding-", "")
            result, cells, good = examine(options, folder, os.path.join(keep, name + ".smt2"))
            bad += not good
            if result:
                results.append((read_finding(folder)[0], result))
            print("| " + " | ".join([name] + cells) + " |", flush=True)
    if results:
        print("\n" + "\n".join(summary(results)))
        print(f"\n{len(results)} reduced, {bad} not as they should be; in the median",
              ", ".join(f"{statistics.median(r[key] for _, r in results):.4g} {key}"
                        for key in ("bytes_before", "bytes", "checks", "seconds")))
    sys.exit(bad > 0)


main()
