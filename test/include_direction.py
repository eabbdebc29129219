#!/usr/bin/env python3
"""Checks that the modules of src/ include only themselves and modules below them. Speaks TAP."""

import os
import re
import sys

# Lowest first.
ORDER = (
    "base term smtlib eval gen language run oracle reduce bandit fuzz store report experiment serve cli".split()
)
# Modules that may see less than all that is below them.
ONLY = {"bandit": {"base", "bandit"}, "experiment": {"base", "experiment"}, "serve": {"base", "serve"}}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(.*?)[ \t]*(?:/[/*].*)?$', re.MULTILINE)
OURS = re.compile(r'"([a-z0-9_]+)/([a-z0-9_]+\.h)"')


def violations(path, text):
    """What is wrong with the includes of the file `path`, which is relative to src/."""
    module = path.split("/")[0]
    if "/" not in path or module not in ORDER:
        return [f"{path}: is not in a known module"]
    allowed = ONLY.get(module, set(ORDER[: ORDER.index(module) + 1]))
    found = []
    for match in INCLUDE.finditer(text):
        what = match.group(1)
        where = f"{path}:{text.count(chr(10), 0, match.start()) + 1}"
        if re.fullmatch(r"<[^<>]+>", what):
            continue
        ours = OURS.fullmatch(what)
        if not ours:
            found.append(f'{where}: {what} is not of the form "module/file.h"')
        elif ours.group(1) not in ORDER:
            found.append(f"{where}: {what} is of an unknown module")
        elif ours.group(1) not in allowed:
            found.append(f"{where}: {what} may not be included by {module}")
    return found


def self_test():
    """The checker must accept and reject what it should."""
    cases = [
        ("term/a.c", '#include "base/vec.h"\n#include "term/a.h"\n#include <stdio.h>\n', 0),
        ("cli/main.c", '#include "report/table.h"\n#include "bandit/arm.h"\n', 0),
        ("base/a.h", '#ifndef A\n#  include "term/sort.h" /* up */\n#endif\n', 1),
        ("term/a.c", '#include "smtlib/parser.h"\n#include "cli/options.h"\n', 2),
        ("bandit/a.c", '#include "base/random.h"\n#include "term/sort.h" // not base\n', 1),
        ("fuzz/a.c", '#include "bandit/arm.h"\n', 0),
        ("term/a.c", '#include "a.h"\n', 1),
        ("term/a.c", '#include "../base/vec.h"\n', 1),
        ("term/a.c", "#include HEADER\n", 1),
        ("term/a.c", '#include "misc/x.h"\n', 1),
        ("misc/x.h", "", 1),
        ("x.h", "", 1),
    ]
    return [
        f"self-test {path}: {text!r} gave {violations(path, text)}"
        for path, text, expected in cases
        if len(violations(path, text)) != expected
    ]


def check_tree(source):
    found = []
    count = 0
    for folder, _, names in os.walk(source):
        for name in sorted(names):
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    found += violations(os.path.relpath(path, source), file.read())
                count += 1
    if count == 0:
        found.append(f"no C file in {source}")
    return found


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    checks = [
        ("the checker sees violations", self_test()),
        ("includes point down the module order", check_tree(os.path.join(root, "src"))),
    ]
    print(f"1..{len(checks)}")
    for number, (name, found) in enumerate(checks, 1):
        print(f"{'not ok' if found else 'ok'} {number} - {name}")
        for line in found:
            print("#", line)
    sys.exit(any(found for _, found in checks))


main()
