"""Stratified folds: each has its share of every class, and all decisions of a deal lie in the same one."""

import numpy as np
from numpy.typing import NDArray


def stratified(classes: NDArray[np.uint8], boards: NDArray[np.int64], folds: int, seed: int) -> NDArray[np.uint8]:
    """The fold of every decision, 0 to `folds` - 1. A deal goes by the class of its first decision."""
    rng = np.random.default_rng(seed)
    _, first, deal = np.unique(boards, return_index=True, return_inverse=True)
    of_deal = np.empty(len(first), np.uint8)
    for chosen in np.unique(classes[first]):
        places = np.flatnonzero(classes[first] == chosen)
        start = rng.integers(folds)  # so that rare classes do not all begin in the first fold
        of_deal[rng.permutation(places)] = (start + np.arange(len(places))) % folds
    return of_deal[deal]
