"""What the trick networks share in JAX: features in frames, one a declarer, and the form that is trained.

A network is a tree of parameters and nothing else; the sizes can be read off its shapes. `four_hands` and
`two_hands` say what frames and waves are. Trained parameters have, beside the tables, one vector for each
rank and owner (`card`), so that rare rows start from something sensible; `folded` adds it to the tables for good.

Take `jax` and `jnp` from here: where JAX is missing, the error then says what to install.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.core import BridgeError
from overtrick.nets.artifact import Arrays
from overtrick.nets.tokens import CLASSES


class JaxMissing(BridgeError, ImportError):
    """JAX is not installed."""


try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise JaxMissing("this needs JAX, which comes with the extra: pip install 'overtrick[train]'") from None

__all__ = ["CHUNK", "FramedNet", "JaxMissing", "Params", "Waves", "by_name", "jax", "jnp", "stored", "tree"]

Params = dict[str, Any]
"""A tree of parameters: nested dicts and lists, arrays as leaves."""

Waves = tuple[jax.Array, ...]
"""Features of tokens as waves, the narrow one last. Shapes: (…, channel)."""

CHUNK = 512  # examples at once; fewer are filled up to a power of two, so that few shapes are compiled


class FramedNet(ABC):
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


@partial(jax.jit, static_argnums=0)
def _probabilities(net: FramedNet, params: Params, rows: jax.Array) -> jax.Array:
    with jax.default_matmul_precision("highest"):  # some GPUs would round to 10 bits
        return jax.nn.softmax(net.scores(params, net.embed(params, rows)), axis=-1)


def tree(weights: Arrays, blocks: int) -> Params:
    """The tree that dotted names such as `blocks.0.own.sum` stand for."""
    found: Params = {}
    for name, array in weights.items():
        *path, last = name.split(".")
        branch = found
        for step in path:
            branch = branch.setdefault(step, {})
        branch[last] = np.asarray(array, np.float32)
    return {**found, "blocks": [found["blocks"][str(number)] for number in range(blocks)]}


def stored(net: FramedNet, params: Params) -> dict[str, Floats]:
    """Trained parameters as the arrays that NumPy's network reads, by dotted name; the tables are folded."""
    return by_name({**params, "embed": net.folded(params["embed"])})


def by_name(params: Params) -> dict[str, Floats]:
    """The arrays of a tree by dotted name, such as `blocks.0.own.sum`."""
    return {
        ".".join(str(getattr(key, "key", getattr(key, "idx", ""))) for key in path): np.asarray(leaf)
        for path, leaf in jax.tree_util.tree_leaves_with_path(params)
    }


def _norm(waves: Waves) -> Waves:
    """Tokens scaled to root mean square one."""
    squares = sum((part * part).sum(-1, keepdims=True) for part in waves)
    scale = jax.lax.rsqrt(squares / sum(part.shape[-1] for part in waves) + 1e-6)
    return tuple(part * scale for part in waves)


def _mean_of_suits(waves: Waves) -> Waves:
    return tuple(part.mean(axis=1, keepdims=True) for part in waves)


def _add(a: Waves, b: Waves) -> Waves:
    return tuple(x + y for x, y in zip(a, b, strict=True))
