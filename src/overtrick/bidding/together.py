"""The network's chances for many positions at once, each at a table of its own."""

from collections.abc import Sequence

import numpy as np

from overtrick.bidding.network import Network, holdings_of
from overtrick.bidding.views import View
from overtrick.core import CALLS
from overtrick.nets.bidding_steps import follow, step_count
from overtrick.nets.legality import NO_CALL
from overtrick.nets.tokens import Floats


def policies(views: Sequence[View]) -> Floats:
    """What `Network.policy` says about each view of a player to call. Shape: (view, call)."""
    found = np.empty((len(views), len(CALLS)), np.float32)
    alike: dict[tuple[Network, int], list[int]] = {}
    for place, view in enumerate(views):
        alike.setdefault((view.network, _steps(view)), []).append(place)
    for (network, steps), places in alike.items():
        found[places] = _policies(network, [views[place] for place in places], steps)
    return found


def _steps(view: View) -> int:
    made, place = len(view.auction), view.table.place(view.seat)
    return int(step_count(np.array([made]), np.array([place]), view.network.net.window)[0])


def _policies(network: Network, views: list[View], steps: int) -> Floats:
    """The same for views that take as many steps as each other."""
    net = network.net
    made = np.array([len(view.auction) for view in views])
    position = np.array([view.table.place(view.seat) for view in views])
    calls = np.full((len(views), max(1, int(made.max()))), NO_CALL, np.uint8)
    for row, view in enumerate(views):
        calls[row, : made[row]] = [call.index for call in view.auction.calls]
    codes, standings, turns, _ = follow(calls, made, position, net.window, steps)
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
    for step in range(steps):
        memory = net.step(memory, codes[step], standings[step], turns[step])
    chances: Floats = net.calls(memory, standings[-1])
    return chances
