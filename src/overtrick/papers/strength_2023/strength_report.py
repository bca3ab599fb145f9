"""The 2023 paper again: its Tables IX to XII and its Figures 2 to 4, on solved pairs or on a quick sample."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from overtrick.arrays import concatenate
from overtrick.papers.paper_report import Advance, Paper, PaperOptions, PaperReport, PaperTable, Watch, unwatched
from overtrick.papers.strength_2023.exact_pairs import exact_pairs
from overtrick.papers.strength_2023.same_strength import figure_1
from overtrick.papers.strength_2023.strength_charts import convergence, strength_and_tricks
from overtrick.papers.strength_2023.strength_study import StrengthStudy, fits_needed
from overtrick.papers.strength_2023.strength_tables import table_ix, table_x, table_xi, table_xii, two_hands
from overtrick.papers.strength_2023.their_bids import table_vii
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs
from overtrick.strength.prediction import correlation_interval
from overtrick.training.data.east_bids import HandPair
from overtrick.training.data.pairs import layouts_of, random_pairs
from overtrick.tricks.distributions import expected_tricks
from overtrick.tricks.estimators import four_hands

PAPER = Paper(
    2023,
    "Hand Strength Evaluation in Bridge Games with the Genetic Algorithm",
    "Jan, Huang and Yang",
    "40th Symposium on Combinatorial Mathematics and Computational Theory, 2023",
)
CONTENTS = ("Table VII", "Table IX", "Table X", "Table XI", "Table XII", "Fig 1", "Fig 2a", "Fig 2b", "Fig 3", "Fig 4")
"""What `--only` may name."""

DATA = "pair_mean_tricks.csv.gz"
HOW_TO_MAKE = "make one of your own with: overtrick strength pairs -n 10000 --layouts 10 -o pairs.npz, some hours"

QUICK_PAIRS, QUICK_LAYOUTS, QUICK_GENERATIONS = 6500, 10, 20
"""Enough pairs that 5,000 take seven tricks and about 400 suit notrump, and a search that takes less than a minute."""
QUICK_BIDS = 2000
_AT_ONCE = 100  # pairs estimated together


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """The paper's pipeline on solved pairs or, if quick, on pairs that the four-hand network estimates on the spot."""
    if options.quick:
        return _quick_report(options, watch)
    loaded = [(path, _load(path)) for path in options.files(DATA, HOW_TO_MAKE)]
    bids = [pairs for _, pairs in loaded if pairs.theirs is not None]
    plain = [pairs for _, pairs in loaded if pairs.theirs is None] or bids
    basis = [f"{path.name}: {len(pairs):,} pairs, {pairs.layouts} layouts each." for path, pairs in loaded]
    basis.append(f"Seed {options.seed}." + " Fitted on the first file, tested on the second." * (len(plain) > 1))
    tests, their_bids = plain[1] if len(plain) > 1 else None, bids[0] if bids else None
    return report_on(plain[0], options, tuple(basis), tests=tests, bids=their_bids, watch=watch)


def _load(path: Path) -> SolvedPairs:
    """Solved pairs, or the Vugraph deals that the shipped exact labels belong to."""
    return exact_pairs(path) if ".jsonl" in path.suffixes else SolvedPairs.load(path)


def _quick_report(options: PaperOptions, watch: Watch) -> PaperReport:
    rng = np.random.default_rng(options.seed)
    with watch("estimating", QUICK_PAIRS + QUICK_BIDS) as advance:
        pairs = estimated_pairs(random_pairs(QUICK_PAIRS, options.seed), QUICK_LAYOUTS, rng, advance)
        with_bids = random_pairs(QUICK_BIDS, options.seed, east_bids=True)
        bids = estimated_pairs(with_bids, QUICK_LAYOUTS, rng, advance) if options.wants("Table VII") else None
    basis = (
        f"Quick: {QUICK_PAIRS:,} random pairs dealt now with seed {options.seed}, {QUICK_LAYOUTS} layouts each, their "
        f"tricks estimated by the network {four_hands().model} (not solved), {QUICK_GENERATIONS} generations of the "
        "genetic algorithm instead of 200.",
        "All of our figures come from this small sample, and estimated tricks are not solved ones: expect r to differ "
        "from the full protocol's by a hundredth, in Table XII (some 400 pairs) by more.",
        f"Table VII: {QUICK_BIDS:,} other deals, in which East is taken to bid a suit of five cards with eight points.",
    )
    genetics = Genetics(generations=QUICK_GENERATIONS)
    return report_on(pairs, options, basis, bids=bids, genetics=genetics, watch=watch)


def report_on(
    pairs: SolvedPairs,
    options: PaperOptions,
    basis: tuple[str, ...],
    *,
    tests: SolvedPairs | None = None,
    bids: SolvedPairs | None = None,
    genetics: Genetics = Genetics(),  # noqa: B008  (frozen)
    watch: Watch = unwatched,
) -> PaperReport:
    """The report on given pairs, tested on `tests` or on the half that is not fitted on; `bids` know East's suit."""
    with watch("fitting", fits_needed(options)) as advance:
        study = StrengthStudy.of(pairs, tests, options.seed, genetics, advance)
        tables = list(_tables(study, bids, options))
        of_figures, charts = convergence(study, options)
    low, high = correlation_interval(0.92, len(study.test))
    tested = f"{len(study.test):,} pairs in suits were not used for fitting: an r of 0.920 is {low:.3f} to {high:.3f}."
    return PaperReport(
        PAPER, options, (*basis, tested, _ALIKE), (*tables, *of_figures), (*charts, *strength_and_tricks(study))
    )


_ALIKE = (
    "Alike: formulas, fitness, groups and thresholds. Not alike: the paper's pairs come from Vugraph deals with 100 "
    "layouts each (--data vugraph.jsonl.gz: ours of that kind); its genetic operators and its split are not printed."
)


def _tables(study: StrengthStudy, bids: SolvedPairs | None, options: PaperOptions) -> Iterator[PaperTable]:
    if options.wants("Table VII"):
        yield table_vii(study, bids)
    if options.wants("Table IX"):
        yield table_ix(study)
        yield two_hands(study)
    if options.wants("Table X"):
        yield from table_x(study)
    if options.wants("Table XI"):
        yield table_xi(study.test)
    if options.wants("Table XII"):
        yield from table_xii(study)
    if options.wants("Fig 1"):
        yield figure_1(options.seed)


def estimated_pairs(pairs: Iterable[HandPair], layouts: int, rng: np.random.Generator, advance: Advance) -> SolvedPairs:
    """Pairs with their mean tricks over layouts, as the four-hand network estimates them."""
    holdings, tricks, theirs = [], [], []
    waiting = iter(pairs)
    while part := list(islice(waiting, _AT_ONCE)):
        deals = concatenate(layouts_of(pair, layouts, rng) for pair in part)
        by_declarer = expected_tricks(four_hands().probabilities(deals))[:, [0, 2]]
        tricks.append(by_declarer.reshape(len(part), layouts, 2, 5).mean(axis=1))
        holdings.append(deals.holdings[::layouts, [0, 2]])
        theirs += [pair.east.suit for pair in part if pair.east is not None]
        advance(len(part))
    suits = np.array(theirs, np.uint8) if theirs else None
    return SolvedPairs(np.concatenate(holdings), np.concatenate(tricks).astype(np.float32), layouts, suits)
