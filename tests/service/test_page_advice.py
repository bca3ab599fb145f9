"""Advice that a partner can trust: doubts first, deceptions apart, the scoring decides, alerts by regulation."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from benchmarks.support.browsing import PLACE, answer_advice, first_answers, open_table, until

BELIEVED, KNOWN = {"mean": 1.4, "low": 0.8, "high": 2.0}, {"mean": -0.7, "low": -1.0, "high": -0.4}
LEVEL = {"mean": 0.0, "low": 0.0, "high": 0.0}
ALERTS = {"acbl": "alert", "ebu": "announce"}


def _advice(page: Page, **changed: Any) -> dict[str, Any]:
    """Advice for 4S with a double that the hand does not have, differing in what is given."""
    answer = first_answers(page)["advise"]
    one = answer["candidates"][0]
    calls = [
        {**one, "call": "4S", "is_system": True, "strays": False, "imps": LEVEL, "gain": LEVEL, "punished": LEVEL},
        {**one, "call": "X", "is_system": False, "strays": True, "imps": KNOWN, "gain": BELIEVED, "punished": KNOWN},
    ]
    called = {"call": "4S", "system_call": "4S", "network_call": "4S", "simulation_call": "4S", "candidates": calls}
    answer.pop("caution_marked", None)  # of an earlier stage, where the last one has no caution
    return {**answer, **called, "caution": "", **changed}


def test_a_hand_that_contradicts_its_calls_is_told_so_before_any_call(page: Page) -> None:
    answer_advice(page, ("done", _advice(page, contradiction="your 1S promised five spades, you hold four")))
    open_table(page, PLACE)
    expect(page.locator(".decision > :first-child")).to_have_text("Your 1S promised five spades, you hold four.")
    expect(page.locator("#verdict")).to_contain_text("If so, the card says")
    expect(page.locator(".advised")).to_have_count(0)


def test_what_wins_only_by_deceiving_stands_apart_with_both_values(page: Page) -> None:
    deceptive = {"call": "X", "plain": BELIEVED, "punished": KNOWN}
    answer_advice(page, ("done", _advice(page, deceptive=deceptive, caution="Trust is limited.")))
    open_table(page, PLACE)
    expect(page.locator("#verdict")).to_contain_text("South bids 4")
    apart = page.locator(".decision .deception")
    expect(apart).to_contain_text("Against these very opponents X is worth +1.4 ± 0.6 IMPs while they believe it")
    expect(apart).to_contain_text("−0.7 ± 0.3 IMPs once they know")
    expect(page.locator(".candidates tbody tr").nth(1)).to_contain_text("−0.7 ± 0.3+1.4 if believed")


def test_how_far_to_trust_it_is_said_under_the_verdict(page: Page) -> None:
    answer_advice(page, ("done", _advice(page, caution="Trust is limited: X is worth less.")))
    open_table(page, PLACE)
    expect(page.locator(".verdict .small")).to_have_text("Trust is limited: X is worth less.")
    expect(page.locator(".deception")).to_have_count(0)


@pytest.mark.parametrize(("score", "sent"), [("Matchpoints", "matchpoints"), ("Total points", "points")])
def test_the_scoring_that_is_chosen_decides_and_stays_in_the_link(page: Page, score: str, sent: str) -> None:
    answer_advice(page, ("done", _advice(page)))
    open_table(page, PLACE)
    expect(page.locator(".candidates tbody tr")).to_have_count(2)
    with page.expect_request("**/v1/advise") as asked:
        page.select_option(".conditions select[aria-label=Score]", label=score)
    assert (asked.value.post_data_json or {})["scoring"] == sent
    expect(page.locator(".candidates thead .r")).to_have_text(score)
    until(page, f"location.hash.includes('score={'MP' if sent == 'matchpoints' else 'points'}')")


def test_alerts_follow_the_regulation_that_is_set(page: Page) -> None:
    answer = first_answers(page)["explain"]
    told = {"alerts": ALERTS, "name": "Jacoby transfer"}

    def explain(route: Route) -> None:
        announce = "spades" if (route.request.post_data_json or {}).get("regulation") == "ebu" else ""
        calls = [{**call, **told, "announce": announce} for call in answer["calls"]] * 2
        route.fulfill(json={**answer, "calls": calls[:6]})

    page.route("**/v1/explain", explain)
    answer_advice(page, ("done", _advice(page)))
    open_table(page, PLACE)
    expect(page.locator(".made .alert").first).to_have_text("!")
    expect(page.locator(".meaning")).to_contain_text("Jacoby transfer: ")
    expect(page.locator(".meaning")).to_contain_text("Alerted.")
    with page.expect_request("**/v1/explain") as asked:
        page.evaluate("overtrick.set({ regulation: 'ebu' })")
    assert (asked.value.post_data_json or {})["regulation"] == "ebu"
    expect(page.locator(".made .alert").first).to_have_text("a")
    expect(page.locator(".meaning")).to_contain_text("Announced: “spades”.")
