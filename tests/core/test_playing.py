"""The play: tricks, their winners, and what cannot have been played (Laws 44 and 45)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Card, Deal, IllegalPlay, Seat, Strain, Trick, check_play, tricks_of
from strategies import deals, seats

NORTH, EAST, SOUTH, WEST = Seat
DEAL = Deal.parse("N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752")


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize(
    ("leader", "played", "strain", "winner"),
    [
        (WEST, "HK H8 HA H6", Strain.NOTRUMP, EAST),
        (WEST, "HK H8 H2 H6", Strain.NOTRUMP, WEST),
        (NORTH, "D2 C2 S2 H2", Strain.NOTRUMP, NORTH),
        (NORTH, "D2 C2 S2 H2", Strain.CLUBS, EAST),
        (NORTH, "D2 C2 S2 H2", Strain.DIAMONDS, NORTH),
        (NORTH, "D2 C2 S2 H2", Strain.HEARTS, WEST),
        (NORTH, "D2 C2 S2 H2", Strain.SPADES, SOUTH),
        (EAST, "SA S2 C3 C4", Strain.CLUBS, NORTH),
        (SOUTH, "DA D2 H3", Strain.SPADES, SOUTH),
        (SOUTH, "DT", Strain.SPADES, SOUTH),
    ],
)
def test_the_highest_trump_or_else_the_highest_of_the_suit_led_wins(
    leader: Seat, played: str, strain: Strain, winner: Seat
) -> None:
    assert Trick(leader, cards(played)).winner(strain) is winner


def test_a_trick_knows_who_played_what() -> None:
    trick = Trick(EAST, cards("SA S2 C3"))
    assert [trick.card_of(seat) for seat in (EAST, SOUTH, WEST, NORTH)] == [*cards("SA S2 C3"), None]
    assert not trick.is_complete
    assert Trick(EAST, cards("SA S2 C3 C4")).is_complete


def test_the_winner_of_a_trick_leads_to_the_next() -> None:
    played = cards("HK H8 HA H6  HJ S5 H7 S6  D2 D4 DA H3  SA")
    leaders = {
        Strain.SPADES: [WEST, EAST, NORTH, SOUTH],  # North overruffs South; the ace of diamonds wins
        Strain.HEARTS: [WEST, EAST, EAST, NORTH],  # the jack of hearts holds; the last trick is ruffed
        Strain.NOTRUMP: [WEST, EAST, EAST, WEST],
    }
    for strain, expected in leaders.items():
        found = list(tricks_of(played, WEST, strain))
        assert [trick.leader for trick in found] == expected
        assert [len(trick.cards) for trick in found] == [4, 4, 4, 1]
        assert sum((trick.cards for trick in found), ()) == played
    assert list(tricks_of((), WEST, Strain.SPADES)) == []


@pytest.mark.parametrize(
    ("played", "gist"),
    [
        ("HK H8 HA H6", None),
        ("HK H8 HA H6 D4 DA H3 D2 SA", None),
        ("HA", "trick 1: W played HA without holding it"),
        ("HK HA", "trick 1: N played HA without holding it"),
        ("HK S3", "trick 1: N played S3 while holding hearts"),
        ("HK H8 SQ", "trick 1: E played SQ while holding hearts"),
        ("HK H8 HA H6 D4 S5", "trick 2: S played S5 while holding diamonds"),
        ("HK H8 HA H6 HA", "trick 2: E played HA without holding it"),
        ("HK H8 HA H6 H2 C4 H3 C8", "trick 2: N played C8 without holding it"),
        ("HK H8 HA H6 D4 DA H3 D2 SA S4 S3 D5", "trick 3: E played D5 while holding spades"),
    ],
)
def test_the_first_impossible_card_is_named(played: str, gist: str | None) -> None:
    if gist is None:
        check_play(DEAL, cards(played), WEST, Strain.SPADES)
        return
    with pytest.raises(IllegalPlay) as caught:
        check_play(DEAL, cards(played), WEST, Strain.SPADES)
    assert str(caught.value) == gist


@given(deals(), seats(), st.sampled_from(Strain), st.data())
def test_a_play_in_which_everybody_follows_suit_passes_and_a_revoke_does_not(
    deal: Deal, leader: Seat, strain: Strain, data: st.DataObject
) -> None:
    played, chances = play_out(deal, leader, strain, data.draw(st.integers(0, 2**32)))
    check_play(deal, played, leader, strain)
    owners = [trick.leader.after(turn) for trick in tricks_of(played, leader, strain) for turn in range(4)]
    assert all(deal.holder(card) is owner for card, owner in zip(played, owners, strict=True))
    if chances:
        place, revoke = data.draw(st.sampled_from(chances))
        with pytest.raises(
            IllegalPlay, match=f"^trick {place // 4 + 1}: {owners[place]} played {revoke} while holding"
        ):
            check_play(deal, [*played[:place], revoke], leader, strain)


def play_out(deal: Deal, leader: Seat, strain: Strain, seed: int) -> tuple[list[Card], list[tuple[int, Card]]]:
    """All 52 cards played at random by the rules, and each chance to revoke as (place, card)."""
    left, played, chances = [list(hand) for hand in deal], list[Card](), list[tuple[int, Card]]()
    for number in range(13):
        trick: list[Card] = []
        for turn in range(4):
            hand = left[(leader + turn) % 4]
            follow = [card for card in hand if trick and card.suit is trick[0].suit]
            chances += [(len(played) + turn, card) for card in hand if follow and card not in follow][:1]
            choice = follow or hand
            trick.append(choice[(seed >> number) % len(choice)])
            hand.remove(trick[-1])
        trumps = [card for card in trick if card.suit is strain.suit]
        best = max(trumps or [card for card in trick if card.suit is trick[0].suit])
        leader = Seat((leader + trick.index(best)) % 4)
        played += trick
    return played, chances
