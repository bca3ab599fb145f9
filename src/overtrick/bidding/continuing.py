"""Auctions taken up where they stand and bid to the end by the network, for many layouts and several next calls."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Holdings
from overtrick.bidding.network import Network, Table
from overtrick.core import CALLS, Auction, Call, Contract
from overtrick.nets.bidding import Memory
from overtrick.nets.bidding_rollout import LONGEST, most_likely
from overtrick.nets.legality import NO_CALL, OVER, START, Bytes, Standings


def bid_on(network: Network, table: Table, holdings: Holdings, firsts: Sequence[Call]) -> Bytes:
    """The calls from here to the end when each of some calls is made in each layout.

    Holdings of the layouts (layout, seat, suit); NO_CALL behind the last call. Shape: (first, layout, call).
    """
    net, made = network.net, len(table.auction)
    layouts, count = len(holdings), len(firsts) * len(holdings)
    every = np.tile(np.arange(layouts), len(firsts))
    memories = [memory[every] for memory in _memories(network, table, holdings)]
    calls, now = _so_far(table.auction, count)
    choices = np.repeat(np.array([call.index for call in firsts], np.uint8), layouts)
    going, length = np.arange(count), made
    while len(going) and length < LONGEST:
        caller, standings = length % 4, now.numbers
        if length > made:
            for place, memory in enumerate(memories):
                if net.window == 1 or place == caller:
                    codes = calls[going, 4 + length - net.window : 4 + length]
                    memories[place] = net.step(memory, codes, standings, np.full(len(going), place == caller))
            choices = most_likely(net.calls(memories[caller], standings)).astype(np.uint8)
        calls[going, 4 + length] = choices
        now.advance(choices)
        length += 1
        is_open = now.numbers != OVER
        if not is_open.all():
            going, memories, now = going[is_open], [memory[is_open] for memory in memories], now[is_open]
    return calls[:, 4 + made : 4 + length].reshape(len(firsts), layouts, -1)


def _so_far(auction: Auction, count: int) -> tuple[Bytes, Standings]:
    """The calls so far with four places before them and room behind, and where the auctions stand."""
    calls = np.full((count, 4 + LONGEST), NO_CALL, np.uint8)
    calls[:, :4] = START
    now = Standings.before_the_first_call(count)
    for place, call in enumerate(auction.calls):
        calls[:, 4 + place] = call.index
        now.advance(np.full(count, call.index))
    return calls, now


def _memories(network: Network, table: Table, holdings: Holdings) -> list[Memory]:
    """What the players remember, from the dealer on: as of their last turn, the one to call as of now."""
    found = []
    for place in range(4):
        seat = table.auction.dealer.after(place)
        hands = holdings[:, seat]
        memory, needed = network.begin(hands, seat, table), _last_step(network, table, place)
        if needed >= 0:
            for moment in network.listen(hands, seat, table):
                memory = moment.memory
                if moment.made == needed:
                    break
        found.append(memory)
    return found


def _last_step(network: Network, table: Table, place: int) -> int:
    """The calls made at the last step of a player before the next call, -1 when there was none."""
    made = len(table.auction)
    return made if network.net.window == 1 else made - (made - place) % 4 if made >= place else -1


def contracts(auction: Auction, rests: Bytes) -> tuple[list[Contract | None], NDArray[np.intp]]:
    """The contracts that auctions end in, each once, and which of them each has. Shape: (…, call) to (…)."""
    rows = rests.reshape(-1, rests.shape[-1])
    ends, inverse = np.unique(rows, axis=0, return_inverse=True)
    found: dict[Contract | None, int] = {}
    places = [found.setdefault(_contract(auction, end), len(found)) for end in ends]
    return list(found), np.array(places, np.intp)[inverse.ravel()].reshape(rests.shape[:-1])


def _contract(auction: Auction, rest: Bytes) -> Contract | None:
    return Auction(auction.dealer, (*auction.calls, *(CALLS[call] for call in rest if call != NO_CALL))).contract
