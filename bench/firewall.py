#!/usr/bin/env python3
"""Writes queries about firewalls and routers in QF_BV, with what their author knows of each: numbers of rules and widths of ranges.

usage: firewall.py [--count N] [--seed N] FOLDER

A packet has a source and a destination (32 bits) and a port (16 bits). A rule allows or denies packets whose source, destination and port
are in ranges. In a firewall the first rule that matches decides; in a router a packet passes if an allow rule matches and no deny rule
does. Packets that pass are spread over 2^12 servers by a product of their fields with odd constants. A query asks for a packet that comes to
a given server. The wider the ranges, the likelier there is one; how much has to be searched does not show in the operators.

Writes FOLDER/NUMBER.smt2 and FOLDER/domain.csv, with the columns benchmark, firewall, rules, allow, deny, block, ip_width, port_width: the
seven features of the domain in the thesis about MachSMT (block rules deny all ports; widths are means of logarithms).
"""

import argparse
import csv
import math
import os
import random

ADDRESS, PORT, SERVERS = 32, 16, 12


def literal(value, width):
    return f"#x{value:0{width // 4}x}"


def make_range(draw, width, spread):
    size = min(int(2 ** draw.gauss(spread, 1)) + 1, 2**width - 1)
    low = draw.randrange(2**width - size)
    return low, low + size


class Rule:
    def __init__(self, draw, spread, port_spread, allow_part, center):
        self.allow = draw.random() < allow_part
        self.source = self.near(draw, center[0], spread)
        self.target = self.near(draw, center[1], spread)
        self.port = (0, 2**PORT - 1) if not self.allow and draw.random() < 0.3 else make_range(draw, PORT, port_spread)

    @staticmethod
    def near(draw, center, spread):
        """A range close to a centre, so that rules overlap."""
        low, high = make_range(draw, ADDRESS, spread)
        size = high - low
        low = min(max(center + draw.randrange(-2 * size, 2 * size + 1), 0), 2**ADDRESS - 1 - size)
        return low, low + size

    def blocks(self):
        return not self.allow and self.port == (0, 2**PORT - 1)


def inside(name, bounds, width):
    return f"(bvule {literal(bounds[0], width)} {name}) (bvule {name} {literal(bounds[1], width)})"


def match(rule):
    parts = (("src", rule.source, ADDRESS), ("dst", rule.target, ADDRESS), ("port", rule.port, PORT))
    return f"(and {' '.join(inside(*part) for part in parts)})"


def firewall(matches):
    text = "false"
    for allow, condition in reversed(matches):
        text = f"(ite {condition} {'true' if allow else 'false'} {text})"
    return text


def router(matches):
    allow = " ".join(condition for allow, condition in matches if allow)
    deny = " ".join(condition for allow, condition in matches if not allow)
    return f"(and (or false {allow}) (not (or false {deny})))"


def spread_load(draw):
    """The condition that the packet comes to a server."""
    def odd():
        return literal(draw.randrange(2**ADDRESS) | 1, ADDRESS)
    mixed = f"(bvxor (bvmul src {odd()}) (bvmul (bvadd dst (concat port port)) {odd()}))"
    return f"(= ((_ extract 31 {ADDRESS - SERVERS}) {mixed}) (_ bv{draw.randrange(2**SERVERS)} {SERVERS}))"


def make(draw):
    """The script and its features."""
    count = int(2 ** draw.uniform(1, 5))
    spread, port_spread, allow_part = draw.uniform(0, 9), draw.uniform(0, 6), draw.uniform(0.2, 0.9)
    center = draw.randrange(2**ADDRESS), draw.randrange(2**ADDRESS)
    rules = [Rule(draw, spread, port_spread, allow_part, center) for _ in range(count)]
    policy = draw.choice([firewall, router])
    passes = policy([(rule.allow, match(rule)) for rule in rules])
    script = ("(set-logic QF_BV)\n(declare-fun src () (_ BitVec 32))\n(declare-fun dst () (_ BitVec 32))\n(declare-fun port () (_ BitVec 16))\n"
              f"(assert {passes})\n(assert {spread_load(draw)})\n(check-sat)\n")

    def width(bounds):
        return math.log2(bounds[1] - bounds[0] + 1)
    allow = sum(rule.allow for rule in rules)
    widths = [width(bounds) for rule in rules for bounds in (rule.source, rule.target)]
    return script, [int(policy is firewall), count, allow, count - allow, sum(rule.blocks() for rule in rules),
                    round(sum(widths) / len(widths), 3), round(sum(width(rule.port) for rule in rules) / count, 3)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("folder")
    given = parser.parse_args()
    draw = random.Random(given.seed)
    os.makedirs(given.folder, exist_ok=True)
    with open(os.path.join(given.folder, "domain.csv"), "w", newline="", encoding="utf-8") as table:
        writer = csv.writer(table)
        writer.writerow(["benchmark", "firewall", "rules", "allow", "deny", "block", "ip_width", "port_width"])
        for number in range(given.count):
            path = os.path.join(given.folder, f"{number:04}.smt2")
            script, features = make(draw)
            with open(path, "w", encoding="utf-8") as file:
                file.write(script)
            writer.writerow([path, *features])


main()
