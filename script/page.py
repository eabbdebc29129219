#!/usr/bin/env python3
"""Puts the page of reports together: style and scripts become part of it, and its policy lets only them run.

usage: page.py OUTPUT page.html style.css SCRIPT.js...

What is left between {{ and }} is filled in by src/record/report/page.c.
"""

import base64
import hashlib
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def allowed(text):
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def main():
    output, template, style, *scripts = sys.argv[1:]
    css = read(style)
    code = '"use strict";\n(() => {\n' + "".join(map(read, scripts)) + "})();\n"
    for name, text in (("style", css), ("script", code)):
        if "{{" in text or f"</{name}" in text.lower() or "<!--" in text:
            sys.exit(f"page.py: the {name} cannot be part of a page")
    page = read(template)
    parts = {"style": css, "style-hash": allowed(css), "script": code, "script-hash": allowed(code)}
    for name, text in parts.items():
        page = page.replace("{{" + name + "}}", text)
    with open(output, "w", encoding="utf-8") as file:
        file.write(page)


main()
