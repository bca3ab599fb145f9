"""The trick networks in JAX, from four hands and from two: the answers of NumPy, on a GPU too, and what is trained.

A network is a tree of parameters and nothing else; the sizes can be read off its shapes. `four_hands` and
`two_hands` say what frames and waves are. Trained parameters have, beside the tables, one vector for each
rank and owner (`card`), so that rare rows start from something sensible; `folded` adds it to the tables for good.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.nets import four_hands, two_hands
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.frames import CLASSES
from overtrick.nets.parameters import Params, by_name, jax, jnp, tree

Waves = tuple[jax.Array, ...]
"""Features of tokens as waves, the narrow one last. Shapes: (…, channel)."""

CHUNK = 512  # examples at once; fewer are filled up to a power of two, so that few shapes are compiled


_LENGTHS_ROW = np.zeros(4096, np.int32)
_LENGTHS_ROW[[a | b << 4 | c << 8 for a, b, c, _ in four_hands.LENGTHS]] = np.arange(len(four_hands.LENGTHS))
_ROOT = 0.5**0.5  # makes sum and difference orthonormal


class JaxFrameNet(ABC):
    """A network that the symmetries of its frames commute with; its subclasses say which those are."""

    frames: int
    windows: Mapping[str, tuple[int, int]]
    """Tables over the owners of some ranks of a suit: the first rank and how many."""
    owners: int
    """Whose a card can be, as a frame sees it: a window's row is a number in this base."""
    lengths: int
    """The rows of the table of lengths."""
    narrow: str
    """The wave, and the setting, that only some of the channels carry: declarer against dummy."""

    @abstractmethod
    def rows(self, inputs: NDArray[Any]) -> NDArray[np.int16]:
        """The row of each table as the declarer of each frame sees it. Shape: (example, suit, frame, table)."""

    @abstractmethod
    def to_waves(self, frames: list[jax.Array], narrow: int | None = None) -> Waves:
        """Frames to waves, orthonormal; the narrow wave of the first channels only, when asked."""

    @abstractmethod
    def to_frames(self, waves: Waves) -> list[jax.Array]:
        """Waves of equal width to frames."""

    @abstractmethod
    def dense(self, weights: Params, waves: Waves) -> Waves:
        """A map that the symmetry of the frames commutes with."""

    @abstractmethod
    def random_dense(
        self, rng: np.random.Generator, rows: tuple[int, int], columns: tuple[int, int], scale: float = 1.0
    ) -> Params:
        """The weights of such a map; rows and columns give the channels of (wide waves, narrow wave)."""

    def probabilities(self, params: Params, inputs: NDArray[Any]) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (example, declarer, strain, tricks)."""
        answers = np.empty((len(inputs), self.frames, 5, CLASSES), np.float32)
        for start in range(0, len(inputs), CHUNK):
            rows = self.rows(inputs[start : start + CHUNK])
            size = 1 << (len(rows) - 1).bit_length()
            filled = np.concatenate([rows, np.zeros((size - len(rows), *rows.shape[1:]), np.int16)])
            answers[start : start + CHUNK] = _probabilities(self, params, filled)[: len(rows)]
        return answers

    def check(self, params: Params) -> None:
        """An error of JAX or Python where the parameters do not fit together."""
        rows = np.zeros((1, 4, self.frames, len(self.windows) + 1), np.int16)
        jax.eval_shape(partial(_probabilities, self), params, rows)

    def folded(self, tables: Params) -> Params:
        """The tables with the vector of each rank and owner added to their rows; unchanged where there is none."""
        if "card" not in tables:
            return tables
        answer, taken = {"lengths": tables["lengths"]}, set[int]()
        for name, (first, size) in self.windows.items():
            owners = np.arange(self.owners**size)[:, np.newaxis] // self.owners ** np.arange(size) % self.owners
            fresh = [rank for rank in range(first, first + size) if rank not in taken]  # windows overlap
            answer[name] = tables[name] + sum(tables["card"][rank][owners[:, rank - first]] for rank in fresh)
            taken |= set(fresh)
        return answer

    def embed(self, params: Params, rows: jax.Array) -> Waves:
        """The first features of every suit: a row of each table, added up. Shape of the waves: (example, suit, …)."""
        tables = self.folded(params["embed"])
        narrow = params["pool"]["others"][self.narrow].shape[-2]
        names = (*self.windows, "lengths")
        frames = sum(tables[name][rows[..., number].astype(jnp.int32)] for number, name in enumerate(names))
        return self.to_waves([frames[:, :, frame] for frame in range(self.frames)], narrow)

    def scores(self, params: Params, h: Waves, key: jax.Array | None = None, dropout: float = 0.0) -> jax.Array:
        """Class scores from the embedded suits; with a key, channels drop out.

        Shape: (example, declarer, strain, tricks).
        """
        blocks = params["blocks"]
        keys = [None] * len(blocks) if key is None else jax.random.split(key, len(blocks))
        for block, its_key in zip(blocks, keys, strict=True):
            u = _norm(h)
            seen = _add(self.dense(block["own"], u), self.dense(block["others"], _mean_of_suits(u)))
            h = _add(h, self._act(block, seen, its_key, dropout))
        u = _norm(h)
        notrump = _norm(self._act(params["pool"], self.dense(params["pool"]["others"], _mean_of_suits(u))))
        by_suit = jnp.stack(self.to_frames(self.dense(params["suit_head"], u)), axis=1)
        by_deal = jnp.stack(self.to_frames(self.dense(params["notrump_head"], notrump)), axis=1)
        return jnp.concatenate([by_suit + params["bias"][0], by_deal + params["bias"][1]], axis=2)

    def _act(self, block: Params, seen: Waves, key: jax.Array | None = None, dropout: float = 0.0) -> Waves:
        """Squared rectifier frame by frame, then the dense map out."""
        frames = [jnp.square(jax.nn.relu(frame + block["bias"])) for frame in self.to_frames(seen)]
        if key is not None and dropout:
            # one mask for all frames, so that the symmetry still holds
            cut = round(256 * dropout)
            mask = (jax.random.bits(key, frames[0].shape, jnp.uint8) >= cut) * jnp.float32(256 / (256 - cut))
            frames = [frame * mask for frame in frames]
        return self.dense(block["out"], self.to_waves(frames))

    def init(self, sizes: Mapping[str, int], seed: int) -> Params:
        """Fresh parameters. Tables start at zero beside a random vector for each rank and owner."""
        rng = np.random.default_rng(seed)
        channels, hidden = sizes["channels"], sizes["hidden"]
        residual, classes = (channels, sizes[self.narrow]), (CLASSES, CLASSES)
        dense = partial(self.random_dense, rng)

        def block(inner: int, *, own: bool) -> Params:
            maps = {"others": dense(residual, (inner, inner)), "out": dense((inner, inner), residual, 0.3 * 2**0.5)}
            mine = {"own": dense(residual, (inner, inner))} if own else {}
            return {**mine, **maps, "bias": np.zeros(inner, np.float32)}

        rows = {name: self.owners**size for name, (_, size) in self.windows.items()} | {"lengths": self.lengths}
        tables = {name: np.zeros((count, channels), np.float32) for name, count in rows.items()}
        return {
            "embed": {**tables, "card": 0.4 * rng.standard_normal((13, self.owners, channels), np.float32)},
            "blocks": [block(hidden, own=True) for _ in range(sizes["blocks"])],
            "pool": block(2 * hidden, own=False),
            "suit_head": dense(residual, classes, 0.1),
            "notrump_head": dense(residual, classes, 0.1),
            "bias": np.zeros((2, CLASSES), np.float32),
        }


class _FourHandFrames(JaxFrameNet):
    """Four frames, one for each seat as declarer; waves (sum, sides, turn), turn being two halves."""

    frames, windows, owners, lengths, narrow = 4, four_hands.WINDOWS, 4, len(four_hands.LENGTHS), "turn"

    def rows(self, inputs: four_hands.Owners) -> NDArray[np.int16]:
        framed = (inputs[:, :, np.newaxis] - np.arange(4, dtype=np.uint8)[:, np.newaxis]) % 4
        *windows, lengths = four_hands.table_rows(framed.reshape(-1, 13))
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


FOUR_HANDS = _FourHandFrames()
"""The four-hand network; its parameters are kept apart."""


class _TwoHandFrames(JaxFrameNet):
    """Two frames, one for each hand as declarer; waves (both, gap). A card is unseen, declarer's or dummy's."""

    frames, windows, owners, lengths, narrow = 2, two_hands.WINDOWS, 3, 14 * 14, "gap"

    def rows(self, inputs: two_hands.Pairs) -> NDArray[np.int16]:
        one, other = inputs[:, 0], inputs[:, 1]
        framed = [np.stack(two_hands.table_rows(*hands), axis=-1) for hands in ((one, other), (other, one))]
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


TWO_HANDS = _TwoHandFrames()
"""The two-hand network; its parameters are kept apart."""


class JaxFourHandNet:
    """Probabilities of 0 to 13 tricks for every declarer and strain, from the weights `FourHandNet` reads."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            self._params = jax.device_put(tree(weights, int(config["blocks"])))
            FOUR_HANDS.check(self._params)
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a four-hand network: {error}") from None

    def probabilities(self, owners: four_hands.Owners) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (deal, suit, rank) to (deal, declarer, strain, tricks)."""
        return FOUR_HANDS.probabilities(self._params, owners)


@partial(jax.jit, static_argnums=0)
def _probabilities(net: JaxFrameNet, params: Params, rows: jax.Array) -> jax.Array:
    with jax.default_matmul_precision("highest"):  # some GPUs would round to 10 bits
        return jax.nn.softmax(net.scores(params, net.embed(params, rows)), axis=-1)


def stored(net: JaxFrameNet, params: Params) -> dict[str, Floats]:
    """Trained parameters as the arrays that NumPy's network reads, by dotted name; the tables are folded."""
    return by_name({**params, "embed": net.folded(params["embed"])})


def _norm(waves: Waves) -> Waves:
    """Tokens scaled to root mean square one."""
    squares = sum((part * part).sum(-1, keepdims=True) for part in waves)
    scale = jax.lax.rsqrt(squares / sum(part.shape[-1] for part in waves) + 1e-6)
    return tuple(part * scale for part in waves)


def _mean_of_suits(waves: Waves) -> Waves:
    return tuple(part.mean(axis=1, keepdims=True) for part in waves)


def _add(a: Waves, b: Waves) -> Waves:
    return tuple(x + y for x, y in zip(a, b, strict=True))
