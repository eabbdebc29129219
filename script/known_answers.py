#!/usr/bin/env python3
"""Asks solvers for the answers of generated scripts whose answer is known, and compares.

usage: script/known_answers.py [--known sat|unsat] [--count N] [--seed N] [--logics A,B] [--keep DIR] ...
       [-- OPTION OF ASSAY GEN...]

N scripts of each logic are run, by default of a list that has all theories. A solver gets many scripts
in one process, with (reset) between them; what contradicts, is refused or ends the process is run again
alone, and that answer counts. Prints each contradiction and the counts. With --journal, logics that are finished are
written to a file, and not run again when the same command is started again. Exit code 1 if there was a
contradiction.
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

from slices import ASSAY, Journal, tested_logics

# Sequences have no logic of their own in cvc5, which takes them where it takes strings.
LOGICS = [*tested_logics(), "QF_SEQ"]
LOGIC_NAMES = {("cvc5", "QF_SEQ"): "QF_SLIA"}


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
    """What a solver prints until it ends, or until it has been silent for so many seconds, and whether it ended."""
    output, ended = b"", False
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as script:
        script.write(text)
        script.seek(0)
        with subprocess.Popen(arguments, stdin=script, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, cwd=folder) as process:
            while select.select([process.stdout], [], [], silence)[0]:
                part = os.read(process.stdout.fileno(), 1 << 16)
                if not part:
                    ended = True
                    break
                output += part
            process.kill()
    return output, ended


MARK = re.compile(rb'^"?script (\d+)"?$', re.M)


def answer(output):
    if b"(error" in output:
        return "error"
    answers = [line for line in output.split() if line in (b"sat", b"unsat", b"unknown")]
    return answers[0].decode() if answers else "none"


def ask_alone(solver, script, limit_ms):
    return answer(run(single(solver, limit_ms), script, limit_ms / 1000 + 2)[0])


def ask_all(solver, scripts, limit_ms):
    """The answer of each script. A process that ends early, or hangs, is replaced by another."""
    answers, first = [], 0
    while first < len(scripts):
        text = b"".join(b'(echo "script %d")\n%s(reset)\n' % (i, scripts[i])
                        for i in range(first, len(scripts)))
        output, ended = run(command(solver, limit_ms), text, limit_ms / 1000 + 2)
        parts = MARK.split(output)
        found = {int(parts[i]): parts[i + 1] for i in range(1, len(parts) - 1, 2)}
        for i in range(first, max(found, default=first) + 1):
            answers.append(answer(found.get(i, b"")))
            if answers[-1] == "error":  # perhaps the fault of the scripts before it
                answers[-1] = ask_alone(solver, scripts[i], limit_ms)
        if ended and answers[-1] == "none":
            answers[-1] = ask_alone(solver, scripts[len(answers) - 1], limit_ms)
        first = len(answers)
    return answers


def generate(options, logic, folder):
    subprocess.run([ASSAY, "gen", "--logic", logic, "--known", options.known, "--seed", options.seed,
                    "--from", str(options.first), "--count", str(options.count), "--out", folder,
                    *options.generator], check=True, stderr=subprocess.DEVNULL)
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def judge(options, solver, script, said):
    """The answer that counts: a contradiction must not need the scripts before it."""
    wrong = {"sat": "unsat", "unsat": "sat"}[options.known]
    if said != wrong:
        return said
    alone = ask_alone(solver, script, int(options.timeout * 1000))
    return "WRONG" if alone == wrong else "wrong only after other scripts"


def keep(options, solver, logic, name):
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
        kept = f"{solver}-{options.known}-{logic}-{options.seed}-{os.path.basename(name)}"
        shutil.copy(name, os.path.join(options.keep, kept))


def check(options, logic, folder):
    """Prints the contradictions of one logic; counts by "SOLVER ANSWER"."""
    files = generate(options, logic, folder)
    counts = collections.Counter(scripts=len(files))
    scripts = []
    for name in files:
        with open(name, "rb") as file:
            scripts.append(file.read().replace(b"(exit)\n", b""))
    for solver in options.solvers.split(","):
        called = LOGIC_NAMES.get((solver, logic), logic)
        asked = [script.replace(b"(set-logic %s)" % logic.encode(), b"(set-logic %s)" % called.encode())
                 for script in scripts]
        for name, script, said in zip(files, asked, ask_all(solver, asked, int(options.timeout * 1000))):
            said = judge(options, solver, script, said)
            counts[f"{solver} {said}"] += 1
            if "wrong" in said.lower():
                print(f"{logic}: {os.path.basename(name)}: {solver}: {said}", flush=True)
                keep(options, solver, logic, name)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--known", choices=["sat", "unsat"], default="sat")
    parser.add_argument("--count", type=int, default=100, help="scripts of each logic")
    parser.add_argument("--first", type=int, default=0, help="the number of the first script")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--timeout", type=float, default=2, help="seconds for each script")
    parser.add_argument("--solvers", default="z3,cvc5")
    parser.add_argument("--logics", default=",".join(LOGICS))
    parser.add_argument("--keep", metavar="DIR", help="copy contradicted scripts there")
    parser.add_argument("--journal", metavar="FILE", help="results of finished logics")
    parser.add_argument("generator", nargs="*", metavar="OPTION", help="options of assay gen, after --",
                        default=["--num-asserts", "3", "--depth", "3"])
    options = parser.parse_args()
    journal, counts = Journal(options.journal), collections.Counter()
    for logic in options.logics.split(","):
        key = [options.known, logic, options.seed, options.first, options.count, options.solvers, options.timeout,
               options.generator]
        result = journal.find(key)
        if result is None:
            with tempfile.TemporaryDirectory() as folder:
                result = check(options, logic, folder)
            journal.add(key, result)
        counts.update(result)
        print(f"{logic}: {' '.join(f'{count} {name},' for name, count in sorted(result.items()))}", file=sys.stderr,
              flush=True)
    for name, count in sorted(counts.items()):
        print(f"{count:7} {name}")
    return 1 if any(name.endswith(" WRONG") for name in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
