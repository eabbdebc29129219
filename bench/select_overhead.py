#!/usr/bin/env python3
"""What choosing costs: reading scripts, their features and the prediction, beside reading them alone.

usage: select_overhead.py [--assay PROGRAM] [--times N] --model MODEL FOLDER...

CPU time (user and system) of whole processes over all *.smt2 below the folders, the best of N: `assay version` (start of a process),
`assay check` (reads scripts into terms), `assay features --csv` and `assay select`. The ratio is that of select to check, both without
the start. The rate of features is over the files above 300 kB. The exit code is 1 if the ratio is above 1.5 or the rate below 50 MB/s.
"""

import argparse
import os
import resource
import subprocess
import sys


def cpu(words, times):
    """Seconds, the best of some."""
    best = float("inf")
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--model", required=True)
    parser.add_argument("folders", nargs="+")
    given = parser.parse_args()
    paths = sorted(os.path.join(root, name) for folder in given.folders for root, _, names in os.walk(folder) for name in names if name.endswith(".smt2"))
    large = [path for path in paths if os.path.getsize(path) > 300000]
    start = cpu([given.assay, "version"], given.times)
    read = cpu([given.assay, "check", *paths], given.times) - start
    features = cpu([given.assay, "features", "--csv", *paths], given.times) - start
    select = cpu([given.assay, "select", "--model", given.model, *paths], given.times) - start
    rate = sum(map(os.path.getsize, large)) / 1e6 / max(cpu([given.assay, "features", "--csv", *large], given.times) - start, 1e-6)
    print(f"{len(paths)} scripts, {sum(map(os.path.getsize, paths)) / 1e6:.1f} MB; start of a process {1000 * start:.1f} ms")
    for name, seconds in (("reading", read), ("features", features), ("choosing", select)):
        print(f"{name:9} {seconds:7.3f} s of CPU time, {1000 * seconds / len(paths):.3f} ms a script")
    print(f"choosing costs {select / read:.2f} times reading; features of the {len(large)} scripts above 300 kB: {rate:.0f} MB a CPU-second")
    sys.exit(select > 1.5 * read or rate < 50)


main()
