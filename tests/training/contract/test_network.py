"""The contract network learns, and NumPy says what JAX says."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from overtrick.training.contract import network
from training.contract.toy import SMALL, decisions


def test_a_toy_problem_is_learnt() -> None:
    weights = network.fit(decisions(1500), SMALL, seed=1)
    fresh = decisions(300, seed=2)
    told = network.predict(network.predictor(weights, SMALL), fresh)
    assert (told == fresh.best).mean() > 0.85
    assert fresh.legal[np.arange(300), told].all()


def test_imps_can_be_learnt_instead_of_labels() -> None:
    data = decisions(1500)
    wrong = replace(data, best=np.zeros_like(data.best))
    told = network.predict(network.predictor(network.fit(wrong, replace(SMALL, utility=True)), SMALL), data)
    assert data.expected[np.arange(1500), told].mean(dtype=np.float64) > -0.5  # pass alone would be near -2.5


def test_numpy_answers_as_jax_does() -> None:
    data, told = decisions(200), list[tuple[int, int]]()
    recipe = replace(SMALL, hidden=(12, 8), dropout=0.3, epochs=1, augmented=0.5)
    weights = network.fit(data, recipe, 1, lambda step, steps: told.append((step, steps)))
    assert told[-1] == (5, 5)  # 200 decisions and half of them again, 64 at a time
    layers = [{name: weights[f"{number}.{name}"] for name in ("weight", "bias")} for number in range(3)]
    x = (data.features.astype(np.float32) - weights["mean"]) / weights["scale"]
    theirs = jax.nn.softmax(network._forward({"layers": layers}, x, jax.random.key(0), 0.0))  # type: ignore[arg-type]
    ours = network.predictor(weights, recipe).probabilities(data.features)
    np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_the_seed_decides_the_weights() -> None:
    data, recipe = decisions(100), replace(SMALL, epochs=1)
    first, again, other = (network.fit(data, recipe, seed)["0.weight"] for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()
