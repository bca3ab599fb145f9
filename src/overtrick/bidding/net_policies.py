"""The network as a way of bidding: the players of many layouts listen to the auction so far, then bid on together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.bidding.players import NetPlayer
from overtrick.bidding.policies import Indices
from overtrick.bidding.turns import Turns
from overtrick.nets.bidding import BiddingNet, Memory
from overtrick.nets.bidding_rollout import LONGEST
from overtrick.nets.legality import NO_CALL, OVER, START, Bytes, Standings
from overtrick.nets.tokens import Floats
from overtrick.systems.nodes import Node

CARELESS = 1e-3
"""The share of each call that nothing explains: one odd call costs a layout much, but not everything."""
PIECE = 1024
"""Auctions that are bid on together: they stay in the processor's cache."""


class NetPolicy:
    """Everybody bids as the network does."""

    def __init__(self, player: NetPlayer) -> None:
        self._player = player

    def __str__(self) -> str:
        return str(self._player)

    def chances(self, turns: Turns) -> Floats:
        return self._player.chances(turns)

    def nodes(self, turns: Turns) -> list[Node]:
        return self._player.nodes(turns)

    def hear(self, turns: Turns, nodes: Sequence[Node], layouts: Holdings) -> "HeardByNet":
        return HeardByNet(self._player, turns, layouts)

    def forget(self) -> None:
        """Nothing: only points that auctions have come to are kept."""


class HeardByNet:
    """Layouts in the light of the network: every player of every layout has followed the auction so far."""

    def __init__(self, player: NetPlayer, turns: Turns, layouts: Holdings) -> None:
        self._net, self._turns = player.network.net, turns
        positions, self._count = layouts.shape[:2]
        calls = np.repeat(turns.calls, self._count, axis=0)
        self._memories = _begun(player, turns, layouts)
        heard = np.zeros(len(calls))
        now = Standings.before_the_first_call(len(calls))
        padded = np.concatenate([np.full((len(calls), 4), START, np.uint8), calls], axis=1)
        for made in range(turns.made):
            standings = now.numbers
            _listen(self._net, self._memories, padded, made, standings)
            if (turns.made - made) % 4:  # not one's own call
                chances = self._net.calls(self._memories[made % 4], standings)
                heard += np.log(chances[np.arange(len(calls)), calls[:, made]] + CARELESS)
            now.advance(calls[:, made])
        self._now, self._calls = now, padded
        self.likelihoods: NDArray[np.float64] = heard.reshape(positions, self._count)

    def finished(self, rows: Indices, chosen: Indices, candidates: Bytes) -> Bytes:
        auctions = np.broadcast_to(
            (rows[:, np.newaxis] * self._count + chosen)[:, np.newaxis], (*candidates.shape, chosen.shape[1])
        )
        firsts = np.broadcast_to(candidates[:, :, np.newaxis], auctions.shape)
        asked = np.flatnonzero(firsts.ravel() != NO_CALL)
        found = np.full((auctions.size, LONGEST), NO_CALL, np.uint8)
        for start in range(0, len(asked), PIECE):
            part = asked[start : start + PIECE]
            found[part] = self._bid_on(auctions.ravel()[part], firsts.ravel()[part])
        return found.reshape(*auctions.shape, LONGEST)

    def _bid_on(self, auctions: Indices, firsts: Bytes) -> Bytes:
        """Some of the auctions to their ends when these calls come first. Shape: (auction, call)."""
        calls = np.full((len(auctions), 4 + LONGEST), NO_CALL, np.uint8)
        made = self._turns.made
        calls[:, : 4 + made] = self._calls[auctions]
        calls[:, 4 + made] = firsts
        memories, now = [memory[auctions] for memory in self._memories], self._now[auctions]
        _listen(self._net, memories, calls, made, now.numbers)
        now.advance(firsts)
        going = np.arange(len(auctions))
        for length in range(made + 1, LONGEST):
            is_open = now.numbers != OVER
            if not is_open.all():
                going, memories, now = going[is_open], [memory[is_open] for memory in memories], now[is_open]
            if not len(going):
                break
            standings = now.numbers
            _listen(self._net, memories, calls[going], length, standings)
            choices = self._net.calls(memories[length % 4], standings).argmax(axis=1).astype(np.uint8)
            calls[going, 4 + length] = choices
            now.advance(choices)
        return calls[:, 4:]


def _begun(player: NetPlayer, turns: Turns, layouts: Holdings) -> list[Memory]:
    """The players of all layouts before the first call, from the dealer on."""
    count = layouts.shape[1]
    found = []
    for place in range(4):
        seats = (turns.dealers.astype(np.intp) + place) & 3
        hands = np.take_along_axis(layouts, seats[:, np.newaxis, np.newaxis, np.newaxis], axis=2)[:, :, 0]
        is_ours = (turns.made - place) % 2 == 0
        found.append(player.begin(hands.reshape(-1, 4), np.repeat(turns.vulnerable, count), is_ours=is_ours))
    return found


def _listen(net: BiddingNet, memories: list[Memory], calls: Bytes, made: int, standings: Bytes) -> None:
    """The players who look up after so many calls take them in; calls have four places before the dealer's."""
    for place, memory in enumerate(memories):
        if net.window == 1 or place == made % 4:
            codes = calls[:, 4 + made - net.window : 4 + made]
            memories[place] = net.step(memory, codes, standings, np.full(len(codes), place == made % 4))
