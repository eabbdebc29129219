#!/usr/bin/env python3
"""Runs a cmocka test program and passes its TAP on, repaired where Meson would misread it.

usage: tap.py PROGRAM [ARGUMENT...]

cmocka 1.1.5 reports a skipped test as `not ok 3 # SKIP name`, which is a failure to Meson. Lines
that are not TAP (what a test prints itself) become comments. The exit code is the program's.
"""

import os
import re
import subprocess
import sys

SKIPPED = re.compile(r"(?:not )?ok (\d+) # SKIP ?(.*)")
TAP = re.compile(r"(?:not )?ok \d+|1\.\.\d+|#|Bail out!")


def repaired(line):
    skipped = SKIPPED.match(line)
    if skipped:
        return f"ok {skipped.group(1)} {skipped.group(2)} # SKIP"
    return line if TAP.match(line) else "# " + line


def main():
    for name in ("ASSAY_CORPUS", "ASSAY_SHARED"):
        default = os.environ.pop(name + "_DEFAULT", "")
        if os.path.isdir(default):
            os.environ.setdefault(name, default)
    os.environ["CMOCKA_MESSAGE_OUTPUT"] = "TAP"
    with subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE) as program:
        for line in program.stdout:
            print(repaired(line.decode("utf-8", "replace").rstrip("\n")), flush=True)
    if program.returncode < 0:
        print(f"Bail out! killed by signal {-program.returncode}", flush=True)
        sys.exit(1)
    sys.exit(program.returncode)


main()
