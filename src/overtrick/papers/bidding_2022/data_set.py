"""Figure 7: what a set of auctions is like, how the cards are shared out and how long the auctions are."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Seat
from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import Column, PaperRow, PaperTable, columns
from overtrick.systems.network import EXPERTS
from overtrick.training.bidding.bidding_material import BidTables, load_tables
from overtrick.training.data import bid_deals

LONGEST_SHOWN = 24
"""Calls of the longest auctions that are drawn."""


def read_tables(path: Path) -> BidTables:
    """The auctions of a file of `overtrick data auctions` (.npz), or of JSON lines as Vugraph tables are."""
    if path.suffix != ".npz":
        return load_tables(path, (EXPERTS,))
    bid = bid_deals.load(path)
    return BidTables(bid.deals.holdings, bid.dealers, bid.vulnerabilities, bid.systems, bid.calls)


def lengths_text(tables: BidTables) -> str:
    """Figure 7b as bars of text."""
    shares = length_shares(tables)
    scale = 40 / max(float(shares.max()), 1e-9)
    rows = [(calls, share) for calls, share in enumerate(shares.tolist()) if share]
    return "\n".join(f"{calls:4} {share:6.1%} {'█' * round(scale * share)}".rstrip() for calls, share in rows)


def card_shares(tables: BidTables) -> NDArray[np.float64]:
    """The share of the deals in which each player holds each card. Shape: (seat, card)."""
    held = tables.holdings[..., np.newaxis] >> np.arange(13, dtype=np.uint16) & 1
    shares: NDArray[np.float64] = held.mean(axis=0).reshape(len(Seat), -1)
    return shares


def length_shares(tables: BidTables) -> NDArray[np.float64]:
    """The share of the auctions of 0, 1, 2 … calls. Shape: (calls,)."""
    counts = np.bincount(tables.lengths, minlength=LONGEST_SHOWN + 1)
    return counts / max(1, len(tables))


def shares_table(players: Mapping[str, BidTables]) -> PaperTable:
    """Figure 7a: for each player the least and the largest share of a card."""
    rows = []
    for name, tables in players.items():
        shares = card_shares(tables)
        rows += [
            PaperRow(f"{name}: {seat.name.title()}", (), (float(shares[seat].min()), float(shares[seat].max())))
            for seat in Seat
        ]
    notes = (
        "Share of the deals in which a player holds a card: of the 52 cards, the least and the largest.",
        "The paper draws it without figures: about a quarter each.",
    )
    return PaperTable("Figure 7a", "cards a player", columns("least", "largest"), tuple(rows), notes)


def lengths_table(players: Mapping[str, BidTables], differs: str = "") -> PaperTable:
    """Figure 7b: how long the auctions are."""
    rows = []
    for name, tables in players.items():
        lengths = tables.lengths
        common = float(((lengths >= 8) & (lengths <= 13)).mean())
        spread = (float(lengths.mean()), float(lengths.std()), float(lengths.min()), float(lengths.max()), common)
        rows.append(PaperRow(f"{name}, {len(tables):,} auctions", (), spread, differs))
    heads = (*columns("calls", "deviation", form=".2f"), *columns("shortest", "longest", form=".0f"))
    notes = ("The paper draws it without figures: most auctions have 8 to 13 calls.",)
    return PaperTable("Figure 7b", "calls an auction", (*heads, Column("8 to 13 calls", ".1%")), tuple(rows), notes)


def data_set_charts(players: Mapping[str, BidTables]) -> Iterator[Chart]:
    """Figures 7a and 7b."""
    first = next(iter(players.values()))
    chart = Chart("Fig 7a: share of each card by player", "card, 2♣ to A♠", "share", (0, 51), (0.2, 0.3))
    for seat, colour in zip(Seat, COLOURS, strict=False):
        chart.line(range(52), card_shares(first)[seat].clip(0.2, 0.3).tolist(), colour, seat.name.title())
    yield chart
    shares = {name: length_shares(tables)[: LONGEST_SHOWN + 1] for name, tables in players.items()}
    highest = max(float(share.max()) for share in shares.values())
    chart = Chart("Fig 7b: lengths of auctions", "calls", "share", (0, LONGEST_SHOWN), (0, 1.1 * highest))
    for (name, share), colour in zip(shares.items(), COLOURS, strict=False):
        chart.line(range(len(share)), share.tolist(), colour, name)
    yield chart
