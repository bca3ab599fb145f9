"""A card as a booklet: the bidding tree by sections, with how often each call comes and a hand that makes it."""

import html
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from overtrick.arrays import DealBatch, random_deals
from overtrick.core import PASS, Auction, Call, Hand, Seat, Suit, drawing
from overtrick.hands.cells import sample_hands
from overtrick.hands.hand_batch import HandBatch, Judge
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import (
    KNOWN,
    OPEN_HCP,
    Meaning,
    call_text,
    meaning,
    properties,
    range_text,
    titled,
)
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.system import System
from overtrick.systems.tools.explore import Rows, after, parted

ENOUGH = 20
"""Hands at a point below which shares are not told."""
_MOST_DEALS = 200_000
_TRIED = 40

THEIR_OPENINGS = ("1C", "1D", "1H", "1S", "1N", "2H", "2S", "3C")
"""What the opponents open in the booklet's last sections."""


@dataclass(frozen=True)
class BookletEntry:
    """A call at some point of an auction."""

    call: Call
    share: float | None
    """Of the hands that come there; None where too few did."""
    meaning: Meaning
    hand: Hand | None
    """One that makes the call."""


@dataclass(frozen=True)
class BookletSection:
    """The calls at one point of an auction."""

    title: str
    auction: Auction
    depth: int
    hands: int
    """How many sampled hands came here."""
    entries: tuple[BookletEntry, ...]


class Booklet:
    """The sections of a card, from sampled deals in which the opponents pass unless the auction says otherwise."""

    def __init__(self, card: System, *, deals: int = 10_000, seed: int = 0) -> None:
        self.card = card
        self.tree = Tree(card)
        self.rng = np.random.default_rng(seed)
        self.deals = random_deals(deals, self.rng)

    def sections(self, depth: int = 2, start: Auction | None = None) -> Iterator[BookletSection]:
        """Openings, responses and so on down to `depth` rounds of calls; from `start` on, if that is given."""
        if start is not None and start.calls:
            node = self.tree.node(Auction(Seat.NORTH, start.calls))
            pool, rows = self._hands_after(node)
            yield from self._below(node, pool, rows, depth, 1)
            return
        root = self.tree.root()
        pool = _Pool(self.deals)
        yield from self._below(root, pool, pool.first, depth, 1)
        for text in THEIR_OPENINGS:
            node = self.tree.node(Auction.parse(text))
            pool, rows = self._hands_after(node)
            yield from self._below(node, pool, rows, 1, 1)

    def _hands_after(self, node: Node) -> tuple["_Pool", Rows]:
        """Hands at a node: those whose players, opponents' passes apart, have made the calls before."""
        deals = self.deals
        while True:
            pool = _Pool(deals)
            rows = _followed(node, pool)
            if len(rows) >= 10 * ENOUGH or len(deals) >= _MOST_DEALS:
                return pool, rows
            deals = random_deals(4 * len(deals), self.rng)

    def _below(self, node: Node, pool: "_Pool", rows: Rows, depth: int, level: int) -> Iterator[BookletSection]:
        if not node.legal:
            return
        taken = parted(node, pool.judge, rows) if len(rows) else {}
        calls = _by_call(node, taken)
        entries = tuple(self._entry(node, call, some, rows, pool) for call, some in calls.items())
        yield BookletSection(_title(node), node.auction, level, len(rows), entries)
        if depth <= 1:
            return
        for call, some in calls.items():
            below = node.child(call)
            if call != PASS and below.legal:
                below = below.child(PASS)
                if below.legal and (below.rule_lines or len(some) >= ENOUGH):
                    yield from self._below(below, pool, after(after(some)), depth - 1, level + 1)

    def _entry(self, node: Node, call: Call, some: Rows, rows: Rows, pool: "_Pool") -> BookletEntry:
        share = len(some) / len(rows) if len(rows) >= ENOUGH else None
        meaning_here = meaning(node, call)
        hand = pool.hand(int(some[0])) if len(some) else self._example(node, call, meaning_here)
        return BookletEntry(call, share, meaning_here, hand)

    def _example(self, node: Node, call: Call, shown: Meaning) -> Hand | None:
        hands = sample_hands(shown.cells, _TRIED, self.rng)
        return next((hand for hand in hands if node.bid(hand)[0] == call), None)


