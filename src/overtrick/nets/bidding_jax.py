"""The bidding network in JAX, the form that is trained; `bidding` says what it is.

A network is a tree of parameters. The three gates of a layer are matrices of their own (`blocks.0.reset.heard` …), so
that the optimiser can treat each as one map. All arrays over steps are (step, view, …).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats
from overtrick.arrays.auctions import CALLS, CODES, LEGAL, Bytes
from overtrick.nets.artifact import Arrays
from overtrick.nets.bidding import DEEPER, GATES, LAYERS, BiddingNet, Memory, _HiddenHandReader
from overtrick.nets.bidding_steps import CARDS, HAND, LENGTHS, OTHERS, PLACES, POINTS, Steps
from overtrick.nets.parameters import Params, jax, jnp

HEADS = {"calls": CALLS, "points": OTHERS * POINTS, "lengths": OTHERS * 4 * LENGTHS, "cards": OTHERS * CARDS}
"""The outputs, each with its classes in a row."""
HIDDEN = ("points", "lengths", "cards")
"""Those that tell of hidden hands."""

_NEVER = -1e9
_UNROLLED = 8  # steps at once: less is copied to and fro


class Scores(NamedTuple):
    """Class scores: illegal calls and own cards are as good as impossible."""

    calls: jax.Array
    """Shape: (step, view, call)."""
    points: jax.Array
    """Shape: (step, view, other, points)."""
    lengths: jax.Array
    """Shape: (step, view, other, suit, length)."""
    cards: jax.Array
    """Whose each card is. Shape: (step, view, other, card)."""


def init(config: Mapping[str, Any], seed: int) -> Params:
    """Fresh parameters."""
    draw = _Draw(np.random.default_rng(seed))
    hidden, head, reader = config["hidden"], config["head"], config.get("reader", 0)
    legality = {"legality": draw.table(CODES, 3 * hidden, scale=0.1)} if config["legality"] else {}
    return {
        "embed": {
            "hand": draw.table(HAND, hidden),
            "hand_bias": np.zeros(hidden, np.float32),
            "places": draw.table(PLACES, 3 * hidden),
            "codes": draw.table(config["window"], CODES, 3 * hidden),
            "turn": draw.table(3 * hidden),
            **legality,
        },
        "blocks": [draw.block(hidden) for _ in range(LAYERS)],
        "pool": {
            "heard": draw.dense(hidden, head),
            "hand": draw.dense(hidden, head),
            "bias": np.zeros(head, np.float32),
            "own": draw.layer(head),
        },
        **draw.heads(head, ["calls"] if reader else list(HEADS)),
        **({"reader": draw.reader(reader, hidden)} if reader else {}),
    }


class _Draw:
    """Parts of a network with random weights."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def dense(self, rows: int, columns: int, scale: float = 1.0) -> Any:
        return (scale / rows**0.5 * self._rng.standard_normal((rows, columns))).astype(np.float32)

    def table(self, *shape: int, scale: float = 0.3) -> Any:
        return (scale * self._rng.standard_normal(shape)).astype(np.float32)

    def layer(self, features: int) -> Params:
        return {"heard": self.dense(features, features), "bias": np.zeros(features, np.float32)}

    def block(self, hidden: int) -> Params:
        """A gated recurrent layer."""
        gates = {gate: {"heard": self.dense(hidden, hidden), "kept": self.dense(hidden, hidden)} for gate in GATES}
        bias = np.zeros(3 * hidden, np.float32)
        bias[hidden : 2 * hidden] = 0.5  # keep more than is replaced, at first
        return {**gates, "bias": bias}

    def heads(self, features: int, names: Sequence[str]) -> Params:
        before = {name: bias for name, bias in _before_the_auction().items() if name in names}
        return {
            "heads": {name: self.dense(features, HEADS[name], 0.1) for name in names},
            "biases": {**{name: np.zeros(HEADS[name], np.float32) for name in names}, **before},
        }

    def reader(self, features: int, hidden: int) -> Params:
        return {
            "heard": self.dense(LAYERS * hidden, features),
            "known": self.dense(HAND + PLACES, features),
            "bias": np.zeros(features, np.float32),
            "deeper": [self.layer(features) for _ in range(DEEPER)],
            **self.heads(features, HIDDEN),
        }


def _before_the_auction() -> dict[str, Any]:
    """About what is known of a hidden hand before the first call, so that it need not be learnt."""

    def bell(classes: int, mean: float, spread: float) -> Any:
        return (-0.5 * ((np.arange(classes) - mean) / spread) ** 2).astype(np.float32)

    return {"points": np.tile(bell(POINTS, 10, 4.1), OTHERS), "lengths": np.tile(bell(LENGTHS, 3.25, 1.35), 4 * OTHERS)}


def joined_gates(block: Params, part: str) -> jax.Array:
    """The matrix of all three gates. Shape: (feature, gate · hidden)."""
    return jnp.concatenate([block[gate][part] for gate in GATES], axis=1)


