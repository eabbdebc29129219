#!/usr/bin/env python3
"""Writes the tables of doc/agreement.md and doc/results.md from what `make agreement` prints.

usage: make -s agreement > OUTPUT; script/agreement_doc.py OUTPUT

The file is the standard output of a whole run. In doc/results.md the table between the two comments
about agreement is replaced; doc/agreement.md is written anew.
"""

import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN, END = "<!-- agreement -->\n", "<!-- end of agreement -->"

PAGE = """# Agreement with the solvers, operator by operator

What `{command}` printed; [results.md](results.md)
says what the columns mean. The letters after an operator stand for the kinds of its arguments; operators
that exist in several forms have several rows. This page is written by `script/agreement_doc.py`.

{operators}

## Operators that a solver refuses

Whatever the arguments are, with what it says of the first term:

{refused}

## Known bugs that were met

Names are those of [solver-bugs.md](solver-bugs.md), with the number of terms, crashes included:

{known}
"""


def narrow(row):
    """A row of a table without padding."""
    return re.sub(r" +\|", " |", re.sub(r"\| +", "| ", row))


def table(lines, head):
    """The rows of the table whose first column has this head."""
    start = next((i for i, line in enumerate(lines) if line.startswith("| " + head)), None)
    if start is None:
        sys.exit("agreement_doc: no table of " + head + "s: is it the output of a whole run?")
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append(narrow(line))
    return "\n".join(rows)


def refusal(line):
    """What was refused, with the message in code quotes and without the place."""
    subject, message = re.fullmatch(r"- (.*? by (?:z3|cvc5)): (.*)", line).groups()
    message = re.sub(r"^(line \d+ column \d+|Parse Error: <stdin>:[\d.]+): ", "", message.strip())
    return "- " + subject + ": `" + message.replace("`", "'") + "`"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = file.read().splitlines()
    wanted = re.search(r"^(\d+) terms of each operator, seed (\d+)$", "\n".join(lines), re.M)
    if not wanted:
        sys.exit("agreement_doc: it does not say how many terms were drawn with which seed")
    command = "make agreement AGREEMENT_COUNT=%s AGREEMENT_SEED=%s" % wanted.groups()
    known = re.findall(r"^known mistake of \w+: ([\w-]+), (\d+) times$", "\n".join(lines), re.M)
    with open(os.path.join(ROOT, "doc", "agreement.md"), "w", encoding="utf-8") as file:
        file.write(
            PAGE.format(
                command=command,
                operators=table(lines, "operator"),
                refused="\n".join(refusal(line) for line in lines if line.startswith("- `")),
                known="\n".join("- `%s`: %s" % pair for pair in known),
            )
        )
    path = os.path.join(ROOT, "doc", "results.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    section = "`%s`:\n\n%s\n" % (command, table(lines, "theory"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + section + END + after)


main()
