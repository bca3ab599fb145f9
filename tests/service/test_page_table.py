"""The table in a real browser, before the real server; in brackets the numbers of the design's list of checks."""

import re

from playwright.sync_api import Browser, Page, expect

from benchmarks.support.browsing import DESK, EAST, NORTH, PAPER, SOUTH, WEST, open_table, press
from overtrick.core import Doubling, Strain
from overtrick.core.contracts import contract_score

EMPTY = "#/table?d=N:-&v=NS"
BBO = (
    "https://www.bridgebase.com/tools/handviewer.html?lin=pn|S,W,N,E|md|1SAKJT985H6DA76C84,S74HKQ7543CQ9752,"
    "S63H8DKJT932CAK63|sv|n|ah|Board 5|mb|1D|mb|1H|mb|1S|mb|4H|mb|P|mb|P|"
)


def _auction(page: Page) -> str:
    return page.locator(".calls").inner_text()


def _tab_to(page: Page, place: str) -> None:
    while page.evaluate("document.activeElement.id") != place:
        page.keyboard.press("Tab")


def test_the_first_run_shows_the_verdict_and_all_charts(page: Page) -> None:
    """[1]"""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    open_table(page)
    expect(page.locator("#verdict")).to_contain_text("South")
    expect(page.locator(".points")).to_have_count(3)
    expect(page.locator(".cell")).to_have_count(156)
    assert said == []


def test_four_hands_and_an_auction_typed_by_keyboard_fill_the_panels(page: Page) -> None:
    """[2]"""
    open_table(page, EMPTY)
    page.wait_for_selector("#hand-N")
    for seat, hand in zip("NES", (NORTH, EAST, SOUTH), strict=True):
        _tab_to(page, f"hand-{seat}")
        page.keyboard.type(hand.lower())
    expect(page.locator("#hand-W")).to_have_value(WEST)
    while page.evaluate("document.activeElement.tagName") != "BUTTON":
        page.keyboard.press("Tab")
    press(page, "1d1h1s4hpp")
    expect(page.locator("#verdict")).to_contain_text("South")
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    expect(page.locator(".cell.true")).to_have_count(39)
    expect(page.locator(".chances button.best")).to_have_count(1)
    expect(page.locator(".contract .foot")).to_contain_text("Par +500")


def test_a_card_clicked_goes_to_the_seat_clicked_next(page: Page) -> None:
    open_table(page, f"#/table?d=N:{NORTH}_-_{SOUTH}_-")
    page.click(".edit")
    page.click(".palette [aria-label='ace of hearts, not dealt']")
    page.click(".field button:text-is('E')")
    expect(page.locator("#hand-E")).to_have_value(".A..")
    page.click(".palette [aria-label='ace of spades, South']")
    page.click(".field button:text-is('E')")
    expect(page.locator("#hand-E")).to_have_value("A.A..")
    expect(page.locator("#hand-S")).to_have_value("KJT985.6.A76.84")


