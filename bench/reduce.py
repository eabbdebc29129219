#!/usr/bin/env python3
"""Reduces the cases of a folder with `assay reduce` and prints a table: sizes, checks, runs, seconds.

A case is NAME.smt2 with NAME.sig, lines of KEY=VALUE: `cmd` (the file is appended), `timeout` in seconds,
and `mode`: match (the run shows signal=, exit=, out= or err=), disagree (cmd answers `a` while `ref` and
`ref2` answer `b`) or slow (cmd takes more than the timeout while `ref` answers). Every result is run again,
by this program, to see that it still shows the behaviour. If ddsmt is installed, it gets the same cases
of the mode match in the same run.

On a machine that is busy with something else --cpu says more than --time: a case is interrupted after so many
seconds of CPU time, those of assay and of the solvers that have ended.

    bench/reduce.py FOLDER [--time SECONDS] [--cpu SECONDS] [--only TEXT] [--jobs N] [--assay PROGRAM]
                    [--keep FOLDER]
"""

import argparse
import glob
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def read_case(path):
    with open(path, encoding="utf-8") as file:
        return dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)


def execute(words, seconds):
    """Exit code (negative: signal; None: out of time) and output of a program."""
    try:
        done = subprocess.run(words, capture_output=True, timeout=seconds, check=False)
        return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return None, "", ""


def answer(command, path, seconds):
    """The last sat or unsat that a solver prints."""
    code, out, _ = execute(command.split() + [path], seconds)
    found = [line for line in out.split() if line in ("sat", "unsat")]
    return found[-1] if code is not None and found else None


def shows(case, path):
    seconds = 3 * float(case["timeout"]) + 5
    if case["mode"] == "disagree":
        refs = [case[key] for key in ("ref", "ref2") if key in case]
        return answer(case["cmd"], path, seconds) == case["a"] and all(
            answer(ref, path, seconds) == case["b"] for ref in refs)
    if case["mode"] == "slow":
        return answer(case["ref"], path, 60) is not None and execute(
            case["cmd"].split() + [path], float(case["timeout"]) / 2)[0] is None
    code, out, err = execute(case["cmd"].split() + [path], seconds)
    return (code is not None
            and ("signal" not in case or code == -int(case["signal"]))
            and ("exit" not in case or code == int(case["exit"]))
            and case.get("out", "") in out and case.get("err", "") in err)


def assay_words(options, case, source, target):
    words = [options.assay, "reduce", source, "-o", target, "--json", "-j", str(options.jobs)]
    if options.time:
        words += ["--time", f"{options.time}s"]
    if case["mode"] == "disagree":
        solvers = [case[key] for key in ("cmd", "ref", "ref2") if key in case]
        # A single word would be taken for a profile: the options of the case are all there is to be.
        return words + ["--solvers", ",".join(solvers)]
    if case["mode"] == "slow":
        return words + ["--slow", "--target", case["cmd"], "--reference", case["ref"],
                        "--timeout", case["timeout"] + "s"]
    for key in ("out", "err"):
        if key in case:
            words += ["--" + key, re.escape(case[key]).replace(r"\ ", " ")]
    return words + ["--"] + case["cmd"].split()


def cpu_seconds(pid):
    """Of a process and its children that have ended."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def run_within(words, cpu):
    """Exit code, output and errors of a program, which is interrupted when its CPU time is over."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while cpu:
            try:
                process.wait(timeout=0.2)
                break
            except subprocess.TimeoutExpired:
                if cpu_seconds(process.pid) > cpu:
                    process.send_signal(signal.SIGINT)
                    break
        out, err = process.communicate()
        return process.returncode, out, err


def run_assay(options, case, source, target):
    """The result of assay reduce as it prints it, with the seconds of CPU time of everything."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = assay_words(options, case, source, target)
    for more in ([], ["--text"]):
        code, out, err = run_within(words[:2] + more + words[2:], options.cpu)
        if code == 0 or (code == 3 and out):
            break
        if "--text" not in err:
            return {"error": err.strip().split("\n")[0]}
    if not out:
        return {"error": err.strip().split("\n")[0]}
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = json.loads(out)
    result["text"] = bool(more)
    result["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def run_ddsmt(options, case, source, target):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = ["ddsmt", "-j", "1"]
    if "out" in case or "err" in case:
        words += ["--match-out", case["out"]] if "out" in case else ["--match-err", case["err"]]
    start = time.monotonic()
    execute(words + [source, target] + case["cmd"].split(), options.time or None)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = os.path.getsize(target) if os.path.exists(target) else None
    return {"bytes": size, "seconds": time.monotonic() - start,
            "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def print_row(name, case, result, other, still):
    cells = [name, case["mode"]]
    if "error" in result:
        print("| " + " | ".join(cells + [result["error"]]) + " |", flush=True)
        return
    how = ("text, " if result["text"] else "") + ("minimal" if result["minimal"] else "stopped")
    cells += [str(result["bytes_before"]), str(result["bytes"]), str(result["checks"]),
              str(result["runs"]), f"{result['seconds']:.1f}", f"{result['cpu']:.1f}", how,
              "yes" if still else "NO"]
    if other is not None:
        cells += [str(other["bytes"]), f"{other['cpu']:.1f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder")
    parser.add_argument("--time", type=int, default=0, help="seconds a case may take")
    parser.add_argument("--cpu", type=float, default=0, help="seconds of CPU time a case may take")
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--assay", default=os.path.join(root, "build", "assay"))
    parser.add_argument("--keep", help="folder for the results")
    options = parser.parse_args()
    has_ddsmt = shutil.which("ddsmt") is not None
    heads = ["case", "mode", "bytes in", "bytes out", "checks", "runs", "seconds", "CPU s", "end", "shows it"]
    heads += ["ddSMT bytes", "ddSMT CPU s"] if has_ddsmt else []
    print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        keep = os.path.abspath(options.keep or scratch)
        folder = os.path.abspath(options.folder)
        options.assay = os.path.abspath(options.assay)
        os.makedirs(keep, exist_ok=True)
        os.chdir(scratch)
        for path in sorted(glob.glob(os.path.join(folder, f"*{options.only}*.sig"))):
            name = os.path.basename(path)[:-4]
            case, source = read_case(path), path[:-4] + ".smt2"
            target = os.path.join(keep, name + ".smt2")
            result = run_assay(options, case, source, target)
            other = None
            if has_ddsmt and case["mode"] == "match":
                other = run_ddsmt(options, case, source, os.path.join(scratch, "ddsmt.smt2"))
            still = "error" not in result and shows(case, target)
            bad += not still
            print_row(name, case, result, other, still)
    sys.exit(bad > 0)


main()
