#!/usr/bin/env python3
"""Runs commands in a world where calls fail (torture.c), and looks whether they end as they should. Speaks TAP.

usage: torture.py [--picks N | --sample] [--seed N] [--only SCENARIO] [--plan KIND:FAILURE:N] PROGRAM FAKE

For each scenario, each kind of call and each way to fail, N of its calls fail, one in each run (all of them with --picks 0,
or if there are not more; with --sample one call in one way). Whatever fails: no signal ends the program and it does not hang; its exit code is 0, 1 or 3, and
with 3 it says why; nothing keeps running, no temporary file is left; the sanitizers that it may be built with have nothing
to say. Rows that were committed are in the store, which is sound and can be resumed. A call that is interrupted or does less
than was asked for changes nothing.
"""

import argparse
import glob
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import cluster  # pylint: disable=wrong-import-position

SECONDS = 100  # a run takes less than one; busy machines
HARMLESS = ("EINTR", "short")
FAILURES = {
    "alloc": ["ENOMEM"],
    "open": ["EMFILE", "EACCES"],
    "read": ["EIO", "EINTR", "short"],
    "write": ["ENOSPC", "EIO", "EINTR", "short"],
    "sync": ["EIO"],
    "rename": ["ENOSPC"],
    "wait": ["EINTR"],
    "start": ["EAGAIN"],
    "descriptor": ["EMFILE"],
    "folder": ["ENOSPC"],
    "list": ["EMFILE"],
    "map": ["ENOMEM"],
    "length": ["ENOSPC"],
    "stream": ["ENOSPC"],
    "sqlite-alloc": ["ENOMEM"],
    "sqlite-open": ["EMFILE"],
    "sqlite-read": ["EIO", "EINTR", "short"],
    "sqlite-write": ["ENOSPC", "EIO", "EINTR", "short"],
    "sqlite-sync": ["EIO"],
    "sqlite-length": ["EIO"],
    "sqlite-lock": ["EAGAIN", "EIO"],
    "sqlite-map": ["ENOMEM"],
    "libpq": ["EAGAIN"],  # whatever it is called: the connection breaks, once
}
SCRIPT = """(set-logic QF_BV)
(declare-const left (_ BitVec 8))
(declare-const right (_ BitVec 8))
(assert (bvult left right))
(assert (and (bvule left #xf0) (not (= (bvadd left right) (bvmul left right)))))
(check-sat)
"""
TABLES = ("instance", "run", "finding", "instance_text")


