#!/usr/bin/env python3
"""doc/architecture.md describes the tree as it is: every file and folder that it names is there, every room is named, and the
walk of one input has at most 25 steps, each of them with a file. Speaks TAP."""

import os
import re
import sys

ROOT = os.environ["ASSAY_SOURCE_ROOT"]
SOURCE = os.path.join(ROOT, "src")
PAGE = os.path.join(ROOT, "doc", "architecture.md")
STEPS_MOST = 25


def floors():
    return sorted(name for name in os.listdir(SOURCE) if os.path.isdir(os.path.join(SOURCE, name)))


def is_there(path):
    """A path of the page begins in src or at the root, and may leave out the ending of a source file."""
    path = path.rstrip("/")
    for start in (SOURCE, ROOT):
        full = os.path.join(start, path)
        if any(os.path.exists(full + ending) for ending in ("", ".h", ".c")):
            return True
    return False


def named_paths(text):
    """What is written as a path: of a floor, or of a folder at the root."""
    starts = "|".join(floors() + ["src", "test", "script", "theories", "doc", "bench", "include", "samples"])
    return sorted(set(re.findall(rf"(?<![\w./<-])((?:{starts})/[\w./-]*\w)", text)))


def walk(text):
    """The numbered steps of the walk."""
    section = re.search(r"^## [^\n]*walk[^\n]*\n(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL | re.IGNORECASE)
    return re.findall(r"^\d+\. .*?(?=^\d+\. |\Z|^\n)", section.group(1), re.MULTILINE | re.DOTALL) if section else []


def rooms():
    for floor in floors():
        folder = os.path.join(SOURCE, floor)
        for name in sorted(os.listdir(folder)):
            if os.path.exists(os.path.join(folder, name, "meson.build")):
                yield floor, name


def report(number, problems, name):
    print(f"{'not ' if problems else ''}ok {number} - {name}")
    for problem in problems:
        print(f"# {problem}")
    return bool(problems)


def main():
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    steps = walk(text)
    missing = [f"'{path}' is not there" for path in named_paths(text) if not is_there(path)]
    unnamed = [f"room {floor}/{room} is not named" for floor, room in rooms() if f"`{room}`" not in text
               and f"{floor}/{room}" not in text]
    bad_walk = [f"no file that is there: {step.strip()}" for step in steps if not any(map(is_there, named_paths(step)))]
    if not 0 < len(steps) <= STEPS_MOST:
        bad_walk.append(f"the walk has {len(steps)} steps")
    print("1..3")
    failed = [report(1, missing, "files and folders that are named exist"),
              report(2, unnamed, "every room is named"),
              report(3, bad_walk, "the walk has at most 25 steps, each with a file")]
    return 1 if any(failed) else 0


if __name__ == "__main__":
    sys.exit(main())
