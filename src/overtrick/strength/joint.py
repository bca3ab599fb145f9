"""What two hands are worth together: how honours, shortness and trumps of one face those of the other.

The paper's formulas look at each hand alone, and nothing is left to gain there. These groups of
columns look at a suit in both hands at once.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import HOLDINGS, tabulate
from overtrick.core import BridgeError
from overtrick.hands import holdings as suit
from overtrick.strength.counting import LENGTHS, Group, Hands, Rows, histogram

_TOPS = tabulate(lambda holding: (holding >> 10).bit_count(), np.uint8)
_BARE_HONOUR = np.isin(HOLDINGS, [suit.KING, suit.QUEEN, suit.JACK])
_POINTS_BELOW_ACE = tabulate(lambda holding: suit.hcp_in(holding & ~suit.ACE), np.uint8)


class Pair(NamedTuple):
    """A pair of hands suit by suit. Arrays have the shape (row, suit)."""

    shorter: NDArray[Any]  # length of the shorter hand's holding
    longer: NDArray[Any]
    short_holding: NDArray[Any]  # what that hand holds, the second hand when both are as long
    long_holding: NDArray[Any]
    is_side: NDArray[np.bool_]  # not trumps
    trumps: NDArray[Any]  # (row, hand): trumps of each hand


@lru_cache(maxsize=2)
def _pair(hands: Hands) -> Pair:
    _require_two(hands)
    lengths = hands.lengths.astype(np.int64)
    first_longer = lengths[:, 0] > lengths[:, 1]
    first, second = hands.holdings[:, 0], hands.holdings[:, 1]
    return Pair(
        lengths.min(axis=1),
        lengths.max(axis=1),
        np.where(first_longer, second, first),
        np.where(first_longer, first, second),
        ~hands.is_trump[:, 0],
        (lengths * hands.is_trump).sum(axis=2),
    )


def _require_two(hands: Hands) -> None:
    if hands.holdings.shape[1] != 2:
        raise BridgeError(f"expected two hands that play together, got {hands.holdings.shape[1]}")


def _column(values: NDArray[Any]) -> Rows:
    return values.astype(np.float64).reshape(-1, 1)


def _wasted_points(hands: Hands) -> Rows:
    """High-card points below the ace that face a singleton or void, and aces that face a void."""
    _require_two(hands)
    facing = hands.lengths[:, ::-1]
    has_ace = (hands.holdings & suit.ACE) > 0
    wasted = _POINTS_BELOW_ACE[hands.holdings] * (facing <= 1) + 4 * has_ace * (facing == 0)
    return _column((wasted * ~hands.is_trump).sum(axis=(1, 2)))


def _bare_honours(hands: Hands) -> Rows:
    return _column((_BARE_HONOUR[hands.holdings] & ~hands.is_trump).sum(axis=(1, 2)))


def _lone_tops(hands: Hands) -> Rows:
    """Side suits in which the two hands have just one of ace, king and queen."""
    pair = _pair(hands)
    tops = _TOPS[pair.short_holding | pair.long_holding]
    return _column(((tops == 1) & pair.is_side).sum(axis=1))


def _ruffs_with_nine(hands: Hands) -> Rows:
    """Singletons and voids outside trumps, when there are nine trumps."""
    short = ((hands.lengths <= 1) & ~hands.is_trump).sum(axis=(1, 2))
    return _column(short * (_pair(hands).trumps.sum(axis=1) >= 9))


def _tens(hands: Hands) -> Rows:
    return _column(((hands.holdings & suit.TEN) > 0).sum(axis=(1, 2)))


def _eight_trumps(hands: Hands) -> Rows:
    return _column(_pair(hands).trumps.sum(axis=1) >= 8)


def _side_lengths(hands: Hands) -> Rows:
    pair = _pair(hands)
    return histogram(np.minimum(pair.shorter, 4) * 8 + np.minimum(pair.longer, 7), 40, pair.is_side)


def _side_honours(hands: Hands) -> Rows:
    """Who has ace, king, queen and jack (nobody, the shorter or the longer hand), by the shorter hand's length."""
    pair = _pair(hands)
    owners = sum(
        3**place * (((pair.short_holding & card) > 0) + 2 * ((pair.long_holding & card) > 0))
        for place, card in enumerate((suit.ACE, suit.KING, suit.QUEEN, suit.JACK))
    )
    return histogram(owners * 4 + np.minimum(pair.shorter, 3), 324, pair.is_side)


def _trump_lengths(hands: Hands) -> Rows:
    trumps = _pair(hands).trumps
    return histogram(np.minimum(trumps.min(axis=1), 5) * 9 + np.minimum(trumps.max(axis=1), 8), 54)


def _trump_honours(hands: Hands) -> Rows:
    """Which of the five top trumps the two hands have, by their number of trumps (7 or fewer to 10 or more)."""
    pair = _pair(hands)
    held = ((pair.short_holding | pair.long_holding) * ~pair.is_side).sum(axis=1, dtype=np.int64) >> 8
    return histogram(held * 4 + np.clip(pair.trumps.sum(axis=1) - 7, 0, 3), 128)


def _shortness_with_trumps(hands: Hands) -> Rows:
    """A hand's length in each side suit, with its own trumps and those of the pair."""
    trumps = _pair(hands).trumps
    own = np.minimum(trumps, 5)[:, :, np.newaxis]
    both = np.clip(trumps.sum(axis=1) - 7, 0, 4)[:, np.newaxis, np.newaxis]
    return histogram((np.minimum(hands.lengths, 3) * np.int64(6) + own) * 5 + both, 120, ~hands.is_trump)


def _numbered(size: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(size))


JOINT_GROUPS = {
    "shorter side length": Group(LENGTHS, lambda hands: histogram(_pair(hands).shorter, 14, _pair(hands).is_side)),
    "wasted points": Group(("point",), _wasted_points),
    "bare honours": Group(("honour",), _bare_honours),
    "lone tops": Group(("suit",), _lone_tops),
    "tens": Group(("ten",), _tens),
    "eight trumps": Group(("fit",), _eight_trumps),
    "ruffs with nine trumps": Group(("short suit",), _ruffs_with_nine),
    "side lengths of both": Group(_numbered(40), _side_lengths),
    "side honours of both": Group(_numbered(324), _side_honours),
    "trump lengths of both": Group(_numbered(54), _trump_lengths),
    "trump honours of both": Group(_numbered(128), _trump_honours),
    "shortness with trumps": Group(_numbered(120), _shortness_with_trumps),
}
"""Groups of columns that look at both hands at once."""
