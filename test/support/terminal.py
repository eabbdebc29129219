"""A program on a pseudo-terminal, and what its screen shows: enough of a terminal for what assay prints.

    with Terminal(["assay", "fuzz", ...], columns=80, rows=24) as terminal:
        terminal.wait_for("fuzzing")
        terminal.press("q")
        code = terminal.wait()
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

SEQUENCE = re.compile(r"\x1b\[(\?)?([0-9;]*)([A-Za-z])")


class Screen:
    """Rows of cells (character, style) with a cursor. What is not known raises an error."""

    def __init__(self, columns, rows):
        self.alternate = False
        self.cursor_visible = True
        self.resize(columns, rows)

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.stale, self.frames_to_come = True, 1  # of the next frame, lines may be of the size before
        self.clear()

    def clear(self):
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0
        self.style = ""

    def text(self):
        return "\n".join("".join(cell[0] for cell in row).rstrip() for row in self.cells)

    def feed(self, text):
        """Takes what it understands; what is left is an escape sequence that has not come to its end."""
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                match = SEQUENCE.match(text, at)
                if not match:
                    if len(text) - at > 32:
                        raise ValueError(f"not known: {text[at:at + 16]!r}")
                    return text[at:]
                self.do(*match.groups())
                at = match.end()
            else:
                self.put(text[at])
                at += 1
        return ""

    def put(self, char):
        if char == "\r":
            self.column = 0
        elif char == "\n":
            self.row += 1
            if self.row == self.rows:
                self.cells = self.cells[1:] + [[(" ", "")] * self.columns]
                self.row -= 1
        elif self.column < self.columns:
            self.cells[self.row][self.column] = (char, self.style)
            self.column += 1
        elif self.alternate and not self.stale:
            raise ValueError(f"line {self.row + 1} is longer than {self.columns} columns: {self.text()}")

    def do(self, private, numbers, what):
        if private:
            if numbers == "1049":
                self.alternate = what == "h"
                self.clear()
            elif numbers == "25":
                self.cursor_visible = what == "h"
            elif numbers != "7":
                raise ValueError(f"not known: mode {numbers}")
        elif what == "H":
            self.row = self.column = 0
            self.stale = self.frames_to_come > 0
            self.frames_to_come = max(0, self.frames_to_come - 1)
        elif what == "K":
            self.cells[self.row][self.column:] = [(" ", "")] * (self.columns - self.column)
        elif what == "J":
            if numbers == "2":
                self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
            else:
                self.cells[self.row][self.column:] = [(" ", "")] * (self.columns - self.column)
                for row in range(self.row + 1, self.rows):
                    self.cells[row] = [(" ", "")] * self.columns
        elif what == "m":
            self.style = "" if numbers in ("", "0") else numbers
        else:
            raise ValueError(f"not known: {numbers}{what}")


class Terminal:
    def __init__(self, command, columns=80, rows=24, environment=None, cwd=None, seconds=60):
        self.screen = Screen(columns, rows)
        self.raw = ""
        self.left = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.end = time.monotonic() + seconds
        self.code = None
        variables = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(environment or {})}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # The child: the size is set before it starts, and signals that were ignored here end it.
            for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            if cwd:
                os.chdir(cwd)
            os.execvpe(command[0], command, variables)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.code is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read(self, seconds=0.05):
        """What comes within a moment; False: there will be no more."""
        if not select.select([self.fd], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        text = self.decoder.decode(data)
        self.raw += text
        self.left = self.screen.feed(self.left + text)
        return bool(data)

    def read_all(self):
        """What is there."""
        while select.select([self.fd], [], [], 0)[0] and self.read():
            pass

    def wait_for(self, wanted, seconds=None):
        """Until the screen shows the text, or a function of this terminal is true."""
        test = wanted if callable(wanted) else lambda t: wanted in t.screen.text()
        end = min(self.end, time.monotonic() + seconds) if seconds else self.end
        while not test(self):
            alive = self.read()
            if not alive or time.monotonic() > end:
                if test(self):
                    return
                raise AssertionError(f"{wanted} did not come; the screen:\n{self.screen.text()}")

    def press(self, key):
        os.write(self.fd, key.encode())

    def resize(self, columns, rows):
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def modes(self):
        """Does the terminal echo, and give whole lines?"""
        flags = termios.tcgetattr(self.fd)[3]
        return bool(flags & termios.ECHO), bool(flags & termios.ICANON)

    def kill(self, number):
        os.kill(self.pid, number)

    def wait(self):
        """Its exit code, or minus the signal that ended it."""
        while time.monotonic() < self.end:
            alive = self.read()
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                time.sleep(0.05)
                self.read_all()
                self.code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
                return self.code
            if not alive:
                time.sleep(0.02)
        raise AssertionError(f"it did not end; the screen:\n{self.screen.text()}")


COLOURS = {"1": "font-weight:bold;color:#fff", "2": "color:#8a919c", "31": "color:#ff7b72", "32": "color:#7ee787",
           "33": "color:#e3b341", "34": "color:#79c0ff", "36": "color:#56d4dd"}


def as_html(screen):
    """The screen as a page, for pictures of it."""
    from html import escape

    lines = []
    for row in screen.cells:
        line, style = "", None
        for char, now in row:
            if now != style:
                line += ("</span>" if style is not None else "") + f'<span style="{COLOURS.get(now, "")}">'
                style = now
            line += escape(char)
        lines.append(line + "</span>")
    return ("<!doctype html><meta charset=utf-8><body style='margin:0;background:#0d1117'>"
            "<pre style='margin:0;padding:14px;color:#d7dde5;font:15px/18px \"DejaVu Sans Mono\",monospace'>"
            + "\n".join(lines) + "</pre>")


if __name__ == "__main__":
    sys.exit("this is a part of tests")
