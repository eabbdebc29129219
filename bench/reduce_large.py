#!/usr/bin/env python3
"""Reduces an input of a megabyte with 20,000 assertions, twelve of which are needed, with one job.

Once with a program that takes 10 ms of CPU time: how long does it take until nothing can be left out? And once with
one that ends at once: how much CPU time of assay itself does a candidate take, reading the input included?

    bench/reduce_large.py [--assay PROGRAM] [--fake PROGRAM]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ASSERTIONS, NEEDED = 20000, 12


def guilty(number):
    return f"guilty{number:02}"


def write_input(path):
    every = ASSERTIONS // NEEDED
    with open(path, "w", encoding="utf-8") as file:
        file.write("(set-logic QF_LIA)\n")
        for i in range(NEEDED):
            file.write(f"(declare-const {guilty(i)} Int)\n")
        for i in range(1000):
            file.write(f"(declare-const x{i} Int)\n")
        for i in range(ASSERTIONS):
            name = guilty(i // every) if i % every == every // 2 and i // every < NEEDED else f"x{i % 1000}"
            file.write(f"(assert (or (< {name} {i}) (= (+ x{i * 7 % 1000} {i % 13}) x{i * 3 % 1000})))\n")
        file.write("(check-sat)\n")


def cpu_of(pid):
    """Seconds of CPU time of a process that has ended and was not waited for, without its children."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def reduce(options, source, target, steps):
    """What assay reduce prints, and the CPU time of assay itself."""
    words = [options.assay, "reduce", source, "-o", target, "--json", "-q", "--", options.fake, "look"]
    words += steps + [guilty(i) for i in range(NEEDED)]
    with tempfile.TemporaryFile("w+") as out, subprocess.Popen(words, stdout=out) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        own = cpu_of(process.pid)
        if process.wait() != 0:
            sys.exit("assay reduce has failed")
        out.seek(0)
        return json.load(out), own


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--fake", default="build/test/fake")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.smt2"), os.path.join(folder, "out.smt2")
        write_input(source)
        for name, steps in (("10 ms", ["spin:10"]), ("nothing", [])):
            result, own = reduce(options, source, target, steps)
            print(f"a program that takes {name}: {os.path.getsize(source)} -> {os.path.getsize(target)} bytes, "
                  f"{result['checks']} checks, {result['seconds']:.1f} s, "
                  f"{'nothing else can be left out' if result['minimal'] else 'stopped'}; "
                  f"CPU time of assay {1000 * own / result['checks']:.2f} ms a check", flush=True)


if __name__ == "__main__":
    main()
