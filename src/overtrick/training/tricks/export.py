"""A trained run as an artifact: averaged weights in half precision, card, golden answers."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any

import jax
import numpy as np

from overtrick import __version__
from overtrick.arrays import random_deals
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.nets.framed_jax import stored
from overtrick.training.loop import Run
from overtrick.training.recipe import Recipe
from overtrick.training.tricks.evaluation import Evaluation, evaluate
from overtrick.training.tricks.kinds import KINDS
from overtrick.training.tricks.material import Material, owners_of

GOLDEN_SEED, GOLDEN_DEALS = 8, 8

SPLIT = (
    "Deals are told apart up to 24 orders of the suits and 4 rotations of the seats, and each is kept once. "
    "Held out are, of the uniformly random ones, those whose hash (sha256 of the orbit's key) falls into 4 "
    "buckets of 32 (test) or 1 of 32 (validation)."
)


def export(run: Run, recipe: Recipe, material: Material, folder: Path, command: str) -> Evaluation:
    """Write the run's averaged weights as a folder, tested as they are stored on the deals kept for that."""
    if not len(material.test):
        raise BridgeError("expected deals to test the network on, got none: too few deals")
    kind, config = KINDS[recipe.kind], asdict(recipe.net)
    weights = {name: array.astype(np.float16) for name, array in stored(kind.framed(), run.average).items()}
    answer = kind.plain(config, weights)
    found = evaluate(kind.estimate(answer), material.test)
    golden = kind.seen(owners_of(random_deals(GOLDEN_DEALS, np.random.default_rng(GOLDEN_SEED))))
    card = _card(run, recipe, material, found, command)
    try:
        Artifact(kind.name, config, weights, card, (golden, answer(golden))).save(folder)
    except OSError as error:
        raise BridgeError(f"cannot write {folder}: {error.strerror or error}") from None
    return found


def _card(run: Run, recipe: Recipe, material: Material, found: Evaluation, command: str) -> Mapping[str, Any]:
    return {
        "says": KINDS[recipe.kind].says,
        "data": {**material.describe(), "random_deals": recipe.random_deals, "split": SPLIT},
        "command": command,
        "recipe": asdict(recipe),
        "steps": run.step,
        "seconds": round(run.seconds),
        "metrics": found.as_dict(),
        "golden": f"{GOLDEN_DEALS} random deals of seed {GOLDEN_SEED}, answered with NumPy",
        "date": date.today().isoformat(),
        "versions": {"overtrick": __version__, "jax": jax.__version__, "numpy": np.__version__},
    }
