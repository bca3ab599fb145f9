"""Boards of a file on the page: dropped or pasted, walked by keys, marked as reviews come; the lead and the play."""

import json
import re

from playwright.sync_api import Page, Request, Route, expect

from benchmarks.support.browsing import PAPER, open_table, press
from overtrick.arrays import random_deals
from overtrick.ask.texts import ConvertQuestion, convert

PLAYERS = {"N": "Marsh", "E": "Ruiz", "S": "Okafor", "W": "Lund"}
BAD = 20
"""The board with a fault."""
OVER = f"#/table?d={PAPER.replace(' ', '_')}&v=NS&a=1D-1H-4S-P-P-P"


REVIEW = {
    "reached": "1NN=",
    "score": 90,
    "par": {"score": 120, "contracts": ["2SN"]},
    "against_par": -1,
    "lost": {"NS": 0.0, "EW": 0.0},
    "luck": 3.1,
    "table_trouble": "",
}


def _pbn(count: int) -> str:
    """A file of that many boards, each bid 1NT and no more."""
    records = [
        {"board": number, "deal": str(deal), "auction": "1N P P P", "players": PLAYERS}
        for number, deal in enumerate(random_deals(count, 20), 1)
    ]
    return convert(ConvertQuestion(text="\n".join(map(json.dumps, records)), to="pbn")).text


PLAYED = {"NS": "sayc", "EW": "acol"}
"""The cards that the pairs of a file bid like."""


def _reviewed(route: Route) -> None:
    """A review without a simulation: the first call of one board is a fault."""
    record = json.loads(json.loads(route.request.post_data or "")["text"])
    is_bad = record["board"] == BAD
    call = {"place": 0, "by": record["dealer"], "call": "1N", "better": "P", "broken": None, "lost": None}
    fault = {"mark": "??", "cost": 4.1, "why": "Pass is better; costs 4.1 IMPs"}
    calls = [{**call, **(fault if is_bad else {"mark": "", "cost": 0.0, "why": ""})}]
    route.fulfill(json={**REVIEW, "calls": calls, "lost": {"NS": 0.0, "EW": 4.1 if is_bad else 0.0}})


def _played(route: Route) -> None:
    """The same cards on every board."""
    boards = json.loads(route.request.post_data or "")["text"].splitlines()
    route.fulfill(json={"boards": [PLAYED] * len(boards), "kind": "rule"})


