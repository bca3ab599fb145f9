"""What a distribution over 0 to 13 tricks says: expected tricks, chances of making, expected scores."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.core import Doubling, Strain, contract_score


def expected_tricks(probabilities: Floats) -> Floats:
    """The mean number of tricks. Shape: (…, tricks) to (…)."""
    return np.asarray(probabilities @ np.arange(14, dtype=np.float32), np.float32)


def chances(probabilities: Floats) -> Floats:
    """The chance of making each level, 1 to 7. Shape: (…, tricks) to (…, level)."""
    at_least = np.cumsum(probabilities[..., ::-1], axis=-1)[..., ::-1]
    return np.clip(at_least[..., 7:], 0, 1)


def _scores(*, vulnerable: bool) -> NDArray[np.float32]:
    """Declarer's score undoubled. Shape: (strain, level, tricks)."""
    return np.array(
        [
            [
                [
                    contract_score(level, strain, Doubling.UNDOUBLED, tricks, vulnerable=vulnerable)
                    for tricks in range(14)
                ]
                for level in range(1, 8)
            ]
            for strain in Strain
        ],
        np.float32,
    )


SCORES = np.stack([_scores(vulnerable=False), _scores(vulnerable=True)])
"""Declarer's score of every undoubled contract. Shape: (vulnerable, strain, level, tricks)."""


def expected_scores(probabilities: Floats, *, vulnerable: bool) -> NDArray[Any]:
    """Declarer's expected score of every undoubled contract. Shape: (…, strain, tricks) to (…, strain, level)."""
    scores: NDArray[Any] = np.einsum("...st,slt->...sl", probabilities, SCORES[int(vulnerable)])
    return scores
