#!/usr/bin/env python3
"""Installs assay into a scratch folder, and builds and runs the examples of the library against that. Speaks TAP.

usage: library.py BUILD SANITIZERS (of the build, as Meson calls them: "none" or a list)
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BUILD, SANITIZERS = sys.argv[1:]
EXPECTED = "mutant: QF_BV, 2 assertions, with bvxor\nline 3: true\nline 4: false\nsolver: sat\n"


def run(command, **more):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120, **more)
    if result.returncode:
        raise AssertionError(f"{' '.join(command)}: {result.stdout}")
    return result.stdout


class Installed:
    """The installed tree."""

    def __init__(self, folder):
        run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", folder])
        config = self.find(folder, "assay.pc")
        self.folder = folder
        self.libraries = os.path.dirname(self.find(folder, "libassay.so"))
        self.environment = dict(os.environ, LD_LIBRARY_PATH=self.libraries, PKG_CONFIG_SYSROOT_DIR=folder,
                                PKG_CONFIG_PATH=os.path.dirname(config))

    @staticmethod
    def find(folder, name):
        found = glob.glob(os.path.join(folder, "**", name), recursive=True)
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def build(self, output, *options):
        flags = run(["pkg-config", "--cflags", "--libs", *options, "assay"], env=self.environment).split()
        if SANITIZERS != "none":
            flags.append("-fsanitize=" + SANITIZERS)
        if options:
            flags = [os.path.join(self.libraries, "libassay.a") if flag == "-lassay" else flag for flag in flags]
        source = os.path.join(ROOT, "examples", "library.c")
        run(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, *flags, "-o", output])

    def run_example(self, *options):
        program = os.path.join(self.folder, "library" + "".join(options))
        self.build(program, *options)
        solver = os.path.join(self.folder, "solver")
        with open(solver, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\necho sat\n")
        os.chmod(solver, 0o755)
        output = run([program, solver], env=self.environment)
        assert output == EXPECTED, output


def exported(path, *options):
    lines = run(["nm", "-g", "--defined-only", *options, path]).splitlines()
    return {line.split()[-1] for line in lines if re.match(r"[0-9a-f]+ [A-Z] ", line)}


def declared():
    with open(os.path.join(ROOT, "include", "assay.h"), encoding="utf-8") as file:
        return set(re.findall(r"^ASSAY_API[^;]*?\b(assay_\w+)\(", file.read(), re.MULTILINE))


def check_symbols(names):
    assert names == declared(), f"not declared: {names - declared()}, missing: {declared() - names}"


def check_soname(tree):
    path = os.path.join(tree.libraries, "libassay.so")
    assert "[libassay.so.0]" in run(["readelf", "-d", path])


def check_python(tree):
    with open(os.path.join(ROOT, "doc", "library.md"), encoding="utf-8") as file:
        page = file.read()
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (output,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    got = run([sys.executable, "-c", code], env=tree.environment)
    assert got == output, got


def check_cplusplus(tree):
    source = os.path.join(tree.folder, "header.cc")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <assay.h>\nconst char *version() { return assay_version(); }\n")
    flags = run(["pkg-config", "--cflags", "assay"], env=tree.environment).split()
    run(["cc", "-x", "c++", "-fsyntax-only", "-Wall", "-Werror", *flags, source])


def commands():
    with open(os.path.join(ROOT, "src", "cli", "option", "commands.def"), encoding="utf-8") as file:
        return re.findall(r"^COMMAND\((\w+)\)", file.read(), re.MULTILINE)


def check_help(tree):
    """Offline, from the installed tree: what help and manual pages point at is installed."""
    program = tree.find(tree.folder, os.path.join("bin", "assay"))
    share = os.path.dirname(tree.find(tree.folder, os.path.join("doc", "assay")))
    for command in commands():
        page = tree.find(tree.folder, os.path.join("man1", f"assay-{command}.1"))
        with open(page, encoding="utf-8") as file:
            manual = file.read().replace("\\-", "-").replace("\\&", "")
        text = run([program, "help", command], cwd="/")
        assert text.startswith("usage:") or "sage" in text.split("\n")[0], text[:80]
        for name in re.findall(r"(?<![\w/])(?:doc|samples|examples|theories|profiles)/[\w./-]*\w", text + manual):
            assert os.path.exists(os.path.join(share, "assay", name)), f"help of {command}: {name} is not installed"
        for name in re.findall(r"\bassay-(\w+)\([0-9]\)", text + manual):
            assert name in commands(), f"help of {command}: there is no manual page assay-{name}"


def check_samples(tree):
    """An example works in the folder that help names."""
    program = tree.find(tree.folder, os.path.join("bin", "assay"))
    text = run([program, "help", "check"], cwd="/")
    place = re.search(r"samples/ is in the folder\s+of\s+the\s+source,\s+and\s+in\s+(\S+)\s+if", text)
    assert place, text
    run([program, "check", "samples/overflow.smt2"], cwd=tree.folder + place.group(1))


def check_links(tree):
    """What pages link to is installed, too."""
    folder = tree.find(tree.folder, os.path.join("doc", "assay", "doc"))
    for page in glob.glob(os.path.join(folder, "*.md")):
        with open(page, encoding="utf-8") as file:
            links = re.findall(r"\]\(([^)#\s]+)", file.read())
        for link in links:
            there = ":" in link or os.path.exists(os.path.join(folder, link))
            assert there, f"{os.path.basename(page)}: {link} is not installed"


def check_completion(tree):
    for place in ("bash-completion/completions/assay", "zsh/site-functions/_assay", "fish/vendor_completions.d/assay.fish"):
        with open(tree.find(tree.folder, place), encoding="utf-8") as file:
            assert "experiment" in file.read(), place


def has_cplusplus():
    return subprocess.run(["cc", "-x", "c++", "-fsyntax-only", "/dev/null"], capture_output=True).returncode == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        tree = Installed(folder)
        sanitized = SANITIZERS != "none" and "a library with sanitizers"
        checks = [
            ("the shared library exports what the header declares", False,
             lambda: check_symbols(exported(os.path.join(tree.libraries, "libassay.so"), "-D"))),
            ("the static library shows what the header declares", False,
             lambda: check_symbols(exported(os.path.join(tree.libraries, "libassay.a")))),
            ("the soname has the version of the interface", False, lambda: check_soname(tree)),
            ("the example works with the shared library", False, tree.run_example),
            ("the example works with the static library", sanitized, lambda: tree.run_example("--static")),
            ("the example in Python prints what the page says", sanitized, lambda: check_python(tree)),
            ("help points at files that are installed", False, lambda: check_help(tree)),
            ("help says where samples are", False, lambda: check_samples(tree)),
            ("links of pages lead to files that are installed", False, lambda: check_links(tree)),
            ("completion is installed for three shells", False, lambda: check_completion(tree)),
            ("the header can be used from C++", not has_cplusplus() and "no C++ compiler", lambda: check_cplusplus(tree)),
        ]
        print(f"1..{len(checks)}")
        failed = False
        for number, (name, skip, check) in enumerate(checks, 1):
            try:
                if not skip:
                    check()
                print(f"ok {number} - {name}" + (f" # SKIP {skip}" if skip else ""))
            except AssertionError as error:
                failed = True
                print(f"not ok {number} - {name}")
                for line in str(error).split("\n"):
                    print("#", line)
        sys.exit(failed)


main()
