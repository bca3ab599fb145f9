"""The 612 numbers of a position (Chen and Yang 2025): the hand, the auction, and what its calls have shown.

Suits stand from clubs to spades, as everywhere; only the bounds of `shown` stand in the order of the paper's Table V.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS, Floats, Holdings, over_suits
from overtrick.arrays.auctions import FIRST_BID, NO_CALL, are_bids
from overtrick.contract.positions import PositionBatch
from overtrick.core import BIDS, PASS, Strain, Suit
from overtrick.hands import features as hands
from overtrick.hands.holdings import HCP
from overtrick.strength.counting import Hands
from overtrick.strength.counts import Count, load_count


def vector_parts(**widths: int) -> Mapping[str, slice]:
    """Where each part of a vector lies, the parts standing in the order they are named.

    >>> parts = vector_parts(hand=52, vulnerability=2)
    >>> parts["vulnerability"], size(parts)
    (slice(52, 54, None), 54)
    """
    parts, start = {}, 0
    for name, width in widths.items():
        parts[name] = slice(start, start + width)
        start += width
    return parts


def size(parts: Mapping[str, slice]) -> int:
    """The length of the whole vector."""
    return int(max(part.stop for part in parts.values()))


PLAYERS = ("lho", "partner", "rho", "own")
KINDS = ("bid", "artificial", "passed over", "doubled")
"""The four bits of a player for each of the 35 bids; a redouble counts as a double."""

STATE: Mapping[str, slice] = vector_parts(opening_pass=1, bids=len(BIDS) * len(KINDS))
"""What one player has done in the auction: 141 bits (Figures 3 and 4)."""

FEATURES: Mapping[str, slice] = vector_parts(
    hcp=1,
    lengths=4,
    suit_hcp=4,
    strengths=5,
    balanced=1,
    **dict.fromkeys(PLAYERS, size(STATE)),
    vulnerable=2,
    opened=1,
    shown=30,
)
WIDTH = size(FEATURES)
"""612."""

_SHOWN_ORDER = [4, 3, 2, 1, 0]  # spades, hearts, diamonds, clubs, points: Table V
_KIND_OF_CALL = np.array([KINDS.index("passed over"), *[KINDS.index("doubled")] * 2, *[0] * len(BIDS)], np.int16)
_MOST_SQUARES = 5 * 5 + 3 * 3 + 3 * 3 + 2 * 2
"""Of the lengths of a balanced hand: 4333, 4432 and 5332 have at most these, every other shape has more."""


def features(batch: PositionBatch) -> Floats:
    """The features of every position, as plain counts and bits. Shape: (position, WIDTH)."""
    x = np.zeros((len(batch), WIDTH), np.float32)
    _put_hand(x, batch.holdings)
    _put_calls(x, batch)
    x[:, FEATURES["vulnerable"]] = batch.vulnerable
    x[:, FEATURES["opened"]] = _has_opened(batch)[:, np.newaxis]
    x[:, FEATURES["shown"]] = batch.shown[:, :, _SHOWN_ORDER].reshape(-1, 30)
    return x


def _put_hand(x: Floats, holdings: Holdings) -> None:
    lengths = hands.lengths(holdings)
    x[:, FEATURES["hcp"]] = hands.hcp(holdings)[:, np.newaxis]
    x[:, FEATURES["lengths"]] = lengths
    x[:, FEATURES["suit_hcp"]] = HCP[holdings]
    x[:, FEATURES["strengths"]] = strengths(holdings)
    x[:, FEATURES["balanced"]] = np.square(lengths).sum(axis=1, keepdims=True) <= _MOST_SQUARES


def _put_calls(x: Floats, batch: PositionBatch) -> None:
    """Set a bit for every call, and another for every artificial bid. Bids ascend: the last is the highest so far."""
    rows, steps = np.nonzero(batch.calls != NO_CALL)
    calls = batch.calls[rows, steps]
    last = np.maximum.accumulate(np.where(are_bids(batch.calls), batch.calls, 0), axis=1)[rows, steps]
    player = (steps - batch.seats[rows] - 1) & 3
    bit = len(KINDS) * (last.astype(np.int16) - FIRST_BID) + _KIND_OF_CALL[calls] + STATE["bids"].start
    bit[last == PASS.index] = STATE["opening_pass"].start
    column = FEATURES[PLAYERS[0]].start + size(STATE) * player + bit
    x[rows, column] = 1
    artificial = batch.artificial[rows, steps] & (calls >= FIRST_BID)
    x[rows[artificial], column[artificial] + KINDS.index("artificial")] = 1


def _has_opened(batch: PositionBatch) -> NDArray[np.bool_]:
    """Whether the player's side made the first bid. Shape: (position,)."""
    bids = are_bids(batch.calls)
    if not bids.shape[1]:
        return np.zeros(len(batch), bool)
    ours: NDArray[np.bool_] = (bids.argmax(axis=1) - batch.seats) % 2 == 0
    return ours & bids.any(axis=1)


# Strength


class _Parts(NamedTuple):
    """A count in parts: what a holding adds to that of a hand without cards."""

    without_cards: float
    trump: Floats
    side: Floats


def strengths(holdings: Holdings) -> Floats:
    """H+TL+NL in the four suits, H+L_wh in notrump. Shape: (…, suit) to (…, strain)."""
    suits, notrump = _parts("h-tl-nl"), _parts("h-l-wh")
    points = np.empty((*holdings.shape[:-1], len(Strain)), np.float32)
    as_side = over_suits(suits.side, holdings) + np.float32(suits.without_cards)
    points[..., : Strain.NOTRUMP] = as_side[..., np.newaxis] + (suits.trump - suits.side)[holdings]
    points[..., Strain.NOTRUMP] = over_suits(notrump.side, holdings) + np.float32(notrump.without_cards)
    return points


@cache
def _parts(name: str) -> _Parts:
    """The parts of a shipped count that adds up over the suits."""
    count = load_count(name)
    none = float(_with_clubs(count, Strain.CLUBS)[0])
    trump, side = (_with_clubs(count, strain) - none for strain in (Strain.CLUBS, Strain.SPADES))
    return _Parts(none, trump.astype(np.float32), side.astype(np.float32))


def _with_clubs(count: Count, strain: Strain) -> NDArray[np.float64]:
    """The strength of every holding in clubs and nothing else. Shape: (holding,)."""
    holdings = np.zeros((len(HOLDINGS), 1, 4), np.uint16)
    holdings[:, 0, Suit.CLUBS] = HOLDINGS
    return count.strength(Hands(holdings, np.full(len(HOLDINGS), strain, np.uint8)))


# Names


def _names() -> tuple[str, ...]:
    suits, strains = list(map(str, Suit)), list(map(str, Strain))
    names = ["hcp", *(f"length {suit}" for suit in suits), *(f"hcp {suit}" for suit in suits)]
    names += [*(f"strength {strain}" for strain in strains), "balanced"]
    for player in PLAYERS:
        names += [f"{player} opening pass", *(f"{player} {bid} {kind}" for bid in BIDS for kind in KINDS)]
    names += ["vulnerable own", "vulnerable opponents", "opened"]
    for player in PLAYERS[:3]:
        names += [f"{player} {what} {end}" for what in (*suits[::-1], "hcp") for end in ("low", "high")]
    return tuple(names)


NAMES = _names()
"""A name for every feature, such as `partner 2S artificial` or `lho hcp low`."""
