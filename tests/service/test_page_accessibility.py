"""What axe-core, an accessibility checker, finds on the page: nothing serious, light and dark, wide and narrow.

The checker comes with the package axe-playwright-python, of which only that script is used.
"""

from importlib.resources import files
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import VIEWS, open_table, press

FIND = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}"""


@pytest.fixture(scope="module")
def checker() -> str:
    """The script of axe-core."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def _require_nothing_serious(page: Page, checker: str, colours: tuple[Literal["light", "dark"], ...]) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(checker)
    for colour in colours:
        page.emulate_media(color_scheme=colour, reduced_motion="reduce")
        assert page.evaluate(FIND) == [], colour


@pytest.mark.parametrize("view", [*VIEWS, "systems/compare/sayc/acol"])
def test_a_view_has_nothing_serious(page: Page, checker: str, view: str) -> None:
    page.goto(f"/#/{view}")
    page.wait_for_selector(VIEWS.get(view, ".compare-table tbody tr"))
    _require_nothing_serious(page, checker, ("light", "dark"))


def test_a_phone_a_tablet_and_what_lies_over_the_page_have_nothing_serious(page: Page, checker: str) -> None:
    open_table(page)
    page.locator("dfn").first.hover()
    expect(page.locator(".tip")).to_be_visible()
    _require_nothing_serious(page, checker, ("light",))
    press(page, "?")
    expect(page.locator("dialog h2").first).to_be_visible()
    _require_nothing_serious(page, checker, ("light",))
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 768, "height": 1024})
    page.click("[aria-label=Menu]")
    expect(page.locator("dialog h2").first).to_be_visible()
    _require_nothing_serious(page, checker, ("light",))
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    for tab in ("Hidden", "Contract", "Deal", "Call"):
        page.click(f".tabs >> text={tab}")
        _require_nothing_serious(page, checker, ("light",))
