#!/usr/bin/env python3
"""The status screen of campaigns on a pseudo-terminal, what stands for it elsewhere, and events for programs. Speaks TAP.

The solvers are shell scripts: one is always right, one crashes on inputs that multiply.
"""

import ctypes
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from terminal import Terminal  # noqa: E402

ASSAY = os.environ["ASSAY"]
SOLVER = """#!/bin/sh
case "$*" in *version*) echo "Z3 version {version}"; exit 0;; esac
for last; do :; done
{what}
echo sat
"""
CRASH = 'if grep -q bvmul "$last"; then echo "Segmentation fault in bvmul" >&2; kill -SEGV $$; fi'
SLOW = 'if grep -q bvmul "$last"; then sleep 0.2; fi'
LABELS = ["assay fuzz", "QF_BV, bugs", "elapsed", "left", "inputs", "/s", "findings", "unsolved", "sat", "unsat",
          "unknown", "timeout", "stopped", "crash", "other", "what pays", "solvers ", "reduction ", "assay ",
          "over time", "p pause", "f last finding", "q stop"]


class Campaign:
    """Solvers and the command line of a campaign, in a folder of its own."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="assay-screen-")
        for name, what in (("good", ""), ("bad", CRASH), ("slow", SLOW), ("shy", "echo unknown; exit 0")):
            path = os.path.join(self.folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(SOLVER.format(version=name, what=what))
            os.chmod(path, 0o755)
        self.count = 0

    def command(self, *more, objective="bugs"):
        self.count += 1
        solvers = {"bugs": ["--solvers", "z3@./good,z3@./bad", "--mode", "plain", "--no-models"],
                   "fine": ["--solvers", "z3@./shy", "--mode", "plain", "--no-models"],
                   "time": ["--target", "z3@./slow", "--reference", "z3@./good", "--cost", "wall", "--runs", "1"]}
        return [ASSAY, "fuzz", "--logic", "QF_BV", "--unrestricted", "--time", "10m", "--out", f"out-{self.count}",
                *solvers[objective], *more]

    def on_terminal(self, *more, columns=80, rows=24, objective="bugs", **others):
        return Terminal(self.command(*more, objective=objective), columns, rows, cwd=self.folder, **others)


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def number_after(terminal, label):
    match = re.search(label + r"\s+([\d,]+)", terminal.screen.text())
    return int(match.group(1).replace(",", "")) if match else 0


def expect_restored(terminal):
    expect(not terminal.screen.alternate, "the other buffer of the terminal is still shown")
    expect(terminal.screen.cursor_visible, "the cursor is hidden")
    expect(terminal.modes() == (True, True), "the terminal does not echo lines")


def has_finding(terminal):
    return number_after(terminal, "findings") > 0


# --- cases ---


def shows_all_at_80_columns(campaign):
    with campaign.on_terminal() as terminal:
        terminal.wait_for(lambda t: has_finding(t) and number_after(t, "inputs") > 3 and "over time" in t.screen.text())
        text = terminal.screen.text()
        for label in LABELS:
            expect(label in text, f"'{label}' is not on the screen:\n{text}")
        expect(re.search(r"^ \S*good +\d+ +\d+", text, re.M), f"no row of a solver:\n{text}")
        expect("finding-01: " in text, "the finding is not among the notes")


def shows_all_at_120_columns_without_colours(campaign):
    with campaign.on_terminal(columns=120, rows=40, environment={"NO_COLOR": "1"}) as terminal:
        terminal.wait_for(lambda t: "lately" in t.screen.text() and "over time" in t.screen.text() and has_finding(t))
        for label in LABELS:
            expect(label in terminal.screen.text(), f"'{label}' is not on the screen")
        expect(not re.search(r"\x1b\[3\dm", terminal.raw), "there are colours in spite of NO_COLOR")


def has_no_empty_graph(campaign):
    with campaign.on_terminal(objective="fine") as terminal:
        terminal.wait_for(lambda t: number_after(t, "inputs") > 3)
        text = terminal.screen.text()
        expect("what pays" in text and "over time" not in text, text)
    with campaign.on_terminal(objective="time") as terminal:
        terminal.wait_for("without a margin")
        terminal.wait_for("best margin")


def follows_the_size(campaign):
    with campaign.on_terminal() as terminal:
        terminal.wait_for("q stop")
        for columns, rows in ((120, 30), (80, 12), (200, 50), (80, 24)):
            terminal.resize(columns, rows)
            terminal.wait_for(lambda t: "q stop" in t.screen.text().split("\n")[-1])
            terminal.wait_for("elapsed")


def shows_what_is_reduced(campaign):
    with campaign.on_terminal("--reduce-time", "5s") as terminal:
        terminal.wait_for("reducing finding-01")


def pauses(campaign):
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for(lambda t: number_after(t, "inputs") > 2)
        terminal.press("p")
        terminal.wait_for("paused")
        terminal.wait_for("p resume")
        # What was in progress ends first.
        end = time.monotonic() + 1
        while time.monotonic() < end:
            terminal.read()
        before = number_after(terminal, "inputs"), re.search(r"(\S+) elapsed", terminal.screen.text()).group(1)
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            terminal.read()
        after = number_after(terminal, "inputs"), re.search(r"(\S+) elapsed", terminal.screen.text()).group(1)
        expect(before == after, f"it goes on while it is paused: {before}, {after}")
        terminal.press("p")
        terminal.wait_for(lambda t: number_after(t, "inputs") > after[0])


def shows_the_last_finding(campaign):
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for("f last finding")
        terminal.wait_for(has_finding)
        terminal.press("f")
        terminal.wait_for("(check-sat)")
        expect(re.search(r"finding-0\d: ", terminal.screen.text()), "the finding has no name")
        terminal.press("f")
        terminal.wait_for("q stop")


def stops_by_q(campaign):
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for(has_finding)
        terminal.press("q")
        expect(terminal.wait() == 1, f"exit code {terminal.code}")
        expect_restored(terminal)
        report = terminal.raw.split("\x1b[?1049l")[-1]
        expect("to resume: assay fuzz --resume" in report and "finding-01" in report, f"no report: {report}")


def stops_by_a_signal(campaign):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with campaign.on_terminal("--no-reduce") as terminal:
            terminal.wait_for(lambda t: number_after(t, "inputs") > 0)
            terminal.kill(number)
            expect(terminal.wait() in (0, 1), f"exit code {terminal.code}")
            expect_restored(terminal)


def gives_the_terminal_back_when_it_crashes(campaign):
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGQUIT):
        with campaign.on_terminal("--no-reduce") as terminal:
            terminal.wait_for(lambda t: number_after(t, "inputs") > 0)
            terminal.kill(number)
            code = terminal.wait()
            expect(code != 0, "a crash of ours ends with exit code 0")
            expect_restored(terminal)


def gives_the_terminal_back_when_the_screen_crashes(campaign):
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for(lambda t: number_after(t, "inputs") > 0)
        threads = [int(name) for name in os.listdir(f"/proc/{terminal.pid}/task") if int(name) != terminal.pid]
        expect(threads, "the screen has no thread")
        for thread in threads:  # others may have it blocked
            ctypes.CDLL(None).tgkill(terminal.pid, thread, signal.SIGSEGV)
            time.sleep(1)
        expect(terminal.wait() != 0, "a crash of ours ends with exit code 0")
        expect_restored(terminal)


def stays_in_a_tiny_terminal(campaign):
    with campaign.on_terminal("--no-reduce", columns=20, rows=3) as terminal:
        terminal.wait_for("assay")
        for rows in (1, 3, 2, 30) * 4:
            terminal.resize(20, rows)
            terminal.read()
        for columns, rows in ((5, 2), (1, 1), (2, 30), (19, 4)):
            terminal.resize(columns, rows)
            terminal.read()
            time.sleep(0.3)
        terminal.resize(20, 3)
        terminal.wait_for(lambda t: t.screen.text().split("\n")[0].startswith(" assay"))
        terminal.press("q")
        terminal.wait()
        expect_restored(terminal)


def stops_and_goes_on_with_ctrl_z(campaign):
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for(lambda t: number_after(t, "inputs") > 0)
        terminal.press("\x1a")
        terminal.wait_for(lambda t: not t.screen.alternate)
        _, status = os.waitpid(terminal.pid, os.WUNTRACED)
        expect(os.WIFSTOPPED(status), "it is not stopped")
        expect_restored(terminal)
        terminal.kill(signal.SIGCONT)
        terminal.wait_for(lambda t: t.screen.alternate and "q stop" in t.screen.text())
        terminal.press("q")
        terminal.wait()
        expect_restored(terminal)


def gives_the_terminal_back_whenever_it_is_stopped(campaign):
    """Also while the next frame is drawn."""
    with campaign.on_terminal("--no-reduce") as terminal:
        terminal.wait_for("q stop")
        for stop in range(25):
            time.sleep(0.2 + stop * 0.008)
            terminal.press("\x1a")
            _, status = os.waitpid(terminal.pid, os.WUNTRACED)
            expect(os.WIFSTOPPED(status), "it is not stopped")
            terminal.wait_for(lambda t: not t.screen.alternate, seconds=5)
            expect_restored(terminal)
            terminal.kill(signal.SIGCONT)
            terminal.wait_for(lambda t: t.screen.alternate)


def has_no_screen_where_there_can_be_none(campaign):
    limits = ["--no-reduce", "--inputs", "3"]
    cases = {"--quiet": dict(more=["--quiet"]), "TERM=dumb": dict(environment={"TERM": "dumb"}),
             "a pipe": dict(pipe=True)}
    for name, case in cases.items():
        command = campaign.command(*limits, *case.get("more", []))
        if case.get("pipe"):
            command = ["sh", "-c", '"$@" | cat', "sh", *command]
        with Terminal(command, cwd=campaign.folder, environment=case.get("environment")) as terminal:
            expect(terminal.wait() in (0, 1), f"{name}: exit code {terminal.code}")
            expect("\x1b[?1049h" not in terminal.raw, f"{name}: there is a screen")
            expect("inputs" in terminal.raw, f"{name}: no report")


def shows_the_best_margin(campaign):
    with campaign.on_terminal("--no-reduce", objective="time") as terminal:
        terminal.wait_for(lambda t: number_after(t, "inputs") > 2 and re.search(r"best margin +\d", t.screen.text()))
        text = terminal.screen.text()
        expect("█" in text and "f best input" in text, f"no graph:\n{text}")
        terminal.press("f")
        terminal.wait_for("the best input: margin")
        terminal.press("q")
        expect(terminal.wait() == 0, f"exit code {terminal.code}")


def prints_events(campaign):
    result = subprocess.run(campaign.command("--events", "--inputs", "40"), cwd=campaign.folder, capture_output=True,
                            text=True, timeout=100, check=False)
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    kinds = [line["event"] for line in lines]
    expect(all(isinstance(line["seconds"], (int, float)) for line in lines), "a line without its time")
    expect(kinds[0] == "started" and lines[0]["schema"] == 1 and len(lines[0]["solvers"]) == 2, f"{lines[0]}")
    found = next(line for line in lines if line["event"] == "finding")
    expect(found["name"] == "finding-01" and found["kind"] in found["title"], f"{found}")
    expect("reducing" in kinds and "reduced" in kinds and "confirming" in kinds, f"{kinds}")
    expect(kinds[-1] == "ended" and lines[-1]["end"] == "inputs", f"{lines[-1]}")
    expect(lines[-1]["exit_code"] == result.returncode == 1, f"exit code {result.returncode}")
    expect(lines[-1]["summary"]["inputs"] == 40, "no summary")


def asks_solvers_once_about_the_logic_only(campaign):
    log = os.path.join(campaign.folder, "asked")
    path = os.path.join(campaign.folder, "logged")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SOLVER.format(version="logged", what=f'echo "$last" >> {log}'))
    os.chmod(path, 0o755)
    environment = {**os.environ, "ASSAY_CACHE": os.path.join(campaign.folder, "cache")}
    errors = []
    for name in ("first", "second"):
        command = [ASSAY, "fuzz", "--logic", "QF_LIA", "--target", "z3@./logged", "--inputs", "1", "--no-reduce", "--runs", "1",
                   "--out", "asked-" + name]
        result = subprocess.run(command, cwd=campaign.folder, env=environment, capture_output=True, text=True, timeout=100,
                                check=False)
        expect(result.returncode == 0, result.stderr)
        errors.append(result.stderr)
        with open(log, encoding="utf-8") as file:
            errors.append(len(file.readlines()))
    expect("asking z3@./logged what it supports (once)" in errors[0], errors[0])
    expect(errors[1] < 30, f"{errors[1]} runs before and for the first input")
    expect("asking" not in errors[2] and errors[3] - errors[1] < 5, f"it was asked again: {errors[2:]}")


def suggests_what_to_do_with_the_solvers_it_sees(campaign):
    os.makedirs(os.path.join(campaign.folder, "bin"))
    shutil.copy(os.path.join(campaign.folder, "good"), os.path.join(campaign.folder, "bin", "z3"))
    environment = {**os.environ, "PATH": os.path.join(campaign.folder, "bin")}
    result = subprocess.run([ASSAY, "fuzz"], env=environment, capture_output=True, text=True, timeout=60, check=False)
    expect(result.returncode == 2 and "assay fuzz --logic QF_BV --solvers z3\n" in result.stdout, result.stdout + result.stderr)
    common = subprocess.run([ASSAY, "fuzz", "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    everything = subprocess.run([ASSAY, "fuzz", "--help-all"], capture_output=True, text=True, timeout=60, check=True).stdout
    expect("--solvers" in common and "--penalty" not in common and "--help-all" in common, common)
    expect("--penalty" in everything and "--num-ufs" in everything, everything)


CASES = [shows_all_at_80_columns, shows_all_at_120_columns_without_colours, has_no_empty_graph, follows_the_size,
         shows_what_is_reduced, pauses, shows_the_last_finding, stops_by_q, stops_by_a_signal, gives_the_terminal_back_when_it_crashes, gives_the_terminal_back_when_the_screen_crashes,
         stays_in_a_tiny_terminal,
         stops_and_goes_on_with_ctrl_z, gives_the_terminal_back_whenever_it_is_stopped, has_no_screen_where_there_can_be_none, shows_the_best_margin, prints_events, asks_solvers_once_about_the_logic_only,
         suggests_what_to_do_with_the_solvers_it_sees]


def main():
    wanted = [case for case in CASES if len(sys.argv) < 2 or case.__name__ in sys.argv[1:]]
    print(f"1..{len(wanted)}")
    campaign, failed = Campaign(), 0
    for number, case in enumerate(wanted, 1):
        try:
            case(campaign)
            print(f"ok {number} {case.__name__}", flush=True)
        except Exception as problem:  # a broken case must not hide the others
            failed += 1
            print(f"not ok {number} {case.__name__}")
            print("\n".join("# " + line for line in str(problem).splitlines()), flush=True)
    shutil.rmtree(campaign.folder)
    sys.exit(failed > 0)


main()
