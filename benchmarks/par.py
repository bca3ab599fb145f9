"""How far from par a card's contracts end, double dummy, on deals of a Ginsberg library: mean |IMPs| a board.

Both sides play the card; dealer and vulnerability go by board number. The worst boards can go to a PBN file.

python benchmarks/par.py sayc 2/1 --worst-boards worst.pbn
"""

import argparse
import gzip
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from overtrick.arrays import library
from overtrick.arrays.library import SolvedDeals
from overtrick.core import Auction, DDTable, Par, Record, Result, imps
from overtrick.data import data_file
from overtrick.formats import pbn
from overtrick.matches.swings import notes_of
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.systems.tools.findings import CONTRACTS, kind_of


@dataclass(frozen=True)
class Outcome:
    """How a board ended beside its par."""

    place: int
    auction: Auction
    result: Result
    score: int
    par: Par

    @property
    def imps(self) -> int:
        return imps(self.score - self.par.score)


def outcomes(tree: Tree, boards: BoardBatch, solved: SolvedDeals) -> list[Outcome]:
    found = []
    for place, end in enumerate(boards.bid(tree)):
        auction, vulnerability = boards.auction(place, end), boards.vulnerabilities[place]
        table = DDTable.of(solved.tricks[place].tolist())
        contract = auction.contract
        result = Result(contract, None if contract is None else table[contract.declarer, contract.strain])
        score = result.score(vulnerability) or 0
        found.append(Outcome(place, auction, result, score, table.par(vulnerability, boards.dealers[place])))
    return found


def report(card: System, found: list[Outcome]) -> str:
    """One line of figures."""
    losses = np.array([abs(each.imps) for each in found], float)
    kinds = [kind_of(each.auction.contract) for each in found]
    shares = "  ".join(f"{kind} {100 * kinds.count(kind) / len(found):.1f} %" for kind in CONTRACTS)
    doubled = sum(each.auction.contract is not None and each.auction.contract.doubling > 1 for each in found)
    calls = sum(len(each.auction) for each in found) / len(found)
    error = losses.std(ddof=1) / len(found) ** 0.5
    return (
        f"{card.name}: {losses.mean():.3f} ± {error:.3f} IMPs from par over {len(found):,} boards (at most 4.7)\n"
        f"  {shares}  doubled {100 * doubled / len(found):.1f} %  {calls:.1f} calls"
    )


def record(tree: Tree, boards: BoardBatch, solved: SolvedDeals, outcome: Outcome) -> Record:
    """A board with its auction, notes, and how far it ended from par."""
    board = boards[outcome.place]
    table = DDTable.of(solved.tricks[outcome.place].tolist())
    said = f"{outcome.imps:+d} IMPs for N-S: {outcome.result} {outcome.score:+d}, par {outcome.par}"
    notes = notes_of(tree, board, outcome.auction)
    return Record(board, outcome.auction, notes, outcome.result, table=table, tags={"Event": said})


def first_deals(path: Path, count: int) -> SolvedDeals:
    with gzip.open(path, "rb") as file:
        return library.loads(b"".join(islice(file, count)))


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("cards", nargs="*", default=["sayc"])
    arguments.add_argument("--deals", type=int, default=2000, help="the first so many of the library")
    arguments.add_argument("--library", type=Path, default=data_file("dd_library.gib.gz"))
    arguments.add_argument("--worst", type=int, default=20, help="how many of the worst boards to write")
    arguments.add_argument("--worst-boards", type=Path, help="the PBN file for them; several cards, several names")
    asked = arguments.parse_args()
    if asked.library is None:
        arguments.exit(0, "no dd_library.gib.gz: set OVERTRICK_DATA to the folder that has it\n")
    solved = first_deals(asked.library, asked.deals)
    boards = BoardBatch(solved.deals)
    for name in asked.cards:
        card = System.load(name)
        tree = Tree(card)
        found = outcomes(tree, boards, solved)
        print(report(card, found))
        if asked.worst_boards:
            worst = sorted(found, key=lambda each: -abs(each.imps))[: asked.worst]
            path = asked.worst_boards
            path = path if len(asked.cards) == 1 else path.with_stem(f"{path.stem}-{name.replace('/', '-')}")
            pbn.dump([record(tree, boards, solved, each) for each in worst], path)


if __name__ == "__main__":
    main()
