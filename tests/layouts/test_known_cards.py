"""Cards that somebody is known to hold or not: read, and refused where no layout is left."""

import pytest

from overtrick.core import BridgeError, Card, Hand, Seat
from overtrick.layouts.known_cards import barred_cards, known_deal

OWN = Hand.parse("KQ84.A97.A762.T6")


def test_a_card_held_by_one_is_barred_from_the_others() -> None:
    barred = barred_cards(OWN, Seat.SOUTH, ["partner:SA", "W:HK,HQ"])
    assert barred[:, Card.parse("SA").index].tolist() == [True, False, True]
    assert barred[:, Card.parse("HK").index].tolist() == [False, True, True]
    deal = known_deal(OWN, Seat.SOUTH, barred)
    assert [str(deal[seat]) for seat in Seat] == ["A...", "...", str(OWN), ".KQ.."]


def test_a_card_that_two_lack_is_with_the_third() -> None:
    barred = barred_cards(OWN, Seat.NORTH, lacks=["lho:CA", "rho:CA"])
    assert Card.parse("CA") in known_deal(OWN, Seat.NORTH, barred)[Seat.SOUTH]


@pytest.mark.parametrize(
    ("holds", "lacks", "says"),
    [
        (["partner:HA"], [], "HA of one's own hand"),
        (["partner:SA", "lho:SA"], [], "nobody can hold SA"),
        ([], ["lho:SA", "partner:SA", "rho:SA"], "nobody can hold SA"),
        (["rho:" + ",".join(f"{suit}{rank}" for suit in "CD" for rank in "KQJ9853")], [], "only rho can hold, got 14"),
        (["me:SA"], [], "expected a seat"),
        (["S:SA"], [], "one's own"),
        (["partner"], [], "partner:SA"),
        (["partner:SX"], [], "expected a card"),
    ],
)
def test_what_cannot_be_is_refused(holds: list[str], lacks: list[str], says: str) -> None:
    with pytest.raises(BridgeError, match=says):
        barred_cards(OWN, Seat.SOUTH, holds, lacks)
