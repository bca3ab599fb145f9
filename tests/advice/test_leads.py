"""The opening lead: solved over layouts, the usual card of a suit, and what is refused."""

import json
from dataclasses import replace

import numpy as np
import pytest

from command import overtrick
from overtrick.advice.lead_figures import _reach
from overtrick.advice.leads import LeadAdvice, lead
from overtrick.arrays import DealBatch
from overtrick.ask.lead import LeadQuestion
from overtrick.ask.wire import from_json
from overtrick.core import Auction, BridgeError, Card, Deal, Hand, Position, Seat, Strain, Vulnerability
from overtrick.solver import solve_cards, solve_leads
from overtrick.solver.play import leads_that_take
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

HAND = "QJT73.A42.863.95"
DEAL = Deal.parse("N:K8.KQ5.AQ74.KT62 QJT73.A42.863.95 A52.J987.K5.AQJ4 964.T63.JT92.873")


def view(calls: str, hand: str = HAND, seat: Seat = Seat.EAST) -> View:
    position = Position(Hand.parse(hand), Auction.parse(calls, Seat.NORTH), Vulnerability.NONE)
    return View.of(bidding_network(), Table.of("sayc", "sayc"), position, seat)


@pytest.fixture(scope="module")
def advice() -> LeadAdvice:
    first, *_, last = lead(view("1N P 3N P P P"), 24, threads=1)
    assert first.layouts < last.layouts
    return last


def test_every_card_is_compared_with_the_one_advised(advice: LeadAdvice) -> None:
    best, *others = advice.ranked
    assert (best.card, best.gain.mean) == (advice.card, 0)
    assert {other.card for other in others} == set(Hand.parse(HAND)) - {advice.card}
    tricks = {lead.card: lead.tricks.mean for lead in advice.ranked}
    assert tricks[Card.parse("SQ")] > tricks[Card.parse("S3")]
    assert all(0 <= lead.beats.mean <= 1 for lead in advice.ranked)


def test_what_the_others_have_shown_is_said() -> None:
    hand = view("1S P 2S P 4S P P P", "KJ73.A42.863.Q95")
    assert "declarer has shown five or more spades" in next(lead(hand, 10, threads=1)).reasons


def test_a_hand_that_denies_its_calls_may_not_be_the_leaders() -> None:
    hand = view("1N 2S 3N P P P", "K3.A42.8632.Q954")
    first, *_ = next(lead(hand, 10, threads=1)).reasons
    assert first == "your 2♠ promised five or more spades, you hold two: is this the hand of the player on lead?"


def test_touching_cards_take_the_same_tricks(advice: LeadAdvice) -> None:
    queen, jack = (advice.cards.index(Card.parse(name)) for name in ("SQ", "SJ"))
    np.testing.assert_array_equal(advice.tricks[:, queen], advice.tricks[:, jack])
    assert advice.tricks.min() >= 0


def test_asking_only_whether_a_lead_beats_the_contract_says_the_same(advice: LeadAdvice) -> None:
    """The mean of both kinds of layouts is that of all, where what is added is the same in all."""
    assert advice.layouts == len(advice.tricks)
    deals = DealBatch.stack([DEAL, DEAL])
    tricks = solve_leads(deals, Seat.NORTH, Strain.NOTRUMP, threads=1)
    for target in (1, 4, 5, 13):
        take = leads_that_take(target, deals, Seat.NORTH, Strain.NOTRUMP, threads=1)
        np.testing.assert_array_equal(take, tricks >= target)
    some = replace(advice, tricks=advice.tricks[:10])
    for one, other in zip(advice.ranked, some.ranked, strict=True):
        assert one.beats == some.figures(one.card).beats
        assert one.tricks.low - 1 < other.tricks.mean < one.tricks.high + 1
    level = np.full_like(advice.tricks[:10], 4) + advice.beats[:10]
    assert all(each.tricks.mean == pytest.approx(4 + each.beats.mean) for each in replace(advice, tricks=level).ranked)
    *_, more = lead(view("1N P 3N P P P"), 40, solved=8, threads=1)
    assert (more.layouts > 30, len(more.tricks)) == (True, 8)
    np.testing.assert_array_equal(more.beats[:8], more.tricks >= 5)


def test_of_level_cards_the_usual_one_with_the_most_tricks_is_led(advice: LeadAdvice) -> None:
    """♠3 takes a trick more in one layout, ♠Q and ♣9 in two: ♠Q is led until ♠3 clearly beats the contract."""
    cards = {name: advice.cards.index(Card.parse(name)) for name in ("SQ", "S3", "HA", "C9")}
    tricks = np.full((24, 13), 3, np.int8)
    tricks[0, [cards["S3"]]] = 4
    tricks[:2, [cards["C9"], cards["SQ"]]] = 4
    tricks[3, cards["C9"]] = 2
    level = replace(advice, tricks=tricks, beats=tricks >= 5, weights=np.ones(24))
    assert (str(level.card), level.is_usual(cards["S3"])) == ("SQ", False)
    tricks[:12, cards["S3"]] = 5
    clear = replace(level, tricks=tricks, beats=tricks >= 5)
    assert (str(clear.card), clear.top) == ("S3", clear.best)


