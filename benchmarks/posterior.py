"""How far the hidden hands are off after whole auctions: the network's own answer, and those of two kinds of layouts.

python -m benchmarks.posterior --boards 400
python -m benchmarks.posterior --boards 400 --network improved --auctions strangers.jsonl.gz
python -m benchmarks.posterior --boards 100 --auctions vugraph.jsonl.gz --every 97

Weighted layouts hold what the calls show by the card; those of strangers are what the network expects of experts.

Random deals bid by SAYC at both sides, or the first auctions of a file whose players say nothing of their systems (one
board of `--every` lines); one player of each looks on, who takes everybody for players of the card. The middle is the
median; distances are averaged over lho, partner and rho, for lengths over the suits too; errors are those of the mean
over boards.
"""

import argparse
import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Auction, Position, Record, Seat, Suit
from overtrick.formats import jsonl
from overtrick.layouts.posterior import sample
from overtrick.layouts.reading import read
from overtrick.layouts.summary import pictures
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import Network, bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

CARDS = ("sayc", "sayc")


def bid_by_cards(count: int) -> Iterator[Record]:
    """Random boards as the cards bid them."""
    boards = BoardBatch.random(count, 4)
    for place, end in enumerate(boards.bid(Table.of(*CARDS).tree)):
        yield Record(boards[place], Auction(boards.dealers[place], end.auction.calls))


def bid_by_strangers(path: Path, count: int, every: int) -> Iterator[Record]:
    """Boards of a file of JSON lines."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in islice(lines, 0, count * every, every):
            yield jsonl.from_dict(json.loads(line))


def looks(records: Iterable[Record], network: Network) -> Iterator[tuple[View, list[int], list[list[int]]]]:
    """The view of one player of each board at the end, and the true points and lengths of the others."""
    table = Table.of(*CARDS)
    for place, record in enumerate(records):
        board, seat = record.board, Seat(place % 4)
        position = Position(board.deal[seat], record.require_auction(), board.vulnerability)
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
    arguments.add_argument("--network", default="bidding", help="bidding, improved, or the folder of another")
    arguments.add_argument("--auctions", type=Path, help="a file of JSON lines (.gz) to read instead")
    arguments.add_argument("--every", type=int, default=1, help="read one line of so many")
    asked = arguments.parse_args()
    strangers = asked.auctions is not None
    records = bid_by_strangers(asked.auctions, asked.boards, asked.every) if strangers else bid_by_cards(asked.boards)
    off: dict[str, list[tuple[float, float]]] = {"network": [], "layouts": [], "strangers": []}
    for view, points, lengths in looks(records, bidding_network(asked.network)):
        said = view.network.hidden_hands(view.listeners)
        off["network"].append(_off(said.points[0], said.lengths[0], points, lengths))
        read_by_experts = read(replace(view, strangers=True), asked.layouts)
        for name, layouts in (("layouts", sample(view, asked.layouts)), ("strangers", read_by_experts)):
            drawn = pictures(layouts)
            by_points, by_lengths = (
                np.stack([getattr(each, what) for each in drawn]) for what in ("points", "lengths")
            )
            off[name].append(_off(by_points, by_lengths, points, lengths))
    for name, values in off.items():
        mean, error = np.mean(values, axis=0), np.std(values, axis=0) / len(values) ** 0.5
        print(f"{name:9} points {mean[0]:.3f} ± {error[0]:.3f}, cards a suit {mean[1]:.3f} ± {error[1]:.3f}")
    for one, other in (("network", "layouts"), ("layouts", "strangers")):
        less = np.subtract(off[one], off[other])
        error = less.std(axis=0) / len(less) ** 0.5
        nearer = ", ".join(f"{mean:.3f} ± {each:.3f}" for mean, each in zip(less.mean(axis=0), error, strict=True))
        print(f"{other} are nearer than {one} by {nearer}")


def _off(
    by_points: NDArray[Any], by_lengths: NDArray[Any], points: list[int], lengths: list[list[int]]
) -> tuple[float, float]:
    return float(abs(median(by_points) - points).mean()), float(abs(median(by_lengths) - lengths).mean())


if __name__ == "__main__":
    main()
