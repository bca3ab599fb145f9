"""The card to play: legal, sensible, and best where the layouts leave no doubt."""

import pytest

from overtrick.core import Card, Contract, Deal, Seat
from overtrick.hands.cells import ALL_CELLS
from overtrick.players.card_play import CardPlayer, PlayView, sensible_card

DEAL = Deal("N:652.7.KQ983.Q763 J94.AQJ85.J6.AT9 KQT873..A542.J82 A.KT96432.T7.K54")
SHOWN = (ALL_CELLS, ALL_CELLS, ALL_CELLS)


def view(seat: Seat, played: str = "", contract: str = "4HE") -> PlayView:
    cards = tuple(map(Card.parse, played.split()))
    parsed = Contract.parse(contract)
    dummy = DEAL[parsed.declarer.partner] if cards else None
    return PlayView(seat, DEAL[seat], parsed, SHOWN, dummy, cards)


@pytest.mark.parametrize(
    ("seat", "played", "contract", "card"),
    [
        (Seat.SOUTH, "", "4HE", "SK"),  # the top of touching honours
        (Seat.WEST, "", "3NS", "H6"),  # the fourth highest
        (Seat.NORTH, "", "3NW", "DK"),  # touching honours before the fourth highest
        (Seat.NORTH, "SK SA", "4HE", "S2"),  # a card that cannot win is low
        (Seat.NORTH, "D2 DT", "4HE", "DK"),  # third hand high
        (Seat.EAST, "D2 D7 DQ", "4HE", "D6"),  # a card that cannot win
        (Seat.EAST, "C2 C4 C6", "4HE", "C9"),  # fourth hand wins cheaply
        (Seat.SOUTH, "D6", "4HN", "D2"),  # second hand low
        (Seat.SOUTH, "H8", "4HN", "C2"),  # a discard
    ],
)
def test_sensible_cards(seat: Seat, played: str, contract: str, card: str) -> None:
    assert sensible_card(view(seat, played, contract)) == Card.parse(card)


def test_who_cannot_hold_what_is_seen_in_the_play() -> None:
    seen = view(Seat.NORTH, "SK SA S2 S4 H2 H7 HA D2")
    lho, partner, rho = seen.barred()  # East, South who has no hearts, West who is dummy
    assert sum(partner[26:39]) == 12  # all hearts but North's own, which is no hidden card
    assert not lho[Card.parse("HA").index]
    assert partner[Card.parse("HA").index]
    assert lho[Card.parse("CK").index]
    assert not rho[Card.parse("CK").index]
    assert rho[Card.parse("CA").index]
    assert not any(row[card.index] for row in (lho, partner, rho) for card in DEAL[Seat.NORTH])


def test_layouts_agree_with_every_card_seen() -> None:
    seen = view(Seat.EAST, "SK SA S2 S4 H2 H7 HA D2")
    deals = CardPlayer(5)._deals(seen)
    assert deals
    for deal in deals:
        assert (deal[Seat.EAST], deal[Seat.WEST]) == (DEAL[Seat.EAST], DEAL[Seat.WEST])
        assert not deal[Seat.SOUTH].ranks(Card.parse("H2").suit)
        assert Card.parse("SK") in deal[Seat.SOUTH]


def test_the_solver_chooses_for_dummy_too() -> None:
    played = "SK SA S2 S4 H2 H7 HA D2 H5 C2 HK C3 H3 D3 HQ S3 S9 ST H4 S5"
    seen = view(Seat.EAST, played)
    assert seen.turn == Seat.WEST
    assert CardPlayer(4).card(seen) in seen.legal_cards()
    assert set(seen.legal_cards()) < set(DEAL[Seat.WEST])
