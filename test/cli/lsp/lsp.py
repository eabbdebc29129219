#!/usr/bin/env python3
"""`assay lsp` with a client over standard input and output: what it answers, and that no client can break it. Speaks TAP."""

import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "record", "page"))

from client import ASSAY, Client, applied, cut, spot  # noqa: E402
from serving import run_cases  # noqa: E402

SCRIPT = """\
(set-logic ALL)
(declare-sort Node 0)
(declare-const |𝕩 y| (_ BitVec 8)) ; 𝕩 has two units
(declare-fun edge (Node Node) Bool)
(define-fun twice ((n Int)) Int (* 2 n))
(declare-datatypes ((List 1) (Tree 0)) ((par (T) ((nil) (cons (head T) (tail (List T))))) ((leaf) (node (kids (List Tree))))))
(define-funs-rec ((even ((n Int)) Bool) (odd ((n Int)) Bool)) ((or (= n 0) (odd (- n 1))) (and (> n 0) (even (- n 1)))))
(assert (let ((a (bvadd |𝕩 y| #x01)) (b 5)) (let ((b (twice b))) (and (= a #x02) (> b 1)))))
(assert (! (forall ((u Node) (v Node)) (=> (edge u v) (edge v u))) :named symmetric))
(push 1)
(declare-const z Int)
(assert (match (cons 1 (as nil (List Int))) ((nil (= z 1)) ((cons h t) (and (is-cons t) (= h z) ((_ is nil) t))))))
(pop 1)
(declare-const z Real)
(assert (> z 1.5))
"""


def check(condition, *shown):
    if not condition:
        raise AssertionError(shown)


def equal(found, wanted):
    check(found == wanted, "found", found, "wanted", wanted)


def definition(client, text, word, which=0, inside=0):
    """(line, text) of each definition of a word."""
    line, column = spot(text, word, which)
    found = client.at("definition", line, column + inside)
    return [(one["range"]["start"]["line"] + 1, cut(text, one["range"])) for one in found]


def hover(client, text, word, which=0, inside=0):
    line, column = spot(text, word, which)
    found = client.at("hover", line, column + inside)
    return found and found["contents"]["value"]


def labels(client, text, uri="file:///c.smt2"):
    """What can be written at the mark ^."""
    line, column = spot(text, "^")
    client.open(text.replace("^", ""), uri)
    found = client.at("completion", line, column, uri)
    return [item["label"] for item in found["items"]]


def it_begins_and_ends_as_the_protocol_says():
    client = Client(start=False)
    equal(client.call("textDocument/hover", {})["error"]["code"], -32002)
    client.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///x.smt2", "text": "(asert true)"}})
    found = client.request("initialize", {"capabilities": {}})
    equal(found["capabilities"]["positionEncoding"], "utf-16")
    equal(client.call("initialize", {})["error"]["code"], -32600)
    equal(client.call("nonsense", {})["error"]["code"], -32601)
    client.notify("$/cancelRequest", {"id": 7})
    client.request("shutdown")
    equal(client.call("textDocument/hover", {})["error"]["code"], -32600)
    client.notify("exit", None)
    equal(client.leave(), 0)
    client = Client("--stdio")
    client.notify("exit", None)
    equal(client.leave(), 1)
    equal(Client().leave(), 1)  # the connection is closed
    equal(client.others, [])


def errors_have_their_exact_places():
    text = (
        "(declare-const |𝕩| (_ BitVec 8)) (declare-const wide (_ BitVec 16))\r\n"
        "(assert (= |𝕩| (bvadd |𝕩| wide))) ; é\r\n"
        "(assert (< 1 missing))(foo)\r\n"
        "(declare-const bad Nosort)\r\n"
        "(assert (> bad 0))\r\n"
        ")\r\n"
        "(assert (and true\r\n"
        "(assert 1)\r\n"
        '(echo "open)\r\n'
    )
    client = Client()
    client.open(text)
    found = client.diagnostics()
    equal(found["version"], 1)
    shown = [(cut(text, one["range"]), one["message"], one["severity"]) for one in found["diagnostics"]]
    equal(
        shown,
        [
            ("wide", "argument 2 of 'bvadd' has sort (_ BitVec 16), expected (_ BitVec 8)", 1),
            ("missing", "unknown symbol 'missing'", 1),
            ("foo", "unknown command 'foo'", 1),
            ("Nosort", "unknown sort 'Nosort'", 1),  # and nothing about its use
            (")", "expected a command, found ')'", 1),
            ("(", "unclosed parenthesis", 1),
            ("1", "the formula has sort Int, expected Bool", 1),
            ("(", "unclosed parenthesis", 1),
        ],
    )
    equal(found["diagnostics"][0]["range"]["start"], {"line": 1, "character": 28})
    equal(client.end(), 0)


