#!/usr/bin/env python3
"""`assay serve` as a program: what it prints, what it answers over HTTP, and how it ends. Speaks TAP."""

import json
import os
import socket
import subprocess
import tempfile
import time

from campaign_store import CampaignStore
from serving import ASSAY, Served, fuzz, run_cases

FIGURES = ("progress", "ranking", "cactus", "scatter")


def serve_fails(*arguments):
    """(exit code, message) of a call that cannot work."""
    result = subprocess.run([ASSAY, "serve", *arguments], capture_output=True, text=True, timeout=20)
    assert not result.stdout, result.stdout
    return result.returncode, result.stderr


def page_document_and_figures():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder).close()
        with Served(folder) as served:
            status, headers, page = served.get()
            assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8", headers
            assert b"Content-Security-Policy" in page and b"'unsafe" not in page
            status, headers, body = served.get("campaign.json")
            document = json.loads(body)
            assert status == 200 and headers["Content-Type"] == "application/json", headers
            assert document["counts"]["inputs"] == 40 and document["counts"]["runs"] == 80, document["counts"]
            for kind in FIGURES:
                status, headers, body = served.get(f"figure/{kind}.svg")
                assert (status, b"<svg" in body) in ((200, True), (503, False)), (kind, status, body)
            for path in ("figure/", "figure/other.svg", "campaign.db", "../campaign.db", "%2e%2e/campaign.db",
                         "figure/..%2f..%2fcampaign.db"):
                assert served.get(path)[0] == 404, path
            for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
                status, headers, _ = served.get("campaign.json", method)
                assert status == 405 and headers["Allow"] == "GET, HEAD", (method, status)
            status, headers, body = served.get(method="HEAD")
            assert status == 200 and int(headers["Content-Length"]) == len(page) and body == b""
            for header in ("X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Security-Policy"):
                assert headers[header], header
            assert "Access-Control-Allow-Origin" not in headers
            assert served.get(headers={"Host": "evil.example"})[0] == 421
            assert served.end() == (0, "Ctrl-C ends the server, and not the campaign.\n")


def inputs_come_in_pages():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder, inputs=2500).close()
        with Served(folder, "--inputs", "10") as served:
            assert len(json.loads(served.get("campaign.json")[2])["inputs"]) == 10

            def page(query):
                status, headers, body = served.get("inputs.json" + query)
                assert status == 200 and headers["Content-Type"] == "application/json", (query, status, body)
                answer = json.loads(body)
                assert answer["held"] == answer["total"] == 2500, answer
                return [one["instance"] for one in answer["inputs"]], answer["matching"]

            seen = []
            for first in range(0, 2600, 1000):
                seen += page(f"?from={first}&count=1000")[0]
            assert seen == list(range(2500)), len(seen)
            assert page("") == (list(range(100)), 2500)
            assert page("?order=down&count=2") == ([2499, 2498], 2500)
            assert page("?from=9999999999999999999&count=1") == ([], 2500)
            assert page("?words=TIMEOUT&count=3") == ([9, 19, 29], 250)
            late = [number for number in range(9, 2500, 10) if "99" in str(number)]
            assert page("?words=one:timeout+99") == (late, len(late)), page("?words=one:timeout+99")
            assert page("?words=two:timeout") == ([], 0)
            assert page("?words=on:timeout") == ([], 0)
            assert page("?words=input-17") == ([17], 1)
            assert page("?sort=one&order=down&count=2") == ([2499, 2498], 2500)
            for digits in ("0", "05", "5", "00", "249", "2500", "000", "99999999999999999999"):
                findings = {3: "finding-01", 5: "finding-02", 6: "finding-03"}
                have = [number for number in range(2500) if digits in str(number) or digits in findings.get(number, "")]
                assert page("?count=1000&words=" + digits) == (have[:1000], len(have)), digits
            assert page("?words=INPUT-0") == ([0], 1) and page("?words=input-2500") == ([], 0)
            assert page("?words=" + "sat+" * 16)[1] == 2500 and page("?words=one:s+two:SAT+sa")[1] == 2250
            assert page("?sort=two&from=1234&count=3") == ([1234, 1235, 1236], 2500)
            assert page("?sort=one&order=down&from=2498") == ([1, 0], 2500)
            assert page("?sort=two&order=up&words=timeout&count=1") == ([9], 250)
            assert 3 in page("?words=finding-")[0], page("?words=finding-")
            first = json.loads(served.get("inputs.json?count=1")[2])["inputs"]
            assert first == [{"instance": 0, "runs": [["sat", 0.002, 0.001], ["sat", 0.001, 0.001]]}], first
            for query, message in (("count=0", "1 to 1000"), ("count=1001", "1 to 1000"), ("count=x", "not 'x'"), ("words=" + "+".join("s" * 17), "up to 16 words"), ("count=", "not ''"),
                                   ("from=-1", "not '-1'"),
                                   ("sort=three", "no solver 'three'"), ("order=sideways", "up or down")):
                status, _, body = served.get("inputs.json?" + query)
                assert status == 400 and message in body.decode(), (query, status, body)
            served.end()


