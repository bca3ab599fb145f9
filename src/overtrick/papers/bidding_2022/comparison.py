"""Tables 3 and 4: IMPs to the best contract against silent opponents, and matches against an outside program."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from overtrick.arrays import random_deals
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
FULL_SIZES, FULL_TESTED, FULL_UPDATES = tuple(PUBLISHED), 5000, 400
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
    MatchFigures(
        "our improved network, closed deals", "BBA, its SAYC card", "as known on 2026-11-17", 0, Measured(-0.27, 0.16)
    ),
    MatchFigures("our improved network", "BEN's policy network", "as known on 2026-11-17", 0, Measured(0.41, 0.15)),
    MatchFigures("our improved network", "JPS-1610, self-play", "as known on 2026-11-17", 0, Measured(-0.58, 0.13)),
)


class KnownFigures:
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


@dataclass(frozen=True, eq=False)
class SilentContest:
    """Ours and the rival, taught by so many deals, on the same test deals."""

    folder: Path
    recipe: PrintedRecipe
    teacher: CallNet
    seed: int
    updates: int
    """Of the rival."""
    test: TrickDeals

    def ours(self, size: int) -> Measured:
        """The printed network, taught by the teacher's auctions against silent opponents."""
        from overtrick.papers.bidding_2022.printed_runs import finished_run

        deals = random_deals(size, np.random.default_rng(_TRAIN_SEED + self.seed))
        parts = by_part(silent_tables(self.teacher, deals), SEVENTY)
        material = BiddingMaterial(parts, None, (("silent opponents", size),))
        recipe = replace(self.recipe, name=f"silent-{size}")
        return Measured(**finished_run(self.folder / recipe.name, recipe, material, self._figures).figures)

    def _figures(self, net: CallNet) -> dict[str, float]:
        return asdict(self.lost_by(net))

    def lost_by(self, net: CallNet) -> Measured:
        """What a network loses to the best contracts."""
        return mean_imps(self.test.lost(bid_silently(net, self.test.deals)))

    def rival(self, size: int, layers: int) -> Measured:
        """A Q-network, taught by the results of its own auctions."""
        recipe = QRecipe(layers, updates=self.updates, seed=self.seed)
        net = q_learning.learn(recipe, _estimated(size, _TRAIN_SEED + self.seed))
        return mean_imps(self.test.lost(q_learning.bid(net, self.test.deals)))


@lru_cache(maxsize=1)
def _estimated(size: int, seed: int) -> TrickDeals:
    return TrickDeals.estimated(size, seed)


def table_3(folder: Path, recipe: PrintedRecipe, teacher: CallNet, options: PaperOptions, watch: Watch) -> PaperTable:
    """Ours and the rival after each number of deals; what is in the folder is not done again."""
    sizes, tested, updates = (
        (QUICK_SIZES, QUICK_TESTED, QUICK_UPDATES) if options.quick else (FULL_SIZES, FULL_TESTED, FULL_UPDATES)
    )
    library = None if options.quick else data_file(LIBRARY)
    test = TrickDeals.solved(library, tested) if library else TrickDeals.estimated(tested, _TEST_SEED + options.seed)
    how = "exact double dummy" if library else "tricks estimated by the four-hand network"
    contest = SilentContest(folder, recipe, teacher, options.seed, updates, test)
    results = KnownFigures(folder / f"table-3-{tested}-{how.split()[0]}-{updates}-{options.seed}.jsonl")
    rows = []
    with watch("Table 3", len(sizes) * (1 + len(LAYERS))) as advance:
        for size, printed in zip(sizes, PUBLISHED.values(), strict=True):
            figures = [results.find(f"ours-{size}", partial(contest.ours, size))]
            advance(1)
            for layers in LAYERS:
                figures.append(results.find(f"rival-{size}-{layers}", partial(contest.rival, size, layers)))
                advance(1)
            rows.append(PaperRow(f"{size:,} deals", printed, tuple(figures)))
    rows.append(PaperRow("the teacher itself", (), (contest.lost_by(teacher),)))
    heads = columns("ours", *(f"Q, {layers} layers" for layers in LAYERS), form="+.3f")
    notes = (f"On {tested:,} test deals, {how}.", *_silent_notes(recipe, updates))
    return PaperTable("Table 3", "IMPs to the best contract, opponents silent", heads, tuple(rows), notes)


def _silent_notes(recipe: PrintedRecipe, updates: int) -> tuple[str, ...]:
    return (
        "Mean IMPs to the best North-South contract, passing out included; North deals, nobody is vulnerable, "
        "East-West always pass.",
        "Ours: the printed network taught by auctions of the shipped network, "
        f"{recipe.training.steps:,} steps at every size. The rival: one Q-network of 128 features a layer for both "
        f"players, {updates:,} updates of {QRecipe.batch} deals with estimated tricks; in place of its UCB one call of "
        "each auction is tried at random.",
        "−40.174 is printed so; −0.174 is likely meant. Compare its −0.2 IMPs with what the teacher loses here: no "
        "bidder sees all four hands, so the paper's own column may measure something else.",
    )


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
