"""How good opening leads are: ours, the expert's and a simple rule's on tables of experts, each solved on the deal.

python -m benchmarks.leads vugraph.jsonl.gz --tables 200 --rows leads.jsonl
python -m benchmarks.leads vugraph.jsonl.gz --tables 200 --rows leads.jsonl --after 60000
python -m benchmarks.leads vugraph.jsonl.gz --tables 4000 --rows leads.jsonl --deals-only

Counted are the tricks that a lead gives up against the double-dummy best on the deal as it was, and the IMPs. Ours is
the card advised, and beside it the one that wins most IMPs over the layouts, and the one that takes most tricks.
The simple rule leads the longest suit but trumps: the top of a sequence, fourth best, or what else players lead from
it. One table in 41 also tells how honest the intervals are: the mean tricks of each card over these layouts and over
four times as many others must lie within both their intervals taken together. Tables where every lead takes the same
tricks cost no layouts: whatever is led gives up nothing there. The players are strangers, unless --card names one that
everybody is taken to play. A killed run goes on with --rows, which keeps what was solved: another way to choose is
judged on the same layouts at once. With --deals-only the deals are solved, at some 20 a second, and nothing else; runs
with the same rows then need the layouts only. Tune a way to choose on tables up to a line of the file, measure it on
those --after it.
"""

import argparse
import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.advice.lead_figures import LeadFigures
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

Row = dict[str, Any]
"""What a table has shown, as JSON has it."""
EVERY = 97
"""Tables are so far apart in the file."""
CHECKED = 41
"""Every so many tables the intervals are checked."""
NAMES = {
    "ours": "ours",
    "imps": "most IMPs",
    "tricks": "most tricks",
    "expert": "the expert",
    "rule": "the simple rule",
}
STRANGERS = "2/1"
"""The card whose leads strangers are taken to agree on."""
LAYOUTS = ("tricks", "beats")
"""What a row keeps of the layouts: a hexadecimal digit a card."""


def tables(path: Path, after: int = -1) -> Iterator[tuple[int, Record, Contract]]:
    """Experts' tables with a lead and a contract, and the lines that they come from, after that one."""
    with gzip.open(path, "rt") as lines:
        for number, line in islice(enumerate(lines), 0, None, EVERY):
            if number <= after:
                continue
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
                yield number, Record(Board(deal, dealer, vulnerability), auction, play=(card,)), contract


def simple_lead(hand: Hand, strain: Strain) -> Card:
    """From the longest suit but trumps; of equal ones the stronger."""
    suits = [suit for suit in Suit if suit != strain.suit and hand.lengths[suit]]
    longest = max(suits or [Suit(int(strain))], key=lambda suit: (hand.lengths[suit], max(hand.ranks(suit))))
    return LeadAgreements().usual(hand, longest, strain).card


def view_of(record: Record, contract: Contract, card: str | None) -> View:
    """What the leader could know."""
    leader, board, table = contract.declarer.lho, record.board, Table.of(card or STRANGERS)
    position = Position(board.deal[leader], record.require_auction(), board.vulnerability)
    return View.of(bidding_network(), table, position, leader, strangers=card is None)


def advised(record: Record, contract: Contract, card: str | None, layouts: int, solved: int, seed: int) -> LeadAdvice:
    """Our advice from what the leader could know."""
    *_, advice = lead(view_of(record, contract, card), layouts, solved=solved, seed=seed, threads=1)
    return advice


def on_deal(record: Record, contract: Contract) -> list[int]:
    """The tricks that each card of the leader takes, from the top of spades down."""
    leads = solve_leads(DealBatch.stack([record.board.deal]), contract.declarer, contract.strain, threads=1)[0]
    tricks: list[int] = leads[leads >= 0][::-1].tolist()
    return tricks


def row_of(solved: Row, record: Record, contract: Contract, asked: argparse.Namespace) -> Row:
    """A row whose deal is solved, with what each card takes in which layouts; how far the intervals hold."""
    row: Row = {**solved, "seconds": None, "covered": []}
    is_checked = row["line"] // EVERY % CHECKED == 0
    if not is_checked and len(set(row["deal"])) == 1:
        return row
    begun = process_time()
    advice = advised(record, contract, asked.card, asked.layouts, asked.solved, seed=1)
    row["seconds"] = round(process_time() - begun, 2)
    row["tricks"] = ["".join(f"{each:x}" for each in layout) for layout in advice.tricks.tolist()]
    row["beats"] = ["".join(str(int(each)) for each in layout) for layout in advice.beats.tolist()]
    row["weights"] = advice.weights.tolist()
    if is_checked:
        row["covered"] = covered(advice, record, contract, asked.card)
    return row


def figures_of(row: Row, record: Record, contract: Contract, card: str | None) -> LeadFigures:
    """Those of the layouts that a row keeps."""
    tricks, beats = (np.array([[int(each, 16) for each in layout] for layout in row[name]]) for name in LAYOUTS)
    view = view_of(record, contract, card)
    return LeadFigures(view, contract, tricks.astype(np.int8), beats.astype(bool), np.array(row["weights"]), "imps")


class Outcome(NamedTuple):
    """What the leads of a table give up on its deal, by who leads."""

    tricks: dict[str, int]
    imps: dict[str, int]
    beats: dict[str, bool]


