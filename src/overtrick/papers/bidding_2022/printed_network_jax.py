"""The printed network in JAX, the form that is trained; `printed_network` says what it is."""

from typing import NamedTuple

import numpy as np

from overtrick.arrays import Floats
from overtrick.arrays.auctions import CALLS, CODES, LEGAL
from overtrick.nets.bidding import GATES, LAYERS
from overtrick.nets.bidding_jax import gated_layer, joined_gates
from overtrick.nets.bidding_steps import CARDS, VULNERABILITIES, Steps
from overtrick.nets.parameters import Params, jax, jnp
from overtrick.papers.bidding_2022.printed_network import UNDERSTANDING, UNDERSTOOD, input_rows
from overtrick.papers.bidding_2022.printed_recipe import PrintedSizes

_NEVER = -1e9
_LOUD, _QUIET = 2.0, 0.25  # at first: 13 bits of a hand are heard as well as the 256 features of a call


class Switches(NamedTuple):
    """What the network has, 1 or 0 each. They are numbers, so that all ablations are one compiled network."""

    legality: float
    understanding: float
    mask: float
    turn: float

    @classmethod
    def of(cls, sizes: PrintedSizes) -> "Switches":
        return cls(*(float(getattr(sizes, name)) for name in cls._fields))


class PrintedScores(NamedTuple):
    """Scores before softmax and sigmoid at every step, masked where the network has its mask."""

    calls: jax.Array
    points: jax.Array
    lengths: jax.Array
    cards: jax.Array


def init(sizes: PrintedSizes, seed: int) -> Params:
    """Fresh parameters."""
    rng = np.random.default_rng(seed)

    def dense(rows: int, columns: int, scale: float = 1.0) -> Floats:
        drawn: Floats = (scale / rows**0.5 * rng.standard_normal((rows, columns))).astype(np.float32)
        return drawn

    def block(inputs: int, hidden: int) -> Params:
        gates = {gate: {"heard": dense(inputs, hidden, _LOUD), "kept": dense(hidden, hidden)} for gate in GATES}
        return {**gates, "bias": np.zeros(len(GATES) * hidden, np.float32)}

    hidden, head = sizes.hidden, sizes.head
    inputs = input_rows(sizes.embedding)["turn"].stop
    outputs = {"calls": CALLS, **{name: int(np.prod(shape)) for name, shape in UNDERSTANDING.items()}}
    seen = {name: hidden + UNDERSTOOD * (name == "calls") for name in outputs}
    return {
        "embed": {"calls": (_QUIET * rng.standard_normal((CODES, sizes.embedding))).astype(np.float32)},
        "recurrent": [block(inputs if number == 0 else hidden, hidden) for number in range(LAYERS)],
        "mlps": {name: {"heard": dense(seen[name], head), "bias": np.zeros(head, np.float32)} for name in outputs},
        "heads": {name: dense(head, count, 0.1) for name, count in outputs.items()},
        "biases": {name: np.zeros(count, np.float32) for name, count in outputs.items()},
    }


def scores(switches: Switches, params: Params, steps: Steps) -> PrintedScores:
    """Shapes begin with (step, view)."""
    state = _state(switches, params, steps)

    def answer(name: str, state: jax.Array) -> jax.Array:
        pool = params["mlps"][name]
        features = jax.nn.relu(state @ pool["heard"] + pool["bias"])
        return jnp.add(features @ params["heads"][name], params["biases"][name])

    points, lengths, cards = (
        answer(name, state).reshape(*state.shape[:2], *shape) for name, shape in UNDERSTANDING.items()
    )
    understood = (
        switches.understanding * part.reshape(*state.shape[:2], -1)
        for part in (jax.nn.softmax(points), jax.nn.softmax(lengths), jax.nn.sigmoid(cards))
    )
    calls = answer("calls", jnp.concatenate([state, *understood], axis=-1))
    legal = jnp.asarray(LEGAL[:, :CALLS])[steps.standings.astype(jnp.int32)]
    return PrintedScores(jnp.where(legal | (switches.mask == 0), calls, _NEVER), points, lengths, cards)


def _state(switches: Switches, params: Params, steps: Steps) -> jax.Array:
    """What the last layer remembers (equation 1). Shape: (step, view, hidden)."""
    rows, table = input_rows(params["embed"]["calls"].shape[1]), joined_gates(params["recurrent"][0], "heard")
    x = jnp.asarray(steps.hands)[:, :CARDS].astype(jnp.float32) @ table[rows["hand"]]
    x += jnp.asarray(steps.places)[:, -VULNERABILITIES:].astype(jnp.float32) @ table[rows["vulnerability"]]
    x = x + (params["embed"]["calls"] @ table[rows["call"]])[steps.codes[..., 0].astype(jnp.int32)]
    legality = jnp.asarray(LEGAL, jnp.float32) @ table[rows["legality"]]
    x += switches.legality * legality[steps.standings.astype(jnp.int32)]
    x += switches.turn * steps.turns[..., None] * table[rows["turn"]][0]
    for number, block in enumerate(params["recurrent"]):
        x = gated_layer(block, x @ joined_gates(block, "heard") if number else x, unrolled=1)
    return x
