"""What a call means, in ranges and in words."""

import pytest
from hypothesis import given, settings

from hands.cell_numbers import cell_of
from overtrick import Auction, Deal
from overtrick.hands.cells import Shown
from overtrick.systems.engine.meaning import hcp_text, meaning, range_text, ranges_text
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from strategies import deals

TREE = Tree(System.load("sayc"))
ANY = (0, 13)


@settings(max_examples=15)
@given(deals())
def test_a_meaning_goes_with_the_calls_before_and_with_the_hand(deal: Deal) -> None:
    auction, node = Auction(), TREE.root()
    while not auction.is_over:
        call, _ = node.bid(deal[auction.turn])
        told, before = meaning(node, call).cells, node.shown[node.turn]
        assert told & ~before == 0, f"{auction} {call}: more than was possible before"
        assert told >> cell_of(deal[auction.turn]) & 1, f"{auction} {call}: not the hand that made it"
        auction, node = auction.after(call), node.child(call)


def test_a_passed_hand_has_less_than_an_opening() -> None:
    unlimited, passed = (
        meaning(TREE.node(Auction.parse(calls)), Auction.parse(f"{calls} 2D").calls[-1]).shown.hcp
        for calls in ("1S P", "P P 1S P")
    )
    assert unlimited[1] > 18
    assert passed[1] < 13


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [(15, 17, "15-17 hcp"), (12, 21, "12-21 hcp"), (12, 22, "12+ hcp"), (12, 37, "12+ hcp"), (0, 5, "0-5 hcp"),
     (10, 10, "10 hcp"), (22, 22, "22 hcp"), (0, 37, "0+ hcp")],
)  # fmt: skip
def test_points_are_said_as_players_write_them(low: int, high: int, text: str) -> None:
    assert hcp_text((low, high)) == text


@pytest.mark.parametrize(
    ("low", "high", "text"), [(4, 4, "4"), (4, 6, "4-6"), (5, 7, "5+"), (5, 13, "5+"), (0, 3, "0-3"), (7, 7, "7")]
)
def test_lengths_are_said_as_players_write_them(low: int, high: int, text: str) -> None:
    assert range_text((low, high), 7) == text


@pytest.mark.parametrize(
    ("lengths", "balanced", "text"),
    [  # clubs first
        ((ANY, ANY, (3, 13), (2, 13)), None, "6-9 hcp, 3+♥"),
        ((ANY, ANY, (0, 3), (0, 4)), None, "6-9 hcp, 0-3♥"),
        (((2, 5), (2, 5), (4, 5), (3, 5)), True, "6-9 hcp, balanced, 4-5♥"),
        (((2, 5), (2, 2), (2, 3), (3, 5)), True, "6-9 hcp, balanced, 2♦"),
        (((5, 8), ANY, ANY, (4, 4)), False, "6-9 hcp, 4♠, 5+♣"),
    ],
)
def test_only_suits_worth_a_word_are_said(
    lengths: tuple[tuple[int, int], ...], balanced: bool | None, text: str
) -> None:
    clubs, diamonds, hearts, spades = lengths
    assert ranges_text(Shown((6, 9), (clubs, diamonds, hearts, spades), 1.0, balanced)) == text
