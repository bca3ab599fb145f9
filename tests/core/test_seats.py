"""Seats, sides and vulnerability."""

import pytest

from overtrick import ParseError, Seat, Side, Vulnerability

NORTH, EAST, SOUTH, WEST = Seat
NONE, NS, EW, BOTH = Vulnerability


def test_the_players_act_clockwise() -> None:
    assert [seat.lho for seat in Seat] == [EAST, SOUTH, WEST, NORTH]
    assert [seat.partner for seat in Seat] == [SOUTH, WEST, NORTH, EAST]
    assert [seat.rho for seat in Seat] == [WEST, NORTH, EAST, SOUTH]
    assert [NORTH.after(turns) for turns in (0, 1, 2, 3, 4, -1)] == [NORTH, EAST, SOUTH, WEST, NORTH, WEST]
    assert [str(seat) for seat in Seat] == ["N", "E", "S", "W"]


def test_partners_sit_opposite_each_other() -> None:
    assert Side.NORTH_SOUTH.seats == (NORTH, SOUTH)
    assert Side.EAST_WEST.seats == (EAST, WEST)
    assert [str(seat.side) for seat in Seat] == ["NS", "EW", "NS", "EW"]
    assert Side.NORTH_SOUTH.opponents is Side.EAST_WEST
    assert Side.EAST_WEST.opponents is Side.NORTH_SOUTH


@pytest.mark.parametrize(
    ("texts", "seat"),
    [("N n north NORTH", NORTH), ("E e East", EAST), ("S s South", SOUTH), ("W w wEST", WEST)],
)
def test_a_seat_is_read_from_letter_or_name(texts: str, seat: Seat) -> None:
    for text in texts.split():
        assert Seat.parse(f" {text} ") is seat


@pytest.mark.parametrize("text", ["", "X", "NS", "nor", "0"])
def test_what_is_no_seat_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"column 1: expected a seat \(N, E, S or W\), got"):
        Seat.parse(text)


def test_vulnerability_includes_its_sides_and_their_players() -> None:
    assert [[vulnerability.includes(seat) for seat in Seat] for vulnerability in Vulnerability] == [
        [False, False, False, False],
        [True, False, True, False],
        [False, True, False, True],
        [True, True, True, True],
    ]
    assert [[vulnerability.includes(side) for side in Side] for vulnerability in Vulnerability] == [
        [False, False],
        [True, False],
        [False, True],
        [True, True],
    ]


@pytest.mark.parametrize(
    ("texts", "vulnerability"),
    [
        ("None none Love - 0 o O Nil", NONE),
        ("NS N-S ns n N/S", NS),
        ("EW E-W ew e E/W WE", EW),
        ("All Both b B all", BOTH),
    ],
)
def test_vulnerability_is_read_from_the_words_of_pbn_lin_and_people(texts: str, vulnerability: Vulnerability) -> None:
    for text in texts.split():
        assert Vulnerability.parse(f" {text} ") is vulnerability


@pytest.mark.parametrize("text", ["", " ", "/", "X", "S", "NE", "NSEWX", "1"])
def test_what_is_no_vulnerability_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"column 1: expected a vulnerability \(None, NS, EW or All\), got"):
        Vulnerability.parse(text)


def test_vulnerability_is_written_as_pbn_does() -> None:
    assert [str(vulnerability) for vulnerability in Vulnerability] == ["None", "NS", "EW", "All"]
