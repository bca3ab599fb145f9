"""The four-hand trick network in JAX: the answers of `four_hands`, on a GPU too, and the form that is trained.

A network is a tree of parameters and nothing else; the sizes can be read off its shapes. `four_hands` says
what frames and waves are. Trained parameters have, beside the tables, one vector for each rank and owner
(`card`), so that rare rows start from something sensible; `folded` adds it to the tables for good.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.nets.artifact import Arrays, ArtifactError
from overtrick.nets.four_hands import LENGTHS, WINDOWS, Owners, table_rows
from overtrick.nets.tokens import CLASSES, Floats


class JaxMissing(BridgeError, ImportError):
    """JAX is not installed."""


try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise JaxMissing("this needs JAX, which comes with the extra: pip install 'overtrick[train]'") from None

Params = dict[str, Any]
"""A tree of parameters: nested dicts and lists, arrays as leaves."""

CHUNK = 512  # deals at once; fewer are filled up to a power of two, so that few shapes are compiled

_TABLES = (*WINDOWS, "lengths")
_LENGTHS_ROW = np.zeros(4096, np.int32)
_LENGTHS_ROW[[a | b << 4 | c << 8 for a, b, c, _ in LENGTHS]] = np.arange(len(LENGTHS))


class JaxFourHandNet:
    """Probabilities of 0 to 13 tricks for every declarer and strain, from the weights `FourHandNet` reads."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            self._params = jax.device_put(_tree(weights, int(config["blocks"])))
            jax.eval_shape(_probabilities, self._params, np.zeros((1, 4, 4, len(_TABLES)), np.int32))
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a four-hand network: {error}") from None

    def probabilities(self, owners: Owners) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (deal, suit, rank) to (deal, declarer, strain, tricks)."""
        return probabilities(self._params, owners)


def probabilities(params: Params, owners: Owners) -> Floats:
    """The same for any tree of parameters."""
    answers = np.empty((len(owners), 4, 5, CLASSES), np.float32)
    for start in range(0, len(owners), CHUNK):
        rows = framed_rows(owners[start : start + CHUNK])
        size = 1 << (len(rows) - 1).bit_length()
        filled = np.concatenate([rows, np.zeros((size - len(rows), *rows.shape[1:]), np.int16)])
        answers[start : start + CHUNK] = _probabilities(params, filled)[: len(rows)]
    return answers


@jax.jit
def _probabilities(params: Params, rows: jax.Array) -> jax.Array:
    with jax.default_matmul_precision("highest"):  # some GPUs would round to 10 bits
        return jax.nn.softmax(scores(params, embed(params, rows)), axis=-1)


def framed_rows(owners: Owners) -> NDArray[np.int16]:
    """The row of each table as the declarer of each frame sees the suits. Shape: (deal, suit, frame, table)."""
    framed = (owners[:, :, np.newaxis] - np.arange(4, dtype=np.uint8)[:, np.newaxis]) % 4
    *windows, lengths = table_rows(framed.reshape(-1, 13))
    rows = np.stack([*windows, _LENGTHS_ROW[lengths]], axis=-1).astype(np.int16)
    return rows.reshape(len(owners), 4, 4, len(_TABLES))


def _tree(weights: Arrays, blocks: int) -> Params:
    """The tree that dotted names such as `blocks.0.own.sum` stand for."""
    tree: Params = {}
    for name, array in weights.items():
        *path, last = name.split(".")
        branch = tree
        for step in path:
            branch = branch.setdefault(step, {})
        branch[last] = np.asarray(array, np.float32)
    return {**tree, "blocks": [tree["blocks"][str(number)] for number in range(blocks)]}


def stored(params: Params) -> dict[str, Floats]:
    """Trained parameters as the arrays `FourHandNet` reads, by dotted name; the tables are folded."""
    leaves = jax.tree_util.tree_leaves_with_path({**params, "embed": folded(params["embed"])})
    return {
        ".".join(str(getattr(key, "key", getattr(key, "idx", ""))) for key in path): np.asarray(leaf)
        for path, leaf in leaves
    }


class Waves(NamedTuple):
    """Features of tokens as waves. Shapes: (…, channel), (…, channel), (…, 2 · turn)."""

    sum: jax.Array
    sides: jax.Array
    turn: jax.Array


def _to_waves(frames: list[jax.Array], turn: int | None = None) -> Waves:
    """Frames to waves, orthonormal; the turn wave of the first channels only, when asked."""
    x0, x1, x2, x3 = frames
    even, odd = x0 + x2, x1 + x3
    both = jnp.concatenate([(x0 - x2)[..., :turn], (x1 - x3)[..., :turn]], axis=-1)
    return Waves((even + odd) * 0.5, (even - odd) * 0.5, both * 0.5**0.5)


def _to_frames(waves: Waves) -> list[jax.Array]:
    even, odd = (waves.sum + waves.sides) * 0.5, (waves.sum - waves.sides) * 0.5
    re, im = jnp.split(waves.turn * 0.5**0.5, 2, axis=-1)
    return [even + re, odd + im, even - re, odd - im]


def _dense(weights: Params, waves: Waves) -> Waves:
    """The map that turning the table commutes with; its turn weight is the complex matrix re + i · im."""
    re, im = weights["turn"]
    turn = jnp.block([[re, im], [-im, re]])
    return Waves(waves.sum @ weights["sum"], waves.sides @ weights["sides"], waves.turn @ turn)


def _norm(waves: Waves) -> Waves:
    """Tokens scaled to root mean square one."""
    squares = sum((part * part).sum(-1, keepdims=True) for part in waves)
    scale = jax.lax.rsqrt(squares / sum(part.shape[-1] for part in waves) + 1e-6)
    return Waves(*(part * scale for part in waves))


def _mean_of_suits(waves: Waves) -> Waves:
    return Waves(*(part.mean(axis=1, keepdims=True) for part in waves))


def _add(a: Waves, b: Waves) -> Waves:
    return Waves(*(x + y for x, y in zip(a, b, strict=True)))


def _act(block: Params, seen: Waves, key: jax.Array | None = None, dropout: float = 0.0) -> Waves:
    """Squared rectifier frame by frame, then the dense map out."""
    frames = [jnp.square(jax.nn.relu(frame + block["bias"])) for frame in _to_frames(seen)]
    if key is not None and dropout:
        # one mask for all four frames, so that turning the table still commutes
        cut = round(256 * dropout)
        mask = (jax.random.bits(key, frames[0].shape, jnp.uint8) >= cut) * jnp.float32(256 / (256 - cut))
        frames = [frame * mask for frame in frames]
    return _dense(block["out"], _to_waves(frames))


def folded(tables: Params) -> Params:
    """The tables with the vector of each rank and owner added to their rows; unchanged where there is none."""
    if "card" not in tables:
        return tables
    answer, taken = {"lengths": tables["lengths"]}, set[int]()
    for name, (first, size) in WINDOWS.items():
        owners = np.arange(4**size)[:, np.newaxis] >> 2 * np.arange(size) & 3
        fresh = [rank for rank in range(first, first + size) if rank not in taken]  # windows overlap
        answer[name] = tables[name] + sum(tables["card"][rank][owners[:, rank - first]] for rank in fresh)
        taken |= set(fresh)
    return answer


def embed(params: Params, rows: jax.Array) -> Waves:
    """The first features of every suit: a row of each table, added up. Shape of the waves: (deal, suit, …)."""
    tables = folded(params["embed"])
    turn = params["pool"]["others"]["turn"].shape[1]
    frames = sum(tables[name][rows[..., number].astype(jnp.int32)] for number, name in enumerate(_TABLES))
    return _to_waves([frames[:, :, frame] for frame in range(4)], turn)


def scores(params: Params, h: Waves, key: jax.Array | None = None, dropout: float = 0.0) -> jax.Array:
    """Class scores from the embedded suits; with a key, channels drop out. Shape: (deal, declarer, strain, tricks)."""
    blocks = params["blocks"]
    keys = [None] * len(blocks) if key is None else jax.random.split(key, len(blocks))
    for block, its_key in zip(blocks, keys, strict=True):
        u = _norm(h)
        seen = _add(_dense(block["own"], u), _dense(block["others"], _mean_of_suits(u)))
        h = _add(h, _act(block, seen, its_key, dropout))
    u = _norm(h)
    notrump = _norm(_act(params["pool"], _dense(params["pool"]["others"], _mean_of_suits(u))))
    by_suit = jnp.stack(_to_frames(_dense(params["suit_head"], u)), axis=1)
    by_deal = jnp.stack(_to_frames(_dense(params["notrump_head"], notrump)), axis=1)
    return jnp.concatenate([by_suit + params["bias"][0], by_deal + params["bias"][1]], axis=2)


def init(*, channels: int, turn: int, hidden: int, blocks: int, seed: int) -> Params:
    """Fresh parameters. Tables start at zero beside a random vector for each rank and owner."""
    rng = np.random.default_rng(seed)
    residual, classes = (channels, turn), (CLASSES, CLASSES)
    dense = partial(_random_dense, rng)

    def block(inner: int, *, own: bool) -> Params:
        maps = {"others": dense(residual, (inner, inner)), "out": dense((inner, inner), residual, 0.3 * 2**0.5)}
        mine = {"own": dense(residual, (inner, inner))} if own else {}
        return {**mine, **maps, "bias": np.zeros(inner, np.float32)}

    rows = {name: 4**size for name, (_, size) in WINDOWS.items()} | {"lengths": len(LENGTHS)}
    tables = {name: np.zeros((count, channels), np.float32) for name, count in rows.items()}
    return {
        "embed": {**tables, "card": 0.4 * rng.standard_normal((13, 4, channels), np.float32)},
        "blocks": [block(hidden, own=True) for _ in range(blocks)],
        "pool": block(2 * hidden, own=False),
        "suit_head": dense(residual, classes, 0.1),
        "notrump_head": dense(residual, classes, 0.1),
        "bias": np.zeros((2, CLASSES), np.float32),
    }


def _random_dense(
    rng: np.random.Generator, rows: tuple[int, int], columns: tuple[int, int], scale: float = 1.0
) -> Params:
    """A dense map; rows and columns give the channels of (sum and sides, turn)."""

    def draw(*shape: int, scale: float = scale) -> Floats:
        return np.float32(scale / shape[-2] ** 0.5) * rng.standard_normal(shape, np.float32)

    plain = rows[0], columns[0]
    return {"sum": draw(*plain), "sides": draw(*plain), "turn": draw(2, rows[1], columns[1], scale=scale * 0.5**0.5)}
