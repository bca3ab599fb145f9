"""Trained weights as an artifact: what every model card says of the run beside the network's own words."""

from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

import jax
import numpy as np

from overtrick import __version__
from overtrick.nets.artifact import Artifact
from overtrick.training.loop import Run
from overtrick.training.recipe import Recipe

SPLIT = (
    "Deals are told apart up to 24 orders of the suits and 4 rotations of the seats, and each is kept once. "
    "Held out are, of the uniformly random ones, those whose hash (sha256 of the orbit's key) falls into 4 "
    "buckets of 32 (test) or 1 of 32 (validation)."
)
"""What a card says of the split of deals."""


def export_run(folder: Path, recipe: Recipe, run: Run, artifact: Artifact) -> None:
    """Write an artifact; its card says what the network answers, on which data and how well, and gets the rest here."""
    card = {
        **artifact.card,
        "recipe": asdict(recipe),
        "steps": run.step,
        "seconds": round(run.seconds),
        "date": date.today().isoformat(),
        "versions": {"overtrick": __version__, "jax": jax.__version__, "numpy": np.__version__},
    }
    replace(artifact, card=card).save(folder)