def the_logic_is_checked():
    text = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* x x) 4))\n"
    client = Client()
    client.open(text)
    found = client.diagnostics()["diagnostics"]
    equal([(cut(text, one["range"]), one["severity"]) for one in found], [("QF_LIA", 2)])
    check("non-linear" in found[0]["message"], found)
    equal(client.end(), 0)


def changes_are_followed():
    client = Client()
    client.open("(assert true)\n(assert 𝕩é)\n")
    check(client.diagnostics()["diagnostics"])
    uri = "file:///x.smt2"
    # Between the units of a character, beyond a line, beyond the text.
    changes = [
        {"range": {"start": {"line": 1, "character": 8}, "end": {"line": 1, "character": 11}}, "text": "|𝕩|"},
        {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "(declare-const |𝕩| Bool)\n"},
        {"range": {"start": {"line": 2, "character": 99}, "end": {"line": 2, "character": 99}}, "text": " (assert"},
        {"range": {"start": {"line": 77, "character": 0}, "end": {"line": 77, "character": 0}}, "text": "false)\n"},
    ]
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})
    found = client.diagnostics()
    equal((found["version"], found["diagnostics"]), (2, []))
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 3}, "contentChanges": [{"text": "(assert)"}]})
    equal(len(client.diagnostics()["diagnostics"]), 1)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    equal(client.diagnostics()["diagnostics"], [])
    client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 4}, "contentChanges": [{"text": ""}]})
    check("not open" in client.notification("window/logMessage")["message"])
    equal(client.end(), 0)


def definitions_are_found():
    client = Client()
    client.open(SCRIPT)
    equal(client.diagnostics()["diagnostics"], [])
    equal(definition(client, SCRIPT, "|𝕩 y|", 1), [(3, "|𝕩 y|")])
    equal(definition(client, SCRIPT, "edge u", 0, 4), [(4, "edge")])  # also at its end
    equal(definition(client, SCRIPT, "Node Node", 0), [(2, "Node")])
    equal(definition(client, SCRIPT, "n))", 0), [(5, "n")])
    equal(definition(client, SCRIPT, "odd (- n", 0), [(7, "odd")])
    line, column = spot(SCRIPT, "(- n", 1)
    places = client.at("definition", line, column + 3)
    equal(places[0]["range"]["start"]["character"], spot(SCRIPT, "n Int", 2)[1])  # the parameter of odd, not of even
    # Let: the value of the inner b is of the outer one.
    line, column = spot(SCRIPT, "twice b)", 0)
    equal(client.at("definition", line, column + 6)[0]["range"]["start"]["character"], spot(SCRIPT, "(b 5)")[1] + 1)
    line, column = spot(SCRIPT, "> b 1")
    equal(client.at("definition", line, column + 2)[0]["range"]["start"]["character"], spot(SCRIPT, "((b (twice")[1] + 2)
    equal(definition(client, SCRIPT, "v u))"), [(9, "v")])
    equal(definition(client, SCRIPT, "cons 1"), [(6, "cons")])
    equal(definition(client, SCRIPT, "is-cons"), [(6, "cons")])
    equal(definition(client, SCRIPT, "is nil", 0, 3), [(6, "nil")])
    equal(definition(client, SCRIPT, "h z", 0), [(12, "h")])
    equal(definition(client, SCRIPT, "List Tree"), [(6, "List")])
    equal(definition(client, SCRIPT, "Tree)))", 0), [(6, "Tree")])
    equal(definition(client, SCRIPT, "T)))))", 0), [(6, "T")])
    equal(definition(client, SCRIPT, "z)", 0), [(11, "z")])  # levels: there are two of them
    equal(definition(client, SCRIPT, "z 1.5"), [(14, "z")])
    equal(definition(client, SCRIPT, "bvadd"), [])
    equal(definition(client, SCRIPT, "; 𝕩"), [])
    equal(client.end(), 0)