def nothing_is_written():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder).close()
        path = os.path.join(folder, "campaign.db")
        with open(path, "rb") as file:
            before = file.read()
        with Served(folder) as served:
            assert served.get()[0] == 200
            served.end()
        with open(path, "rb") as file:
            assert file.read() == before


def events_follow_the_store():
    with tempfile.TemporaryDirectory() as folder:
        store = CampaignStore(folder)
        with Served(folder) as served, socket.create_connection(("127.0.0.1", served.port), 20) as client:
            client.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            stream = client.makefile("rb")

            def next_event():
                return next(line for line in stream if line.startswith(b"data: "))

            assert next_event() == b"data: 1\n"
            store.grow(10)
            assert next_event() == b"data: 2\n"
            document = json.loads(served.get("campaign.json")[2])
            assert document["counts"]["inputs"] == 50, document["counts"]
            code, _ = served.end()  # with somebody who listens
            assert code == 0 and stream.read().endswith(b"0\r\n\r\n")
        store.close()


def follows_a_campaign_that_runs():
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "running")
        campaign = fuzz(target)
        try:
            while not os.path.exists(os.path.join(target, "campaign.db-owner")):
                assert campaign.poll() is None
                time.sleep(0.05)
            with Served(target) as served:
                first = json.loads(served.get("campaign.json")[2])
                assert first["campaign"]["running"] is True, first["campaign"]
                campaign.terminate()
                campaign.wait()
                for _ in range(200):
                    last = json.loads(served.get("campaign.json")[2])
                    if not last["campaign"]["running"]:
                        break
                    time.sleep(0.1)
                assert last["campaign"]["end"] == "interrupted", last["campaign"]
                assert last["counts"]["inputs"] >= first["counts"]["inputs"]
        finally:
            campaign.kill()
            campaign.wait()


def other_addresses_need_a_token():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder).close()
        with Served(folder, "--address", "0.0.0.0") as served:
            address, token = served.url.split("?token=")
            assert len(token) == 32, served.url
            served.url = f"http://127.0.0.1:{served.port}/"
            assert served.get()[0] == 401
            assert served.get("events")[0] == 401
            assert served.get("?token=" + "0" * 32)[0] == 401
            assert served.get("?token=" + token)[0] == 200
            assert served.get("campaign.json", headers={"Authorization": f"Bearer {token}"})[0] == 200
        with Served(folder, "--token", "mine") as served:
            assert served.url.endswith("/?token=mine"), served.url
            served.url = f"http://127.0.0.1:{served.port}/"
            assert served.get()[0] == 401
            assert served.get("?token=mine")[0] == 200


def many_connections_at_once():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder).close()
        with Served(folder) as served:
            clients = [socket.create_connection(("127.0.0.1", served.port), 20) for _ in range(200)]
            for number, client in enumerate(clients):
                if number % 2:  # asks, and does not read
                    client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3)
            assert served.get()[0] == 200
            assert served.get("campaign.json")[0] == 200
            for client in clients:
                client.close()


def requests_that_trickle_in_are_ended():
    with tempfile.TemporaryDirectory() as folder:
        CampaignStore(folder).close()
        with Served(folder) as served:
            clients = [socket.create_connection(("127.0.0.1", served.port), 20) for _ in range(40)]
            ended, start = set(), time.monotonic()
            for client in clients:
                client.setblocking(False)
            while len(ended) < len(clients) and time.monotonic() - start < 60:
                for client in clients:
                    try:
                        client.sendall(b"G" if client not in ended else b"")
                        if client.recv(1) == b"":
                            ended.add(client)
                    except BlockingIOError:
                        pass
                    except OSError:
                        ended.add(client)
                time.sleep(0.5)
            assert len(ended) == len(clients), len(ended)
            assert served.get()[0] == 200
            for client in clients:
                client.close()


def clear_messages():
    with tempfile.TemporaryDirectory() as folder:
        code, message = serve_fails(folder)
        assert code == 3 and "campaign.db" in message, message
        code, message = serve_fails(os.path.join(folder, "nowhere"))
        assert code == 3 and "nowhere" in message, message
        CampaignStore(folder).close()
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            code, message = serve_fails(folder, "--port", port)
            assert code == 3 and f"port {port} is in use" in message, message
        code, message = serve_fails(folder, "--address", "somewhere")
        assert code == 2 and "'somewhere' is not an address" in message, message
        code, message = serve_fails(folder, "--token", "a b")
        assert code == 2 and "token" in message, message
        code, message = serve_fails(folder, "--campaign", "5")
        assert code == 2 and "5" in message, message
        code, message = serve_fails(folder, "--port", "65536")
        assert code == 2, message


run_cases([
    page_document_and_figures,
    inputs_come_in_pages,
    nothing_is_written,
    events_follow_the_store,
    follows_a_campaign_that_runs,
    other_addresses_need_a_token,
    many_connections_at_once,
    requests_that_trickle_in_are_ended,
    clear_messages,
])
