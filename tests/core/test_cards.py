"""Suits, strains, ranks and cards: their order, their letters, their notations."""

import pytest

from overtrick import RANKS, Card, ParseError, Rank, Strain, Suit

CLUBS, DIAMONDS, HEARTS, SPADES = Suit


def test_the_suits_rank_as_at_the_table() -> None:
    assert CLUBS < DIAMONDS < HEARTS < SPADES
    assert [str(suit) for suit in Suit] == ["C", "D", "H", "S"]
    assert [suit.symbol for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.is_major for suit in Suit] == [False, False, True, True]


def test_the_strains_are_the_suits_and_notrump_above_them() -> None:
    assert [suit.strain for suit in Suit] == list(Strain)[:4]
    assert [strain.suit for strain in Strain] == [CLUBS, DIAMONDS, HEARTS, SPADES, None]
    assert [str(strain) for strain in Strain] == ["C", "D", "H", "S", "N"]
    assert [strain.symbol for strain in Strain] == ["♣", "♦", "♥", "♠", "NT"]
    assert [strain.is_major for strain in Strain] == [False, False, True, True, False]
    assert [strain.is_minor for strain in Strain] == [True, True, False, False, False]


@pytest.mark.parametrize(
    ("texts", "suit"),
    [
        (("C", "c", "♣", "♧", "club", "Clubs", " CLUBS "), CLUBS),
        (("D", "d", "♦", "♢", "diamond", "Diamonds"), DIAMONDS),
        (("H", "h", "♥", "♡", "heart", "Hearts"), HEARTS),
        (("S", "s", "♠", "♤", "spade", "Spades"), SPADES),
    ],
)
def test_a_suit_is_read_from_letter_symbol_or_name(texts: tuple[str, ...], suit: Suit) -> None:
    for text in texts:
        assert Suit.parse(text) is suit
        assert Strain.parse(text) is suit.strain


@pytest.mark.parametrize("text", ["N", "n", "NT", "nt", "notrump", "NoTrumps"])
def test_notrump_is_a_strain_and_no_suit(text: str) -> None:
    assert Strain.parse(text) is Strain.NOTRUMP
    with pytest.raises(ParseError, match=r"column 1: expected a suit \(C, D, H or S\), got"):
        Suit.parse(text)


@pytest.mark.parametrize("text", ["", " ", "X", "SS", "spad", "clubss", "1"])
def test_what_is_no_strain_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"column 1: expected a strain \(C, D, H, S or N\), got"):
        Strain.parse(text)


def test_the_ranks_ascend_from_two_to_ace() -> None:
    assert "".join(map(str, Rank)) == RANKS == "23456789TJQKA"
    assert [Rank.parse(letter) for letter in RANKS] == list(Rank)
    assert [Rank.parse(text) for text in ("10", "t", "a", " K ")] == [Rank.TEN, Rank.TEN, Rank.ACE, Rank.KING]


@pytest.mark.parametrize("text", ["", " ", "1", "0", "23", "JQ", "QK", "TJQ", "11", "S"])
def test_what_is_no_rank_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="column 1: expected a rank"):
        Rank.parse(text)


def test_a_card_is_thirteen_times_its_suit_plus_its_rank() -> None:
    cards = [Card.of(suit, rank) for suit in Suit for rank in Rank]
    assert [card.index for card in cards] == list(range(52))
    assert [(card.suit, card.rank) for card in cards] == [(suit, rank) for suit in Suit for rank in Rank]
    assert " ".join(str(Card(index)) for index in (0, 12, 13, 25, 26, 38, 39, 51)) == "C2 CA D2 DA H2 HA S2 SA"
    assert Card(34).symbol == "♥T"


def test_every_card_is_read_back_from_its_text() -> None:
    for card in map(Card, range(52)):
        for text in (str(card), card.symbol, str(card).lower(), str(card)[::-1], str(card).replace("T", "10")):
            assert Card.parse(text) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("SA", "SA"),
        ("as", "SA"),
        ("♠A", "SA"),
        ("A♤", "SA"),
        ("S10", "ST"),
        ("10♥", "HT"),
        (" d2 ", "D2"),
        ("2♦", "D2"),
    ],
)
def test_a_card_may_have_its_suit_first_or_last(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["", "A", "S", "SS", "AA", "S1", "1S", "SAK", "♠", "NA", "1010", "S 2"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="column 1: expected a card such as SA or HT, got"):
        Card.parse(text)


@pytest.mark.parametrize("index", [-1, 52])
def test_there_are_no_more_than_52_cards(index: int) -> None:
    with pytest.raises(ValueError, match="0 to 51"):
        Card(index)
