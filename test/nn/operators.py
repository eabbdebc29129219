#!/usr/bin/env python3
"""Checks that every operator of the ONNX standard is either in operators.def or in the list of doc/networks.md of those
that are not. Speaks TAP. usage: operators.py HEADER, where HEADER is operator_sets.h of libonnx-dev."""

import os
import re
import sys


def read(*parts):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), *parts), encoding="utf-8") as file:
        return file.read()


def main():
    print("1..2")
    if not os.path.exists(sys.argv[1]):
        print("ok 1 # SKIP there is no " + sys.argv[1])
        print("ok 2 # SKIP there is no " + sys.argv[1])
        return
    with open(sys.argv[1], encoding="utf-8") as file:
        standard = set(re.findall(r"Onnx,\s*\d+,\s*(\w+)\)", file.read()))
    known = set(re.findall(r"^OPERATOR\((\w+)", read("..", "..", "src", "nn", "graph", "operators.def"), re.MULTILINE))
    section = read("..", "..", "doc", "networks.md").split("## What is missing", 1)[1].split("\n## ", 1)[0]
    missing = set(re.findall(r"\b[A-Z]\w*[a-z]\w*|\b(?:DFT|GRU|LSTM|RNN|STFT)\b", " ".join(re.findall(r"^\|.*", section, re.MULTILINE)[2:])))
    listed = {name for name in missing if name in standard}
    neither, both = standard - known - listed, known & listed
    for number, (name, wrong) in enumerate(
        [(f"{len(standard)} operators of the standard are known or listed", neither), ("none is both", both)], 1
    ):
        print(f"{'not ok' if wrong or len(standard) < 100 else 'ok'} {number} - {name}")
        if wrong:
            print("#", " ".join(sorted(wrong)))
    sys.exit(bool(neither or both) or len(standard) < 100)


main()
