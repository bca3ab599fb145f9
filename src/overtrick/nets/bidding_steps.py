"""Auctions as a bidding network reads them: the view of one player, step by step.

With a window of 4 there is a step at each turn of the viewer, with the four calls since the last one, and a step at
the point looked at; with a window of 1 there is a step before every call, with the call before it.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.arrays.auctions import END, OVER, PADDING, START, Bytes, standings
from overtrick.hands.features import hcp, lengths
from overtrick.hands.holdings import HCP

SYSTEMS = 8
"""Systems that a network can tell apart."""
VULNERABILITIES = 4
PLACES = 2 * SYSTEMS + VULNERABILITIES
"""What does not change beside the hand: one-hots of our system, theirs, and the vulnerability."""
POINTS, LENGTHS, CARDS = 38, 14, 52
"""Classes of a hand's high-card points and of the length of a suit; cards."""
OTHERS = 3
"""The hidden hands: lho, partner, rho."""

_RANKS = np.arange(13, dtype=np.uint16)
_POINTS_OF_SUIT = 11
HAND = CARDS + 4 * LENGTHS + POINTS + 4 * _POINTS_OF_SUIT
"""The cards themselves, then counts that follow from them, as one-hots: lengths, points, points of each suit."""


class Steps(NamedTuple):
    """Some auctions as their viewers see them, from the first step to the point looked at."""

    hands: Bytes
    """Shape: (view, hand feature)."""
    places: Bytes
    """Shape: (view, place)."""
    codes: Bytes
    """The calls since the last step, START before the dealer, PADDING or END behind. Shape: (step, view, window)."""
    standings: Bytes
    """Shape: (step, view)."""
    turns: Bytes
    """Whether the viewer is to call. Shape: (step, view)."""
    times: NDArray[np.int16]
    """Calls made so far; -1 behind the last step. Shape: (step, view)."""


def hand_features(holdings: Holdings) -> Bytes:
    """Own hands as networks read them. Shape: (hand, suit) to (hand, feature)."""
    bits = (holdings[..., np.newaxis] >> _RANKS & 1).reshape(len(holdings), CARDS)
    counts = one_hot(lengths(holdings), LENGTHS).reshape(len(holdings), -1)
    by_suit = one_hot(HCP[holdings], _POINTS_OF_SUIT).reshape(len(holdings), -1)
    return np.concatenate(
        [bits, counts, one_hot(hcp(holdings), POINTS), by_suit], axis=1, dtype=np.uint8, casting="unsafe"
    )


def place_features(ours: NDArray[Any], theirs: NDArray[Any], vulnerable: NDArray[Any]) -> Bytes:
    """Systems by number; vulnerability none 0, we 1, they 2, both 3. Shape: (view,) each to (view, place)."""
    parts = [one_hot(ours, SYSTEMS), one_hot(theirs, SYSTEMS), one_hot(vulnerable, VULNERABILITIES)]
    return np.concatenate(parts, axis=1)


def one_hot(numbers: NDArray[Any], classes: int) -> Bytes:
    """Shape: (…) to (…, class)."""
    hot: Bytes = (numbers[..., np.newaxis] == np.arange(classes)).astype(np.uint8)
    return hot


def step_count(made: NDArray[Any], position: NDArray[Any], window: int) -> NDArray[np.intp]:
    """Steps up to a point where `made` calls were made; `position` is the viewer's, 0 for the dealer."""
    steps: NDArray[np.intp] = np.maximum(made.astype(np.intp) - (position if window > 1 else 0), 0)
    return -(-steps // window) + 1


def follow(
    calls: Bytes, made: NDArray[Any], position: NDArray[Any], window: int, steps: int
) -> tuple[Bytes, Bytes, Bytes, NDArray[np.int16]]:
    """Codes, standings, turns and times of auctions looked at when `made` calls were made.

    Calls from the dealer on, NO_CALL behind the last. Shape: (auction, call) and (auction,).
    """
    made, position = made.astype(np.int16), position.astype(np.int16)
    step = np.arange(steps, dtype=np.int16)[:, np.newaxis]
    times = np.minimum(step * window + (position if window > 1 else 0), made)
    behind = (step > 0) & (np.roll(times, 1, axis=0) == made)
    by_time = standings(calls)
    rows = np.arange(len(calls))
    stands = by_time[rows, times]
    first = step * window + (position - window if window > 1 else -1)
    places = first[..., np.newaxis] + np.arange(window, dtype=np.int16)
    codes = calls[rows[:, np.newaxis], np.clip(places, 0, calls.shape[1] - 1)]
    is_end = (stands == OVER)[..., np.newaxis] & (places == times[..., np.newaxis])
    codes = np.where(places < times[..., np.newaxis], codes, np.where(is_end, END, PADDING))
    codes = np.where(places < 0, START, codes).astype(np.uint8)
    turns = ((times - position) % 4 == 0) & (times >= position) & (stands != OVER)
    return codes, stands, turns.astype(np.uint8), np.where(behind, -1, times).astype(np.int16)