class World:
    """A folder with all that the scenarios need, and the program."""

    def __init__(self, program, fake):
        self.folder = tempfile.mkdtemp(prefix="assay-torture-")
        self.program = os.path.abspath(program)
        self.fake = os.path.join(self.folder, "fake")
        shutil.copy(fake, self.fake)
        for name in ("made", "tmp", "cache"):
            os.mkdir(self.path(name))
        with open(self.path("in.smt2"), "w", encoding="utf-8") as file:
            file.write(SCRIPT)
        self.servers = cluster.Folder()
        self.database = None
        code, _, err = self.run(self.fuzz("made/c", 3))
        assert code in (0, 1), err

    def close(self):
        self.servers.close()
        shutil.rmtree(self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def fuzz(self, folder, inputs):
        """A campaign with two solvers that disagree on inputs with a mod."""
        fake = self.fake
        solvers = f"{fake} act if:mod out:unsat\\n unless:mod out:sat\\n,{fake} act out:sat\\n"
        return ["fuzz", "--unrestricted", "--objective", "bugs", "--logic", "QF_LIA", "--num-asserts", "2",
                "--depth", "2", "--candidates", "1", "--reward", "any", "--solvers", solvers, "--seed", "7",
                "--inputs", str(inputs), "--out", folder]

    def run(self, words, plan=None):
        """(exit code or None, what it printed, its errors), in the folder."""
        environment = dict(os.environ, TMPDIR=self.path("tmp"), ASSAY_CACHE=self.path("cache"),
                           ASSAY_TORTURE_LOG=self.path("calls"), ASSAY_TORTURE_KEPT=self.path("kept"))
        environment.setdefault("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1")
        environment.setdefault("ASAN_OPTIONS", "exitcode=86")  # and not 1, which is a finding
        environment.pop("ASSAY_TORTURE", None)
        if plan:
            environment["ASSAY_TORTURE"] = plan
        with open(self.path("out.txt"), "w+b") as out, open(self.path("err.txt"), "w+b") as err:
            with subprocess.Popen([self.program, *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                  stdout=out, stderr=err) as process:
                try:
                    code = process.wait(SECONDS)
                except subprocess.TimeoutExpired:
                    process.kill()
                    code = None
            texts = []
            for file in (out, err):
                file.seek(0)
                texts.append(file.read().decode("utf-8", "replace"))
        return code, *texts

    def calls(self):
        with open(self.path("calls"), encoding="utf-8") as file:
            return {name: int(count) for name, count in (line.split() for line in file)}

    def clean(self):
        for name in os.listdir(self.folder):
            path = self.path(name)
            if name in ("kept", "calls") or name.startswith("new"):
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        for path in glob.glob(self.path("tmp/*")):
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)

    def still_running(self):
        found = []
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            try:
                with open(path, "rb") as file:
                    words = file.read()
            except OSError:
                continue
            if self.folder.encode() in words and int(path.split("/")[2]) != os.getpid():
                found.append(words.replace(b"\0", b" ").decode("utf-8", "replace")[:200])
        return found

    def left_behind(self, files):
        """Temporary files, if they are asked for, and processes that do not end soon."""
        found = [name for pattern in ("tmp/*", "new*/**/*.tmp", "*.tmp", "made/**/*.tmp")
                 for name in glob.glob(self.path(pattern), recursive=True) if files]
        end = time.monotonic() + 10
        while (running := self.still_running()) and time.monotonic() < end:
            time.sleep(0.05)
        return found + running


def committed(world):
    """Rows of each table after the last transaction that was acknowledged."""
    try:
        with open(world.path("kept"), encoding="utf-8") as file:
            return [int(word) for word in file.read().splitlines()[-1].split()]
    except (FileNotFoundError, IndexError):
        return [0] * len(TABLES)


def check_store(world, folder):
    """What is wrong with the store, or None: everything that was committed is there, and it can be resumed."""
    kept, path = committed(world), world.path(folder + "/campaign.db")
    if not any(kept):
        return None
    store = sqlite3.connect(path)
    try:
        sound = store.execute("PRAGMA integrity_check").fetchone()[0]
        there = [store.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
    finally:
        store.close()
    if sound != "ok":
        return f"the store is damaged: {sound}"
    if any(have < had for have, had in zip(there, kept)):
        return f"rows are lost: {kept} were committed, {there} are there"
    code, _, err = world.run(["fuzz", "--resume", folder, "--inputs", "7"])
    if code == 3 and "--trust" in err:  # there was no room for the seal
        code, _, err = world.run(["fuzz", "--resume", folder, "--inputs", "7", "--trust"])
    return None if code in (0, 1) else f"it cannot be resumed: {code}: {err}"


# --- scenarios: words of the command, and a look at what it left ---


def begin_campaign(world):
    return world.fuzz("new", 5)


def begin_resume(world):
    shutil.copytree(world.path("made/c"), world.path("new"))
    return ["fuzz", "--resume", "new", "--inputs", "5"]


def look_at_campaign(world, _):
    return check_store(world, "new")


def begin_reduce(world):
    return ["reduce", "in.smt2", "-o", "new.smt2", "--", world.fake, "look", "bvmul"]


def look_at_reduction(world, code):
    """What is called reduced shows the behaviour."""
    if code != 0:
        return None
    with open(world.path("new.smt2"), encoding="utf-8") as file:
        text = file.read()
    return None if "bvmul" in text and len(text) < len(SCRIPT) else f"this is no reduction: {text}"


def begin_report(_):
    return ["report", "made/c", "-o", "new.html"]


def look_at_report(world, code):
    path = world.path("new.html")
    if not os.path.exists(path):
        return "there is no page" if code == 0 else None
    with open(path, encoding="utf-8") as file:
        return None if file.read().rstrip().endswith("</html>") else "a part of the page was written"


def begin_vote(world):
    return ["vote", "in.smt2", "--solvers", f"{world.fake} act out:sat\\n,{world.fake} act out:unsat\\n"]


def look_at_nothing(_world, _code):
    return None


def begin_postgres(world):
    if not world.database:
        world.database = cluster.Postgres(world.servers)
    return [*world.fuzz("new", 5), "--store", world.database.url]


def look_at_postgres(world, code):
    """Whoever says that all inputs are done has stored them; otherwise the campaign can be resumed."""
    last = world.database.ask("SELECT max(id) FROM campaign")
    if code in (0, 1):
        stored = world.database.ask(f"SELECT count(*) FROM instance WHERE campaign = {last[0][0]}")
        return None if stored == [("5",)] else f"5 inputs were run, {stored} are stored"
    if not last or not last[0][0] or not world.database.ask(f"SELECT 1 FROM state WHERE campaign = {last[0][0]}"):
        return None
    code, _, err = world.run(["fuzz", "--resume", world.database.url, "--campaign", last[0][0], "--inputs", "5"])
    return None if code in (0, 1) else f"it cannot be resumed: {code}: {err}"


SCENARIOS = {
    "campaign": (begin_campaign, look_at_campaign),
    "resume": (begin_resume, look_at_campaign),
    "reduce": (begin_reduce, look_at_reduction),
    "report": (begin_report, look_at_report),
    "vote": (begin_vote, look_at_nothing),
    "postgres": (begin_postgres, look_at_postgres),
}


def complaint(world, scenario, plan, usual):
    """Runs a scenario under a plan: what is wrong, or None."""
    begin, look = SCENARIOS[scenario]
    world.clean()
    code, _, err = world.run(begin(world), plan)
    if code is None:
        return "it hangs"
    if code not in (0, 1, 3):
        return f"its exit code is {code}: {err[-3000:]}"
    if re.search(r"runtime error|Sanitizer|torture:", err):
        return err[-3000:]
    if code == 3 and not err.strip():
        return "it fails without a word"
    failure = plan.split(":")[1] if plan else "EINTR"
    if failure in HARMLESS and code != usual:
        return f"this must change nothing, but the exit code is {code}: {err[-500:]}"
    # Who is out of memory ends at once, as if killed; who cannot list a folder cannot remove it.
    may_leave = (code == 3 and "out of memory" in err) or (plan or "").startswith("list:")
    left = world.left_behind(files=not may_leave)
    if left:
        return f"it left {left}"
    return look(world, code)


def plans(kind, failure, count, picks, dice):
    """Which of the calls fail: the first ones are seldom missed, others are drawn. Every other one fails for good."""
    chosen = range(1, count + 1) if picks in (0, count) or picks > count else sorted(
        dice.sample(range(1, count + 1), picks))
    for number in chosen:
        for_good = failure not in HARMLESS + ("EAGAIN",) and dice.random() < 0.4
        yield f"{kind}:{failure}:{number}{'+' if for_good else ''}"


def torture(world, scenario, arguments):
    """Prints complaints. How many there were, and how many runs."""
    begin, _ = SCENARIOS[scenario]
    world.clean()
    usual, _, err = world.run(begin(world))
    if usual not in (0, 1):
        print(f"# without any failure: {err}")
        return 1, 1
    counts, complaints = world.calls(), 0
    dice = random.Random(f"{arguments.seed} {scenario}")
    kinds = ["libpq"] if scenario == "postgres" else FAILURES
    ways = {kind: [dice.choice(FAILURES[kind])] if arguments.sample else FAILURES[kind] for kind in kinds}
    everything = [plan for kind in kinds for failure in ways[kind]
                  for plan in plans(kind, failure, counts[kind], arguments.picks, dice)]
    if arguments.plan:
        everything = [arguments.plan]
    for plan in everything:
        wrong = complaint(world, scenario, plan, usual)
        if wrong:
            complaints += 1
            print(f"# {scenario} {plan}: " + wrong.replace("\n", "\n#   "), flush=True)
    return complaints, len(everything)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--picks", type=int, default=1)
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=SCENARIOS)
    parser.add_argument("--plan")
    parser.add_argument("program")
    parser.add_argument("fake")
    arguments = parser.parse_args()
    names = [arguments.only] if arguments.only else list(SCENARIOS)
    print(f"1..{len(names)}", flush=True)
    world = World(arguments.program, arguments.fake)
    try:
        for number, scenario in enumerate(names, 1):
            try:
                complaints, runs = torture(world, scenario, arguments)
            except cluster.Skip as reason:
                print(f"ok {number} {scenario} # SKIP {reason}", flush=True)
                continue
            print(f"{'not ok' if complaints else 'ok'} {number} {scenario}: {runs} runs", flush=True)
    finally:
        world.close()


main()
