#!/usr/bin/env python3
"""A probcli that speaks ProB's protocols and behaves as the preference FAKE says: true, false, warn, unknown, late, hang, die,
garbage, flood. Without it the answer follows from the predicate: TRUE unless it has "bfalse" or "falsity" in it."""

import os
import socket
import sys
import time


def behaviour(words):
    for i, word in enumerate(words):
        if word == "-p" and words[i + 1] == "FAKE":
            return words[i + 2]
    return None


def check_preferences(words):
    known = {"FAKE", "CHR", "SMT", "CLPFD", "TIME_OUT", "OPTIMIZE_AST"}
    for i, word in enumerate(words):
        if word == "-p" and words[i + 1] not in known:
            sys.exit(f"unknown preference {words[i + 1]}")


def misbehave(mode):
    if mode == "hang":
        time.sleep(1000)
    if mode == "die":
        os.abort()


def loop(mode):
    print("ProB Interactive Expression and Predicate Evaluator", flush=True)
    while True:
        print(">>> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return
        misbehave(mode)
        answer = mode or ("false" if "bfalse" in line else "true")
        quantified = "Existentially Quantified Predicate over xx is "
        if line.startswith(":kodkod"):
            print("% kodkod")
        if answer == "true":
            print(quantified + "TRUE\nSolution: \n       xx = 4 &\n       ss = {1,4}")
        elif answer == "false":
            print(quantified + "FALSE")
        elif answer == "warn":
            print("### Warning: enumeration warning for xx\n" + quantified + "FALSE")
        elif answer == "unknown":
            print(quantified + "UNKNOWN")
        elif answer == "late":
            print("### TIME_OUT occurred")
        elif answer == "flood":
            for _ in range(100000):
                print("noise " * 100)
        else:
            print("! A type error\n% somewhere")


def serve(mode):
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen(1)
    print("Welcome\nPort: %d\nuser interrupt reference id: 1" % server.getsockname()[1], flush=True)
    client, _ = server.accept()
    data = b""
    while True:
        while b"\0" not in data:
            more = client.recv(65536)
            if not more:
                return
            data += more
        query, data = data.split(b"\0", 1)
        text = query.decode()
        assert text.startswith("cbc_timed_solve_with_opts('") and text.endswith(",_,Res,Msec)."), text
        misbehave(mode)
        answer = mode or ("false" if "falsity" in text else "true")
        bindings = "[binding(xx,int(4),'4'),binding('ss',[int(1),fd(2,'A'),'it''s'],'{1,4}')]"
        result = {
            "true": f"solution({bindings})",
            "false": "contradiction_found",
            "warn": "no_solution_found(enumeration_warning(enumerating(xx),all))",
            "unknown": "no_solution_found(unfixed_deferred_sets)",
            "late": "time_out",
        }.get(answer, "error")
        client.sendall(f"yes([=('Res',{result}),=('Msec',3)]).\n".encode() + b"\x01")


def main():
    words = sys.argv[1:]
    check_preferences(words)
    serve(behaviour(words)) if "-sf" in words else loop(behaviour(words))


main()
