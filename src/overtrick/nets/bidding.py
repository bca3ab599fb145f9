"""The bidding network with NumPy alone: one player's view of an auction in, the next call and the hidden hands out.

Three gated recurrent layers (GRU) read the auction step by step, as `bidding_steps` tells; the hand, the systems and
the vulnerability stay the same, so their share of the first layer is computed once. Behind the last layer a small
network answers, from what the layer remembers and the hand: the chance of each legal call, and of lho's, partner's
and rho's points, lengths and cards. The hidden hands may have a network of their own for that, the reader, which sees
what all layers remember. All arrays are (view, feature).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, Holdings
from overtrick.arrays.auctions import CALLS, LEGAL, Bytes
from overtrick.nets.activations import sigmoid, softmax, square_rectified
from overtrick.nets.artifact import Arrays, Artifact, ArtifactError
from overtrick.nets.bidding_steps import (
    CARDS,
    HAND,
    LENGTHS,
    OTHERS,
    PLACES,
    POINTS,
    Steps,
    hand_features,
    place_features,
)
from overtrick.nets.threads import one_thread

KIND = "bidding"
GATES = ("reset", "update", "fresh")
LAYERS = 3
DEEPER = 2
"""Layers of the reader behind its first."""
CHUNK = 512  # views at once

_LEGAL_CALLS = LEGAL[:, :CALLS]
_SHAPES = {"points": (OTHERS, POINTS), "lengths": (OTHERS, 4, LENGTHS), "cards": (OTHERS, CARDS)}


class HiddenHands(NamedTuple):
    """What a player can tell of lho, partner and rho, in this order."""

    points: Floats
    """Shape: (view, other, points)."""
    lengths: Floats
    """Shape: (view, other, suit, length)."""
    cards: Floats
    """The chance that a player holds a card; nobody else holds one's own. Shape: (view, other, card)."""


@dataclass(frozen=True, eq=False)
class Memory:
    """What players have taken in so far: their hands and places, and the auction up to their last step."""

    known: Bytes
    """Features of hand and place. Shape: (view, feature)."""
    heard: Floats
    """What the first layer has from hand and place. Shape: (view, gate · hidden)."""
    hand: Floats
    """What the answers have from the hand. Shape: (view, head)."""
    layers: tuple[Floats, ...]
    """What each layer remembers. Shape: (view, hidden)."""

    def __len__(self) -> int:
        return len(self.heard)

    def __getitem__(self, chosen: slice | NDArray[Any]) -> "Memory":
        """Some of the players, by slice, index array or mask; an index may come more than once."""
        layers = tuple(layer[chosen] for layer in self.layers)
        return Memory(self.known[chosen], self.heard[chosen], self.hand[chosen], layers)

    @classmethod
    def join(cls, memories: Sequence["Memory"]) -> "Memory":
        """All of these players."""
        known, heard, hand = (
            np.concatenate([getattr(memory, name) for memory in memories]) for name in ("known", "heard", "hand")
        )
        layers = tuple(np.concatenate(same) for same in zip(*(memory.layers for memory in memories), strict=True))
        return cls(known, heard, hand, layers)


class CallNet(Protocol):
    """A network that makes calls: ours, or the one that a paper prints."""

    window: int
    systems: tuple[str, ...]

    def begin(self, hands: Holdings, ours: NDArray[Any], theirs: NDArray[Any], vulnerable: NDArray[Any]) -> Memory: ...
    def step(self, memory: Memory, codes: Bytes, standings: Bytes, turns: NDArray[Any]) -> Memory: ...
    def calls(self, memory: Memory, standings: Bytes) -> Floats: ...
    def call_scores(self, memory: Memory) -> Floats: ...
    def follow(self, steps: Steps) -> Iterator[Memory]: ...


