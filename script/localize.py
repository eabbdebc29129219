#!/usr/bin/env python3
"""Makes one object of a static library in which only the symbols of a pattern are visible.

usage: localize.py OUTPUT LIBRARY PATTERN
LIBRARY is the name for `-l`. Libraries that export words like `expect` cannot clash with other code then.
"""

import subprocess
import sys


def main():
    output, library, pattern = sys.argv[1:]
    path = subprocess.run(
        ["gcc", f"-print-file-name=lib{library}.a"], check=True, capture_output=True, text=True
    ).stdout.strip()
    subprocess.run(["ld", "-r", "--whole-archive", path, "-o", output], check=True)
    subprocess.run(["objcopy", "--wildcard", "--keep-global-symbol", pattern, output], check=True)


main()
