"""How good opening leads are: ours, the expert's and a simple rule's on tables of experts, each solved on the deal.

python benchmarks/leads.py vugraph.jsonl.gz --tables 200 --rows leads.jsonl

Counted are the tricks that a lead gives up against the double-dummy best on the deal as it was, and the IMPs. Ours is
the card that wins most IMPs over the layouts, and beside it the one that takes most tricks. The simple rule leads the
longest suit but trumps: the top of a sequence, fourth best, or what else players lead from it. Every twentieth table
also tells how honest the intervals are: the mean tricks of each card over these layouts and over four times as many
others must lie within both their intervals taken together. Tables where every lead takes the same tricks cost no
layouts: whatever is led gives up nothing there. A killed run goes on with --rows.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from overtrick.core.comparing import imps
from overtrick.review.play_review import LEAD_LAYOUTS, LEAD_SOLVED
from overtrick.solver import solve_leads
from overtrick.storage import append_line
from overtrick.systems.language.lead_style import LeadAgreements
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

EVERY = 97
"""Tables are so far apart in the file."""
CHECKED = 20
"""Every so many tables the intervals are checked."""
NAMES = {"ours": "ours, by IMPs", "tricks": "ours, by tricks", "expert": "the expert", "rule": "the simple rule"}


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


def advised(record: Record, contract: Contract, card: str, layouts: int, solved: int, seed: int) -> LeadAdvice:
    """Our advice from what the leader could know."""
    leader, board = contract.declarer.lho, record.board
    assert record.auction is not None
    position = Position(board.deal[leader], record.auction, board.vulnerability)
    view = View.of(bidding_network(), Table.of(card, card), position, leader)
    *_, advice = lead(view, layouts, solved=solved, seed=seed, threads=1)
    return advice


def row_of(number: int, record: Record, contract: Contract, card: str, layouts: int, solved: int) -> dict[str, object]:
    """Tricks and IMPs given up by each lead, whether the contract is beaten, and how far the intervals hold."""
    on_deal = solve_leads(DealBatch.stack([record.board.deal]), contract.declarer, contract.strain, threads=1)[0]
    if number % CHECKED and on_deal.max() == on_deal[on_deal >= 0].min():
        return _row(number, record, contract, on_deal, dict.fromkeys(NAMES, record.play[0]))
    begun = process_time()
    advice = advised(record, contract, card, layouts, solved, seed=1)
    spent = process_time() - begun
    most_tricks = max(advice.ranked, key=lambda each: (each.tricks.mean, each.gain.mean))
    cards = {
        "ours": advice.card,
        "tricks": most_tricks.card,
        "expert": record.play[0],
        "rule": simple_lead(record.board.deal[contract.declarer.lho], contract.strain),
    }
    row = _row(number, record, contract, on_deal, cards)
    row["seconds"] = round(spent, 2)
    row["covered"] = covered(advice, record, contract, card) if number % CHECKED == 0 else []
    return row


def _row(
    number: int, record: Record, contract: Contract, on_deal: NDArray[np.int8], cards: dict[str, Card]
) -> dict[str, object]:
    """What the leads of a table give up on its deal."""
    best = int(on_deal.max())
    taken = {name: int(on_deal[each.index]) for name, each in cards.items()}
    scores = {tricks: score(contract, record, tricks) for tricks in {best, *taken.values()}}
    row: dict[str, object] = {"number": number, "contract": str(contract), "seconds": None, "covered": []}
    row["lost"] = {name: best - tricks for name, tricks in taken.items()}
    row["imps"] = {name: imps(scores[best] - scores[tricks]) for name, tricks in taken.items()}
    row["beaten"] = {name: tricks >= 14 - contract.target for name, tricks in taken.items()}
    return row


def score(contract: Contract, record: Record, tricks: int) -> int:
    """The defenders', with that many tricks of theirs."""
    return -contract.score(13 - tricks, vulnerable=record.board.vulnerability.includes(contract.side))


def covered(advice: LeadAdvice, record: Record, contract: Contract, card: str) -> list[bool]:
    """Whether the intervals of each card's tricks, over these layouts and over four times as many others, agree."""
    more = advised(record, contract, card, 4 * advice.layouts, 4 * len(advice.tricks), seed=2)
    wide = {each.card: each.tricks for each in more.ranked}
    found = []
    for each in advice.ranked:
        one, other = each.tricks, wide[each.card]
        reach = np.hypot(one.high - one.mean, other.high - other.mean)
        found.append(bool(abs(one.mean - other.mean) <= reach + 1e-9))
    return found


def print_rows(rows: list[Any]) -> None:
    """The means with their standard errors, ours against the others, and the coverage."""
    lost, points = ({name: _values(rows, what, name) for name in NAMES} for what in ("lost", "imps"))
    for name, label in NAMES.items():
        beaten = np.mean([row["beaten"][name] for row in rows])
        print(f"{label:16} gives up {_mean(lost[name])} tricks, {_mean(points[name])} IMPs; beats {beaten:.1%}")
    for name in ("expert", "rule"):
        saved, won = lost[name] - lost["tricks"], points[name] - points["ours"]
        print(f"against {NAMES[name]:16} ours saves {_mean(saved)} tricks (by tricks), {_mean(won)} IMPs (by IMPs)")
    held = [each for row in rows for each in row["covered"]]
    seconds = [row["seconds"] for row in rows if row["seconds"] is not None]
    print(f"intervals hold for {np.mean(held):.1%} of {len(held)} cards")
    level = len(rows) - len(seconds)
    print(f"{len(rows)} tables; all leads are level on {level}, the others cost {np.mean(seconds):.2f} s each")


def _values(rows: list[Any], what: str, name: str) -> NDArray[np.float64]:
    return np.array([row[what][name] for row in rows], float)


def _mean(values: NDArray[np.float64]) -> str:
    return f"{values.mean():+.3f} ± {values.std(ddof=1) / len(values) ** 0.5:.3f}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vugraph", type=Path)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--layouts", type=int, default=LEAD_LAYOUTS, help="as in a review unless said")
    arguments.add_argument("--solved", type=int, default=LEAD_SOLVED, help="of these, for all tricks")
    arguments.add_argument("--card", default="2/1")
    arguments.add_argument("--rows", type=Path, required=True, help="kept here, so that a killed run goes on")
    asked = arguments.parse_args()
    done = len(asked.rows.read_text().splitlines()) if asked.rows.exists() else 0
    for number, (record, contract) in islice(enumerate(tables(asked.vugraph)), done, asked.tables):
        append_line(asked.rows, json.dumps(row_of(number, record, contract, asked.card, asked.layouts, asked.solved)))
    print_rows([json.loads(line) for line in asked.rows.read_text().splitlines()[: asked.tables]])


if __name__ == "__main__":
    main()