class BiddingNet:
    """The next call, and what the calls so far have shown."""

    def __init__(self, config: Mapping[str, Any], weights: Arrays) -> None:
        try:
            stored = {name: array.astype(np.float32) for name, array in weights.items()}
            self.window, self.systems = int(config["window"]), tuple(map(str, config["systems"]))
            self._layers = [GatedLayer(stored, f"blocks.{number}") for number in range(LAYERS)]
            self._hand = stored["embed.hand"] * np.float32(0.5), stored["embed.hand_bias"]
            self._places, self._turn = stored["embed.places"], stored["embed.turn"]
            self._codes = [np.ascontiguousarray(table) for table in stored["embed.codes"]]
            self._standings = LEGAL.astype(np.float32) @ stored["embed.legality"] if config["legality"] else None
            self._pool = [stored[f"pool.{name}"] for name in ("heard", "hand", "bias", "own.heard", "own.bias")]
            self._reader = _HiddenHandReader(stored) if config.get("reader") else None
            inside = {"calls": "", **dict.fromkeys(_SHAPES, "reader." if self._reader else "")}
            self._heads = {
                name: (stored[f"{within}heads.{name}"], stored[f"{within}biases.{name}"])
                for name, within in inside.items()
            }
            if len(self._codes) != self.window or self._hand[0].shape[0] != HAND or len(self._places) != PLACES:
                raise ValueError("tables of other sizes")
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise ArtifactError(f"expected the weights of a bidding network: {error}") from None

    @classmethod
    def load(cls, folder: Traversable) -> "BiddingNet":
        """The network of an artifact's folder, once it has given its golden answers."""
        return cls.of(Artifact.load(folder, KIND))

    @classmethod
    def of(cls, artifact: Artifact) -> "BiddingNet":
        """The network of an artifact, once it has given its golden answers."""
        net = cls(artifact.config, artifact.weights)
        artifact.check(net.golden_answers)
        return net

    def begin(self, hands: Holdings, ours: NDArray[Any], theirs: NDArray[Any], vulnerable: NDArray[Any]) -> Memory:
        """Players with their hands (view, suit) before their first step.

        Systems as places in `systems`; vulnerability none 0, we 1, they 2, both 3.
        """
        return self._begin(hand_features(hands), place_features(ours, theirs, vulnerable))

    @one_thread
    def _begin(self, hands: Bytes, places: Bytes) -> Memory:
        table, bias = self._hand
        hand = square_rectified(hands.astype(np.float32) @ table + bias)
        heard = self._layers[0].heard(hand)
        heard += places.astype(np.float32) @ self._places
        blank = tuple(np.zeros((len(hand), layer.hidden), np.float32) for layer in self._layers)
        known = np.concatenate([hands, places], axis=1)
        return Memory(known, heard, hand @ self._pool[1] + self._pool[2], blank)

    @one_thread
    def step(self, memory: Memory, codes: Bytes, standings: Bytes, turns: NDArray[Any]) -> Memory:
        """The players one step on: the calls since the last (view, window), what is legal now, whose turn it is."""
        heard = memory.heard.copy()
        for place, table in enumerate(self._codes):
            heard += table[codes[:, place]]
        if self._standings is not None:
            heard += self._standings[standings]
        heard += np.asarray(turns, np.float32)[:, np.newaxis] * self._turn
        layers = [self._layers[0].step(heard, memory.layers[0])]
        for layer, before in zip(self._layers[1:], memory.layers[1:], strict=True):
            layers.append(layer.step(layer.heard(layers[-1]), before))
        return Memory(memory.known, memory.heard, memory.hand, tuple(layers))

    @one_thread
    def calls(self, memory: Memory, standings: Bytes) -> Floats:
        """The chance of each call now; exactly 0 for illegal ones. Shape: (view, call)."""
        return softmax(self.call_scores(memory), where=_LEGAL_CALLS[standings])

    @one_thread
    def call_scores(self, memory: Memory) -> Floats:
        """The score of each call, legal or not. Shape: (view, call)."""
        return self._scores("calls", self._read(memory))

    @one_thread
    def hidden_hands(self, memory: Memory) -> HiddenHands:
        """What the others may hold."""
        read = self._read(memory) if self._reader is None else self._reader.read(memory)
        count, is_hidden = len(memory), memory.known[:, :CARDS] == 0
        points, lengths, cards = (self._scores(name, read).reshape(count, *_SHAPES[name]) for name in _SHAPES)
        return HiddenHands(softmax(points), softmax(lengths), _softmax_of_owners(cards, is_hidden))

    def _read(self, memory: Memory) -> Floats:
        heard, _, _, own, bias = self._pool
        read = square_rectified(memory.layers[-1] @ heard + memory.hand)
        read += square_rectified(read @ own + bias)
        return read

    def _scores(self, name: str, read: Floats) -> Floats:
        weights, bias = self._heads[name]
        scores: Floats = read @ weights
        scores += bias
        return scores

    def follow(self, steps: Steps) -> Iterator[Memory]:
        """The players after each step of their views."""
        memory = self._begin(steps.hands, steps.places)
        for codes, standings, turns in zip(steps.codes, steps.standings, steps.turns, strict=True):
            memory = self.step(memory, codes, standings, turns)
            yield memory

    @one_thread
    def golden_answers(self, inputs: Bytes) -> Floats:
        """All answers at all steps of packed views. Shape: (view, byte) to (step, view, answer)."""
        steps = unpacked(inputs, self.window)
        answers = []
        for memory, standings in zip(self.follow(steps), steps.standings, strict=True):
            parts = self.calls(memory, standings), *self.hidden_hands(memory)
            answers.append(np.concatenate([part.reshape(len(inputs), -1) for part in parts], axis=1))
        return np.stack(answers)


