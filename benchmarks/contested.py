"""Contested auctions of a card: the share of its calls that the natural fallback makes, and how often it doubles.

    python benchmarks/contested.py [CARD …] --deals 3000 [--start 0] [--list 20]

Both sides play the card. Rounds count from the opening bid; passes are left out. Contracts that go two or more down,
by exact tricks, are given with the share that was doubled, beside that of the Vugraph experts, by their results at the
table, where the folder named by OVERTRICK_DATA has them.
"""

import argparse
import gzip
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from overtrick.arrays import library, random_deals
from overtrick.arrays.library import SolvedDeals, Tricks
from overtrick.core import PASS, Auction
from overtrick.data import data_file
from overtrick.hands.hand_batch import Judge
from overtrick.solver import solve_tables
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.table import Table
from overtrick.systems.tools.audit import NATURAL, lines_of, steps

TABLES = 200_000
"""Vugraph tables that are read."""
DOWN = 2
LEVELS = ("part scores", "games and higher")
_RESULT = re.compile(r"([1-7])(N|[CDHS])[NESW](x{0,2})(=|[+-]\d+)")


def is_contested(auction: Auction) -> bool:
    return len({place % 2 for place, call in enumerate(auction.calls) if call is not PASS}) > 1


def kind(level: int, strain: str) -> str:
    return LEVELS[level >= {"N": 3, "S": 4, "H": 4}.get(strain, 5)]


def experts(path: Path) -> Counter[tuple[str, bool]]:
    """Contested contracts two or more down, by level and whether they were doubled."""
    found: Counter[tuple[str, bool]] = Counter()
    with gzip.open(path, "rt") as file:
        for row in map(json.loads, islice(file, TABLES)):
            result = _RESULT.match(row.get("result") or "")
            if result is None or not result[4].startswith("-") or -int(result[4]) < DOWN:
                continue
            calls = row["auction"].split()
            if len({place % 2 for place, call in enumerate(calls) if call != "P"}) > 1:
                found[kind(int(result[1]), result[2]), bool(result[3])] += 1
    return found


def solved(count: int, start: int) -> SolvedDeals:
    """Deals of the library, or random ones."""
    path = data_file("dd_library.gib.gz")
    if path is None:
        deals = random_deals(count, start)
        return SolvedDeals(deals, solve_tables(deals))
    with gzip.open(path, "rb") as file:
        return library.loads(b"".join(islice(file, start, start + count)))


@dataclass
class Contested:
    """What the contested auctions of a card came to."""

    rounds: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Calls by round and whether the fallback made them."""
    failed: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """Contracts two or more down, by level and whether they were doubled."""
    made: Counter[bool] = field(default_factory=Counter)
    """Contracts that made, by whether they were doubled."""
    places: Counter[str] = field(default_factory=Counter)
    """The fallback's calls by auction and line."""
    boards: int = 0


def contested(card: str, deals: SolvedDeals) -> Contested:
    boards, found = BoardBatch(deals.deals, 1), Contested()
    ends = [end if is_contested(end.auction) else None for end in boards.bid(Table.of(card, card).tree)]
    for place, end in enumerate(ends):
        if end is not None:
            found.boards += 1
            _count_result(found, boards.auction(place, end), deals.tricks[place])
    judge = Judge(boards.hands)
    for step in steps(ends):
        if step.call is not PASS:
            number = (len(step.node.auction) - max(step.node.opener, 0)) // 4 + 1
            for line, made in lines_of(step, judge):
                natural = line.rule.startswith(NATURAL)
                found.rounds[number, natural] += len(made)
                if natural:
                    found.places[f"round {number}  {line.rule}  {step.call} after {step.node.auction}"] += len(made)
    return found


def _count_result(found: Contested, auction: Auction, tricks: Tricks) -> None:
    contract = auction.contract
    assert contract is not None
    over = int(tricks[contract.declarer, contract.strain]) - contract.level - 6
    doubled = contract.doubling > 1
    if over <= -DOWN:
        found.failed[kind(contract.level, str(contract.strain)), doubled] += 1
    elif over >= 0:
        found.made[doubled] += 1


def share(counts: Counter[tuple[str, bool]], level: str) -> str:
    doubled, all_of_them = counts[level, True], counts[level, True] + counts[level, False]
    return f"{doubled} of {all_of_them} ({100 * doubled / max(all_of_them, 1):.0f} %)"


def report(card: str, found: Contested) -> str:
    lines = [f"{card}: {found.boards:,} contested auctions"]
    for number in sorted({number for number, _ in found.rounds}):
        natural, written = found.rounds[number, True], found.rounds[number, False]
        percent = 100 * natural / (natural + written)
        lines.append(f"  round {number}: {percent:5.1f} % of {natural + written:,} bids and doubles by the fallback")
    lines += [f"  two or more down, {level}: {share(found.failed, level)} doubled" for level in LEVELS]
    lines.append(f"  made although doubled: {found.made[True]} of {found.made.total()} contracts that made")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cards", nargs="*", default=["sayc", "2/1", "acol"])
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--start", type=int, default=0, help="the first deal of the library, or a seed without it")
    parser.add_argument("--list", type=int, default=0, help="so many auctions in which the fallback called most often")
    options = parser.parse_args()
    deals = solved(options.deals, options.start)
    for card in options.cards:
        found = contested(card, deals)
        print(report(card, found))
        for place, times in found.places.most_common(options.list):
            print(f"    {times:4} × {place}")
    path = data_file("vugraph.jsonl.gz")
    if path is not None:
        counts = experts(path)
        for level in LEVELS:
            print(f"Vugraph experts, two or more down, {level}: {share(counts, level)} doubled")


if __name__ == "__main__":
    main()
