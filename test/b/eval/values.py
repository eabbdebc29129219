#!/usr/bin/env python3
"""Do the operators of B have the values that they are defined to have?

    test/b/eval/values.py [--program PROGRAM] [--table FILE] [--count N] [--seed N]

For each operator with operands of src/b/term/operators.def, N expressions on random values, a few of them nested: `assay eval` has to find them equal to
what reference.py computes, or not well defined where it does. Prints each difference; the exit code is 1 if there is one, or an operator was never
compared."""

import argparse
import collections
import fractions
import os
import random
import re
import subprocess

from reference import Evaluator, Left, Undefined, end, sequence

ROW = re.compile(r'^OPERATOR\((\w+), "(\w+)", (\w+), "((?:[^"\\]|\\.)*)", "[^"]*", \d+, "([^"]*)"', re.M)
FORMS = ("INFIX", "PREFIX", "POSTFIX", "CALL", "IMAGE", "APPLICATION", "EXTENSION")
# What depends on the tool or on a type alone, or is a predicate with connectives only.
LEFT_OUT = ("iteration", "reflexive_closure", "convert_bool", "negation", "conjunct", "disjunct", "implication", "equivalence")
NAMES = {"bin_leaf": "bin"}
SIMPLE = ["Z", "Z", "BOOL", "R", "STRING", ("*", "Z", "BOOL"), ("P", "Z")]


def parse_type(text):
    """Z, (a*b), P(Z*a): tuples ("P", t), ("*", t, u), or names."""
    tokens = re.findall(r"\w+|[()*]", text)

    def atom():
        word = tokens.pop(0)
        if word == "(":
            inner = product()
            tokens.pop(0)
            return inner
        if word == "P":
            tokens.pop(0)
            inner = product()
            tokens.pop(0)
            return ("P", inner)
        return word

    def product():
        left = atom()
        while tokens and tokens[0] == "*":
            tokens.pop(0)
            left = ("*", left, atom())
        return left

    return product()


def bind(pattern, kind, bound):
    """Parameters of the pattern so that it is the type, or None."""
    if isinstance(pattern, str):
        if pattern in "abcd":
            return bound if bound.setdefault(pattern, kind) == kind else None
        return bound if pattern == kind else None
    if isinstance(kind, str) or pattern[0] != kind[0]:
        return None
    for part, of in zip(pattern[1:], kind[1:]):
        if bind(part, of, bound) is None:
            return None
    return bound


def instance(pattern, bound, chance):
    if isinstance(pattern, str):
        if pattern in "abcd":
            return bound.setdefault(pattern, chance.choice(SIMPLE))
        return pattern
    return (pattern[0], *[instance(part, bound, chance) for part in pattern[1:]])


class Operator:
    def __init__(self, node, form, ascii_text, operands, result):
        self.node, self.form, self.result = node, form, result
        self.token = ascii_text.replace("\\\\", "\\").split(" ")[0]
        self.variadic = bool(operands) and operands[-1].endswith("...")
        self.operands = [parse_type(operand.removesuffix("...")) for operand in operands]

    def text(self, args):
        if self.form == "INFIX":
            return "(" + f" {self.token} ".join(args) + ")"
        if self.form == "PREFIX":
            return f"({self.token}({args[0]}))"
        if self.form == "POSTFIX":
            return f"({args[0]}){self.token}"
        if self.form == "CALL":
            return f"{self.token}({', '.join(args)})"
        if self.form == "IMAGE":
            return f"({args[0]})[{args[1]}]"
        if self.form == "APPLICATION":
            return f"({args[0]})({args[1]})"
        return "{" + ", ".join(args) + "}" if self.token == "{" else "[" + ", ".join(args) + "]"

    def node_args(self, args):
        if self.node in ("couple", "set_extension", "sequence_extension"):
            return (args,)
        if self.node in ("function", "partition"):
            return (args[0], args[1:])
        return tuple(args)


def read_operators(path):
    found = []
    with open(path) as file:
        for _, node, form, ascii_text, types in ROW.findall(file.read()):
            for alternative in types.split(" | "):
                operands, _, result = alternative.partition("->")
                if operands.strip() and form in FORMS and node not in LEFT_OUT and "p" not in operands.split():
                    result = "p" if result.strip() == "p" else parse_type(result)
                    found.append(Operator(NAMES.get(node, node), form, ascii_text, operands.split(), result))
    return found


def literal(value, kind):
    """The text of a value, with its type if it is empty."""
    if kind == "BOOL":
        return "TRUE" if value else "FALSE"
    if kind == "STRING":
        return f'"{value}"'
    if kind == "Z":
        return str(value) if value >= 0 else f"(-{-value})"
    if kind == "R":
        text = f"({abs(value).numerator}.0 / {value.denominator}.0)"
        return text if value >= 0 else f"(-{text})"
    if kind[0] == "*":
        return f"({literal(value[0], kind[1])} |-> {literal(value[1], kind[2])})"
    if not value:
        return f"({{}} /\\ ({of_type(kind[1])}))"
    return "{" + ", ".join(literal(item, kind[1]) for item in value) + "}"


