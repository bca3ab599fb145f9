"""Double dummy in the middle of the play."""

import random
from itertools import pairwise

import pytest

from overtrick import Card, Contract, Deal, IllegalPlay, Seat, Side, Strain, Trick, tricks_of
from overtrick.solver import analyse_play, solve, solve_cards

DEAL = Deal.parse("N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT")


def random_play(deal: Deal, leader: Seat, strain: Strain, seed: int) -> list[Card]:
    """All 52 cards, each legal, otherwise at random."""
    chance, left, played = random.Random(seed), [set(hand) for hand in deal], list[Card]()
    for _ in range(13):
        trick: tuple[Card, ...] = ()
        for turn in range(4):
            hand = left[leader.after(turn)]
            following = [card for card in hand if trick and card.suit == trick[0].suit] or list(hand)
            card = chance.choice(sorted(following))
            hand.remove(card)
            trick += (card,)
        played += trick
        leader = Trick(leader, trick).winner(strain)
    return played


def test_the_best_lead_gives_the_table_and_every_card_is_there() -> None:
    found = solve_cards(DEAL, Strain.NOTRUMP, Seat.WEST)
    assert {each.card for each in found} == set(DEAL[Seat.WEST])
    assert 13 - found[0].tricks == solve(DEAL)[Seat.SOUTH, Strain.NOTRUMP]
    assert [str(each.card) for each in found if each.tricks == found[0].tricks] == ["HQ", "CQ", "CJ", "CT"]


@pytest.mark.parametrize("strain", [Strain.NOTRUMP, Strain.CLUBS, Strain.SPADES])
def test_analysis_of_a_play_agrees_with_solving_each_position(strain: Strain) -> None:
    contract = Contract(3, strain, Seat.SOUTH)
    played = random_play(DEAL, Seat.WEST, strain, seed=3)
    course = analyse_play(DEAL, contract, played)
    assert len(course) == 53
    won = sum(trick.winner(strain).side is Side.NORTH_SOUTH for trick in tricks_of(played, Seat.WEST, strain))
    assert course[0] == solve(DEAL)[Seat.SOUTH, strain]
    assert course[-1] == won
    for before in range(0, 52, 3):
        assert course[before] == _tricks_from_here(played[:before], strain), before


def _tricks_from_here(played: list[Card], strain: Strain) -> int:
    """Declarer's total when all play best after these cards."""
    past = list(tricks_of(played, Seat.WEST, strain))
    done = [trick for trick in past if trick.is_complete]
    won = sum(trick.winner(strain).side is Side.NORTH_SOUTH for trick in done)
    if past and not past[-1].is_complete:
        mover = past[-1].leader.after(len(past[-1].cards))
    else:
        mover = done[-1].winner(strain) if done else Seat.WEST
    best = solve_cards(DEAL, strain, Seat.WEST, played)[0].tricks
    return won + (best if mover.side is Side.NORTH_SOUTH else 13 - len(done) - best)


def test_declarers_errors_lower_and_defenders_errors_raise_the_course() -> None:
    played = random_play(DEAL, Seat.WEST, Strain.NOTRUMP, seed=11)
    course = analyse_play(DEAL, Contract(3, Strain.NOTRUMP, Seat.SOUTH), played)
    for card, (before, after) in zip(played, pairwise(course), strict=True):
        declaring = DEAL.holder(card) in (Seat.NORTH, Seat.SOUTH)
        assert after <= before if declaring else after >= before


def test_a_revoke_is_refused() -> None:
    with pytest.raises(IllegalPlay, match="trick 1: N played C9 while holding hearts"):
        solve_cards(DEAL, Strain.NOTRUMP, Seat.WEST, [Card.parse("HQ"), Card.parse("C9")])
    with pytest.raises(IllegalPlay, match="trick 1: W played SA without holding it"):
        analyse_play(DEAL, Contract.parse("3NS"), [Card.parse("SA")])


def test_when_all_is_played_nothing_is_left_to_choose() -> None:
    played = random_play(DEAL, Seat.WEST, Strain.HEARTS, seed=1)
    assert solve_cards(DEAL, Strain.HEARTS, Seat.WEST, played) == []
