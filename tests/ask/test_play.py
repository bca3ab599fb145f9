"""A person against the machine: hidden hands stay hidden until the auction is over."""

import json

import pytest

from overtrick.ask import QUESTIONS, play
from overtrick.ask.play import BOARDS, PlayQuestion, answer
from overtrick.core import Auction, BridgeError, Seat
from overtrick.core.comparing import imps
from overtrick.solver import SolverError

PLAY = QUESTIONS["play"]


def played(**asked: object) -> dict[str, object]:
    return PLAY.answer_json({"seed": 5, "strength": "card", **asked})


def test_only_souths_hand_is_told_before_the_end() -> None:
    for board in range(1, BOARDS + 1):
        found = answer(PlayQuestion(seed=5, board=board, strength="card"))
        deal, auction = found.board.board.deal, found.board.auction
        assert not found.is_over
        assert auction is not None
        assert auction.turn is Seat.SOUTH
        assert deal[Seat.SOUTH].is_complete
        assert [len(deal[seat]) for seat in (Seat.NORTH, Seat.EAST, Seat.WEST)] == [0, 0, 0]
        assert set(played(board=board)) == {"board", "seed", "is_over", "kind"}


def test_the_calls_go_on_to_the_end_where_all_is_told() -> None:
    calls: list[str] = []
    before = ""
    while not (found := answer(PlayQuestion(seed=5, strength="card", calls=" ".join(calls)))).is_over:
        assert str(found.board.auction).startswith(before)
        calls.append("P")
        before = str(found.board.auction)
    whole, other = found.board, found.other
    assert whole.board.deal.is_complete
    assert other is not None
    assert other.board == whole.board
    mine = [str(call) for seat, call in whole.auction or Auction() if seat is Seat.SOUTH]
    assert mine == calls
    scores = [record.result.score(whole.board.vulnerability) or 0 for record in (whole, other) if record.result]
    assert (found.imps, found.points) == (imps(scores[0] - scores[1]), scores[0] - scores[1])


def test_without_a_solver_tricks_are_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*deal: object, threads: int) -> None:
        raise SolverError("no solver here")

    monkeypatch.setattr(play, "solve_contracts", missing)
    found = answer(PlayQuestion(seed=5, strength="card", calls="P"))
    assert found.board.result is not None
    assert found.board.result.tricks is not None


def test_no_other_question_tells_the_deal() -> None:
    first = answer(PlayQuestion(seed=5, strength="card")).board.board.deal[Seat.SOUTH]
    dealt = QUESTIONS["deal"].answer_json({"seed": 5, "count": 8})
    assert str(first) not in json.dumps(dealt)


@pytest.mark.parametrize("calls", ["8C", "XX", "P P P P P P P P P P P P P P P P P P P P P"])
def test_calls_that_make_no_sense(calls: str) -> None:
    with pytest.raises(BridgeError) as complaint:
        played(calls=calls)
    assert "calls" in str(complaint.value)


def test_the_network_plays_too() -> None:
    found = played(strength="improved", system="acol", their_system="sayc")
    assert found["kind"] == "learned"
