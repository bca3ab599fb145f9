"""Conditions on the auction."""

import pytest

from overtrick import Auction, Call, ParseError, Suit, Vulnerability
from overtrick.systems.engine.tree import Tree
from overtrick.systems.language.auction_conditions import read_auction_condition
from overtrick.systems.system import System

TREE = Tree(
    System.loads(
        """
system: Sample
situations:
- when: opening
  rules:
  - {call: 1N, hand: "15-17 hcp, balanced"}
  - {call: 1S, hand: "12+ hcp, 5+ S", forcing: 1 round}
  - {call: 1H, hand: "12+ hcp, 5+ H"}
- when: 1S
  rules:
  - {call: 2S, hand: "6-9 hcp, 3+ S"}
  - {call: 3S, hand: "13+ hcp, 4+ S", forcing: game}
  - {call: 1N, hand: any}
"""
    )
)
SUITS = {"X": Suit.HEARTS, "M": Suit.SPADES}


@pytest.mark.parametrize(
    ("text", "auction", "call", "holds"),
    [
        ("passed hand", "P P 1S P", "2S", True),
        ("passed hand", "P 1S P", "2S", False),
        ("partner passed hand", "P P", "1S", True),
        ("partner passed hand", "1S P P", "2S", False),
        ("seat 3-4", "P P", "1S", True),
        ("seat 3-4", "P", "1S", False),
        ("vul us", "", "1S", True),
        ("vul favourable", "", "1S", False),
        ("vul unfavourable", "", "1S", True),
        ("level 1-2", "", "2S", True),
        ("level 1-2", "", "3S", False),
        ("level 1-2", "1S", "X", False),
        ("at most 2H", "", "2S", False),
        ("jump", "1S", "3D", True),
        ("jump", "1S", "2D", False),
        ("balancing", "1S P P", "X", True),
        ("balancing", "1S P", "2S", False),
        ("contested", "1S 2C", "2S", True),
        ("contested", "1S P", "2S", False),
        ("rho doubled", "1S X", "2S", True),
        ("rho bid and partner bid", "1S 2C", "2S", True),
        ("partner passed", "1S P P", "X", True),
        ("passed hand", "1S P 2S P P", "X", False),
        ("forced", "1S P", "2S", True),
        ("game forced", "1S P 3S P", "4S", True),
        ("agreed M", "1S P 3S P", "4S", True),
        ("agreed X", "1S P 3S P", "4S", False),
        ("M above X", "", "1S", True),
        ("X above M", "", "1S", False),
        ("X = H, M != H", "", "1S", True),
        ("X unbid", "1H P", "1S", False),
        ("X natural", "1H P", "1S", True),
        ("partner has 12", "1S P", "2S", True),
        ("partner has 16", "1S P", "2S", False),
        ("partner shows 5+ M", "1S P", "2S", True),
        ("partner limited", "1S P 2S P", "4S", True),
        ("partner unlimited", "1S P", "4S", True),
        ("partner at most 9", "1S P 2S P", "4S", True),
        ("not (passed hand or balancing), level 1", "", "1S", True),
    ],
)
def test_conditions_hold_where_they_should(text: str, auction: str, call: str, holds: bool) -> None:
    node = TREE.node(Auction.parse(auction), Vulnerability.NS)
    assert read_auction_condition(text).holds(node, SUITS, Call.parse(call)) is holds


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("balansing", "did you mean 'balancing'", 1),
        ("not passed hand, vul green", "expected one of us", 22),
        ("level", "expected a number", 6),
        ("(forced", "expected ')'", 8),
        ("forced forced", "expected a comma", 8),
        ("X below Y", "expected above", 3),
        ("", "expected a condition", 1),
    ],
)
def test_mistakes_have_their_place(text: str, words: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read_auction_condition(text)
    assert words in str(caught.value)
    assert caught.value.where.column == column
