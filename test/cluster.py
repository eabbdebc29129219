#!/usr/bin/env python3
"""Campaigns that several processes run: here, as tasks of Slurm, and on hosts with addresses of their own. Speaks TAP.

usage: cluster.py ASSAY

Each case kills, cancels, cuts or restarts something in the middle, and then looks whether every number of an input was used
exactly once or is marked as free, whether all findings are there, and whether what agents know is the sum over inputs. Servers
are of the test's own, in a temporary folder, on loopback or in network namespaces that it makes. Whatever a case started has
ended when it is over, however it ends.
"""

import ctypes
import glob
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from terminal import Terminal  # noqa: E402

ASSAY = os.path.abspath(sys.argv[1])
SOLVER = """#!/bin/sh
case "$*" in *version*) echo "Z3 version {version}"; exit 0;; esac
for last; do :; done
sleep 0.03
if {wrong} && grep -q bvmul "$last"; then echo "Segmentation fault in bvmul" >&2; kill -SEGV $$; fi
echo sat
"""


class Skip(Exception):
    """What a case needs is not there."""


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(0.1)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def end_process(process):
    """One that was started here: first by asking."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def descendants():
    """All that this process or one that it started has started, and that nobody has waited for."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                parents[int(path.split("/")[2])] = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue  # it has just ended
    found, size = {os.getpid()}, 0
    while size < len(found):
        size = len(found)
        found |= {process for process, parent in parents.items() if parent in found}
    return found - {os.getpid()}


def end_descendants():
    """What was started by servers that have ended, such as the steps of Slurm's jobs: it belongs to us by then."""
    asked = time.monotonic()
    while left := descendants():
        late = time.monotonic() - asked > 3
        for process in left:
            try:
                os.kill(process, signal.SIGKILL if late else signal.SIGTERM)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
        if time.monotonic() - asked > 15:
            print(f"# these processes do not end: {sorted(left)}", flush=True)
            return
        time.sleep(0.05)


def adopt_orphans():
    """Who loses its parent among our descendants becomes our child instead of that of the first process."""
    subreaper = 36  # PR_SET_CHILD_SUBREAPER
    ctypes.CDLL(None).prctl(subreaper, 1, 0, 0, 0)


