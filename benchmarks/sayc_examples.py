"""How many of the expected SAYC calls the SAYC card makes, with every miss and the rule that made it.

python benchmarks/sayc_examples.py
"""

import csv
from collections import Counter
from pathlib import Path

from overtrick import Auction, Call, Hand, Vulnerability
from overtrick.data import data_file
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System


def main() -> None:
    path = data_file("sayc_examples.tsv")
    if path is None:
        raise SystemExit("expected sayc_examples.tsv in the folder named by OVERTRICK_DATA")
    tree = Tree(System.load("sayc"))
    right, asked, missed = Counter[str](), Counter[str](), []
    for row in rows(path):
        auction = Auction.parse(row["history"] or "")
        node = tree.node(auction, Vulnerability.parse(row["vul"]))
        call, line = node.bid(Hand.parse(row["hand_SHDC"]))
        asked[row["group"]] += 1
        if call == Call.parse(row["expected_call"]):
            right[row["group"]] += 1
        else:
            missed.append(
                f"{row['history']:24} {row['hand_SHDC']:18} {row['expected_call']:3} got {call} ({line.rule})"
            )
    for group in sorted(asked):
        print(f"{group.removeprefix('test_'):52} {right[group]:3} of {asked[group]:3}")
    print(f"{'all':52} {right.total():3} of {asked.total():3}  {100 * right.total() / asked.total():.1f} %")
    print("\n".join(missed))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file, delimiter="\t"))


if __name__ == "__main__":
    main()
