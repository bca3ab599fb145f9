"""Hand evaluators: what a hand is worth by the counts that players use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Holdings, holdings_of, over_suits, tabulate
from overtrick.core import BridgeError, Hand, Strain
from overtrick.hands import features as hands
from overtrick.hands.holdings import ACE, JACK, KING, LENGTHS, QUEEN, TEN, hcp_in, quick_tricks_in
from overtrick.strength.scales import SCALES, Scale

Points = NDArray[np.float32]
Trumps = NDArray[np.uint8] | None
"""The strain each hand plays in (4: notrump), of any shape that goes with the hands; None while it is open."""


@dataclass(frozen=True)
class Evaluator:
    """A count with its name, what it counts, and where it comes from."""

    name: str
    says: str
    source: str
    count: Callable[[Holdings, Trumps], Points]
    """From holdings (…, suit) and trumps (…) to points (…); NaN where the count does not apply."""
    fewer_is_better: bool = False

    def of_hand(self, hand: Hand, trump: Strain | None = None) -> float | None:
        """The count of one hand of thirteen cards; None where the count does not apply."""
        if not hand.is_complete:
            raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}")
        holdings = holdings_of([hand])
        trumps = None if trump is None else np.array([trump], np.uint8)
        points = round(float(self.count(holdings, trumps)[0]), 4)
        return None if np.isnan(points) else points


def long_in(holding: int) -> float:
    """A point for each card beyond four."""
    return float(max(holding.bit_count() - 4, 0))


def new_losers_in(holding: int) -> float:
    """New losing trick count: a missing ace costs 1½, a missing king 1, a missing queen ½."""
    tops = ((1.5, ACE), (1.0, KING), (0.5, QUEEN))
    return sum(cost for cost, top in tops[: holding.bit_count()] if not holding & top)


def pavlicek_in(holding: int, shortness: tuple[int, int, int]) -> float:
    """Honours or shortness: a short suit whose honours may fall counts the greater of the two, not both."""
    length, points = holding.bit_count(), hcp_in(holding)
    short = shortness[length] if length < 3 else 0
    doubtful = (length == 1 and holding & (KING | QUEEN | JACK)) or (length == 2 and _is_doubtful_doubleton(holding))
    return float(max(points, short) if doubtful else points + short)


def _is_doubtful_doubleton(holding: int) -> bool:
    """KQ, KJ, QJ, Qx or Jx."""
    return not holding & ACE and bool(holding & (QUEEN | JACK))


def _table(of_suit: Callable[[int], float]) -> Points:
    return tabulate(of_suit, np.float32)


def _sum(table: Points) -> Callable[[Holdings, Trumps], Points]:
    """The count that adds up a table over the four suits."""

    def count(holdings: Holdings, trumps: Trumps) -> Points:
        return over_suits(table, holdings)

    return count


_HCP = SCALES[0].table
_LONG = _table(long_in)
_SHORT = _table(lambda holding: (5.0, 3.0, 1.0)[holding.bit_count()] if holding.bit_count() < 3 else 0.0)
_OPENING = _table(lambda holding: hcp_in(holding) + max(3 - holding.bit_count(), 0))
_PAVLICEK = _table(lambda holding: pavlicek_in(holding, (3, 2, 1)))
_PAVLICEK_FIT = _table(lambda holding: pavlicek_in(holding, (5, 3, 1)))
_ACES_AND_TENS = _table(lambda holding: float((holding & (ACE | TEN)).bit_count()))


def with_long(scale: Scale) -> Callable[[Holdings, Trumps], Points]:
    """A scale of cards with a point for each card beyond four."""
    return _sum(scale.table + _LONG)


def with_short(scale: Scale) -> Callable[[Holdings, Trumps], Points]:
    """A scale of cards with void 5, singleton 3, doubleton 1 in the suits that are not trumps."""
    table = scale.table

    def count(holdings: Holdings, trumps: Trumps) -> Points:
        points = table[holdings] + _SHORT[holdings] * ~_is_trump(holdings, trumps)
        total: Points = points.sum(axis=-1)
        return total

    return count


def _is_trump(holdings: Holdings, trumps: Trumps) -> NDArray[np.bool_]:
    """Which suits are trumps. Shape: (…, suit)."""
    if trumps is None:
        return np.zeros(4, bool)
    is_trump: NDArray[np.bool_] = np.arange(4) == trumps[..., np.newaxis]
    return is_trump


def with_pavlicek(scale: Scale) -> Callable[[Holdings, Trumps], Points]:
    """Pavlicek's adjustments on any scale: his count of the hand less its high-card points, plus the scale."""
    table = scale.table - _HCP

    def count(holdings: Holdings, trumps: Trumps) -> Points:
        points: Points = pavlicek(holdings, trumps) + over_suits(table, holdings)
        return points

    return count


