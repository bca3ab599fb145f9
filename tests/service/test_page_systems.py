"""Systems: browse, search, edit, compare."""

import re

from playwright.sync_api import Page, expect

from benchmarks.support.browsing import drawing_changes_nothing, press

CARD = "KJ5.A42.KQ63.J74"
PATIENT = 600_000.0
"""Milliseconds for what reads a whole card or bids a match, on a busy machine."""


def test_rules_are_found_by_their_words_and_calls_open_what_follows(page: Page) -> None:
    page.goto("/#/systems/sayc")
    expect(page.locator(".rule-list li").first).to_be_visible()
    page.fill("[aria-label='Search the rules']", "stayman")
    expect(page.locator(".rule-list li").first).to_contain_text(re.compile("stayman", re.I))
    page.click("[data-place='1N P'] .branch")
    expect(page.locator(".tree")).to_contain_text("Asks for a four-card major")
    page.click("[data-place='1N P'] > .branch")
    expect(page.locator(".tree")).not_to_contain_text("Asks for a four-card major")
    expect(page.locator(".tree-list")).to_contain_text("15–17")


def test_rules_begin_with_the_openings(page: Page) -> None:
    page.goto("/#/systems/acol")
    expect(page.locator(".rule-list li").first).to_contain_text("opening:")


def test_the_calls_are_a_tree_for_a_screen_reader(page: Page) -> None:
    page.goto("/#/systems/sayc")
    openings = page.get_by_role("tree", name="SAYC: Openings").get_by_role("treeitem")
    expect(openings.first).to_have_attribute("aria-level", "1")
    notrump = page.get_by_role("treeitem", name=re.compile("^1NT"), level=1, expanded=False)
    notrump.locator(".branch").click()
    stayman = page.get_by_role("group").get_by_role("treeitem", name=re.compile("^2 clubs.*four-card major"), level=2)
    expect(stayman).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("treeitem", expanded=True)).to_have_count(1)
    last = page.get_by_role("group").get_by_role("treeitem", name=re.compile("^Pass"))
    expect(last).to_have_attribute("aria-level", "2")
    assert last.get_attribute("aria-expanded") is None, "nothing follows when both pass"


def test_the_keys_walk_through_the_tree_of_calls(page: Page) -> None:
    page.goto("/#/systems/sayc")
    items = page.locator("[role=treeitem]")
    expect(items.first).to_have_attribute("tabindex", "0")
    items.first.focus()
    for key, place in [
        ("ArrowUp", "1C P"),
        ("ArrowDown", "1D P"),
        ("End", "P P"),
        ("Home", "1C P"),
        ("2", "2C P"),
        ("1", "1C P"),
        ("ArrowLeft", "1C P"),
    ]:
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.place") == place, key
    page.keyboard.press("ArrowRight")
    first = page.locator("[data-place='1C P'] [role=treeitem]").first
    expect(first).to_be_visible()
    expect(page.locator("[data-place='1C P']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(first).to_have_attribute("aria-expanded", "true")
    expect(first.locator("[aria-level='3']").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(first).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-place='1C P']")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-place='1C P']")).to_have_attribute("aria-expanded", "false")
    expect(page.locator("[role=treeitem][tabindex='0']")).to_have_attribute("data-place", "1C P")


def test_keys_that_call_at_the_table_do_not_call_in_another_view(page: Page) -> None:
    page.goto("/#/systems/sayc")
    expect(page.locator("[role=treeitem]").first).to_be_visible()
    press(page, "7np")
    page.click(".views >> text=Table")
    expect(page.locator(".made")).to_have_count(4)


def test_a_rule_named_under_a_call_opens_in_the_systems(page: Page) -> None:
    page.goto("/#/table?d=N:-_-_AQ32.K54.KJ3.QT4_-&dl=S&a=")
    expect(page.locator("#verdict")).to_contain_text("South bids 1NT")
    page.click(".why a.link")
    expect(page.locator(".rule-list li").first).to_contain_text("1NT")


def test_an_edited_card_shows_its_mistake_and_once_mended_bids_otherwise(page: Page) -> None:
    """[15] What cannot be read is not played, and no drawing changes anything."""
    page.goto("/#/systems/sayc")
    expect(page.locator(".rule-list li").first).to_be_visible()
    page.click("text=Edit a copy")
    area = page.locator("#card-text")
    text = area.input_value()
    assert "nt: 15-17" in text
    area.fill(text.replace("params:", "parrams:"))
    expect(page.locator(".findings .link").first).to_have_text(re.compile(r"^\d+:\d+$"))
    line = text.split("\n").index("params:") + 1
    expect(page.locator(".findings")).to_contain_text(f"{line}:1")
    assert "parrams:" not in page.evaluate("overtrick.state.card")
    assert drawing_changes_nothing(page)
    weak = text.replace("nt: 15-17", "nt: 12-14")
    area.fill(weak)
    expect(page.locator(".findings .tick")).to_be_visible()
    assert page.evaluate("overtrick.state.card") == weak
    assert drawing_changes_nothing(page)
    page.click(".views >> text=Table")
    page.fill("#paste", CARD)
    page.keyboard.press("Enter")
    expect(page.locator(".place.S")).to_have_attribute("aria-label", re.compile("spades K J 5"))
    page.select_option("[aria-label=Dealer]", "S")
    expect(page.locator("#verdict")).to_contain_text("South bids 1NT", timeout=PATIENT)
    page.select_option("[aria-label='N-S play']", "sayc")
    expect(page.locator("#verdict")).to_contain_text("South bids 1 diamond")


def test_two_systems_are_compared_call_by_call_and_in_a_match(page: Page) -> None:
    page.goto("/#/systems/compare/sayc/acol")
    notrump = page.locator(".compare-table tr", has=page.locator("th", has_text="1NT"))
    expect(notrump).to_contain_text("15–17")
    expect(notrump).to_contain_text("12–14")
    expect(notrump).to_have_class("differs")
    page.click("text=Play 100 boards")
    expect(page.locator(".match")).to_contain_text(
        re.compile(r"SAYC against Acol: [+−]?\d\.\d\d ± \d\.\d\d IMPs a board"), timeout=PATIENT
    )
    page.locator(".swings .link").first.click()
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"by (North|East|South|West)|Passed out"))
    expect(page.locator(".conditions")).to_contain_text("E-W play Acol")