def test_a_bbo_link_pasted_anywhere_opens_its_board(page: Page) -> None:
    open_table(page, EMPTY)
    page.evaluate("document.activeElement.blur()")
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text", text);
          document.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data }));
        }""",
        BBO,
    )
    expect(page.locator(".place.E")).to_have_attribute("aria-label", re.compile("hearts A J 10 9 2"))
    expect(page.locator(".made")).to_have_count(6)
    expect(page.locator(".conditions")).to_contain_text("Vul N-S")


def test_a_copied_link_opens_the_same_state_elsewhere(page: Page, browser: Browser) -> None:
    """[3]"""
    open_table(page)
    press(page, "4s")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("x")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("l")
    expect(page.locator(".toast")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    with browser.new_context(viewport=DESK) as context:  # type: ignore[arg-type]
        other = context.new_page()
        other.goto(link)
        other.wait_for_selector("#verdict")
        assert other.locator(".calls").inner_text() == _auction(page)
        assert other.locator(".branches").inner_text() == page.locator(".branches").inner_text()
        assert other.evaluate("JSON.stringify(overtrick.state)") == page.evaluate("JSON.stringify(overtrick.state)")


def test_a_link_that_makes_no_sense_opens_what_is_left_of_it(page: Page) -> None:
    open_table(
        page, f"#/table?d={PAPER.replace(' ', '_')}&a=1D-1C-P&us=nonsense&them=mine&w=1:7N-1C,99:P&give=XX.N&at=7"
    )
    state = page.evaluate("overtrick.state")
    assert (state["line"], state["at"]) == (["1D"], 1)
    assert (state["us"], state["them"], state["give"]) == ("sayc", "sayc", [])
    assert state["branches"] == [{"from": 1, "calls": ["7N"]}]


def test_another_call_earlier_on_branches_and_undo_takes_it_back(page: Page) -> None:
    """[4]"""
    open_table(page)
    before = page.evaluate("overtrick.state.line.join(' ')")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("x")
    expect(page.locator(".branches .chip")).to_have_count(2)
    expect(page.locator(".made.branch")).to_have_count(1)
    assert page.evaluate("overtrick.state.line.join(' ')") == before
    page.keyboard.press("Control+z")
    expect(page.locator(".branches .chip")).to_have_count(0)
    expect(page.locator(".made")).to_have_count(2)
    page.keyboard.press("Control+Shift+z")
    expect(page.locator(".branches .chip")).to_have_count(2)


def test_illegal_calls_are_disabled_and_said_to_be_too_low(page: Page) -> None:
    """[5]"""
    open_table(page)
    assert page.locator(".bids button:disabled").count() == 4
    expect(page.locator(".bids [data-call='1S']")).to_be_disabled()
    expect(page.locator(".bids [data-call='1N']")).to_be_enabled()
    expect(page.locator(".others [data-call='X']")).to_be_disabled()
    expect(page.locator(".others [data-call='XX']")).to_be_disabled()
    press(page, "1c")
    expect(page.locator("#live")).to_contain_text("1 club: too low")
    expect(page.locator(".made")).to_have_count(4)


def test_a_broken_paste_shows_the_parsers_words_at_its_column(page: Page) -> None:
    """[6]"""
    open_table(page)
    broken = PAPER.replace("Q854.JT", "Q854.JY")
    page.keyboard.press("/")
    page.keyboard.insert_text(broken)
    with page.expect_response("**/v1/parse") as heard:
        page.keyboard.press("Enter")
    error = heard.value.json()["error"]
    assert broken[error["column"] - 1] == "Y"
    expect(page.locator(".paste .wrong")).to_contain_text(error["message"])
    expect(page.locator(".paste .wrong mark")).to_have_text("Y")
    assert page.evaluate("document.getElementById('paste').selectionStart") == error["column"] - 1
    page.fill("#paste", PAPER)
    page.keyboard.press("Enter")
    expect(page.locator(".paste .wrong")).to_have_count(0)
    expect(page.locator(".place.W")).to_have_attribute("aria-label", re.compile("hearts K Q 7 5 4 3"))


def test_the_page_knows_the_laws_of_the_auction_and_of_scores(page: Page) -> None:
    """The numbers of legal call sequences of one, two and three calls, as everywhere in Overtrick."""
    open_table(page)
    counts = page.evaluate(
        """async () => {
          const { BIDS, isLegal } = await import("./game/rules.js");
          const calls = ["P", "X", "XX", ...BIDS];
          const count = (made, more) => more === 0 ? 1 : calls.filter((call) => isLegal(made, call))
            .reduce((sum, call) => sum + count([...made, call], more - 1), 0);
          return [1, 2, 3].map((more) => count([], more));
        }"""
    )
    assert counts == [36, 701, 9731]
    _require_scores(page)


def test_an_auction_that_is_over_tells_what_every_call_has_said(page: Page) -> None:
    open_table(page, f"#/table?d={PAPER.replace(' ', '_')}&v=NS&a=1D-1H-1S-4H-P-P-4S-P-P-P")
    expect(page.locator("#verdict")).to_contain_text("by South")
    expect(page.locator(".call-meanings li")).to_have_count(10)
    expect(page.locator(".call-meanings li").nth(3)).to_contain_text(re.compile("West.*HCP", re.S))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".call-meanings")).to_have_count(0)


def test_the_browsers_back_returns_to_the_view_before(page: Page) -> None:
    open_table(page)
    page.click(".views >> text=Hand")
    page.wait_for_url("**/#/hand")
    page.click(".views >> text=Practice")
    page.wait_for_url("**/#/practice")
    page.go_back()
    expect(page.locator(".hand-view")).to_be_visible()
    page.go_back()
    expect(page.locator("#verdict")).to_be_visible()


def test_the_browsers_back_and_forward_walk_the_calls_and_then_leave(page: Page) -> None:
    page.goto("/healthz")
    open_table(page)
    made = page.locator(".made")
    press(page, "3sp")
    expect(made).to_have_count(6)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("x")
    expect(page.locator(".branches .chip")).to_have_count(2)
    page.wait_for_url("**&w=*")
    page.go_back()
    expect(made).to_have_count(5)
    expect(page.locator(".branches .chip")).to_have_count(0)
    page.go_back()
    expect(made).to_have_count(5)
    page.go_back()
    expect(made).to_have_count(4)
    assert page.evaluate("overtrick.history.past.length") == 0
    page.go_forward()
    expect(made).to_have_count(5)
    assert page.evaluate("overtrick.history.past.length") == 1
    page.go_back()
    page.go_back()
    page.wait_for_url("**/healthz")


def test_the_deal_of_the_paper_is_in_the_menu_under_its_name(page: Page) -> None:
    open_table(page)
    page.click("[aria-label=Menu]")
    page.click("dialog >> text=The deal of the 2022 paper")
    expect(page.locator(".place.S")).to_have_attribute("aria-label", re.compile("spades A K J 10 9 8 5"))
    expect(page.locator(".made")).to_have_count(6)
    assert page.evaluate("overtrick.state.line.length") == 22


def test_the_first_boards_rule_link_opens_the_rule_and_keeps_the_table(page: Page) -> None:
    open_table(page)
    expect(page.locator(".why a.link")).to_have_text("SAYC › jump-raise")
    press(page, "3s")
    page.keyboard.press("ArrowLeft")
    page.click(".why a.link")
    expect(page.locator(".rule-list li").first).to_contain_text("support points")
    rules = page.locator(".rule-list li").all_inner_texts()
    assert all("jump-raise" in rule for rule in rules)
    page.click(".views >> text=Table")
    expect(page.locator(".made")).to_have_count(4)


def test_an_auction_that_is_over_tells_the_result(page: Page) -> None:
    open_table(page)
    page.keyboard.press("End")
    expect(page.locator("#verdict")).to_contain_text("by North")
    expect(page.locator(".decision")).to_contain_text(
        "North takes 10 tricks, all hands seen: just made, +420 for N-S; par +420."
    )


def _require_scores(page: Page) -> None:
    asked = [
        (level, strain, doubling, tricks, vulnerable)
        for level in range(1, 8)
        for strain in Strain
        for doubling in Doubling
        for tricks in range(14)
        for vulnerable in (False, True)
    ]
    told = [
        [{"bid": f"{level}{'CDHSN'[strain]}", "doubled": ["", "X", "XX"][list(Doubling).index(doubling)]}, tricks, vul]
        for level, strain, doubling, tricks, vul in asked
    ]
    scores = page.evaluate(
        "async (all) => { const { scoreOf } = await import('/game/score.js'); return all.map((a) => scoreOf(...a)); }",
        told,
    )
    assert scores == [
        contract_score(level, strain, doubling, tricks, vulnerable=vulnerable)
        for level, strain, doubling, tricks, vulnerable in asked
    ]


def test_with_partners_hand_hidden_the_contracts_are_guesses_and_not_chances_to_make(page: Page) -> None:
    open_table(page)
    expect(page.locator(".contract [aria-label=Declarer]")).to_be_visible()
    press(page, "o")
    expect(page.locator(".contract .ranked li")).to_have_count(5)
    expect(page.locator(".contract")).to_contain_text("Likely the best, says the network")
    expect(page.locator(".contract")).not_to_contain_text("Chance to make")
    expect(page.locator(".contract [aria-label=Declarer]")).to_have_count(0)
