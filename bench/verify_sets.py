#!/usr/bin/env python3
"""Verifies sets of VNN-COMP instances and compares verdicts and times with the published ones.

usage: bench/verify_sets.py ASSAY FOLDER SET... [--limit SECONDS] [--every N] [--results FOLDER] [-j N]
       [--ablation]

FOLDER has a subfolder YEAR_NAME for each SET with instances.csv, and vnncompYEAR_long.csv.gz. Results are kept in
--results, so that the same command resumes. --every N takes every N-th instance only, and --limit shortens the limit of
all instances: then the figures are of a sample, and the line says so. A verdict that differs from the published
majority is printed, and ends with exit code 1. --ablation runs each set four more times, with one idea of the loop switched off."""

import argparse
import collections
import csv
import gzip
import os
import subprocess
import sys

SWITCHES = ["--no-select", "--no-order", "--no-deepen", "--no-clip"]


def plain(path):
    name = os.path.basename(path)
    return name[:-3] if name.endswith(".gz") else name


def published(folder, year, category):
    """(network, property) -> limit, majority, {tool: (verdict, seconds)}"""
    found = {}
    with gzip.open(os.path.join(folder, f"vnncomp{year}_long.csv.gz"), "rt", newline="") as file:
        for row in csv.DictReader(file):
            if row["category"] != category:
                continue
            key = (plain(row["net"]), plain(row["spec"]))
            entry = found.setdefault(key, {"majority": row["majority"], "tools": {}})
            entry["tools"][row["tool"]] = (row["verdict"], float(row["seconds"] or 0))
    return found


def par2(verdict, seconds, limit):
    return seconds if verdict in ("sat", "unsat") and seconds <= limit else 2 * limit


def run_set(options, name, switches=()):
    year, category = name.split("_", 1)
    folder = os.path.join(options.folder, name)
    with open(os.path.join(folder, "instances.csv"), newline="") as file:
        rows = [row for row in csv.reader(file) if row][:: options.every]
    os.makedirs(options.results, exist_ok=True)
    instances = os.path.join(options.results, name + ".instances.csv")
    results = os.path.join(options.results, name + "".join(switches) + ".results.csv")
    limits = {}
    with open(instances, "w") as file:
        for net, prop, limit in rows:
            limit = min(float(limit), options.limit or float(limit))
            net, prop = (os.path.abspath(os.path.join(folder, path)) for path in (net, prop))
            limits[plain(net), plain(prop)] = limit
            file.write(f"{net},{prop},{limit}\n")
    command = [options.assay, "verify", "--instances", instances, "-o", results, "-j", str(options.jobs), *switches]
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL)
    if switches:
        print(" ".join(switches), end=" ")
    return compare(name, published(options.folder, year, category), results, limits, options)


def compare(name, known, results, limits, options):
    wrong, solved, ours = [], 0, 0.0
    tools = collections.Counter()
    tool_solved = collections.Counter()
    best = 0.0
    with open(results, newline="") as file:
        rows = {}
        for row in csv.DictReader(file):
            key = (plain(row["network"] or ""), plain(row["property"] or ""))
            if row["limit"] and abs(float(row["limit"]) - limits.get(key, -1)) < 0.001:
                rows[key] = row
    for key, limit in limits.items():
        row = rows[key]
        entry = known.get(key, {"majority": "", "tools": {}})
        verdict, seconds = row["verdict"], float(row["seconds"])
        solved += verdict in ("sat", "unsat")
        ours += par2(verdict, seconds, limit)
        scores = {tool: par2(*answer, limit) for tool, answer in entry["tools"].items()}
        tools.update(scores)
        tool_solved.update(tool for tool, answer in entry["tools"].items() if answer[0] in ("sat", "unsat"))
        best += min(scores.values(), default=2 * limit)
        if verdict in ("sat", "unsat") and entry["majority"] in ("sat", "unsat") and verdict != entry["majority"]:
            wrong.append((key, verdict, entry["majority"]))
    note = f", every {options.every}th" if options.every > 1 else ""
    note += f", limit {options.limit:g} s" if options.limit else ""
    print(f"{name}: {len(limits)} instances{note}; solved {solved}, PAR-2 {ours:.1f} s, "
          f"{len(wrong)} verdicts differ from the majority")
    listed = ", ".join(f"{tool} {tool_solved[tool]} ({score:.0f})" for tool, score in
                       sorted(tools.items(), key=lambda item: item[1])[:4])
    print(f"  published, solved (PAR-2): {listed}, virtual best ({best:.0f})")
    for (net, prop), verdict, majority in wrong:
        print(f"  differs: {net} {prop}: {verdict}, majority {majority}")
    return bool(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("folder")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--limit", type=float)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--results", default="verify-results")
    parser.add_argument("--ablation", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    options = parser.parse_args()
    variants = [()] + [(switch,) for switch in SWITCHES if options.ablation]
    sys.exit(any([run_set(options, name, switches) for name in options.sets for switches in variants]))


if __name__ == "__main__":
    main()
