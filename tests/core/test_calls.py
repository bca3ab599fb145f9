"""The 38 calls."""

import copy
import pickle

import pytest

from overtrick import BIDS, CALLS, DOUBLE, PASS, REDOUBLE, Call, ParseError, Strain

CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = Strain


def test_the_calls_in_order_are_pass_double_redouble_and_the_bids_as_they_outrank_each_other() -> None:
    bids = [f"{level}{letter}" for level in range(1, 8) for letter in "CDHSN"]
    assert [str(call) for call in CALLS] == ["P", "X", "XX", *bids]
    assert [call.index for call in CALLS] == list(range(38))
    assert CALLS[:3] == (PASS, DOUBLE, REDOUBLE)
    assert CALLS[3:] == BIDS
    assert sorted(CALLS, reverse=True) == list(CALLS[::-1])


def test_a_bid_knows_its_level_and_strain() -> None:
    for level in range(1, 8):
        for strain in Strain:
            call = Call.of(level, strain)
            assert (call.level, call.strain, call.is_bid) == (level, strain, True)
            assert str(call) == f"{level}{strain}"
            assert call.symbol == f"{level}{strain.symbol}"


def test_the_other_calls_have_neither() -> None:
    for call, symbol in ((PASS, "Pass"), (DOUBLE, "X"), (REDOUBLE, "XX")):
        assert (call.level, call.is_bid, call.symbol) == (0, False, symbol)
        with pytest.raises(ValueError, match="names no strain"):
            _ = call.strain


@pytest.mark.parametrize(
    ("texts", "call"),
    [
        (("P", "p", "Pass", "PASS", "pass", "-", "/", "NB", "No bid", " p "), PASS),
        (("X", "x", "D", "d", "DBL", "dbl", "Double", "X!", "x*"), DOUBLE),
        (("XX", "xx", "R", "r", "RDBL", "rdbl", "Redouble"), REDOUBLE),
        (("1C", "1c", "1♣", "1♧", "1 club", "1clubs", "1C!", "1♣ !"), Call.of(1, CLUBS)),
        (("3D", "3d", "3♦", "3 diamonds", "3d*"), Call.of(3, DIAMONDS)),
        (("4H", "4h", "4♥", "4 hearts"), Call.of(4, HEARTS)),
        (("2S", "2s", "2♠", "2 spades", "2S!"), Call.of(2, SPADES)),
        (("1N", "1n", "1NT", "1nt", "1Nt", "1 NT", "1 notrump"), Call.of(1, NOTRUMP)),
        (("7N", "7NT", " 7nt! "), Call.of(7, NOTRUMP)),
    ],
)
def test_a_call_is_read_in_every_way_people_write_it(texts: tuple[str, ...], call: Call) -> None:
    for text in texts:
        assert Call.parse(text) is call


@pytest.mark.parametrize(
    "text", ["", " ", "!", "0C", "8C", "1", "C", "1X", "XXX", "1CC", "10", "1SA", "pas", "AP", "1C 1D"]
)
def test_what_is_no_call_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Call.parse(text)
    assert str(caught.value) == f"column 1: expected a call (P, X, XX or 1C to 7N), got {text!r}"


def test_every_call_is_read_back_from_its_text_and_its_symbol() -> None:
    for call in CALLS:
        assert Call.parse(str(call)) is call
        assert Call.parse(call.symbol) is call


def test_a_copied_or_unpickled_call_is_the_same_object() -> None:
    for call in CALLS:
        assert pickle.loads(pickle.dumps(call)) is call
        assert copy.copy(call) is call
        assert copy.deepcopy(call) is call


@pytest.mark.parametrize("level", [0, 8])
def test_bids_go_from_one_to_seven(level: int) -> None:
    with pytest.raises(ValueError, match="level is 1 to 7"):
        Call.of(level, CLUBS)


@pytest.mark.parametrize("index", [-1, 38])
def test_there_are_no_other_calls(index: int) -> None:
    with pytest.raises(ValueError, match="0 to 37"):
        Call(index)
