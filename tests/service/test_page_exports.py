"""Boards leave the page as files and links that others can read."""

import xml.etree.ElementTree as ET

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import PAPER, open_table


def _download(page: Page, form: str) -> str:
    open_table(page)
    page.click("[aria-label=Menu]")
    with page.expect_download() as kept:
        page.click(f"dialog button:text-is('{form}')")
    assert kept.value.suggested_filename == f"board-5.{form.lower()}"
    return kept.value.path().read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["PBN", "LIN"])
def test_a_downloaded_board_can_be_read_again(page: Page, form: str) -> None:
    """[17]"""
    written = _download(page, form)
    (board,) = page.request.post("/v1/parse", data={"text": written}).json()["boards"]
    assert board["deal"] == PAPER
    assert board["auction"].startswith("1D 1H 1S 4H P P 4S 5H")


def test_the_diagram_as_svg_has_all_four_hands(page: Page) -> None:
    texts = [
        "".join(each.itertext()) for each in ET.fromstring(_download(page, "SVG")).iter() if each.tag.endswith("text")
    ]
    for word in ("North", "South", "♠ AKJT985", "♥ KQ7543", "♦ —", "Board 5"):
        assert word in texts


def test_the_bbo_link_brings_the_board_back(page: Page) -> None:
    open_table(page)
    page.click("[aria-label=Menu]")
    page.click("dialog >> text=Copy BBO link")
    expect(page.locator(".toast")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith("https://www.bridgebase.com/tools/handviewer.html?")
    (board,) = page.request.post("/v1/parse", data={"text": link}).json()["boards"]
    assert board["deal"] == PAPER
