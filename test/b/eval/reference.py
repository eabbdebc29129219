#!/usr/bin/env python3
"""Is the evaluator of B right? A second one, written for this purpose only, by enumeration.

    test/b/eval/reference.py [--program PROGRAM] [--count N] [--seed N] [--depth N] [--conjuncts A-B] [--types LIST] [--infinite]

`assay gen --known sat --with-model` makes predicates that its evaluator holds to be true under values that it prints. Here they are
read as the terms of ProB (`assay translate --to prolog`), and evaluated again by definitions, on sets of Python. Prints each conjunct that is not
true here, and how many were; what cannot be enumerated is left out and counted. The exit code is 1 if one is not true."""

import argparse
import fractions
import glob
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r"'((?:[^'\\]|\\.)*)'|([A-Za-z_0-9]+)|([(),\[\].])")
LIMIT = 5000


class Left(Exception):
    """What cannot be enumerated here."""


class Undefined(Exception):
    """What is not well defined."""


def parse(text):
    """A term of Prolog as (name, arguments); lists are lists, the argument `none` is dropped."""
    tokens = [match.groups() for match in TOKEN.finditer(text)]
    at = 0

    def items(end):
        nonlocal at
        found = []
        while tokens[at][2] != end:
            if tokens[at][2] == ",":
                at += 1
            else:
                found.append(term())
        at += 1
        return found

    def term():
        nonlocal at
        quoted, word, mark = tokens[at]
        at += 1
        if mark == "[":
            return items("]")
        if quoted is not None:
            return re.sub(r"\\(.)", lambda match: {"n": "\n"}.get(match[1], match[1]), quoted)
        if tokens[at][2] == "(":
            at += 1
            return (word, items(")")[1:])
        return word

    return term()


def whole(value):
    if abs(value) > 10**60:
        raise Left
    return value


def elements(found):
    found = frozenset(itertools.islice(found, LIMIT + 1))
    if len(found) > LIMIT:
        raise Left
    return found


def subsets(base):
    if len(base) > 10:
        raise Left
    listed = list(base)
    return elements(frozenset(some) for size in range(len(listed) + 1) for some in itertools.combinations(listed, size))


def domain(relation):
    return frozenset(x for x, _ in relation)


def codomain(relation):
    return frozenset(y for _, y in relation)


def reverse(relation):
    return frozenset((y, x) for x, y in relation)


def functional(relation):
    return len(domain(relation)) == len(relation)


def as_list(relation):
    if not functional(relation) or domain(relation) != frozenset(range(1, len(relation) + 1)):
        raise Undefined
    values = dict(relation)
    return [values[i] for i in range(1, len(values) + 1)]


def is_sequence(relation):
    return functional(relation) and domain(relation) == frozenset(range(1, len(relation) + 1))


def sequence(values):
    return frozenset((i + 1, value) for i, value in enumerate(values))


def compose(r, s):
    return elements((x, z) for x, y in r for w, z in s if w == y)


def closure1(relation):
    """By reachability from each element, not by powers."""
    pairs = set()
    for start in domain(relation):
        todo, seen = [start], set()
        while todo:
            now = todo.pop()
            for x, y in relation:
                if x == now and y not in seen:
                    seen.add(y)
                    todo.append(y)
        pairs |= {(start, end) for end in seen}
    return frozenset(pairs)


ARROWS = {  # functional, injective, total, surjective
    "relations": (0, 0, 0, 0), "total_relation": (0, 0, 1, 0), "surjection_relation": (0, 0, 0, 1),
    "total_surjection_relation": (0, 0, 1, 1), "partial_function": (1, 0, 0, 0), "total_function": (1, 0, 1, 0),
    "partial_injection": (1, 1, 0, 0), "total_injection": (1, 1, 1, 0), "partial_surjection": (1, 0, 0, 1),
    "total_surjection": (1, 0, 1, 1), "partial_bijection": (1, 1, 0, 1), "total_bijection": (1, 1, 1, 1),
}  # fmt: skip
SEQUENCES = {"seq": (0, 0, 0), "seq1": (1, 0, 0), "iseq": (0, 1, 0), "iseq1": (1, 1, 0), "perm": (0, 1, 1)}
INFINITE = ("integer_set", "natural_set", "natural1_set", "real_set", "string_set")