class Folder:
    """A temporary folder with solvers, which ends the processes that were started in it."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="assay-cluster-")
        os.chmod(self.path, 0o755)
        self.processes = []
        for name, wrong in (("good", "false"), ("bad", "true")):
            self.write(name, SOLVER.format(version=name, wrong=wrong), 0o755)

    def write(self, name, text, mode=0o644):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def start(self, command, **more):
        with open(os.path.join(self.path, "log"), "a", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **more)
        self.processes.append(process)
        return process

    def log(self):
        with open(os.path.join(self.path, "log"), encoding="utf-8", errors="replace") as file:
            return file.read()

    def close(self):
        for process in reversed(self.processes):
            end_process(process)
        self.processes.clear()
        end_descendants()
        shutil.rmtree(self.path, ignore_errors=True)

    def fuzz(self, *options, inputs=150, out="out"):
        return [ASSAY, "fuzz", "--objective", "bugs", "--logic", "QF_BV", "--solvers",
                f"z3@{self.path}/good,z3@{self.path}/bad", "--unrestricted", "--mode", "plain", "--no-models",
                "--candidates", "1", "--reduce-time", "2s", "--inputs", str(inputs), "--time", "60s", "--lease", "2s",
                "--timeout", "5s", "--out", f"{self.path}/{out}", *options]


class Sqlite:
    """The store of a campaign, to look into."""

    def __init__(self, folder):
        self.path = os.path.join(folder.path, "out", "campaign.db")

    def ask(self, query):
        try:
            with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=10) as connection:
                return connection.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is not installed")


def postgres_programs():
    programs = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not programs:
        raise Skip("PostgreSQL is not installed")
    need("psql")
    if os.geteuid() == 0:
        need("setpriv")
    return os.path.dirname(programs[-1])


class Postgres:
    """A server of the test's own. It refuses to be root's."""

    def __init__(self, folder, address="127.0.0.1", prefix=()):
        self.folder, self.address, self.port, self.prefix = folder, address, free_port(), list(prefix)
        self.programs = postgres_programs()
        self.data = os.path.join(folder.path, "postgres")
        os.mkdir(self.data)
        if os.geteuid() == 0:
            shutil.chown(self.data, "nobody")
        try:
            self.run([f"{self.programs}/initdb", "-D", f"{self.data}/data", "-A", "trust", "-U", "assay", "--no-sync", "-E",
                      "UTF8", "--locale=C"])
        except (subprocess.SubprocessError, OSError) as error:
            raise Skip(f"no database can be made here: {error}") from error
        with open(f"{self.data}/data/pg_hba.conf", "a", encoding="utf-8") as rules:
            rules.write("host all all 0.0.0.0/0 trust\n")
        self.url = f"postgresql://assay@{address}:{self.port}/postgres"
        self.server = None
        self.up()

    def run(self, command):
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        subprocess.run([*user, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/",
                       timeout=60)

    def up(self):
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        self.server = self.folder.start([*self.prefix, *user, f"{self.programs}/postgres", "-D", f"{self.data}/data", "-k",
                                         self.data, "-p", str(self.port), "-c", f"listen_addresses={self.address}", "-c",
                                         "fsync=off"], cwd="/")
        wait_for(lambda: self.ask("SELECT 1") == [("1",)], "the start of PostgreSQL")

    def down(self):
        self.server.send_signal(signal.SIGINT)
        self.server.wait(20)

    def ask(self, query):
        result = subprocess.run(["psql", f"postgresql:///postgres?host={self.data}&port={self.port}&user=assay", "-AtF", "\t",
                                 "-v", "ON_ERROR_STOP=1", "-c", "SET search_path TO assay", "-c", query], capture_output=True,
                                text=True, check=False, timeout=30)
        if result.returncode:
            return []
        return [tuple(line.split("\t")) for line in result.stdout.splitlines()[1:]]


def number(store, query):
    rows = store.ask(query)
    return int(float(rows[0][0] or 0)) if rows else 0


def check(store, inputs):
    """Every number once or marked; all findings; agents are sums."""
    count = number(store, "SELECT count(*) FROM instance")
    assert count == inputs, f"{count} inputs instead of {inputs}"
    for query, message in (
            ("SELECT count(*) - count(DISTINCT number) FROM instance", "inputs with one number"),
            ("SELECT count(*) FROM instance i WHERE NOT EXISTS (SELECT 1 FROM block b WHERE i.number BETWEEN b.first AND b.last)",
             "inputs with numbers that nobody was given"),
            ("SELECT next_number - 1 - (SELECT sum(last - first + 1) FROM block) FROM share", "numbers that are in no block"),
            ("SELECT count(*) FROM block WHERE state = 'taken'", "blocks that somebody still has"),
            ("SELECT granted - (SELECT count(*) FROM instance) FROM share", "inputs that were granted and not done"),
            ("SELECT (SELECT sum(inputs) FROM worker) - count(*) FROM instance", "inputs that workers count otherwise"),
            ("SELECT count(*) FROM (SELECT arm FROM arm_sum WHERE agent = 0 GROUP BY arm HAVING sum(pulls) - sum(missed) <> "
             "(SELECT count(*) FROM instance i WHERE i.parent IS NOT NULL AND i.construct = arm)) x",
             "constructs whose pulls are not their inputs"),
            ("SELECT count(*) FROM (SELECT arm FROM arm_sum WHERE agent = 0 GROUP BY arm HAVING sum(rewards) <> "
             "(SELECT coalesce(sum(reward), 0) FROM instance i WHERE i.parent IS NOT NULL AND i.construct = arm)) x",
             "constructs whose rewards are not those of their inputs"),
            ("SELECT (SELECT count(DISTINCT instance) FROM run WHERE outcome = 'crash') - count(DISTINCT instance) FROM finding",
             "crashes without a finding"),
            ("SELECT count(*) FROM worker WHERE state IN ('working', 'idle')", "workers that have not ended")):
        wrong = number(store, query)
        assert wrong == 0, f"{wrong} {message}"
    for first, last, state, drawn, opened in store.ask("SELECT first, last, state, drawn, CAST(open AS TEXT) FROM block"):
        first, last, drawn = int(first), int(last), int(drawn)
        opened = len(text_of(opened).split())
        used = number(store, f"SELECT count(*) FROM instance WHERE number BETWEEN {first} AND {last}")
        assert used == drawn - first + 1 - opened, f"block {first}-{last}, {state}: {used} inputs, drawn {drawn}, open {opened}"
        assert state != "done" or (drawn == last and not opened), f"block {first}-{last} is not done"
    assert number(store, "SELECT count(*) FROM finding") > 0, "nothing was found"


def text_of(value):
    """Bytes, as the database shows them."""
    return bytes.fromhex(value[2:]).decode() if value.startswith("\\x") else value


def processes_of(store):
    return [(int(process), text_of(task)) for process, task in
            store.ask("SELECT process, CAST(task AS TEXT) FROM worker WHERE state = 'working' ORDER BY number")]


def finish(head, folder, seconds=90):
    try:
        code = head.wait(seconds)
    except subprocess.TimeoutExpired as error:
        raise AssertionError("the campaign does not end:\n" + folder.log()[-2000:]) from error
    assert code == 1, f"exit code {code}:\n{folder.log()[-2000:]}"


def half_done(head, folder, store, inputs):
    def is_done():
        assert head.poll() is None, "the campaign has ended too early:\n" + folder.log()[-2000:]
        return number(store, "SELECT count(*) FROM instance") >= inputs // 4
    wait_for(is_done, "a part of the inputs")


def test_workers(folder):
    """Three processes here; one is killed."""
    head = folder.start(folder.fuzz("--workers", "3"))
    store = Sqlite(folder)
    half_done(head, folder, store, 150)
    os.kill(processes_of(store)[0][0], signal.SIGKILL)
    finish(head, folder)
    check(store, 150)
    listed = subprocess.run([ASSAY, "workers", f"{folder.path}/out", "--all"], capture_output=True, text=True, check=True).stdout
    assert "lost" in listed and "0 active, 4 in all" in listed, listed
    assert os.path.exists(f"{folder.path}/out/finding-01/README.md")
    merged = subprocess.run([ASSAY, "merge", f"{folder.path}/out", "-o", f"{folder.path}/all.db"], capture_output=True,
                            text=True, check=True).stdout
    assert "1 campaign, 150 inputs" in merged, merged


def test_join(folder):
    """A campaign that one process runs is joined by another; a worker with another solver is refused."""
    head = folder.start(folder.fuzz())
    store = Sqlite(folder)
    wait_for(lambda: number(store, "SELECT count(*) FROM instance") >= 10, "the first inputs")
    join = [ASSAY, "fuzz", "--store", store.path, "--join", "1", "--lease", "2s"]
    other = folder.start(join)
    wait_for(lambda: len(processes_of(store)) == 2, "a second worker")
    bad = os.path.join(folder.path, "bad")
    with open(bad, encoding="utf-8") as file:
        text = file.read()
    os.rename(bad, bad + ".kept")
    folder.write("bad", text + "# changed\n", 0o755)
    refused = subprocess.run(join, capture_output=True, text=True, check=False, timeout=20)
    os.rename(bad + ".kept", bad)
    assert refused.returncode == 3 and "all workers need the same solvers" in refused.stderr, refused.stderr
    finish(head, folder)
    assert other.wait(20) == 0, folder.log()
    check(store, 150)
    assert number(store, "SELECT count(*) FROM worker WHERE inputs > 0") == 2
    for place, code, reason in (("1", 0, "campaign 1 is over"), ("7", 3, "no campaign 7"), ("0", 2, "out of range")):
        late = subprocess.run([*join[:4], "--join", place], capture_output=True, text=True, check=False, timeout=20)
        assert late.returncode == code and reason in late.stderr, f"{late.returncode}: {late.stderr}"
    assert number(store, "SELECT count(*) FROM worker") == 2


def merge(folder, *words, code=0):
    result = subprocess.run([ASSAY, "merge", *words], cwd=folder.path, capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == code, f"exit code {result.returncode} of {words}:\n{result.stdout}{result.stderr}"
    return result.stdout + result.stderr


def rows_of(path):
    """How many rows the tables have that campaigns fill."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as connection:
        return [connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                for table in ("campaign", "instance", "run", "finding", "finding_group", "finding_text")]


