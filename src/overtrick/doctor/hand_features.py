"""What tells like turns apart: simple features of the hand, of its fit, and of seat and vulnerability."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from overtrick.core import Call, Suit
from overtrick.hands.hand_batch import HandBatch
from overtrick.hands.measures import (
    CONTROLS,
    HCP,
    LENGTH,
    LOSERS,
    QUICK_TRICKS,
    STOPPING,
    SUPPORT_POINTS,
    TOPS,
    TOTAL_POINTS,
    Measure,
)
from overtrick.hands.shapes import BALANCED, SHAPES
from overtrick.systems.engine.tree import Node

NOT_HELD = -1
"""The value of a feature that the turn does not have, such as cards in partner's suit before partner has bid."""

Values = NDArray[np.int8]


class TurnFeature(NamedTuple):
    """Something to tell turns apart by, with the words that a card has for a range of it."""

    name: str
    measure: Measure | None = None
    suit: str | None = None
    """`tried`, the suit of the call tried; `partner`, the one partner has shown last; `T`, the opponents' first."""
    words: tuple[str, str] | None = None
    """Of a feature that is 0 or 1: what a card says for each."""
    of_auction: bool = False
    """Whether a rule asks for it after `if:`, not after `hand:`."""


FEATURES = (
    TurnFeature("hcp", HCP),
    TurnFeature("total points", TOTAL_POINTS),
    TurnFeature("quick tricks", QUICK_TRICKS),
    TurnFeature("controls", CONTROLS),
    TurnFeature("losers", LOSERS),
    TurnFeature("balanced", words=("not balanced", "balanced")),
    TurnFeature("length", LENGTH, "tried"),
    TurnFeature("tops", TOPS[5], "tried"),
    TurnFeature("length", LENGTH, "partner"),
    TurnFeature("support points", SUPPORT_POINTS, "partner"),
    TurnFeature("length", LENGTH, "T"),
    TurnFeature("stopper", words=("no stopper in T", "stopper in T")),
    TurnFeature("unbid"),
    TurnFeature("vul us", words=("not vul us", "vul us"), of_auction=True),
    TurnFeature("vul them", words=("not vul them", "vul them"), of_auction=True),
    TurnFeature("passed hand", words=("not passed hand", "passed hand"), of_auction=True),
    TurnFeature("seat", of_auction=True),
)


@dataclass(frozen=True)
class FeatureBound:
    """A feature from `low` on, or up to `high`."""

    feature: int
    low: int | None = None
    high: int | None = None

    def holds(self, features: Values) -> NDArray[np.bool_]:
        """Of which turns (turn, feature) it is true. Shape: (turn,)."""
        values = features[:, self.feature]
        held: NDArray[np.bool_] = values > NOT_HELD
        if self.low is not None:
            held &= values >= self.low
        if self.high is not None:
            held &= values <= self.high
        return held

    def joined(self, other: "FeatureBound") -> "FeatureBound":
        """Both bounds of one feature."""
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return FeatureBound(self.feature, max(lows, default=None), min(highs, default=None))

    @property
    def of_auction(self) -> bool:
        return FEATURES[self.feature].of_auction

    def text(self, tried: str) -> str:
        """In the words of a card, for a call such as `2M`."""
        feature = FEATURES[self.feature]
        if feature.words is not None:
            return feature.words[bool(self.low)]
        if feature.name == "seat":
            return f"seat {self.low or 1}-{self.high or 4}"
        suit = suit_of(tried) if feature.suit == "tried" else feature.suit
        if feature.name in ("tops", "unbid"):
            said = f"{{}} of top 5 in {suit}" if feature.name == "tops" else "{}+ in each unbid suit"
            least = [] if self.low is None else [said.format(self.low)]
            return ", ".join(least if self.high is None else [*least, f"not {said.format(self.high + 1)}"])
        amount = self._range(2 if feature.measure is not None and feature.measure.in_halves else 1)
        if feature.measure is LENGTH:
            return f"{amount} {suit}"
        return f"{amount} {feature.name}" + (f" {suit}" if suit else "")

    def _range(self, parts: int) -> str:
        low, high = (None if end is None else f"{end / parts:g}" for end in (self.low, self.high))
        if high is None:
            return f"{low}+"
        return high if low == high else f"{low or 0}-{high}"


def suit_of(tried: str) -> str:
    """The suit of a call in a card's words: M of `2M`, X of `cheapest X`."""
    if tried[0].isdigit():
        return tried[1:]
    return "partner" if tried.endswith("raise") else "T" if tried == "cue" else "X"


def holds_all(bounds: Sequence[FeatureBound], features: Values) -> NDArray[np.bool_]:
    """Of which turns (turn, feature) all bounds are true. Shape: (turn,)."""
    held = np.ones(len(features), np.bool_)
    for bound in bounds:
        held &= bound.holds(features)
    return held


def features_of(hands: HandBatch, rows: NDArray[np.intp], nodes: Sequence[Node], tried: Sequence[Call]) -> Values:
    """The features of turns: the row of each hand, the point of its auction, and the call tried.

    Shape: (turn, feature).
    """
    suits = {
        name: np.array([_suit(*turn, name) for turn in zip(nodes, tried, strict=True)], np.intp) for name in _SUITS
    }
    lengths = np.stack([hands.count(LENGTH, suit)[rows] for suit in Suit], axis=1)
    unbid = np.where(_unbid(nodes), lengths, _NO_SUIT).min(axis=1)
    stopped = _measured(hands, rows, STOPPING, suits["T"]) >= STOPPED
    of_turn: dict[str, ArrayLike] = {
        "balanced": _IS_BALANCED[hands.shapes[rows]],
        "stopper": np.where(suits["T"] < 0, NOT_HELD, stopped),
        "unbid": np.where(unbid == _NO_SUIT, NOT_HELD, unbid.astype(np.intp)),
        "vul us": [node.vulnerable[0] for node in nodes],
        "vul them": [node.vulnerable[1] for node in nodes],
        "passed hand": [node.passed_hand if node.opener >= 0 else NOT_HELD for node in nodes],
        "seat": [node.seat_number if node.opener < 0 else NOT_HELD for node in nodes],
    }
    columns = [
        np.asarray(of_turn[feature.name], np.int8)
        if feature.measure is None
        else _measured(hands, rows, feature.measure, suits.get(feature.suit or ""))
        for feature in FEATURES
    ]
    return np.stack(columns, axis=1)


_SUITS = ("tried", "partner", "T")
_IS_BALANCED = np.array([BALANCED >> number & 1 for number in range(len(SHAPES))], np.int8)
_NO_SUIT = 14
STOPPED = 2
"""The value of the measure from which on a suit is stopped."""


def _measured(hands: HandBatch, rows: NDArray[np.intp], measure: Measure, suits: NDArray[np.intp] | None) -> Values:
    if suits is None:
        return hands.count(measure)[rows].astype(np.int8)
    by_suit = np.stack([hands.count(measure, suit)[rows] for suit in Suit], axis=1).astype(np.int8)
    value = np.take_along_axis(by_suit, suits.clip(0)[:, np.newaxis], axis=1)[:, 0]
    return np.where(suits < 0, np.int8(NOT_HELD), value)


def _suit(node: Node, tried: Call, name: str) -> int:
    suit = (tried.strain.suit if tried.is_bid else None) if name == "tried" else node.suit_named(name)
    return -1 if suit is None else int(suit)


def _unbid(nodes: Sequence[Node]) -> NDArray[np.bool_]:
    """Shape: (turn, suit)."""
    return np.array([[suit in node.unbid and node.opener >= 0 for suit in Suit] for node in nodes], np.bool_)
