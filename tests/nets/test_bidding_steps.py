"""What a player's view of an auction looks like, step by step."""

import numpy as np
import pytest

from auction_rows import rows_of
from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import END, OVER, PADDING, START
from overtrick.core import Auction, Call, Deal, Seat
from overtrick.nets.bidding_steps import CARDS, HAND, follow, hand_features, step_count

AUCTION = Auction.parse("1C P 1H X 2H AP")
LONG = len(AUCTION)


def codes(text: str) -> list[int]:
    words = {"start": START, "end": END, "-": PADDING}
    return [words[word] if word in words else Call.parse(word).index for word in text.split()]


@pytest.mark.parametrize(
    ("position", "made", "steps"),
    [
        (0, LONG, ["start start start start", "1C P 1H X", "2H P P P"]),
        (1, LONG, ["start start start 1C", "P 1H X 2H", "P P P end"]),
        (2, LONG, ["start start 1C P", "1H X 2H P", "P P end -"]),
        (3, LONG, ["start 1C P 1H", "X 2H P P", "P end - -"]),
        (3, 1, ["start 1C - -"]),
        (3, 0, ["start - - -"]),
        (3, 5, ["start 1C P 1H", "X 2H - -"]),
        (1, 5, ["start start start 1C", "P 1H X 2H"]),
    ],
)
def test_a_step_takes_the_round_since_the_last_turn(position: int, made: int, steps: list[str]) -> None:
    at, who = np.array([made]), np.array([position])
    assert step_count(at, who, 4).tolist() == [len(steps)]
    found, standings, turns, times = follow(rows_of([AUCTION]), at, who, 4, len(steps) + 1)
    assert found[: len(steps), 0].tolist() == [codes(step) for step in steps]
    assert times[:, 0].tolist() == [min(position + 4 * step, made) for step in range(len(steps))] + [-1]
    assert turns[len(steps) - 1, 0] == (made < LONG and made % 4 == position)
    assert (standings[len(steps) - 1, 0] == OVER) == (made == LONG)


def test_with_a_window_of_one_a_step_takes_the_last_call() -> None:
    found, _, turns, times = follow(rows_of([AUCTION]), np.array([LONG]), np.array([1]), 1, LONG + 1)
    assert found[:, 0, 0].tolist() == codes("start 1C P 1H X 2H P P P")
    assert turns[:, 0].tolist() == [0, 1, 0, 0, 0, 1, 0, 0, 0]
    assert times[:, 0].tolist() == list(range(LONG + 1))


def test_a_hand_is_its_cards_and_their_counts() -> None:
    deal = Deal.parse("N:AKQ.J2.T987.6543 - - -")
    row = hand_features(DealBatch.stack([deal]).holdings[:, 0])[0]
    assert row.shape == (HAND,)
    assert set(np.flatnonzero(row[:CARDS])) == {card.index for card in deal[Seat.NORTH]}
    clubs, diamonds, hearts, spades = row[CARDS : CARDS + 56].reshape(4, 14)
    assert [int(suit.argmax()) for suit in (clubs, diamonds, hearts, spades)] == [4, 4, 2, 3]
    assert int(row[CARDS + 56 : CARDS + 94].argmax()) == 10
    assert row[CARDS + 94 :].reshape(4, 11).argmax(axis=1).tolist() == [0, 0, 1, 9]