def hovering_shows_sorts_and_ranks():
    client = Client()
    client.open(SCRIPT)
    check("of sort `(_ BitVec 8)`" in hover(client, SCRIPT, "|𝕩 y|", 1))
    check("(declare-const |𝕩 y| (_ BitVec 8))" in hover(client, SCRIPT, "|𝕩 y|", 1))
    found = hover(client, SCRIPT, "bvadd")
    check("(bvadd |𝕩 y| #x01)\n```\nof sort `(_ BitVec 8)`" in found, found)
    check("bvadd : (_ BitVec m) (_ BitVec m) -> (_ BitVec m) left-assoc" in found, found)
    check("of sort `Int`" in hover(client, SCRIPT, "b 5"))  # where let binds it
    check("of sort `Bool`" in hover(client, SCRIPT, "(=> (edge"))
    check("of sort `Node`" in hover(client, SCRIPT, "u v)"))
    check("of sort `(List Int)`" in hover(client, SCRIPT, "t) (= h"))
    check("(define-fun twice" in hover(client, SCRIPT, "twice b"))
    equal(hover(client, SCRIPT, "push"), None)
    equal(hover(client, SCRIPT, "; 𝕩"), None)
    # A script with errors elsewhere.
    broken = "(assert (foo))\n(declare-const x Real)\n(assert (and (> x 1)\n(assert (< x 2.0))\n"
    client.open(broken, "file:///broken.smt2")
    line, column = spot(broken, "x 2.0")
    check("of sort `Real`" in client.at("hover", line, column, "file:///broken.smt2")["contents"]["value"])
    equal(client.end(), 0)


def plain_text_for_who_wants_it():
    """The first format of a client's list is the one it likes best."""
    for formats, kind in ((["plaintext"], "plaintext"), (["plaintext", "markdown"], "plaintext"), (["markdown", "plaintext"], "markdown"),
                          ([], "markdown"), ("plaintext", "markdown"), ([5], "markdown")):
        client = Client(start=False)
        client.request("initialize", {"capabilities": {"textDocument": {"hover": {"contentFormat": formats}}}})
        client.open("(declare-const |a `b` c| Bool)\n(assert |a `b` c|)\n")
        found = client.at("hover", 1, 10)["contents"]
        equal(found["kind"], kind)
        if kind == "plaintext":
            equal(found["value"], "|a `b` c|\nof sort Bool\n\ndeclared in line 1\n(declare-const |a `b` c| Bool)\n")
        equal(client.end(), 0)


def symbols_are_a_tree():
    client = Client()
    client.open(SCRIPT)
    found = client.about("documentSymbol")
    names = [one["name"] for one in found]
    equal(names, ["Node", "𝕩 y", "edge", "twice", "List", "Tree", "even", "odd", "symmetric", "z", "z"])
    tree = {one["name"]: one for one in found}
    equal([one["name"] for one in tree["List"]["children"]], ["nil", "cons"])
    equal([one["name"] for one in tree["List"]["children"][1]["children"]], ["head", "tail"])
    equal([one["name"] for one in tree["Tree"]["children"]], ["leaf", "node"])
    equal(cut(SCRIPT, tree["𝕩 y"]["selectionRange"]), "|𝕩 y|")
    equal(cut(SCRIPT, tree["edge"]["range"]), "(declare-fun edge (Node Node) Bool)")
    old = "(declare-datatypes (T) ((Pair (pair (first T) (second T))) (Unit unit)))"
    client.open(old, "file:///old.smt2")
    found = client.about("documentSymbol", "file:///old.smt2")
    equal([(one["name"], [c["name"] for c in one["children"]]) for one in found], [("Pair", ["pair"]), ("Unit", ["unit"])])
    equal(client.end(), 0)


def formatting_is_that_of_fmt():
    text = "(set-logic   QF_BV)\n\n\n(declare-fun x ()(_ BitVec 8))(assert\n(let ((y (bvadd x x)))(= (bvmul y y) (bvmul y x) )))   "
    client = Client()
    client.open(text)
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(text)
        file.flush()
        wanted = subprocess.run([ASSAY, "fmt", file.name], capture_output=True, text=True, check=True).stdout
    equal(applied(text, client.about("formatting")), wanted)
    # Comments stay, and what is formatted stays as it is.
    text = "; a = b\n(assert   true)\n\n(assert ; why\n  true)\n(echo  \"; no comment\")\n"
    client.open(text)
    made = applied(text, client.about("formatting"))
    equal(made, "; a = b\n(assert true)\n\n(assert ; why\n  true)\n(echo \"; no comment\")\n")
    client.open(made)
    equal(client.about("formatting"), [])
    # A declaration that z3 has built in, and that is not in the text, does not move the others.
    text = "(declare-const   l (List Int))\n\n(assert   (= l l))\n"
    client.open(text)
    equal(applied(text, client.about("formatting")), "(declare-const l (List Int))\n(assert (= l l))\n")
    client.open("(assert x)")
    answer = client.call("textDocument/formatting", {"textDocument": {"uri": "file:///x.smt2"}})
    check("line 1: unknown symbol 'x'" in answer["error"]["message"], answer)
    equal(client.end(), 0)


