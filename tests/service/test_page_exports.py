"""Boards leave the page as files and links that others can read."""

import xml.etree.ElementTree as ET

from playwright.sync_api import Page, expect

from benchmarks.support.browsing import PAPER, PLACE, ask, open_table


def _download(page: Page, form: str) -> str:
    page.click("[aria-label=Menu]")
    with page.expect_download() as kept:
        page.click(f"dialog button:text-is('{form}')")
    assert kept.value.suggested_filename == f"board-5.{form.lower()}"
    return kept.value.path().read_text(encoding="utf-8")


def test_a_downloaded_board_can_be_read_again_and_the_diagram_has_all_four_hands(page: Page) -> None:
    """[17]"""
    open_table(page, f"{PLACE}&no=5")
    for form in ("PBN", "LIN"):
        (board,) = ask(page, "/v1/parse", {"text": _download(page, form)})["boards"]
        assert board["deal"] == PAPER
        assert board["auction"] == "1D 1H 1S 4H P P"
    diagram = ET.fromstring(_download(page, "SVG"))
    texts = ["".join(node.itertext()) for node in diagram.iter() if node.tag.endswith("text")]
    for word in ("North", "South", "♠ AKJT985", "♥ KQ7543", "♦ —", "Board 5"):
        assert word in texts


def test_the_bbo_link_brings_the_board_back(page: Page) -> None:
    open_table(page, PLACE)
    page.click("[aria-label=Menu]")
    page.click("dialog >> text=Copy BBO link")
    expect(page.locator(".toast")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith("https://www.bridgebase.com/tools/handviewer.html?")
    (board,) = ask(page, "/v1/parse", {"text": link})["boards"]
    assert board["deal"] == PAPER
