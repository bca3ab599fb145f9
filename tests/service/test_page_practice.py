"""Practice: the quiz grades, and gives nothing away before the call."""

import re

import pytest
from playwright.sync_api import Page, Request, Response, expect

from service.browsing import PAPER, answer_advice, first_answers, press

FILE = f"""[Event ""]
[Board "5"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "{PAPER}"]
[Auction "N"]
1D 1H 1S 4H
Pass Pass 4S Pass
Pass Pass
"""


class Listener:
    """Everything the page says and hears."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[Response] = []
        self.asked: list[Request] = []
        page.on("response", lambda response: self.heard.append(response))
        page.on("request", lambda request: self.asked.append(request))

    def all(self) -> str:
        """Whatever somebody could look at: the document, title, address, questions and answers so far."""
        answers = [each.text() for each in self.heard if "/v1/" in each.url]
        asked = [f"{each.url} {each.post_data}" for each in self.asked]
        return "\n".join([self.page.content(), self.page.title(), self.page.url, *answers, *asked])


def _start(page: Page, source: str, words: str) -> None:
    page.goto("/#/practice")
    page.click(f".source >> text={source}")
    expect(page.locator(".source [aria-pressed=true]")).to_have_text(source)  # the field for it is there
    page.fill("#practice-source", words)
    page.click(".source .button.main")
    expect(page.locator(".question")).to_be_visible()


def _hidden(page: Page) -> list[list[str]]:
    """The suits of three cards or more of each hand but South's, as they are told after the call."""
    hands = page.locator(".deal-after li")
    expect(hands).to_have_count(4)
    told = [re.sub("spades|hearts|diamonds|clubs", " ", text) for text in hands.all_inner_texts()]
    return [[suit for suit in text.split()[1:] if len(suit) >= 3] for text in told if not text.startswith("South")]


@pytest.mark.parametrize(
    ("source", "words"),
    [("Deals", ""), ("Deals", "hcp(south) >= 15 && hcp(north) <= 9"), ("A system section", "1N P 2C P 2H P")],
)
def test_nothing_tells_of_the_hidden_hands_before_the_call_and_all_is_told_after_it(
    page: Page, source: str, words: str
) -> None:
    """[14]"""
    listener = Listener(page)
    _start(page, source, words)
    page.locator(".question").hover()
    before = listener.all()
    press(page, "7n")
    for suits in _hidden(page):
        assert suits
        assert not all(suit in before for suit in suits)
    expect(page.locator(".grade")).to_contain_text(re.compile("costs|Good enough"))  # now and then 7NT is good
    expect(page.locator(".why")).to_be_visible()


def test_no_answer_gives_the_call_away(page: Page) -> None:
    listener = Listener(page)
    _start(page, "A system section", "1N P")
    expect(page.locator(".question")).to_contain_text("1NT")
    questions = [each.url.rpartition("/v1/")[2] for each in listener.asked if "/v1/" in each.url]
    assert set(questions) <= {"explain", "deal"}
    expect(page.locator(".why")).to_have_count(0)
    expect(page.locator(".advised")).to_have_count(0)
    expect(page.locator(".candidates")).to_have_count(0)


def test_a_deal_meets_its_condition(page: Page) -> None:
    _start(page, "Deals", "hcp(south) >= 20 && hcp(north) <= 3")
    points = re.search(r"(\d+) HCP", page.locator(".question").inner_text())
    assert points is not None
    assert int(points[1]) >= 20


def test_a_bad_condition_is_told_in_the_parsers_words(page: Page) -> None:
    page.goto("/#/practice")
    page.fill("#practice-source", "hcp(south) >=")
    with page.expect_response("**/v1/deal") as heard:
        page.keyboard.press("Enter")
    expect(page.locator(".source .error")).to_contain_text(heard.value.json()["error"]["message"])


def test_a_board_of_a_file_is_asked_at_a_turn_of_souths(page: Page) -> None:
    _start(page, "A file", FILE)
    expect(page.locator(".question")).to_contain_text("AKJT985")
    assert page.locator(".question .line").inner_text().count("N ") in (1, 2)
    assert page.evaluate("document.getElementById('practice-source').value") == ""
    assert "KQ7543" not in page.content()


def test_a_right_call_is_praised_in_a_line_and_counted_once(page: Page) -> None:
    advice = {**first_answers(page)["advise"], "call": "P", "made": {"call": "P", "grade": "best"}}
    answer_advice(page, ("policy", {**advice, "call": "X"}), ("done", advice))
    _start(page, "Deals", "hcp(south) <= 2")
    expect(page.locator(".source")).to_contain_text("0 of 0 right")
    press(page, "p")
    expect(page.locator(".grade")).to_contain_text("Right: Pass")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")
    expect(page.locator(".why")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.locator(".result")).to_contain_text("No advice before")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")
