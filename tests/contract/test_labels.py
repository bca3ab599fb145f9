"""Best contracts: the reached one unless another of the same strain is clearly better."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import DecisionBatch, declaring_steps
from overtrick.contract.labels import MARGIN, best_choices, gains
from overtrick.core import Auction, Call, Vulnerability
from overtrick.hands.cells import ALL_CELLS

_DEALS = random_deals(3, np.random.default_rng(1))


def _decisions(*auctions: str) -> DecisionBatch:
    batch = AuctionBatch.stack(map(Auction.parse, auctions), [Vulnerability.NONE] * len(auctions))
    return DecisionBatch.at(batch, declaring_steps(batch))


def _always(tricks: int) -> "type":
    def solve(deals: DealBatch) -> NDArray[np.uint8]:
        return np.full((len(deals), 4, 5), tricks, np.uint8)

    return solve  # type: ignore[return-value]


def _choice(name: str) -> int:
    return Call.parse(name).index - 1


def test_underbid_same_and_overbid() -> None:
    decisions = _decisions("1S P 2S P P P", "1S P 2S P 4S P P P", "1S P 2S P 5S P P P")
    shown = [[ALL_CELLS] * 3] * 3
    expected, layouts = gains(decisions, _DEALS.owners, shown, np.random.default_rng(1), _always(10))
    best = best_choices(decisions, expected)
    assert best.tolist() == [_choice("4S"), _choice("4S"), _choice("4S")]
    assert expected[0, _choice("4S")] == 6  # 420 against 170
    assert layouts[1] < layouts[0]  # nothing beats 4S, so it is settled early


def test_a_batch_that_is_settled_early_asks_no_more() -> None:
    decisions = _decisions("1S P 2S P 4S P P P")
    _, layouts = gains(decisions, _DEALS.owners[:1], [[ALL_CELLS] * 3], np.random.default_rng(1), _always(10))
    assert layouts.tolist() == [20]


def test_a_small_gain_does_not_change_the_label() -> None:
    decisions = _decisions("1S P 2S P P P")
    expected = np.zeros((1, 37), np.float32)
    expected[0, _choice("4S")] = MARGIN
    assert best_choices(decisions, expected).tolist() == [_choice("2S")]
    expected[0, _choice("4S")] = MARGIN + 0.1
    assert best_choices(decisions, expected).tolist() == [_choice("4S")]


def test_another_strain_is_never_the_label() -> None:
    decisions = _decisions("1S P 2S P P P")
    expected = np.zeros((1, 37), np.float32)
    expected[0, _choice("3N")] = 10
    assert best_choices(decisions, expected).tolist() == [_choice("2S")]


def test_both_modes_are_repeatable() -> None:
    decisions = _decisions("1S P 2S P P P", "1N P P P", "1H P 4H P P P")
    for shown in (None, [[ALL_CELLS] * 3] * 3):
        first, again = (gains(decisions, _DEALS.owners, shown, np.random.default_rng(5))[0] for _ in range(2))
        np.testing.assert_array_equal(first, again)
