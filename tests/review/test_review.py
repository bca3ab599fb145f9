"""Boards looked at again: what calls cost, what is charged to whom, and what is not a fault."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from command import overtrick
from overtrick.advice.grades import Grade
from overtrick.advice.simulation import Estimate
from overtrick.ask import QUESTIONS
from overtrick.core import Auction, Board, BridgeError, Call, Deal, Record, Result, Seat, Side, Vulnerability
from overtrick.review.board_review import BoardReview, ReviewSettings, review_board
from overtrick.review.call_review import CallReview, kind_of
from overtrick.review.session_review import SessionReview

DEAL = Deal.parse("N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4")
QUICK = ReviewSettings(layouts=40)


def record(calls: str, result: str | None = None) -> Record:
    """North, the dealer, and South have 31 points and a spade fit."""
    known = None if result is None else Result.parse(result)
    players = {Seat.NORTH: "Ann", Seat.EAST: "Ben", Seat.SOUTH: "Cas", Seat.WEST: "Dot"}
    board = Board(DEAL, Seat.NORTH, Vulnerability.EW, 1)
    return Record(board, Auction.parse(calls, Seat.NORTH), result=known, players=players)


@pytest.fixture(scope="module")
def sold_out() -> BoardReview:
    """South passes partner's 15 to 17 with 14 points."""
    return review_board(record("1N P P P", "1NN+3"), QUICK)


@pytest.fixture(scope="module")
def by_the_card() -> BoardReview:
    return review_board(record("1N P 2C P 2S P 4S P P P"), QUICK)


def test_a_blunder_is_found_and_charged_to_who_made_it(sold_out: BoardReview) -> None:
    dearest = sold_out.dearest
    assert dearest is not None
    assert (dearest.seat, str(dearest.call), dearest.mark, dearest.kind) == (Seat.SOUTH, "P", "??", "response")
    assert dearest.cost > 3
    assert "is better" in dearest.remark
    assert sold_out.lost_by(Side.NORTH_SOUTH) == pytest.approx(dearest.cost)
    assert sold_out.lost_by(Side.EAST_WEST) == 0
    assert sold_out.luck == pytest.approx(sold_out.against_par + dearest.cost)


def test_the_cards_own_calls_cost_nothing(by_the_card: BoardReview) -> None:
    assert [call.mark for call in by_the_card.calls] == [""] * 10
    assert by_the_card.dearest is None
    assert not by_the_card.is_played
    assert by_the_card.result.phrase.startswith("4♠ by North")


def test_the_record_carries_the_marks_into_its_drawing(sold_out: BoardReview) -> None:
    assert "Pass??¹" in str(sold_out.marked)
    assert "??</b>" in sold_out.marked._repr_html_()


def test_a_session_sums_up_players_pairs_and_tables(sold_out: BoardReview, by_the_card: BoardReview) -> None:
    session = SessionReview.of([sold_out, by_the_card])
    assert [player.name for player in session.players] == ["Ann", "Ben", "Cas", "Dot"]
    assert [pair.name for pair in session.pairs] == ["Ann and Cas", "Ben and Dot"]
    cas = session.players[2]
    assert (cas.boards, cas.to_practise, [dear.board for dear in cas.dearest]) == (2, "response", [0])
    assert session.pairs[0].total == pytest.approx(cas.total)
    (tables,) = session.two_tables
    assert tables.swing < 0


def test_what_is_too_close_or_is_the_cards_call_is_no_fault() -> None:
    call = CallReview(
        place=2,
        seat=Seat.SOUTH,
        call=Call.parse("P"),
        better=Call.parse("2C"),
        grade=Grade("fair", "network"),
        lost=Estimate(0.5, -0.4, 1.4),
        kind="response",
        is_system=False,
        broken=None,
        why="2♣ is better",
    )
    assert (call.cost, call.mark) == (0, "")
    assert replace(call, lost=Estimate(0.5, 0.1, 0.9)).mark == "?!"
    assert replace(call, lost=Estimate(0.5, 0.1, 0.9), is_system=True).cost == 0
    assert replace(call, broken="pass promised 0-7 points, you hold 14").mark == "!?"
    assert replace(call, better=Call.parse("P"), grade=Grade("best", "simulation")).mark == "!"


@pytest.mark.parametrize(
    ("calls", "made", "better", "kind"),
    [
        ("", "1C", "P", "opening"),
        ("P P", "P", "1C", "opening"),
        ("1N P", "P", "2C", "response"),
        ("1N P 2C P", "2H", "2D", "rebid"),
        ("1N 2H", "P", "2S", "competing"),
        ("1N 2H", "P", "X", "doubling"),
        ("1N P 2C P 2S P", "4S", "6S", "slam"),
    ],
)
def test_calls_are_told_apart_by_what_they_are_about(calls: str, made: str, better: str, kind: str) -> None:
    assert kind_of(Auction.parse(calls, Seat.NORTH), Call.parse(made), Call.parse(better)) == kind


@pytest.mark.parametrize(("calls", "message"), [(None, "got none"), ("1N P", "a call to come")])
def test_boards_without_a_whole_auction_are_refused(calls: str | None, message: str) -> None:
    played = record(calls or "")
    with pytest.raises(BridgeError, match=message):
        review_board(replace(played, auction=None) if calls is None else played)


def test_one_question_is_one_board() -> None:
    with pytest.raises(BridgeError, match="expected one board, got 2"):
        QUESTIONS["review"].answer_json({"text": f'[Deal "{DEAL}"]\n\n[Deal "{DEAL}"]\n'})


BOARDS = f"""\
[Board "1"]
[South "Cas"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "{DEAL}"]
[Auction "N"]
1N Pass Pass Pass

[Board "2"]
[Dealer "E"]
[Deal "{DEAL}"]
"""


def test_the_command_reviews_what_can_be_reviewed_and_writes_a_report(tmp_path: Path) -> None:
    path, report = tmp_path / "boards.pbn", tmp_path / "report.html"
    path.write_text(BOARDS)
    run = overtrick("review", str(path), "--layouts", "20", "-j", "1", "--player", "cas", "--html", str(report))
    assert (run.code, run.err) == (1, "overtrick: 1 board without an auction left out\n")
    assert "?? Cas Pass" in run.out
    assert "The dearest calls of Cas" in run.out
    assert "Ben" not in run.out
    assert "??</b>" in report.read_text()


def test_the_command_speaks_json_lines() -> None:
    lines = [json.dumps({"id": 1, "text": BOARDS.split("\n\n")[0], "layouts": 20}), json.dumps({"id": 2, "text": "?"})]
    run = overtrick("review", "-", "--json", stdin="\n".join(lines))
    first, second = map(json.loads, run.out.splitlines())
    assert [call["mark"] for call in first["calls"]] == ["", "", "??", ""]
    assert second["error"]["where"] == "text:1:1"
