#!/usr/bin/env python3
"""Checks that the rooms of src/ include only themselves, lower rooms of their floor, and lower floors. Speaks TAP."""

import os
import re
import sys

# Floors, lowest first, each with its rooms, lowest first. A floor without rooms is one, and "." is the floor itself.
FLOORS = {
    "base": ". lazy".split(),
    "smt": "term text inspect value eval draw gen known mutate".split(),
    "nn": "graph infer onnx gen property mutate bound encode".split(),
    "b": "term text value eval gen mutate wd known encode".split(),
    "run": "process solver capability".split(),
    "language": ". b nn/text nn/reduce nn smt/reduce smt".split(),
    "find": "bandit oracle reduce fuzz".split(),
    "solve": "learn feature select portfolio boxgen closedbox verify".split(),
    "record": "store spec report experiment suite serve".split(),
    "campaign": [],
    "api": [],
    "cli": "option shared screen lsp command".split(),
}
ORDER = [room for floor, rooms in FLOORS.items() for room in ([floor if r == "." else f"{floor}/{r}" for r in rooms] or [floor])]
# Rooms that may see less than all that is below them.
ONLY = {
    room: {"base", room} for room in ("find/bandit", "record/experiment", "record/serve")
}
# Rooms that know inputs only through language.h: neither they nor what they include may include one of a language.
NEUTRAL = "language find/bandit find/oracle find/reduce find/fuzz record/store record/report record/experiment record/suite record/serve campaign".split()
LANGUAGES = ("smt/", "b/", "nn/", "language/smt", "language/nn", "language/b")
# Files that see everything: the program itself.
TOP = {"cli/main.c"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(.*?)[ \t]*(?:/[/*].*)?$', re.MULTILINE)
OURS = re.compile(r'"([a-z0-9_/]+)/([a-z0-9_]+\.(?:h|def))"')


def violations(path, text):
    """What is wrong with the includes of the file `path`, which is relative to src/."""
    room = os.path.dirname(path)
    if path in TOP:
        allowed = set(ORDER)
    elif room in ORDER:
        allowed = ONLY.get(room, set(ORDER[: ORDER.index(room) + 1]))
    else:
        return [f"{path}: is not in a known room"]
    found = []
    for match in INCLUDE.finditer(text):
        what = match.group(1)
        where = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        if re.fullmatch(r"<[^<>]+>", what):
            continue
        ours = OURS.fullmatch(what)
        if not ours:
            found.append(f'{where}: {what} is not of the form "floor/room/file.h"')
        elif ours.group(1) not in ORDER:
            found.append(f"{where}: {what} is of an unknown room")
        elif ours.group(1) not in allowed:
            found.append(f"{where}: {what} may not be included by {room}")
    return found


def leaks(source):
    """Includes of neutral rooms that lead to a language, however far away: the way to it for each."""
    includes = {}
    for path, text in c_files(source):
        includes[path] = [f"{m.group(1)}/{m.group(2)}" for m in OURS.finditer("\n".join(INCLUDE.findall(text)))]
    return leaks_of(includes)


def leaks_of(includes):
    found = []
    for path in sorted(p for p in includes if os.path.dirname(p) in NEUTRAL):
        seen, waiting = {path}, [(path, path)]
        while waiting:
            at, way = waiting.pop()
            for header in includes.get(at, []):
                if header in seen:
                    continue
                seen.add(header)
                if header.startswith(LANGUAGES):
                    found.append(f"{way} -> {header}")
                else:
                    waiting.append((header, f"{way} -> {header}"))
    return found


def self_test():
    """The checker must accept and reject what it should."""
    cases = [
        ("smt/term/a.c", '#include "base/vec.h"\n#include "smt/term/a.h"\n#include <stdio.h>\n', 0),
        ("cli/main.c", '#include "record/report/table.h"\n#include "find/bandit/arm.h"\n', 0),
        ("base/a.h", '#ifndef A\n#  include "smt/term/sort.h" /* up */\n#endif\n', 1),
        ("smt/term/a.c", '#include "smt/text/parser.h"\n#include "cli/option/options.h"\n', 2),
        ("find/bandit/a.c", '#include "base/random.h"\n#include "smt/term/sort.h" // not base\n', 1),
        ("find/fuzz/a.c", '#include "find/bandit/arm.h"\n', 0),
        ("smt/term/a.c", '#include "a.h"\n', 1),
        ("smt/term/a.c", '#include "../base/vec.h"\n', 1),
        ("smt/term/a.c", "#include HEADER\n", 1),
        ("smt/term/a.c", '#include "misc/x.h"\n', 1),
        ("misc/x.h", "", 1),
        ("smt/x.h", "", 1),
        ("x.h", "", 1),
    ]
    neutral = {"find/fuzz/a.c": ["find/fuzz/a.h"], "find/fuzz/a.h": ["run/solver/b.h"], "run/solver/b.h": []}
    leaky = dict(neutral, **{"run/solver/b.h": ["smt/text/c.h"]})
    missed = [f"self-test: {len(leaks_of(leaky))} leaks"] if len(leaks_of(leaky)) != 2 or leaks_of(neutral) else []
    return missed + [
        f"self-test {path}: {text!r} gave {violations(path, text)}"
        for path, text, expected in cases
        if len(violations(path, text)) != expected
    ]


def c_files(source):
    """Paths below src/ and texts of all files."""
    for folder, _, names in os.walk(source):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    yield os.path.relpath(path, source), file.read()


def check_tree(source):
    found = []
    count = 0
    for path, text in c_files(source):
        found += violations(path, text)
        count += 1
    if count == 0:
        found.append(f"no C file in {source}")
    return found


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    checks = [
        ("the checker sees violations", self_test()),
        ("includes point down the floors and rooms", check_tree(os.path.join(root, "src"))),
        ("fuzzing, voting, reducing and storing know inputs only through language.h", leaks(os.path.join(root, "src"))),
    ]
    print(f"1..{len(checks)}")
    for number, (name, found) in enumerate(checks, 1):
        print(f"{'not ok' if found else 'ok'} {number} - {name}")
        for line in found:
            print("#", line)
    sys.exit(any(found for _, found in checks))


main()