def names_are_completed():
    client = Client()
    equal(labels(client, "(set-logic QF_SL^)"), ["QF_SLIA"])
    equal(labels(client, "(declare-cod^"), ["declare-codatatype", "declare-codatatypes"])
    check("assert" in labels(client, "(^"))
    found = labels(client, "(declare-fun foo (Int) Int)\n(declare-const fob Int)\n(push)(declare-const fog Int)(pop)(assert (fo^")
    equal(found, ["foo", "fob", "forall"])
    equal(labels(client, "(assert (forall ((variable Int)) (let ((value 1)) (= va^))))"), ["value", "variable"])
    equal(labels(client, "(declare-sort Float 0)(declare-const x Float^)")[0], "Float")
    check("Float32" in labels(client, "(declare-const x Float^)"))
    check("bvsmod" in labels(client, "(assert (bvsm^"))
    equal(labels(client, '(echo "as^")'), [])
    equal(client.end(), 0)


def other_languages_show_their_first_error():
    client = Client()
    text = "x : INTEGER & x + TRUE = 3"
    client.open(text, "file:///x.mch")
    equal(len(client.diagnostics()["diagnostics"]), 1)
    text = "(declare-const X_0 Real)\n(assert (<= X_0 Y_0))\n"
    client.open(text, "file:///x.vnnlib")
    equal(len(client.diagnostics()["diagnostics"]), 1)
    equal(client.at("definition", 0, 3, "file:///x.vnnlib"), [])
    equal(client.end(), 0)


def theories_can_be_added():
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write('(theory Mine :funs ((triple Int Int)))\n')
        file.flush()
        client = Client("--theory", file.name)
        client.open("(assert (= (triple 1) 3))")
        equal(client.diagnostics()["diagnostics"], [])
        equal(client.end(), 0)


