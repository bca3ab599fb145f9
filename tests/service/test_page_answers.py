"""Answers that come late, in pieces, another way, or not at all."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from benchmarks.support.browsing import PAPER, PLACE, answer_advice, first_answers, is_settled, open_table, press


def test_rows_keep_the_networks_order_until_the_simulation_is_done(page: Page) -> None:
    """[7]"""
    answer = first_answers(page)["advise"]
    likely = answer["candidates"][0]
    order = [{**likely, "call": call, "probability": p} for call, p in (("4S", 0.6), ("X", 0.3), ("P", 0.1))]
    done = {**answer, "candidates": order[::-1]}
    answer_advice(
        page,
        ("policy", {**done, "candidates": [{**each, "imps": None, "gain": None} for each in order]}),
        ("imps", {**done, "candidates": order}),
    )
    open_table(page, PLACE)
    rows = page.locator(".candidates tbody th")
    expect(rows).to_have_count(len(order))
    running = rows.all_inner_texts()
    page.click("text=Stop")
    expect(page.locator(".progress >> text=More")).to_be_enabled()
    assert rows.all_inner_texts() == running
    answer_advice(page, ("done", done))
    page.click(".progress >> text=More")
    expect(rows.first).not_to_have_text(running[0])


def test_an_answer_to_an_old_question_is_not_drawn(page: Page) -> None:
    """[8]"""
    open_table(page)
    told = page.locator(".meaning")
    expect(told).to_contain_text("HCP")
    shown = told.inner_text()
    stale = {"calls": [{**first_answers(page)["explain"]["calls"][0], "text": "stale"}] * 5, "shown": {}}
    waiting: list[Any] = []
    page.route("**/v1/explain", lambda route: waiting.append(route))
    with page.expect_request("**/v1/explain"):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".made")).to_have_count(4)
    for route in waiting:
        route.fulfill(json=stale)
    page.unroute("**/v1/explain")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".made")).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".made")).to_have_count(4)
    assert told.inner_text() == shown


def test_until_an_answer_comes_the_charts_stay_as_they_were_seen(page: Page) -> None:
    open_table(page)
    partner = page.locator(".player").first
    expect(partner).to_have_attribute("aria-label", "Partner, North")
    page.evaluate("""() => {
      window.touched = 0;
      const watch = new MutationObserver((all) => { window.touched += all.length; });
      for (const each of document.querySelectorAll(".player, .chances")) {
        watch.observe(each, { subtree: true, childList: true, attributes: true, characterData: true });
      }
    }""")
    page.route("**/v1/*", lambda route: None)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".hidden")).to_have_attribute("aria-busy", "true")
    expect(page.locator(".contract")).to_have_attribute("aria-busy", "true")
    assert page.evaluate("window.touched") == 0
    expect(partner).to_have_attribute("aria-label", "Partner, North")
    page.unroute_all()
    page.keyboard.press("ArrowLeft")
    expect(partner).to_have_attribute("aria-label", "Partner, South")
    assert page.evaluate("window.touched") > 0


def test_without_server_sent_events_the_page_polls(page: Page) -> None:
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    page.add_init_script("delete globalThis.EventSource")
    open_table(page, PLACE)
    is_settled(page)
    jobs = [request for request in asked if "/v1/jobs/" in request.url and request.method == "GET"]
    assert jobs
    assert not [request for request in jobs if request.url.endswith("/events")]
    expect(page.locator(".candidates tbody tr").first).to_contain_text("best")
    expect(page.locator(".cell")).to_have_count(156)


def test_a_stream_that_breaks_is_heard_to_its_end_by_polling(page: Page) -> None:
    page.route("**/v1/jobs/*/events", lambda route: route.abort())
    open_table(page, PLACE)
    is_settled(page)
    expect(page.locator(".candidates tbody tr").first).to_contain_text("best")


def test_leaving_a_position_cancels_its_job(page: Page) -> None:
    answer = first_answers(page)["advise"]
    answer_advice(page, ("policy", answer))
    open_table(page, PLACE)
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    with page.expect_request(lambda request: request.method == "DELETE" and request.url.endswith("/v1/jobs/1")):
        page.keyboard.press("ArrowLeft")


def test_a_card_given_to_partner_is_certain_there_and_nowhere_else(page: Page) -> None:
    """[9]"""
    open_table(page)
    players = page.locator(".player")
    players.nth(0).locator("[data-card=SQ]").click()
    expect(players.nth(0).locator("[data-card=SQ]")).to_have_attribute(
        "aria-label", re.compile(r"queen of spades: 100%.*given")
    )
    for other in (1, 2):
        expect(players.nth(other).locator("[data-card=SQ]")).to_have_attribute("aria-label", re.compile(r": 0%"))


@pytest.mark.parametrize(("status", "said"), [(500, "something went wrong here"), (429, "Busy, trying again in 3 s")])
def test_a_refusal_stays_in_its_card_and_the_page_goes_on(page: Page, status: int, said: str) -> None:
    """[16]"""
    error = {"error": {"message": said, "where": ""}}
    page.route("**/v1/chance", lambda route: route.fulfill(status=status, json=error, headers={"retry-after": "3"}))
    open_table(page, f"#/table?d={PAPER.replace(' ', '_')}&a=1D")
    expect(page.locator(".contract")).to_contain_text(said)
    expect(page.locator(".hidden")).not_to_contain_text(said)
    press(page, "1h")
    expect(page.locator(".made")).to_have_count(2)


def test_try_again_asks_again(page: Page) -> None:
    error = {"error": {"message": "no luck", "where": ""}}
    page.route("**/v1/chance", lambda route: route.fulfill(status=500, json=error))
    open_table(page, f"#/table?d={PAPER.replace(' ', '_')}&a=1D")
    expect(page.locator(".contract .error")).to_contain_text("no luck")
    page.unroute("**/v1/chance")
    page.click(".contract .error >> text=Try again")
    expect(page.locator(".chances button.best")).to_have_count(1)


def test_without_a_server_the_box_and_the_auction_still_work(page: Page) -> None:
    """[16] Files that were not fetched yet are missing, too."""
    open_table(page)
    page.route("**/*", lambda route: route.abort())
    press(page, "4s5h")
    expect(page.locator(".made")).to_have_count(6)
    expect(page.locator(".decision .error")).to_contain_text("The server does not answer")
    page.click("[aria-label=Menu]")
    expect(page.locator(".toast")).to_contain_text("The server does not answer")
    page.unroute("**/*")
    expect(page.locator("dialog")).to_be_visible()


def test_a_page_heals_when_the_server_is_there_again(page: Page) -> None:
    """Gone, then not ready, then back: nothing has to be pressed."""
    page.route("**/v1/*", lambda route: route.abort())
    open_table(page, PLACE)
    expect(page.locator(".decision .error")).to_contain_text("The server does not answer, trying again in 3 s")
    error = {"error": {"message": "the broker does not answer", "where": ""}}
    page.route("**/v1/*", lambda route: route.fulfill(status=503, json=error, headers={"retry-after": "1"}))
    expect(page.locator(".decision .error")).to_contain_text("the broker does not answer, trying again in 1 s")
    page.unroute_all()
    is_settled(page)
    expect(page.locator(".error")).to_have_count(0)
    expect(page.locator(".candidates tbody tr").first).to_contain_text("best")


def test_a_job_that_the_server_has_lost_is_asked_again(page: Page) -> None:
    """As after a restart in the middle of an answer: the stream is cut, and the job is not known any more."""
    answer_advice(page, ("policy", first_answers(page)["advise"]))
    page.route("**/v1/jobs/1", lambda route: route.fulfill(status=404, json={"error": {"message": "no such job"}}))
    open_table(page, PLACE)
    expect(page.locator(".decision .error")).to_contain_text("The server has lost this question, trying again in 1 s")
    expect(page.locator(".candidates tbody tr").first).to_be_visible()
    page.unroute_all()
    is_settled(page)
    expect(page.locator(".candidates tbody tr").first).to_contain_text("best")


@pytest.mark.parametrize("place", ["#/%ff", "#/systems/%E0%A4%A", "#/table?d=%ff&a=%", "#/%2e%2e/?d=&&=%"])
def test_a_bad_address_shows_the_page(page: Page, place: str) -> None:
    page.goto(f"/{place}")
    expect(page.locator("main#main")).to_be_visible()
    expect(page.locator("#page")).to_contain_text("Systems")
