#!/usr/bin/env python3
"""The page of reports in a real browser: what it shows, what can be done with it, and what hostile content cannot.
Speaks TAP.

With ASSAY_SCREENSHOTS=FOLDER the pages are kept as pictures."""

import os
import subprocess
import tempfile

from browser import Browser, missing
from campaign_store import CampaignStore
from serving import ASSAY, Served, fuzz, run_cases, skip_all

ENTER, TAB, BACKSPACE = "\ue007", "\ue004", "\ue003"
# In every name and text of the store: tags, the end of the script that holds the data, a comment, separators of
# lines that JavaScript once knew, control characters, and a mark that turns text around.
HOSTILE = "<img src=x onerror='window.owned=1'></script><script>window.owned=1</script><!--'\"&amp;\u2028\u202e\x07"
SHOWN = "<img src=x onerror='window.owned=1'></script><script>window.owned=1</script><!--'\"&amp;\\u{2028}\\u{202e}\\u{7}"

if missing():
    skip_all(missing())

browser = Browser()
folder = tempfile.TemporaryDirectory()


def picture(name):
    if os.environ.get("ASSAY_SCREENSHOTS"):
        browser.screenshot(os.path.join(os.environ["ASSAY_SCREENSHOTS"], name + ".png"))


def report(place, environment=None, **content):
    """The address of a report."""
    store = os.path.join(folder.name, place)
    os.mkdir(store)
    CampaignStore(store, **{"name": place, **content}).close()
    path = os.path.join(store, "report.html")
    subprocess.run([ASSAY, "report", store, "-o", path], check=True, timeout=60, capture_output=True, env=environment)
    return "file://" + path


def visit(url):
    """Opens a page, with nothing left of the one before."""
    browser.open("about:blank")
    browser.console()
    browser.requests()
    browser.open(url)


def tiles():
    return dict(zip(browser.texts(".tiles dt"), browser.texts(".tiles dt + dd")))


def column(section, number):
    return browser.texts(f"#{section} tbody tr:not(.detail) td:nth-child({number})")


def heading(section, number):
    return f"#{section} thead th:nth-child({number})"


def headings(section):
    """Of a section and its parts, as far as they are shown."""
    return browser.run("return [...document.querySelectorAll(arguments[0])].filter((node) => node.checkVisibility())"
                       ".map((node) => node.textContent)", f"#{section} h2, #{section} h3")


def quiet():
    """Nothing in the console: no error, nothing that the policy refused."""
    messages = browser.console()
    assert not messages, messages


def a_report_shows_the_campaign():
    browser.resize(1200, 900)
    url = report("plain")
    visit(url)
    quiet()
    assert browser.requests() == [url]  # nothing else is needed
    assert browser.run("return document.title") == "plain – assay"
    assert browser.text("h1") == "plain"
    assert browser.text("#state") == "ended: the time is up"
    shown = tiles()
    assert shown["Inputs"] == "40" and shown["Runs"] == "80", shown
    assert shown["Groups of findings"] == "3" and shown["Best margin"] == "0.3 s", shown
    assert browser.texts(".tiles dd:last-child")[2] == "2 confirmed, 4 findings"
    assert column("findings", 2) == ["a wrong model", "segmentation fault", "perhaps slow"], column("findings", 2)
    assert column("findings", 1) == ["finding-01", "finding-02", "finding-03"]
    assert column("findings", 5) == ["2", "1", "1"]
    assert column("findings", 8) == ["", "known: an old one (https://example.org/7)", "same as finding-01"]
    assert browser.text("#summary p") == ("1 group of findings was confirmed by a second run: one is blamed. "
                                          "1 confirmed group is known or the same as another."), browser.text("#summary p")
    assert headings("ranking") == ["Constructs", "Actions"], headings("ranking")
    assert column("solvers", 1) == ["one", "two"] and column("solvers", 5) == ["40", "40"]
    assert browser.texts("#solvers .legend li")[:2] == ["sat 36", "timeout 4"], browser.texts("#solvers .legend li")
    assert "(assert (= x 30))" in browser.text("#best pre")
    assert "Test CPU" in browser.text("#settings") and "8 GiB" in browser.text("#settings")
    picture("light")


