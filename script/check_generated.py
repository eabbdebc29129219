#!/usr/bin/env python3
"""Do solvers accept what is generated and mutated? Scripts of many logics, read by z3 and cvc5.

usage: script/check_generated.py [--count N] [--jobs N] [--seed N] [--journal FILE] [LOGIC...]

For each logic N generated scripts and N mutants of some of them (1000) are read without their queries. They
are made with --for z3,cvc5, so that operators that one of these solvers lacks are left out. Scripts are read
many at a time, separated by (reset); where that fails each is read alone, and only what fails then counts:
z3 4.8.12 crashes on datatypes after (reset). Prints a line for each logic and what was rejected. With --journal,
logics that are finished are written to FILE, and not checked again when the same command is started again. Exit
code 1 if something was rejected, but for solver bugs that are known.
"""

import argparse
import concurrent.futures
import re
import subprocess
import sys
import tempfile

from slices import ASSAY, Journal, tested_logics

SOLVERS = {
    "z3": ["z3"],
    "cvc5": ["cvc5", "--lang=smt2", "--strings-exp", "--fp-exp"],
}
# Rejections that are mistakes of a solver, and their inputs in test/data/solver-bugs.
MISTAKES = [
    ("z3", r"invalid function declaration reference, unknown function c\d", "z3-datatype-tester-first"),
    ("z3", r"unknown constant c\d+_\d+ \(", "z3-datatype-constructor-first"),
    ("z3", r"ambiguous function declaration reference", "z3-datatype-tester"),
    ("z3", r"^no end", "not ending"),
]
CHUNK = 100
READING_SECONDS = 30
PARENTS = 20


def assay(*words, text=None):
    """The scripts that a command prints, without queries, as a list, and what it leaves out."""
    command = [ASSAY, *words, "--for", "z3,cvc5"]
    result = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    if result.returncode:
        raise SystemExit(f"{' '.join(command)}: {result.stderr}")
    scripts = [part.replace("(check-sat)\n", "") for part in result.stdout.split("(reset)\n")]
    return scripts, re.sub(r"left out for \S+ ", "", result.stderr).strip().replace("\n", ", ")


def complaint(solver, text):
    """What a solver has against a text, or None."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(text)
        file.flush()
        try:
            result = subprocess.run([*SOLVERS[solver], file.name], capture_output=True, text=True,
                                    errors="replace", timeout=READING_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return f"no end of reading it within {READING_SECONDS} s"
    match = re.search(r"\(error.*", result.stdout + result.stderr)
    if match:
        return match.group(0)
    return f"exit code {result.returncode}" if result.returncode else None


def rejected(solver, scripts):
    """The scripts that a solver does not accept, each with the reason."""
    found = []
    for start in range(0, len(scripts), CHUNK):
        chunk = scripts[start : start + CHUNK]
        if not complaint(solver, "(reset)\n".join(chunk)):
            continue
        for script in chunk:
            reason = complaint(solver, script)
            if reason:
                found.append((reason, script))
    return found


def check(logic, count, seed):
    generated, without = assay("gen", "--logic", logic, "--count", str(count), "--seed", str(seed))
    mutants = []
    for number, parent in enumerate(generated[:PARENTS]):
        mutants += assay("mutate", "-", "--logic", logic, "--count", str(count // PARENTS),
                         "--seed", str(seed + number), text=parent)[0]
    problems = []
    for solver in SOLVERS:
        for kind, scripts in (("generated", generated), ("mutant", mutants)):
            problems += [(solver, kind, *problem) for problem in rejected(solver, scripts)]
    return {"generated": len(generated), "mutants": len(mutants), "without": without, "problems": problems}


def mistake(problem):
    """The mistake of a solver that a rejection shows, or None."""
    solver, _, reason, _ = problem
    return next((name for who, pattern, name in MISTAKES if who == solver and re.search(pattern, reason)), None)


def report(logic, result):
    """Prints a line, and what was rejected; how much of it is no known mistake."""
    mistakes = [mistake(problem) for problem in result["problems"]]
    problems = [problem for problem, name in zip(result["problems"], mistakes) if not name]
    known = "".join(f", {mistakes.count(name)} by {name}" for name in sorted(set(filter(None, mistakes))))
    note = f", without {result['without']}" if result["without"] else ""
    print(f"{logic}: {result['generated']} generated, {result['mutants']} mutants, {len(problems)} rejected{known}{note}",
          flush=True)
    for solver, kind, reason, script in problems[:3]:
        print(f"  {solver}, {kind}: {reason}\n{script}", flush=True)
    return len(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", metavar="FILE")
    parser.add_argument("logics", nargs="*", metavar="LOGIC")
    given = parser.parse_args()
    logics = given.logics or tested_logics()
    journal = Journal(given.journal)
    total = bad = 0
    assay("gen", "--logic", logics[0], "--count", "0")  # the solvers are asked once, before the workers need it
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        jobs = []
        for logic in logics:
            key = [logic, given.count, given.seed]
            known = journal.find(key)
            jobs.append((key, known, None if known else pool.submit(check, *key)))
        for key, result, job in jobs:
            if job:
                result = job.result()
                journal.add(key, result)
            bad += report(key[0], result)
            total += result["generated"] + result["mutants"]
    print(f"{len(logics)} logics, {total} scripts, {bad} rejected")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
