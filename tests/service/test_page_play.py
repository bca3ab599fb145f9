"""Play: a match against the machine, whose hands are nowhere before the auction is over."""

import json
from typing import Any

from playwright.sync_api import Page, Request, Response, Route, expect

from benchmarks.support.browsing import press

FIRST = {"board": 1, "deal": "S:AQ32.K4.KJ32.A32 - - -", "dealer": "S", "vul": "None", "auction": ""}
WHOLE = {
    **FIRST,
    "deal": "N:KJ54.A3.AQ4.9876 T98.QJT.T98.KQJT AQ32.K4.KJ32.A32 76.98765.765.54",
    "auction": "1N P P P",
    "result": "1NS+3",
}
OTHER = {**WHOLE, "auction": "1N P 3N P P P", "result": "3NS+1"}


def _start(page: Page, strength: str) -> None:
    page.goto("/#/play")
    page.click(f".source >> text='{strength}'")
    page.click(".source .button.main")
    expect(page.locator(".question")).to_be_visible()


def test_a_board_against_the_card_tells_nothing_before_its_end(page: Page) -> None:
    heard: list[Response] = []
    asked: list[Request] = []
    page.on("response", lambda response: heard.append(response))
    page.on("request", lambda request: asked.append(request))
    _start(page, "Card")
    expect(page.locator(".result")).to_contain_text("The other hands are told when the auction is over.")
    answers = [response for response in heard if "/v1/" in response.url]
    assert [response.url.rpartition("/v1/")[2] for response in answers] == ["play"]
    told = answers[0].json()
    before = "\n".join([page.content(), page.title(), page.url, *(f"{each.url} {each.post_data}" for each in asked)])
    assert set(told) == {"board", "seed", "is_over", "kind"}
    calls = 0
    while not page.locator(".deal-after .place").count():
        press(page, "p")
        calls += 1
        page.wait_for_function("() => !overtrick.match.isGoing")
        expect(page.locator(".question .next, .deal-after .place").first).to_be_visible()
    hands = {seat: page.locator(f".deal-after .place.{seat} .ranks").all_inner_texts() for seat in "NEW"}
    for suits in hands.values():
        long = [suit for suit in suits if len(suit) >= 3]
        assert not all(suit in before + json.dumps(told) for suit in long)
    expect(page.locator(".result .grade")).to_contain_text("IMPs")
    expect(page.locator(".meanings")).to_have_count(2)
    expect(page.locator(".scores tbody tr")).to_have_count(2)
    sent = [json.loads(request.post_data or "{}") for request in asked if request.url.endswith("/v1/play")]
    assert sent[-1]["calls"].split() == ["P"] * calls
    assert {question["strength"] for question in sent} == {"card"}


def test_eight_boards_are_a_match(page: Page) -> None:
    questions: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        question = json.loads(route.request.post_data or "{}")
        questions.append(question)
        over = {
            "is_over": True,
            "board": {**WHOLE, "board": question["board"]},
            "other": OTHER,
            "imps": -6,
            "points": -250,
        }
        begun = {"is_over": False, "board": {**FIRST, "board": question["board"]}}
        route.fulfill(json={"seed": 77, "kind": "learned", **(over if question["calls"] else begun)})

    page.route("**/v1/play", answer)
    _start(page, "Improved network")
    for board in range(1, 9):
        expect(page.locator(".source")).to_contain_text(f"Board {board} of 8")
        page.click(".box [data-call='1N']")
        expect(page.locator(".scores tbody tr")).to_have_count(board + 1)
        if board < 8:
            page.keyboard.press("Enter")
            expect(page.locator(".box")).to_be_visible()
    expect(page.locator(".result .grade")).to_contain_text("−48 in the match")
    expect(page.locator(".scores .total")).to_contain_text("−48")
    page.select_option(".source select[aria-label=Score]", "points")
    expect(page.locator(".scores .total")).to_contain_text("−2000")
    page.select_option(".source select[aria-label=Score]", "MP")
    expect(page.locator(".result .grade")).to_contain_text("0 matchpoint")
    assert [question["board"] for question in questions] == [board for board in range(1, 9) for _ in range(2)]
    assert "seed" not in questions[0]
    assert {question["seed"] for question in questions[1:]} == {77}
    page.keyboard.press("Enter")
    expect(page.locator(".scores")).to_have_count(0)
    assert "seed" not in questions[-1]


def test_a_call_that_is_not_legal_is_not_sent(page: Page) -> None:
    page.route("**/v1/play", lambda route: route.fulfill(json={"seed": 1, "is_over": False, "board": FIRST}))
    _start(page, "Network")
    press(page, "x")
    expect(page.locator(".toast")).to_contain_text("Double")
    expect(page.locator(".box [data-call='X']")).to_be_disabled()
