"""LIN: golden files, round trips, the traps of the format, and damage."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Board, BridgeError, Note, Record, Result, Seat, Vulnerability
from overtrick.formats import lin
from written import TEXTS, damaged, records

FILES = Path(__file__).parent / "files"
GOLDEN = sorted(FILES.glob("*.lin"))
MATCH = (FILES / "match.lin").read_text(encoding="utf-8")

DEAL = "3S875HT93D763CQ532,SJ4HQ764DK52CT986,SAQ6HAKJ5DJ8CKJ74,"
BOARD = f"st||md|{DEAL}|sv|o|mb|1C|mb|p|mb|p|mb|p|pg||\n"


def tagged(record: Record, number: int, room: str, event: str) -> Record:
    """The record as a board of a match."""
    board = Board(record.board.deal, record.board.dealer, record.board.vulnerability, number)
    return replace(record, board=board, tags={"Event": event, "Scoring": "IMP", "Room": room})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_files_survive_a_round_trip(path: Path) -> None:
    boards = lin.load(path)
    assert lin.loads(lin.dumps(boards)) == boards


def test_an_empty_key_is_passed_over_as_dealing_programs_write_it() -> None:
    first, second = lin.loads(f"md|{DEAL}|sv|e||sk||pg||\nmd|{DEAL}|sv|n||sk||pg||mb|1N|mb|p|\n")
    assert (first.board.vulnerability, first.auction, dict(first.tags)) == (Vulnerability.EW, None, {})
    assert (second.board.vulnerability, str(second.auction)) == (Vulnerability.NS, "1N P")


def test_passes_missing_before_the_play_are_added() -> None:
    played, claimed, unplayed = (
        str(lin.loads(f"md|{DEAL}|sv|o|mb|p|mb|1N|mb|p|mb|3N|{rest}pg||")[0].auction)
        for rest in ("pc|C5|", "mc|9|", "")
    )
    assert played == claimed == "P 1N P 3N P P P"
    assert unplayed == "P 1N P 3N"


def test_a_match_is_read_with_both_rooms() -> None:
    boards = lin.loads(MATCH)
    assert [(record.board.number, record.tags["Room"], str(record.result)) for record in boards] == [
        (5, "Open", "6NS="),
        (5, "Closed", "4SN+1"),
        (6, "Open", "Pass"),
        (6, "Closed", "1NE+1"),  # counted from 52 cards
        (7, "Open", "2SE-1"),  # from rs|
        (7, "Closed", "2SXXE+1"),
    ]
    first, second, *_, last = boards
    assert str(first.board.deal) == ("N:AKQJ63.AQ3.A7.KJ .T8742.T9863.A64 85.KJ6.KQ2.T9872 T9742.95.J54.Q53")
    assert (first.board.dealer, first.board.vulnerability) == (Seat.NORTH, Vulnerability.NS)
    assert first.notes == {0: Note("strong, any", True), 2: Note("waiting", True), 8: Note("quantitative")}
    assert second.notes == {0: Note("", True)}
    assert (first.players[Seat.EAST], second.players[Seat.EAST]) == ("Benítez", "Novak")
    assert last.players[Seat.WEST] == "Ferrari"  # the board's own pn|
    assert first.tags["Event"] == "Riverside Invitational"
    assert (first.tags["HomeTeam"], first.tags["VisitCarry"]) == ("RIVERSIDE", "0.5")
    assert str(first.play[0]) == "H9"


def test_boards_of_robots_keep_their_explanations() -> None:
    first, second, third = lin.load(FILES / "robots.lin")
    assert first.notes[0].text == "Minor suit opening -- 3+ ♦; 11-21 HCP; 12-22 total points"
    assert len(first.play) == 52
    assert str(first.result) == "4SN-3"
    assert str(second.result) == "2DN="
    assert third.result is None
    assert str(third.auction) == "P 1D X 1H P 1N"


def test_suits_of_explanations_are_signs_for_people_and_letters_for_bbo() -> None:
    (record,) = lin.loads("md|1SAKQ,,,|mb|1D|an|3+ !d or !C4, strong!Do|mb|p|")
    assert record.notes[0].text == "3+ ♦ or ♣4, strong!Do"
    assert "an|3+ !D or !C4, strong!Do|" in lin.dumps([record])


def test_a_suit_sign_survives_whatever_stands_behind_it() -> None:
    (record,) = lin.loads("pn|A,B,C,D|md|1SAKQ,,,|mb|1H|an|5+ !h, ♥AK or ♥|")
    assert record.notes[0].text == "5+ ♥, ♥AK or ♥"
    assert lin.loads(lin.dumps([record])) == [record]


def test_a_comma_within_a_name_is_a_blank() -> None:
    (record,) = lin.loads("pn|A,B,C,D|md|1SAKQ,,,|")
    named = replace(record, players={**record.players, Seat.WEST: "Müller, Jörg"})
    assert "pn|A,Müller Jörg,C,D|" in lin.dumps([named])


def test_latin_1_upper_case_and_titles_are_understood() -> None:
    first, second = lin.load(FILES / "lesson_latin1.lin")
    assert first.players[Seat.NORTH] == "Ñandú"
    assert str(first.auction) == "1C 1S P P X XX P P 2H P P P"
    assert first.board.number == 1
    assert first.tags["LIN_ah"] == "Board 1, leçon 3"
    assert first.tags["Comment"] == "Le déclarant coupe\net tire les atouts."
    assert str(second.result) == "4HXS-2"


@settings(max_examples=60, deadline=None)
@given(st.lists(records(), max_size=3))
def test_single_boards_survive_a_round_trip(some: list[Record]) -> None:
    assert lin.loads(lin.dumps(some)) == some


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(records(), st.integers(1, 40), st.sampled_from(["Open", "Closed"]), TEXTS),
        max_size=4,
        unique_by=lambda one: one[1:3],  # a room plays a board once
    )
)
def test_matches_survive_a_round_trip(some: list[tuple[Record, int, str, str]]) -> None:
    boards = [tagged(*one) for one in some]
    assert lin.loads(lin.dumps(boards)) == boards


def test_single_boards_after_a_match_stay_outside_it() -> None:
    boards = [*lin.loads(MATCH), *lin.loads(BOARD), *lin.loads(MATCH)[:1]]
    assert lin.loads(lin.dumps(boards)) == boards


@pytest.mark.parametrize("result", ["4HN=", "Pass", "3NE", "1CN+2"])
def test_a_result_that_auction_and_play_do_not_tell_is_kept(result: str) -> None:
    played = replace(lin.loads(MATCH)[3], tags={}, result=Result.parse(result))
    bare = Record(played.board, result=Result.parse(result))
    assert lin.loads(lin.dumps([played, bare])) == [played, bare]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (BOARD * 3, [None] * 3),
        (BOARD.replace("\n", "") * 2, [None] * 2),
        (f"md|{DEAL}|ah|Board 1|md|{DEAL}|ah|Board 2|", [1, 2]),
        (f"ah|Board 1|md|{DEAL}|ah|Board 2|md|{DEAL}|", [1, 2]),
        (f"pn|a,b,c,d|md|{DEAL}|sv|o|pn|a,b,c,d|md|{DEAL}|", [None] * 2),
        (f"qx|o3|md|{DEAL}|qx|c3|md|{DEAL}|", [3, 3]),
        (f"pn|a,b,c,d|qx|o1,BOARD 1|md|{DEAL}|mb|p|pg||pn|a,b,c,d|qx|o2,BOARD 2|md|{DEAL}|", [1, 2]),
        (f"nt|hello|pg||qx|o9|nt|x|pg||md|{DEAL}|pg||nt|the end|pg||", [9]),
    ],
)
def test_boards_are_told_apart(text: str, numbers: list[int | None]) -> None:
    assert [record.board.number for record in lin.loads(text)] == numbers


def test_dealer_and_vulnerability_follow_the_number_where_the_file_is_silent() -> None:
    (record,) = lin.loads(f"qx|o7|md|{DEAL[1:]}|")
    assert (record.board.dealer, record.board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)


def test_passes_after_the_end_of_the_auction_are_left_out() -> None:
    (record,) = lin.loads(BOARD.replace("pg||", "mb|p|pg||"))
    assert str(record.auction) == "1C P P P"


@pytest.mark.parametrize(
    ("good", "bad", "where", "message"),
    [
        ("qx|o6|st||md|4S", "qx|o6|st||md|4SA", ":20:15", "got 14"),
        ("mb|4N|an|quan", "mb|2N|an|quan", ":7:4", "expected a bid higher than 3N"),
        ("mb|4N|an|quan", "mb|8N|an|quan", ":7:4", "got '8N'"),
        ("pc|DA|pc|D3|", "pc|DA|pc|DA|", ":9:10", "DA is played twice"),
        ("pc|DA|pc|D3|", "pc|DA|D3|", ":9:7", "expected LIN (key|value|…), got 'D3'"),
        ("mc|12|", "mc|14|", ":13:4", "expected declarer's tricks, 0 to 13, got '14'"),
        ("sv|e|mb|p|mb|p|mb|p|mb|p|pg", "sv|x|mb|p|mb|p|mb|p|mb|p|pg", ":20:73", "expected a vulnerability"),
        ("mb|4N|an|quan", "mb|4N|an", ":7:", "'antitative'"),
    ],
)
def test_a_damaged_board_costs_that_board_alone(good: str, bad: str, where: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.lin"
    assert good in MATCH
    path.write_text(MATCH.replace(good, bad, 1), encoding="utf-8")
    errors: list[BridgeError] = []
    boards = lin.load(path, errors=errors)
    assert len(boards) == 5
    assert [record for record in lin.loads(MATCH) if record in boards] == boards
    assert len(errors) == 1
    assert f"{path}{where}" in str(errors[0])
    assert message in str(errors[0])


@pytest.mark.parametrize("stray", ["Hello\n", "Hello|\n", "<html>\n"])
def test_stray_lines_between_boards_cost_no_board(stray: str) -> None:
    errors: list[BridgeError] = []
    assert len(lin.loads(stray + BOARD + stray + BOARD + stray, errors=errors)) == 2
    assert len(errors) == 3


def test_a_board_without_a_deal_is_an_error() -> None:
    with pytest.raises(BridgeError, match=r"expected md.* in board 4"):
        lin.loads("qx|o4|mb|p|")


def test_line_ends_do_not_matter() -> None:
    assert lin.loads(MATCH.replace("\n", "\r\n")) == lin.loads(MATCH.replace("\n", "")) == lin.loads(MATCH)


def test_an_auction_of_another_dealer_is_not_written() -> None:
    (record,) = lin.loads(BOARD)
    with pytest.raises(BridgeError, match="expected the auction to start with the dealer"):
        lin.dumps([replace(record, board=replace(record.board, dealer=Seat.EAST))])


@settings(max_examples=150, deadline=None)
@given(st.text() | damaged(MATCH) | st.text("mdpnqbcsv|o1,SHDC AK\n"))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    for outcome in lin.read(text.splitlines(), "fuzz"):
        assert isinstance(outcome, Record | BridgeError)
        if isinstance(outcome, Record):
            assert lin.loads(lin.dumps([outcome]))[0].board == outcome.board
