"""Random choices from the cards that are left."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Masks
from overtrick.dealing.hand_sets import HandSet, hand_set


def random_cards(left: Masks, number_left: int, size: int, rng: np.random.Generator) -> Masks:
    """`size` cards, uniformly at random, out of those left in each deal, which must be `number_left` everywhere."""
    if size == number_left:
        return left
    if size == 0:
        return np.zeros_like(left)
    return spread(_choices(number_left, size).sample(len(left), rng), left)


def spread(pattern: Masks, left: Masks) -> Masks:
    """The cards of `left` at the places that `pattern` has: its bit 0 stands for the lowest card left, and so on."""
    chosen = np.zeros_like(left)
    for shift in map(np.uint64, (0, 13, 26, 39)):
        suit = (left >> shift).astype(np.uint16) & np.uint16(0x1FFF)
        holding = _spread_suit(pattern.astype(np.uint16), suit)
        chosen |= holding.astype(np.uint64) << shift
        pattern = pattern >> np.bitwise_count(suit).astype(np.uint64)
    return chosen


def _spread_suit(pattern: NDArray[np.uint16], suit: NDArray[np.uint16]) -> NDArray[np.uint16]:
    low = suit & np.uint16(127)
    high = suit >> np.uint16(7)
    first = _SPREAD[low << np.uint16(7) | pattern & np.uint16(127)]
    rest = pattern >> np.bitwise_count(low)
    second = _SPREAD[high << np.uint16(7) | rest & np.uint16(127)]
    holding: NDArray[np.uint16] = first | second << np.uint16(7)
    return holding


def _spread_plainly(pattern: int, places: int) -> int:
    """The bits of `pattern`, lowest first, put at the set bits of `places`, lowest first."""
    result = 0
    for place in (bit for bit in range(places.bit_length()) if places >> bit & 1):
        result |= (pattern & 1) << place
        pattern >>= 1
    return result


_SPREAD = np.array([_spread_plainly(code & 127, code >> 7) for code in range(1 << 14)], np.uint16)


@lru_cache(maxsize=128)
def _choices(number: int, size: int) -> HandSet:
    """All ways to choose `size` of `number` places, as hands over imaginary suits of up to 13 places."""
    widths = [min(13, max(0, number - 13 * suit)) for suit in range(4)]
    found = hand_set(size, [np.arange(1 << width, dtype=np.uint16) for width in widths], {})
    assert found is not None
    return found