def test_all_leads_of_many_deals_are_those_of_one() -> None:
    leads = solve_leads(DealBatch.stack([DEAL, DEAL]), Seat.NORTH, Strain.NOTRUMP, threads=1)
    one = {found.card.index: found.tricks for found in solve_cards(DEAL, Strain.NOTRUMP, Seat.EAST, threads=1)}
    for row in leads:
        assert {int(card): int(row[card]) for card in np.flatnonzero(row >= 0)} == one


def test_an_undoubled_contract_scores_undoubled(advice: LeadAdvice) -> None:
    """Down one is 50, made 400."""
    tricks = advice.tricks[:, 0].tolist()
    scores = dict(zip(tricks, advice.scores[:, 0].tolist(), strict=True))
    assert {made: score for made, score in scores.items() if made in (4, 5)} == {
        made: {4: -400, 5: 50}[made] for made in (4, 5) if made in tricks
    }
    assert set(tricks) & {4, 5}


@pytest.mark.parametrize(
    ("calls", "seat", "message"),
    [
        ("1N P 3N P", Seat.EAST, "a call to come"),
        ("P P P P", Seat.EAST, "passed out"),
        ("1N P 3N P P P", Seat.SOUTH, "the hand of East"),
    ],
)
def test_only_the_leader_is_asked_and_only_after_the_auction(calls: str, seat: Seat, message: str) -> None:
    with pytest.raises(BridgeError, match=message):
        next(lead(view(calls, seat=seat)))


def test_the_command_prints_a_table_and_speaks_json_lines() -> None:
    asked = ("-a", "1N P 3N P P P", "--layouts", "10")
    run = overtrick("lead", HAND, *asked)
    assert run.out.startswith("East leads ")
    assert "against 3NT by North." in run.out
    lines = [json.dumps({"hand": HAND, "auction": calls, "layouts": 10}) for calls in ("1N P 3N P P P", "1N P")]
    first, second = map(json.loads, overtrick("lead", "-", "--json", stdin="\n".join(lines)).out.splitlines())
    assert (first["cards"][0]["card"], len(first["cards"])) == (first["card"], 13)
    assert second["error"]["where"] == "auction"


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({"auction": "1N P 3N P"}, "auction"),
        ({"auction": "P P P P"}, "auction"),
        ({"auction": ""}, "auction"),
        ({"auction": "1N P 1C P P P"}, "auction, column 6"),
        ({"auction": "1N P 3N P P P P"}, "auction, column 15"),
        ({"seat": "S"}, "seat"),
        ({"seat": "Q"}, "seat, column 1"),
        ({"hand": "QJT73.A42.863.9"}, "hand"),
        ({"hand": "QJT73.A42.863.99"}, "hand, column 16"),
        ({"strangers": "yes"}, "strangers"),
        ({"layouts": 3}, "layouts"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_where_it_is_wrong(more: dict[str, object], where: str) -> None:
    """As a JSON line, and as the service reads it."""
    body = {"hand": HAND, "auction": "1N P 3N P P P", "layouts": 10} | more
    for public in (False, True):
        with pytest.raises(BridgeError) as raised:
            from_json(LeadQuestion, body, public=public)
        assert str(raised.value.where) == where


def test_who_names_no_card_asks_about_strangers() -> None:
    asked = ("lead", HAND, "-a", "1N P 3N P P P", "--layouts", "10", "--json")
    unnamed, sayc = (json.loads(overtrick(*asked, *more).out) for more in ((), ("-s", "sayc")))
    line = {"hand": HAND, "auction": "1N P 3N P P P", "layouts": 10}
    lines = "\n".join(json.dumps(line | more) for more in ({"strangers": True}, {}))
    strangers, plain = map(json.loads, overtrick("lead", "-", "--json", stdin=lines).out.splitlines())
    assert (strangers, plain) == (unnamed, sayc)
    assert unnamed["support"] != sayc["support"]


def test_an_interval_of_few_layouts_covers_as_it_says() -> None:
    """Twelve values of a normal distribution: with 1.96 plain standard errors nine in ten intervals would hold."""
    rng, weights = np.random.default_rng(1), np.full(12, 1 / 12)
    held = []
    for values in rng.normal(size=(4000, 12)):
        offs = (values - values.mean()) / 12
        held.append(abs(values.mean()) <= _reach(offs, weights, np.empty(0), np.empty(0)))
    assert 0.94 < np.mean(held) < 0.96
    many = rng.normal(size=400)
    offs = (many - many.mean()) / 400
    reach = _reach(offs[:200], np.full(200, 1 / 400), offs[200:], np.full(200, 1 / 400))
    assert reach == pytest.approx(1.96 * many.std() / 20, rel=0.02)
