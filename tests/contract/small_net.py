"""A contract network of toy size with random weights, so that the use of one can be tested without the trained one."""

from pathlib import Path

import numpy as np

from overtrick.contract.decisions import CHOICES
from overtrick.contract.features import WIDTH
from overtrick.nets.artifact import Artifact
from overtrick.nets.dense import DenseNet

HIDDEN = 8


def random_predictor(folder: Path, seed: int = 1) -> Path:
    """A folder with a network whose answers differ from position to position."""
    rng = np.random.default_rng(seed)
    weights = {
        "mean": np.zeros(WIDTH, np.float32),
        "scale": np.ones(WIDTH, np.float32),
        "0.weight": 0.1 * rng.standard_normal((WIDTH, HIDDEN), np.float32),
        "0.bias": np.zeros(HIDDEN, np.float32),
        "1.weight": 0.5 * rng.standard_normal((HIDDEN, CHOICES), np.float32),
        "1.bias": np.zeros(CHOICES, np.float32),
    }
    golden = rng.integers(0, 2, (2, WIDTH)).astype(np.float32)
    answers = DenseNet({"layers": 2}, weights).probabilities(golden)
    Artifact("contract", {"layers": 2}, weights, {}, (golden, answers)).save(folder)
    return folder
