"""How good opening leads are: ours, the expert's and a simple rule's on tables of experts, each solved on the deal.

python benchmarks/leads.py vugraph.jsonl.gz --tables 200 --rows leads.jsonl

Counted are the tricks that a lead gives up against the double-dummy best on the deal as it was. The simple rule leads
the longest suit but trumps: the top of a sequence, fourth best, or what else players lead from it. Every fifth table
also tells how honest the intervals are: the mean tricks of each card over these layouts and over four times as many
others must lie within both their intervals taken together. A killed run goes on with --rows.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.advice.leads import LeadAdvice, lead
from overtrick.arrays import DealBatch
from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Card,
    Contract,
    Deal,
    Hand,
    Position,
    Record,
    Seat,
    Strain,
    Suit,
    Vulnerability,
)
from overtrick.solver import solve_leads
from overtrick.storage import append_line
from overtrick.systems.language.lead_style import LeadAgreements
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

EVERY = 97
"""Tables are so far apart in the file."""
CHECKED = 5
"""Every so many tables the intervals are checked."""


def tables(path: Path) -> Iterator[tuple[Record, Contract]]:
    """Experts' tables with a lead and a contract."""
    with gzip.open(path, "rt") as lines:
        for line in islice(lines, 0, None, EVERY):
            table = json.loads(line)
            dealer, vulnerability = Seat.parse(table["dealer"]), Vulnerability.parse(table["vul"])
            try:
                deal, auction = Deal.parse(table["deal"]), Auction.parse(table["auction"], dealer)
                deal.require_complete()
                card = Card.parse(table["lead"])
            except (BridgeError, KeyError):
                continue
            contract = auction.contract
            if auction.is_over and contract is not None and card in deal[contract.declarer.lho]:
                yield Record(Board(deal, dealer, vulnerability), auction, play=(card,)), contract


def simple_lead(hand: Hand, strain: Strain) -> Card:
    """From the longest suit but trumps; of equal ones the stronger."""
    suits = [suit for suit in Suit if suit != strain.suit and hand.lengths[suit]]
    longest = max(suits or [Suit(int(strain))], key=lambda suit: (hand.lengths[suit], max(hand.ranks(suit))))
    return LeadAgreements().usual(hand, longest, strain).card


def advised(record: Record, contract: Contract, card: str, layouts: int, seed: int) -> LeadAdvice:
    """Our advice from what the leader could know."""
    leader, board = contract.declarer.lho, record.board
    assert record.auction is not None
    position = Position(board.deal[leader], record.auction, board.vulnerability)
    view = View.of(bidding_network(), Table.of(card, card), position, leader)
    *_, advice = lead(view, layouts, seed=seed, threads=1)
    return advice


def row_of(number: int, record: Record, contract: Contract, card: str, layouts: int) -> dict[str, object]:
    """Tricks given up by each lead, whether the contract is beaten, and how far the intervals hold."""
    advice = advised(record, contract, card, layouts, seed=1)
    leader = contract.declarer.lho
    solved = solve_leads(DealBatch.stack([record.board.deal]), contract.declarer, contract.strain, threads=1)[0]
    cards = {
        "ours": advice.card,
        "expert": record.play[0],
        "rule": simple_lead(record.board.deal[leader], contract.strain),
    }
    best, needed = int(solved.max()), 14 - contract.target
    lost = {name: best - int(solved[each.index]) for name, each in cards.items()}
    beaten = {name: bool(solved[each.index] >= needed) for name, each in cards.items()}
    covered = []
    if number % CHECKED == 0:
        wide = {each.card: each.tricks for each in advised(record, contract, card, 4 * layouts, seed=2).ranked}
        for each in advice.ranked:
            one, other = each.tricks, wide[each.card]
            reach = np.hypot(one.high - one.mean, other.high - other.mean)
            covered.append(bool(abs(one.mean - other.mean) <= reach + 1e-9))
    return {"number": number, "lost": lost, "beaten": beaten, "best": best >= needed, "covered": covered}


def print_rows(rows: list[Any]) -> None:
    """The means with their standard errors, ours against the others, and the coverage."""
    lost = {name: np.array([row["lost"][name] for row in rows], float) for name in ("ours", "expert", "rule")}
    for name, values in lost.items():
        beaten = np.mean([row["beaten"][name] for row in rows])
        error = values.std(ddof=1) / len(rows) ** 0.5
        print(f"{name:7} tricks given up {values.mean():.3f} ± {error:.3f}   contracts beaten {beaten:.1%}")
    for name in ("expert", "rule"):
        apart = lost[name] - lost["ours"]
        print(f"ours saves against {name:7} {apart.mean():+.3f} ± {apart.std(ddof=1) / len(rows) ** 0.5:.3f} tricks")
    covered = [each for row in rows for each in row["covered"]]
    print(f"{len(rows)} tables; intervals hold for {np.mean(covered):.1%} of {len(covered)} cards")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vugraph", type=Path)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--layouts", type=int, default=40)
    arguments.add_argument("--card", default="2/1")
    arguments.add_argument("--rows", type=Path, required=True, help="kept here, so that a killed run goes on")
    asked = arguments.parse_args()
    done = len(asked.rows.read_text().splitlines()) if asked.rows.exists() else 0
    for number, (record, contract) in islice(enumerate(tables(asked.vugraph)), done, asked.tables):
        append_line(asked.rows, json.dumps(row_of(number, record, contract, asked.card, asked.layouts)))
    print_rows([json.loads(line) for line in asked.rows.read_text().splitlines()[: asked.tables]])


if __name__ == "__main__":
    main()
