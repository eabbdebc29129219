#!/usr/bin/env python3
"""Figures of the generator of B: predicates a CPU-second, and how much well-definedness inflates them.

    bench/b.py [PROGRAM] [COUNT]

The last three columns are the bytes of COUNT predicates as they are generated, with all conditions of well-definedness
inserted, and with those that the small prover does not see to hold."""

import os
import resource
import subprocess
import sys
import tempfile

program = sys.argv[1] if len(sys.argv) > 1 else "build/assay"
count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
rate_count = 100_000


def cpu(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(words, capture_output=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out


words = [program, "gen", "--language", "b", "--raw", "--conjuncts", "1-3", "--types", "INTEGER,BOOL,pairs,sets,relations,functions,sequences", "--count"]
start, _ = cpu(words + ["1"])
seconds, out = cpu(words + [str(rate_count)])
print(f"generated   {rate_count / (seconds - start):10,.0f} predicates of {len(out) / rate_count:.0f} bytes a CPU-second")

with tempfile.TemporaryDirectory() as folder:
    subprocess.run(words + [str(count), "--out", folder], check=True)
    raw = every = proved = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        raw += os.path.getsize(path)
        every += len(subprocess.run([program, "wd", "--rewrite", "--all", path], capture_output=True, check=True).stdout)
        proved += len(subprocess.run([program, "wd", "--rewrite", path], capture_output=True, check=True).stdout)
    print(f"inflation   raw {raw} bytes, all conditions {every} ({every / raw:.2f} times), not proved {proved} ({proved / raw:.2f} times)")
