"""The page of a server that needs a token."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.support.browsing import DESK, PATIENCE, open_table, press
from benchmarks.support.live import running
from overtrick.service.access import Access
from overtrick.service.app import Service, make_app
from overtrick.service.queue.memory import MemoryTransport
from overtrick.service.tokens import AccessToken


@pytest.fixture
def guarded(browser: Browser) -> Iterator[Page]:
    """A page before a server that needs the token `known-token`."""
    with running(make_app(Service(MemoryTransport()), access=Access(token=AccessToken("known-token")))) as client:
        context = browser.new_context(viewport=DESK, base_url=str(client.base_url))  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        yield context.new_page()
        context.close()


def test_the_page_needs_the_token_once_and_says_so(guarded: Page) -> None:
    assert guarded.goto("/").status == 401  # type: ignore[union-attr]
    expect(guarded.locator("h1")).to_have_text("This server needs its token")
    open_table(guarded, "?token=known-token#/table")
    assert "token" not in guarded.url
    (cookie,) = guarded.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    with guarded.expect_request("**/first.json") as asked:
        open_table(guarded)
    assert "overtrick-" in asked.value.all_headers()["cookie"]
    guarded.context.clear_cookies()
    press(guarded, "p")
    expect(guarded.get_by_text("This server needs its token").first).to_be_visible()
