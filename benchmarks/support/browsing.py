"""The page in a real browser: a server, Chromium, a fresh page for every test, and what players do with it.

The fixtures are handed on by conftest.py. No test sleeps: each waits for what it wants to see.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from benchmarks.support.live import wait_for
from benchmarks.support.redis_server import free_port

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
]
PATIENCE = 300_000
"""Milliseconds that an answer may take on a busy machine."""

NORTH, EAST, SOUTH, WEST = "63.8.KJT932.AK63", "Q2.AJT92.Q854.JT", "AKJT985.6.A76.84", "74.KQ7543..Q9752"
PAPER = f"N:{NORTH} {EAST} {SOUTH} {WEST}"
"""The deal of the 2022 paper."""
PLACE = f"#/table?d={PAPER.replace(' ', '_')}&v=NS&a=1D-1H-1S-4H-P-P&seed=8"
"""South to call, with a seed for which no answer is shipped."""
VIEWS = {
    "table": "#verdict",
    "boards": ".boards .open",
    "hand": ".how",
    "systems/sayc": ".tree-list li",
    "practice": "#practice-source",
    "play": ".source",
}
"""The views, and what stands in each once it is drawn."""
DESK = {"width": 1400, "height": 900}


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A server of our own on a free port, or the one at OVERTRICK_ADDRESS."""
    if running := os.environ.get("OVERTRICK_ADDRESS"):
        yield running
        return
    port = free_port()
    words = [sys.executable, "-m", "overtrick", "serve", "--port", str(port)]
    patient = os.environ | {"OVERTRICK_PATIENCE": "100"}
    server = subprocess.Popen(words, env=patient, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: server.poll() is not None or _answers(f"http://127.0.0.1:{port}/healthz"))
        assert server.poll() is None, "the server did not start"
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(150)


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. One for each file of tests, as Playwright's loop must not outlive them."""
    if CHROMIUM is None:
        pytest.skip("chromium is missing: apt-get install chromium")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--renderer-process-limit=1"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """What the pages of a file share, with a page that stays open: the others need no new process."""
    opened = browser.new_context(viewport=DESK, permissions=["clipboard-read", "clipboard-write"], base_url=address)  # type: ignore[arg-type]
    opened.set_default_timeout(PATIENCE)
    opened.new_page().goto("/first.json")
    yield opened
    opened.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A fresh page at a desk, with no settings stored; an error that nobody caught fails the test."""
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(error.stack or str(error)))
    yield opened
    opened.close()
    context.pages[0].evaluate("localStorage.clear()")
    assert wrong == []


def open_table(page: Page, place: str = "") -> None:
    """Go to a place at the table; without one, to the first run."""
    page.goto(f"/{place}")
    page.wait_for_selector("#verdict", state="attached")


def press(page: Page, keys: str) -> None:
    """Press one key after the other."""
    for key in keys:
        page.keyboard.press(key)


def is_settled(page: Page) -> None:
    """Wait until the advice is complete and nothing is asked or drawn any more."""
    expect(page.locator(".progress button", has_text="More")).to_be_enabled()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def until(page: Page, condition: str) -> None:
    """Wait for a condition in JavaScript; Playwright's own way would need `eval`, which the page forbids."""
    look = f"""() => new Promise((resolve) => {{
      const end = performance.now() + {PATIENCE};
      const look = () => ({condition}) || performance.now() > end ? resolve({condition}) : requestAnimationFrame(look);
      look();
    }})"""
    assert page.evaluate(look), condition


_ASK = """([path, question]) => fetch(path, question && {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question),
}).then((answer) => answer.json())"""


def ask(page: Page, path: str, question: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the server answers, asked by a browser: if the server closes a connection that has rested at the very moment
    when it is used again, browsers ask once more, Playwright's own requests do not."""
    found: dict[str, Any] = page.context.pages[0].evaluate(_ASK, [path, question])
    return found


def first_answers(page: Page) -> dict[str, Any]:
    """The shipped answers of the first run."""
    return ask(page, "/first.json")


def answer_advice(page: Page, *events: tuple[str, Any]) -> None:
    """Let every question for advice be answered with these events."""
    body = "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)
    page.route("**/v1/advise", lambda route: route.fulfill(status=202, json={"job": "1"}))
    page.route("**/v1/jobs/1/events", lambda route: route.fulfill(content_type="text/event-stream", body=body))
    page.route("**/v1/jobs/1", lambda route: route.fulfill(json={"state": "running", "events": []}))


_DRAW = """async () => {
  const app = overtrick;
  const seen = () => JSON.stringify([app.history, app.ui, app.settings, app.layouts, { ...app.practice, app: null }]);
  const before = seen();
  const fields = Object.keys(app).join(" ");
  app.do = app.show = app.set = () => { throw new Error("changed while drawing"); };
  for (let times = 0; times < 2; times++) {
    app.draw();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }
  for (const name of ["do", "show", "set"]) delete app[name];
  return seen() === before && Object.keys(app).join(" ") === fields;
}"""


def drawing_changes_nothing(page: Page) -> bool:
    """Whether the page, drawn twice more, has the state that it had."""
    return bool(page.evaluate(_DRAW))