def inputs_have_a_table_and_points():
    browser.resize(1200, 900)
    visit(report("inputs"))
    assert browser.texts("#inputs thead th") == ["Input", "one", "two", "Finding"], browser.texts("#inputs thead th")
    assert len(column("inputs", 1)) == 20 and browser.text("#inputs .more"), column("inputs", 1)
    assert column("inputs", 2)[9].startswith("timeout"), column("inputs", 2)
    assert column("inputs", 3)[9] == "sat 0.01 s", column("inputs", 3)
    browser.type("#inputs input", "timeout")
    assert column("inputs", 1) == ["9", "19", "29", "39"], column("inputs", 1)
    url = browser.run("return location.href").split("#")[0]
    visit(url + "#input-37")
    assert browser.run("return document.querySelector('#input-37 .open').ariaExpanded") == "true"
    assert "--input 37" in browser.text("#input-37 .detail")
    points = browser.run("return document.querySelectorAll('#figure-points circle').length")
    assert points == 36, points  # timeouts before the limit are not compared
    title = "return [...document.querySelectorAll('#figure-points title')].map((t) => t.textContent).find((t) => t.startsWith('input 5:'))"
    assert browser.run(title) == "input 5: one 0.012 s, two 0.006 s", browser.run(title)
    browser.run("[...document.querySelectorAll('#figure-points circle')]"
                ".find((c) => c.textContent.startsWith('input 5:')).dispatchEvent(new Event('click'))")
    browser.wait("return location.hash === '#input-5' && document.querySelector('#input-5 .open').ariaExpanded === 'true'")
    quiet()
    picture("inputs")
    browser.resize(390, 844)
    browser.set_dark(True)
    assert browser.run("return document.documentElement.scrollWidth") <= 390
    picture("inputs-phone")
    browser.set_dark(False)
    browser.resize(1200, 900)


def options_of_solvers_are_ranked():
    visit(report("options", constructs=3, options=4))
    assert headings("ranking") == ["Constructs", "Options of solvers", "Actions"], headings("ranking")
    # the first of each has no reward
    names = ["construct-02", "construct-01"] + [f"one(--option={number})" for number in (3, 2, 1)]
    assert column("ranking", 1)[:5] == names, column("ranking", 1)
    assert column("ranking", 7)[2:5] == ["3", "2", "1"]
    quiet()


def figures_are_drawn_or_explained():
    for kind in ("progress", "ranking", "cactus", "scatter"):
        drawn = browser.run("return document.querySelectorAll(arguments[0]).length", f"#figure-{kind} svg path")
        assert drawn or "No figure" in browser.text(f"#figure-{kind}"), kind
    others = "svg script, svg style, svg a, svg image, svg foreignObject"
    assert browser.run("return document.querySelectorAll(arguments[0]).length", others) == 0