def outcome_of(row: Row, record: Record, contract: Contract, card: str | None) -> Outcome:
    """What each lead gives up; where all are level nothing, whatever is led."""
    made, hand = record.play[0], record.board.deal[contract.declarer.lho]
    cards = dict.fromkeys(NAMES, made)
    if "tricks" in row:
        figures = figures_of(row, record, contract, card)
        places = range(len(figures.cards))
        most_tricks = max(places, key=lambda place: (figures.tricks_of(place).mean, figures.gain(place).mean))
        ours = {"ours": figures.card, "imps": figures.cards[figures.top], "tricks": figures.cards[most_tricks]}
        cards |= {**ours, "rule": simple_lead(hand, contract.strain)}
    by_card = dict(zip((index for index in range(51, -1, -1) if hand.mask >> index & 1), row["deal"], strict=True))
    taken, best = {name: by_card[each.index] for name, each in cards.items()}, max(row["deal"])
    scores = {tricks: score(contract, record, tricks) for tricks in {best, *taken.values()}}
    return Outcome(
        {name: best - tricks for name, tricks in taken.items()},
        {name: imps(scores[best] - scores[tricks]) for name, tricks in taken.items()},
        {name: tricks >= 14 - contract.target for name, tricks in taken.items()},
    )


def score(contract: Contract, record: Record, tricks: int) -> int:
    """The defenders', with that many tricks of theirs."""
    return -contract.score(13 - tricks, vulnerable=record.board.vulnerability.includes(contract.side))


def covered(advice: LeadAdvice, record: Record, contract: Contract, card: str | None) -> list[bool]:
    """Whether the intervals of each card's tricks, over these layouts and over four times as many others, agree."""
    more = advised(record, contract, card, 4 * advice.layouts, 4 * len(advice.tricks), seed=2)
    wide = {each.card: each.tricks for each in more.ranked}
    found = []
    for each in advice.ranked:
        one, other = each.tricks, wide[each.card]
        reach = np.hypot(one.high - one.mean, other.high - other.mean)
        found.append(bool(abs(one.mean - other.mean) <= reach + 1e-9))
    return found


def print_outcomes(outcomes: list[Outcome]) -> None:
    """The means with their standard errors, and ours against the others table by table."""
    tricks, points = ({name: _values(outcomes, kind, name) for name in NAMES} for kind in ("tricks", "imps"))
    for name, label in NAMES.items():
        beaten = _values(outcomes, "beats", name).mean()
        print(f"{label:16} gives up {_mean(tricks[name])} tricks, {_mean(points[name])} IMPs; beats {beaten:.1%}")
    for name in ("expert", "rule"):
        for ours in ("ours", "imps", "tricks"):
            saved, won = (each[name] - each[ours] for each in (tricks, points))
            print(f"against {NAMES[name]:16} {NAMES[ours]:16} saves {_mean(saved)} tricks, {_mean(won)} IMPs")


def print_costs(rows: list[Row]) -> None:
    """Whether the intervals hold, and what the layouts cost."""
    held = [each for row in rows for each in row["covered"]]
    seconds = [row["seconds"] for row in rows if row["seconds"] is not None] or [0.0]
    if held:
        print(f"intervals hold for {np.mean(held):.1%} of {len(held)} cards")
    level = sum(len(set(row["deal"])) == 1 for row in rows)
    print(f"{len(rows)} tables; all leads are level on {level}, the others cost {np.mean(seconds):.2f} s each")


def _values(outcomes: list[Outcome], kind: str, name: str) -> NDArray[np.float64]:
    return np.array([getattr(outcome, kind)[name] for outcome in outcomes], float)


def _mean(values: NDArray[np.float64]) -> str:
    return f"{values.mean():+.3f} ± {values.std(ddof=1) / len(values) ** 0.5:.3f}"


def _rows(path: Path) -> list[Row]:
    """Those that an earlier run has kept."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("vugraph", type=Path)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--layouts", type=int, default=LEAD_LAYOUTS, help="as in a review unless said")
    arguments.add_argument("--solved", type=int, default=LEAD_SOLVED, help="of these, for all tricks")
    arguments.add_argument("--card", help="everybody plays it")
    arguments.add_argument("--deals-only", action="store_true", help="solve the deals, and no layouts yet")
    arguments.add_argument("--rows", type=Path, required=True, help="kept here, so that a killed run goes on")
    arguments.add_argument("--after", type=int, default=-1, help="the first tables are those after this line")
    asked = arguments.parse_args()
    rows = {row["line"]: row for row in _rows(asked.rows)}
    asked_for = list(islice(tables(asked.vugraph, asked.after), asked.tables))
    for line, record, contract in asked_for:
        if line not in rows:
            rows[line] = {"line": line, "deal": on_deal(record, contract)}
            append_line(asked.rows, json.dumps(rows[line]))
        if not asked.deals_only and "seconds" not in rows[line]:
            rows[line] = row_of(rows[line], record, contract, asked)
            append_line(asked.rows, json.dumps(rows[line]))
    if asked.deals_only:
        return
    told = [(rows[line], record, contract) for line, record, contract in asked_for]
    print_outcomes([outcome_of(*each, asked.card) for each in told])
    print_costs([row for row, _, _ in told])


if __name__ == "__main__":
    main()