def gated_layer(block: Params, heard: jax.Array, unrolled: int | None = None) -> jax.Array:
    """A gated recurrent layer over all steps. Shape: (step, view, gate · hidden) to (step, view, hidden)."""
    hidden = block["bias"].shape[0] // 3
    kept = joined_gates(block, "kept")

    def step(state: jax.Array, heard: jax.Array) -> tuple[jax.Array, jax.Array]:
        state = _gated(heard, state @ kept, state)
        return state, state

    begin = jnp.zeros((heard.shape[1], hidden))
    return jax.lax.scan(step, begin, heard + block["bias"], unroll=min(heard.shape[0], unrolled or _UNROLLED))[1]


def encoded_hand(params: Params, hands: jax.Array) -> jax.Array:
    """Shape: (view, hand feature) to (view, hidden)."""
    embed = params["embed"]
    return _squared(hands.astype(jnp.float32) @ embed["hand"] * 0.5 + embed["hand_bias"])


def scores(params: Params, steps: Steps) -> Scores:
    """Class scores at every step."""
    return answers(params, remembered(params, steps), steps)


def remembered(params: Params, steps: Steps) -> list[jax.Array]:
    """What each layer remembers at every step. Shape: (step, view, hidden) each."""
    embed, blocks = params["embed"], params["blocks"]
    hand = encoded_hand(params, jnp.asarray(steps.hands))
    heard = hand @ joined_gates(blocks[0], "heard") + steps.places.astype(jnp.float32) @ embed["places"]
    codes = steps.codes.astype(jnp.int32)
    said = sum(embed["codes"][place][codes[..., place]] for place in range(codes.shape[-1]))
    x = heard + said + steps.turns[..., None] * embed["turn"]
    if "legality" in embed:
        x += (jnp.asarray(LEGAL, jnp.float32) @ embed["legality"])[steps.standings.astype(jnp.int32)]
    layers = [gated_layer(blocks[0], x)]
    for block in blocks[1:]:
        layers.append(gated_layer(block, layers[-1] @ joined_gates(block, "heard")))
    return layers


def answers(params: Params, layers: Sequence[jax.Array], steps: Steps) -> Scores:
    """Class scores from what the layers remember."""
    pool, hand = params["pool"], encoded_hand(params, jnp.asarray(steps.hands))
    u = _squared(layers[-1] @ pool["heard"] + hand @ pool["hand"] + pool["bias"])
    u += _squared(u @ pool["own"]["heard"] + pool["own"]["bias"])
    out = _heads(params, u)
    if "reader" in params:
        out |= _heads(params["reader"], _read(params["reader"], layers, steps))
    return _masked(out, steps)


def _read(reader: Params, layers: Sequence[jax.Array], steps: Steps) -> jax.Array:
    known = jnp.concatenate([jnp.asarray(steps.hands), jnp.asarray(steps.places)], axis=1).astype(jnp.float32)
    u = _squared(jnp.concatenate(layers, axis=-1) @ reader["heard"] + known @ reader["known"] + reader["bias"])
    for layer in reader["deeper"]:
        u += _squared(u @ layer["heard"] + layer["bias"])
    return u


def _squared(x: jax.Array) -> jax.Array:
    return jnp.square(jax.nn.relu(x))


def _heads(params: Params, u: jax.Array) -> dict[str, jax.Array]:
    return {name: u @ weights + params["biases"][name] for name, weights in params["heads"].items()}


def _masked(out: Mapping[str, jax.Array], steps: Steps) -> Scores:
    shape = out["calls"].shape[:2]
    legal = jnp.asarray(LEGAL[:, :CALLS])[steps.standings.astype(jnp.int32)]
    mine = jnp.asarray(steps.hands[:, :CARDS], bool)[None, :, None]
    return Scores(
        jnp.where(legal, out["calls"], _NEVER),
        out["points"].reshape(*shape, OTHERS, POINTS),
        out["lengths"].reshape(*shape, OTHERS, 4, LENGTHS),
        jnp.where(mine, _NEVER, out["cards"].reshape(*shape, OTHERS, CARDS)),
    )


@jax.jit
def probabilities(params: Params, steps: Steps) -> Scores:
    """The same as probabilities; those of calls and of a card's owner sum to one where there is one."""
    with jax.default_matmul_precision("highest"):
        logits = scores(params, steps)
    return Scores(
        jax.nn.softmax(logits.calls),
        jax.nn.softmax(logits.points),
        jax.nn.softmax(logits.lengths),
        jax.nn.softmax(logits.cards, axis=2),
    )


