"""The two-hand trick network in JAX: the answers of `two_hands`, and the form that is trained."""

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.framed_jax import FramedNet, Params, Waves, jax
from overtrick.nets.two_hands import WINDOWS, Pairs, table_rows

_ROOT = 0.5**0.5  # makes sum and difference orthonormal


class _TwoHands(FramedNet):
    """Two frames, one for each hand as declarer; waves (both, gap). A card is unseen, declarer's or dummy's."""

    frames, windows, owners, lengths, narrow = 2, WINDOWS, 3, 14 * 14, "gap"

    def rows(self, inputs: Pairs) -> NDArray[np.int16]:
        one, other = inputs[:, 0], inputs[:, 1]
        framed = [np.stack(table_rows(*hands), axis=-1) for hands in ((one, other), (other, one))]
        return np.stack(framed, axis=2).astype(np.int16)

    def to_waves(self, frames: list[jax.Array], narrow: int | None = None) -> Waves:
        mine, theirs = frames
        return (mine + theirs) * _ROOT, (mine - theirs)[..., :narrow] * _ROOT

    def to_frames(self, waves: Waves) -> list[jax.Array]:
        both, gap = waves
        return [(both + gap) * _ROOT, (both - gap) * _ROOT]

    def dense(self, weights: Params, waves: Waves) -> Waves:
        both, gap = waves
        return both @ weights["both"], gap @ weights["gap"]

    def random_dense(
        self, rng: np.random.Generator, rows: tuple[int, int], columns: tuple[int, int], scale: float = 1.0
    ) -> Params:
        def draw(*shape: int) -> Floats:
            return np.float32(scale / shape[0] ** 0.5) * rng.standard_normal(shape, np.float32)

        return {"both": draw(rows[0], columns[0]), "gap": draw(rows[1], columns[1])}


TWO_HANDS = _TwoHands()
"""The two-hand network; its parameters are kept apart."""
