"""Whether the card's meanings hold for a network: its own auctions, each call beside what the card says of it.

python benchmarks/network_meanings.py improved --deals 2000

Printed for each card: how often the network makes the card's call, and how often the points and the lengths of the
hand lie within what the call shows by the card (after all calls of that player so far).
"""

import argparse
from collections import Counter

import numpy as np

from overtrick.arrays.auctions import NO_CALL
from overtrick.core import CALLS
from overtrick.hands.shapes import LENGTHS_OF_SHAPE
from overtrick.nets.bidding_rollout import bid_out
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.meaning import meaning
from overtrick.systems.engine.tree import Node
from overtrick.systems.network import Network, bidding_network
from overtrick.systems.system import NAMES
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.systems.tools.audit import Step, steps


def ends(network: Network, table: Table, card: str, boards: BoardBatch) -> list[Node | None]:
    """Where the network's auctions end among those of the card."""
    place = network.net.systems.index(card)
    dealers, vulnerabilities = (np.array(each, np.uint8) for each in (boards.dealers, boards.vulnerabilities))
    systems = np.full((len(boards), 2), place, np.uint8)
    found: list[Node | None] = []
    for row, calls in enumerate(bid_out(network.net, boards.deals.holdings, dealers, vulnerabilities, systems)):
        node = table.tree.root(boards.dealers[row], boards.vulnerabilities[row])
        for call in calls[calls != NO_CALL].tolist():
            node = node.child(CALLS[call])
        found.append(node)
    return found


def judged(step: Step, boards: BoardBatch) -> Counter[str]:
    """The calls of one step: those that the card makes, those within the points and within the lengths it states."""
    shown, turn = meaning(step.node, step.call).shown, step.node.turn
    hcp, lengths = boards.hands.hcp[step.hands], LENGTHS_OF_SHAPE[boards.hands.shapes[step.hands]]
    low, high = np.array(shown.lengths).T
    hands = (boards[deal].deal[boards.dealers[deal].after(turn)] for deal in step.deals.tolist())
    return Counter(
        calls=len(hcp),
        card=sum(step.node.bid(hand)[0] == step.call for hand in hands),
        points=int(((hcp >= shown.hcp[0]) & (hcp <= shown.hcp[1])).sum()),
        lengths=int(((lengths >= low) & (lengths <= high)).all(axis=1).sum()),
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("network", nargs="?", default="improved", help="bidding, improved, or a folder")
    arguments.add_argument("--deals", type=int, default=2000)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    network, boards = bidding_network(asked.network), BoardBatch.random(asked.deals, asked.seed)
    for card in filter(NAMES.__contains__, network.net.systems):
        table = Table.of(card, card, BATCH_NODES)
        sums: Counter[str] = Counter()
        for step in steps(ends(network, table, card, boards)):
            sums += judged(step, boards)
        shares = ", ".join(f"{name} {sums[name] / sums['calls']:.1%}" for name in ("card", "points", "lengths"))
        print(f"{card:5} {sums['calls']:,} calls: {shares}", flush=True)


if __name__ == "__main__":
    main()
