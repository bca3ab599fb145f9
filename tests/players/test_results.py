"""What two calls bring beside each other, and how often the opponents double."""

import numpy as np
import pytest

from overtrick.arrays.scores import ContractBatch
from overtrick.core import BIDS, Call, Seat, Strain, imps
from overtrick.players.results import EXPERTS_DOUBLE, Results

FOUR_SPADES, FIVE_HEARTS = BIDS.index(Call.of(4, Strain.SPADES)), BIDS.index(Call.of(5, Strain.HEARTS))
PASSED_OUT = -1


def results(first: tuple[int, Seat, int], second: tuple[int, Seat, int], *, contested: bool = True) -> Results:
    """Of two calls of North's, nobody vulnerable: the bid, the declarer and the tricks of each."""
    bids, declarers, tricks = (np.array([[pair]], np.intp).reshape(1, 2, 1) for pair in zip(first, second, strict=True))
    return Results(
        ContractBatch(bids, np.zeros_like(bids), declarers),
        np.full(bids.shape, contested),
        tricks[..., np.newaxis],
        np.array([int(Seat.NORTH)]),
        np.zeros(1, np.uint8),
    )


def test_a_save_gains_what_it_does_doubled_and_undoubled_as_often_as_experts_double() -> None:
    theirs, save = (FOUR_SPADES, Seat.EAST, 10), (FIVE_HEARTS, Seat.NORTH, 9)
    often = EXPERTS_DOUBLE[1, 4, 2]
    expected = often * imps(420 - 300) + (1 - often) * imps(420 - 100)
    assert results(theirs, save).gains == pytest.approx([expected])


def test_the_usual_call_is_doubled_as_the_one_tried_is() -> None:
    theirs, save = (FOUR_SPADES, Seat.EAST, 10), (FIVE_HEARTS, Seat.NORTH, 8)
    assert results(save, theirs).gains == pytest.approx(-results(theirs, save).gains)
    assert results(save, save).gains == pytest.approx([0])


def test_what_is_far_too_high_is_always_doubled() -> None:
    theirs, steal = (FOUR_SPADES, Seat.EAST, 10), (FIVE_HEARTS, Seat.NORTH, 6)
    assert results(theirs, steal, contested=False).gains == pytest.approx([imps(420 - 1100)])


def test_their_contracts_are_played_as_bid() -> None:
    failing, passed_out = (FIVE_HEARTS, Seat.EAST, 6), (PASSED_OUT, Seat.NORTH, 0)
    assert results(passed_out, failing).gains == pytest.approx([imps(250)])
