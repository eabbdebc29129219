"""What the long checks of generated scripts share: the logics, and results that survive an interruption."""

import json
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ASSAY = os.environ.get("ASSAY", os.path.join(ROOT, "build", "assay"))


def tested_logics():
    """The logics that the tests in C use, too."""
    with open(os.path.join(ROOT, "test", "support", "logics.h"), encoding="utf-8") as file:
        return re.findall(r'"([A-Z_]+)"', file.read())


class Journal:
    """Results of finished slices, a line of JSON each. Without a path they are kept in memory only."""

    def __init__(self, path=None):
        self.path = path
        self.results = {}
        if path and os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                for line in file:
                    key, result = json.loads(line)
                    self.results[json.dumps(key)] = result

    def find(self, key):
        return self.results.get(json.dumps(key))

    def add(self, key, result):
        self.results[json.dumps(key)] = result
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(json.dumps([key, result]) + "\n")
