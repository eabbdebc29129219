#!/usr/bin/env python3
"""Runs assay solve on Delphi's benchmarks: scripts whose oracles are named by declare-oracle-fun.

usage: delphi.py FOLDER [--assay PROGRAM] [--timeout SECONDS]

FOLDER has the folders delphi-maths (scripts *.oracle.smt2) and delphi-first_order. The oracles, which are programs
there, are C functions here. Prints the time and the answer of each script, and how many were solved.
"""

import argparse
import glob
import os
import re
import subprocess
import tempfile
import time

SOURCE = """
#include <stdbool.h>
#include <stdint.h>
bool isPrime(int64_t x)
{
  if (x < 2) return false;
  for (int64_t d = 2; d <= x / d; d++)
    if (x % d == 0) return false;
  return true;
}
static int64_t root(uint64_t x)
{
  uint64_t low = 0, high = 3037000499;
  while (low < high) {
    uint64_t middle = (low + high + 1) / 2;
    if (middle * middle <= x) low = middle; else high = middle - 1;
  }
  return (int64_t)low;
}
bool isSquare(int64_t x) { return x >= 0 && root((uint64_t)x) * root((uint64_t)x) == x; }
bool isTriangle(int64_t x)
{
  if (x < 0 || x > INT64_MAX / 8 - 1) return false;
  return isSquare(8 * x + 1);
}
uint32_t add10(uint32_t x) { return x + 10; }
"""
HELPER = "uint{bits}_t bitsumhelper(uint{bits}_t x) {{ return (uint{bits}_t)(x & (x - 1)); }}\n"
ORACLE = re.compile(r"^\(declare-oracle-fun (\w+) \S+ \((?:\(_ BitVec (\d+)\))?", re.MULTILINE)


def source_for(text):
    """The functions that a script names; the width of one of them follows from the script."""
    for name, width in ORACLE.findall(text):
        if name == "bitsumhelper":
            bits = next(size for size in (8, 16, 32, 64) if int(width) <= size)
            return SOURCE + HELPER.format(bits=bits)
    return SOURCE


def run(assay, path, timeout):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with tempfile.NamedTemporaryFile("w", suffix=".c") as box:
        box.write(source_for(text))
        box.flush()
        start = time.monotonic()
        command = [assay, "solve", path, "--box", box.name, "--timeout", f"{timeout}s"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        return time.monotonic() - start, (result.stdout.split() or ["nothing"])[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--timeout", type=float, default=10)
    given = parser.parse_args()
    for pattern in ("delphi-maths/*.oracle.smt2", "delphi-first_order/*.smt2"):
        paths = sorted(glob.glob(os.path.join(given.folder, pattern)))
        solved = 0
        for path in paths:
            seconds, answer = run(given.assay, path, given.timeout)
            solved += answer in ("sat", "unsat")
            print(f"{seconds:8.3f} {answer:8} {os.path.basename(path)}")
        print(f"{os.path.dirname(pattern)}: solved {solved} of {len(paths)}")


main()
