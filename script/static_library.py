#!/usr/bin/env python3
"""Makes a static library of one object in which only the names assay_* can be seen.

usage: static_library.py OUTPUT WHOLE PARTS...: all of the archive WHOLE, and what it needs of the archives PARTS, in their order.
"""

import os
import subprocess
import sys
import tempfile


def main():
    output, whole, *parts = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        linked = os.path.join(folder, "assay.o")
        subprocess.run(
            ["ld", "-r", "-o", linked, "--whole-archive", whole, "--no-whole-archive", *parts], check=True
        )
        subprocess.run(["objcopy", "--wildcard", "--keep-global-symbol=assay_*", linked], check=True)
        if os.path.exists(output):
            os.unlink(output)
        subprocess.run(["ar", "rcsD", output, linked], check=True)


main()
