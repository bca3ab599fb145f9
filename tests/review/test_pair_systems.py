"""The card that a pair bids like, where nobody has named one."""

from collections.abc import Iterator

import pytest

from overtrick.core import Record, Seat
from overtrick.review.pair_systems import SessionSystems
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import Table

PLAYERS = {Seat.NORTH: "Ann", Seat.EAST: "Ben", Seat.SOUTH: "Cas", Seat.WEST: "Dot"}


def bid_by(ns: str, ew: str, boards: int) -> Iterator[Record]:
    """Boards that Ann and Cas bid by one card against Ben and Dot by another."""
    table, dealt = Table.of(ns, ew), BoardBatch.random(boards, seed=3)
    for board in map(dealt.__getitem__, range(boards)):
        yield Record(board, table.bid_deal(board.deal, board.dealer, board.vulnerability), players=PLAYERS)


@pytest.mark.parametrize(("ns", "ew"), [("2/1", "acol"), ("sayc", "2/1")])
def test_pairs_are_taken_to_play_the_card_that_makes_their_calls(ns: str, ew: str) -> None:
    records = list(bid_by(ns, ew, 40))
    played = SessionSystems.of(records)
    assert played == {("Ann", "Cas"): ns, ("Ben", "Dot"): ew}
    assert played.at(records[0]) == (ns, ew)


def test_a_few_calls_do_not_tell() -> None:
    assert set(SessionSystems.of(list(bid_by("acol", "acol", 2))).values()) == {"sayc"}
