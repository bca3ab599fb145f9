"""The last decision of a side, and what every other choice would have scored."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from overtrick.arrays.auctions import AuctionBatch
from overtrick.contract.decisions import (
    CHOICE_CALLS,
    CHOICES,
    DecisionBatch,
    declaring_steps,
    defending_steps,
    legal_choices,
)
from overtrick.core import Auction, Call, Seat, Strain, Vulnerability
from strategies import auctions


def _batch(text: str, vulnerability: Vulnerability = Vulnerability.NONE, dealer: Seat = Seat.NORTH) -> AuctionBatch:
    return AuctionBatch.stack([Auction.parse(text, dealer)], [vulnerability])


def _declaring(text: str, vulnerability: Vulnerability = Vulnerability.NONE) -> DecisionBatch:
    batch = _batch(text, vulnerability)
    return DecisionBatch.at(batch, declaring_steps(batch))


def _defending(text: str, vulnerability: Vulnerability = Vulnerability.NONE) -> DecisionBatch:
    batch = _batch(text, vulnerability)
    return DecisionBatch.at(batch, defending_steps(batch))


def _choice(name: str) -> int:
    return CHOICE_CALLS.index(Call.parse(name))


def _tricks(north_south: int, east_west: int) -> NDArray[np.uint8]:
    """A table in which each side takes that many tricks in every strain."""
    table = np.empty((1, 4, 5), np.uint8)
    table[:, [0, 2]], table[:, [1, 3]] = north_south, east_west
    return table


def test_the_declaring_side_decides_with_the_contract() -> None:
    decision = _declaring("1S P 2S P 4S P P P")
    assert (decision.auctions.made[0], decision.seats[0], decision.reached[0]) == (4, Seat.NORTH, _choice("4S"))
    assert decision.declarers[0, Strain.SPADES] == Seat.NORTH  # the first to bid spades
    assert decision.declarers[0, Strain.HEARTS] == Seat.NORTH  # nobody has bid hearts: the player to call


def test_the_other_side_decides_with_its_double_or_its_last_pass() -> None:
    passed = _defending("1S P 2S P 4S P P P")
    assert (passed.auctions.made[0], passed.seats[0], passed.reached[0]) == (7, Seat.WEST, _choice("P"))
    doubled = _defending("1S P 2S P 4S X P P P")
    assert (doubled.auctions.made[0], doubled.reached[0], doubled.reached_doubling[0]) == (5, _choice("X"), 1)
    redoubled = _defending("1S P 2S P 4S X XX P P P")
    assert (redoubled.auctions.made[0], redoubled.reached[0], redoubled.reached_doubling[0]) == (9, _choice("P"), 2)


def test_a_board_that_is_passed_out_is_decided_by_the_last_hand() -> None:
    batch = _batch("P P P P", dealer=Seat.WEST)
    decision = DecisionBatch.at(batch, declaring_steps(batch))
    assert (decision.auctions.made[0], decision.seats[0], decision.reached[0]) == (3, Seat.SOUTH, _choice("P"))
    assert decision.standing.bids[0] == -1
    assert defending_steps(batch).tolist() == [-1]


def test_choices_are_scored_for_the_players_side() -> None:
    scores = _declaring("1S P 2S P 4S P P P", Vulnerability.NS).scores(_tricks(9, 4))[0]
    assert scores[_choice("4S")] == -100
    assert scores[_choice("P")] == 140  # 2S stays
    assert scores[_choice("3S")] == 140
    assert scores[_choice("5S")] == -500  # two down, doubled
    assert scores[_choice("3N")] == 600


def test_defenders_lose_what_the_others_make() -> None:
    scores = _defending("1S P 2S P 4S P P P", Vulnerability.NS).scores(_tricks(9, 4))[0]
    assert (scores[_choice("P")], scores[_choice("X")]) == (100, 200)
    assert scores[_choice("5C")] == -1700  # seven down doubled, not vulnerable


@given(st.lists(auctions(), min_size=1, max_size=4))
def test_legal_choices_are_the_legal_calls_without_a_redouble(some: list[Auction]) -> None:
    allowed = legal_choices(AuctionBatch.stack(some, [Vulnerability.NONE] * len(some)))
    expected = [[auction.is_legal(call) for call in CHOICE_CALLS] for auction in some]
    assert allowed.tolist() == expected


@pytest.mark.parametrize(
    ("auction", "legal", "illegal"),
    [("1S P 2S P 4S P P P", ["P", "2N", "4S"], ["X", "2S", "1N"]), ("1H 1S P P P", ["P", "X", "1S"], ["1D", "1H"])],
)
def test_decisions_have_the_choices_of_their_moment(auction: str, legal: list[str], illegal: list[str]) -> None:
    allowed = _declaring(auction).legal[0]
    assert allowed[[_choice(name) for name in legal]].all()
    assert not allowed[[_choice(name) for name in illegal]].any()


def test_the_trump_suit_stays_as_bid() -> None:
    kept = _declaring("1S P 2S P 4S P P P").as_bid[0]
    assert np.flatnonzero(kept).tolist() == [0, *(_choice(f"{level}S") for level in range(3, 8))]
    defended = _defending("1S 2H 4S P P P").as_bid[0]
    assert np.flatnonzero(defended).tolist() == [0, 1, *(_choice(f"{level}H") for level in range(5, 8))]


def test_a_doubled_contract_is_scored_doubled() -> None:
    batch = _declaring("1S P 2S P 4S X P P P")
    assert batch.scores(_tricks(9, 4))[0, _choice("4S")] == -100
    assert batch.scores(np.repeat(_tricks(10, 3)[:, None], 3, axis=1)).shape == (1, 3, CHOICES)
    assert batch.scores(_tricks(10, 3))[0, _choice("4S")] == 590
