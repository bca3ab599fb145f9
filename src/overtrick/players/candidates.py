"""Calls worth comparing with the card's: those that a partner could understand, and the one that was made."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Floats, masks_of
from overtrick.arrays.auctions import NO_CALL, Bytes
from overtrick.core import CALLS, DOUBLE, PASS, Call, Hand, Strain, Suit
from overtrick.hands.cells import CELL_NUMBER
from overtrick.hands.hand_batch import judge_of
from overtrick.hands.shapes import SHAPE_OF_CODE
from overtrick.players.player import TurnBatch
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.engine.tree import Node

LIKELY = 0.02
"""The chance from which on a call of the network's is compared, if the hand meets its needs."""
OFTEN = 0.05
"""The chance from which on a call is compared though the hand does not."""
MOST = 8
"""Calls that the simulating player compares."""
FIT = 8
"""Cards of a suit that two hands have together before it is a known fit."""

_TWO_SUITS = Call.of(4, Strain.NOTRUMP)
_OVER = (Call.of(4, Strain.HEARTS), Call.of(4, Strain.SPADES))


class Option(NamedTuple):
    """A call that is compared."""

    call: Call
    probability: float
    """How likely the network makes it."""
    strays: bool
    """Whether the hand is not what the call shows."""
    understood: bool
    """Whether a partner could understand it: the card's own, or one that fits and that the network makes as well."""


def options(node: Node, hand: Hand, policy: Floats, made: Call | None = None, *, bold: bool = False) -> list[Option]:
    """The card's own call, then the others from the likeliest down. Shape of the policy: (call,).

    Others are compared when the hand meets their needs and they are likely or an idea of the situation, when the
    network often makes them all the same, and when they were made; bold ones too when they might end the auction well.
    """
    own, fitting = node.bid(hand)[0], _fitting(node, hand)
    likely = {call for call in fitting if policy[call.index] >= LIKELY}
    often = {CALLS[index] for index in np.flatnonzero(policy >= OFTEN).tolist()}
    ideas = fitting.intersection(_ideas(node, hand))
    asked = set() if made is None else {made}
    others = (likely | often | ideas | asked | (set(_closing(node, hand)) if bold else set())) - {own}
    ranked = sorted(others, key=lambda call: (-float(policy[call.index]), call.index))
    found = [Option(own, float(policy[own.index]), strays=False, understood=True)]
    for call in ranked:
        if node.legal >> call.index & 1:
            chance, is_stray = float(policy[call.index]), not (call in fitting and _shows(node, call, hand))
            found.append(Option(call, chance, is_stray, chance >= LIKELY and not is_stray))
    return found


def strays(node: Node, call: Call, hand: Hand) -> bool:
    """Whether a hand is not what a call shows: it misses the needs or lies outside the ranges, and has another call."""
    return call != node.bid(hand)[0] and not (call in _fitting(node, hand) and _shows(node, call, hand))


class Candidates(NamedTuple):
    """The calls that are compared at many positions, the usual one first."""

    calls: Bytes
    """NO_CALL behind the last. Shape: (position, MOST)."""
    strays: NDArray[np.bool_]
    """Whether the hand is not what the call shows. Shape: (position, MOST)."""


def candidate_calls(turns: TurnBatch, nodes: list[Node], chances: Floats, usual: Bytes, *, bold: bool) -> Candidates:
    """The candidates of each position, the usual call and those that a partner could understand, or with `bold` all."""
    calls, stray = np.full((len(turns), MOST), NO_CALL, np.uint8), np.zeros((len(turns), MOST), bool)
    for row, (node, mask) in enumerate(zip(nodes, masks_of(turns.hands).tolist(), strict=True)):
        first = CALLS[int(usual[row])]
        compared = options(node, Hand(mask), chances[row], first, bold=bold)
        compared = [option for option in compared if bold or option.understood]
        compared = sorted(compared, key=lambda option: option.call != first)[:MOST]
        calls[row, : len(compared)] = [option.call.index for option in compared]
        stray[row, : len(compared)] = [option.strays for option in compared]
    return Candidates(calls, stray)


def _shows(node: Node, call: Call, hand: Hand) -> bool:
    """Whether a call may show such a shape and so many points."""
    shape = SHAPE_OF_CODE[np.polyval([hand.lengths[suit] for suit in Suit][:3], 14)]
    return bool(node.cells(call) >> int(CELL_NUMBER[shape, hand.hcp]) & 1)


def _fitting(node: Node, hand: Hand) -> set[Call]:
    """The calls whose own needs the hand meets."""
    judge = judge_of(hand)
    return {line.call for line in node.lines if judge.holds(line.condition)}


def _ideas(node: Node, hand: Hand) -> Iterator[Call]:
    """Pass (as a trap, or for partner to go on), double, 4NT for two suits over their game, game in a known fit."""
    yield PASS
    yield DOUBLE
    last = node.last_bid
    if last in _OVER and node.last_bidder in ("lho", "rho"):
        yield _TWO_SUITS
    for suit in Suit:
        if hand.lengths[suit] + node.partner.least[suit] >= FIT:
            cheapest = 1 if last is None else last.level + (suit <= last.strain)
            if max(cheapest, GAME_LEVEL[suit]) <= 7:
                yield Call.of(max(cheapest, GAME_LEVEL[suit]), Strain(suit))


def _closing(node: Node, hand: Hand) -> Iterator[Call]:
    """Calls that may end the auction: pass, double, and bids of strains that may be ours, at game and as low as can
    be.
    """
    yield PASS
    yield DOUBLE
    last = node.last_bid
    for strain in _strains(node, hand):
        cheapest = 1 if last is None else last.level + (strain <= last.strain)
        if cheapest <= GAME_LEVEL[strain]:
            yield Call.of(GAME_LEVEL[strain], strain)
        if cheapest <= 7:
            yield Call.of(cheapest, strain)


def _strains(node: Node, hand: Hand) -> list[Strain]:
    """Strains to play in: suits that both may hold, the likeliest first, and notrump."""
    mean, theirs = node.partner.mean, node.their_suits
    together = {suit: hand.lengths[suit] + mean[suit] for suit in Suit if suit not in theirs or hand.lengths[suit] >= 5}
    fits = sorted((suit for suit in together if together[suit] >= FIT - 1), key=lambda suit: -together[suit])
    return [*(Strain(suit) for suit in fits[:2]), Strain.NOTRUMP]
