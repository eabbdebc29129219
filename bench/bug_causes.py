#!/usr/bin/env python3
"""Counts the distinct causes of the findings of campaigns for bugs.

usage: bench/bug_causes.py FOLDER...

A folder is what `assay fuzz --objective bugs` has made. A finding has a cause of doc/solver-bugs.md if a row below fits the
blamed solver and its reduced form; the first row counts. Findings that no row fits are printed, to be looked at by hand; each of them counts
for itself. Findings that did not reproduce do not count, and neither do those that were not reduced: what is to blame in them is not
known; they are printed.
"""

import json
import os
import re
import sys

# (cause as doc/solver-bugs.md calls it, blamed solver, kind, what the reduced form has)
CAUSES = [
    ("z3-crash-fma", "z3", "crash", r"fp\.fma"),
    ("z3-crash-datatype-function", "z3", "crash", r"\(par \("),
    ("z3-datatype-tester", "z3", "rejects", r"\(_ is "),
    ("z3-datatype-constructor-first", "z3", "rejects", r"\(as "),
    ("z3-datatype-cycle", "z3", "", r"\(par \(.*\(= "),
    ("z3-fma", "z3", "", r"fp\.fma"),
    ("z3-round-to-integral-subnormal", "z3", "", r"fp\.roundToIntegral"),
    ("z3-rem-subnormal", "z3", "", r"fp\.rem"),
    ("z3-model-seq-nth", "z3", "", r"seq\.nth"),
    ("z3-seq-last-indexof", "z3", "", r"seq\.last_indexof"),
    ("z3-regex-nested-loop", "z3", "", r"re\.loop"),
    ("z3-smul-noovfl", "z3", "", r"bvsmul_noovfl"),
    ("z3-from-ubv", "z3", "", r"str\.from_ubv"),
    ("z3-model-float-incremental", "z3", "wrong model", r"check-sat.*\(= .*fp\.|check-sat.*distinct.*check-sat"),
    ("z3-array-equality", "z3", "", r"\(store "),
    ("cvc5-crash-to-sbv", "cvc5", "crash", r"fp\.to_sbv 1\)"),
    ("cvc5-crash-to-fp-unsigned", "cvc5", "crash", r"to_fp"),
    ("cvc5-crash-substr-length", "cvc5", "crash", r"str\.substr"),
    ("cvc5-crash-rel-product", "cvc5", "crash", r"(rel|table)\.product"),
    ("cvc5-crash-join-image", "cvc5", "crash", r"rel\.join_image"),
    ("cvc5-crash-seq-unit", "cvc5", "crash", r"\(Seq \(Seq|seq\.unit"),
    ("cvc5-regex-empty-range", "cvc5", "crash", r"re\.range"),
    ("cvc5-regex-range-empty", "cvc5", "rejects", r"re\.range"),
    ("cvc5-model-bag-card", "cvc5", "", r"bag\.card"),
    ("cvc5-model-set-choose", "cvc5", "wrong model", r"bag\..*set\.choose|set\.choose.*bag\."),
    ("cvc5-datatype-selector", "cvc5", "", r"QF_[A-Z]*DT.*declare-datatype"),
    ("cvc5-datatype-cycle", "cvc5", "", r"declare-datatype"),
    ("cvc5-regex-power-zero", "cvc5", "", r"re\.\^ 0|re\.loop 0 0"),
    ("cvc5-round-to-integral-small", "cvc5", "", r"fp\.roundToIntegral"),
    ("cvc5-sqrt-small", "cvc5", "", r"fp\.sqrt"),
    ("cvc5-to-fp-small", "cvc5", "", r"to_fp"),
    ("cvc5-add-small", "cvc5", "", r"fp\.(add|sub)"),
    ("cvc5-set-map", "cvc5", "", r"set\.map"),
    ("cvc5-model-array-store", "cvc5", "", r"\(store "),
    ("cvc5-regex-power-zero", "cvc4", "", r"re\.\^ 0|re\.loop 0 0"),
    ("cvc4-reset-assertions", "cvc4", "", r"reset-assertions"),
    ("cvc4-divisible", "cvc4", "", r"divisible"),
    ("cvc4-regex-range", "cvc4", "rejects", r"re\.range"),
    ("cvc4-regex-diff", "cvc4", "", r"re\.diff"),
    ("cvc4-regex-loop-reversed", "cvc4", "", r"re\.loop"),
    ("cvc4-model-replace-re", "cvc4", "", r"str\.replace_re"),
    ("cvc4-match-parametric", "cvc4", "rejects", r"\(match "),
    ("cvc4-crash-recursive-match", "cvc4", "crash", r"define-funs?-rec"),
    ("cvc4-crash-datatype", "cvc4", "crash", r"\(par \("),
    ("cvc4-crash-array-bool", "cvc4", "crash", r"\(Array .*Bool"),
    ("cvc4-crash-unsat-assumptions", "cvc4", "crash", r"get-unsat-assumptions"),
    ("cvc4-replace", "cvc4", "", r"str\.replace"),
    ("cvc4-model-bvsub-function", "cvc4", "wrong model", r"declare-fun.*bvsub"),
]


def reduced_text(folder, finding):
    """None: it was not reduced."""
    path = os.path.join(folder, finding["folder"], "reduced.smt2")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return file.read()


def cause_of(finding, text):
    blamed = finding["signature"].split(": ")[0].split(", ")
    if "reduced" in finding and finding["reduced"] and finding["reduced"].get("signature"):
        blamed = finding["reduced"]["signature"].split(": ")[0].split(", ")
    blamed = [re.sub(r"\(.*", "", name) for name in blamed]
    for cause, solver, kind, form in CAUSES:
        if solver in blamed and kind in finding["kind"] and re.search(form, text, re.DOTALL):
            return cause
    return None


def main():
    every = set()
    for folder in sys.argv[1:]:
        with open(os.path.join(folder, "campaign.json"), encoding="utf-8") as file:
            summary = json.load(file)
        causes, unknown, rough = {}, [], []
        for finding in summary["findings"]:
            if not finding["confirmed"] or finding.get("known") or not finding.get("folder"):
                continue
            text = reduced_text(folder, finding)
            if text is None:
                rough.append(finding)
                continue
            cause = cause_of(finding, text)
            if cause:
                causes[cause] = causes.get(cause, 0) + 1
            elif not finding.get("same_as"):
                unknown.append(finding)
        count = len(causes) + len(unknown)
        every |= set(causes)
        print(f"{folder}: {count} distinct causes in {summary['solver_seconds']:.0f} s of solvers: "
              + ", ".join(sorted(causes)))
        for finding in unknown:
            print(f"  not in the table: {finding['name']}: {finding['signature'][:100]}")
        for finding in rough:
            print(f"  not reduced: {finding['name']}: {finding['signature'][:100]}")
    print(f"{len(every)} causes of the table in all")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main()
