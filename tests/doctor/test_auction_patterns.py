"""Auctions as patterns of a system's file."""

import pytest

from overtrick.core import Auction, Call, Seat
from overtrick.doctor.auction_patterns import AuctionPattern, situation_words
from overtrick.systems.engine.tree import Node
from overtrick.systems.language.patterns import Pattern, PatternEvent
from overtrick.systems.table import Table


def node(calls: str) -> Node:
    return Table.of("sayc", "sayc").tree.node(Auction.parse(calls, Seat.NORTH))


@pytest.mark.parametrize(
    ("calls", "pattern"),
    [
        ("", "opening"),
        ("P P", "opening"),
        ("1S P", "1M"),
        ("P 1H 2C", "1M (2m)"),
        ("1H 2C P P", "1M (2m) P"),
        ("1D P P", "(1m) P"),
        ("1S P 2H P 3D P", "1M 2OM 3m"),
        ("1N P 2H P 2S P", "1N 2H 2M"),
        ("1C X", "1m (X)"),
    ],
)
def test_pattern_of_an_auction(calls: str, pattern: str) -> None:
    assert AuctionPattern.of(node(calls)).text == pattern


@pytest.mark.parametrize("calls", ["1S P", "P 1H 2C", "1S P 2H P 3D P", "1C 1H 2D P"])
def test_the_pattern_fits_its_auction(calls: str) -> None:
    at = node(calls)
    events = [
        PatternEvent(call, (place ^ at.turn) & 1 == 0)
        for place, call in enumerate(at.auction.calls)
        if place >= at.opener
    ]
    assert list(Pattern.parse(AuctionPattern.of(at).text).matches(events))


def test_a_suit_that_has_not_come_up_gets_the_next_letter() -> None:
    pattern = AuctionPattern.of(node("1S P"))
    calls = [(Call("4S"), False), (Call("2H"), False), (Call("2D"), False), (Call("2C"), False), (Call("2N"), True)]
    assert pattern.calls(*calls) == ("4M", "2OM", "2m", "2om", "2N")


def test_a_condition_on_hands_has_the_letters_of_its_auction() -> None:
    pattern = AuctionPattern.of(node("1S P"))
    assert pattern.hand_text("10-12 support points S, 3+ S, 0-4 H") == "10-12 support points M, 3+ M, 0-4 H"
    assert pattern.hand_text("5+ H, H >= D", (Call("2H"), False)) == "5+ OM, OM >= D"


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("opening", "Nobody has opened."),
        ("1M", "Partner opens 1 of a major."),
        ("(1m) X", "Left-hand opponent opens 1 of a minor, partner doubles."),
        ("1M (2m) P", "You open 1 of a major, left-hand opponent bids 2 of a minor, partner passes."),
        ("1N 2H 2M", "Partner opens 1NT, you bid 2♥, partner bids 2 of a major."),
        ("1M (X) 3M", "You open 1 of a major, left-hand opponent doubles, partner bids 3 of that major."),
    ],
)
def test_a_pattern_in_words(pattern: str, words: str) -> None:
    assert situation_words(pattern) == words
