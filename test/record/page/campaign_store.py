"""Stores for tests, written as the schema says and not by assay, so that they can hold anything."""

import json
import os
import sqlite3
import time

APPLICATION = 0x61736179


class CampaignStore:
    """A campaign with known numbers: `inputs` inputs of two solvers, three groups of findings, `constructs` arms, and as
    many of options of solvers."""

    def __init__(self, folder, name="plain", inputs=40, constructs=30, options=0, hostile="", language="SMT-LIB"):
        self.hostile = hostile
        self.options = options
        self.inputs = 0
        self.db = sqlite3.connect(os.path.join(folder, "campaign.db"), isolation_level=None)
        root = os.environ["ASSAY_SOURCE_ROOT"]
        with open(os.path.join(root, "src", "record", "store", "schema.sql"), encoding="utf-8") as file:
            schema = file.read()
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.executescript("BEGIN;" + schema + f"PRAGMA application_id = {APPLICATION};"
                              f"PRAGMA user_version = {schema.count('-- version ') - 1}; COMMIT;")
        self.db.execute("BEGIN")
        self.campaign = self.add("campaign", name=name.encode(), seed=7, started_ms=int(time.time() * 1000))
        self.language = language
        self.begin(constructs)
        self.add_inputs(inputs)
        self.add_results(constructs)
        self.db.execute("COMMIT")

    def add(self, table, **values):
        names = ", ".join(values)
        places = ", ".join("?" * len(values))
        return self.db.execute(f"INSERT INTO {table} ({names}) VALUES ({places})", list(values.values())).lastrowid

    def own(self, table, **values):
        return self.add(table, campaign=self.campaign, **values)

    def begin(self, constructs):
        machine = {"cpu": f"Test CPU{self.hostile}", "cores": 2, "memory_bytes": 8 << 30, "system": "Linux"}
        settings = {"logic": "QF_LIA", "objective": "time", "seed": "7", "unit": "s", "limit": "5", "timeout": "5s",
                    "penalty": "par2", "assay": "0.1.0", "target": f"one{self.hostile}", "reference": "two",
                    "environment": json.dumps(machine), "language": self.language}
        for name, value in settings.items():
            self.own("setting", name=name, value=value.encode())
        for number, (name, role) in enumerate((("one", "target"), ("two", "reference"))):
            self.own("solver", number=number, name=(name + self.hostile).encode(),
                     version=f"1.{number}{self.hostile}".encode(), role=role)
        for number in range(constructs):
            self.own("construct", number=number, name=f"construct-{number:02}{self.hostile}".encode())
        for number, name in enumerate(("mutate", "sample")):
            self.own("construct", number=constructs + number, name=name.encode())
        for number in range(self.options):
            self.own("construct", number=constructs + 2 + number, name=f"one(--option={number}{self.hostile})".encode())
        for number, name in enumerate(("construct", "action", "option")[:3 if self.options else 2]):
            self.own("agent", number=number, name=name)

    def add_inputs(self, count):
        """Solver 0 decides all but each tenth input; solver 1 all of them."""
        for number in range(self.inputs, self.inputs + count):
            self.own("instance", number=number, worker=0, at_ms=number * 100, seed=7, placed=0, scale=0,
                     size=number + 1, margin=number / 100)
            for solver in (0, 1):
                late = solver == 0 and number % 10 == 9
                self.own("run", instance=number, solver=solver, attempt=0, outcome="timeout" if late else "sat",
                         exit_code=-1 if late else 0, signal=9 if late else 0, wall_ns=(number + 1) * 1000000,
                         cpu_ns=(number + 1) * (2 - solver) * 1000000, peak_bytes=1 << 20, limit_ns=5 * 10**9)
        self.inputs += count

    def text(self, instance, text):
        data = text.encode()
        self.own("instance_text", instance=instance, length=len(data), bytes=data)

    def add_finding(self, instance, kind, signature, confirmed, texts):
        signature += self.hostile
        key = (self.campaign, kind, signature.encode())
        self.db.execute("INSERT OR IGNORE INTO finding_group (campaign, kind, signature, part) VALUES (?, ?, ?, 0)", key)
        (group,) = self.db.execute(
            "SELECT id FROM finding_group WHERE campaign = ? AND kind = ? AND signature = ?", key).fetchone()
        finding = self.own("finding", instance=instance, place=0, group_id=group, at_ms=instance * 100, accused=1,
                           concerned=3, query=1, line=4, confirmed=confirmed, evidence=f"evidence of {signature}".encode())
        for role, text in texts.items():
            data = (text + self.hostile).encode()
            self.add("finding_text", finding=finding, role=role, length=len(data), bytes=data)

    def add_results(self, constructs):
        self.text(3, f"(set-info :source |input three{self.hostile}|)\n(check-sat)\n")
        self.text(30, f"; the best{self.hostile}\n(assert (= x 30))\n(check-sat)\n")
        self.add_finding(3, "wrong model", "a wrong model", 1, {
            "reduced": "; reduced\n(assert false)\n(check-sat)\n",
            "answers": "one: sat, two: unsat",
            "report": "# A report",
        })
        self.add_finding(4, "wrong model", "a wrong model", 1, {})
        self.add_finding(5, "crash", "segmentation fault", 1, {
            "answers": "one: crash, two: sat", "known": "an old one (https://example.org/7)"})
        self.add_finding(6, "slow", "perhaps slow", 0, {"same_as": "finding-01"})
        for instance in (10, 20, 30):
            self.own("best", instance=instance, at_ms=instance * 100, margin=instance / 100)
        for number in range(constructs):
            self.own("arm", agent=0, worker=0, at_ms=3000, construct=number, successes=1.0 + number,
                     failures=1.0 + constructs - number, pulls=constructs, rewards=float(number))
        for number in range(2):
            self.own("arm", agent=1, worker=0, at_ms=3000, construct=constructs + number, successes=2.0, failures=3.0,
                     pulls=5, rewards=2.0)
        for number in range(self.options):
            self.own("arm", agent=2, worker=0, at_ms=3000, construct=constructs + 2 + number, successes=number,
                     failures=self.options - number, pulls=self.options, rewards=float(number))
        self.own("state", worker=0, name="end", value=b"time")

    def grow(self, count):
        """As a campaign does while somebody looks at it."""
        self.db.execute("BEGIN")
        self.add_inputs(count)
        self.db.execute("COMMIT")

    def close(self):
        self.db.close()