def _drop(page: Page, name: str, text: str) -> None:
    page.evaluate(
        """([name, text]) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], name));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        [name, text],
    )


def test_a_file_of_36_boards_is_dropped_walked_opened_and_come_back_to(page: Page) -> None:
    page.route("**/v1/review", _reviewed)
    page.route("**/v1/systems/played", _played)
    open_table(page)
    _drop(page, "club.pbn", _pbn(36))
    expect(page.locator("h1")).to_have_text("club.pbn")
    expect(page.locator(".board-list tbody tr")).to_have_count(36)
    expect(page.locator(".file-head")).to_contain_text("36 boards reviewed")
    expect(page.locator(".mark-button:not(.dearest *)")).to_have_count(1)
    press(page, "j" * BAD)
    row = page.locator("tr", has=page.locator(":focus"))
    expect(row).to_contain_text("20")
    expect(row.locator(".mark-button")).to_have_attribute("aria-label", "blunder: West, 1 notrump")
    page.keyboard.press("Enter")
    expect(page.locator(".conditions")).to_contain_text("20 of 36")
    expect(page.locator(".review")).to_contain_text("Pass is better; costs 4.1 IMPs.")
    expect(page.locator(".grade-mark")).to_have_text("??")
    expect(page.locator(".made").first).to_have_attribute("aria-label", re.compile("^West: 1 notrump.*, blunder$"))
    expect(page.locator(".place.W")).to_contain_text("Lund")
    expect(page).to_have_url(re.compile("them=acol"))
    press(page, "k")
    expect(page.locator(".conditions")).to_contain_text("19 of 36")
    expect(page).to_have_url(re.compile("no=19"))
    page.go_back()
    expect(page.locator(".conditions")).to_contain_text("20 of 36")
    page.click(".marked-calls .link")
    expect(page.locator(".candidates tr", has_text="made")).to_contain_text("NT")
    press(page, "b")
    expect(page.locator(":focus")).to_have_attribute("data-board", "19")
    expect(page).to_have_url(re.compile("#/boards"))
    again: list[Request] = []
    page.on("request", lambda request: again.append(request) if request.url.endswith("/v1/review") else None)
    page.reload()
    expect(page.locator(".file-head")).to_contain_text("36 boards reviewed")
    assert len(again) < 30, "a busy browser may not have stored the last ones"
    page.click(".dearest .mark-button")
    expect(page.locator(".conditions")).to_contain_text("20 of 36")
    page.reload()
    expect(page.locator(".conditions")).to_contain_text("20 of 36")
    press(page, "j")
    expect(page.locator(".conditions")).to_contain_text("21 of 36")
    press(page, "b")
    page.click(".dearest >> text=Practise it")
    expect(page).to_have_url(re.compile("#/practice/"))
    expect(page.locator(".source [aria-pressed=true]").first).to_have_text("A system section")
    expect(page.locator(".question")).to_be_visible()
    page.go_back()
    page.click(".file-head >> text=Close")
    page.reload()
    expect(page.locator(".boards .open")).to_be_visible()


def test_two_rooms_are_compared_and_told_apart_where_they_bid_alike(page: Page) -> None:
    scores = {"Open": 420, "Closed": 170}

    def answer(route: Route) -> None:
        record = json.loads(json.loads(route.request.post_data or "")["text"])
        route.fulfill(json={**REVIEW, "calls": [], "score": scores[record["tags"]["Room"]]})

    page.route("**/v1/review", answer)
    open_table(page)
    deal = str(random_deals(1, 20)[0])
    rooms = [{"board": 1, "deal": deal, "auction": "1N P P P", "tags": {"Room": room}} for room in scores]
    _drop(page, "match.jsonl", "\n".join(map(json.dumps, rooms)))
    expect(page.locator(".board-list tbody .c9")).to_have_text(["+6", "−6"])
    expect(page.locator(".list")).to_contain_text("Between the rooms: N-S open 6, N-S closed 0 IMPs.")
    page.click("[data-board='1']")
    expect(page.locator(".conditions")).to_contain_text("2 of 2")


def test_each_pair_is_judged_by_the_card_it_bids_like_unless_others_are_chosen(page: Page) -> None:
    costs = {("sayc", "acol"): 1.0, ("sayc", "sayc"): 2.0, ("two_over_one", "sayc"): 3.0}
    asked: list[tuple[str, str]] = []

    def review(route: Route) -> None:
        question = json.loads(route.request.post_data or "")
        asked.append((question["system"], question["their_system"]))
        assert question["strangers"] == (asked[-1] == ("sayc", "acol")), "nobody named a card"
        route.fulfill(json={**REVIEW, "calls": [], "lost": {"NS": costs[asked[-1]], "EW": 0.0}})

    page.route("**/v1/review", review)
    page.route("**/v1/systems/played", _played)
    open_table(page)
    _drop(page, "club.pbn", _pbn(2))
    lost = page.locator(".board-list tbody .c7")
    expect(lost).to_have_text(["1.0", "1.0"])
    expect(page.locator(".list .chips")).to_contain_text("SAYC, Acol")
    page.select_option("[aria-label='Judged by']", "chosen")
    expect(lost).to_have_text(["2.0", "2.0"])
    page.select_option("[aria-label='N-S play']", "two_over_one")
    expect(lost).to_have_text(["3.0", "3.0"])
    page.select_option("[aria-label='Judged by']", "own")
    expect(lost).to_have_text(["1.0", "1.0"])
    assert len(asked) == 6, "the first reviews were still there"


def test_scores_are_there_before_the_reviews_and_leads_and_other_tables_after_them(page: Page) -> None:
    held: list[Route] = []
    page.route("**/v1/review", lambda route: held.append(route))
    page.route("**/v1/systems/played", _played)
    open_table(page)
    deal = str(random_deals(1, 20)[0])
    results = ("1NN=", "1NN-2")
    tags = {"Event": "Club night", "Date": "2026.11.18"}
    rooms = [
        {"board": 1, "deal": deal, "auction": "1N P P P", "result": result, "tags": tags, "players": PLAYERS}
        for result in results
    ]
    _drop(page, "match.jsonl", "\n".join(map(json.dumps, rooms)))
    expect(page.locator(".board-list tbody .c4")).to_have_text(["+90", "−100"])
    expect(page.locator(".board-list tbody .c9")).to_have_text(["+5", "−5"])
    expect(page.locator(".occasion")).to_have_text("Club night, 2026.11.18")
    lead = {"by": "E", "card": "HT", "mark": "?", "better": "S2", "cost": 2.8, "why": "♠2 is better; costs 2.8 IMPs"}
    answer = {**REVIEW, "calls": [], "lead": lead, "elsewhere": [120, 90, -50], "share": 0.5}
    expect(page.locator(".progress")).to_contain_text("0 of 2")
    page.unroute("**/v1/review")
    page.route("**/v1/review", lambda route: route.fulfill(json=answer))
    for route in held:
        route.fulfill(json=answer)
    expect(page.locator(".file-head")).to_contain_text("2 boards reviewed")
    mark = page.locator(".board-list .mark-button").first
    expect(mark).to_have_attribute("aria-label", "mistake: East, lead of the 10 of hearts")
    expect(page.locator(".players")).to_contain_text("leads")
    mark.click()
    expect(page.locator(".review")).to_contain_text("50% against 3 other tables")
    expect(page.locator(".marked-calls")).to_contain_text("leads")
    expect(page.locator("h1")).to_contain_text("by")


def test_pasted_lines_stay_lines_and_damaged_boards_are_told(page: Page) -> None:
    page.route("**/v1/review", _reviewed)
    open_table(page)
    text = _pbn(3).replace('[Deal "N:', '[Deal "N:Z', 1)
    page.evaluate(
        """text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", text);
          const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
          document.getElementById("paste").dispatchEvent(paste);
        }""",
        text,
    )
    expect(page.locator(".board-list tbody tr")).to_have_count(2)
    expect(page.locator(".toast")).to_contain_text("2 boards read, 1 not: ")
    page.click("text=Close")
    page.fill("#boards-text", _pbn(2))
    page.click("text=Read the boards")
    expect(page.locator(".board-list tbody tr")).to_have_count(2)


def test_boards_that_cannot_be_reviewed_say_what_they_lack(page: Page) -> None:
    page.route("**/v1/review", _reviewed)
    open_table(page)
    whole, open_end, short, unbid = (
        {"board": number, "deal": str(deal), "auction": "1N P P P"}
        for number, deal in enumerate(random_deals(4, 20), 1)
    )
    open_end["auction"] = "1N P"
    short["deal"] = str(short["deal"])[:-1]
    del unbid["auction"]
    _drop(page, "club.jsonl", "\n".join(map(json.dumps, [whole, open_end, short, unbid])))
    expect(page.locator(".board-list tbody .muted")).to_have_text(["auction not over", "cards missing", "no auction"])


def test_one_hand_is_the_hand_to_call(page: Page) -> None:
    open_table(page)
    for text, words in {"AKQ2 KT3 A74 98": "got 12 (4=3=3=2)", "S AKQ2 H KT3 D A74 C 982": ""}.items():
        page.fill("#paste", text)
        page.keyboard.press("Enter")
        expect(page.locator(".paste .wrong")).to_have_count(1 if words else 0)
        if words:
            expect(page.locator(".paste .wrong")).to_contain_text(words)
    expect(page.locator("#verdict")).to_contain_text("South")
    expect(page.locator(".place.S")).to_have_attribute(
        "aria-label", "South: spades A K Q 2; hearts K 10 3; diamonds A 7 4; clubs 9 8 2"
    )
    expect(page).to_have_url(re.compile("AKQ2"))
    open_table(page, "#/table?d=N:-&a=1D")
    expect(page.locator("#verdict")).to_have_text("East to call")
    page.fill("#paste", "♠AKQ2 ♥KT3 ♦A74 ♣982")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_contain_text("East")
    expect(page.locator(".made")).to_have_count(1)


def test_the_leader_sees_thirteen_cards_and_the_play_is_explored(page: Page) -> None:
    estimate = {"mean": 2.0, "low": 1.5, "high": 2.5}
    cards = ["HK", "HQ", "H7", "H5", "H4", "H3", "CQ", "C9", "C7", "C5", "C2", "S7", "S4"]
    lead = {
        "card": "HK",
        "by": "W",
        "cards": [{"card": card, "tricks": estimate, "beats": estimate, "gain": estimate} for card in cards],
        "reasons": ["partner has bid hearts"],
        "layouts": 100,
    }
    page.route("**/v1/lead", lambda route: route.fulfill(status=202, json={"job": "9"}))
    stream = f"event: done\ndata: {json.dumps(lead)}\n\n"
    page.route("**/v1/jobs/9/events", lambda route: route.fulfill(content_type="text/event-stream", body=stream))
    open_table(page, OVER)
    expect(page.locator(".lead h2")).to_contain_text("West leads")
    expect(page.locator(".lead")).to_contain_text("Partner has bid hearts.")
    expect(page.locator(".leads tbody tr")).to_have_count(13)
    page.click("text=Play the cards")
    expect(page.locator(".card-button.keeps")).to_have_count(6)
    expect(page.locator("[data-card=CQ].card-button")).to_have_attribute("aria-label", "queen of clubs, 2 over")
    page.click("[data-card=CQ].card-button")
    expect(page.locator(".lapses")).to_contain_text("West")
    expect(page.locator(".on-trick")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".on-trick")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".explorer .status")).to_contain_text("North to play")
    page.click(".explorer >> text=Close")
    expect(page.locator(".hidden")).to_be_visible()
