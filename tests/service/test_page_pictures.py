"""Pictures of the page in the documents: `python tests/service/test_page_pictures.py ADDRESS [NAME…]` takes them."""

import shutil
import sys
from pathlib import Path
from typing import Any

PICTURES = Path(__file__).parents[2] / "docs" / "screenshots"
SHOTS: dict[str, tuple[int, int, str, str]] = {
    "table": (1400, 900, "light", ""),
    "table-dark": (1400, 900, "dark", ""),
    "tablet": (900, 1500, "light", ""),
    "phone": (390, 844, "light", "Call"),
    "phone-hidden": (390, 844, "light", "Hidden"),
    "boards": (1400, 900, "light", "#/boards"),
    "board": (1400, 900, "light", "#/boards?open"),
    "hand": (1400, 900, "light", "#/hand"),
    "systems": (1400, 900, "light", "#/systems/sayc"),
    "practice": (1400, 900, "light", "#/practice"),
}
"""Width, height, colours, and the tab or place that is shown."""
THERE = {
    "#/boards": ".dearest",
    "#/boards?open": ".lead .end:not(:text('so far'))",
    "#/hand": ".worth >> text=the rest",
    "#/systems/sayc": ".rule-list li",
    "#/practice": ".why",
    "": ".heat",
}
"""What is waited for at a place."""
BOARDS = PICTURES.parents[1] / "examples" / "match.lin"


def test_every_picture_is_there_and_shown_in_the_document() -> None:
    text = (PICTURES.parent / "page.md").read_text(encoding="utf-8")
    for name in SHOTS:
        assert (PICTURES / f"{name}.png").read_bytes()[:4] == b"\x89PNG"
        assert f"screenshots/{name}.png" in text


def take(browser: Any, address: str, name: str) -> None:
    """Take one picture."""
    width, height, colours, place = SHOTS[name]
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours, reduced_motion="reduce")
    page.set_default_timeout(120_000)
    is_view = place.startswith("#")
    page.goto(address + place if is_view else address)
    if place.startswith("#/boards"):
        page.set_input_files("input[type=file]", BOARDS)
        page.wait_for_selector(".file-head >> text=/^16 boards/", timeout=600_000)
        if place.endswith("open"):
            page.click("tr:has(.fault) [data-board]")
    elif place == "#/hand":
        page.click(".how:text-is('bum-rap')")
    elif place == "#/practice":
        page.click("text=Start")
        page.wait_for_selector(".question")
        page.keyboard.press("7")
        page.keyboard.press("n")
    elif place and not is_view:
        page.click(f".tabs >> text={place}")
    page.wait_for_selector(THERE[place if is_view else ""], state="attached")
    page.wait_for_selector("[aria-busy=true]", state="detached")
    page.screenshot(path=PICTURES / f"{name}.png")
    page.close()


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as started:
        chromium = started.chromium.launch(
            executable_path=shutil.which("chromium") or shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for each in sys.argv[2:] or SHOTS:
            take(chromium, sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000/", each)
        chromium.close()
