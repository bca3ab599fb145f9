"""Best contracts: the reached one unless another of the same strain is clearly better."""

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import CHOICE_CALLS, DecisionBatch, declaring_steps
from overtrick.contract.labels import (
    MARGIN,
    LabelRule,
    by_category,
    by_margin,
    label,
    scored_against_reached,
    simulate,
    solved,
)
from overtrick.core import Auction, Call, Contract, Deal, Seat, Strain, Vulnerability, imps
from overtrick.hands.cells import ALL_CELLS
from overtrick.solver import solve

_DEALS = random_deals(3, np.random.default_rng(1))


def _decisions(*auctions: str) -> DecisionBatch:
    batch = AuctionBatch.stack(map(Auction.parse, auctions), [Vulnerability.NONE] * len(auctions))
    return DecisionBatch.at(batch, declaring_steps(batch))


def _always(tricks: int) -> "type":
    def solve(decisions: DecisionBatch, deals: DealBatch) -> NDArray[np.uint8]:
        return np.full((len(deals), 4, 5), tricks, np.uint8)

    return solve  # type: ignore[return-value]


def _choice(name: str) -> int:
    return CHOICE_CALLS.index(Call.parse(name))


def _by_margin(decisions: DecisionBatch, expected: NDArray[np.float32]) -> list[int]:
    return list(map(int, by_margin(decisions.reached, decisions.as_bid, expected)))


def test_underbid_same_and_overbid() -> None:
    decisions = _decisions("1S P 2S P P P", "1S P 2S P 4S P P P", "1S P 2S P 5S P P P")
    shown = [[ALL_CELLS] * 3] * 3
    for rule in LabelRule:
        found = simulate(decisions, _DEALS.owners, shown, np.random.default_rng(1), _always(10), rule)
        overbid = "4S" if rule is LabelRule.OURS else "5S"  # a game too, and the paper's rule goes by category
        assert label(decisions, found, rule).tolist() == [_choice("4S"), _choice("4S"), _choice(overbid)]
        assert found.imps[0, _choice("4S")] == 6  # 420 against 170
        assert found.points[0, [_choice("2S"), _choice("4S")]].tolist() == [170, 420]
        # nothing beats 4S, so our rule settles it early; the paper's looks at all layouts
        assert found.layouts.tolist() == ([100, 20, 100] if rule is LabelRule.OURS else [100, 100, 100])


def test_a_batch_that_is_settled_early_asks_no_more() -> None:
    decisions = _decisions("1S P 2S P 4S P P P")
    found = simulate(decisions, _DEALS.owners[:1], [[ALL_CELLS] * 3], np.random.default_rng(1), _always(10))
    assert found.layouts.tolist() == [20]


def test_a_small_gain_does_not_change_the_label() -> None:
    decisions = _decisions("1S P 2S P P P")
    expected = np.zeros((1, 37), np.float32)
    expected[0, _choice("4S")] = MARGIN
    assert _by_margin(decisions, expected) == [_choice("2S")]
    expected[0, _choice("4S")] = MARGIN + 0.1
    assert _by_margin(decisions, expected) == [_choice("4S")]


def test_another_strain_is_never_the_label() -> None:
    decisions = _decisions("1S P 2S P P P")
    expected = np.zeros((1, 37), np.float32)
    expected[0, _choice("3N")] = 10
    assert _by_margin(decisions, expected) == [_choice("2S")]


def test_both_modes_are_repeatable() -> None:
    decisions = _decisions("1S P 2S P P P", "1N P P P", "1H P 4H P P P")
    for shown in (None, [[ALL_CELLS] * 3] * 3):
        first, again = (simulate(decisions, _DEALS.owners, shown, np.random.default_rng(5)).imps for _ in range(2))
        np.testing.assert_array_equal(first, again)


@pytest.mark.parametrize(
    ("auction", "points", "best"),
    [
        ("1S P 2S P P P", {"4S": 200, "6S": 100}, "4S"),  # underbid: the lowest contract of the category
        ("1S P 2S P P P", {"3S": 900}, "2S"),  # the same category: as bid, whatever another level of it scores
        ("1S P 3S P 4S P P P", {"P": 10}, "P"),  # overbid: 3♠ stands, in the category that scores most
        ("1D P 4S P P P", {"1S": 10, "2S": 20}, "1S"),  # overbid: the lowest level that is still legal
        ("1S 3H 4S P P P", {"3S": 10}, "3S"),
        ("1S 4H 4S P P P", {"2S": 500, "P": 500}, "4S"),  # no part score is left, and pass leaves 4♥
        ("1N P 3N P P P", {"6N": 30, "7N": 40}, "7N"),
        ("1C P 4C P P P", {"5C": 1}, "5C"),  # 4♣ is no game
        ("1N P 3N P P P", {"4S": 900, "1N": 900}, "3N"),  # another suit, an illegal bid
        ("P P P P", {"1N": 900}, "P"),
    ],
)
def test_the_papers_rule_goes_by_category(auction: str, points: dict[str, float], best: str) -> None:
    decisions, scores = _decisions(auction), np.zeros((1, 37), np.float32)
    for name, value in points.items():
        scores[0, _choice(name)] = value
    assert by_category(decisions, scores).tolist() == [_choice(best)]


def test_one_label_worked_out_by_hand() -> None:
    """Two layouts of ♠AKQJT opposite 1♠ P 2♠: eleven tricks where the opponents' aces are three, else nine.

    The tricks are the solver's; scores and IMPs are worked out with the plain contracts of `core`, vulnerable.
    """
    deals = [
        Deal.parse("N:AKQJT.432.432.32 9876.AK5.AK5.K54 5432.QJ6.QJ6.AQJ .T987.T987.T9876"),
        Deal.parse("N:AKQJT.AK2.432.32 9876.543.AK5.K54 5432.QJ6.QJ6.AQJ .T987.T987.T9876"),
    ]
    auction = AuctionBatch.stack([Auction.parse("1S P 2S P P P")], [Vulnerability.NS])
    decisions = DecisionBatch.at(auction, declaring_steps(auction))
    tricks = solved(decisions, DealBatch.stack(deals)).reshape(1, 2, 4, 5)
    by_hand = [solve(deal)[Seat.NORTH, Strain.SPADES] for deal in deals]
    assert tricks[0, :, Seat.NORTH, Strain.SPADES].tolist() == by_hand

    def scores(name: str) -> list[int]:
        above = name[0] > "2"
        contracts = [
            Contract.parse(f"{name}{'X' if above and made + 2 <= int(name[0]) + 6 else ''}N") for made in by_hand
        ]
        return [contract.score(made, vulnerable=True) for contract, made in zip(contracts, by_hand, strict=True)]

    points, won = scored_against_reached(decisions, tricks)
    for name in ("2S", "3S", "4S", "6S"):
        assert points[0, :, _choice(name)].tolist() == scores(name)
        plain = [imps(ours - theirs) for ours, theirs in zip(scores(name), scores("2S"), strict=True)]
        assert won[0, :, _choice(name)].tolist() == plain
    means = {name: sum(scores(name)) / 2 for name in ("2S", "4S", "6S", "7S")}
    best = max(means, key=lambda name: means[name])
    assert by_category(decisions, points.mean(axis=1).astype(np.float32)).tolist() == [_choice(best)]
