"""The four-hand trick network in JAX: the answers of `four_hands`, on a GPU too, and the form that is trained."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.four_hands import LENGTHS, WINDOWS, Owners, table_rows
from overtrick.nets.framed_jax import FramedNet, Params, Waves, jax, jnp, tree

_LENGTHS_ROW = np.zeros(4096, np.int32)
_LENGTHS_ROW[[a | b << 4 | c << 8 for a, b, c, _ in LENGTHS]] = np.arange(len(LENGTHS))


class JaxFourHandNet:
    """Probabilities of 0 to 13 tricks for every declarer and strain, from the weights `FourHandNet` reads."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            self._params = jax.device_put(tree(weights, int(config["blocks"])))
            FOUR_HANDS.check(self._params)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a four-hand network: {error}") from None

    def probabilities(self, owners: Owners) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (deal, suit, rank) to (deal, declarer, strain, tricks)."""
        return FOUR_HANDS.probabilities(self._params, owners)


class _FourHands(FramedNet):
    """Four frames, one for each seat as declarer; waves (sum, sides, turn), turn being two halves."""

    frames, windows, owners, lengths, narrow = 4, WINDOWS, 4, len(LENGTHS), "turn"

    def rows(self, inputs: Owners) -> NDArray[np.int16]:
        framed = (inputs[:, :, np.newaxis] - np.arange(4, dtype=np.uint8)[:, np.newaxis]) % 4
        *windows, lengths = table_rows(framed.reshape(-1, 13))
        rows = np.stack([*windows, _LENGTHS_ROW[lengths]], axis=-1).astype(np.int16)
        return rows.reshape(len(inputs), 4, 4, -1)

    def to_waves(self, frames: list[jax.Array], narrow: int | None = None) -> Waves:
        x0, x1, x2, x3 = frames
        even, odd = x0 + x2, x1 + x3
        both = jnp.concatenate([(x0 - x2)[..., :narrow], (x1 - x3)[..., :narrow]], axis=-1)
        return (even + odd) * 0.5, (even - odd) * 0.5, both * 0.5**0.5

    def to_frames(self, waves: Waves) -> list[jax.Array]:
        total, sides, turn = waves
        even, odd = (total + sides) * 0.5, (total - sides) * 0.5
        re, im = jnp.split(turn * 0.5**0.5, 2, axis=-1)
        return [even + re, odd + im, even - re, odd - im]

    def dense(self, weights: Params, waves: Waves) -> Waves:
        """The turn weight is the complex matrix re + i · im."""
        total, sides, turn = waves
        re, im = weights["turn"]
        return total @ weights["sum"], sides @ weights["sides"], turn @ jnp.block([[re, im], [-im, re]])

    def random_dense(
        self, rng: np.random.Generator, rows: tuple[int, int], columns: tuple[int, int], scale: float = 1.0
    ) -> Params:
        def draw(*shape: int, scale: float = scale) -> Floats:
            return np.float32(scale / shape[-2] ** 0.5) * rng.standard_normal(shape, np.float32)

        plain, turn = (rows[0], columns[0]), (2, rows[1], columns[1])
        return {"sum": draw(*plain), "sides": draw(*plain), "turn": draw(*turn, scale=scale * 0.5**0.5)}


FOUR_HANDS = _FourHands()
"""The four-hand network; its parameters are kept apart."""
