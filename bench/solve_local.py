#!/usr/bin/env python3
"""Measures `assay solve` with a model against the solvers alone and against fixed pairs of them.

usage: solve_local.py [--assay PROGRAM] [--timeout SECONDS] [--model FILE | --replay] [--rotate] RUNS.csv

RUNS.csv has the runs of `assay bench --cost cpu`, whose folder is the current one. Two of three benchmarks, in the order of their names, are for training (`assay train --cost cpu`);
`assay solve` runs on every third one. Costs are CPU seconds of all processes, our own included, so that other work on the machine matters less;
a benchmark counts as solved if its CPU time is within the limit. A fixed pair gives its first solver a part of the limit, which is chosen
on the training runs (the best of 20), and the rest to the second one. With --replay nothing runs: what the model says is replayed on the runs
of the table (`assay train --evaluate`), with the time of features but without that of reading, starting and checking. With --rotate every
third is tested, the others being for training: sums over all benchmarks.
"""

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import tempfile


def read_runs(path):
    """{benchmark: {solver: (cpu or None if unsolved, cpu used, wrong, letters)}}"""
    runs = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            solved = row["wrong"] == "0" and row["solved"] == row["checks"] and int(row["checks"]) > 0
            runs.setdefault(row["benchmark"], {})[row["solver"]] = (
                float(row["cpu"]) if solved else None, float(row["cpu"]), row["wrong"] == "1", row["answer"])
    return runs


def divide(runs, third, train):
    """Every third benchmark, or the others."""
    return {name: row for number, (name, row) in enumerate(sorted(runs.items())) if (number % 3 != third) == train}


def write_part(path, names, out):
    with open(path, newline="", encoding="utf-8") as file, open(out, "w", newline="", encoding="utf-8") as part:
        reader = csv.DictReader(file)
        writer = csv.DictWriter(part, reader.fieldnames)
        writer.writeheader()
        writer.writerows(row for row in reader if row["benchmark"] in names)


def score(cpu, limit):
    return 2 * limit if cpu is None or cpu > limit else cpu


def single(runs, solver, limit):
    return sum(score(row[solver][0], limit) for row in runs.values())


def pair(runs, first, second, slice_, limit):
    total = 0
    for row in runs.values():
        cpu, used, _, _ = row[first]
        if cpu is not None and cpu <= slice_:
            total += cpu
        elif row[second][0] is None:
            total += 2 * limit
        else:
            total += score(min(used, slice_) + row[second][0], limit)
    return total


def best_pairs(train, test, solvers, limit):
    """Each pair with its score on `test`, with the slice that is best on `train`."""
    for first in solvers:
        for second in solvers:
            if first != second:
                slices = [limit * part / 20 for part in range(1, 20)]
                chosen = min(slices, key=lambda s: pair(train, first, second, s, limit))
                yield (first, second), pair(test, first, second, chosen, limit)


def solve(assay, model, path, limit):
    """The CPU time and the last answer."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([assay, "solve", "--model", model, "-t", "0", "--cpu-limit", f"{int(limit * 1000)}ms", path], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    answers = [line for line in result.stdout.decode("utf-8", "replace").split("\n") if line in ("sat", "unsat", "unknown")]
    decided = answers and "unknown" not in answers
    return (cpu if decided else None), answers[-1] if answers else ""


def replay(given, names, third, folder):
    """The score of all test benchmarks, and how many are solved."""
    splits = os.path.join(folder, "splits.csv")
    with open(splits, "w", encoding="utf-8") as file:
        file.write("benchmark,split,part\n")
        file.writelines(f"{name},0,{'test' if number % 3 == third else 'train'}\n" for number, name in enumerate(sorted(names)))
    words = [given.assay, "train", given.runs, "--cost", "cpu", "-t", f"{int(given.timeout * 1000)}ms", "--splits", splits, "--evaluate", "--json"]
    chosen = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)["chosen"]
    count = len(divide(names, third, False))
    return chosen["par2"] * count, round(chosen["solved"] * count), 0


def run_all(given, train, test, folder):
    """The same by running; also how many answers contradict a solver that was right."""
    model = given.model or os.path.join(folder, "model")
    if not given.model:
        part = os.path.join(folder, "train.csv")
        write_part(given.runs, train, part)
        subprocess.run([given.assay, "train", part, "--cost", "cpu", "-t", f"{int(given.timeout * 1000)}ms", "-o", model], check=True, stdout=subprocess.DEVNULL)
    total, solved, wrong = 0, 0, 0
    for path, row in test.items():
        cpu, answer = solve(given.assay, model, path, given.timeout)
        total += score(cpu, given.timeout)
        solved += cpu is not None and cpu <= given.timeout
        wrong += wrong_answers(row, answer)
    return total, solved, wrong


def wrong_answers(row, answer):
    """Does a solver that was right say something else?"""
    return any(cpu is not None and {said, answer} == {"sat", "unsat"} for cpu, _, _, said in row.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--timeout", type=float, default=2)
    parser.add_argument("--model", help="use this one instead of training")
    parser.add_argument("--replay", action="store_true")
    parser.add_argument("--rotate", action="store_true", help="test every third")
    parser.add_argument("runs")
    given = parser.parse_args()
    limit, runs = given.timeout, read_runs(given.runs)
    solvers = sorted(next(iter(runs.values())))
    total = solved = wrong = tested = virtual = 0
    singles, pairs = {}, {}
    for third in range(3) if given.rotate else [2]:
        train, test = divide(runs, third, True), divide(runs, third, False)
        with tempfile.TemporaryDirectory() as folder:
            result = replay(given, runs, third, folder) if given.replay else run_all(given, train, test, folder)
        total, solved, wrong = total + result[0], solved + result[1], wrong + result[2]
        tested += len(test)
        for solver in solvers:
            singles[solver] = singles.get(solver, 0) + single(test, solver, limit)
        for names, score_of_pair in best_pairs(train, test, solvers, limit):
            pairs[names] = pairs.get(names, 0) + score_of_pair
        virtual += sum(min(score(row[solver][0], limit) for solver in solvers) for row in test.values())
    best, best_pair = min(singles, key=singles.get), min(pairs, key=pairs.get)
    print(f"{tested} benchmarks, limit {limit:g} s, CPU time")
    print(f"best single    {singles[best]:8.1f}  {best}")
    print(f"best pair      {pairs[best_pair]:8.1f}  {', then '.join(best_pair)}")
    print(f"assay solve    {total:8.1f}  solved {solved}, contradictions {wrong}")
    print(f"virtual best   {virtual:8.1f}")
    sys.exit(not (total < singles[best] and total < pairs[best_pair] and wrong == 0))


main()
