"""The bidding network as Zhang et al. 2022 print it (equations 1 to 6, Table 1, Figures 3 and 4), with NumPy alone.

A step a call takes 354 numbers: 52 bits of the hand, the last call as an embedding of 256, 41 bits of what is legal, 4
of the vulnerability, and whether it is the player's turn. Three recurrent layers read them. From their state three
small networks tell partner's points (38) and lengths (4 x 14) and the three hidden hands (3 x 52); a fourth takes the
state *and* these three answers, and gives the call. Illegal calls have no chance.
"""

import math
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import CALLS, CODES, LEGAL, Bytes
from overtrick.nets.activations import sigmoid, softmax
from overtrick.nets.artifact import Arrays, Artifact, ArtifactError
from overtrick.nets.bidding import LAYERS, GatedLayer, Memory, unpacked
from overtrick.nets.bidding_steps import (
    CARDS,
    LENGTHS,
    OTHERS,
    POINTS,
    VULNERABILITIES,
    Steps,
    hand_features,
    place_features,
)
from overtrick.nets.threads import one_thread

KIND = "bidding_printed"
UNDERSTANDING = {"points": (POINTS,), "lengths": (4, LENGTHS), "cards": (OTHERS, CARDS)}
"""The answers about hidden hands, with their shapes: points and lengths are partner's."""
UNDERSTOOD = sum(int(np.prod(shape)) for shape in UNDERSTANDING.values())


def input_rows(embedding: int) -> dict[str, slice]:
    """Where each part of a step's input lies."""
    sizes = {"hand": CARDS, "call": embedding, "legality": CODES, "vulnerability": VULNERABILITIES, "turn": 1}
    ends = np.cumsum([0, *sizes.values()]).tolist()
    return {name: slice(first, last) for name, first, last in zip(sizes, ends, ends[1:], strict=False)}


class Understanding(NamedTuple):
    """What a player has understood of the hidden hands (equation 4)."""

    points: Floats
    """Partner's. Shape: (view, points)."""
    lengths: Floats
    """Partner's. Shape: (view, suit, length)."""
    cards: Floats
    """The chance that lho, partner and rho hold each card, each by itself. Shape: (view, other, card)."""


class PrintedNet:
    """The next call, and what the calls so far have shown, as printed."""

    window = 1

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            self.systems = tuple(map(str, config["systems"]))
            self._mask, self._understands = bool(config["mask"]), np.float32(bool(config["understanding"]))
            self._layers = [GatedLayer(stored, f"recurrent.{number}") for number in range(LAYERS)]
            rows, table = input_rows(stored["embed.calls"].shape[1]), self._layers[0].weights
            self._hand, self._vulnerability = table[rows["hand"]], table[rows["vulnerability"]]
            self._codes = stored["embed.calls"] @ table[rows["call"]]
            self._standings = LEGAL.astype(np.float32) @ table[rows["legality"]] * np.float32(bool(config["legality"]))
            self._turn = table[rows["turn"]] * np.float32(bool(config["turn"]))
            names = "calls", *UNDERSTANDING
            self._pools = {name: (stored[f"mlps.{name}.heard"], stored[f"mlps.{name}.bias"]) for name in names}
            self._heads = {name: (stored[f"heads.{name}"], stored[f"biases.{name}"]) for name in names}
            if len(self._pools["calls"][0]) != self._layers[-1].hidden + UNDERSTOOD:
                raise ValueError("a call head of another size")
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of the printed bidding network: {error}") from None

    @classmethod
    def load(cls, folder: Traversable) -> "PrintedNet":
        """The network of an artifact's folder, once it has given its golden answers."""
        artifact = Artifact.load(folder, KIND)
        net = cls(artifact.config, artifact.weights)
        artifact.check(net.golden_answers)
        return net

    def begin(self, hands: Holdings, ours: NDArray[Any], theirs: NDArray[Any], vulnerable: NDArray[Any]) -> Memory:
        """Players with their hands (view, suit) before their first step; systems are not read."""
        return self._begin(hand_features(hands), place_features(ours, theirs, vulnerable))

    @one_thread
    def _begin(self, hands: Bytes, places: Bytes) -> Memory:
        heard = hands[:, :CARDS].astype(np.float32) @ self._hand + self._layers[0].bias
        heard += places[:, -VULNERABILITIES:].astype(np.float32) @ self._vulnerability
        blank = tuple(np.zeros((len(hands), layer.hidden), np.float32) for layer in self._layers)
        return Memory(np.concatenate([hands, places], axis=1), heard, np.empty((len(hands), 0), np.float32), blank)

    @one_thread
    def step(self, memory: Memory, codes: Bytes, standings: Bytes, turns: NDArray[Any]) -> Memory:
        """The players one call on: the last call (view, 1), what is legal now, whose turn it is."""
        heard = memory.heard + self._codes[codes[:, 0]] + self._standings[standings]
        heard += np.asarray(turns, np.float32)[:, np.newaxis] * self._turn
        layers = [self._layers[0].step(heard, memory.layers[0])]
        for layer, before in zip(self._layers[1:], memory.layers[1:], strict=True):
            layers.append(layer.step(layer.heard(layers[-1]), before))
        return Memory(memory.known, memory.heard, memory.hand, tuple(layers))

    def calls(self, memory: Memory, standings: Bytes) -> Floats:
        """The chance of each call now; exactly 0 for illegal ones where the network has its mask (equations 3, 6)."""
        return softmax(self.call_scores(memory), where=LEGAL[:, :CALLS][standings] if self._mask else None)

    @one_thread
    def call_scores(self, memory: Memory) -> Floats:
        """The score of each call, legal or not, from the state and what is understood (equation 2)."""
        understood = (
            part.reshape(len(memory), math.prod(part.shape[1:])) * self._understands
            for part in self.understanding(memory)
        )
        return self._answer("calls", np.concatenate([memory.layers[-1], *understood], axis=1))

    @one_thread
    def understanding(self, memory: Memory) -> Understanding:
        """What the others may hold (equation 4)."""
        points, lengths, cards = (
            self._answer(name, memory.layers[-1]).reshape(len(memory), *shape) for name, shape in UNDERSTANDING.items()
        )
        return Understanding(softmax(points), softmax(lengths), sigmoid(cards))

    def _answer(self, name: str, state: Floats) -> Floats:
        (heard, bias), (weights, base) = self._pools[name], self._heads[name]
        scores: Floats = np.maximum(state @ heard + bias, np.float32(0)) @ weights
        scores += base
        return scores

    def follow(self, steps: Steps) -> Iterator[Memory]:
        """The players after each step of their views."""
        memory = self._begin(steps.hands, steps.places)
        for codes, standings, turns in zip(steps.codes, steps.standings, steps.turns, strict=True):
            memory = self.step(memory, codes, standings, turns)
            yield memory

    def golden_answers(self, inputs: Bytes) -> Floats:
        """All answers at all steps of packed views. Shape: (view, byte) to (step, view, answer)."""
        steps = unpacked(inputs, self.window)
        answers = []
        for memory, standings in zip(self.follow(steps), steps.standings, strict=True):
            parts = self.calls(memory, standings), *self.understanding(memory)
            answers.append(np.concatenate([part.reshape(len(inputs), -1) for part in parts], axis=1))
        return np.stack(answers)
