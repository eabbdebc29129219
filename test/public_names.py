#!/usr/bin/env python3
"""Public names of the library: each begins with the prefix of a module, and a prefix belongs to one room. Speaks TAP.

    public_names.py LIBRARY.a"""

import os
import re
import subprocess
import sys

# Names without a prefix.
BARE = {"evaluate"}  # of solve/select

# Has the names of other people's functions.
FOREIGN = "base/lazy"


# Prefixes of several rooms of other floors, which are to become fewer; b_ is that of all of the B method, and of nothing else.
SHARED = {
    "b": {f"b/{room}" for room in "encode eval gen known mutate term text value wd".split()} | {"language/b"},
    "campaign": {"find/fuzz", "campaign"},
    "command": {"smt/text", "run/solver"},
    "gen": {"smt/draw", "language/smt"},
    "nn": {"language/nn", "language/nn/reduce", "language/nn/text"},
    "reduce": {"find/reduce", "language"},  # what language/reducer.h lets a reducer ask for
    "script": {"smt/text", "run/solver"},
    "search": {"find/oracle", "solve/closedbox"},
    "smtlib": {"language/smt", "language/smt/reduce"},
    "text": {"language", "language/smt/reduce", "run/solver"},
    "value": {"smt/value", "base"},
}


# A type that a header defines. A name that is only declared ahead has no members.
TYPE = re.compile(r"^\} ([A-Z]\w*);", re.MULTILINE)


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
        if room == FOREIGN and not name.startswith("lazy_"):
            continue
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


def repeated_types():
    """Types that two headers define under one name."""
    root = os.path.join(os.environ["ASSAY_SOURCE_ROOT"], "src")
    places = {}
    for folder, _, files in os.walk(root):
        for file in sorted(files):
            if not file.endswith(".h"):
                continue
            with open(os.path.join(folder, file), encoding="utf-8") as header:
                for name in TYPE.findall(header.read()):
                    places.setdefault(name, []).append(os.path.relpath(os.path.join(folder, file), root))
    if len(places) < 300:
        yield f"only {len(places)} types were found"
    for name, headers in sorted(places.items()):
        if len(headers) > 1:
            yield f"'{name}' is a type of {', '.join(headers)}"


def report(number, title, found):
    print(f"{'not ' if found else ''}ok {number} - {title}")
    for problem in found:
        print("#", problem)
    return bool(found)


print("1..2")
failed = report(1, "public names have the prefix of their module", list(problems(sys.argv[1])))
failed |= report(2, "a type has one meaning in all headers", list(repeated_types()))
sys.exit(failed)
