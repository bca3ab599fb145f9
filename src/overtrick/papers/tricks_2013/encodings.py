"""The four ways the paper writes a deal as numbers: 26x4, 52, 104 and 52x4 (its section VII)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.core import BridgeError, Rank, Seat, Suit

Inputs = NDArray[np.float32]

CARDS = np.array([13 * suit + rank for suit in reversed(Suit) for rank in Rank])
"""Our card index at each of the paper's 52 places: 2♠, 3♠ … A♠, 2♥ … A♥, 2♦ … A♦, 2♣ … A♣."""

RANK_VALUES = np.linspace(0.1, 0.9, 13, dtype=np.float32)
"""Evenly from 0.1 for a two (three 0.17) to 0.9 for an ace (king 0.83). Shape: (rank,)."""

SUIT_VALUES = np.array([0.9, 0.7, 0.5, 0.3], np.float32)
"""0.3 for ♠, 0.5 for ♥, 0.7 for ♦, 0.9 for ♣. Shape: (suit,)."""

_OWNER_52 = np.array([1.0, -0.8, 0.8, -1.0], np.float32)  # seat: N, E, S, W
_SIDE_104 = np.array([1.0, -1.0, 1.0, -1.0], np.float32)  # N-S against E-W
_HAND_104 = np.array([1.0, -1.0, -1.0, 1.0], np.float32)  # N and W against S and E


@dataclass(frozen=True)
class Encoding:
    """A way to write deals as inputs of a network."""

    name: str
    width: int
    encode: Callable[[DealBatch], Inputs]

    def __call__(self, deals: DealBatch) -> Inputs:
        """The inputs of complete deals. Shape: (deal, input)."""
        return self.encode(deals)


def encode_26x4(deals: DealBatch) -> Inputs:
    """Hand by hand (N, E, S, W) its 13 cards, each as rank and suit. Shape: (deal, 104).

    The paper does not say in which order the cards of a hand come; here it is that of its 52 places.
    """
    owners = deals.owners[:, CARDS]
    dealt = CARDS[owners.argsort(axis=1, kind="stable")]
    pairs = np.stack([RANK_VALUES[dealt % 13], SUIT_VALUES[dealt // 13]], axis=2)
    return pairs.reshape(len(deals), -1)


def encode_52(deals: DealBatch) -> Inputs:
    """Who has each card: 1.0 North, 0.8 South, -1.0 West, -0.8 East. Shape: (deal, 52)."""
    return _OWNER_52[deals.owners[:, CARDS]]


def encode_104(deals: DealBatch) -> Inputs:
    """Each card's side, 1.0 N-S, -1.0 E-W; then each card's hand, 1.0 N and W, -1.0 S and E. Shape: (deal, 104)."""
    owners = deals.owners[:, CARDS]
    return np.concatenate([_SIDE_104[owners], _HAND_104[owners]], axis=1)


def encode_52x4(deals: DealBatch) -> Inputs:
    """Hand by hand (N, E, S, W) 1.0 for the cards it has, 0.0 for the others. Shape: (deal, 208)."""
    owners = deals.owners[:, CARDS]
    held = owners[:, np.newaxis, :] == np.arange(len(Seat))[:, np.newaxis]
    inputs: Inputs = held.reshape(len(deals), -1).astype(np.float32)
    return inputs


ENCODINGS = {
    encoding.name: encoding
    for encoding in (
        Encoding("26x4", 104, encode_26x4),
        Encoding("52", 52, encode_52),
        Encoding("104", 104, encode_104),
        Encoding("52x4", 208, encode_52x4),
    )
}
"""The encodings by the paper's names for them."""


def encoding(name: str) -> Encoding:
    """The encoding of that name; BridgeError when the paper has none."""
    if name not in ENCODINGS:
        raise BridgeError(f"expected an encoding ({', '.join(ENCODINGS)}), got {name!r}")
    return ENCODINGS[name]


LOWEST, HIGHEST = 0.1, 0.9
RANGES = 14
"""One for each number of tricks from 0 to 13."""

EDGES = np.linspace(LOWEST, HIGHEST, RANGES + 1)
"""Where the ranges begin and end: t tricks are from EDGES[t] to EDGES[t + 1]."""

_MIDDLES = ((EDGES[:-1] + EDGES[1:]) / 2).astype(np.float32)


def target_of(tricks: NDArray[Any]) -> NDArray[np.float32]:
    """The output to learn for each number of tricks: the middle of its range."""
    tricks = np.asarray(tricks)
    if not np.issubdtype(tricks.dtype, np.integer) or ((tricks < 0) | (tricks >= RANGES)).any():
        raise BridgeError(f"expected whole numbers of tricks from 0 to 13, got {tricks[:5]}")
    targets: NDArray[np.float32] = _MIDDLES[tricks]
    return targets


def tricks_of(outputs: NDArray[Any]) -> NDArray[np.uint8]:
    """The number of tricks in whose range each output lies; an edge belongs to the range above it.

    Outputs below 0.1 stand for 0 tricks, those above 0.9 for 13.
    """
    outputs = np.asarray(outputs)
    if not np.issubdtype(outputs.dtype, np.floating) or np.isnan(outputs).any():
        raise BridgeError(f"expected decimal numbers as outputs and no NaN, got {outputs[:5]}")
    return np.searchsorted(EDGES[1:-1].astype(outputs.dtype), outputs, side="right").astype(np.uint8)
