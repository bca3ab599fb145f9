"""Deals: four hands that share no card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Card, Deal, Hand, InvalidDeal, ParseError, Seat
from strategies import deals, seats

NORTH, EAST, SOUTH, WEST = Seat
TEXT = "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
DEAL = Deal.parse(TEXT)
HANDS = [Hand.parse(word) for word in TEXT[2:].split()]


def test_each_player_gets_his_own_hand() -> None:
    assert [DEAL[seat] for seat in Seat] == HANDS == list(DEAL)
    assert [hand.hcp for hand in DEAL] == [11, 10, 12, 7]
    assert DEAL.holder(Card.parse("DK")) is NORTH
    assert DEAL.holder(Card.parse("SQ")) is EAST
    assert DEAL.holder(Card.parse("SA")) is SOUTH
    assert DEAL.holder(Card.parse("CQ")) is WEST
    assert DEAL.is_complete
    assert DEAL.missing == ()
    assert DEAL.require_complete() is DEAL


@pytest.mark.parametrize("first", Seat)
def test_the_hands_come_clockwise_from_the_first_player(first: Seat) -> None:
    turned = HANDS[first:] + HANDS[:first]
    text = f"{first}:" + " ".join(map(str, turned))
    assert Deal.parse(text) == Deal.of(turned, first) == DEAL
    assert DEAL.text(first) == text
    assert str(DEAL) == TEXT


@pytest.mark.parametrize(
    "text",
    [
        TEXT.lower(),
        TEXT.replace("T", "10"),
        f"  {TEXT.replace(' ', '   ')}\n",
        TEXT.replace("N:", "N : "),
        "N:S63.H8.DKJT932.CAK63 SQ2.HAJT92.DQ854.CJT SAKJT985.H6.DA76.C84 S74.HKQ7543.D.CQ9752",
        "N:♠63♥8♦KJT932♣AK63 ♠Q2♥AJT92♦Q854♣JT ♠AKJT985♥6♦A76♣84 ♠74♥KQ7543♣Q9752",
        TEXT.replace("74.KQ7543..Q9752", "-"),
        TEXT.replace("Q2.AJT92.Q854.JT", "-"),
    ],
)
def test_a_deal_is_read_as_seen_in_the_wild(text: str) -> None:
    assert Deal.parse(text) == DEAL


@pytest.mark.parametrize("missing", Seat)
def test_a_missing_fourth_hand_gets_the_cards_left_over(missing: Seat) -> None:
    known = [Hand() if seat is missing else DEAL[seat] for seat in Seat]
    assert Deal.of(known) == DEAL
    assert Deal.of(known[1:] + known[:1], EAST) == DEAL


def test_two_unknown_hands_stay_unknown() -> None:
    text = "N:63.8.KJT932.AK63 - AKJT985.6.A76.84 -"
    deal = Deal.parse(text)
    assert deal[EAST] == deal[WEST] == Hand()
    assert str(deal) == text
    assert not deal.is_complete
    assert len(deal.missing) == 26
    assert [str(card) for card in deal.missing[:3]] == ["SQ", "S7", "S4"]


def test_hands_may_have_fewer_than_thirteen_cards() -> None:
    deal = Deal.parse("W:A... K... Q... J...")
    assert [str(deal[seat]) for seat in (WEST, NORTH, EAST, SOUTH)] == ["A...", "K...", "Q...", "J..."]
    with pytest.raises(InvalidDeal, match=r"13 cards in each hand, got N 1, E 1, S 1, W 1; missing: ST S9 .* more"):
        deal.require_complete()


def test_an_incomplete_deal_names_the_missing_cards() -> None:
    deal = Deal.parse(TEXT.replace("63.8.KJT932.AK63", "63.8.KJT932.A3"))
    with pytest.raises(InvalidDeal, match=r"got N 11, E 13, S 13, W 13; missing: CK C6$"):
        deal.require_complete()


@pytest.mark.parametrize(
    ("text", "column", "gist"),
    [
        ("", 1, "expected a deal such as N:AKQ.JT9.876.5432"),
        ("AKQ.JT9.876.5432 - - -", 1, "expected a deal such as N:"),
        ("X:- - - -", 1, "expected a deal such as N:"),
        ("N:", 3, "expected four hands, got 0"),
        ("N:- - -", 3, "expected four hands, got 3"),
        ("N: - - - - -", 4, "expected four hands, got 5"),
        ("N:AKZ.JT9.876.5432 - - -", 5, "expected cards (AKQJT98765432), got 'Z'"),
        ("N:- AKQ.JT9.876.543Z - -", 20, "got 'Z'"),
        ("  N:-   AKQ.JTT.876.5432 - -", 15, "HT is in the hand twice"),
        ("N:- - - AKQ.JT9.876", 9, "expected four suits"),
        ("N:- AKQJT98.AKQJT98.. - -", 5, "expected at most 13 cards in a hand, got 14"),
    ],
)
def test_a_bad_deal_is_refused_with_the_column(text: str, column: int, gist: str) -> None:
    with pytest.raises(ParseError) as caught:
        Deal.parse(text)
    assert caught.value.where.column == column
    assert gist in caught.value.message


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)])
def test_a_card_held_by_any_two_players_is_named(one: int, other: int) -> None:
    hands = ["2...", ".2..", "..2.", "...2"]
    hands[one] = "A.3.."
    hands[other] = "A..4."
    with pytest.raises(InvalidDeal, match=r"column 3: held by two players: SA$"):
        Deal.parse("N:" + " ".join(hands))
    with pytest.raises(InvalidDeal, match=r"held by two players: SA$"):
        Deal.of([Hand.parse(hand) for hand in hands])


def test_three_full_hands_that_share_a_card_are_not_completed() -> None:
    hands = [HANDS[0], HANDS[0], HANDS[2], Hand()]
    with pytest.raises(InvalidDeal, match="held by two players: S6 S3 H8 DK"):
        Deal.of(hands)


def test_a_deal_has_four_hands() -> None:
    with pytest.raises(InvalidDeal, match="expected four hands, got 3"):
        Deal.of(HANDS[:3])


@given(deals(), seats())
def test_a_deal_is_read_back_from_its_text_whoever_comes_first(deal: Deal, first: Seat) -> None:
    assert Deal.parse(deal.text(first)) == deal
    assert eval(repr(deal)) == deal


@given(deals(), st.sets(seats(), min_size=2), st.sampled_from(Seat))
def test_a_deal_with_unknown_hands_is_read_back(deal: Deal, hidden: set[Seat], first: Seat) -> None:
    partial = Deal.of([Hand() if seat in hidden else deal[seat] for seat in Seat])
    assert Deal.parse(partial.text(first)) == partial


@given(deals(), st.integers(-5, 5))
def test_turning_the_table_moves_every_hand_clockwise(deal: Deal, turns: int) -> None:
    turned = deal.rotated(turns)
    assert all(turned[seat.after(turns)] == deal[seat] for seat in Seat)
