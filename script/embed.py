#!/usr/bin/env python3
"""Turns files into a C file that defines them as an array NAME and its NAME_count.

usage: embed.py [--binary] OUTPUT HEADER NAME FILE...

Files must be texts, without NUL bytes, unless --binary is given. HEADER declares both, as "module/embedded.h" of smtlib and run do.
"""

import os
import sys


def c_string(line):
    """A C string literal of the bytes. Octal escapes have three digits, so no digit can join them."""
    out = []
    for byte in line:
        char = chr(byte)
        if char == "\n":
            out.append("\\n")
        elif char in '"\\?':
            out.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            out.append(char)
        else:
            out.append("\\%03o" % byte)
    return '"' + "".join(out) + '"'


def embed(header, name, paths, binary):
    lines = [
        "/* Made by script/embed.py. */",
        f'#include "{header}"',
        "",
        "/* ISO C asks compilers for 4095 characters in a literal; ours take any number. */",
        '#pragma GCC diagnostic ignored "-Woverlength-strings"',
        "",
        f"const EmbeddedFile {name}[] = {{",
    ]
    for path in paths:
        with open(path, "rb") as file:
            content = file.read()
        if b"\0" in content and not binary:
            sys.exit(f"embed.py: '{path}' has a NUL byte in it")
        lines.append("    {%s," % c_string(os.path.basename(path).encode()))
        lines += ["     " + c_string(line) for line in content.splitlines(keepends=True)] or ['     ""']
        lines += ["     ,", "     %du}," % len(content)]
    if not paths:
        lines.append("    {0}, /* C has no empty arrays */")
    lines += ["};", "", f"const size_t {name}_count = {len(paths)};", ""]
    return "\n".join(lines)


def main():
    arguments = sys.argv[1:]
    binary = arguments[0] == "--binary"
    output, header, name, *paths = arguments[binary:]
    paths.sort(key=os.path.basename)
    with open(output, "w", encoding="ascii") as file:
        file.write(embed(header, name, paths, binary))


main()
