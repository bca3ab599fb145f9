"""Whatever text comes, a parser gives a value or a BridgeError; values copy, pickle and hash."""

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from overtrick import (
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Contract,
    DDTable,
    Deal,
    Hand,
    Rank,
    Result,
    Seat,
    Strain,
    Suit,
    Vulnerability,
)
from strategies import auctions, boards, hands

PARSERS: list[Callable[[str], object]] = [
    Auction.parse,
    Call.parse,
    Card.parse,
    Contract.parse,
    Deal.parse,
    Hand.parse,
    Rank.parse,
    Result.parse,
    Seat.parse,
    Strain.parse,
    Suit.parse,
    Vulnerability.parse,
]

NEARLY = st.text(st.sampled_from("NESWnesw:.-—123456789T0JQKAxXPp!*()=+ \n,♠♥♦♣♤CDHcdhßſİ١"), max_size=70)
"""Text of the characters that parsers look at, and of some that change their length or kind in upper case."""


def column_of_error(parse: Callable[[str], object], text: str) -> int | None:
    """Where the parser found something wrong; None when it gave a value. An error without a column is none of ours."""
    try:
        parse(text)
    except BridgeError as error:
        if not error.message or error.where.column is None:
            raise AssertionError(f"{error!r} does not say what or where") from error
        return error.where.column
    return None


@given(st.one_of(st.text(max_size=40), NEARLY))
@settings(max_examples=400)
@example("N:" + "\x00" * 4)
@example("\ud800")
@example("ß.ß.ß.ß")
@example("1" * 5000)
@example("4SN+" + "9" * 5000)
@example("²S")
def test_any_text_gives_a_value_or_a_bridge_error(text: str) -> None:
    for parse in PARSERS:
        column = column_of_error(parse, text)
        assert column is None or 1 <= column <= len(text) + 1


@given(boards(), st.data())
@settings(max_examples=50)
def test_a_deal_with_one_character_changed_gives_a_value_or_a_bridge_error(board: Board, data: st.DataObject) -> None:
    text = str(board.deal)
    place = data.draw(st.integers(0, len(text) - 1))
    broken = text[:place] + data.draw(NEARLY.map(lambda some: some[:2])) + text[place + 1 :]
    column = column_of_error(Deal.parse, broken)
    assert column is None or 1 <= column <= len(broken) + 1


@given(hands(), auctions(), boards())
@settings(max_examples=30)
def test_values_survive_copying_and_pickling(hand: Hand, auction: Auction, board: Board) -> None:
    for value in (hand, auction, board, board.deal, auction.contract, Result(auction.contract, 7)):
        for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert twin == value
            assert hash(twin) == hash(value)
            assert repr(twin) == repr(value)
    twin = pickle.loads(pickle.dumps(auction))
    assert twin.legal_calls() == auction.legal_calls()
    assert twin.contract == auction.contract


@pytest.mark.parametrize(
    "value",
    [
        Card.parse("SA"),
        Hand.parse("AKQ.JT9.876.5432"),
        Deal.parse("N:- - - -"),
        Call.parse("1N"),
        Auction.parse("1N P"),
        Contract.parse("4SN"),
        Result.parse("4SN="),
        Board(Deal.parse("N:- - - -")),
        DDTable.of([[7] * 5] * 4),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_frozen(value: Any) -> None:
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Card("SA"), "Card('SA')"),
        (Hand("AK2.QJ.T987.6543"), "Hand('AK2.QJ.T987.6543')"),
        (Deal("N:AKQJT98765432... - - -"), "Deal('N:AKQJT98765432... - - -')"),
        (Call("1nt"), "Call('1NT')"),
        (Call("pass"), "Call('P')"),
        (Auction.parse("1N P", dealer=Seat.EAST), "Auction.parse('1N P', dealer=Seat.EAST)"),
        (Contract.parse("4SXN"), "Contract.parse('4SXN')"),
        (Result.parse("3NE-1"), "Result.parse('3NE-1')"),
    ],
)
def test_a_value_reads_like_bridge_and_can_be_typed_back(value: object, text: str) -> None:
    assert repr(value) == text
    assert eval(text) == value
