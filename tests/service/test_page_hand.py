"""The hand view: every count, card by card, and what partner needs."""

import re

from playwright.sync_api import Page, expect

from benchmarks.support.browsing import NORTH, SOUTH

PAIR = f"#/hand?d=N:{NORTH}_-_{SOUTH}_-&dl=S&me=S&a="


def _parts(page: Page, count: str) -> dict[str, float]:
    """What each honour adds to a count, and the rest."""
    page.click(f".how:text-is('{count}')")
    opened = page.locator(".evaluators tr", has=page.locator(f".how[aria-expanded=true]:text-is('{count}')"))
    worth = opened.locator("+ .worth")
    expect(worth).to_contain_text("shape and the rest")
    parts = worth.locator("span:has(> b)")
    found = {}
    for part in parts.all_inner_texts():
        *name, value = part.replace("−", "-").split()
        found[" ".join(name)] = float(value)
    return found


def test_every_count_is_there_for_both_hands_and_together(page: Page) -> None:
    page.goto(f"/{PAIR}")
    row = page.locator(".evaluators tbody tr", has=page.locator(".how:text-is('hcp')"))
    expect(row).to_have_text(re.compile(r"hcp\s*12\s*11\s*23"))
    expect(page.locator(".together")).to_contain_text("tricks")


def test_a_count_opens_card_by_card_and_its_parts_add_up(page: Page) -> None:
    page.goto(f"/{PAIR}")
    assert _parts(page, "hcp") == {
        "spades A": 4,
        "spades K": 3,
        "spades J": 1,
        "spades T": 0,
        "diamonds A": 4,
        "shape and the rest": 0,
    }
    losers = _parts(page, "losers")
    assert losers["diamonds A"] == -1
    assert sum(losers.values()) == 6


def test_partner_needs_what_is_missing_and_likely_has_it_or_not(page: Page) -> None:
    page.goto(f"/{PAIR}")
    game = page.locator(".needs tbody tr", has_text="Game in notrump")
    expect(game).to_have_text(re.compile(r"25\s*13\+\s*\d+%"))
    with page.expect_response("**/v1/posterior") as heard:
        page.goto(f"/#/hand?d=N:{NORTH}_-_{SOUTH}_-&dl=N&me=S&a=1N-P")
    points = heard.value.json()["players"]["partner"]["hcp"]
    expect(game.locator("td").last).to_have_text(f"{round(100 * sum(points[13:]))}%")
    assert sum(points[13:]) > 0.9


def test_a_click_on_a_head_sorts_and_says_so(page: Page) -> None:
    page.goto(f"/{PAIR}")
    head = page.locator(".evaluators th", has_text="Hand")
    head.locator("button").click()
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(page.locator(".evaluators tbody tr").first).to_contain_text("zar")
