"""Cards of a play, and what they leave."""

import pytest

from overtrick.ask.dd import CardsQuestion, answer_cards
from overtrick.core import BridgeError, Card, Contract, Deal, Seat

DEAL = Deal.parse("N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752")
CONTRACT = Contract.parse("4SS")


def _ask(played: str) -> CardsQuestion:
    return CardsQuestion(deal=DEAL, contract=CONTRACT, played=tuple(Card.parse(card) for card in played.split()))


def test_every_card_has_the_tricks_that_declarer_then_takes() -> None:
    found = answer_cards(_ask(""))
    assert (found.turn, found.won, found.tricks) == (Seat.WEST, 0, (11,))
    tricks = {str(each.card): each.tricks for each in found.cards}
    assert (tricks["HK"], tricks["CQ"], tricks["S7"], len(tricks)) == (11, 12, 13, 13)


def test_a_trick_that_was_given_up_is_seen_and_the_winner_goes_on() -> None:
    found = answer_cards(_ask("HK H8 H2 H6"))
    assert (found.turn, found.won, found.tricks) == (Seat.WEST, 0, (11, 11, 11, 12, 12))
    assert {each.tricks for each in found.cards} == {12}
    after = answer_cards(_ask("HK H8 HA H6 D4 DA H3"))
    assert (after.turn, after.won) == (Seat.NORTH, 0)
    assert answer_cards(_ask("HK H8 HA H6 D4 DA H3 D2")).won == 1


def test_a_revoke_names_the_play() -> None:
    with pytest.raises(BridgeError, match="trick 1: N played S3 while holding hearts"):
        answer_cards(_ask("HK S3"))
