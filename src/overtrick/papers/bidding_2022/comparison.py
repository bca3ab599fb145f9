"""Tables 3 and 4: IMPs to the best contract against silent opponents, and matches against an outside program."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from overtrick.data import data_file
from overtrick.nets.bidding import CallNet
from overtrick.papers.bidding_2022 import q_learning
from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe
from overtrick.papers.bidding_2022.q_learning import QRecipe
from overtrick.papers.bidding_2022.silent_opponents import TrickDeals, bid_silently, mean_imps, silent_tables
from overtrick.papers.paper_report import Column, Measured, PaperOptions, PaperRow, PaperTable, Watch, columns
from overtrick.storage import append_line
from overtrick.training.bidding.bidding_material import BiddingMaterial, by_part
from overtrick.training.split import SEVENTY

LIBRARY = "dd_library.gib.gz"
PUBLISHED = {
    20_000: (-0.208, -2.213, -2.679, -5.213, -6.312),
    140_000: (-0.163, -2.120, -2.558, -5.312, -6.136),
    200_000: (-40.174, -1.986, -2.636, -5.232, -6.154),
}
"""Table 3 as printed: data size to the mean difference of IMPs of theirs, then of the rival with 2 to 5 layers."""
LAYERS = (2, 3, 4, 5)
FULL_SIZES, FULL_TESTED, FULL_UPDATES = tuple(PUBLISHED), 5000, 4000
QUICK_SIZES, QUICK_TESTED, QUICK_UPDATES = (200, 1400, 2000), 200, 20
_TEST_SEED, _TRAIN_SEED = 2022_1, 2022_2


@dataclass(frozen=True)
class MatchFigures:
    """A match that was played elsewhere, as its figures were given to us."""

    who: str
    opponent: str
    date: str
    boards: int
    average: Measured


MATCHES = (
    MatchFigures("our improved network", "BBA, its SAYC card", "2026-11-16", 3000, Measured(-0.19, 0.09)),
    MatchFigures("our improved network, closed deals", "BBA, its SAYC card", "2026-11-17", 0, Measured(-0.27, 0.16)),
    MatchFigures("our improved network", "BEN's policy network", "2026-11-17", 0, Measured(0.41, 0.15)),
    MatchFigures("our improved network", "JPS-1610, self-play", "2026-11-17", 0, Measured(-0.58, 0.13)),
)


class Results:
    """Figures found so far, a line each in a file, so that a killed run goes on."""

    def __init__(self, path: Path) -> None:
        self._path, self._known = path, dict[str, Measured]()
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                stored = json.loads(line)
                self._known[stored["key"]] = Measured(stored["value"], stored["error"])

    def find(self, key: str, measure: Callable[[], Measured]) -> Measured:
        """The figure of that name, measured if it is not there."""
        if key not in self._known:
            found = self._known[key] = measure()
            append_line(self._path, json.dumps({"key": key, "value": found.value, "error": found.error}))
        return self._known[key]


def table_3(folder: Path, recipe: PrintedRecipe, teacher: CallNet, options: PaperOptions, watch: Watch) -> PaperTable:
    """Ours and the rival, learnt from so many deals each, on the same test deals."""
    from overtrick.papers.bidding_2022.printed_runs import finished_run

    sizes = QUICK_SIZES if options.quick else FULL_SIZES
    updates = QUICK_UPDATES if options.quick else FULL_UPDATES
    library = None if options.quick else data_file(LIBRARY)
    tested = QUICK_TESTED if options.quick else FULL_TESTED
    test = TrickDeals.solved(library, tested) if library else TrickDeals.estimated(tested, _TEST_SEED + options.seed)
    results = Results(folder / f"table-3-{tested}-{'exact' if library else 'estimated'}-{updates}.jsonl")
    rows = []
    with watch("Table 3", len(sizes) * (1 + len(LAYERS))) as advance:
        for size, printed in zip(sizes, PUBLISHED.values(), strict=True):

            def ours(size: int = size) -> Measured:
                deals = TrickDeals.estimated(size, _TRAIN_SEED + options.seed)
                tables = silent_tables(teacher, deals.deals)
                material = BiddingMaterial(by_part(tables, SEVENTY), None, (("silent opponents", size),))
                run = finished_run(
                    folder / f"silent-{size}",
                    replace(recipe, name=f"silent-{size}"),
                    material,
                    lambda net: vars(mean_imps(test.lost(bid_silently(net, test.deals)))),
                )
                return Measured(**run.figures)

            figures = [results.find(f"ours-{size}", ours)]
            advance(1)
            for layers in LAYERS:

                def rival(size: int = size, layers: int = layers) -> Measured:
                    deals = TrickDeals.estimated(size, _TRAIN_SEED + options.seed)
                    net = q_learning.learn(QRecipe(layers, updates=updates, seed=options.seed), deals)
                    return mean_imps(test.lost(q_learning.bid(net, test.deals)))

                figures.append(results.find(f"rival-{size}-{layers}", rival))
                advance(1)
            rows.append(PaperRow(f"{size:,} deals", printed, tuple(figures)))
    rows.append(PaperRow("the teacher itself", (), (mean_imps(test.lost(bid_silently(teacher, test.deals))),)))
    heads = columns("ours", *(f"Q, {layers} layers" for layers in LAYERS), form="+.3f")
    exactly = "exact double dummy" if library else "estimated by the four-hand network"
    notes = (
        f"Mean IMPs to the best North-South contract, passing out included, on {tested:,} test deals ({exactly}); "
        "North deals, nobody is vulnerable, East-West always pass.",
        "Ours: the printed network taught by auctions of the shipped network, "
        f"{recipe.training.steps:,} steps at every size. The rival: one Q-network of 128 features a layer for both "
        f"players, {updates:,} updates of {QRecipe.batch} deals with estimated tricks; in place of its UCB one call of "
        "each auction is tried at random.",
        "−40.174 is printed so; −0.174 is likely meant. Compare its −0.2 IMPs with what the teacher loses here: no "
        "bidder sees all four hands, so the paper's own column may measure something else.",
    )
    return PaperTable("Table 3", "bidding without competition", heads, tuple(rows), notes)


def table_4() -> PaperTable:
    """Matches against an outside program, printed as their figures were given."""
    rows = [PaperRow("theirs v WBridge5", (0.41, 0.8, -1.1), (), "number of boards not printed")]
    for match in MATCHES:
        boards = f"{match.boards:,} boards, " if match.boards else "boards not given, "
        rows.append(PaperRow(f"{match.who} v {match.opponent}", (), (match.average,), f"{boards}{match.date}"))
    heads = (Column("IMPs a board", "+.2f"), Column("largest", "+.2f"), Column("least", "+.2f"))
    notes = (
        "Our matches were played elsewhere; these are the figures given, with their dates. Not alike: the opponent "
        "(BBA, not WBridge5), and ours are duplicate boards at two tables with double-dummy results.",
        "`overtrick match A ext:COMMAND` seats an outside program.",
    )
    return PaperTable("Table 4", "matches against an outside program", heads, tuple(rows), notes)
