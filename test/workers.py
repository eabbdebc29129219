#!/usr/bin/env python3
"""assay bench, verify, experiment and train by several processes. Speaks TAP.

usage: workers.py ASSAY [CASE...]

Each command is run by one process and by several, of which some are killed, stopped or cut off in the middle: what comes out has
to be the same, each unit of work done once, and nothing lost. Solvers are fakes.
"""

import csv
import fcntl
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from cluster import (ASSAY, Postgres, Terminal, adopt_orphans, number, on_slurm, processes_of, run_cases, text_of, wait_for)

SCRIPTS = 12
ODD = "50%j, o'clock; \"#1\" $x"  # a name with what shells, Slurm and tables read otherwise


class File:
    """A store in an SQLite file, to look into."""

    def __init__(self, path):
        self.path = path

    def ask(self, query):
        try:
            with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=10) as connection:
                return connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []


def run(folder, *words, code=0, **more):
    """The output of assay."""
    result = subprocess.run([ASSAY, *words], cwd=folder.path, capture_output=True, text=True, check=False, timeout=120, **more)
    assert result.returncode == code, f"exit code {result.returncode} of {words}:\n{result.stdout}{result.stderr}"
    return result.stdout


def done(folder, head, code=0):
    try:
        head.wait(90)
    except subprocess.TimeoutExpired as error:
        raise AssertionError("it does not end:\n" + folder.log()[-2000:]) from error
    assert head.returncode == code, f"exit code {head.returncode}:\n{folder.log()[-2000:]}"


def make_scripts(folder):
    os.mkdir(f"{folder.path}/in")
    for i in range(SCRIPTS):
        operator = "bvmul" if i % 4 == 0 else "bvadd"
        folder.write(f"in/{i:02}.smt2", f"(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x ({operator} x #x{i:02x})))"
                     "(check-sat)")
    os.truncate(folder.write("in/none.smt2", ""), 5 << 30)  # too large; it takes no room on the disk


def bench(folder, output, *options):
    return ["bench", "-s", f"z3@{folder.path}/good,z3@{folder.path}/bad", "--no-models", "-t", "5s", "-o", output, "in", *options]


def rows_of(folder, output):
    """What does not depend on time."""
    with open(f"{folder.path}/{output}", encoding="utf-8", newline="") as file:
        return sorted(tuple(row[name] for name in ("benchmark", "logic", "solver", "answer", "expected", "wrong", "checks", "letters"))
                      for row in csv.DictReader(file))


def table_of(text):
    """The table without times."""
    return [re.sub(r"\d+\.\d+", "#", line).split() for line in text.splitlines()]


def check_units(store, units, lost=0, killed=0):
    """All are done once and kept, by workers that have ended; one that was killed when it held nothing may never be missed."""
    assert number(store, "SELECT count(*) FROM unit WHERE state = 'kept'") == units
    assert number(store, "SELECT count(*) FROM unit WHERE state <> 'kept'") == 0
    assert number(store, "SELECT sum(inputs) FROM worker") == units, store.ask("SELECT number, state, inputs FROM worker")
    assert number(store, "SELECT count(*) FROM worker WHERE state = 'lost'") >= lost
    active = f"SELECT count(*) FROM worker WHERE state IN ('working', 'idle') AND process <> {killed}"
    wait_for(lambda: number(store, active) == 0, "the end of workers", 10)


