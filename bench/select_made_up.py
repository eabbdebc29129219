#!/usr/bin/env python3
"""Made-up scenarios for choosing solvers, to judge a change of `assay train` by data that no result is reported on.

usage: select_made_up.py [--seeds N] [--first N] [--benchmarks N] [--solvers N] [--features N] [--logics N] FOLDER

Writes folders FOLDER/made-up-N with runs.csv.gz, features.csv.gz, feature_times.csv.gz and splits.csv.gz, as bench/select_gap.py reads
them. A benchmark belongs to a family, which is a place in a hidden space of 3 to 6 dimensions. Features are noisy counts that depend on
the place; some depend on nothing. The logarithm of a solver's time is a hardness that all share, steps and slopes of its own over the
hidden space, and noise. Some solvers are versions of others, some depend on luck (an exponential distribution), some give up early in a part
of the space. The members of a family are nearly the same or differ a lot. Scenarios differ in size (120 to 1,500 benchmarks), in the
number of solvers (3 to 8) and of features (20 to 120), and in noise; the limit is 1,200 s. --benchmarks, --solvers and --features set
these. --logics N divides the space into N logics, which add to the times of each solver, or which it does not know.
"""

import argparse
import csv
import gzip
import math
import os
import random

LIMIT = 1200
LOGICS = ("QF_BV QF_LIA QF_IDL UF LIA QF_UF QF_AX QF_LRA NIA ALIA UFNIA QF_NIA QF_RDL QF_ABV BV UFLIA LRA QF_NRA AUFLIA UFDT "
          "QF_UFLIA QF_AUFBV QF_FP NRA UFLRA FP QF_S QF_SLIA QF_DT ABV").split()


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def direction(draw, size):
    return [draw.gauss(0, 1) for _ in range(size)]


class Solver:
    def __init__(self, draw, size, spread):
        self.base = draw.gauss(0, 0.35)
        self.slope = [spread * draw.gauss(0, 0.35) for _ in range(size)]
        self.steps = [(direction(draw, size), draw.gauss(0, 1), spread * draw.gauss(0, 1.2)) for _ in range(draw.randrange(1, 5))]
        self.surrender = (direction(draw, size), draw.uniform(1, 3)) if draw.random() < 0.4 else None
        self.lucky = draw.random() < 0.3

    def relative(self, draw, size, spread):
        """Another version of the same solver."""
        other = Solver(draw, size, spread)
        other.slope = [x + 0.2 * y for x, y in zip(self.slope, other.slope)]
        other.steps = self.steps[: draw.randrange(len(self.steps) + 1)] + other.steps[:1]
        other.surrender, other.lucky = self.surrender, self.lucky
        return other

    def seconds(self, draw, place, hardness, noise):
        power = self.base + hardness + dot(self.slope, place) + draw.gauss(0, noise)
        power += sum(height for way, at, height in self.steps if dot(way, place) > at)
        if self.lucky:
            power += math.log10(draw.expovariate(1) + 1e-6)
        return 10**power

    def gives_up(self, place):
        return self.surrender is not None and dot(self.surrender[0], place) > self.surrender[1]


def make_places(draw, count, size):
    families = [[draw.gauss(0, 1.3) for _ in range(size)] for _ in range(draw.randrange(4, 25))]
    width = 0.03 * 30 ** draw.random()
    return [[x + draw.gauss(0, width) for x in draw.choice(families)] for _ in range(count)]


def make_features(draw, places, size, noise, count):
    columns = []
    for _ in range(count):
        way = direction(draw, size) if draw.random() < 0.7 else [0] * size
        at, scale, own = draw.uniform(-1, 4), draw.uniform(0.3, 1), noise * draw.random() * 2
        columns.append([int(math.exp(min(at + scale * dot(way, place) + draw.gauss(0, own), 30))) for place in places])
    return columns


def write(path, titles, rows):
    with gzip.open(path, "wt", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(titles)
        writer.writerows(rows)


def make_logics(draw, places, count, solvers):
    """The logic of each benchmark, and what it adds to the power of each solver (None: the solver does not know the logic)."""
    centers = [[draw.gauss(0, 1.3) for _ in places[0]] for _ in range(count)]
    logic_of = [min(range(count), key=lambda c: sum((x - y) ** 2 for x, y in zip(place, centers[c]))) for place in places]
    shifts = [[None if draw.random() < 0.1 else draw.gauss(0, 0.4) for _ in range(solvers)] for _ in range(count)]
    return logic_of, shifts


def run_rows(draw, solvers, places, noise, logics):
    slope, start = direction(draw, len(places[0])), draw.uniform(1.6, 3.2)
    for number, place in enumerate(places):
        hardness = start + 0.4 * dot(slope, place) + draw.gauss(0, 0.4)
        logic = logics[0][number] if logics else None
        for name, solver in enumerate(solvers):
            shift = logics[1][logic][name] if logics else 0
            seconds = solver.seconds(draw, place, hardness + (shift or 0), noise)
            row = f"b{number}", "" if logic is None else LOGICS[logic], f"s{name}"
            if shift is None or solver.gives_up(place):
                yield *row, "unknown", min(seconds, draw.uniform(0.1, 60))
            elif seconds < LIMIT:
                yield *row, draw.choice(["sat", "unsat"]), round(seconds, 3)
            else:
                yield *row, "unknown", LIMIT


def make_solvers(draw, size, count):
    solvers = []
    for _ in range(count):
        spread = draw.uniform(0.5, 1.2)
        related = solvers and draw.random() < 0.35
        solvers.append(draw.choice(solvers).relative(draw, size, spread) if related else Solver(draw, size, spread))
    return solvers


def make(folder, seed, benchmarks, solver_count, features, logic_count):
    draw = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    size, count = draw.randrange(3, 7), int(120 * 12.5 ** draw.random())
    count = benchmarks or count
    places = make_places(draw, count, size)
    noise = draw.uniform(0.1, 0.8)
    usual = draw.randrange(20, 121)
    columns = make_features(draw, places, size, noise, features or usual)
    solvers = make_solvers(draw, size, solver_count or draw.randrange(3, 9))
    names = [f"b{number}" for number in range(count)]
    logics = make_logics(draw, places, logic_count, len(solvers)) if logic_count else None
    rows = run_rows(draw, solvers, places, draw.uniform(0.1, 0.6), logics)
    write(f"{folder}/runs.csv.gz", ["benchmark", "logic", "solver", "result", "wall"], rows)
    write(f"{folder}/features.csv.gz", ["benchmark"] + [f"f{i}" for i in range(len(columns))], ([name, *row] for name, row in zip(names, zip(*columns))))
    write(f"{folder}/feature_times.csv.gz", ["benchmark", "time"], ([name, round(draw.expovariate(5), 3)] for name in names))
    splits = []
    for split in range(3):
        for name in names:
            splits.append([name, split, "train" if draw.random() < 0.6 else "test"])
    write(f"{folder}/splits.csv.gz", ["benchmark", "seed", "part"], splits)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--benchmarks", type=int)
    parser.add_argument("--solvers", type=int)
    parser.add_argument("--features", type=int)
    parser.add_argument("--logics", type=int, default=0, choices=range(len(LOGICS) + 1), metavar="N")
    parser.add_argument("folder")
    given = parser.parse_args()
    for seed in range(given.first, given.first + given.seeds):
        make(os.path.join(given.folder, f"made-up-{seed}"), seed, given.benchmarks, given.solvers, given.features, given.logics)


main()
