"""Drawing is a function of the state: it changes nothing, and shows texts as the server has marked them."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from benchmarks.support.browsing import (
    PLACE,
    answer_advice,
    drawing_changes_nothing,
    first_answers,
    is_settled,
    open_table,
)


@pytest.mark.parametrize(
    "place", [PLACE, f"{PLACE}&me=E", f"{PLACE}&show=mine", "#/hand", "#/systems/compare/sayc/acol"]
)
def test_drawing_a_view_changes_nothing(page: Page, place: str) -> None:
    page.goto(f"/{place}")
    page.wait_for_selector("main section")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    assert drawing_changes_nothing(page)


def test_drawing_a_graded_call_changes_nothing(page: Page) -> None:
    page.goto("/#/practice")
    page.click("text=Start")
    expect(page.locator(".bids")).to_be_visible()
    page.click(".call-P")
    expect(page.locator(".source .end")).to_contain_text(re.compile("of 1 right"))
    expect(page.locator(".grade")).to_contain_text(re.compile("Right|Good enough|Better"))
    assert drawing_changes_nothing(page)
    assert page.evaluate("overtrick.practice.score.asked") == 1


def _marked_advice(page: Page) -> dict[str, Any]:
    """The shipped advice with texts in which only the pieces tell what is a suit."""
    advice: dict[str, Any] = first_answers(page)["advise"]
    for holder in (advice, advice["candidates"][0]):
        holder["requires"] = [
            {
                "text": "six of them",
                "text_marked": ["6+ of ", {"suit": "S"}, ", 5 S"],
                "ok": True,
                "yours": "seven",
                "yours_marked": ["7 of ", {"suit": "H"}],
            },
            {"text": "4+ D, no pieces", "ok": True, "yours": ""},
        ]
    advice["why_not"] = {"P": "plain"}
    advice["why_not_marked"] = {"P": ["too weak for ", {"call": "4S"}, " opposite ", {"suit": "C"}]}
    return advice


def test_texts_are_drawn_from_the_pieces_of_the_server(page: Page) -> None:
    answer_advice(page, ("done", _marked_advice(page)))
    open_table(page, PLACE)
    is_settled(page)
    needs = page.locator(".why .need")
    expect(needs.first).to_have_text(re.compile(r"6\+ of\s+spades, 5 S\s+you: 7 of\s+hearts"))
    expect(needs.first.locator("svg.suit.S")).to_have_count(1)
    expect(needs.first.locator("svg.suit.H")).to_have_count(1)
    expect(needs.nth(1)).to_contain_text("4+ D, no pieces")
    reason = page.locator(".why .answer")
    expect(reason).to_have_text(re.compile(r"^Too weak for 4\s+spades opposite\s+clubs\.$"))
    expect(reason.locator("svg.suit")).to_have_count(2)
