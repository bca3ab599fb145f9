"""The bidding network in JAX, the form that is trained; `bidding` says what it is.

A network is a tree of parameters. The three gates of a layer are matrices of their own (`blocks.0.reset.heard` …), so
that the optimiser can treat each as one map. All arrays over steps are (step, view, …).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from overtrick.arrays.auctions import CALLS, CODES, LEGAL
from overtrick.nets.bidding import DEEPER, GATES, LAYERS
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
        own = state @ kept
        gates = jax.nn.sigmoid(heard[:, : 2 * hidden] + own[:, : 2 * hidden])
        reset, update = gates[:, :hidden], gates[:, hidden:]
        fresh = jnp.tanh(heard[:, 2 * hidden :] + reset * own[:, 2 * hidden :])
        state = fresh + update * (state - fresh)
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