def is_tree(tree, binary):
    if not tree or not functional(tree):
        return False
    paths = domain(tree)
    if frozenset() not in paths or not all(is_sequence(path) for path in paths):
        return False
    lists = {tuple(as_list(path)) for path in paths}
    for path in lists - {()}:
        if path[-1] < 1 or path[:-1] not in lists:
            return False
        if path[-1] > 1 and path[:-1] + (path[-1] - 1,) not in lists:
            return False
        if binary and (path[-1] > 2 or path[:-1] + (3 - path[-1],) not in lists):
            return False
    return True


class Evaluator:
    def __init__(self):
        self.names = {}
        self.budget = 0

    def count(self):
        self.budget -= 1
        if self.budget < 0:
            raise Left

    def evaluate(self, term):
        self.budget = 200000
        return self.value(term)

    # ---- membership, which does not need the set to be listed
    def has(self, term, value):
        name, args = term
        if name in ("integer_set", "real_set", "string_set"):
            return True
        if name == "natural_set":
            return value >= 0
        if name == "natural1_set":
            return value > 0
        if name == "interval":
            low, high = self.value(args[0]), self.value(args[1])
            return low <= value <= high
        if name in ("pow_subset", "fin_subset", "pow1_subset", "fin1_subset"):
            return self.within(value, args[0]) and (bool(value) or name in ("pow_subset", "fin_subset"))
        if name == "cartesian_product":
            left = self.has(args[0], value[0])
            return self.has(args[1], value[1]) and left
        if name in ("union", "intersection", "set_subtraction"):
            left, right = self.has(args[0], value), self.has(args[1], value)
            return left or right if name == "union" else left and right == (name == "intersection")
        if name in ARROWS:
            return self.in_arrow(ARROWS[name], args, value)
        if name in SEQUENCES:
            nonempty, injective, onto = SEQUENCES[name]
            if not self.within(codomain(value) if is_sequence(value) else frozenset(), args[0]) or not is_sequence(value):
                return False
            if nonempty and not value or injective and not functional(reverse(value)):
                return False
            return not onto or self.value(args[0]) == codomain(value)
        if name == "struct":
            entries = {entry[1][0][1][0]: entry[1][1] for entry in args[0]}
            return all([self.has(entries[field], of) for field, of in value])
        if name in ("tree", "btree"):
            return self.within(codomain(value), args[0]) and is_tree(value, name == "btree")
        return value in self.value(term)

    def within(self, values, term):
        return all([self.has(term, value) for value in values]) if values else self.touch(term)

    def touch(self, term):
        """Nothing is asked of the set, but it has to be well defined."""
        name, args = term
        if name not in INFINITE:
            try:
                self.value(term)
            except Left:
                pass
        return True

    def in_arrow(self, wanted, args, relation):
        function, injective, total, onto = wanted
        if not all([self.within(domain(relation), args[0]), self.within(codomain(relation), args[1])]):
            return False
        if function and not functional(relation) or injective and not functional(reverse(relation)):
            return False
        if total and self.value(args[0]) != domain(relation):
            return False
        return not onto or self.value(args[1]) == codomain(relation)

    # ---- values
    def value(self, term):
        self.count()
        name, args = term
        method = getattr(self, "do_" + name, None)
        if method:
            return method(*args)
        if name in INFINITE:
            raise Left
        if name in ARROWS:
            pairs = list(itertools.product(self.value(args[0]), self.value(args[1])))
            return frozenset(r for r in subsets(pairs) if self.in_arrow(ARROWS[name], args, r))
        if name in SEQUENCES:
            return self.sequences(name, args)
        raise Left

    def sequences(self, name, args):
        base = self.value(args[0])
        if not SEQUENCES[name][1] and base or len(base) > 4:
            raise Left
        every = (sequence(p) for size in range(len(base) + 1) for p in itertools.permutations(base, size))
        return frozenset(s for s in every if self.has((name, args), s))

    def do_identifier(self, name):
        if name not in self.names:
            raise Left
        return self.names[name]

    def do_integer(self, digits):
        return int(digits)

    def do_real(self, digits):
        return fractions.Fraction(digits)

    def do_string(self, text):
        return text

    def do_boolean_true(self):
        return True

    def do_boolean_false(self):
        return False

    def do_bool_set(self):
        return frozenset((True, False))

    def do_convert_bool(self, predicate):
        return self.value(predicate)

    # predicates
    def do_conjunct(self, parts):
        return all(self.value(part) for part in parts)

    def do_disjunct(self, left, right):
        return self.value(left) or self.value(right)

    def do_implication(self, left, right):
        return not self.value(left) or self.value(right)

    def do_equivalence(self, left, right):
        return self.value(left) == self.value(right)

    def do_negation(self, part):
        return not self.value(part)

    def do_truth(self):
        return True

    def do_falsity(self):
        return False

    def do_if_predicate(self, condition, yes, no):
        return self.value(yes if self.value(condition) else no)

    do_if_then_else = do_if_predicate

    def do_let_predicate(self, names, equation, body):
        name = names[0][1][0]
        inner = self.value(equation[1][1])
        return self.bound({name: inner}, lambda: self.value(body))

    do_let_expression = do_let_predicate

    def bound(self, values, then):
        old = self.names
        self.names = {**old, **values}
        try:
            return then()
        finally:
            self.names = old

    def do_equal(self, left, right):
        return self.value(left) == self.value(right)

    def do_not_equal(self, left, right):
        return self.value(left) != self.value(right)

    def do_less(self, left, right):
        return self.value(left) < self.value(right)

    def do_less_equal(self, left, right):
        return self.value(left) <= self.value(right)

    def do_greater(self, left, right):
        return self.value(left) > self.value(right)

    def do_greater_equal(self, left, right):
        return self.value(left) >= self.value(right)

    def do_member(self, left, right):
        return self.has(right, self.value(left))

    def do_not_member(self, left, right):
        return not self.do_member(left, right)

    def do_subset(self, left, right):
        return self.within(self.value(left), right)

    def do_not_subset(self, left, right):
        return not self.do_subset(left, right)

    def do_subset_strict(self, left, right):
        a, b = self.value(left), self.value(right)
        return a <= b and a != b

    def do_not_subset_strict(self, left, right):
        return not self.do_subset_strict(left, right)

    def do_finite(self, part):
        self.value(part)
        return True

    def do_partition(self, whole_set, parts):
        values = [self.value(part) for part in parts]
        return self.value(whole_set) == frozenset().union(*values) and all(
            not a & b for a, b in itertools.combinations(values, 2)
        )

    # binders
    def domain_of(self, name, predicate):
        parts = predicate[1][0] if predicate[0] == "conjunct" else [predicate]
        for part in parts:
            if len(part[1]) != 2 or part[1][0] != ("identifier", [name]):
                continue
            try:
                if part[0] == "member":
                    return self.value(part[1][1])
                if part[0] == "equal":
                    return [self.value(part[1][1])]
                if part[0] == "subset":
                    return subsets(self.value(part[1][1]))
            except (Left, Undefined):
                continue
        raise Left

    def assignments(self, names, predicate, values=None):
        """All values of the variables under which the predicate is true."""
        values = values or {}
        outer = {name: of for name, of in self.names.items() if name not in names[len(values) :]}
        old, self.names = self.names, outer
        try:
            if len(values) == len(names):
                if self.value(predicate):
                    yield dict(values)
                return
            name = names[len(values)]
            for value in list(self.domain_of(name, predicate)):
                self.count()
                self.names = {**outer, name: value}
                yield from self.assignments(names, predicate, {**values, name: value})
                self.names = outer
        finally:
            self.names = old

    def gather(self, variables, predicate, body):
        """The values of the body under each assignment, as a list; without a body tuples of the variables."""
        names = [variable[1][0] for variable in variables]
        for values in list(self.assignments(names, predicate)):
            pair = values[names[0]]
            for name in names[1:]:
                pair = (pair, values[name])
            yield pair, self.bound(values, lambda: self.value(body)) if body else None

    def do_forall(self, variables, implication):
        left, right = implication[1]
        return all([value for _, value in self.gather(variables, left, right)])

    def do_exists(self, variables, predicate):
        return any(True for _ in self.gather(variables, predicate, None))

    def do_comprehension_set(self, variables, predicate):
        return elements(pair for pair, _ in self.gather(variables, predicate, None))

    def do_event_b_comprehension_set(self, variables, body, predicate):
        return elements(value for _, value in self.gather(variables, predicate, body))

    def do_lambda(self, variables, predicate, body):
        return elements(self.gather(variables, predicate, body))

    def do_general_sum(self, variables, predicate, body):
        return whole(sum(value for _, value in self.gather(variables, predicate, body)))

    def do_general_product(self, variables, predicate, body):
        return whole(math.prod(value for _, value in self.gather(variables, predicate, body)))

    def do_quantified_union(self, variables, predicate, body):
        return elements(itertools.chain(*[value for _, value in self.gather(variables, predicate, body)]))

    def do_quantified_intersection(self, variables, predicate, body):
        sets = [value for _, value in self.gather(variables, predicate, body)]
        if not sets:
            raise Undefined
        return frozenset.intersection(*sets)

    # numbers
    def do_unary_minus(self, a):
        return -self.value(a)

    def do_add(self, a, b):
        return self.value(a) + self.value(b)

    def do_minus(self, a, b):
        return self.value(a) - self.value(b)

    def do_multiplication(self, a, b):
        return whole(self.value(a) * self.value(b))

    def do_div(self, a, b):
        x, y = self.value(a), self.value(b)
        if y == 0:
            raise Undefined
        if isinstance(x, fractions.Fraction):
            return x / y
        size = abs(x) // abs(y)
        return size if (x < 0) == (y < 0) else -size

    def do_modulo(self, a, b):
        x, y = self.value(a), self.value(b)
        if x < 0 or y <= 0:
            raise Undefined
        return x % y

    def do_power_of(self, a, b):
        x, y = self.value(a), self.value(b)
        if y < 0:
            raise Undefined
        if y > 200:
            raise Left
        return whole(x**y)

    def do_min(self, a):
        values = self.value(a)
        if not values:
            raise Undefined
        return min(values)

    def do_max(self, a):
        values = self.value(a)
        if not values:
            raise Undefined
        return max(values)

    def do_card(self, a):
        return len(self.value(a))

    def do_interval(self, a, b):
        low, high = self.value(a), self.value(b)
        return elements(range(low, min(high, low + LIMIT + 1) + 1))

    def do_convert_real(self, a):
        return fractions.Fraction(self.value(a))

    def do_convert_int_floor(self, a):
        return math.floor(self.value(a))

    def do_convert_int_ceiling(self, a):
        return math.ceil(self.value(a))

    # sets
    def do_empty_set(self):
        return frozenset()

    do_empty_sequence = do_empty_set

    def do_set_extension(self, items):
        return frozenset([self.value(item) for item in items])

    def do_pow_subset(self, a):
        return subsets(self.value(a))

    do_fin_subset = do_pow_subset

    def do_pow1_subset(self, a):
        return subsets(self.value(a)) - {frozenset()}

    do_fin1_subset = do_pow1_subset

    def do_union(self, a, b):
        return self.value(a) | self.value(b)

    def do_intersection(self, a, b):
        return self.value(a) & self.value(b)

    def do_set_subtraction(self, a, b):
        return self.value(a) - self.value(b)

    def do_cartesian_product(self, a, b):
        return elements(itertools.product(self.value(a), self.value(b)))

    def do_general_union(self, a):
        return frozenset().union(*self.value(a))

    def do_general_intersection(self, a):
        sets = self.value(a)
        if not sets:
            raise Undefined
        return frozenset.intersection(*sets)

    def do_couple(self, items):
        left = self.value(items[0])
        return (left, self.value(items[1]))

    # relations
    def do_domain(self, r):
        return domain(self.value(r))

    def do_range(self, r):
        return codomain(self.value(r))

    def do_identity(self, s):
        return frozenset((x, x) for x in self.value(s))

    def do_reverse(self, r):
        return reverse(self.value(r))

    def do_composition(self, r, s):
        return compose(self.value(r), self.value(s))

    def do_direct_product(self, r, s):
        left, right = self.value(r), self.value(s)
        return elements((x, (y, z)) for x, y in left for w, z in right if w == x)

    def do_parallel_product(self, r, s):
        left, right = self.value(r), self.value(s)
        return elements(((x, v), (y, w)) for x, y in left for v, w in right)

    def do_first_projection(self, s, t):
        return elements(((x, y), x) for x, y in self.do_cartesian_product(s, t))

    def do_second_projection(self, s, t):
        return elements(((x, y), y) for x, y in self.do_cartesian_product(s, t))

    def do_iteration(self, r, n):
        relation, times = self.value(r), self.value(n)
        if times < 0:
            raise Undefined
        if times == 0 or times > 60:
            raise Left
        result = relation
        for _ in range(times - 1):
            result = compose(relation, result)
        return result

    def do_closure(self, r):
        return closure1(self.value(r))

    def do_image(self, r, s):
        return frozenset([y for x, y in self.value(r) if self.has(s, x)]) if self.touch(s) else None

    def do_domain_restriction(self, s, r):
        return frozenset(p for p in self.value(r) if self.has(s, p[0])) if self.touch(s) else None

    def do_domain_subtraction(self, s, r):
        return frozenset(p for p in self.value(r) if not self.has(s, p[0])) if self.touch(s) else None

    def do_range_restriction(self, r, s):
        return frozenset(p for p in self.value(r) if self.has(s, p[1])) if self.touch(s) else None

    def do_range_subtraction(self, r, s):
        return frozenset(p for p in self.value(r) if not self.has(s, p[1])) if self.touch(s) else None

    def do_overwrite(self, r, s):
        left, right = self.value(r), self.value(s)
        return frozenset(p for p in left if p[0] not in domain(right)) | right

    def do_trans_function(self, r):
        relation = self.value(r)
        return frozenset((x, frozenset(z for w, z in relation if w == x)) for x, _ in relation)

    def do_trans_relation(self, f):
        function = self.value(f)
        if not functional(function):
            raise Undefined
        return elements((x, y) for x, ys in function for y in ys)

    def do_function(self, f, args):
        if f[0] in ("successor", "predecessor"):
            return self.value(args[0]) + (1 if f[0] == "successor" else -1)
        relation, at = self.value(f), self.value(args[0])
        if not functional(relation) or at not in domain(relation):
            raise Undefined
        return dict(relation)[at]

    # sequences
    def do_sequence_extension(self, items):
        return sequence([self.value(item) for item in items])

    def do_size(self, s):
        return len(as_list(self.value(s)))

    def part(self, s, pick):
        values = as_list(self.value(s))
        if not values:
            raise Undefined
        return pick(values)

    def do_first(self, s):
        return self.part(s, lambda values: values[0])

    def do_last(self, s):
        return self.part(s, lambda values: values[-1])

    def do_front(self, s):
        return self.part(s, lambda values: sequence(values[:-1]))

    def do_tail(self, s):
        return self.part(s, lambda values: sequence(values[1:]))

    def do_rev(self, s):
        return sequence(as_list(self.value(s))[::-1])

    def do_concat(self, s, t):
        left = as_list(self.value(s))
        return sequence(left + as_list(self.value(t)))

    def do_insert_front(self, x, s):
        left = self.value(x)
        return sequence([left] + as_list(self.value(s)))

    def do_insert_tail(self, s, x):
        left = as_list(self.value(s))
        return sequence(left + [self.value(x)])

    def do_restrict_front(self, s, n):
        values, length = as_list(self.value(s)), self.value(n)
        if not 0 <= length <= len(values):
            raise Undefined
        return sequence(values[:length])

    def do_restrict_tail(self, s, n):
        values, length = as_list(self.value(s)), self.value(n)
        if not 0 <= length <= len(values):
            raise Undefined
        return sequence(values[length:])

    def do_general_concat(self, s):
        return sequence([item for part in as_list(self.value(s)) for item in as_list(part)])

    # records, which are tuples of (field, value) in the order of the fields
    def do_rec(self, entries):
        values = [(entry[1][0][1][0], self.value(entry[1][1])) for entry in entries]
        return tuple(sorted(values, key=lambda entry: entry[0]))

    def do_struct(self, entries):
        fields = sorted((entry[1][0][1][0], self.value(entry[1][1])) for entry in entries)
        names = [field for field, _ in fields]
        return elements(tuple(zip(names, values)) for values in itertools.product(*[of for _, of in fields]))

    def do_record_field(self, record, field):
        return dict(self.value(record))[field[1][0]]

    # trees
    def do_bin(self, *args):
        if len(args) == 1:
            return frozenset([(frozenset(), self.value(args[0]))])
        left, root, right = (self.value(arg) for arg in args)
        if not is_tree(left, True) or not is_tree(right, True):
            raise Undefined
        pairs = {(frozenset(), root)}
        for child, tree in ((1, left), (2, right)):
            pairs |= {(sequence([child] + as_list(path)), of) for path, of in tree}
        return frozenset(pairs)

    def do_top(self, t):
        tree = self.value(t)
        if not is_tree(tree, False):
            raise Undefined
        return dict(tree)[frozenset()]


