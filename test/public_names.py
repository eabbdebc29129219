#!/usr/bin/env python3
"""Public names of the library: each begins with the prefix of a module, and a prefix belongs to one room. Speaks TAP.

    public_names.py LIBRARY.a"""

import os
import re
import subprocess
import sys

# Names without a prefix.
BARE = {"evaluate"}

# Prefixes of several rooms, which are to become fewer. The first room has it.
SHARED = {
    "b": {"b/term", "b/text"},  # a floor of its own
    "campaign": {"find/fuzz", "campaign"},
    "command": {"smt/text", "run/solver"},
    "engine": {"solve/verify", "solve/closedbox"},
    "feature": {"solve/feature", "solve/select"},
    "gen": {"smt/draw", "language/smt"},
    "matrix": {"solve/learn", "nn/bound"},
    "milp": {"nn/encode", "solve/verify"},
    "move": {"language/smt/reduce", "nn/infer"},
    "network": {"nn/gen", "nn/mutate"},
    "problem": {"solve/portfolio", "solve/verify"},
    "program": {"smt/eval", "solve/closedbox"},
    "random": {"base", "nn/gen"},
    "reduce": {"find/reduce", "language"},  # what language/reducer.h lets a reducer ask for
    "run": {"run/process", "solve/portfolio", "solve/select"},
    "score": {"find/fuzz", "solve/portfolio"},
    "script": {"smt/text", "run/solver", "solve/portfolio"},
    "share": {"smt/gen", "solve/verify"},
    "signature": {"smt/term", "solve/closedbox"},
    "smtlib": {"language/smt", "language/smt/reduce", "nn/encode"},
    "solve": {"run/solver", "solve/portfolio"},
    "text": {"language", "language/smt/reduce", "run/solver"},
    "tree": {"solve/learn", "nn/gen"},
    "value": {"smt/value", "base"},
    "verify": {"solve/verify", "solve/closedbox"},
    "worker": {"base", "solve/closedbox"},
}


def sources():
    """Rooms by the names of objects, which are paths with underscores."""
    root = os.path.join(os.environ["ASSAY_SOURCE_ROOT"], "src")
    rooms = {}
    for folder, _, files in os.walk(root):
        room = os.path.relpath(folder, root)
        for file in files:
            if file.endswith(".c"):
                rooms[os.path.join(room, file).replace("/", "_")] = room
    return rooms


def public_names(library):
    """(name, room) of what the library defines for other files."""
    rooms = sources()
    listing = subprocess.run(["nm", "-A", "-g", "--defined-only", library], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        found = re.match(r".*[:/]([^:/]+\.c)\.o:\S* ?\S* [A-Z] (\S+)$", line)
        if found and found.group(1) in rooms and not found.group(2).startswith("__"):
            yield found.group(2), rooms[found.group(1)]


def problems(library):
    rooms, count = {}, 0
    for name, room in public_names(library):
        count += 1
        if "_" not in name and name not in BARE:
            yield f"'{name}' of {room} has no prefix"
        elif "_" in name:
            rooms.setdefault(name.split("_")[0], set()).add(room)
    if count < 1000:
        yield f"only {count} public names were found"
    for prefix, users in sorted(rooms.items()):
        allowed = SHARED.get(prefix, set())
        if len(users) > 1 and not users <= allowed:
            yield f"'{prefix}_' is a prefix of {', '.join(sorted(users))}"
        if prefix in SHARED and users < allowed and len(users) < 2:
            yield f"'{prefix}_' belongs to one room now: take it off the list"


found = list(problems(sys.argv[1]))
print("1..1")
print(f"{'not ' if found else ''}ok 1 - public names have the prefix of their module")
for problem in found:
    print("#", problem)
sys.exit(bool(found))
