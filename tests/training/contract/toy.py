"""Made-up decisions that a small network can learn: the best contract is told by which of four numbers is largest."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from overtrick.contract.decisions import CHOICES
from overtrick.training.contract.contract_material import LabelledDecisions
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule, ContractSizes, ForestSizes
from overtrick.training.data.decisions import ILLEGAL

TRAINING = ContractSchedule(dropout=0.0, rate=0.02, batch=64, epochs=12)
SMALL = ContractRecipe("small", net=ContractSizes((16,)), training=TRAINING)
FOREST = ContractRecipe("forest", forest=ForestSizes(20))
CLASSES = np.array([0, 5, 12, 16], np.uint8)
"""Pass, 1♠, 3♣ and 3NT."""


def decisions(count: int, seed: int = 1) -> LabelledDecisions:
    """Two decisions a deal; whoever does not choose the best contract wins nothing or loses, and 1♣ is never legal."""
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 20, (count, 6)).astype(np.float16)
    best = CLASSES[features[:, :4].argmax(axis=1)]
    reached = np.where(rng.random(count) < 0.8, best, 16).astype(np.uint8)
    won = np.full((count, CHOICES), -4, np.int8)
    rows = np.arange(count)
    won[rows, best] = 3
    won[rows, reached] = 0
    won[:, 2] = ILLEGAL
    expected = np.where(won == ILLEGAL, 0, won).astype(np.float16)
    return LabelledDecisions(
        features,
        best,
        reached,
        won,
        expected,
        boards=rows // 2,
        weights=np.where(best == 16, 5, 1).astype(np.float32),
        as_bid=won != ILLEGAL,
        by_category=best,
        solved=rows % 4 < 2,
        won_exactly=won,
        augmented=np.zeros(count, bool),
    )


def with_augmented(data: LabelledDecisions, sources: NDArray[np.intp]) -> LabelledDecisions:
    """The decisions, and behind them those of `sources` again as augmented ones, with 1♠ as their best choice."""
    twice = data[np.concatenate([np.arange(len(data)), sources])]
    again = np.arange(len(twice)) >= len(data)
    return replace(twice, augmented=again, best=np.where(again, np.uint8(5), twice.best), solved=twice.solved & ~again)