def operators(term, seen):
    if isinstance(term, tuple):
        seen.add(term[0])
        term = term[1]
    if isinstance(term, list):
        for part in term:
            operators(part, seen)


class Comparison:
    def __init__(self, program):
        self.program = program
        self.true = self.wrong = self.left = 0
        self.seen = set()

    def term_of(self, predicate):
        words = [self.program, "translate", "--to", "prolog", predicate]
        return parse(subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout)

    def take(self, conjunct, evaluator, text):
        try:
            holds = evaluator.evaluate(conjunct)
        except Left:
            self.left += 1
            return
        except Undefined:
            holds = None
        operators(conjunct, self.seen)
        self.true += holds is True
        if holds is not True:
            self.wrong += 1
            print("false:" if holds is False else "not well defined:", conjunct, "in", text, sep="\n")

    def compare(self, predicate, model):
        """The equations of the model come first, and give the identifiers their values."""
        with open(predicate) as body, open(model) as values:
            equations = values.read().strip()
            text = (equations + " &\n" if equations else "") + body.read()
        with open(predicate, "w") as file:
            file.write(text)
        evaluator = Evaluator()
        name, args = term = self.term_of(predicate)
        for conjunct in args[0] if name == "conjunct" else [term]:
            what, sides = conjunct
            if what == "equal" and sides[0][0] == "identifier" and sides[0][1][0] not in evaluator.names:
                evaluator.names[sides[0][1][0]] = evaluator.evaluate(sides[1])
            else:
                self.take(conjunct, evaluator, text)


