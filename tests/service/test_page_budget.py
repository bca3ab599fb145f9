"""What the first view costs: bytes, time to paint, time from an answer to its charts; and that nobody else is asked.

The limits of time would notice what has become ten times slower. They are of processor time, as the machine may be
busy; `python -m benchmarks.page` measures both.
"""

from playwright.sync_api import Page, Response, expect

from benchmarks.support.browsing import PLACE, VIEWS, is_settled, open_table, until
from benchmarks.support.painting import LISTEN, first_paint, spent, working

BUDGET = 120_000
"""Bytes of scripts and styles in the first view."""


def test_files_of_the_first_view_keep_within_their_budget_and_are_preloaded_and_no_other(page: Page) -> None:
    heard: list[Response] = []
    page.on("response", lambda response: heard.append(response))
    open_table(page)
    expect(page.locator(".cell")).to_have_count(156)
    page.wait_for_load_state("networkidle")
    sizes = [len(response.body()) for response in heard if response.url.endswith((".js", ".css"))]
    assert len(sizes) > 20
    assert sum(sizes) <= BUDGET
    preloaded = page.evaluate("[...document.querySelectorAll('link[rel=modulepreload]')].map((e) => e.href)")
    loaded = {response.url for response in heard if response.url.endswith(".js")}
    assert loaded - set(preloaded) == {page.evaluate("document.querySelector('script').src")}
    assert set(preloaded) <= loaded


def test_the_first_view_is_painted_soon_and_does_not_jump(page: Page) -> None:
    worked = working(page)
    open_table(page)
    assert worked() < 2_500
    assert first_paint(page) < 20_000
    shifts = """new Promise((resolve) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { sum += value; }))
        .observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))));
    })"""
    assert page.evaluate(shifts) < 0.01


def test_an_answer_is_in_the_charts_soon_after_it_has_come(page: Page) -> None:
    open_table(page)
    page.evaluate(LISTEN)
    worked = working(page)
    page.goto(f"/{PLACE}")
    until(page, "overtrick.state.seed === 8")
    is_settled(page)
    times = spent(page)
    assert len(times) >= 3
    assert worked() / len(times) < 600


def test_no_view_asks_anybody_but_its_server(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for view, there in VIEWS.items():
        page.goto(f"/#/{view}")
        page.wait_for_selector(there)
    page.click("[aria-label=Menu]")
    expect(page.locator("dialog")).to_be_visible()
    assert [url for url in asked if not url.startswith(address)] == []
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
