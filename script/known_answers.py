#!/usr/bin/env python3
"""Asks solvers for the answers of generated scripts whose answer is known, and compares.

usage: script/known_answers.py [--known sat|unsat] [--count N] [--seed N] [--logics A,B] [--keep DIR] ...

N scripts of each logic are run, by default of a list that has all theories. A solver gets many scripts
in one process, with (reset) between them; what contradicts is run again alone, and counts if it still
does. Prints each contradiction and the counts. Exit code 1 if there was one.
"""

import argparse
import collections
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "build", "assay"))
LOGICS = """QF_UF QF_AX QF_BV QF_ABV QF_AUFBV QF_UFBV QF_IDL QF_RDL QF_UFIDL QF_LIA QF_LRA QF_LIRA QF_NIA
QF_NRA QF_NIRA QF_UFLIA QF_UFLRA QF_UFNIA QF_ALIA QF_AUFLIA QF_AUFNIA QF_FP QF_BVFP QF_UFFP QF_ABVFP
QF_AUFBVFP QF_FPLRA QF_S QF_SLIA QF_SNIA QF_UFSLIA QF_DT QF_UFDT QF_UFDTLIA QF_ADT QF_SEQ QF_ALL UF LIA
LRA NIA BV FP UFLIA AUFLIA UFBV UFDT ALL""".split()


def command(solver, limit_ms):
    return {
        "z3": ["z3", f"-t:{limit_ms}", "-memory:2000", "-in"],
        "cvc5": ["cvc5", "-q", "--lang=smt2", f"--tlimit-per={limit_ms}", "--strings-exp", "--fp-exp",
                 "--incremental", "-"],
    }[solver]


def single(solver, limit_ms):
    """The same for one script: without what is only needed for many."""
    return [word for word in command(solver, limit_ms) if word != "--incremental"]


def run(arguments, text, silence):
    """What a solver prints until it ends, or until it has been silent for so many seconds."""
    output = b""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as script:
        script.write(text)
        script.seek(0)
        with subprocess.Popen(arguments, stdin=script, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, cwd=folder) as process:
            while select.select([process.stdout], [], [], silence)[0]:
                part = os.read(process.stdout.fileno(), 1 << 16)
                if not part:
                    break
                output += part
            process.kill()
    return output


MARK = re.compile(rb'^"?script (\d+)"?$', re.M)


def answer(output):
    if b"(error" in output:
        return "error"
    answers = [line for line in output.split() if line in (b"sat", b"unsat", b"unknown")]
    return answers[0].decode() if answers else "none"


def ask_all(solver, scripts, limit_ms):
    """The answer of each script. A process that ends early is replaced by another."""
    answers, first = [], 0
    while first < len(scripts):
        text = b"".join(b'(echo "script %d")\n%s(reset)\n' % (i, scripts[i])
                        for i in range(first, len(scripts)))
        parts = MARK.split(run(command(solver, limit_ms), text, limit_ms / 1000 + 1))
        found = {int(parts[i]): parts[i + 1] for i in range(1, len(parts) - 1, 2)}
        for i in range(first, max(found, default=first) + 1):
            answers.append(answer(found.get(i, b"")))
        first = len(answers)
    return answers


def generate(options, logic, folder):
    subprocess.run([ASSAY, "gen", "--logic", logic, "--known", options.known, "--seed", options.seed,
                    "--from", str(options.first), "--count", str(options.count), "--out", folder,
                    "--num-asserts", options.num_asserts, "--depth", options.depth], check=True)
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def check(options, logic, folder, counts):
    """Prints the contradictions of one logic; how many there are."""
    files = generate(options, logic, folder)
    scripts = []
    for name in files:
        with open(name, "rb") as file:
            scripts.append(file.read().replace(b"(exit)\n", b""))
    limit_ms = int(options.timeout * 1000)
    found = 0
    for solver in options.solvers.split(","):
        for name, script, said in zip(files, scripts, ask_all(solver, scripts, limit_ms)):
            wrong = {"sat": "unsat", "unsat": "sat"}[options.known]
            if said == wrong:
                alone = answer(run(single(solver, limit_ms), script, 2 * options.timeout))
                said = "WRONG" if alone == wrong else "wrong only after other scripts"
            counts[solver, said] += 1
            if "wrong" in said.lower():
                found += said == "WRONG"
                print(f"{logic}: {name}: {solver}: {said}", flush=True)
                if options.keep:
                    os.makedirs(options.keep, exist_ok=True)
                    shutil.copy(name, os.path.join(
                        options.keep, f"{solver}-{options.known}-{logic}-{options.seed}-"
                        + os.path.basename(name)))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--known", choices=["sat", "unsat"], default="sat")
    parser.add_argument("--count", type=int, default=100, help="scripts of each logic")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--num-asserts", default="3")
    parser.add_argument("--depth", default="3")
    parser.add_argument("--timeout", type=float, default=2, help="seconds for each script")
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--logics", default=",".join(LOGICS))
    parser.add_argument("--keep", metavar="DIR", help="copy contradicted scripts there")
    options = parser.parse_args()
    counts, found = collections.Counter(), 0
    try:
        for logic in options.logics.split(","):
            with tempfile.TemporaryDirectory() as folder:
                found += check(options, logic, folder, counts)
            print(f"{logic}: done", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted: what is known so far", flush=True)
    for (solver, said), count in sorted(counts.items()):
        print(f"{count:7} {solver} {said}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