def pavlicek(holdings: Holdings, trumps: Trumps) -> Points:
    """Richard Pavlicek's count: 3-2-1 for shortness, 5-3-1 with four trumps, a point for four aces and tens."""
    bonus = (over_suits(_ACES_AND_TENS, holdings) >= 4).astype(np.float32)
    if trumps is None:
        plain: Points = over_suits(_PAVLICEK, holdings) + bonus
        return plain
    is_trump = _is_trump(holdings, trumps)
    fits = ((LENGTHS[holdings] >= 4) & is_trump).any(axis=-1, keepdims=True)
    by_suit = np.where(fits, _PAVLICEK_FIT[holdings], _PAVLICEK[holdings])
    points: Points = np.where(is_trump, _HCP[holdings], by_suit).sum(axis=-1) + bonus
    return points


def zar(holdings: Holdings, trumps: Trumps) -> Points:
    """Zar points: high cards, controls, the two longest suits, and the longest less the shortest."""
    lengths = np.sort(LENGTHS[holdings].astype(np.int8), axis=-1)
    shape = 2 * lengths[..., 3] + lengths[..., 2] - lengths[..., 0]
    points: Points = (hands.hcp(holdings) + hands.controls(holdings) + shape).astype(np.float32)
    return points


BINKY_PATTERNS: Mapping[tuple[int, ...], float] = {
    (4, 3, 3, 3): 3.60,
    (4, 4, 3, 2): 3.89,
    (5, 3, 3, 2): 3.94,
    (5, 4, 2, 2): 4.19,
    (4, 4, 4, 1): 4.41,
    (5, 4, 3, 1): 4.46,
    (6, 4, 2, 1): 4.75,
    (5, 5, 2, 1): 4.78,
    (5, 4, 4, 0): 5.12,
    (6, 5, 1, 1): 5.30,
    (7, 4, 2, 0): 5.52,
}
"""Tricks a suit pattern is worth by itself, for the patterns whose value is published with the count."""


def binky_pattern(holdings: Holdings, trumps: Trumps) -> Points:
    """Andrews's value of the suit pattern; NaN for patterns outside the published list."""
    lengths = np.sort(LENGTHS[holdings].astype(np.int32), axis=-1)
    keys = ((lengths[..., 3] * 14 + lengths[..., 2]) * 14 + lengths[..., 1]) * 14 + lengths[..., 0]
    points: Points = _BINKY[keys]
    return points


_BINKY = np.full(14**4, np.nan, np.float32)
for (_a, _b, _c, _d), _value in BINKY_PATTERNS.items():
    _BINKY[((_a * 14 + _b) * 14 + _c) * 14 + _d] = _value


def _as_points(count: Callable[[Holdings], NDArray[np.generic]]) -> Callable[[Holdings, Trumps], Points]:
    return lambda holdings, trumps: count(holdings).astype(np.float32)


_GOREN = SCALES[0]
EVALUATORS = (
    *(
        Evaluator(scale.name, "A K Q J 10 " + " ".join(f"{p:g}" for p in scale.points), scale.source, _sum(scale.table))
        for scale in SCALES
    ),
    Evaluator("long", "high cards, and 1 for each card beyond four", "Goren; Jan et al. 2023", with_long(_GOREN)),
    Evaluator(
        "short",
        "high cards, and void 5, singleton 3, doubleton 1 outside trumps",
        "Goren; Jan et al. 2023",
        with_short(_GOREN),
    ),
    Evaluator("opening points", "high cards, and void 3, singleton 2, doubleton 1", "Goren", _sum(_OPENING)),
    Evaluator(
        "pavlicek", "high cards and shortness, doubtful honours once, aces and tens", "Richard Pavlicek", pavlicek
    ),
    Evaluator("controls", "ace 2, king 1", "Rosenkranz and others", _as_points(hands.controls)),
    Evaluator("quick tricks", "AK 2, AQ 1½, A or KQ 1, Kx ½", "Culbertson", _sum(_table(quick_tricks_in))),
    Evaluator(
        "losers",
        "missing A, K, Q among the first three cards of each suit",
        "Courtenay 1935, Klinger",
        _as_points(hands.losers),
        fewer_is_better=True,
    ),
    Evaluator(
        "new losers",
        "missing ace 1½, king 1, queen ½",
        "Johannes Koelman 2003",
        _sum(_table(new_losers_in)),
        fewer_is_better=True,
    ),
    Evaluator("zar", "high cards, controls and shape; 26 opens", "Zar Petkov", zar),
    Evaluator(
        "kaplan-rubens",
        "honours in context, suit quality, shape",
        "Kaplan and Rubens, The Bridge World, October 1982",
        _as_points(hands.kaplan_rubens),
    ),
    Evaluator("binky pattern", "tricks the suit pattern is worth", "Thomas Andrews", binky_pattern),
)
_BY_NAME = {evaluator.name: evaluator for evaluator in EVALUATORS}


def evaluator(name: str) -> Evaluator:
    """The evaluator of that name; an unknown one lists the close ones."""
    found = _BY_NAME.get(name.lower())
    if found is None:
        close = get_close_matches(name.lower(), _BY_NAME, n=4, cutoff=0.4) or list(_BY_NAME)
        raise BridgeError(f"expected an evaluator such as {', '.join(close)}, got {name!r}")
    return found


def evaluate(deals: DealBatch, name: str, trumps: Trumps = None) -> Points:
    """A count of every hand of a batch. Shape: (deal, seat)."""
    return evaluator(name).count(deals.holdings, trumps)
