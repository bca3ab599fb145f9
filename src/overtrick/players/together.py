"""The network's chances for many positions at once, each at a table of its own."""

from collections.abc import Sequence

import numpy as np

from overtrick.arrays import Floats
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import CALLS
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.systems.network import Network, holdings_of
from overtrick.systems.views import View


def policies(views: Sequence[View]) -> Floats:
    """What `Network.policy` says about each view of a player to call. Shape: (view, call)."""
    found = np.empty((len(views), len(CALLS)), np.float32)
    by_network: dict[Network, list[int]] = {}
    for place, view in enumerate(views):
        by_network.setdefault(view.network, []).append(place)
    for network, places in by_network.items():
        found[places] = _policies(network, [views[place] for place in places])
    return found


def _policies(network: Network, views: list[View]) -> Floats:
    """The same for views of one network: all step together, and each is asked when it has come to now."""
    net = network.net
    made = np.array([len(view.auction) for view in views])
    position = np.array([view.table.place(view.seat) for view in views])
    calls = np.full((len(views), max(1, int(made.max()))), NO_CALL, np.uint8)
    for row, view in enumerate(views):
        calls[row, : made[row]] = [call.index for call in view.auction.calls]
    last = step_count(made, position, net.window) - 1
    codes, standings, turns, _ = follow(calls, made, position, net.window, int(last.max()) + 1)
    sides = [
        (view.table.systems[view.seat.side].place, view.table.systems[view.seat.side.opponents].place) for view in views
    ]
    ours, theirs = np.array(sides).T
    memory = net.begin(
        holdings_of([view.hand for view in views]),
        ours,
        theirs,
        np.array([view.table.vulnerable(view.seat) for view in views]),
    )
    chances = np.empty((len(views), len(CALLS)), np.float32)
    for step, (heard, stand, turn) in enumerate(zip(codes, standings, turns, strict=True)):
        memory = net.step(memory, heard, stand, turn)
        now = np.flatnonzero(last == step)
        if len(now):
            chances[now] = net.calls(memory[now], stand[now])
    return chances