def end(fine, name):
    """The result, as all tests print it."""
    print(f"1..1\n{'ok' if fine else 'not ok'} 1 - {name}")
    sys.exit(0 if fine else 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--program", default="build/assay")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--conjuncts", default="2-4")
    parser.add_argument("--types", default="INTEGER,BOOL,REAL,STRING,pairs,sets,relations,functions,sequences,records,trees")
    parser.add_argument("--infinite", action="store_true")
    given = parser.parse_args()
    sys.setrecursionlimit(10000)
    comparison = Comparison(given.program)
    with tempfile.TemporaryDirectory() as folder:
        words = ["gen", "--language", "b", "--known", "sat", "--with-model", "--types", given.types, "--count", str(given.count)]
        words += ["--seed", str(given.seed), "--depth", str(given.depth), "--conjuncts", given.conjuncts, "--out", folder]
        words += ["--infinite"] if given.infinite else []
        subprocess.run([given.program, *words], check=True, stderr=subprocess.DEVNULL)
        for model in sorted(glob.glob(os.path.join(folder, "*.model"))):
            comparison.compare(model[: -len("model")] + "b", model)
    print(f"# {comparison.true} conjuncts are true, {comparison.wrong} are not, {comparison.left} cannot be enumerated")
    print(f"# {len(comparison.seen)} operators")
    end(not comparison.wrong and comparison.true >= 5 * given.count, "conjuncts are true under their models")


if __name__ == "__main__":
    main()
