"""Boards: dealer and vulnerability by number (Law 2)."""

import re

import pytest

from overtrick import Auction, Board, BridgeError, Deal, Record, Seat, Vulnerability, board_dealer, board_vulnerability

DEAL = Deal.parse("N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752")

PRINTED = re.findall(
    r"(\d+) (\w) (\w+)",
    """
 1 N None   2 E NS     3 S EW     4 W All
 5 N NS     6 E EW     7 S All    8 W None
 9 N EW    10 E All   11 S None  12 W NS
13 N All   14 E None  15 S NS    16 W EW
17 N None  18 E NS    19 S EW    20 W All
21 N NS    22 E EW    23 S All   24 W None
25 N EW    26 E All   27 S None  28 W NS
29 N All   30 E None  31 S NS    32 W EW
    """,
)
"""As printed on the boards of a set of 32."""


@pytest.mark.parametrize(("number", "dealer", "vulnerability"), PRINTED)
def test_a_board_has_the_dealer_and_vulnerability_printed_on_it(number: str, dealer: str, vulnerability: str) -> None:
    board = Board.numbered(int(number), DEAL)
    assert board == Board(DEAL, Seat.parse(dealer), Vulnerability.parse(vulnerability), int(number))
    assert board_dealer(int(number)) is board.dealer
    assert board_vulnerability(int(number)) is board.vulnerability


def test_all_32_boards_are_in_the_table() -> None:
    assert [int(row[0]) for row in PRINTED] == list(range(1, 33))


@pytest.mark.parametrize("number", [0, -3])
def test_boards_count_from_one(number: int) -> None:
    with pytest.raises(BridgeError, match=f"expected a board number from 1 on, got {number}"):
        Board.numbered(number, DEAL)


def test_a_record_knows_nothing_beyond_its_board_unless_told() -> None:
    record = Record(Board(DEAL))
    assert (record.auction, record.result, record.table, record.play) == (None, None, None, ())
    assert [*record.notes, *record.players, *record.tags] == []
    assert record == Record(Board(DEAL))
    assert record != Record(Board(DEAL), Auction())