class _Pool:
    """Deals to take hands from; North deals."""

    def __init__(self, deals: DealBatch) -> None:
        self.judge = Judge(HandBatch(deals.holdings.reshape(-1, 4)))
        self._masks = deals.masks.reshape(-1)
        self.first: Rows = np.arange(0, 4 * len(deals), 4, dtype=np.intp)

    def hand(self, row: int) -> Hand:
        return Hand(int(self._masks[row]))


def _followed(node: Node, pool: _Pool) -> Rows:
    """The rows of the player to call where everybody has made the calls before; passes of the other side are given."""
    path = [node]
    while path[-1].parent is not None:
        path.append(path[-1].parent)
    path.reverse()
    rows = pool.first
    for before, here in pairwise(path):
        call = here.auction.calls[-1]
        given = call == PASS and before.turn & 1 != node.turn & 1
        if not given and len(rows):
            made = [some for line, some in parted(before, pool.judge, rows).items() if line.call == call]
            rows = np.concatenate(made) if made else rows[:0]
        rows = after(rows)
    return rows


def _by_call(node: Node, taken: dict[Line, Rows]) -> dict[Call, Rows]:
    """The hands by call, bids from the lowest up, pass at the end; calls of the card that nobody made are there too."""
    before = node.shown[node.turn]
    calls = {line.call for line in taken}
    calls |= {line.call for line in node.rule_lines if before & node.cells(line.call)}
    empty = np.empty(0, np.intp)
    rows_of = {}
    for call in sorted(calls, key=lambda call: (call == PASS, call.index)):
        made = [rows for line, rows in taken.items() if line.call == call]
        rows_of[call] = np.sort(np.concatenate(made)) if made else empty
    return rows_of


def _title(node: Node) -> str:
    """`Openings`, `1N – ?`, `(1S) ?`: the opponents' calls in brackets, their passes left out."""
    calls = node.auction.calls
    if not calls:
        return "Openings"
    return f"{auction_title(calls, node.turn)} ?"


def auction_title(calls: tuple[Call, ...], turn: int) -> str:
    """The calls so far for the player to call."""
    words = []
    for index, call in enumerate(calls):
        theirs = (index - turn) & 1
        if theirs and call != PASS:
            words.append(f"({call.symbol})")
        elif not theirs:
            words.append(call.symbol)
    return " – ".join(words)


# As text

_HEAD = ("call", "how often", "hcp", "♠", "♥", "♦", "♣", "", "meaning", "for example")


def _cells(entry: BookletEntry) -> list[str]:
    shown = entry.meaning
    share = "" if entry.share is None else "< 0.1 %" if entry.share < 0.001 else f"{entry.share:.1%}".replace("%", " %")
    remarks = properties(shown)
    lengths = [range_text(shown.shown.lengths[suit], 7) for suit in reversed(Suit)]
    text = titled(shown) + ("" if shown.kind == KNOWN else " (natural)")
    hand = "" if entry.hand is None else drawing.hand_text(entry.hand)
    ends = range_text(shown.shown.hcp, OPEN_HCP)
    return [call_text(entry.call), share, ends, *lengths, ", ".join(remarks), text, hand]


def markdown(card: System, sections: Iterator[BookletSection]) -> str:
    """The booklet as Markdown."""
    lines = [f"# {card.name}", ""]
    lines += [card.text, ""] if card.text else []
    for section in sections:
        lines += [f"{'#' * min(section.depth + 1, 6)} {section.title}", ""]
        lines += [f"| {' | '.join(_HEAD)} |", f"|{'---|' * len(_HEAD)}"]
        lines += [f"| {' | '.join(cell.replace('|', '/') for cell in _cells(entry))} |" for entry in section.entries]
        lines.append("")
    return "\n".join(lines)


_STYLE = """body{font:15px/1.4 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.2rem .5rem;border-bottom:1px solid #ddd}
td:nth-child(n+2):nth-child(-n+7){text-align:right;white-space:nowrap}td:last-child{white-space:nowrap}"""


def web_page(card: System, sections: Iterator[BookletSection]) -> str:
    """The booklet as one HTML page."""
    name = html.escape(card.name)
    lines = [f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><style>{_STYLE}</style>']
    lines += [f"<h1>{name}</h1>", f"<p>{html.escape(card.text)}</p>"]
    head = "".join(f"<th>{word}</th>" for word in _HEAD)
    for section in sections:
        level = min(section.depth + 1, 6)
        lines.append(f"<h{level}>{html.escape(section.title)}</h{level}><table><tr>{head}</tr>")
        for entry in section.entries:
            lines.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(entry)) + "</tr>")
        lines.append("</table>")
    return "\n".join([*lines, "</html>", ""])
