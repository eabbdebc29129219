#!/usr/bin/env python3
"""Runs assay solve on benchmarks with closed boxes: solved, PAR-2, wrong answers.

usage: closedbox.py [--assay PROGRAM] [--timeout SECONDS] [--mode MODE] [--tap] [FILE...]

A benchmark is a script of bench/closedbox whose first lines say in comments what computes its boxes, the answer and
how it is known:

  ; box: hash.c                (several lines are allowed; files are beside the script)
  ; answer: sat                (or unsat, unknown)
  ; known: by construction, x = 77
  ; hard                       (not counted on)
  ; slow                       (takes seconds of processor time: no test)

Times are wall-clock times, and processor time is beside them: on a machine that does other things only the latter
means something. A model that comes with sat is checked by assay eval. With --tap each script that is neither hard nor slow is a test.
"""

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.abspath(__file__))
HEADER = re.compile(r"^; *(box|answer|known|hard|slow|option)(?:: *(.*))?$", re.MULTILINE)


def read_header(path):
    """The headers of a script, with lists of boxes and options."""
    header = {"box": [], "option": [], "answer": "unknown", "known": "", "hard": None, "slow": None}
    with open(path, encoding="utf-8") as file:
        for key, value in HEADER.findall(file.read()):
            if isinstance(header[key], list):
                header[key].append(value)
            else:
                header[key] = value
    return header


def box_words(header, folder):
    words = []
    for box in header["box"]:
        name, equals, path = box.rpartition("=")
        if path.endswith(".c") or "/" in path or path.endswith(".so") or ".c:" in path:
            path = os.path.join(folder, path)
        words += ["--box", name + equals + path]
    return words


def model_is_right(assay, path, boxes, output):
    with tempfile.NamedTemporaryFile("w", suffix=".model") as file:
        file.write(output)
        file.flush()
        command = [assay, "eval", path, "--model", file.name, "--quiet", *boxes]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def solve(options, path):
    """(headers, answer, (seconds, of processor time), whether it is wrong, last message)"""
    header = read_header(path)
    boxes = box_words(header, os.path.dirname(path))
    command = [options.assay, "solve", path, "-t", f"{options.timeout}s", "--mode", options.mode, *boxes]
    command += [word for option in header["option"] for word in option.split()]
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        result = subprocess.run(
            command, capture_output=True, text=True, timeout=options.timeout + 30, check=False
        )
        output, message = result.stdout, result.stderr
    except subprocess.TimeoutExpired:
        output, message = "hangs\n", ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = (time.monotonic() - start, used)
    answer = output.split("\n", 1)[0] if output else "error: " + message.strip()
    wrong = answer in ("sat", "unsat") and header["answer"] in ("sat", "unsat") and answer != header["answer"]
    wrong |= answer in ("sat", "unsat") and header["answer"] == "unknown"
    if answer == "sat" and header["answer"] == "sat":
        wrong |= not model_is_right(options.assay, path, boxes, output)
    return header, answer, seconds, wrong, message.strip().split("\n")[-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--assay", default=os.environ.get("ASSAY", os.path.join(ROOT, "..", "build", "assay")))
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--mode", default="auto")
    parser.add_argument("--tap", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    folder = os.path.join(ROOT, "closedbox")
    files = options.files or sorted(
        os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".smt2")
    )
    if options.tap:
        headers = {path: read_header(path) for path in files}
        files = [path for path in files if headers[path]["hard"] is None and headers[path]["slow"] is None]
        print(f"1..{len(files)}", flush=True)
    solved, penalty, times, processor, mistakes = 0, 0.0, [], [], 0
    for number, path in enumerate(files, 1):
        header, answer, (seconds, used), wrong, message = solve(options, path)
        good = answer == header["answer"] and not wrong
        solved += good
        mistakes += wrong
        penalty += seconds if good else 2 * options.timeout
        times.append(seconds if good else options.timeout)
        processor.append(used if good else options.timeout)
        name = os.path.basename(path)
        if options.tap:
            print(f"{'ok' if good else 'not ok'} {number} - {name}", flush=True)
            if not good:
                print(f"# {answer} instead of {header['answer']}, {message}")
            continue
        mark = " WRONG" if wrong else "" if good else " (hard)" if header["hard"] is not None else " unsolved"
        print(f"{seconds:9.3f} {answer:8} {name}{mark}{'' if good else '  ' + message}", flush=True)
    if not options.tap:
        print(
            f"solved {solved} of {len(files)}, wrong {mistakes}, PAR-2 {penalty / len(files):.3f} s,"
            f" median {statistics.median(times) * 1000:.1f} ms,"
            f" {statistics.median(processor) * 1000:.1f} ms of processor time"
        )
    sys.exit(mistakes > 0 or (options.tap and solved < len(files)))


main()