class JaxBiddingNet(BiddingNet):
    """The network of NumPy with its matrices on JAX's device: the same answers, on a GPU too.

    Batches are filled up to a power of two, so that few shapes are compiled.
    """

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        super().__init__(config, weights)
        read, known, bias, own, own_bias = self._pool
        self._begin_with = jax.device_put(
            [*self._hand, self._layers[0].weights, self._layers[0].bias, self._places, known, bias]
        )
        self._step_with = jax.device_put(
            {
                "codes": self._codes,
                "standings": [] if self._standings is None else [self._standings],
                "turn": self._turn,
                "layers": [(layer.weights, layer._kept, layer.bias) for layer in self._layers],
            }
        )
        self._read_with = jax.device_put([read, own, own_bias])
        self._heads_with = jax.device_put(self._heads)
        if self._reader is not None:
            self._reader = _JaxReader(self._reader)

    def _begin(self, hands: Bytes, places: Bytes) -> Memory:
        heard, hand = _padded(_jax_begin, self._begin_with, hands, places)
        blank = tuple(np.zeros((len(hand), layer.hidden), np.float32) for layer in self._layers)
        return Memory(np.concatenate([hands, places], axis=1), heard, hand, blank)

    def step(self, memory: Memory, codes: Bytes, standings: Bytes, turns: NDArray[Any]) -> Memory:
        layers = _padded(
            _jax_step, self._step_with, memory.heard, codes, standings, np.asarray(turns, np.float32), *memory.layers
        )
        return Memory(memory.known, memory.heard, memory.hand, tuple(layers))

    def _read(self, memory: Memory) -> Floats:
        (read,) = _padded(_jax_read, self._read_with, memory.layers[-1], memory.hand)
        return read

    def _scores(self, name: str, read: Floats) -> Floats:
        (found,) = _padded(_jax_scores, self._heads_with[name], read)
        return found


class _JaxReader(_HiddenHandReader):
    """The reader of the hidden hands, likewise."""

    def __init__(self, reader: _HiddenHandReader) -> None:
        self._with = jax.device_put([reader._heard, reader._known, reader._bias, *map(list, reader._deeper)])

    def read(self, memory: Memory) -> Floats:
        (found,) = _padded(_jax_reader, self._with, memory.known, *memory.layers)
        return found


def _padded(work: Any, weights: Any, *arrays: NDArray[Any]) -> list[Floats]:
    """The results of a compiled function over a batch, as arrays of NumPy."""
    count = len(arrays[0])
    size = 1 << max(count - 1, 0).bit_length()
    filled = [np.concatenate([rows, np.zeros((size - count, *rows.shape[1:]), rows.dtype)]) for rows in arrays]
    with jax.default_matmul_precision("highest"):
        return [np.array(part[:count]) for part in work(weights, *filled)]


@jax.jit
def _jax_begin(weights: Any, hands: jax.Array, places: jax.Array) -> Any:
    table, bias, heard, heard_bias, of_place, of_hand, hand_bias = weights
    hand = _squared(hands.astype(jnp.float32) @ table + bias)
    return hand @ heard + heard_bias + places.astype(jnp.float32) @ of_place, hand @ of_hand + hand_bias


@jax.jit
def _jax_step(
    weights: Any, heard: jax.Array, codes: jax.Array, standings: jax.Array, turns: jax.Array, *before: jax.Array
) -> Any:
    for place, table in enumerate(weights["codes"]):
        heard += table[codes[:, place]]
    for table in weights["standings"]:
        heard += table[standings]
    heard += turns[:, None] * weights["turn"]
    layers: list[jax.Array] = []
    for number, ((below, kept, bias), state) in enumerate(zip(weights["layers"], before, strict=True)):
        gates = layers[-1] @ below + bias if number else heard
        layers.append(_gated(gates, state @ kept, state))
    return layers


def _gated(heard: jax.Array, own: jax.Array, state: jax.Array) -> jax.Array:
    """What a gated layer remembers one step on. Shape: (view, gate · hidden), … to (view, hidden)."""
    hidden = state.shape[1]
    gates = jax.nn.sigmoid(heard[:, : 2 * hidden] + own[:, : 2 * hidden])
    reset, update = gates[:, :hidden], gates[:, hidden:]
    fresh = jnp.tanh(heard[:, 2 * hidden :] + reset * own[:, 2 * hidden :])
    return fresh + update * (state - fresh)


@jax.jit
def _jax_read(weights: Any, last: jax.Array, hand: jax.Array) -> Any:
    heard, own, bias = weights
    read = _squared(last @ heard + hand)
    return (read + _squared(read @ own + bias),)


@jax.jit
def _jax_reader(weights: Any, known: jax.Array, *layers: jax.Array) -> Any:
    heard, of_known, bias, *deeper = weights
    read = _squared(jnp.concatenate(layers, axis=1) @ heard + known.astype(jnp.float32) @ of_known + bias)
    for below, below_bias in deeper:
        read += _squared(read @ below + below_bias)
    return (read,)


@jax.jit
def _jax_scores(weights: Any, read: jax.Array) -> Any:
    heads, bias = weights
    return (read @ heads + bias,)