def of_type(kind):
    if isinstance(kind, str):
        return {"Z": "INTEGER", "R": "REAL"}.get(kind, kind)
    if kind[0] == "P":
        return f"POW({of_type(kind[1])})"
    return f"({of_type(kind[1])} * {of_type(kind[2])})"


class Maker:
    def __init__(self, operators, seed):
        self.operators = operators
        self.chance = random.Random(seed)

    def value(self, kind):
        chance = self.chance
        if kind == "Z":
            return chance.choice([chance.randint(-3, 5), chance.randint(0, 3), chance.randint(-20, 20)])
        if kind == "BOOL":
            return chance.random() < 0.5
        if kind == "R":
            return fractions.Fraction(chance.randint(-7, 7), chance.choice([1, 2, 3]))
        if kind == "STRING":
            return chance.choice(["", "a", "b c"])
        if kind[0] == "*":
            return (self.value(kind[1]), self.value(kind[2]))
        return self.set_of(kind[1])

    def set_of(self, kind):
        """Half of the relations from numbers are sequences, and others often functions; relations from paths are often trees."""
        chance = self.chance
        items = [self.value(kind) for _ in range(chance.choice([0, 1, 2, 2, 3, 4]))]
        pairs = kind[0] == "*" and len(items) > 0
        if pairs and kind[1] == ("P", ("*", "Z", "Z")) and chance.random() < 0.8:
            shapes = [[()], [(), (1,), (2,)], [(), (1,)], [(), (1,), (2,), (2, 1), (2, 2)], [(), (2,)], [(), (1,), (2,), (3,)]]
            return frozenset((sequence(path), items[0][1] if chance.random() < 0.5 else self.value(kind[2])) for path in chance.choice(shapes))
        if pairs and kind[1] == "Z" and chance.random() < 0.6:
            return sequence([value for _, value in items])
        if pairs and chance.random() < 0.3:
            return frozenset(dict(items).items())
        return frozenset(items)

    def leaf(self, kind):
        value = self.value(kind)
        return ("value", [value]), literal(value, kind)

    def term(self, kind, depth):
        """A term and its text."""
        if depth == 0 or self.chance.random() < 0.4:
            return self.leaf(kind)
        fitting = [op for op in self.operators if op.result != "p" and bind(op.result, kind, {}) is not None]
        return self.applied(self.chance.choice(fitting), kind, depth) if fitting else self.leaf(kind)

    def applied(self, operator, kind, depth):
        bound = {} if kind == "p" else bind(operator.result, kind, {})
        patterns = list(operator.operands)
        if operator.variadic:
            patterns += [patterns[-1]] * self.chance.randint(0, 2)
        terms = [self.term(instance(pattern, bound, self.chance), depth - 1) for pattern in patterns]
        node = (operator.node, operator.node_args([term for term, _ in terms]))
        return node, operator.text([text for _, text in terms])

    def question(self, operator):
        """A term whose root is the operator, or that asks whether a value is in such a set; its text, and its type."""
        kind = operator.result if operator.result == "p" else instance(operator.result, {}, self.chance)
        term, text = self.applied(operator, kind, self.chance.choice([1, 1, 2, 3]))
        if kind[0] == "P" and self.chance.random() < 0.5:
            item, item_text = self.leaf(kind[1])
            return ("member", [item, term]), f"({item_text} : {text})", "p"
        return term, text, kind


class Values(Evaluator):
    def do_value(self, value):
        return value


def expected(term, kind):
    """The answer of `assay eval`, with an equation that is true for it; None: it is not known."""
    try:
        value = Values().evaluate(term)
        return None if isinstance(value, frozenset) and len(value) > 60 else (value, kind)
    except Undefined:
        return "not well defined"
    except Left:
        return None


def ask(program, texts):
    words = [word for text in texts for word in ("--term", text)]
    lines = subprocess.run([program, "eval", "--language", "b", *words], stdout=subprocess.PIPE, text=True).stdout.splitlines()
    assert len(lines) == len(texts), lines[-1:]
    return lines


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default="build/assay")
    parser.add_argument("--table", default=os.path.join(here, "../../../src/b/term/operators.def"))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    operators = read_operators(given.table)
    maker = Maker(operators, given.seed)
    compared, undetermined, wrong = collections.Counter(), 0, 0
    for operator in operators:
        asked = []
        for _ in range(given.count):
            term, text, kind = maker.question(operator)
            answer = expected(term, kind)
            if isinstance(answer, tuple):
                value, kind = answer
                text = (text if value else f"not({text})") if kind == "p" else f"{text} = {literal(value, kind)}"
                answer = "true"
            if answer:
                asked.append((text, answer))
        for (text, answer), said in zip(asked, ask(given.program, [text for text, _ in asked]) if asked else []):
            if said.startswith("undetermined"):
                undetermined += 1
            elif said.startswith(answer):
                compared[operator.node] += 1
            else:
                wrong += 1
                print(f"{text}\n  is {said}, and should be {answer}")
    missing = {operator.node for operator in operators} - set(compared)
    print(f"# {sum(compared.values())} values of {len(compared)} operators compared, {undetermined} undetermined, {wrong} wrong")
    if missing:
        print("# never compared:", ", ".join(sorted(missing)))
    end(not wrong and not missing, "operators have their values")


main()
