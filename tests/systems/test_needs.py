"""What a rule asks of a hand: the branch that the hand meets or comes nearest to, in words; the nearest rules first."""

import pytest

from overtrick.advice.reasons import reason
from overtrick.ask.bid import BidQuestion, answer
from overtrick.core import Auction, Call, Hand
from overtrick.hands.conditions import between
from overtrick.hands.measures import HCP
from overtrick.systems.engine.needs import Requirement, distance, in_signs, requirements
from overtrick.systems.table import Table

FLAT_TWELVE = "Q952.KQ2.A43.J82"


def needs(hand: str, call: str, auction: str = "") -> list[Requirement]:
    node = Table.of("sayc").node(Auction.parse(auction))
    cards = Hand.parse(hand)
    lines = [line for line in node.lines if line.call == Call.parse(call)]
    nearest = min(lines, key=lambda line: distance(line.condition, cards))
    return list(requirements(nearest.condition, cards))


def test_of_alternatives_the_one_that_holds_is_shown() -> None:
    assert needs("KQ952.KQ2.A43.82", "1S")[:2] == [("13+ hcp", True, "14"), ("5+ ♠", True, "5")]
    assert needs("KQ952.KQ2.A432.2", "1S")[0] == ("13+ hcp", True, "14")
    assert needs("KQ952.KQ2.QJ32.2", "1S")[:2] == [("13+ hcp", True, "13"), ("5+ ♠", True, "5")]
    assert ("12 hcp", True, "12") in needs("KQ952.KQ2.Q432.2", "1S")


def test_a_flat_twelve_count_misses_an_opening_by_a_point_or_its_shape() -> None:
    passed = answer(BidQuestion(hand=Hand.parse(FLAT_TWELVE), passed_over=True))
    assert passed.call == Call.parse("P")
    assert passed.passed_over is not None
    nearest = passed.passed_over[0]
    assert nearest.call == Call.parse("1C")
    assert [part.text for part in nearest.fails] == ["13+ hcp, or 12 hcp and not 4333"]
    assert nearest.fails[0].yours == "12 hcp, 4=3=3=3"


def test_a_hand_outside_what_a_call_shows_does_not_fit_it() -> None:
    node = Table.of("sayc").node(Auction.parse("1H P"))
    why = reason(node, Call.parse("1N"), Hand.parse("Q872.52.AKJT.K92"))
    assert why.against == "shows 6-10 hcp, yours 13"
    why = reason(node, Call.parse("1N"), Hand.parse("Q872.52.AJT3.982"))
    assert why.against == "shows 0-3 ♠, yours 4"


@pytest.mark.parametrize("auction", ["1N 2D", "1S P 4S", "1D 1S", "1H X"])
def test_nothing_is_asked_without_words(auction: str) -> None:
    node, hand = Table.of("sayc").node(Auction.parse(auction)), Hand.parse("43.KQ965.432.J43")
    for line in node.lines:
        against = reason(node, line.call, hand).against
        assert "not any" not in against
        assert "yours: no)" not in against
        assert "|" not in against


def test_conditions_in_signs() -> None:
    assert in_signs("stopper in D, 4+ H") == "stopper in ♦, 4+ ♥"
    assert in_signs("S > H") == "more ♠ than ♥"
    assert in_signs("not S > H") == "no more ♠ than ♥"
    assert in_signs("not D == C") == "not as many ♦ as ♣"


def test_points_that_nearly_every_hand_keeps_within_go_without_saying() -> None:
    low, high = between(HCP, 0, 12), between(HCP, 0, 33)
    opener = Hand.parse("KJ6.QT87.7.AKQ73")
    assert requirements(high, opener) == ()
    assert requirements(low, opener) == (("0-12 hcp", False, "15"),)
    assert requirements(between(HCP, 0, 20), Hand.parse("AKQ.AKQ.AK32.432"))[0].ok is False


def test_a_pass_without_words_of_the_card_adds_nothing() -> None:
    why = reason(Table.of("sayc").node(Auction.parse("1S")), Call.parse("P"), Hand.parse("9742.KT9.Q73.AK6"))
    assert why.words == "nothing to add"
