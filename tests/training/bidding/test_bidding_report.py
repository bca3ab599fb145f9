"""The figures of a report: what is counted, and for whom."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from auction_rows import made_up_tables, rows_of
from overtrick.arrays.auctions import CALLS, NO_CALL
from overtrick.core import Auction
from overtrick.nets.bidding import HiddenHands, Memory
from overtrick.nets.bidding_steps import Steps
from overtrick.training.bidding.bidding_accuracy import (
    Middles,
    are_contested,
    better_middles,
    call_accuracy,
    card_calibration,
    hidden_accuracy,
    middle,
)
from overtrick.training.bidding.bidding_material import BidTables


class Passer:
    """Always passes, and takes every hidden hand for ten points, 4-3-3-3 with long spades, each card for anybody's."""

    window = 4

    def follow(self, steps: Steps) -> Iterator[Memory]:
        zero = np.zeros((steps.hands.shape[0], 1), np.float32)
        for _ in steps.codes:
            yield Memory(steps.hands, zero, zero, (zero,))

    def calls(self, memory: Memory, standings: Any) -> Any:
        return np.eye(CALLS, dtype=np.float32)[np.zeros(len(memory), int)]

    def hidden_hands(self, memory: Memory) -> HiddenHands:
        count = len(memory)
        points = np.eye(38, dtype=np.float32)[np.full((count, 3), 10)]
        lengths = np.eye(14, dtype=np.float32)[np.tile([3, 3, 3, 4], (count, 3, 1))]
        cards = np.where(memory.known[:, None, :52] == 1, 0, np.float32(1 / 3)) + np.zeros((count, 3, 1), np.float32)
        return HiddenHands(points, lengths, cards)


PASSER: Any = Passer()


@pytest.fixture(scope="module")
def tables() -> BidTables:
    return made_up_tables(300, 4)


def test_calls_are_counted_by_their_kind(tables: BidTables) -> None:
    found = call_accuracy(PASSER, tables)
    made = tables.calls[tables.calls != NO_CALL]
    assert found.count == len(made)
    assert found.accuracy["all"] == pytest.approx((made == 0).mean())
    assert (found.accuracy["bids"], found.accuracy["non_bids"]) == (0, 1)
    first = (tables.calls > 2) & (tables.calls != NO_CALL)
    before = (np.cumsum(first, axis=1) - first == 0) & (tables.calls != NO_CALL)
    assert found.accuracy["openings"] == pytest.approx((tables.calls[before] == 0).mean())
    assert found.precision["non_bids"] == found.accuracy["all"]
    assert found.recall == {"bids": 0, "non_bids": 1}
    assert np.isnan(found.precision["bids"])


def test_an_auction_is_contested_when_both_sides_act() -> None:
    auctions = [Auction.parse(text) for text in ("AP", "1C P 1H AP", "P 1C P 1H X AP", "1C X AP")]
    some = made_up_tables(4, 1)
    tables = BidTables(some.holdings, some.dealers, some.vulnerabilities, some.systems, rows_of(auctions))
    assert are_contested(tables).tolist() == [False, False, True, True]


def test_hidden_hands_are_measured_player_by_player(tables: BidTables) -> None:
    from overtrick.hands.features import hcp, lengths

    found = hidden_accuracy(PASSER, tables, None, Middles("median", "median"))
    off = np.abs(hcp(tables.holdings).astype(float) - 10).mean()
    assert found.views == 4 * len(tables)
    assert found.points == pytest.approx((off,) * 3)
    cards = np.abs(lengths(tables.holdings) - np.array([3.0, 3, 3, 4])).mean()
    assert found.means == pytest.approx((off, cards))
    later = hidden_accuracy(PASSER, tables, 4, Middles("mean", "mean"))
    assert later.views == 4 * int((tables.lengths > 4).sum()) < found.views


def test_equal_chances_for_every_card_are_well_calibrated(tables: BidTables) -> None:
    assert card_calibration(PASSER, tables) == pytest.approx(0, abs=1e-3)


def test_mean_and_median_of_a_distribution() -> None:
    chances = np.array([[0.6, 0.0, 0.0, 0.4], [0.2, 0.3, 0.5, 0.0]], np.float32)
    assert middle(chances, "mean").tolist() == pytest.approx([1.2, 1.3])
    assert middle(chances, "median").tolist() == [0, 1]


class Doubter(Passer):
    """Gives a hand ten points or none at all: the median is right more often, the mean is five."""

    def hidden_hands(self, memory: Memory) -> HiddenHands:
        found = super().hidden_hands(memory)
        found.points[..., 10], found.points[..., 0] = 0.6, 0.4
        found.lengths[..., 0], found.lengths[..., 13] = 0.6, 0.4
        return found._replace(lengths=found.lengths / found.lengths.sum(axis=-1, keepdims=True))


def test_the_better_of_mean_and_median_is_taken_for_points_and_lengths_apart(tables: BidTables) -> None:
    doubter: Any = Doubter()
    assert better_middles(doubter, tables) == ("median", "median")
    low, high = (hidden_accuracy(doubter, tables, None, Middles(how, how)).means for how in ("median", "mean"))
    assert low[0] < high[0]
    assert low[1] < high[1]
