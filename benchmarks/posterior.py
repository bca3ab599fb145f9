"""How far the hidden hands are off after whole auctions: the network's own answer, and that of the weighted layouts.

python benchmarks/posterior.py --boards 400

Random deals bid by SAYC at both sides, one player of each looks on. The middle is the median; distances are averaged
over lho, partner and rho, for lengths over the suits too; errors are those of the mean over boards.
"""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Auction, Position, Seat, Suit
from overtrick.layouts.posterior import sample
from overtrick.layouts.summary import pictures
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

CARDS = ("sayc", "sayc")


def looks(boards: BoardBatch) -> Iterator[tuple[View, list[int], list[list[int]]]]:
    """The view of one player of each board at the end, and the true points and lengths of the others."""
    network, table = bidding_network(), Table.of(*CARDS)
    for place, end in enumerate(boards.bid(table.tree)):
        board, seat = boards[place], Seat(place % 4)
        auction = Auction(boards.dealers[place], end.auction.calls)
        position = Position(board.deal[seat], auction, boards.vulnerabilities[place])
        view = View.of(network, table, position, seat)
        hands = [board.deal[other] for other in view.others]
        yield view, [hand.hcp for hand in hands], [[hand.lengths[suit] for suit in Suit] for hand in hands]


def median(chances: NDArray[Any]) -> NDArray[np.intp]:
    """Shape: (…, class) to (…)."""
    found: NDArray[np.intp] = (chances.cumsum(axis=-1) < 0.5).sum(axis=-1)
    return found


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--boards", type=int, default=400)
    arguments.add_argument("--layouts", type=int, default=400)
    asked = arguments.parse_args()
    off: dict[str, list[tuple[float, float]]] = {"network": [], "layouts": []}
    for view, points, lengths in looks(BoardBatch.random(asked.boards, 4)):
        said = view.network.hidden_hands(view.listeners)
        off["network"].append(_off(said.points[0], said.lengths[0], points, lengths))
        drawn = pictures(sample(view, asked.layouts))
        by_points, by_lengths = (np.stack([getattr(each, name) for each in drawn]) for name in ("points", "lengths"))
        off["layouts"].append(_off(by_points, by_lengths, points, lengths))
    for name, values in off.items():
        mean, error = np.mean(values, axis=0), np.std(values, axis=0) / len(values) ** 0.5
        print(f"{name:8} points {mean[0]:.3f} ± {error[0]:.3f}, cards a suit {mean[1]:.3f} ± {error[1]:.3f}")
    less = np.subtract(off["network"], off["layouts"])
    error = less.std(axis=0) / len(less) ** 0.5
    print(f"layouts are nearer by {less.mean(0)[0]:.3f} ± {error[0]:.3f}, {less.mean(0)[1]:.3f} ± {error[1]:.3f}")


def _off(
    by_points: NDArray[Any], by_lengths: NDArray[Any], points: list[int], lengths: list[list[int]]
) -> tuple[float, float]:
    return float(abs(median(by_points) - points).mean()), float(abs(median(by_lengths) - lengths).mean())


if __name__ == "__main__":
    main()
