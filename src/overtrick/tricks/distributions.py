"""What a distribution over 0 to 13 tricks says: expected tricks, chances of making, expected scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.scores import SCORES
from overtrick.core import Strain


def expected_tricks(probabilities: Floats) -> Floats:
    """The mean number of tricks. Shape: (…, tricks) to (…)."""
    return np.asarray(probabilities @ np.arange(14, dtype=np.float32), np.float32)


def chances(probabilities: Floats) -> Floats:
    """The chance of making each level, 1 to 7. Shape: (…, tricks) to (…, level)."""
    at_least = np.cumsum(probabilities[..., ::-1], axis=-1)[..., ::-1]
    return np.clip(at_least[..., 7:], 0, 1)


_UNDOUBLED = SCORES[0].reshape(2, 7, len(Strain), 14).swapaxes(1, 2).astype(np.float32)
"""Declarer's score of every undoubled contract. Shape: (vulnerable, strain, level, tricks)."""


def expected_scores(probabilities: Floats, *, vulnerable: bool) -> NDArray[Any]:
    """Declarer's expected score of every undoubled contract. Shape: (…, strain, tricks) to (…, strain, level)."""
    scores: NDArray[Any] = np.einsum("...st,slt->...sl", probabilities, _UNDOUBLED[int(vulnerable)])
    return scores


def tricks_at_luck(probabilities: NDArray[Any], luck: NDArray[Any]) -> NDArray[np.intp]:
    """The tricks at a degree of luck: the share of the chances that would have brought fewer.

    Shape: (…, tricks) and (…), which broadcast, to (…).
    """
    below = np.cumsum(probabilities, axis=-1)
    tricks: NDArray[np.intp] = (below < luck[..., np.newaxis]).sum(axis=-1).clip(max=13)
    return tricks


def tricks_by_luck(probabilities: Floats, luck: NDArray[Any]) -> NDArray[np.intp]:
    """The tricks of every declarer when North-South have this luck, and East-West the opposite.

    Shape: (…, seat, strain, tricks) and (…) to (…, seat, strain).
    """
    by_seat = np.stack([luck, 1 - luck, luck, 1 - luck], axis=-1)
    return tricks_at_luck(probabilities, by_seat[..., np.newaxis])
