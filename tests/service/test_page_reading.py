"""The page for those who use a keyboard alone, or listen to it."""

import re

from playwright.sync_api import Page, expect

from benchmarks.support.browsing import VIEWS, open_table, press

PANELS = ["deal", "auction", "box", "decision", "why", "contract", "hidden"]
WHERE = "document.activeElement.closest('.card')?.classList[1] ?? document.activeElement.className"


RING = """(() => {
  const focused = document.activeElement;
  const has = (node) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(node);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  return has(focused) || has(focused.closest(".chip") ?? focused) ? "" : focused.outerHTML.slice(0, 80);
})()"""


def test_focus_has_a_ring_and_goes_through_the_panels_in_the_order_of_the_question(page: Page) -> None:
    open_table(page)
    panels: list[str] = []
    for _ in range(300):
        page.keyboard.press("Tab")
        panel, bare, at_end = page.evaluate(f"[{WHERE}, {RING}, document.activeElement === document.body]")
        if at_end:
            break
        assert bare == ""
        if panel in PANELS and (not panels or panels[-1] != panel):
            panels.append(panel)
    assert panels == PANELS
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the table"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.tagName") == "MAIN"


def test_each_map_of_cards_is_one_stop_and_the_arrows_walk_in_it(page: Page) -> None:
    open_table(page)
    expect(page.locator(".heat [tabindex='0']")).to_have_count(3)
    page.locator(".player").first.locator("[data-card=SA]").focus()
    for key in ("ArrowRight", "ArrowDown", "End", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.card") == "H2"
    expect(page.locator(".heat [tabindex='0']")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator(".given-list")).to_contain_text("with North")


def test_a_view_has_one_main_heading_and_no_control_without_a_name(page: Page) -> None:
    for view, there in VIEWS.items():
        page.goto(f"/#/{view}")
        page.wait_for_selector(there)
        expect(page.locator("h1")).to_have_count(1)
        expect(page.locator("main")).to_have_count(1)
        expect(page.locator("header.top nav")).to_have_count(1)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, a, input, select, textarea, [role=img], section")]
              .filter((e) => !e.textContent.trim() && !e.getAttribute("aria-label") && !e.labels?.length)
              .map((e) => e.outerHTML)"""
        )
        assert nameless == [], view


def test_calls_and_the_final_verdict_are_spoken_with_the_names_of_suits(page: Page) -> None:
    open_table(page)
    press(page, "4s")
    expect(page.locator("#live")).to_have_text(re.compile("South bids 4 spades|West (bids|passes|doubles)"))
    expect(page.locator(".made").last).to_have_attribute("aria-label", "South: 4 spades")
    expect(page.locator("#live")).to_have_text(re.compile("^West (bids|passes|doubles)"))
    expect(page.locator(".bids [data-call='5N']")).to_have_attribute("aria-label", "5 notrump")


def test_what_hovering_tells_the_focus_tells_too(page: Page) -> None:
    open_table(page)
    page.locator(".made").first.focus()
    expect(page.locator(".meaning")).to_contain_text("South: ")
    page.locator(".bids [data-call='5C']").focus()
    expect(page.locator(".meaning")).to_contain_text("It would show")
    expect(page.locator(".meaning")).to_contain_text(re.compile("HCP|says nothing"))


def test_single_keys_can_be_switched_off(page: Page) -> None:
    open_table(page)
    page.click("[aria-label=Menu]")
    page.click("text=Single keys call and act")
    page.click("dialog >> text=Close")
    press(page, "4s")
    expect(page.locator(".made")).to_have_count(4)
    page.click(".bids [data-call='4S']")
    expect(page.locator(".made")).to_have_count(5)


def test_enter_on_a_link_follows_it_in_practice_too(page: Page) -> None:
    page.goto("/#/practice")
    page.click("text=Start")
    expect(page.locator(".question")).to_be_visible()
    press(page, "p")
    expect(page.locator(".result .button.main")).to_be_visible()
    page.locator(".views >> text=Table").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_visible()
