"""Whole auctions by the thousand: every player is the network, with its own hand and its own view."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.nets.bidding import BiddingNet, Memory
from overtrick.nets.bidding_steps import MIRRORED
from overtrick.nets.legality import NO_CALL, OVER, START, Bytes, Standings
from overtrick.nets.tokens import Floats

LONGEST = 64
"""Calls after which an auction is given up; no player bids like that."""

Choose = Callable[[Floats], NDArray[Any]]
"""Chances (auction, call) to calls (auction,)."""


def most_likely(chances: Floats) -> NDArray[np.intp]:
    """The most likely call of each auction."""
    found: NDArray[np.intp] = chances.argmax(axis=1)
    return found


def at_random(rng: np.random.Generator) -> Choose:
    """A way to draw calls with their chances."""

    def draw(chances: Floats) -> NDArray[np.intp]:
        sums = chances.cumsum(axis=1)
        drawn: NDArray[np.intp] = (sums < (1 - rng.random((len(chances), 1))) * sums[:, -1:]).sum(axis=1)
        return drawn

    return draw


def bid_out(
    net: BiddingNet,
    holdings: Holdings,
    dealers: NDArray[Any],
    vulnerabilities: NDArray[Any],
    systems: NDArray[Any],
    *,
    given: Bytes | None = None,
    choose: Choose = most_likely,
) -> Bytes:
    """The calls of whole auctions, those that are `given` (auction, call) first. Shape: (auction, call).

    Holdings (auction, seat, suit); systems of North-South and East-West as places in `net.systems` (auction, side).
    """
    count = len(holdings)
    memories = [_player(net, holdings, dealers, vulnerabilities, systems, place) for place in range(4)]
    calls = np.full((count, 4 + LONGEST), START, np.uint8)  # four places before the dealer's call
    now, going = Standings.before_the_first_call(count), np.arange(count)
    length = 0
    while len(going) and length < LONGEST:
        standings = now.numbers
        for place, memory in enumerate(memories):
            if net.window == 1 or place == length % 4:
                codes = calls[going, 4 + length - net.window : 4 + length]
                turns = np.full(len(going), place == length % 4)
                memories[place] = net.step(memory, codes, standings, turns)
        made = choose(net.calls(memories[length % 4], standings)).astype(np.uint8)
        if given is not None and length < given.shape[1]:
            made = np.where(given[going, length] == NO_CALL, made, given[going, length])
        calls[going, 4 + length] = made
        now.advance(made)
        length += 1
        if (open_ := now.numbers != OVER).mean() < 0.9:  # drop those that are over
            going, memories = going[open_], [memory[open_] for memory in memories]
            now = now[open_]
    return _closed(calls[:, 4 : 4 + length])


def _player(
    net: BiddingNet,
    holdings: Holdings,
    dealers: NDArray[Any],
    vulnerabilities: NDArray[Any],
    systems: NDArray[Any],
    place: int,
) -> Memory:
    """The players who sit so many places after the dealer, before the first call."""
    rows, seats = np.arange(len(holdings)), (dealers.astype(np.intp) + place) % 4
    side = seats % 2
    vulnerable = np.where(side == 0, vulnerabilities, MIRRORED[vulnerabilities])
    return net.begin(holdings[rows, seats], systems[rows, side], systems[rows, 1 - side], vulnerable)


def _closed(calls: Bytes) -> Bytes:
    """NO_CALL behind the call that ended each auction; those that went on beside it passed."""
    now, is_over = Standings.before_the_first_call(len(calls)), np.zeros(len(calls), bool)
    closed = calls.copy()
    for index in range(calls.shape[1]):
        closed[is_over, index] = NO_CALL
        now.advance(closed[:, index])
        is_over = now.numbers == OVER
    return closed
