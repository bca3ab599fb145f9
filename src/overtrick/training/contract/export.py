"""A trained contract network as an artifact: weights in half precision, its card, golden answers."""

from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.nets.artifact import Artifact
from overtrick.nets.dense import DenseNet
from overtrick.training.contract import network
from overtrick.training.contract.folds import stratified
from overtrick.training.contract.material import Decisions
from overtrick.training.contract.measures import Measures, measure
from overtrick.training.contract.network import NetworkRecipe

KIND = "contract"
HELD_OUT = 20
"""One of so many deals is kept for the figures on the card."""
_GOLDEN = 32


def train_and_export(
    data: Decisions, recipe: NetworkRecipe, folder: Path, about: dict[str, Any], seed: int = 0
) -> Measures:
    """Train on nearly all decisions, test on the rest, and write the artifact."""
    held_out = stratified(data.best, data.boards, HELD_OUT, seed) == 0
    weights = network.fit(data[~held_out], recipe, seed)
    stored: dict[str, NDArray[Any]] = {
        name: array if name in ("mean", "scale") else array.astype(np.float16) for name, array in weights.items()
    }
    config = {"layers": len(recipe.hidden) + 1}
    net, test = DenseNet(config, stored), data[held_out]
    found = measure(test, network.predict(net, test))
    card = {
        "what": "Probabilities that pass, double or each of 35 bids is the best contract, from 612 features.",
        "recipe": asdict(recipe),
        "data": {"decisions": len(data), "held_out": int(held_out.sum()), **about},
        "metrics": found.as_dict(),
        "date": datetime.now(UTC).date().isoformat(),
    }
    inputs = test.features[:_GOLDEN]
    Artifact(KIND, config, stored, card, (inputs, net.probabilities(inputs))).save(folder)
    return found
