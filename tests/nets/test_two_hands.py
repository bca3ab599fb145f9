"""The two-hand network in JAX: the answers of NumPy, and its symmetry."""

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("jax")

import jax

from overtrick.arrays import random_deals
from overtrick.nets.artifact import Artifact
from overtrick.nets.frames_jax import TWO_HANDS, stored
from overtrick.nets.parameters import Params, tree
from overtrick.nets.two_hands import TwoHandNet
from overtrick.tricks.estimators import ARTIFACTS

CONFIG = {"channels": 8, "gap": 3, "hidden": 6, "blocks": 2}


def some_pairs(count: int, seed: int) -> NDArray[np.uint16]:
    return random_deals(count, np.random.default_rng(seed)).holdings[:, [0, 2]]


@pytest.fixture(scope="module")
def params() -> Params:
    """Parameters none of which is zero, tables and biases included."""
    rng = np.random.default_rng(1)
    fresh = TWO_HANDS.init(CONFIG, seed=3)
    shaken: Params = jax.tree.map(lambda w: w + 0.3 * rng.standard_normal(w.shape, np.float32), fresh)
    return shaken


def test_numpy_gives_the_same_once_folded_and_stored(params: Params) -> None:
    pairs = some_pairs(20, 4)
    ours = TWO_HANDS.probabilities(params, pairs)
    assert ours.shape == (20, 2, 5, 14)
    assert np.abs(ours - ours[:, ::-1]).max() > 0.1
    np.testing.assert_allclose(TwoHandNet(CONFIG, stored(TWO_HANDS, params)).probabilities(pairs), ours, atol=1e-5)


def test_changing_the_hands_round_changes_the_answers_round(params: Params) -> None:
    pairs = some_pairs(20, 5)
    np.testing.assert_allclose(
        TWO_HANDS.probabilities(params, pairs[:, ::-1]), TWO_HANDS.probabilities(params, pairs)[:, ::-1], atol=1e-6
    )


def test_the_shipped_network_gives_its_golden_answers() -> None:
    artifact = Artifact.load(ARTIFACTS / "two_hands", "two_hands")
    weights = tree(artifact.weights, artifact.config["blocks"])
    artifact.check(lambda pairs: TWO_HANDS.probabilities(weights, pairs))
