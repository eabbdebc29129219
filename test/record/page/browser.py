"""Headless Chromium for tests, by chromedriver's HTTP interface (WebDriver). No packages needed."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from busy import busy_factor  # noqa: E402

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the name that the standard gives to references


def missing():
    """Why there is no browser; None if there is one."""
    for name in ("chromium", "chromedriver"):
        if not shutil.which(name):
            return f"{name} is not installed"
    return None


class Browser:
    """`with Browser() as browser: browser.open(url)`; everything it started ends with it."""

    def __init__(self, dark=False, width=1200, height=900):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.session = None
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            self.root = f"http://127.0.0.1:{self._port()}"
            self._start()
            self.resize(width, height)
            self.set_dark(dark)
            self.requests()  # of its own start
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _port(self):
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                return int(found.group(1))
        raise RuntimeError("chromedriver does not start")

    def _start(self):
        arguments = [
            "--headless=new",
            "--no-sandbox",  # root has no other way
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--no-first-run",
            "--force-prefers-reduced-motion",
            f"--user-data-dir={self.folder.name}",
            "about:blank",
        ]
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": shutil.which("chromium"), "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{answer['sessionId']}"

    def _ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.root + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self.opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def _post(self, path, **body):
        return self._ask("POST", self.session + path, body)

    def open(self, url):
        self._post("/url", url=url)

    def run(self, script, *arguments):
        """The value of a function's body; promises are waited for."""
        return self._post("/execute/sync", script=script, args=list(arguments))

    def element(self, selector):
        return self._post("/element", using="css selector", value=selector)[ELEMENT]

    def click(self, selector):
        self._post(f"/element/{self.element(selector)}/click")

    def type(self, selector, text):
        self._post(f"/element/{self.element(selector)}/value", text=text)

    def press(self, *keys):
        """Keys one after the other, to whatever has the focus."""
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": steps}])

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.innerText.trim())", selector)

    def wait(self, script, *arguments, seconds=20):
        """Until the script gives something true; that is the result. On a busy machine it takes longer."""
        end = time.monotonic() + seconds * min(4, busy_factor())
        while True:
            value = self.run(script, *arguments)
            if value or time.monotonic() > end:
                return value
            time.sleep(0.05)

    def command(self, name, **parameters):
        """A command of the browser's own protocol."""
        return self._post("/goog/cdp/execute", cmd=name, params=parameters)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def set_dark(self, dark):
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.command("Emulation.setEmulatedMedia", features=[scheme])

    def console(self):
        """What was written to the console since the last call: errors, refusals of the policy ..."""
        return [entry["message"] for entry in self._post("/se/log", type="browser")]

    def requests(self):
        """Addresses that were asked for since the last call."""
        messages = [json.loads(entry["message"])["message"] for entry in self._post("/se/log", type="performance")]
        return [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]

    def screenshot(self, path):
        """The whole page."""
        height = self.run("return document.documentElement.scrollHeight")
        width = self.run("return innerWidth")
        self.resize(width, height)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self._ask("GET", self.session + "/screenshot")))

    def close(self):
        if self.session:
            try:
                self._ask("DELETE", self.session)
            except (OSError, RuntimeError):
                pass
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.folder.cleanup()
