#!/usr/bin/env python3
"""Libraries that are opened when they are needed: they do not cost a start, they have what is called, and it is said if one is not
there. Speaks TAP.

    lazy.py ASSAY"""

import ctypes
import glob
import os
import platform
import re
import subprocess
import sys
import tempfile

ASSAY = sys.argv[1]
LISTS = glob.glob(os.path.join(os.environ["ASSAY_SOURCE_ROOT"], "src", "base", "lazy", "*.c"))


def libraries():
    """{soname: [functions]}"""
    found = {}
    for path in LISTS:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = re.search(r'^LAZY_LIBRARY\("([^"]+)"', text, re.MULTILINE)
        if name:
            found[name.group(1)] = re.findall(r"\bX\((\w+)\)", text)
    return found


def test_functions():
    """An older or newer library would fail in the middle of some command."""
    known = libraries()
    assert len(known) >= 5, known.keys()
    for soname, functions in known.items():
        library = ctypes.CDLL(soname)
        assert functions, soname
        missing = [name for name in functions if not hasattr(library, name)]
        assert not missing, f"{soname} has no {missing}"


def test_start():
    environment = dict(os.environ, LD_DEBUG="files")
    loaded = subprocess.run([ASSAY, "--version"], env=environment, capture_output=True, text=True, check=True).stderr
    assert "libc.so" in loaded, "the dynamic linker tells nothing"
    for soname in libraries():
        assert soname not in loaded, f"{soname} is loaded at the start"


def eval_algebraic(environment):
    with tempfile.TemporaryDirectory() as folder:
        script, model = os.path.join(folder, "script.smt2"), os.path.join(folder, "model")
        with open(script, "w", encoding="utf-8") as file:
            file.write("(declare-const x Real)(assert (= (* x x) 2.0))(check-sat)")
        with open(model, "w", encoding="utf-8") as file:
            file.write("((define-fun x () Real (root-obj (+ (^ x 2) (- 2)) 2)))")
        return subprocess.run([ASSAY, "eval", script, "--model", model], env=environment, capture_output=True, text=True, check=False)


def test_called():
    result = eval_algebraic(None)
    assert result.returncode == 0 and "1 true" in result.stdout, result


def test_missing():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "libcalcium.so.0"), "w", encoding="utf-8"):
            pass
        result = eval_algebraic(dict(os.environ, LD_LIBRARY_PATH=folder))
    assert result.returncode == 3, result
    assert "libcalcium.so.0" in result.stderr and "Debian: libcalcium0" in result.stderr, result.stderr


def main():
    cases = [test_functions, test_start, test_called, test_missing]
    if platform.machine() != "x86_64":
        print("1..0 # SKIP libraries are linked on this processor")
        return
    print(f"1..{len(cases)}")
    failed = False
    for number, case in enumerate(cases, 1):
        try:
            case()
            print(f"ok {number} - {case.__name__}")
        except (AssertionError, OSError, subprocess.CalledProcessError) as error:
            failed = True
            print(f"not ok {number} - {case.__name__}\n# " + str(error).replace("\n", "\n# "))
    sys.exit(failed)


main()
