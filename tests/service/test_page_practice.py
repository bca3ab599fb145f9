"""Practice: the quiz grades, and gives nothing away before the call."""

import re

import httpx
import pytest
from playwright.sync_api import Page, Request, Response, expect

from benchmarks.support.browsing import PAPER, answer_advice, first_answers, press
from benchmarks.support.live import PATIENT

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


STRONG = "dealer south hcp(south) >= 15 && hcp(north) >= 13"
"""Deals with two turns of South's at least."""


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


def _start(page: Page, source: str, words: str, asked: str = "One turn") -> None:
    page.goto("/#/practice")
    page.click(f".source >> text={source}")
    page.click(f".source >> text={asked}")
    expect(page.locator(".source [aria-pressed=true]")).to_have_text([source, asked])  # the field for it is there
    page.fill("#practice-source", words)
    page.click(".source .button.main")
    expect(page.locator(".question")).to_be_visible()


def _hidden(page: Page) -> list[list[str]]:
    """The suits of three cards or more of each hand but South's, as they are told after the call."""
    expect(page.locator(".deal-after .place")).to_have_count(4)
    told = [page.locator(f".deal-after .place.{seat} .ranks").all_inner_texts() for seat in "NEW"]
    return [[suit for suit in suits if len(suit) >= 3] for suits in told]


def _require_untold(hidden: list[list[str]], before: str) -> None:
    for suits in hidden:
        assert suits
        assert not all(suit in before for suit in suits)


def _advise(page: Page, call: str, grade: str) -> None:
    """Let the next call get this grade, and this be the better one."""
    page.unroute_all()
    advice = {**first_answers(page)["advise"], "call": call, "made": {"call": "P", "grade": grade}}
    answer_advice(page, ("done", advice))


@pytest.mark.parametrize(
    ("source", "words"), [("Deals", "hcp(south) >= 15 && hcp(north) <= 9"), ("A system section", "1N P 2C P 2H P")]
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
    _require_untold(_hidden(page), before)
    expect(page.locator(".grade")).to_contain_text(re.compile("Right|Better:|Good enough"))  # now and then 7NT is good
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
    assert page.locator(".question tbody tr").count() in (1, 2)
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
    page.keyboard.press("Enter")
    expect(page.locator(".result")).to_contain_text("No advice before")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")


def test_the_cards_own_call_is_never_wrong_and_the_grade_names_its_judge(page: Page) -> None:
    advice = {**first_answers(page)["advise"], "call": "1N", "system_call": "P"}
    answer_advice(page, ("done", {**advice, "made": {"call": "P", "grade": "fair", "judge": "card"}}))
    _start(page, "Deals", "hcp(south) <= 2")
    press(page, "p")
    expect(page.locator(".grade")).to_contain_text("Right by the card: Pass")
    expect(page.locator(".grade")).to_contain_text("Fair, by the card.")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")


def test_south_is_asked_at_every_turn_and_the_hands_are_told_at_the_end(page: Page) -> None:
    """[14] The others bid by their card; whoever looks meanwhile finds nothing but what was called."""
    page.add_init_script("delete globalThis.EventSource")  # the body of a stream cannot be listened to
    listener = Listener(page)
    _start(page, "Deals", STRONG, "Whole auction")
    turns = 0
    before = ""
    while page.locator(".box").count():
        before = listener.all()
        expect(page.locator(".deal-after")).to_have_count(0)
        press(page, "p")
        turns += 1
        expect(page.locator(".source")).to_contain_text(f"of {turns} right")
        page.keyboard.press("Enter")
        expect(page.locator(".box, .deal-after").first).to_be_visible()
    assert turns >= 2, "South opens, or North does when South may pass; and neither is left there"
    _require_untold(_hidden(page), before)
    called = [words[0] for cell in page.locator(".question tbody td").all_inner_texts() if (words := cell.split())]
    assert called[-3:] == ["Pass"] * 3
    expect(page.locator(".grade")).to_contain_text(re.compile(r"takes \d+ tricks.*; par", re.S))
    expect(page.locator(".grade")).to_contain_text(f"of {turns} calls right")
    page.keyboard.press("Enter")
    expect(page.locator(".result")).to_contain_text("No advice before")


def test_the_auction_goes_on_with_the_better_call(page: Page) -> None:
    _advise(page, "2N", "poor")
    _start(page, "A system section", "1N P", "Whole auction")
    press(page, "7n")
    expect(page.locator(".grade")).to_contain_text("Better: 2NT, and so it goes on")
    with page.expect_request("**/v1/deal") as asked:
        page.keyboard.press("Enter")
    sent = asked.value.post_data_json or {}
    assert (sent["auction"], sent["see"]) == ("1N P 2N", "S")
    struck = page.locator(".question td", has=page.locator("s"))
    expect(struck).to_contain_text("7NT")
    expect(struck).to_contain_text("2NT")


def test_each_turn_counts_in_the_score(page: Page) -> None:
    _advise(page, "2C", "best")
    _start(page, "A system section", "1N P", "Whole auction")
    press(page, "2c")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")
    expect(page.locator(".question .tick")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".box")).to_be_visible()
    expect(page.locator(".question tbody tr")).to_have_count(2)
    _advise(page, "3N", "poor")
    press(page, "p")
    expect(page.locator(".source")).to_contain_text("1 of 2 right")
    expect(page.locator(".grade")).to_contain_text("Better: 3NT")


def test_the_others_of_a_file_call_as_they_did_while_south_does(page: Page) -> None:
    _advise(page, "1S", "best")
    _start(page, "A file", FILE, "Whole auction")
    expect(page.locator(".question tbody tr")).to_have_count(1)
    press(page, "1s")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")
    page.keyboard.press("Enter")
    expect(page.locator(".question tbody tr").nth(1)).to_contain_text(re.compile(r"4 hearts\s*Pass\s*Pass"))


def test_a_server_that_is_gone_can_be_asked_to_go_on_again(page: Page) -> None:
    _advise(page, "2C", "best")
    _start(page, "A system section", "1N P", "Whole auction")
    press(page, "2c")
    expect(page.locator(".source")).to_contain_text("1 of 1 right")
    page.route("**/v1/deal", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator(".source .error")).to_contain_text("The server does not answer.")
    page.unroute("**/v1/deal")
    page.click(".source .error >> text=Try again")
    expect(page.locator(".box")).to_be_visible()
    expect(page.locator(".question tbody tr")).to_have_count(2)


def test_the_server_goes_on_with_an_auction_and_tells_one_hand_alone(address: str) -> None:
    wanted = {"seed": 11, "see": "S", "condition": STRONG}
    with httpx.Client(base_url=address, timeout=PATIENT) as client:

        def ask(route: str, **asked: object) -> httpx.Response:
            return client.post(f"/v1/{route}", json=asked)

        board = ask("deal", **wanted).json()["boards"][0]
        auction, turns = board["auction"], 0
        assert auction == "", "South deals"
        while not auction.endswith("P P P"):
            made = ask("bid", hand=board["deal"].split()[2], dealer="S", auction=auction).json()["call"]
            so_far = f"{auction} {made}".strip()
            further = ask("deal", **wanted, auction=so_far).json()["boards"][0]
            assert further["deal"] == board["deal"]
            assert further["auction"].startswith(so_far)
            auction, turns = further["auction"], turns + 1
        assert turns >= 2
        again = ask("deal", **wanted, auction=auction).json()["boards"][0]
        assert again["auction"] == auction, "nothing comes after the end"
        refused = ask("deal", **wanted, auction="1N 1C")
        assert (refused.status_code, refused.json()["error"]["field"]) == (422, "auction")
