#!/usr/bin/env python3
"""Runs the examples of README.md and doc/*.md and compares what they show. Speaks TAP.

An example is a block that starts with ```console. Its lines `$ assay ...` are run in the folder of
the sources; the lines below each must be what it prints (both streams). A line `...` stands for any
number of lines, and a last line `(exit code N)` for an exit code other than 0. NEWFOLDER is a folder that
is not there before the block, in which the commands run one after the other.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(text):
    """For every block the list of (command line, expected output)."""
    for block in BLOCK.findall(text):
        commands = []
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            commands.append((command, output.strip("\n")))
        yield commands


def run(command, assay, root, new):
    output = run_words(shlex.split(command.replace("NEWFOLDER", new)), assay, root)
    return output.replace(new, "NEWFOLDER")


def run_words(words, assay, root):
    if words[0] != "assay":
        return f"'{words[0]}' is not assay"
    result = subprocess.run(
        [assay, *words[1:]],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )
    output = result.stdout.decode("utf-8", "replace").strip("\n")
    if result.returncode:
        output += f"\n(exit code {result.returncode})"
    return output.strip("\n")


def matches(expected, output):
    lines = [".*" if line == "..." else re.escape(line) for line in expected.split("\n")]
    return re.fullmatch("\n".join(lines), output, re.DOTALL) is not None


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    pages = [os.path.join("doc", name) for name in sorted(os.listdir(os.path.join(root, "doc")))]
    blocks = []
    for name in ["README.md", *pages]:
        if name.endswith(".md"):
            with open(os.path.join(root, name), encoding="utf-8") as file:
                blocks += [(name, block) for block in examples(file.read())]
    print(f"1..{sum(len(block) for _, block in blocks)}")
    failed = False
    number = 0
    for name, block in blocks:
        with tempfile.TemporaryDirectory() as folder:
            for command, expected in block:
                output = run(command, os.environ["ASSAY"], root, os.path.join(folder, "new"))
                good = matches(expected, output)
                failed = failed or not good
                number += 1
                print(f"{'ok' if good else 'not ok'} {number} - {name}: {command}")
                if not good:
                    for line in output.split("\n"):
                        print("#", line)
    sys.exit(failed)


main()
