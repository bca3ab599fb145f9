"""The page in Chromium on loopback: time to first paint, from an answer to its charts, and from a key to its paint.

Run it as `python -m benchmarks.page [LOADS] [ADDRESS]`; without an address it starts a server of its own. Each load has
an empty cache; beside its time stands the processor time of the page's thread, which tells what a busy machine hides.
Charts count from the moment the page has an answer until the frame that shows it is done, over all answers while an
auction is stepped through; keys in the same way. Bars: 1 s, 100 ms and 50 ms.
"""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median

from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.support.browsing import CHROMIUM, DESK, FLAGS, PATIENCE, PLACE, is_settled, open_table
from benchmarks.support.painting import LISTEN, PRESS, first_paint, spent, working
from benchmarks.support.redis_server import free_port


@contextmanager
def server() -> Iterator[str]:
    """The address of a server that runs until the end of the block."""
    port = free_port()
    words = [sys.executable, "-m", "overtrick", "serve", "--port", str(port)]
    started = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.2)
        yield f"http://127.0.0.1:{port}/"
    finally:
        started.terminate()
        started.wait(30)


def paints(browser: Browser, address: str, loads: int) -> tuple[list[float], list[float]]:
    """Milliseconds to first paint, with an empty cache each time, and of processor time until all is drawn."""
    found, worked = [], []
    for _ in range(loads):
        with browser.new_context(viewport=DESK, base_url=address) as context:  # type: ignore[arg-type]
            page = context.new_page()
            now = working(page)
            open_table(page)
            found.append(first_paint(page))
            worked.append(now())
    return found, worked


def charts_and_keys(browser: Browser, address: str) -> tuple[list[float], list[float], float]:
    """Milliseconds from each answer and each key to the end of the frame that shows it; processor time of one."""
    with browser.new_context(viewport=DESK, base_url=address) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        open_table(page, PLACE)
        is_settled(page)
        page.evaluate(LISTEN)
        now = working(page)
        before = now()
        keys = []
        for key in ["ArrowLeft"] * 6 + ["ArrowRight"] * 6 + ["t", "o", "o", "t"]:
            keys.append(float(page.evaluate(PRESS, key)))
            is_settled(page)
        charts = spent(page)
        return charts, keys, (now() - before) / (len(charts) + len(keys))


def told(what: str, times: list[float], bar: int) -> None:
    """Print the least, the middle, the slowest of nineteen in twenty, and the slowest of all."""
    times = sorted(times)
    late = times[int(0.95 * (len(times) - 1))]
    middle = f"median {median(times):.0f} ms ({times[0]:.0f} to {times[-1]:.0f}, 95% within {late:.0f})"
    print(f"{what}: {middle} of {len(times)}; bar {bar}")


def measure(loads: int, address: str) -> None:
    """Print all figures."""
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        expect.set_options(timeout=PATIENCE)
        found, worked = paints(browser, address, loads)
        told("first paint", found, 1000)
        told("processor time of it", worked, 1000)
        charts, keys, each = charts_and_keys(browser, address)
        told("answer to charts", charts, 100)
        told("key to paint", keys, 50)
        print(f"processor time of each: {each:.0f} ms")
        browser.close()


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    if len(sys.argv) > 2:
        measure(number, sys.argv[2])
    else:
        with server() as ours:
            measure(number, ours)