MERGE_RUNS = 600_000


def grow(path):
    """More runs, so that it takes a while."""
    with sqlite3.connect(path, timeout=10) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(run)")]
        shown = ", ".join("number + 1000" if name == "attempt" else name for name in columns)
        connection.execute(f"WITH RECURSIVE counted(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < "
                           f"{MERGE_RUNS}) INSERT INTO run SELECT {shown} FROM counted, (SELECT * FROM run LIMIT 1)")


def test_merge(folder):
    """Campaigns with the same findings; a merge that is killed leaves nothing half; one that takes long shows how far it is."""
    for name in ("one", "two"):
        finish(folder.start(folder.fuzz("--seed", "7", "--no-reduce", inputs=40, out=name)), folder)
    stores = [f"{folder.path}/{name}/campaign.db" for name in ("one", "two")]
    grow(stores[0])
    both = [sum(pair) for pair in zip(*map(rows_of, stores))]
    target = f"{folder.path}/all.db"
    for seconds in (0.3, 0.6):
        process = folder.start([ASSAY, "merge", "one", "two", "-o", target], cwd=folder.path)
        time.sleep(seconds)
        assert process.poll() is None, "it was too fast to be killed"
        process.kill()
        process.wait()
        assert not os.path.exists(target) or rows_of(target) == [0] * 6, rows_of(target)
    with Terminal([ASSAY, "merge", "one", "two", "-o", target], cwd=folder.path) as terminal:
        time.sleep(0.3)
        terminal.kill(signal.SIGSTOP)  # a fast machine has to be in time for showing it, too
        time.sleep(1.2)
        terminal.kill(signal.SIGCONT)
        assert terminal.wait() == 0 and f" of {MERGE_RUNS // 1000}" in terminal.raw, terminal.raw[-500:]
        assert "two: 1 campaign, 40 inputs" in terminal.raw, terminal.raw[-500:]
    assert rows_of(target) == both, f"{rows_of(target)}, not {both}"
    assert "1 there already" in merge(folder, "one", "-o", target)
    refuse_merge(folder, target)