def a_finding_opens_and_can_be_copied():
    opener = "#findings tbody:nth-of-type(1) button.open"
    browser.run("document.querySelector(arguments[0]).focus()", opener)
    browser.press(ENTER)
    assert browser.run("return document.querySelector(arguments[0]).ariaExpanded", opener) == "true"
    detail = browser.text("#findings tbody:nth-of-type(1) .detail")
    for part in ("evidence of a wrong model", "one: sat, two: unsat", "; reduced", "assay "):
        assert part in detail, (part, detail)
    browser.command("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    copy = "#findings [aria-label='Copy: Reduced input']"
    browser.click(copy)
    browser.wait("return document.querySelector(arguments[0]).textContent === 'Copied'", copy)
    assert browser.run("return navigator.clipboard.readText()") == "; reduced\n(assert false)\n(check-sat)\n"


def inputs_are_highlighted_by_their_language():
    shown = "return [...document.querySelectorAll('#findings .code .' + arguments[0])].map((node) => node.textContent)"
    assert "; reduced" in browser.run(shown, "comment")
    assert {"assert", "check-sat"} <= set(browser.run(shown, "word"))


def inputs_of_unknown_languages_are_plain():
    visit(report("foreign", language="klingon"))
    browser.run("location.hash = '#finding-01'")
    assert browser.run("return document.querySelectorAll('#findings .code').length") > 0
    assert browser.run("return document.querySelectorAll('#findings .code code span').length") == 0


def a_finding_can_be_linked_to():
    opener = "#finding-02 button.open"
    assert browser.run("return document.querySelector(arguments[0]).ariaExpanded", opener) == "false"
    browser.run("location.hash = '#finding-02'")
    browser.wait("return document.querySelector(arguments[0]).ariaExpanded === 'true'", opener)
    assert "segmentation fault" in browser.text("#finding-02")
    browser.run("location.hash = ''")
    browser.click(opener)


def tables_are_sorted():
    first = column("findings", 2)
    browser.click(heading("findings", 2) + " button")
    assert column("findings", 2) == sorted(first)
    assert browser.run("return document.querySelector(arguments[0]).ariaSort", heading("findings", 2)) == "ascending"
    browser.press(ENTER)  # the button still has the focus
    assert column("findings", 2) == sorted(first, reverse=True)
    assert browser.run("return document.querySelector(arguments[0]).ariaSort", heading("findings", 2)) == "descending"
    browser.click(heading("ranking", 3) + " button")
    means = [float(text) for text in column("ranking", 3)[:15]]
    assert means == sorted(means, reverse=True), means
    assert column("ranking", 1)[0] == "construct-29"


def tables_are_filtered():
    field = "#ranking input[type=search]"
    assert len(column("ranking", 1)) == 15 + 2  # and two actions
    browser.type(field, "construct-07")
    assert column("ranking", 1)[:-2] == ["construct-07"]
    assert browser.text("#ranking output") == "1 of 29"
    browser.type(field, " nowhere")
    assert "Nothing has these words" in browser.text("#ranking .empty")
    browser.press(*[BACKSPACE] * len("construct-07 nowhere"))
    browser.click("#ranking .more")
    assert len(column("ranking", 1)) == 29 + 2


def it_can_be_used_by_keyboard():
    browser.run("document.activeElement.blur(); scrollTo(0, 0)")
    browser.open(browser.run("return location.href"))
    browser.press(TAB)
    assert browser.run("return document.activeElement.className") == "skip"
    browser.press(TAB)
    assert browser.run("return document.activeElement.closest('nav') !== null")
    assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid"
    unnamed = browser.run(
        "return [...document.querySelectorAll('button, input')]"
        ".filter((node) => !node.textContent.trim() && !node.ariaLabel && node.checkVisibility())"
        ".map((node) => node.outerHTML)"
    )
    assert not unnamed, unnamed


def printing_opens_the_findings():
    visit(report("printed"))
    shown = "return [...document.querySelectorAll('#findings .detail')].map((row) => !row.hidden)"
    browser.click("#findings tbody:nth-of-type(2) button.open")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    assert browser.run(shown) == [True] * 3, browser.run(shown)
    browser.run("dispatchEvent(new Event('afterprint'))")
    assert browser.run(shown) == [False, True, False], browser.run(shown)
    quiet()


def paper_says_what_it_leaves_out():
    visit(report("paper"))
    browser.command("Emulation.setEmulatedMedia", media="print")
    browser.run("dispatchEvent(new Event('beforeprint'))")
    rest = "return getComputedStyle(document.querySelector(`#${arguments[0]} .more`), '::after').content"
    assert browser.run(rest, "inputs") == '"and 20 more"', browser.run(rest, "inputs")
    assert browser.run("return document.querySelector('#settings .more').hidden")
    browser.run("dispatchEvent(new Event('afterprint'))")
    browser.command("Emulation.setEmulatedMedia", media="")
    quiet()


def it_fits_a_phone_and_the_dark():
    browser.resize(320, 700)
    wide = browser.run("return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1], wide
    picture("narrow")
    browser.resize(1200, 900)
    is_dark = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every((part) => part < 64)"
    assert not browser.run(is_dark)
    browser.set_dark(True)
    assert browser.run(is_dark)
    picture("dark")
    browser.set_dark(False)
    browser.resize(1200, 900)


def hostile_content_is_text():
    url = report("hostile", name="hostile" + HOSTILE, options=2, hostile=HOSTILE)
    visit(url)
    browser.click("#findings tbody:nth-of-type(1) button.open")
    browser.run("document.querySelectorAll('#findings summary').forEach((node) => node.click())")
    browser.wait("return document.querySelectorAll('#findings details figure').length > 0")
    quiet()
    assert browser.requests() == [url]
    assert browser.run("return window.owned") is None
    assert browser.text("h1") == "hostile" + SHOWN, browser.text("h1")
    assert browser.run("return document.querySelectorAll('img, iframe, object, embed').length") == 0
    assert browser.run("return document.scripts.length") == 2
    assert "a wrong model" + SHOWN in browser.text("#findings")
    browser.click("#ranking .more")
    assert "construct-01" + SHOWN in browser.text("#ranking")
    assert f"one(--option=1{SHOWN})" in browser.text("#ranking")
    assert "known: an old one (https://example.org/7)" + SHOWN in browser.text("#findings")


def injected_script_does_not_run():
    browser.run(
        """const script = document.createElement('script');
        script.textContent = 'window.owned = 1';
        document.body.append(script);
        const holder = document.createElement('div');
        holder.innerHTML = '<img src=x onerror="window.owned = 1"><a href="javascript:window.owned = 1">x</a>';
        document.body.append(holder);
        holder.querySelector('a').click();"""
    )
    browser.run("return new Promise((done) => setTimeout(done, 100))")
    assert browser.run("return window.owned") is None
    assert any("Content Security Policy" in message for message in browser.console())


def without_gnuplot_the_rest_is_there():
    visit(report("bare", environment={**os.environ, "PATH": folder.name}))
    assert browser.text("#figure-cactus p").startswith("No figure: figures need the program gnuplot")
    assert tiles()["Inputs"] == "40" and len(column("findings", 2)) == 3
    quiet()


def essentials_without_scripts():
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open("file://" + os.path.join(folder.name, "hostile", "report.html"))
        answer = browser.command("DOM.getDocument")
        body = browser.command("DOM.querySelector", nodeId=answer["root"]["nodeId"], selector="main")
        html = browser.command("DOM.getOuterHTML", nodeId=body["nodeId"])["outerHTML"]
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)
    for part in ("<td>40</td>", "<td>80</td>", "a wrong model&lt;img", "; reduced", "one(--option=1&lt;img",
                 "<td>an old one (https://example.org/7)&lt;img"):
        assert part in html, part
    assert "<img" not in html and "<script" not in html


def live_page_keeps_what_a_reader_does():
    path = os.path.join(folder.name, "live")
    os.mkdir(path)
    store = CampaignStore(path, name="live")
    with Served(path, "--token", "secret") as served:
        root, token = served.url.split("?")
        visit(served.url)
        browser.click(heading("ranking", 1) + " button")
        browser.type("#ranking input[type=search]", "construct-1")
        browser.click("#findings tbody:nth-of-type(1) button.open")
        browser.run("document.querySelector('#ranking').scrollIntoView()")
        browser.run("document.querySelector('#ranking input').focus()")
        before = browser.run("return [scrollY, document.activeElement.ariaLabel]")
        order = column("ranking", 1)
        assert tiles()["Inputs"] == "40"
        store.grow(17)
        assert browser.wait("return document.querySelector('.tiles dd').textContent === '57'"), tiles()
        assert column("solvers", 5) == ["57", "57"]
        assert column("ranking", 1) == order and len(order) == 10 + 2
        assert browser.run("return document.querySelector('#ranking input').value") == "construct-1"
        assert browser.run("return [scrollY, document.activeElement.ariaLabel]") == before
        assert browser.run("return document.querySelector('#findings .detail').hidden") is False
        asked = browser.requests()
        assert all(address.startswith(root) and address.endswith(("?" + token, "&" + token)) for address in asked), asked
        assert root + "campaign.json?" + token in asked
        quiet()
        served.end()
        assert browser.wait("return document.querySelector('#state').dataset.state === 'lost'")
        with Served(path, "--token", "secret", "--port", str(served.port)):
            assert browser.wait("return document.querySelector('#state').dataset.state === 'ended'")
    store.close()


def live_page_reaches_all_inputs():
    path = os.path.join(folder.name, "pages")
    os.mkdir(path)
    store = CampaignStore(path, name="pages", inputs=2500)
    first = "return (document.querySelector('#inputs tbody td') || {}).textContent === arguments[0]"
    with Served(path, "--token", "secret") as served:
        visit(served.url)
        assert browser.wait(first, "2,499"), column("inputs", 1)[:3]
        assert len(column("inputs", 1)) == 100 and browser.text("#inputs .pager output") == "1 to 100 of 2,500"
        browser.click("#inputs .pager button:last-child")
        assert browser.wait(first, "2,399"), column("inputs", 1)[:3]
        browser.click(heading("inputs", 1) + " button")
        assert browser.wait(first, "0"), column("inputs", 1)[:3]
        browser.click(heading("inputs", 2) + " button")
        assert browser.wait(first, "2,499"), column("inputs", 1)[:3]
        assert browser.run("return [...document.querySelectorAll('#inputs thead button')].map((button) => button.disabled)") == [
            False, False, False, True]  # the server cannot sort by findings
        browser.type("#inputs input", "x " * 17)
        assert browser.wait("return document.querySelector('#inputs p:nth-of-type(2)').textContent.includes('up to 16 words')")
        assert len(browser.console()) == 1  # the answer 400, by the browser itself
        browser.run("document.querySelector('#inputs input').value = ''")
        browser.type("#inputs input", "one:timeout 19")
        assert browser.wait(first, "2,419"), column("inputs", 1)[:3]
        assert browser.text("#inputs .tools output") == "37 of 2,500", browser.text("#inputs .tools output")
        store.grow(10)
        assert browser.wait("return document.querySelector('.tiles dd').textContent === '2,510'"), tiles()
        assert browser.wait("return document.querySelector('#inputs .tools output').textContent === '37 of 2,510'")
        browser.run("location.hash = 'input-17'")
        assert browser.wait("return (document.querySelector('#input-17 .open') || {}).ariaExpanded === 'true'")
        assert "--input 17" in browser.text("#input-17 .detail")
        quiet()
        picture("pages")
        visit(served.url + "#input-18")
        assert browser.wait("return (document.querySelector('#input-18 .open') || {}).ariaExpanded === 'true'")
        quiet()
    store.close()


def live_page_of_a_running_campaign():
    path = os.path.join(folder.name, "running")
    campaign = fuzz(path, "--seed", "3")
    try:
        while not os.path.exists(os.path.join(path, "campaign.db-owner")):
            assert campaign.poll() is None
        with Served(path) as served:
            visit(served.url)
            quiet()
            assert browser.text("#state") == "running, this page follows", browser.text("#state")
            inputs = "const shown = Number(document.querySelector('.tiles dd').textContent.replace(/,/g, ''));"
            inputs += "return shown > arguments[0] && shown"
            first = browser.wait(inputs, 0)
            assert browser.wait(inputs, first, seconds=45), first
            picture("running")
            campaign.terminate()
            campaign.wait()
            assert browser.wait("return document.querySelector('#state').textContent === 'ended: interrupted'")
            quiet()
    finally:
        campaign.kill()
        campaign.wait()


try:
    run_cases([
        a_report_shows_the_campaign,
        figures_are_drawn_or_explained,
        a_finding_opens_and_can_be_copied,
        inputs_are_highlighted_by_their_language,
        a_finding_can_be_linked_to,
        tables_are_sorted,
        tables_are_filtered,
        it_can_be_used_by_keyboard,
        printing_opens_the_findings,
        paper_says_what_it_leaves_out,
        it_fits_a_phone_and_the_dark,
        inputs_of_unknown_languages_are_plain,
        options_of_solvers_are_ranked,
        inputs_have_a_table_and_points,
        hostile_content_is_text,
        injected_script_does_not_run,
        without_gnuplot_the_rest_is_there,
        essentials_without_scripts,
        live_page_keeps_what_a_reader_does,
        live_page_reaches_all_inputs,
        live_page_of_a_running_campaign,
    ])
finally:
    browser.close()
    folder.cleanup()
