"""Hands: what they hold, and every way people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import RANKS, Card, Hand, InvalidDeal, ParseError, Rank, Suit
from strategies import hands

CLUBS, DIAMONDS, HEARTS, SPADES = Suit
PLAIN = Hand.parse("AKQ.JT9.876.5432")


def test_a_hand_knows_its_cards_by_suit() -> None:
    assert " ".join(map(str, PLAIN)) == "SA SK SQ HJ HT H9 D8 D7 D6 C5 C4 C3 C2"
    assert PLAIN.lengths == (4, 3, 3, 3)
    assert PLAIN.ranks(SPADES) == (Rank.ACE, Rank.KING, Rank.QUEEN)
    assert PLAIN.ranks(HEARTS) == (Rank.JACK, Rank.TEN, Rank.NINE)
    assert PLAIN.holding(DIAMONDS) == 1 << Rank.EIGHT | 1 << Rank.SEVEN | 1 << Rank.SIX
    assert PLAIN.holding(CLUBS) == 0b1111
    assert Card.parse("SA") in PLAIN
    assert Card.parse("HA") not in PLAIN


@pytest.mark.parametrize(
    ("text", "hcp", "lengths", "shape", "balanced"),
    [
        ("AKQ.JT9.876.5432", 10, (4, 3, 3, 3), (4, 3, 3, 3), True),
        ("AKQJT.A32.K2.432", 17, (3, 2, 3, 5), (5, 3, 3, 2), True),
        ("A2.KQ43.J765.Q54", 12, (3, 4, 4, 2), (4, 4, 3, 2), True),
        ("AQ.J87654.K92.J3", 11, (2, 3, 6, 2), (6, 3, 2, 2), False),
        ("K9862.A.QJ32.T98", 10, (3, 4, 1, 5), (5, 4, 3, 1), False),
        (".KQJT62.T9876.84", 6, (2, 5, 6, 0), (6, 5, 2, 0), False),
        ("5.4.3.2", 0, (1, 1, 1, 1), (1, 1, 1, 1), False),
        ("...", 0, (0, 0, 0, 0), (0, 0, 0, 0), False),
    ],
)
def test_points_and_shape(
    text: str, hcp: int, lengths: tuple[int, ...], shape: tuple[int, ...], balanced: bool
) -> None:
    hand = Hand.parse(text)
    assert (hand.hcp, hand.lengths, hand.shape, hand.is_balanced) == (hcp, lengths, shape, balanced)
    assert hand.is_complete == (sum(lengths) == 13)
    assert str(hand) == text


@given(hands())
def test_the_mask_agrees_with_a_plain_list_of_cards(hand: Hand) -> None:
    cards = [Card(index) for index in range(52) if hand.mask & 2**index]
    assert list(hand) == cards[::-1]
    assert Hand.of(cards) == hand
    assert len(hand) == len(cards)
    assert hand.hcp == sum(max(card.rank - Rank.TEN, 0) for card in cards)
    assert hand.lengths == tuple(sum(card.suit is suit for card in cards) for suit in Suit)
    for suit in Suit:
        assert hand.ranks(suit) == tuple(card.rank for card in cards[::-1] if card.suit is suit)


def test_hands_join_and_part() -> None:
    spades, clubs = Hand.parse("AK..."), Hand.parse("...32")
    assert str(spades | clubs) == "AK...32"
    assert str((spades | clubs) - spades) == "...32"


@pytest.mark.parametrize(
    "text",
    [
        "AKQ.JT9.876.5432",
        " AKQ.JT9.876.5432 ",
        "akq.jt9.876.5432",
        "AKQ.J109.876.5432",
        "QKA.9TJ.678.2345",
        "AKQ JT9 876 5432",
        "AKQ   J109 876\t5432",
        "AKQ . JT9 . 876 . 5432",
        "AKQ, JT9, 876, 5432",
        "SAKQHJT9D876C5432",
        "SAKQ HJT9 D876 C5432",
        "SAKQ.HJT9.D876.C5432",
        "sakq hj109 d876 c5432",
        "S: A K Q H: J 10 9 D: 8 7 6 C: 5 4 3 2",
        "C5432 D876 HJT9 SAKQ",
        "♠AKQ♥JT9♦876♣5432",
        "♠ A K Q ♥ J 10 9 ♦ 8 7 6 ♣ 5 4 3 2",
        "♤AKQ ♡JT9 ♢876 ♧5432",
    ],
)
def test_a_hand_is_read_in_every_way_people_type_it(text: str) -> None:
    assert Hand.parse(text) == PLAIN


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("- KQJT62 T9876 84", ".KQJT62.T9876.84"),
        ("-.KQJT62.T9876.84", ".KQJT62.T9876.84"),
        (".KQJT62.T9876.84", ".KQJT62.T9876.84"),
        ("HKQJT62 DT9876 C84", ".KQJT62.T9876.84"),
        ("♠— ♥KQJT62 ♦T9876 ♣84", ".KQJT62.T9876.84"),
        ("KQJT62 - T9876 84", "KQJT62..T9876.84"),
        ("KQJT62 T9876 84 -", "KQJT62.T9876.84."),
        ("SA7.H864.DQJT73.CAKQ", "A7.864.QJT73.AKQ"),
        ("...", "..."),
        ("A...", "A..."),
        (".2..", ".2.."),
    ],
)
def test_voids_and_short_hands_are_read(text: str, hand: str) -> None:
    assert str(Hand.parse(text)) == hand


@pytest.mark.parametrize(
    ("text", "column", "gist"),
    [
        ("", 1, "expected four suits, spades first, as in AKQ.JT9.876.5432, got 0 in ''"),
        ("AKQ", 1, "expected four suits, spades first, as in AKQ.JT9.876.5432, got 1"),
        ("AKQ.JT9.876", 1, "got 3 in 'AKQ.JT9.876'"),
        ("A.K.Q.J.T", 1, "got 5"),
        ("AKQ JT9 876 5432 2", 1, "got 5"),
        ("AKX.JT9.876.5432", 3, "expected cards (AKQJT98765432), got 'X'"),
        ("AKQ.JT9.876.543Z", 16, "got 'Z'"),
        ("AKQ  JT9 8?6 5432", 11, "got '?'"),
        ("AKQ.J19.876.5432", 6, "got '1'"),
        ("AKK.JT9.876.5432", 3, "SK is in the hand twice"),
        ("AKQ.JTT.876.5432", 7, "HT is in the hand twice"),
        ("AKQ.JT10.876.5432", 7, "HT is in the hand twice"),
        ("SAKQ SJT9", 6, "the suit S comes twice"),
        ("♠AKQ ♥JT ♠9", 10, "the suit ♠ comes twice"),
        ("AKQ HJT9", 1, "expected a suit letter first"),
        ("SAKQ HJTX", 9, "expected cards (AKQJT98765432), got 'X'"),
        ("AKQJT98.AKQJT98..", 1, "expected at most 13 cards in a hand, got 14"),
        ("akß.jt9.876.5432", 3, "got 'ß'"),
    ],
)
def test_a_bad_hand_is_refused_with_the_column(text: str, column: int, gist: str) -> None:
    with pytest.raises(ParseError) as caught:
        Hand.parse(text)
    assert caught.value.where.column == column
    assert gist in caught.value.message


def test_a_hand_has_thirteen_different_cards_at_most() -> None:
    with pytest.raises(InvalidDeal, match="at most 13 cards in a hand, got 14"):
        Hand((1 << 14) - 1)
    with pytest.raises(InvalidDeal, match="52 bits"):
        Hand(1 << 52)
    with pytest.raises(InvalidDeal, match="52 bits"):
        Hand(-1)
    with pytest.raises(InvalidDeal, match="H3 is in the hand twice"):
        Hand.of([Card.parse("H3"), Card.parse("S3"), Card.parse("H3")])
    with pytest.raises(InvalidDeal, match="at most 13"):
        Hand.of(map(Card, range(14)))


@given(hands())
def test_a_hand_is_read_back_from_its_text(hand: Hand) -> None:
    assert Hand.parse(str(hand)) == hand
    assert eval(repr(hand)) == hand


@given(hands(), st.permutations(list(Suit)), st.sampled_from(["", " ", ". ", ", "]), st.booleans())
def test_a_hand_with_suit_letters_is_read_in_any_order(hand: Hand, order: list[Suit], gap: str, symbols: bool) -> None:
    parts = [
        (suit.symbol if symbols else str(suit)) + "".join(RANKS[rank] for rank in hand.ranks(suit)) for suit in order
    ]
    assert Hand.parse(gap.join(parts)) == hand


@given(hands(), st.permutations(RANKS))
def test_the_order_of_the_ranks_does_not_matter(hand: Hand, order: list[str]) -> None:
    shuffled = [sorted(part, key=order.index) for part in str(hand).split(".")]
    assert Hand.parse(".".join("".join(part) for part in shuffled)) == hand
