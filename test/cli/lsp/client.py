"""A client of the language server protocol over standard input and output, for tests."""

import json
import os
import select
import subprocess
import time

ASSAY = os.environ["ASSAY"]


class Client:
    """Starts `assay lsp` and speaks to it. `text` and `place` make requests about one document easy."""

    def __init__(self, *options, start=True):
        self.process = subprocess.Popen([ASSAY, "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.received = b""
        self.number = 0
        self.spent = 0
        self.others = []  # notifications, and answers to nobody
        if start:
            self.capabilities = self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
            self.notify("initialized", {})

    def raw(self, data):
        self.process.stdin.write(data)

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def read(self, timeout=60):
        """The next message; None: the server has ended."""
        end = time.monotonic() + timeout
        while True:
            head, found, rest = self.received.partition(b"\r\n\r\n")
            if found:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.received = rest[length:]
                    return json.loads(rest[:length])
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError("the server does not answer")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                return None
            self.received += data

    def answer(self, number):
        while True:
            message = self.read()
            if message is None:
                raise EOFError("the server has ended")
            if message.get("id") == number and "method" not in message:
                return message
            self.others.append(message)

    def call(self, method, params=None):
        """The whole answer to a request."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.answer(self.number)

    def request(self, method, params=None):
        answer = self.call(method, params)
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer["result"]

    def notification(self, method):
        """The next notification of this kind."""
        for i, message in enumerate(self.others):
            if message.get("method") == method:
                return self.others.pop(i)["params"]
        while True:
            message = self.read()
            if message is None:
                raise EOFError("the server has ended")
            if message.get("method") == method:
                return message["params"]
            self.others.append(message)

    def open(self, text, uri="file:///x.smt2"):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "smt2", "version": 1, "text": text}})

    def diagnostics(self):
        return self.notification("textDocument/publishDiagnostics")

    def at(self, method, line, character, uri="file:///x.smt2"):
        return self.request("textDocument/" + method, {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}})

    def about(self, method, uri="file:///x.smt2"):
        return self.request("textDocument/" + method, {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}})

    def shows_time(self, what):
        """Prints the processor time of the server since the last call."""
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        spent = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        print(f"# {what}: {1000 * (spent - self.spent):.0f} ms")
        self.spent = spent

    def end(self):
        """Ends the server as the protocol wants it, and returns its exit code."""
        self.request("shutdown")
        self.notify("exit", None)
        return self.leave()

    def leave(self):
        self.process.stdin.close()
        code = self.process.wait(60)
        self.process.stdout.close()
        return code


def spot(text, word, which=0):
    """Line and column, in units of UTF-16, of an occurrence of a word."""
    at = -1
    for _ in range(which + 1):
        at = text.index(word, at + 1)
    before = text[:at].rsplit("\n", 1)[-1]
    return text.count("\n", 0, at), len(before.encode("utf-16-le")) // 2


def cut(text, range_):
    """The text in a range of the protocol."""
    lines = text.split("\n")

    def offset(place):
        before = "\n".join(lines[: place["line"]]) + ("\n" if place["line"] else "")
        units = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]]
        return len(before) + len(units.decode("utf-16-le"))

    return text[offset(range_["start"]) : offset(range_["end"])]


def applied(text, edits):
    """The text after edits, which do not overlap."""
    for edit in sorted(edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True):
        lines = text.split("\n")
        places = []
        for side in ("start", "end"):
            place = edit["range"][side]
            before = "\n".join(lines[: place["line"]]) + ("\n" if place["line"] else "")
            places.append(len(before) + len(lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]].decode("utf-16-le")))
        text = text[: places[0]] + edit["newText"] + text[places[1] :]
    return text
