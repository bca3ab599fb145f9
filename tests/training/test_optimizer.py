"""Muon and Adam."""

import numpy as np
import pytest

pytest.importorskip("jax")

import jax
import jax.numpy as jnp

from overtrick.nets.frames_jax import FOUR_HANDS
from overtrick.training.optimizer import muon_direction, orthogonal, start, update

SIZES = {"channels": 4, "turn": 3, "hidden": 4, "blocks": 1}
jitted = jax.jit(update)


def singular_values(matrix: jax.Array) -> tuple[float, float]:
    values = np.linalg.svd(np.asarray(matrix), compute_uv=False)
    return float(values.min()), float(values.max())


@pytest.mark.parametrize("shape", [(12, 12), (6, 20)])
def test_newton_schulz_makes_rows_nearly_orthonormal(shape: tuple[int, int]) -> None:
    matrix = jnp.asarray(np.random.default_rng(1).standard_normal(shape), jnp.float32)
    least, most = singular_values(orthogonal(matrix))
    assert least > 0.3  # the smallest of a square random matrix is still on its way
    assert most < 1.25
    u, _, v = np.linalg.svd(np.asarray(matrix), full_matrices=False)
    assert np.sum(np.asarray(orthogonal(matrix)) * (u @ v)) > 0.8 * shape[0]


@pytest.mark.parametrize("shape", [(6, 20), (20, 6)])
def test_a_turn_weight_steps_as_its_whole_matrix_would(shape: tuple[int, int]) -> None:
    re, im = jnp.asarray(np.random.default_rng(2).standard_normal((2, *shape)), jnp.float32)
    step_re, step_im = muon_direction(jnp.stack([re, im]))
    whole = muon_direction(jnp.block([[re, im], [-im, re]]))
    np.testing.assert_allclose(jnp.block([[step_re, step_im], [-step_im, step_re]]), whole, atol=1e-4)


def test_only_dense_maps_and_tables_decay() -> None:
    params = jax.tree.map(np.ones_like, FOUR_HANDS.init(SIZES, seed=1))
    nothing = jax.tree.map(np.zeros_like, params)
    after, state = jitted(params, nothing, start(params), muon_rate=0.1, adam_rate=0.1, decay=0.5, table_decay=0.2)
    assert int(state["step"]) == 1
    np.testing.assert_allclose(after["blocks"][0]["own"]["turn"], 0.95, rtol=1e-6)
    np.testing.assert_allclose(after["embed"]["top"], 0.98, rtol=1e-6)
    for stays in (after["embed"]["card"], after["suit_head"]["sum"], after["blocks"][0]["bias"], after["bias"]):
        np.testing.assert_array_equal(stays, 1)


def test_adam_goes_against_the_gradient_by_its_rate() -> None:
    params = FOUR_HANDS.init(SIZES, seed=1)
    slope = jax.tree.map(lambda w: np.full_like(w, 3.0), params)
    after, _ = jitted(params, slope, start(params), muon_rate=0.0, adam_rate=0.01, decay=0.0, table_decay=0.0)
    np.testing.assert_allclose(after["bias"] - params["bias"], -0.01, rtol=1e-4)
