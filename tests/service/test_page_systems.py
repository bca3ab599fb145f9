"""Systems: browse, search, edit, compare."""

import re

from playwright.sync_api import Page, expect

CARD = "KJ5.A42.KQ63.J74"


def test_rules_are_found_by_their_words_and_calls_open_what_follows(page: Page) -> None:
    page.goto("/#/systems/sayc")
    expect(page.locator(".rule-list li").first).to_be_visible()
    page.fill("[aria-label='Search the rules']", "stayman")
    expect(page.locator(".rule-list li").first).to_contain_text(re.compile("stayman", re.I))
    page.locator(".tree-list li", has_text="15–17").locator("button").click()
    expect(page.locator(".tree")).to_contain_text("Asks for a four-card major")
    page.click(".tree >> text=Back")
    expect(page.locator(".tree-list")).to_contain_text("15–17")


def test_a_rule_named_under_a_call_opens_in_the_systems(page: Page) -> None:
    page.goto("/#/table?d=N:-_-_AQ32.K54.KJ3.QT4_-&dl=S&a=")
    expect(page.locator("#verdict")).to_contain_text("South bids 1NT")
    page.click(".why a.link")
    expect(page.locator(".rule-list li").first).to_contain_text("1NT")


def test_an_edited_card_shows_its_mistake_and_once_mended_bids_otherwise(page: Page) -> None:
    """[15]"""
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
    area.fill(text.replace("nt: 15-17", "nt: 12-14"))
    expect(page.locator(".findings .tick")).to_be_visible()
    page.click(".views >> text=Table")
    page.fill("#paste", CARD)
    page.keyboard.press("Enter")
    expect(page.locator(".place.S")).to_have_attribute("aria-label", re.compile("spades K J 5"))
    page.select_option("[aria-label=Dealer]", "S")
    expect(page.locator("#verdict")).to_contain_text("South bids 1NT")
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
        re.compile(r"SAYC against Acol: [+−]?\d\.\d\d ± \d\.\d\d IMPs a board")
    )
    page.locator(".swings .link").first.click()
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"by (North|East|South|West)|Passed out"))
    expect(page.locator(".conditions")).to_contain_text("E-W play Acol")
