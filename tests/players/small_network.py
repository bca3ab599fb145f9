"""A bidding network with a few random weights: it bids nonsense, but legally and always the same."""

from typing import Any

import numpy as np

from overtrick.arrays.auctions import CALLS, CODES
from overtrick.nets.bidding import GATES, LAYERS, BiddingNet
from overtrick.nets.bidding_steps import CARDS, HAND, LENGTHS, OTHERS, PLACES, POINTS
from overtrick.systems.network import Network

HIDDEN, HEAD, HAND_WIDTH = 6, 7, 5


def small_network(window: int = 4, seed: int = 1, passes: float = 2, doubles: float = 0) -> Network:
    """The network, told of the three shipped cards; how much it likes to pass and to double."""
    rng = np.random.default_rng(seed)
    gates = HIDDEN * len(GATES)
    shapes: dict[str, tuple[int, ...]] = {
        "embed.hand": (HAND, HAND_WIDTH),
        "embed.hand_bias": (HAND_WIDTH,),
        "embed.places": (PLACES, gates),
        "embed.turn": (gates,),
        "embed.codes": (window, CODES, gates),
        "embed.legality": (CODES, gates),
        "pool.heard": (HIDDEN, HEAD),
        "pool.hand": (HAND_WIDTH, HEAD),
        "pool.bias": (HEAD,),
        "pool.own.heard": (HEAD, HEAD),
        "pool.own.bias": (HEAD,),
    }
    widths = {"calls": CALLS, "points": OTHERS * POINTS, "lengths": OTHERS * 4 * LENGTHS, "cards": OTHERS * CARDS}
    shapes |= {f"heads.{name}": (HEAD, width) for name, width in widths.items()}
    shapes |= {f"biases.{name}": (width,) for name, width in widths.items()}
    for layer in range(LAYERS):
        shapes[f"blocks.{layer}.bias"] = (gates,)
        for gate in GATES:
            shapes[f"blocks.{layer}.{gate}.heard"] = (HIDDEN if layer else HAND_WIDTH, HIDDEN)
            shapes[f"blocks.{layer}.{gate}.kept"] = (HIDDEN, HIDDEN)
    weights = {name: (0.3 * rng.standard_normal(shape)).astype(np.float32) for name, shape in shapes.items()}
    weights["biases.calls"][:2] += passes, doubles  # it has to pass so that auctions end
    config: dict[str, Any] = {"window": window, "legality": True, "systems": ["sayc", "2/1", "acol"]}
    return Network(BiddingNet(config, weights), "small")
