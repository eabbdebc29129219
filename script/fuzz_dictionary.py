#!/usr/bin/env python3
"""Prints a dictionary for libFuzzer. usage: fuzz_dictionary.py TARGET

Targets of which nothing is known here have words of their corpus: those that are in several files or several times in one."""

import collections
import glob
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
WORDS = """assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes
declare-fun declare-sort define-const define-fun define-fun-rec define-funs-rec define-sort echo
exists forall get-value lambda let match par pop push reset set-info set-logic set-option
:named :pattern #x0 #b1 | \\u{""".split()
FORMS = ["(_ ", "(as ", "(! ", "(_ BitVec 8)", "(_ bv1 8)", "(_ is ", "((x Int))", '""']
PROPERTIES = ["(declare-const X_0 Real)", "(declare-const Y_0 Real)", "(assert (", "(and ", "(or ", "(<= ", "(>= ",
              "(< ", "(> ", "(+ ", "(- ", "(* ", "X_0", "Y_0", "X_1", "Y_1", "1.5", "-1e3", "; "]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def parser():
    words = set(WORDS) | set(FORMS)
    for name in glob.glob(os.path.join(ROOT, "theories", "*.smt2")):
        words |= set(re.findall(r"[^\s()\":$]+", re.sub(r";.*", "", read(name))))
    return words


def onnx():
    """Operators, attributes and their words."""
    table = re.sub(r"/\*.*?\*/", "", read(os.path.join(ROOT, "src", "nn", "graph", "operators.def")), flags=re.DOTALL)
    words = set(re.findall(r"OPERATOR\((\w+)", table))
    return words | set(re.findall(r"(\w+):[ifstIFS]\b", table)) | set(re.findall(r":s=(\w+)", table))


def corpus(target):
    """Words of texts that are kept for the target."""
    counts = collections.Counter()
    for name in glob.glob(os.path.join(ROOT, "test", "fuzz", "corpus", target, "*")):
        with open(name, "rb") as file:
            counts.update(re.findall(rb"[A-Za-z@:_-]{2,40}", file.read()))
    return {word.decode() for word, count in counts.items() if count > 1} or {"0"}


def main():
    target = sys.argv[1]
    makers = {"parser": parser, "answer": parser, "theory": parser, "onnx": onnx, "vnnlib": lambda: set(PROPERTIES)}
    for word in sorted(makers[target]() if target in makers else corpus(target)):
        escaped = word.replace("\\", "\\\\").replace('"', '\\"')
        print(f'"{escaped}"')


main()
