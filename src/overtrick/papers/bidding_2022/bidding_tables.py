"""The 2022 paper again with the shipped network: its data set, accuracy, the rule vector, and the worked example."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from overtrick.arrays.auctions import CALLS, LEGAL, NO_CALL
from overtrick.data import data_file
from overtrick.nets.bidding import BiddingNet
from overtrick.papers.bidding_2022.worked_example import worked_example
from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import (
    Column,
    Measured,
    Paper,
    PaperOptions,
    PaperReport,
    PaperRow,
    PaperTable,
    Watch,
    columns,
    unwatched,
)
from overtrick.systems.network import ARTIFACTS
from overtrick.training.bidding.bidding_accuracy import MOMENTS, Middles, call_accuracy, hidden_accuracy
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables, load_cards
from overtrick.training.bidding.bidding_views import by_steps, views_after
from overtrick.training.data.bid_deals import make_auctions
from overtrick.training.split import Part

PAPER = Paper(
    2022,
    "AI Enabled Bridge Bidding Supporting Interactive Visualization",
    "Zhang, Liu, Lou and Yang",
    "Sensors 22, 1877",
)
CONTENTS = ("Figure 7", "Figure 8", "Figure 9", "Table 2 and Figure 10")
"""What `--only` may name."""
DATA = "auctions.npz"
HOW_TO_MAKE = "make it with: overtrick data auctions -n 100000 -o auctions.npz, about an hour of one core"
VUGRAPH = "vugraph.jsonl.gz"

MOST = 5000
"""Held-out auctions that are looked at in the full protocol."""
QUICK_AUCTIONS, QUICK_SYSTEM = 500, "sayc"
QUICK_SEED = 2022_000_000
"""Added to the seed, so that no deal is one that the network was trained on."""
_MIDDLES = Middles("median", "median")  # what lay nearer to the truth on the validation deals of the shipped network
_OTHER_DATA = "our cards bid, not the platform's robots"


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """The shipped network on auctions kept from its training or, if quick, on auctions bid on the spot."""
    net = BiddingNet.load(ARTIFACTS / "bidding")
    basis: tuple[str, ...]
    if options.quick:
        players = {"SAYC": quick_auctions(net, options.seed, watch)}
        basis = (
            f"Quick: {QUICK_AUCTIONS:,} deals dealt now with seed {QUICK_SEED + options.seed} (none of them is one of "
            "training) and bid by SAYC on both sides; the shipped network is not trained again.",
            "Standard errors are those of this small sample.",
        )
    else:
        material = BiddingMaterial.read(options.files(DATA, HOW_TO_MAKE), data_file(VUGRAPH), net.systems)
        players = {"cards": material.cards[Part.TEST][:MOST]}
        if material.experts:
            players["experts"] = material.experts[Part.TEST][:MOST]
        files = ", ".join(f"{name} ({count:,} tables)" for name, count in material.files)
        basis = (f"The shipped network on auctions that were kept from training (by hash of the deal): {files}.",)
    return report_on(net, players, options, basis)


def quick_auctions(net: BiddingNet, seed: int, watch: Watch) -> BidTables:
    """Random deals, bid on the spot by one card on both sides."""
    with tempfile.TemporaryDirectory() as folder, watch("bidding", QUICK_AUCTIONS) as advance:
        path = Path(folder) / "auctions.npz"
        make_auctions(path, QUICK_AUCTIONS, [QUICK_SYSTEM], seed=QUICK_SEED + seed, jobs=1, progress=advance)
        return load_cards(path, net.systems)


def report_on(
    net: BiddingNet, players: dict[str, BidTables], options: PaperOptions, basis: tuple[str, ...]
) -> PaperReport:
    """The report on the auctions of some players."""
    tables = [data_set(players), accuracy(net, players), rule_vector(net, players), hidden_hands(net, players)]
    texts = (("Table 2 and Figure 10: the worked example", f"{worked_example(net)}\n\n{_EXAMPLE_NOTE}"),)
    return PaperReport(PAPER, options, (*basis, _NOT_DONE), tuple(tables), tuple(_lengths(players)), texts)


_EXAMPLE_NOTE = (
    "The paper says that North has 13 points and that West declares; by its own Table 2 North has 11 and East, who bid "
    "hearts first, declares. Its Figure 10: North 12 to 14 points, West 0-2 ♠, 6-7 ♥, 0-2 ♦, 3-5 ♣."
)
_NOT_DONE = (
    "Tables 3 and 4 (IMPs against the model of Yeh et al. and against WBridge5) are not reproduced: neither program is "
    "available here; `overtrick match` plays our own players."
)


def data_set(players: dict[str, BidTables]) -> PaperTable:
    """Figure 7: how the cards are shared out, and how long the auctions are."""
    rows = []
    for name, tables in players.items():
        held = (tables.holdings[..., np.newaxis] >> np.arange(13, dtype=np.uint16) & 1).mean(axis=0)
        common = ((tables.lengths >= 8) & (tables.lengths <= 13)).mean()
        ours = (float(held.min()), float(held.max()), float(tables.lengths.mean()), float(common))
        rows.append(PaperRow(f"{name}, {len(tables):,} auctions", (), ours, _OTHER_DATA))
    heads = (*columns("card, least", "most"), Column("calls", ".2f"), Column("8 to 13 calls", ".1%"))
    notes = (
        "Share of the deals in which a player holds a card, least and most over cards and players; calls an auction.",
        "The paper draws both without figures: cards about a quarter each, most auctions of 8 to 13 calls.",
    )
    return PaperTable("Figure 7", "the data set", heads, tuple(rows), notes)


def accuracy(net: BiddingNet, players: dict[str, BidTables]) -> PaperTable:
    """Figure 8 and the accuracy of 0.89: all calls, bids and other calls."""
    rows = []
    for name, tables in players.items():
        found = call_accuracy(net, tables)
        for group, title in (("all", "all calls"), ("bids", "bids"), ("non_bids", "pass, double, redouble")):
            right = Measured(found.accuracy[group], found.errors.get(group, 0.0))
            precise = (found.precision[group], found.recall[group]) if group in found.precision else ()
            printed = (0.89,) if group == "all" else ()
            rows.append(PaperRow(f"{name}: {title}", printed, (right, *precise), _OTHER_DATA if printed else ""))
    notes = (
        "The network is told which card is played, and a card is deterministic: 0.97 here and 0.89 there are answers "
        "to two different questions.",
        "The paper's Figure 8 has no figures: precision of bids above their recall, the reverse for other calls.",
    )
    return PaperTable(
        "Figure 8", "accuracy of the next call", columns("right", "precision", "recall"), tuple(rows), notes
    )


def rule_vector(net: BiddingNet, players: dict[str, BidTables]) -> PaperTable:
    """Figure 9: the same network with and without the mask of legal calls on its output."""
    rows = []
    for name, tables in players.items():
        masked, bare, illegal = map(np.concatenate, zip(*_with_and_without_mask(net, tables), strict=True))
        rows.append(PaperRow(f"{name}: with the rule vector", (0.89,), (float(masked.mean()), 0.0), _OTHER_DATA))
        rows.append(PaperRow(f"{name}: without", (), (float(bare.mean()), float(illegal.mean()))))
    notes = ("The paper trains twice; here one network, trained with the mask, answers with and without it.",)
    heads = (Column("right", ".4f"), Column("illegal", ".4f"))
    return PaperTable("Figure 9", "the rule vector", heads, tuple(rows), notes)


def _with_and_without_mask(net: BiddingNet, tables: BidTables) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Whether the likeliest legal call was made, whether the likeliest of all was, and whether that is illegal."""
    for _, steps, truth in by_steps(tables, views_after(tables, None), net.window):
        for memory, standings, made in zip(net.follow(steps), steps.standings, truth.calls, strict=True):
            turn = np.flatnonzero(made != NO_CALL)
            said, any_call = net.calls(memory[turn], standings[turn]), net.call_scores(memory[turn]).argmax(axis=1)
            illegal = ~LEGAL[:, :CALLS][standings[turn], any_call].astype(bool)
            yield said.argmax(axis=1) == made[turn], any_call == made[turn], illegal