def packed(steps: Steps) -> Bytes:
    """Views as one array, for golden inputs. Shape: (view, byte)."""
    views = steps.hands.shape[0]
    parts = (np.moveaxis(part, 1, 0).reshape(views, -1) for part in (steps.codes, steps.standings, steps.turns))
    return np.concatenate([steps.hands, steps.places, *parts], axis=1)


def unpacked(inputs: Bytes, window: int) -> Steps:
    """What `packed` made one array of."""
    count = (inputs.shape[1] - HAND - PLACES) // (window + 2)
    ends = np.cumsum([HAND, PLACES, count * window, count])
    hands, places, codes, standings, turns = np.split(inputs, ends, axis=1)
    by_step = np.moveaxis(codes.reshape(-1, count, window), 1, 0)
    return Steps(hands, places, by_step, standings.T, turns.T, np.zeros(standings.T.shape, np.int16))


class GatedLayer:
    """A gated recurrent layer."""

    def __init__(self, stored: Mapping[str, Floats], name: str) -> None:
        self.weights, self._kept = (
            np.concatenate([stored[f"{name}.{gate}.{part}"] for gate in GATES], axis=1) for part in ("heard", "kept")
        )
        """`weights` are those of what comes from below. Shape: (feature, gate · hidden)."""
        self.bias = stored[f"{name}.bias"]
        self.hidden = len(self.bias) // len(GATES)

    def heard(self, x: Floats) -> Floats:
        """What the gates have from below, with their bias. Shape: (view, gate · hidden)."""
        gates: Floats = x @ self.weights
        gates += self.bias
        return gates

    def step(self, heard: Floats, before: Floats) -> Floats:
        """What the layer remembers one step on; `heard` is used up."""
        hidden, kept = self.hidden, before @ self._kept
        gates = heard[:, : 2 * hidden]
        gates += kept[:, : 2 * hidden]
        sigmoid(gates)
        own = kept[:, 2 * hidden :]
        own *= gates[:, :hidden]
        own += heard[:, 2 * hidden :]
        fresh: Floats = np.tanh(own, out=own)
        now: Floats = before - fresh
        now *= gates[:, hidden:]
        now += fresh
        return now


class _HiddenHandReader:
    """Reads the hidden hands from all a player remembers and knows."""

    def __init__(self, stored: Mapping[str, Floats]) -> None:
        self._heard, self._known, self._bias = (stored[f"reader.{name}"] for name in ("heard", "known", "bias"))
        self._deeper = [
            (stored[f"reader.deeper.{number}.heard"], stored[f"reader.deeper.{number}.bias"])
            for number in range(DEEPER)
        ]

    def read(self, memory: Memory) -> Floats:
        """Shape: (view, reader)."""
        read = np.concatenate(memory.layers, axis=1) @ self._heard
        read += memory.known.astype(np.float32) @ self._known + self._bias
        read = square_rectified(read)
        for heard, bias in self._deeper:
            read += square_rectified(read @ heard + bias)
        return read


def _softmax_of_owners(scores: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """Probabilities over the three others of each hidden card. Shape: (view, other, card)."""
    chances = softmax(scores, axis=1)
    chances *= hidden[:, np.newaxis]
    return chances
