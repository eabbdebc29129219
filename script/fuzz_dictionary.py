#!/usr/bin/env python3
"""Prints a dictionary for libFuzzer: the words of the theory files given, and those of commands."""

import re
import sys

WORDS = """assert check-sat check-sat-assuming declare-const declare-datatype declare-datatypes
declare-fun declare-sort define-const define-fun define-fun-rec define-funs-rec define-sort echo
exists forall get-value lambda let match par pop push reset set-info set-logic set-option
:named :pattern #x0 #b1 | \\u{""".split()
FORMS = ["(_ ", "(as ", "(! ", "(_ BitVec 8)", "(_ bv1 8)", "(_ is ", "((x Int))", '""']


def main():
    words = set(WORDS) | set(FORMS)
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            text = re.sub(r";.*", "", file.read())
        words |= set(re.findall(r"[^\s()\":$]+", text))
    for word in sorted(words):
        escaped = word.replace("\\", "\\\\").replace('"', '\\"')
        print(f'"{escaped}"')


main()