def refuse_merge(folder, target):
    folder.write("text.db", "this is no store")
    with sqlite3.connect(f"{folder.path}/other.db") as connection:
        connection.execute("CREATE TABLE mine (number INTEGER)")
    shutil.copy(target, f"{folder.path}/newer.db")
    with sqlite3.connect(f"{folder.path}/newer.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    before = rows_of(target)
    for store, reason, code in (("none.db", "none.db", 3), ("text.db", "text.db", 3), ("other.db", "other.db", 3),
                                ("newer.db", "newer", 3), (target, "into itself", 2)):
        said = merge(folder, store, "-o", target, code=code)
        assert reason in said, said
        assert store == target or merge(folder, target, "-o", store, code=3 if store != "none.db" else 0), store
    merge(folder, "one", code=2)
    assert rows_of(target) == before


SLURM = """ClusterName=assay
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={path}/munge.socket,cred_expire=5
CredType=cred/munge
SlurmctldPort={control}
SlurmdPort={node}
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=1,batch_sched_delay=0
MpiDefault=none
ReturnToService=2
KillWait=2
MinJobAge=5
StateSaveLocation={path}
SlurmdSpoolDir={path}/spool
SlurmctldPidFile={path}/slurmctld.pid
SlurmdPidFile={path}/slurmd.pid
SlurmctldLogFile={path}/slurmctld.log
SlurmdLogFile={path}/slurmd.log
SlurmdParameters=config_overrides
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def start_slurm(folder):
    """One node; all of it ends with the folder. Gives the environment for its commands."""
    if os.geteuid() != 0:
        raise Skip("only root can start Slurm")
    need("munged", "slurmctld", "slurmd", "sbatch", "sinfo", "squeue", "scancel")
    path = os.path.join(folder.path, "slurm")
    os.makedirs(os.path.join(path, "spool"))
    os.chmod(path, 0o755)
    with open(os.path.join(path, "key"), "wb") as key:
        key.write(os.urandom(1024))
    os.chmod(os.path.join(path, "key"), 0o400)
    config = folder.write("slurm/slurm.conf", SLURM.format(host=socket.gethostname(), path=path, control=free_port(),
                                                           node=free_port()))
    environment = dict(os.environ, SLURM_CONF=config)
    folder.start(["munged", "--foreground", "--force", f"--socket={path}/munge.socket", f"--key-file={path}/key",
                  f"--log-file={path}/munge.log", f"--pid-file={path}/munge.pid", f"--seed-file={path}/seed"])
    try:
        wait_for(lambda: os.path.exists(f"{path}/munge.socket"), "the start of munge", 20)
        servers = [folder.start([program, "-D"], env=environment) for program in ("slurmctld", "slurmd")]
        wait_for(lambda: is_slurm_up(servers, environment), "the start of Slurm", 40)
    except AssertionError as error:
        raise Skip(f"Slurm cannot run here: {error}") from error
    return environment


def is_slurm_up(servers, environment):
    assert all(server.poll() is None for server in servers), "one of its servers has ended"
    try:
        shown = subprocess.run(["sinfo", "--noheader", "--format=%T"], env=environment, capture_output=True, text=True,
                               check=False, timeout=10)
    except subprocess.TimeoutExpired:
        return False
    return "idle" in shown.stdout


def end_jobs(environment):
    """All that is in the queue, while there is somebody to end it."""
    def count():
        shown = subprocess.run(["squeue", "--noheader"], env=environment, capture_output=True, text=True, check=True, timeout=10)
        return len(shown.stdout.splitlines())
    try:
        subprocess.run(["scancel", "--me"], env=environment, check=True, timeout=10, capture_output=True)
        wait_for(lambda: count() == 0, "the end of the jobs", 8)
    except (AssertionError, subprocess.SubprocessError) as error:
        print(f"# {error}; they are killed", flush=True)


def on_slurm(folder, work):
    postgres_programs()
    environment = start_slurm(folder)
    try:
        work(folder, environment)
    finally:
        end_jobs(environment)


def test_slurm(folder):
    """An array of four: one worker is killed, one task cancelled, the database restarted."""
    on_slurm(folder, run_slurm)


def run_slurm(folder, environment):
    store = Postgres(folder)
    options = ["--store", store.url, "--workers", "4", "--cluster", "slurm", "--sbatch", "--time=10"]
    script = subprocess.run(folder.fuzz(*options, "--dry-run"), capture_output=True, text=True, check=True).stdout
    assert script.startswith("#!/bin/sh\n") and "#SBATCH --array=1-4" in script and "--join CAMPAIGN" in script, script
    head = folder.start(folder.fuzz(*options, inputs=200), env=environment)
    wait_for(lambda: len(processes_of(store)) == 4, "four workers")
    half_done(head, folder, store, 160)
    (killed, _), (_, task), *_ = processes_of(store)
    os.kill(killed, signal.SIGKILL)
    subprocess.run(["scancel", task], env=environment, check=True, timeout=30)
    store.down()
    store.up()
    finish(head, folder)
    check(store, 200)
    assert number(store, "SELECT count(*) FROM worker WHERE state = 'lost'") >= 1
    assert number(store, "SELECT count(*) FROM worker WHERE length(task) > 0") >= 4


def test_slurm_interrupted(folder):
    """Ctrl-C leaves the tasks, and then cancels them; who runs the campaign is killed; what resumes it each time loses nothing."""
    on_slurm(folder, interrupt_slurm)


def count_jobs(environment):
    shown = subprocess.run(["squeue", "--noheader", "--array"], env=environment, capture_output=True, text=True, check=True,
                           timeout=10)
    return len(shown.stdout.splitlines())


def interrupt(terminal, answer, environment):
    """Ctrl-C; what it prints from the question on."""
    terminal.press("\x03")
    terminal.wait_for(lambda t: "cancel them (c)?" in t.raw)
    assert count_jobs(environment) == 3
    terminal.press(answer + "\n")
    code = terminal.wait()
    said = terminal.raw[terminal.raw.index("cancel them (c)?"):]
    assert "\x1b[?1049" not in said, f"a screen that is still there: {said!r}"
    return code, said


def interrupt_slurm(folder, environment):
    store, inputs = Postgres(folder), 400
    tasks = ["--workers", "3", "--cluster", "slurm", "--sbatch", "--time=10"]
    resume = [ASSAY, "fuzz", "--resume", store.url, "--campaign", "1"]
    name = "50%j o'clock \"#1\""

    def more():
        already = number(store, "SELECT count(*) FROM instance")
        return lambda _=None: len(processes_of(store)) == 3 and number(store, "SELECT count(*) FROM instance") > already + 10
    with Terminal(folder.fuzz("--store", store.url, *tasks, "--time", "300s", inputs=inputs, out=name), environment=environment,
                  seconds=120) as head:
        head.wait_for(more())
        code, said = interrupt(head, "l", environment)
        assert code == 0 and "to watch them: assay fuzz --resume" in said, said
    with Terminal(resume, environment=environment, seconds=120) as head:  # on a screen, which the question closes
        head.wait_for(lambda t: t.screen.alternate)
        head.wait_for(more())
        code, said = interrupt(head, "c", environment)
        assert code == 1 and "interrupted" in said, f"{code}: {said}"
    wait_for(lambda: count_jobs(environment) == 0, "the end of the tasks", 10)
    done = number(store, "SELECT count(*) FROM instance")
    assert done < inputs and not processes_of(store), f"{done} inputs"
    check(store, done)
    head = folder.start([*resume, *tasks], env=environment)
    wait_for(more(), "inputs of new tasks")
    head.kill()
    head.wait()
    wait_for(more(), "inputs without anybody who watches")
    finish(folder.start(resume, env=environment), folder, 150)
    check(store, inputs)
    assert sorted(file for file in os.listdir(f"{folder.path}/{name}") if file.startswith("task-")) == [
        "task-1.log", "task-2.log", "task-3.log"], os.listdir(f"{folder.path}/{name}")


def test_hosts(folder):
    """Three hosts with addresses of their own; the link to one is cut in the middle."""
    if os.geteuid() != 0 or not shutil.which("ip"):
        raise Skip("network namespaces need root and ip")
    postgres_programs()
    name = f"assay{os.getpid()}"
    hosts = [f"{name}-{i}" for i in range(3)]

    def ip(*words):
        return subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    try:
        for host in hosts:
            if ip("netns", "add", host).returncode:
                raise Skip("network namespaces cannot be made here")
            ip("-n", host, "link", "set", "lo", "up")
        for i in (1, 2):
            if ip("link", "add", f"a{os.getpid() % 10000}-{i}", "netns", hosts[0], "type", "veth", "peer", "name", "eth0",
                  "netns", hosts[i]).returncode:
                raise Skip("there are no virtual links here")
            ip("-n", hosts[0], "addr", "add", f"10.77.{i}.1/24", "dev", f"a{os.getpid() % 10000}-{i}")
            ip("-n", hosts[0], "link", "set", f"a{os.getpid() % 10000}-{i}", "up")
            ip("-n", hosts[i], "addr", "add", f"10.77.{i}.2/24", "dev", "eth0")
            ip("-n", hosts[i], "link", "set", "eth0", "up")
        run_hosts(folder, hosts, ip)
    finally:
        folder.close()
        for host in hosts:
            ip("netns", "del", host)


def run_hosts(folder, hosts, ip):
    def on(host, command):
        return ["ip", "netns", "exec", hosts[host], *command]
    store = Postgres(folder, "0.0.0.0", on(0, []))
    url = "postgresql://assay@10.77.{}.1:" + str(store.port) + "/postgres?tcp_user_timeout=3000&connect_timeout=2"
    head = folder.start(on(0, folder.fuzz("--store", f"postgresql:///postgres?host={store.data}&port={store.port}&user=assay",
                                          "--cluster", "none", inputs=200)))
    wait_for(lambda: number(store, "SELECT count(*) FROM share") == 1, "the campaign")
    workers = [folder.start(on(host, [ASSAY, "fuzz", "--store", url.format(host), "--join", "1", "--lease", "2s"]))
               for host in (1, 2, 2)]
    wait_for(lambda: len(processes_of(store)) == 3, "three workers")
    half_done(head, folder, store, 200)
    ip("-n", hosts[1], "link", "set", "eth0", "down")
    wait_for(lambda: number(store, "SELECT count(*) FROM worker WHERE state = 'lost'") >= 1, "the loss of a worker", 150)
    ip("-n", hosts[1], "link", "set", "eth0", "up")
    finish(head, folder)
    for worker in workers:
        worker.wait(30)
    check(store, 200)


ENDING = (signal.SIGTERM, signal.SIGHUP)


def end_orderly(*_):
    """Once; what has been started is ended then."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    sys.exit("ended from outside")


def run_cases(cases):
    """Those that the command line names, or all; how many have failed."""
    for number in ENDING:
        signal.signal(number, end_orderly)
    print(f"1..{len(cases)}", flush=True)
    failed = 0
    for i, case in enumerate(cases, 1):
        if len(sys.argv) > 2 and case.__name__ not in sys.argv[2:]:
            print(f"ok {i} {case.__name__} # SKIP not asked for", flush=True)
            continue
        folder = Folder()
        try:
            case(folder)
            print(f"ok {i} {case.__name__}", flush=True)
        except Skip as reason:
            print(f"ok {i} {case.__name__} # SKIP {reason}", flush=True)
        except Exception as error:  # pylint: disable=broad-exception-caught
            failed += 1
            print("\n".join("# " + line for line in f"{type(error).__name__}: {error}".splitlines()), flush=True)
            print(f"not ok {i} {case.__name__}", flush=True)
        finally:
            folder.close()
    return failed > 0


if __name__ == "__main__":
    adopt_orphans()
    sys.exit(run_cases([test_workers, test_join, test_merge, test_slurm, test_slurm_interrupted, test_hosts]))
