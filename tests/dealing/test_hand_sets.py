"""Numbered sets of hands: every hand once, none that does not belong."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import Deal, Hand, Seat
from overtrick.arrays import HOLDINGS
from overtrick.dealing import Condition
from overtrick.dealing.compiling import truth
from overtrick.dealing.counts import STANDARD, table
from overtrick.dealing.hand_sets import hand_set
from overtrick.dealing.places import merged, places
from overtrick.dealing.search import random_cards, spread

EVERY = np.array(HOLDINGS, np.uint16)


@pytest.mark.parametrize("size", [0, 1, 13, 26, 39])
def test_all_hands_are_counted(size: int) -> None:
    found = hand_set(size, [EVERY] * 4, {"hcp": table("hcp", STANDARD)})
    assert found is not None
    assert found.count == comb(52, size)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=4, max_size=4), st.integers(0, 9), st.integers(0, 10))
def test_every_hand_has_one_number(widths: list[int], size: int, points: int) -> None:
    """Suits of a few top cards, so that all hands can be listed."""
    suits = [np.array([top << 13 - width for top in range(1 << width)], np.uint16) for width in widths]
    demand = truth(Condition.parse(f"hcp(north) >= {points}").conjuncts[0].expression)
    found = hand_set(size, suits, {"hcp": table("hcp", STANDARD)}, of_totals=[demand])
    assert found is not None
    cards = [13 * suit + 12 - place for suit, width in enumerate(widths) for place in range(width)]
    plain = (
        {
            mask
            for number in range(1 << len(cards))
            if number.bit_count() == size
            and Hand(mask := sum(1 << card for place, card in enumerate(cards) if number >> place & 1)).hcp >= points
        }
        if len(cards) <= 13
        else None
    )
    masks = found.masks(np.arange(found.count))
    assert len(set(masks.tolist())) == found.count
    if plain is not None:
        assert set(masks.tolist()) == plain


def test_too_many_cells_are_refused() -> None:
    measures = {name: table(name, STANDARD) for name in ("hcp", "losers", "pt9")}
    assert hand_set(26, [EVERY] * 4, measures) is None


def test_places_know_what_they_cover() -> None:
    condition = Condition.parse(
        "hcp(n) > 14 && spades(n) > 4 && hcp(n, hearts) > 2 && hcp(n, clubs) > hcp(n, hearts) && cccc(n) > 1500"
        " && hascard(n, AS) && hcp(n) + hcp(s) > 25 && losers(n) + losers(s) < 12"
    )
    found = {place.seats: place.covered for place in places(condition, Deal((Hand(),) * 4))}
    assert found == {(Seat.NORTH,): {0, 1, 2, 5}, (Seat.NORTH, Seat.SOUTH): {6}}


@pytest.mark.parametrize(
    ("text", "merges"),
    [
        ("hcp(n) + hcp(s) > 25", True),
        ("40 - hcp(s) - hcp(n) < 12 || spades(n) + spades(s) > 9", True),
        ("hcp(n, spades) + hcp(s, spades) > 5", True),
        ("hcp(n) + hcp(s) + hcp(n) > 25", False),
        ("hcp(n) - hcp(s) > 5", False),
        ("hcp(n) + spades(s) > 5", False),
        ("losers(n) + losers(s) > 5", False),
        ("hcp(n) * hcp(s) > 5", False),
        ("hcp(e) + hcp(w) > 5", False),
    ],
)
def test_which_sums_are_of_two_hands_together(text: str, merges: bool) -> None:
    expression = Condition.parse(text).conjuncts[0].expression
    assert (merged(expression, Seat.NORTH, Seat.SOUTH, STANDARD) is not None) is merges


@given(st.integers(0, 2**52 - 1), st.integers(0, 2**52 - 1))
def test_spread_puts_bits_at_the_cards_left(pattern: int, left: int) -> None:
    plain, place = 0, 0
    for card in range(52):
        if left >> card & 1:
            plain |= (pattern >> place & 1) << card
            place += 1
    assert spread(np.array([pattern], np.uint64), np.array([left], np.uint64)).tolist() == [plain]


def test_random_cards_are_even() -> None:
    rng = np.random.default_rng(2)
    left = np.full(40_000, (1 << 52) - 1 ^ 0b1011 << 20, np.uint64)
    chosen = random_cards(left, 49, 13, rng)
    assert (np.bitwise_count(chosen) == 13).all()
    assert (chosen & ~left == 0).all()
    held = np.array([np.count_nonzero(chosen >> np.uint64(card) & np.uint64(1)) for card in range(52)])
    expected = 40_000 * 13 / 49
    free = np.array([int(left[0]) >> card & 1 for card in range(52)], bool)
    assert ((held[free] - expected) ** 2 / (expected * 36 / 49)).sum() < 100  # 48 degrees of freedom
