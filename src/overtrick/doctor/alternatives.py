"""The other sensible calls of a hand: those whose rules it nearly meets, pass, double, and bids of suits it holds."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from overtrick.core import CALLS, DOUBLE, PASS, Call, Strain, Suit
from overtrick.hands.cells import stated
from overtrick.hands.hand_batch import HandBatch
from overtrick.hands.measures import LENGTH
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.engine.tree import Node

HIGHEST = 5
"""The level up to which calls are tried."""
NEAR_POINTS = 3
"""How far a hand may be from the points of a rule and still try its call; suits may be one card off."""
UNWRITTEN = 0.3
"""How much a call weighs that no line at that point makes, beside 1 for others."""
RAISE, OWN_SUIT, CUE = 3, 5, 6
"""Cards of a suit with which it is bid where no rule says so: partner's, one's own, one of theirs."""


class PointsAndLengths(NamedTuple):
    """Points and lengths of all hands of a batch, as Python numbers."""

    hcp: list[int]
    lengths: list[list[int]]

    @classmethod
    def of(cls, hands: HandBatch) -> "PointsAndLengths":
        lengths = np.stack([hands.count(LENGTH, suit) for suit in Suit], axis=1)
        return cls(hands.hcp.tolist(), lengths.tolist())


def alternatives(node: Node, usual: Call, hcp: int, lengths: list[int]) -> list[tuple[Call, float]]:
    """The other sensible calls of a hand at a point of the auction, with how much each weighs."""
    return [
        (CALLS[index], 1.0 if asked or not CALLS[index].is_bid else UNWRITTEN)
        for index, asked in _sensible(node)
        if index != usual.index and _is_sensible(node, CALLS[index], asked, hcp, lengths)
    ]


class _Asked(NamedTuple):
    """The points and lengths that a line asks for."""

    hcp: tuple[int, int]
    lengths: tuple[tuple[int, int], ...]

    def are_near(self, hcp: int, lengths: list[int]) -> bool:
        """Whether a hand meets them, or misses them by a little."""
        low, high = self.hcp
        return low - NEAR_POINTS <= hcp <= high + NEAR_POINTS and all(
            least - 1 <= length <= most + 1 for length, (least, most) in zip(lengths, self.lengths, strict=True)
        )


def _is_sensible(node: Node, call: Call, asked: tuple[_Asked, ...], hcp: int, lengths: list[int]) -> bool:
    if asked:
        return any(each.are_near(hcp, lengths) for each in asked)
    if not call.is_bid or call.strain.suit is None:
        return True
    suit = call.strain.suit
    least = RAISE if suit in node.partner.suits else CUE if suit in node.their_suits else OWN_SUIT
    return lengths[suit] >= least


@lru_cache(maxsize=8192)
def _asked(line: Line) -> _Asked | None:
    if not line.may:
        return None
    shown = stated(line.may)
    return _Asked(shown.hcp, shown.lengths)


@lru_cache(maxsize=1024)
def _sensible(node: Node) -> tuple[tuple[int, tuple[_Asked, ...]], ...]:
    """Calls that some hand might make at a node, each with what the lines that make it ask for."""
    calls: dict[int, list[_Asked]] = {}
    for line in node.lines:
        if (not line.call.is_bid or line.call.level <= HIGHEST) and (asked := _asked(line)) is not None:
            calls.setdefault(line.call.index, []).append(asked)
    if node.opener >= 0:
        for index in (DOUBLE.index, *_cheapest_and_games(node)):
            calls.setdefault(index, [])
    if node.may_pass:
        calls[PASS.index] = []
    return tuple((index, tuple(calls[index])) for index in sorted(calls) if node.legal >> index & 1)


def _cheapest_and_games(node: Node) -> Iterator[int]:
    last = node.last_bid
    assert last is not None
    for strain in Strain:
        cheapest = last.level + (strain <= last.strain)
        highest = HIGHEST if strain.suit in node.partner.suits else HIGHEST - 1
        for level in {cheapest, max(cheapest, GAME_LEVEL[strain])}:
            if level <= (GAME_LEVEL[strain] if strain is Strain.NOTRUMP else highest):
                yield Call.of(level, strain).index
