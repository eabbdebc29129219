#!/usr/bin/env python3
"""Compares our inference with onnxruntime. Speaks TAP.

usage: runtime.py CASES COMPARE

Skips without Node and its package onnxruntime-node: install it anywhere with `npm install --ignore-scripts
onnxruntime-node` and let NODE_PATH name the folder node_modules. Real networks are those of ASSAY_SHARED.
ASSAY_RUNTIME_CASES is the number of networks of each class and each operator.
"""

import glob
import gzip
import os
import shutil
import subprocess
import sys
import tempfile


def runtime():
    """The reason for which there is no runtime, or None."""
    if not shutil.which("node"):
        return "Node is not installed"
    probe = subprocess.run(["node", "-e", "require('onnxruntime-node')"], stderr=subprocess.DEVNULL, check=False)
    return "onnxruntime-node is not installed (NODE_PATH)" if probe.returncode else None


def unpacked(path, folder):
    if not path.endswith(".gz"):
        return path
    plain = os.path.join(folder, os.path.basename(path)[:-3])
    with gzip.open(path) as source, open(plain, "wb") as target:
        shutil.copyfileobj(source, target)
    return plain


def compare(cases, script, arguments, folder):
    """What is wrong, as lines; and the last line of the comparison."""
    made = subprocess.run([cases, folder, *arguments], stderr=subprocess.PIPE, text=True, check=False)
    if made.returncode:
        return made.stderr.splitlines(), ""
    models = sorted(path[:-5] + ".onnx" for path in glob.glob(os.path.join(folder, "*.json")))
    wrong, outputs, unimplemented = [], 0, 0
    # A process for some networks: the runtime does not survive thousands.
    for first in range(0, len(models), 50):
        some = models[first : first + 50]
        ran = subprocess.run(["node", script, *some], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                             check=False)
        lines = ran.stdout.splitlines()
        wrong += [line for line in lines if line.startswith(("differs", "refused"))]
        unimplemented += sum(line.startswith("unimplemented") for line in lines)
        if ran.returncode or not lines or not lines[-1].startswith("outputs"):
            wrong.append(f"the comparison did not end between {some[0]} and {some[-1]}")
        else:
            outputs += int(lines[-1].split()[1])
    return wrong, f"{len(models)} networks, {outputs} outputs, {unimplemented} that the runtime has no kernel for"


def texts(folder, each):
    """A file of networks of one operator each."""
    path = os.path.join(folder, "texts")
    with open(path, "w", encoding="utf-8") as file:
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernels.py")
        subprocess.run([sys.executable, script, each, "7"], stdout=file, check=True)
    return path


def main():
    cases, script = sys.argv[1:3]
    shared = os.environ.get("ASSAY_SHARED") or os.environ.get("ASSAY_SHARED_DEFAULT", "")
    why = runtime()
    real = sorted(glob.glob(os.path.join(shared, "data/nnv/*/onnx/*.onnx*")))
    each = os.environ.get("ASSAY_RUNTIME_CASES", "5")
    plan = [("generated networks", lambda folder: ["generated", each, "7"], True),
            ("operators that graphs do not draw", lambda folder: ["texts", texts(folder, each)], True),
            ("real networks", lambda folder: ["real", *[unpacked(path, folder) for path in real]], bool(real))]
    print(f"1..{len(plan)}")
    bad = False
    for number, (name, arguments, there) in enumerate(plan, 1):
        if why or not there:
            print(f"ok {number} {name} # SKIP {why or 'no such networks'}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            wrong, last = compare(cases, script, arguments(folder), folder)
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}: {last}")
        for line in wrong:
            print("#", line)
        bad = bad or bool(wrong)
    sys.exit(bad)


main()
