"""Every good deal is equally likely: shown where so many cards are known that all deals can be listed."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from overtrick import Seat
from overtrick.arrays import Masks
from overtrick.dealing import Script, generate
from overtrick.dealing.compiling import truth
from overtrick.dealing.search import plan
from overtrick.dealing.views import DealView

PREDEAL = "predeal north SJT98765432 east HJT98765432 south DJT98765432 west CJT98765432 condition "
LOW_CARDS = (1 << 10) - 1
KNOWN = {Seat.NORTH: LOW_CARDS << 39, Seat.EAST: LOW_CARDS << 26, Seat.SOUTH: LOW_CARDS << 13, Seat.WEST: LOW_CARDS}
APART = np.random.default_rng(0).integers(1, 1 << 63, 4, np.uint64)  # a weighted sum of the hands tells deals apart
FREE = [13 * suit + rank for suit in range(4) for rank in (10, 11, 12)]


def without(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(card for card in cards if card not in gone)


def threes(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    return list(combinations(cards, 3))


@cache
def every_deal() -> Masks:
    """All 369,600 ways to deal the aces, kings and queens, three to a hand. Shape: (deal, seat)."""
    cards = tuple(FREE)
    rows = [
        (north, east, south, without(rest, south))
        for north in threes(cards)
        for east in threes(without(cards, north))
        for rest in [without(cards, north + east)]
        for south in threes(rest)
    ]
    bits = np.uint64(1) << np.array(rows, np.uint64)
    deals: Masks = bits.sum(axis=2, dtype=np.uint64) + np.array([KNOWN[seat] for seat in Seat], np.uint64)
    return deals


@pytest.mark.parametrize(
    ("condition", "drawn"),
    [
        ("hcp(n) >= 12 && hcp(s) >= 11", ["N", "S"]),
        ("hcp(n) >= 12 && hcp(s) >= 11 && hearts(e) == 11 && spades(e) == 0", ["N", "E"]),
        ("hcp(n) + hcp(s) >= 24", ["NS"]),
        ("hcp(n) + hcp(s) >= 23 && hcp(n) > hcp(s) && spades(n) == 11", ["NS"]),
        ("hcp(e) + hcp(w) <= 17 && hearts(w) > 0", ["EW"]),
        ("hascard(n, AS) && losers(n) == 3 && controls(n) >= 3", ["N"]),
        ("shape(s, any 1xxx) && spades(s) + hearts(s) == 3", ["S"]),
        ("hcp(n) > hcp(s) + 3", []),
    ],
)
def test_all_good_deals_come_equally_often(condition: str, drawn: list[str]) -> None:
    script = Script.parse(PREDEAL + condition)
    conjuncts = script.condition.conjuncts
    stages = plan(script.condition, script.known, [0.5] * len(conjuncts)).stages
    assert ["".join(map(str, stage.seats)) for stage in stages if stage.hands is not None] == drawn
    deals = every_deal()
    view = DealView({seat: deals[:, seat] for seat in Seat})
    good = np.ones(len(deals), np.bool_)
    for conjunct in conjuncts:
        good &= truth(conjunct.expression)(view)
    codes = deals[good] @ APART
    assert len(np.unique(codes)) == len(codes)
    dealt = generate(script, 20 * len(codes) if len(codes) < 4000 else 80_000, np.random.default_rng(1))
    found, counts = np.unique(dealt.deals.masks @ APART, return_counts=True)
    assert np.isin(found, codes).all()
    expected = counts.sum() / len(codes)
    distance = ((counts - expected) ** 2 / expected).sum() + (len(codes) - len(found)) * expected
    assert abs(distance - len(codes)) < 4.5 * (2 * len(codes)) ** 0.5
    low, high = dealt.report.interval
    assert low * 0.99 <= len(codes) / len(deals) <= high * 1.01
