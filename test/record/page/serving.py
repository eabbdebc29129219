"""`assay serve` and `assay fuzz` as background processes, and TAP for tests in Python."""

import os
import signal
import subprocess
import sys
import traceback
import urllib.error
import urllib.request

ASSAY = os.environ["ASSAY"]


class Served:
    """`with Served(folder, "--token", "x") as served: served.get("campaign.json")`"""

    def __init__(self, folder, *arguments):
        self.process = subprocess.Popen(
            [ASSAY, "serve", folder, "--port", "0", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(self.process.stderr.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def end(self, number=signal.SIGINT):
        """Its exit code and what it wrote to stderr."""
        self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=20)
        return self.process.returncode, errors

    @property
    def port(self):
        return int(self.url.split(":")[2].split("/")[0])

    def get(self, path="", method="GET", headers=None):
        """(status, headers, body)"""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        request = urllib.request.Request(self.url + path, headers=headers or {}, method=method)
        try:
            with opener.open(request, timeout=20) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()


def fuzz(folder, *arguments):
    """A campaign in the background, over two solvers that answer at once."""
    fake = os.environ["ASSAY_FAKE"] + " act out:sat\\n"
    return subprocess.Popen(
        [ASSAY, "fuzz", "--unrestricted", "--logic", "QF_LIA", "--target", fake, "--reference", fake, "--time", "60s",
         "--out", folder, *arguments],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )


def skip_all(reason):
    print(f"1..0 # SKIP {reason}")
    sys.exit(0)


def run_cases(cases):
    """Cases are functions; one that raises has failed."""
    print(f"1..{len(cases)}", flush=True)
    failed = False
    for number, case in enumerate(cases, 1):
        name = case.__name__.replace("_", " ")
        try:
            case()
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # whatever it was, the next case is of interest
            failed = True
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print("#", line, flush=True)
    sys.exit(failed)