def half_done(store, units):
    wait_for(lambda: number(store, "SELECT count(*) FROM unit WHERE state IN ('done', 'kept')") >= units // 4, "a part of the work")


def hold(folder, condition):
    """The good solver does not answer such scripts before there is the file 'go'."""
    with open(f"{folder.path}/good", encoding="utf-8") as file:
        text = file.read()
    folder.write("good", text.replace("sleep 0.03", f"if {condition}; then while [ ! -e '{folder.path}/go' ]; do sleep 0.1; done; fi"),
                 0o755)


def test_bench(folder):
    """One worker is killed, and one stopped for longer than its lease: its result comes too late."""
    make_scripts(folder)
    plain = run(folder, *bench(folder, "plain.csv", "-t", "100s"), code=3)
    store = File(f"{folder.path}/work.db")
    hold(folder, "grep -q '#x0b' \"$last\"")
    head = folder.start([ASSAY, *bench(folder, "shared.csv", "--workers", "3", "--store", store.path, "--lease", "1s", "-t", "100s")],
                        cwd=folder.path)
    units = 2 * SCRIPTS + 2
    half_done(store, units)
    (killed, _), (stopped, _), *_ = processes_of(store)
    os.kill(killed, signal.SIGKILL)
    os.kill(stopped, signal.SIGSTOP)
    wait_for(lambda: number(store, "SELECT count(*) FROM worker WHERE state = 'lost'") >= 2, "the loss of two workers", 20)
    os.kill(stopped, signal.SIGCONT)
    folder.write("go", "")
    done(folder, head, 3)
    check_units(store, units, 2)
    assert rows_of(folder, "plain.csv") == rows_of(folder, "shared.csv")
    assert len(rows_of(folder, "shared.csv")) == 2 * SCRIPTS
    assert table_of(plain)[0][0] == "solver"
    assert table_of(plain) == [line for line in table_of(folder.log()) if line[:1] != ["assay"]][-len(table_of(plain)):], folder.log()
    assert folder.log().count("is left out") == 1, folder.log()
    listed = run(folder, "workers", store.path, "--all")
    assert "lost" in listed and "0 active" in listed, listed
    again = run(folder, *bench(folder, "shared.csv", "--workers", "3", "--store", store.path, "-t", "100s"), code=3)
    assert "solver" in again, again


def test_bench_resumed(folder):
    """Who began it is killed: the same command goes on, and nothing is done again that was kept."""
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    run(folder, *bench(folder, "plain.csv"))
    hold(folder, "grep -q '#x0b' \"$last\"")
    command = [ASSAY, *bench(folder, "shared.csv", "--workers", "2", "--lease", "1s", "-t", "100s")]
    store = File(f"{folder.path}/shared.csv-workers/work.db")
    head = folder.start(command, cwd=folder.path)
    half_done(store, 2 * SCRIPTS)
    second = subprocess.run(command, cwd=folder.path, capture_output=True, text=True, check=False, timeout=30)
    assert second.returncode == 3 and "another process" in second.stderr, second.stderr
    head.kill()
    head.wait()
    folder.write("go", "")
    head = folder.start(command, cwd=folder.path)
    done(folder, head)
    assert rows_of(folder, "plain.csv") == rows_of(folder, "shared.csv")
    assert not os.path.exists(f"{folder.path}/shared.csv-workers"), os.listdir(f"{folder.path}/shared.csv-workers")


def edit(path, *statements):
    connection = sqlite3.connect(path, timeout=10)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_bench_repaired(folder):
    """A unit that its worker does not know of, as the server's answer was lost, is done all the same; so is work with the seal of a
    key that is gone, and with other words than ours."""
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    store = File(f"{folder.path}/work.db")
    run(folder, *bench(folder, "shared.csv", "--cluster", "none", "--detach", "--store", store.path))
    edit(store.path, "UPDATE unit SET state = 'taken', worker = 1 WHERE number = 1",
         "UPDATE setting SET value = CAST('0' AS BLOB) WHERE name = 'seal'",
         "UPDATE setting SET value = CAST('x' AS BLOB) WHERE name = 'words'")
    head = folder.start([ASSAY, *bench(folder, "shared.csv", "--workers", "1", "--store", store.path, "--lease", "20s")],
                        cwd=folder.path)
    done(folder, head)
    check_units(store, 2 * SCRIPTS)
    assert number(store, "SELECT max(number) FROM worker") == 1
    assert len(rows_of(folder, "shared.csv")) == 2 * SCRIPTS


def test_bench_without_key(folder):
    """Workers cannot know that the work is ours: this is said before they start."""
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    command = [ASSAY, *bench(folder, "shared.csv", "--workers", "1")]
    environment = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_STATE_HOME")}
    head = subprocess.run(command, cwd=folder.path, capture_output=True, text=True, check=False, timeout=60, env=environment)
    assert head.returncode == 3 and "--trust" in head.stderr, head.stderr
    run(folder, *command[1:], "--trust", env=environment)
    assert len(rows_of(folder, "shared.csv")) == 2 * SCRIPTS


def test_verify(folder):
    """A worker that hangs in an instance is killed: another one does it."""
    source = os.environ["ASSAY_SOURCE_ROOT"]
    for name in ("network.onnx", "network.vnnlib"):
        shutil.copy(f"{source}/samples/{name}", f"{folder.path}/{name}")
    os.mkfifo(f"{folder.path}/slow.vnnlib")
    folder.write("set.csv", "network.onnx,network.vnnlib,10\nnetwork.onnx,slow.vnnlib,10\nnone.onnx,network.vnnlib,3\n")
    store = File(f"{folder.path}/work.db")
    head = folder.start([ASSAY, "verify", "--instances", "set.csv", "-o", "shared.csv", "--workers", "2", "--store", store.path,
                         "--lease", "1s"], cwd=folder.path)
    query = "SELECT w.process FROM worker w JOIN unit u ON u.worker = w.number WHERE u.number = 2 AND u.state = 'taken'"
    wait_for(lambda: number(store, query) > 0 and number(store, "SELECT count(*) FROM unit WHERE state = 'kept'") == 2,
             "a unit that hangs")
    os.kill(number(store, query), signal.SIGKILL)
    shutil.copy(f"{folder.path}/network.vnnlib", f"{folder.path}/copy.vnnlib")
    os.rename(f"{folder.path}/copy.vnnlib", f"{folder.path}/slow.vnnlib")
    done(folder, head, 3)
    check_units(store, 3, 1)
    plain = run(folder, "verify", "--instances", "set.csv", "-o", "plain.csv", code=3)
    verdicts = {}
    for name in ("plain.csv", "shared.csv"):
        with open(f"{folder.path}/{name}", encoding="utf-8") as file:
            verdicts[name] = sorted(re.sub(r",\d+\.\d+,(\d+,\d+\.\d+)$", r",\1", line) for line in file)
    assert verdicts["plain.csv"] == verdicts["shared.csv"] and len(verdicts["plain.csv"]) == 4, verdicts
    assert table_of(plain)[:2] == table_of(folder.log()[folder.log().index("instances"):])[:2], folder.log()


PLAN = """settings: {{objective: bugs, logic: QF_BV, inputs: 8, candidates: 1, unrestricted: true, no-reduce: true, no-models: true}}
strategies: [bandit1, random]
cases: [{{name: bits, solvers: "z3@{path}/good,z3@{path}/bad"}}]
repetitions: 3
"""


def campaigns_of(folder, name):
    with open(f"{folder.path}/{name}/campaigns.csv", encoding="utf-8", newline="") as file:
        return sorted(tuple(value for title, value in row.items() if "second" not in title and "_s" not in title)
                      for row in csv.DictReader(file))


def test_experiment(folder):
    """A worker is killed in the middle of a campaign."""
    folder.write("plan.yaml", PLAN.format(path=folder.path))
    store = File(f"{folder.path}/work.db")
    head = folder.start([ASSAY, "experiment", "plan.yaml", "-o", "shared", "--workers", "2", "--store", store.path, "--lease", "1s"],
                        cwd=folder.path)
    half_done(store, 6)
    os.kill(processes_of(store)[0][0], signal.SIGKILL)
    run(folder, "experiment", "plan.yaml", "-o", "plain")
    done(folder, head)
    check_units(store, 6, 1)
    assert campaigns_of(folder, "plain") == campaigns_of(folder, "shared")
    assert len(os.listdir(f"{folder.path}/shared/results")) == 6
    assert len(campaigns_of(folder, "shared")) == 6


def test_train_beside(folder):
    """Work of another command in the same folder stays when one is done."""
    source = os.environ["ASSAY_SOURCE_ROOT"]
    command = ["train", "--runs", f"{source}/samples/train-runs.csv", "--features", f"{source}/samples/train-features.csv",
               "--evaluate", "--trees", "3", "--folds"]
    run(folder, *command, "3", "--cluster", "none", "--detach")
    run(folder, *command, "2", "--workers", "1")
    store = File(f"{folder.path}/train-workers/work.db")
    assert number(store, "SELECT count(*) FROM unit WHERE state = 'open'") == 3
    run(folder, *command, "3", "--workers", "1")
    assert not os.path.exists(f"{folder.path}/train-workers")


def test_train(folder):
    """The evaluation is the same to the last digit, also if a worker is killed."""
    source = os.environ["ASSAY_SOURCE_ROOT"]
    command = ["train", "--runs", f"{source}/samples/train-runs.csv", "--features", f"{source}/samples/train-features.csv",
               "--evaluate", "--trees", "30", "--folds", "4"]
    plain = run(folder, *command)
    store = File(f"{folder.path}/work.db")
    head = folder.start([ASSAY, *command, "--workers", "2", "--store", store.path, "--lease", "1s"], cwd=folder.path)
    wait_for(lambda: processes_of(store), "a worker")
    killed = processes_of(store)[0][0]
    os.kill(killed, signal.SIGKILL)
    done(folder, head)
    assert plain in folder.log(), folder.log()
    check_units(store, 4, killed=killed)


def test_postgresql(folder):
    """The server is restarted; a worker of another version, one with another solver and one without rights are refused."""
    store = Postgres(folder)
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    run(folder, *bench(folder, "plain.csv"))
    head = folder.start([ASSAY, *bench(folder, "shared.csv", "--cluster", "none", "--store", store.url, "--lease", "2s")],
                        cwd=folder.path)
    wait_for(lambda: number(store, "SELECT count(*) FROM share") == 1, "the work")
    check_refusals(folder, store)
    for query in ("CREATE ROLE few LOGIN", "GRANT USAGE ON SCHEMA assay TO few",
                  "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA assay TO few"):
        store.ask(query)
    few = store.url.replace("assay@", "few@") + "?options=-c%20statement_timeout%3D5s"
    workers = [folder.start([ASSAY, "bench", "--store", url, "--join", "1", "--lease", "2s"], cwd="/") for url in (store.url, few)]
    half_done(store, 2 * SCRIPTS)
    store.down()
    time.sleep(1)
    store.up()
    done(folder, head)
    for worker in workers:
        assert worker.wait(20) == 0, folder.log()
    check_units(store, 2 * SCRIPTS)
    assert rows_of(folder, "plain.csv") == rows_of(folder, "shared.csv")
    assert number(store, "SELECT count(*) FROM worker WHERE inputs > 0") == 2
    assert "there is no campaign" in subprocess.run([ASSAY, "report", store.url], capture_output=True, text=True, check=False).stderr


def all_commands(folder):
    """Words of each command that does work in units: bench, experiment, verify and train; the files that they need."""
    source = os.environ["ASSAY_SOURCE_ROOT"]
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    for name in ("network.onnx", "network.vnnlib", "train-runs.csv", "train-features.csv"):
        shutil.copy(f"{source}/samples/{name}", f"{folder.path}/{name}")
    os.mkfifo(f"{folder.path}/slow.vnnlib")
    folder.write("set.csv", "network.onnx,network.vnnlib,10\nnetwork.onnx,slow.vnnlib,10\n")
    folder.write("plan.yaml", PLAN.format(path=folder.path))
    return (bench(folder, "bench.csv"),
            ["experiment", "plan.yaml", "-o", "experiment"],
            ["verify", "--instances", "set.csv", "-o", "verify.csv"],
            ["train", "--runs", "train-runs.csv", "--features", "train-features.csv", "--evaluate", "--trees", "60", "--folds", "6"])


def feed(path, pipe):
    with open(path, encoding="utf-8") as source, open(pipe, "w", encoding="utf-8") as target:
        target.write(source.read())


def test_restart(folder):
    """The database is restarted while each of the commands runs."""
    store = Postgres(folder)
    units = 0
    for words in all_commands(folder):
        head = folder.start([ASSAY, *words, "--workers", "2", "--store", store.url, "--lease", "2s"], cwd=folder.path)
        wait_for(lambda: number(store, f"SELECT count(*) FROM unit WHERE kind = '{words[0]}' AND state = 'taken'") > 0, "a unit")
        store.down()
        time.sleep(0.5)
        store.up()
        if words[0] == "verify":
            feed(f"{folder.path}/network.vnnlib", f"{folder.path}/slow.vnnlib")  # it waits for this
        done(folder, head)
        units += number(store, f"SELECT count(*) FROM unit WHERE kind = '{words[0]}'")
        check_units(store, units)
        assert len(processes_of(store)) == 0, words


def test_dry_run(folder):
    """Every command prints the script of a task, and does nothing else."""
    for words in all_commands(folder):
        before = sorted(os.listdir(folder.path))
        script = run(folder, *words, "--workers", "5", "--cluster", "slurm", "--store", f"{folder.path}/{ODD}", "--dry-run",
                     "--sbatch", "--time=1")
        assert "#SBATCH --array=1-5\n" in script and "#SBATCH --time=1\n" in script, script
        called = shlex.split(script.splitlines()[-1])
        assert called[:1] + called[2:] == ["exec", words[0], "--store", f"{folder.path}/{ODD}", "--join", "CAMPAIGN", "--lease",
                                           "60000ms"], called
        assert before == sorted(os.listdir(folder.path))
        assert "line break" in failure(folder, *words, "--workers", "5", "--cluster", "slurm", "--sbatch", "a\nb", "--dry-run")


def failure(folder, *words):
    """What it says when it refuses."""
    result = subprocess.run([ASSAY, *words], cwd=folder.path, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode in (2, 3), f"exit code {result.returncode} of {words}:\n{result.stdout}{result.stderr}"
    return result.stderr


def test_folder_of_logs(folder):
    """Slurm would write logs elsewhere, or not at all: this is said before anything is begun."""
    make_scripts(folder)
    for name in ("a\nb", "a\\b"):
        os.mkdir(f"{folder.path}/{name}")
        said = failure(folder, *bench(folder, f"{name}/shared.csv", "--cluster", "slurm"))
        assert "line break or a backslash" in said and not os.path.exists(f"{folder.path}/task-1.log"), said


def test_surroundings(folder):
    """Another assay, and another file of those that the work is about: workers of each command refuse to take part."""
    store = Postgres(folder)
    changed = {"bench": "bad", "experiment": "bad", "verify": "set.csv", "train": "train-runs.csv"}
    for place, words in enumerate(all_commands(folder), 1):
        run(folder, *words, "--cluster", "none", "--detach", "--store", store.url)
        join = (words[0], "--store", store.url, "--join", str(place), "--trust")
        path = f"{folder.path}/{changed[words[0]]}"
        with open(path, "a", encoding="utf-8") as file:
            size = file.tell()
            file.write("\n")
        said = failure(folder, *join)
        assert "all workers need the same" in said and changed[words[0]] in said, said
        os.truncate(path, size)
        facts = text_of(store.ask(f"SELECT value FROM setting WHERE name = 'facts' AND campaign = {place}")[0][0])
        other = re.sub(r"assay: \S+", "assay: 99.9", facts)
        store.ask(f"UPDATE setting SET value = '\\x{other.encode().hex()}' WHERE name = 'facts' AND campaign = {place}")
        said = failure(folder, *join)
        assert "all workers need the same" in said and "99.9" in said, said
    assert number(store, "SELECT count(*) FROM worker") == 0


def test_one_head(folder):
    """Whoever else has the results does not see them half, and nothing is done twice: first the lock, then the results."""
    _, experiment, verify, _ = all_commands(folder)
    with open(folder.write("verify.csv", "not a table of results\n"), "r+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "is being written by another process" in failure(folder, *verify)
    os.makedirs(f"{folder.path}/experiment/results")
    descriptor = os.open(f"{folder.path}/experiment/results", os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    assert "another process runs the experiment" in failure(folder, *experiment)
    os.close(descriptor)
    run(folder, *experiment)


def check_refusals(folder, store):
    def refused(reason, *words):
        result = subprocess.run([ASSAY, *words], capture_output=True, text=True, check=False, timeout=30)
        assert result.returncode in (2, 3) and reason in result.stderr, f"{words}: {result.stderr}"
    join = ("bench", "--store", store.url, "--join", "1")
    facts = text_of(store.ask("SELECT value FROM setting WHERE name = 'facts'")[0][0])

    def put(text):
        store.ask(f"UPDATE setting SET value = '\\x{text.encode().hex()}' WHERE name = 'facts'")
    put(re.sub(r"assay: \S+", "assay: 99.9", facts))
    refused("all workers need the same", *join, "--trust")
    refused("--trust runs it", *join)  # the seal is broken by now
    put(facts)
    bad = f"{folder.path}/bad"
    with open(bad, encoding="utf-8") as file:
        text = file.read()
    folder.write("bad", text + "# changed\n", 0o755)
    refused("all workers need the same", *join)
    folder.write("bad", text, 0o755)
    refused("is work of 'assay bench'", "verify", "--store", store.url, "--join", "1")
    refused("is not the number of work", "bench", "--store", store.url, "--join", "7")
    refused("--join is told by the store", *join, "in")
    store.ask("CREATE ROLE nobody LOGIN")
    refused("permission denied", "bench", "--store", store.url.replace("assay@", "nobody@"), "--join", "1")


def test_slurm(folder):
    """Tasks in a folder with a strange name; one is requeued; Ctrl-C leaves them, and the same command comes back to them; Ctrl-C
    cancels them, and the same command does the rest."""
    on_slurm(folder, run_slurm)


def interrupted(command, folder, environment, ready, answer):
    """The command on a terminal, until it is ready and Ctrl-C is answered so. Gives its exit code and what it printed."""
    with Terminal(command, cwd=folder.path, environment=environment, columns=200, seconds=150) as head:
        head.wait_for(ready)
        head.press("\x03")
        head.wait_for(lambda t: "cancel them (c)?" in t.raw)
        head.press(answer + "\n")
        return head.wait(), head.raw


def run_slurm(folder, environment):
    store = Postgres(folder)
    make_scripts(folder)
    os.unlink(f"{folder.path}/in/none.smt2")
    os.rename(f"{folder.path}/in/00.smt2", f"{folder.path}/in/{ODD}.smt2")
    run(folder, *bench(folder, "plain.csv"))
    hold(folder, "true")
    os.mkdir(f"{folder.path}/{ODD}")
    command = [ASSAY, *bench(folder, f"{ODD}/shared.csv", "--store", store.url, "--workers", "2", "--cluster", "slurm", "--sbatch",
                             "--time=10", "--lease", "2s", "-t", "100s")]

    def requeued(_):
        """Two tasks work; when they do for the first time, one is sent back into the queue."""
        working = processes_of(store)
        if len(working) == 2 and not tasks:
            tasks.append(working[0][1])
            subprocess.run(["scontrol", "requeue", tasks[0]], env=environment, check=True, timeout=30)
        return number(store, "SELECT count(*) FROM worker") == 3
    tasks = []
    code, said = interrupted(command, folder, environment, requeued, "l")
    assert code == 0 and "the same command watches them" in said, said
    assert len(store.ask(f"SELECT 1 FROM worker WHERE task = '{tasks[0]}'")) == 2, store.ask("SELECT number, state, task FROM worker")
    wait_for(lambda: len(processes_of(store)) == 2, "the two tasks that were left")
    code, said = interrupted(command, folder, environment, lambda t: "watching" in t.raw, "c")
    assert code == 3 and "Slurm job" not in said and "the same command resumes" in said, said
    assert not processes_of(store)
    folder.write("go", "")
    with Terminal(command, cwd=folder.path, environment=environment, columns=200, seconds=100) as head:
        assert head.wait() == 0 and "virtual best" in head.raw and "Slurm job" in head.raw, head.raw
    check_units(store, 2 * SCRIPTS)
    plain, shared = rows_of(folder, "plain.csv"), rows_of(folder, f"{ODD}/shared.csv")
    assert plain == shared, f"{plain}\n{shared}"
    assert not os.path.exists(f"{folder.path}/{ODD}/shared.csv-workers") and not [
        name for name in os.listdir(folder.path) if name.startswith("task-")], os.listdir(folder.path)


if __name__ == "__main__":
    adopt_orphans()
    sys.exit(run_cases([test_bench, test_bench_resumed, test_bench_repaired, test_bench_without_key, test_verify, test_experiment,
                        test_train, test_train_beside, test_postgresql, test_restart, test_dry_run,
                        test_folder_of_logs, test_surroundings, test_one_head, test_slurm]))