def bad_messages_are_answered_and_survived():
    client = Client(start=False)

    def code():
        return client.answer(None)["error"]["code"]

    client.send(b"{")
    equal(code(), -32700)
    client.send(b"")
    equal(code(), -32700)
    client.send(b"\xff\xfe{}")
    equal(code(), -32700)
    client.send(b'{"method":"\\ud800"}')
    equal(code(), -32700)
    client.send(b"[" * 100000)
    equal(code(), -32700)
    for message in (b"[]", b"1", b"{}", b'{"id":1.5,"method":"x"}', b'{"id":{},"method":"initialize"}', b'{"method":5}'):
        client.send(message)
        equal(code(), -32600)
    # Lengths that are no lengths: the next header counts.
    for head in (b"Content-Length: -5\r\n\r\n", b"Content-Length: 12x\r\n\r\n", b"Content-Length:\r\n\r\n", b"nonsense\r\n\r\n", b"\0" * 100000):
        client.raw(head)
        client.send({"jsonrpc": "2.0", "id": "a", "method": "nonsense"})
        equal(code(), -32700)
        equal(client.answer("a")["error"]["code"], -32002)
    # Too small: the rest is skipped. Too large: it eats the next message, not more.
    body = json.dumps({"jsonrpc": "2.0", "id": 5, "method": "nonsense"}).encode()
    client.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body) - 10, body))
    client.send(body)
    equal([code(), code()], [-32700, -32700])
    equal(client.answer(5)["error"]["code"], -32002)
    client.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body) + 10, body))
    client.send(body)
    client.send(body)
    equal(code(), -32700)
    equal(client.answer(5)["error"]["code"], -32002)
    # Other fields, other cases, other ends of lines.
    client.raw(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:%d\n\n%s" % (len(body), body))
    equal(client.answer(5)["error"]["code"], -32002)
    client.request("initialize", {})
    # Parameters that are none.
    for method in ("hover", "definition", "completion", "formatting", "documentSymbol"):
        for params in (None, [], {}, {"textDocument": 5}, {"textDocument": {"uri": "file:///closed"}}):
            equal(client.call("textDocument/" + method, params)["error"]["code"], -32602)
    client.open("(assert true)")
    for position in (None, {"line": -1, "character": 0}, {"line": 0}, {"line": "0", "character": 0}):
        equal(client.call("textDocument/hover", {"textDocument": {"uri": "file:///x.smt2"}, "position": position})["error"]["code"], -32602)
    for changes in (None, {}, [5], [{}], [{"text": 5}], [{"range": {}, "text": ""}]):
        client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///x.smt2"}, "contentChanges": changes})
    client.notify("textDocument/didOpen", {"textDocument": {"uri": 5}})
    equal(client.at("hover", 0, 9)["contents"]["value"], "```smt2\ntrue\n```\nof sort `Bool`\n```smt2\ntrue : Bool  ; Core\n```\n")
    client.open("(assert \0 true)\n(assert 1)")
    equal([one["message"] for one in client.diagnostics()["diagnostics"]][0], "NUL byte")
    equal(client.end(), 0)


def a_message_that_is_too_large_is_skipped_without_keeping_it():
    client = Client()
    size = 80 << 20
    client.raw(b"Content-Length: %d\r\n\r\n" % size)
    block = b"x" * (1 << 20)
    for _ in range(size >> 20):
        client.raw(block)
    equal(client.answer(None)["error"]["code"], -32700)
    client.open("(assert true)")
    equal(client.diagnostics()["diagnostics"], [])
    equal(client.end(), 0)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of all servers so far, in KiB
    check(peak < 60 << 10 or os.environ.get("ASAN_OPTIONS"), peak)
    # A length that nobody sends takes no memory either, and ends with the connection.
    client = Client()
    client.raw(b"Content-Length: 60000000\r\n\r\n{")
    equal(client.leave(), 1)


def large_and_odd_documents_are_answered():
    client = Client()
    line = "(assert (= (bvadd x%d #x01) (bvmul x%d x%d)))\n"
    count = 60000
    lines = ["(declare-const x%d (_ BitVec 8))\n" % i + line % (i, i, i) for i in range(count)]
    text = "".join(lines)
    check(len(text) > 5000000, len(text))
    client.open(text)
    equal(client.diagnostics()["diagnostics"], [])
    client.shows_time("open and check %.1f MB" % (len(text) / 1e6))
    last = 2 * count - 1
    check("(_ BitVec 8)" in client.at("hover", last, 13)["contents"]["value"])
    client.shows_time("hover at its end")
    equal(client.at("definition", last, 19)[0]["range"]["start"], {"line": last - 1, "character": 15})
    client.shows_time("definition")
    equal(len(client.about("documentSymbol")), count)
    client.shows_time("symbols")
    check(client.at("completion", last, 19)["items"])
    client.shows_time("completion")
    equal(client.about("formatting"), [])
    client.shows_time("formatting")
    place = {"line": last, "character": 0}
    change = {"range": {"start": place, "end": place}, "text": " "}
    client.notify("textDocument/didChange", {"textDocument": {"uri": "file:///x.smt2", "version": 2}, "contentChanges": [change]})
    client.diagnostics()
    client.shows_time("change and check")
    # Many errors, one line, deep nesting, many levels: no answer takes time that is quadratic.
    for text in (
        "(assert x)\n" * 30000,
        "(assert x)" * 30000,
        text.replace("\n", " "),
        "(assert " + "(not " * 100000 + "true" + ")" * 100001,
        "(" * 1000000,
        "(push 1)" * 50000 + "(declare-const x Int)" * 20000 + "(pop 1)" * 50000,
        "(declare-const x Int)(reset)" * 30000,
        "(push 4000000000)" * 1000,
        "|" * 1000001,
        '"' * 1000001,
        "\r" * 1000000,
    ):
        client.open(text)
        client.diagnostics()
        client.about("documentSymbol")
        client.at("definition", 0, len(text) // 2)
        client.at("hover", 0, len(text) // 2)
        client.at("completion", 0, len(text) // 2)
    equal(client.end(), 0)


run_cases(
    [
        it_begins_and_ends_as_the_protocol_says,
        errors_have_their_exact_places,
        the_logic_is_checked,
        changes_are_followed,
        definitions_are_found,
        hovering_shows_sorts_and_ranks,
        plain_text_for_who_wants_it,
        symbols_are_a_tree,
        formatting_is_that_of_fmt,
        names_are_completed,
        other_languages_show_their_first_error,
        theories_can_be_added,
        bad_messages_are_answered_and_survived,
        a_message_that_is_too_large_is_skipped_without_keeping_it,
        large_and_odd_documents_are_answered,
    ]
)
