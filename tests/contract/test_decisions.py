"""The last word of a side, and what every other choice would have scored."""

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.contract.decisions import CHOICES, Decision, DecisionBatch, declaring, defending
from overtrick.core import Auction, Call, Seat


def _calls(text: str) -> list[int]:
    return [call.index for call in Auction.parse(text).calls]


def _choice(name: str) -> int:
    return {"P": 0, "X": 1}[name] if name in "PX" else Call.parse(name).index - 1


def _batch(decision: Decision | None, vulnerability: int = 0) -> DecisionBatch:
    assert decision is not None
    return DecisionBatch.of([decision], [vulnerability])


def _tricks(north_south: int, east_west: int) -> NDArray[np.uint8]:
    """A table in which each side takes so many tricks in every strain."""
    table = np.empty((1, 4, 5), np.uint8)
    table[:, [0, 2]], table[:, [1, 3]] = north_south, east_west
    return table


def test_the_declaring_side_decides_with_the_contract() -> None:
    decision = declaring(_calls("1S P 2S P 4S P P P"), dealer=0)
    assert decision is not None
    assert (decision.step, decision.seat, decision.reached) == (4, Seat.NORTH, _choice("4S"))
    assert decision.declarers[3] == Seat.NORTH  # spades, bid by North first
    assert decision.declarers[2] == Seat.NORTH  # nobody has bid hearts: the player himself


def test_the_other_side_decides_with_its_double_or_its_last_pass() -> None:
    passed = defending(_calls("1S P 2S P 4S P P P"), dealer=0)
    assert passed is not None
    assert (passed.step, passed.seat, passed.reached) == (7, Seat.WEST, _choice("P"))
    doubled = defending(_calls("1S P 2S P 4S X P P P"), dealer=0)
    assert doubled is not None
    assert (doubled.step, doubled.reached, doubled.reached_doubling) == (5, _choice("X"), 1)


def test_a_board_that_is_passed_out_is_decided_by_the_last_hand() -> None:
    decision = declaring(_calls("P P P P"), dealer=3)
    assert decision is not None
    assert (decision.step, decision.seat, decision.reached, decision.standing) == (3, Seat.SOUTH, 0, -1)
    assert defending(_calls("P P P P"), dealer=3) is None


def test_choices_are_scored_for_the_players_side() -> None:
    batch = _batch(declaring(_calls("1S P 2S P 4S P P P"), dealer=0), vulnerability=1)
    scores = batch.scores(_tricks(9, 4))[0]
    assert scores[_choice("4S")] == -100
    assert scores[_choice("P")] == 140  # 2S stays
    assert scores[_choice("3S")] == 140
    assert scores[_choice("5S")] == -500  # two down, doubled
    assert scores[_choice("3N")] == 600


def test_defenders_lose_what_the_others_make() -> None:
    batch = _batch(defending(_calls("1S P 2S P 4S P P P"), dealer=0), vulnerability=1)
    scores = batch.scores(_tricks(9, 4))[0]
    assert (scores[_choice("P")], scores[_choice("X")]) == (100, 200)
    assert scores[_choice("5C")] == -1700  # seven down doubled, not vulnerable


@pytest.mark.parametrize(
    ("auction", "legal", "illegal"),
    [("1S P 2S P 4S P P P", ["P", "2N", "4S"], ["X", "2S", "1N"]), ("1H 1S P P P", ["P", "X", "1S"], ["1D", "1H"])],
)
def test_legal_choices_follow_what_stands(auction: str, legal: list[str], illegal: list[str]) -> None:
    allowed = _batch(declaring(_calls(auction), dealer=0)).legal[0]
    assert allowed[[_choice(name) for name in legal]].all()
    assert not allowed[[_choice(name) for name in illegal]].any()


def test_the_trump_suit_stays_as_bid() -> None:
    kept = _batch(declaring(_calls("1S P 2S P 4S P P P"), dealer=0)).as_bid[0]
    assert np.flatnonzero(kept).tolist() == [0, *(_choice(f"{level}S") for level in range(3, 8))]
    defended = _batch(defending(_calls("1S 2H 4S P P P"), dealer=0)).as_bid[0]
    assert np.flatnonzero(defended).tolist() == [0, 1, *(_choice(f"{level}H") for level in range(5, 8))]


def test_a_doubled_contract_is_scored_doubled() -> None:
    batch = _batch(declaring(_calls("1S P 2S P 4S X P P P"), dealer=0))
    assert batch.scores(_tricks(9, 4))[0, _choice("4S")] == -100
    assert batch.scores(np.repeat(_tricks(10, 3)[:, None], 3, axis=1)).shape == (1, 3, CHOICES)
    assert batch.scores(_tricks(10, 3))[0, _choice("4S")] == 590