def hidden_hands(net: BiddingNet, players: dict[str, BidTables]) -> PaperTable:
    """How far what the network has understood lies from the truth: the paper shows it by one example alone."""
    rows = []
    for name, tables in players.items():
        for calls in MOMENTS:
            when = "at the end" if calls is None else f"after {calls} calls"
            found = (
                hidden_accuracy(net, tables, calls, _MIDDLES)
                if calls is None or (tables.lengths > calls).any()
                else None
            )
            rows.append(PaperRow(f"{name}: {when}", (), found.means if found else ()))
    notes = ("Mean distance of the median from the truth, over the three hidden hands. The paper has no such figures.",)
    return PaperTable("", "Hidden hands", columns("points", "cards a suit"), tuple(rows), notes)


def _lengths(players: dict[str, BidTables]) -> Iterator[Chart]:
    """Figure 7b."""
    shares = {name: np.bincount(tables.lengths, minlength=25)[:25] / len(tables) for name, tables in players.items()}
    highest = max(float(share.max()) for share in shares.values())
    chart = Chart("Fig 7b: lengths of auctions", "calls", "share", (0, 24), (0, 1.1 * highest))
    for (name, share), colour in zip(shares.items(), COLOURS, strict=False):
        chart.line(range(25), share.tolist(), colour, name)
    yield chart
