"""Hands as people paste them."""

import pytest

from overtrick.ask.texts import ParseQuestion, parse
from overtrick.core import ParseError, Seat

ONE_HAND = (
    "AKQ2.KT3.A74.982",
    "AKQ2 KT3 A74 982",
    "akq2 k103 a74 982\n",
    "♠AKQ2 ♥KT3 ♦A74 ♣982",
    "S AKQ2 H KT3 D A74 C 982",
    "SAKQ2 HKT3 DA74 C982",
)


@pytest.mark.parametrize("text", ONE_HAND)
def test_one_hand_in_any_notation_is_the_dealers(text: str) -> None:
    (record,) = parse(ParseQuestion(text=text)).boards
    assert str(record.board.deal[Seat.SOUTH]) == "AKQ2.KT3.A74.982"
    assert record.board.dealer is Seat.SOUTH


@pytest.mark.parametrize("text", ["AKQ2.KT3.A74.98", "AKQ2 KT3 A74 98", "♠AKQ2 ♥KT3 ♦A74 ♣98"])
def test_a_hand_of_twelve_cards_says_so(text: str) -> None:
    with pytest.raises(ParseError, match=r"expected 13 cards in a hand, got 12 \(4=3=3=2\)"):
        parse(ParseQuestion(text=text))
