"""`overtrick strength …`: which count tells tricks best, fits of our own, and the 2023 paper's tables."""

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.cli.console import Boards, Jobs, Json, Output, OutputFile, Source, print_json, progress_bar, written_to
from overtrick.cli.research.papers import Html, Seed, table_json, write_page
from overtrick.cli.tricks import solved
from overtrick.core import BridgeError, Strain
from overtrick.data import data_file
from overtrick.papers.paper_report import PaperOptions
from overtrick.papers.rendering import report_text
from overtrick.papers.strength_2023.strength_report import report_on
from overtrick.solver import solve_tables
from overtrick.strength.comparison import Comparison, compare
from overtrick.strength.counts import Count, load_count, shipped_names
from overtrick.strength.fitting import fit as fit_formula
from overtrick.strength.fitting import rounded
from overtrick.strength.formulas import PRIMITIVES, Formula
from overtrick.strength.genetic import Genetics
from overtrick.strength.pairs import SolvedPairs, TrickSet
from overtrick.strength.prediction import Thresholds
from overtrick.training.data.east_bids import pairs_in
from overtrick.training.data.pairs import Labelling, label_pairs, random_pairs
from overtrick.tricks.distributions import expected_tricks
from overtrick.tricks.estimators import four_hands

_CHECKED = 60  # deals solved to say how far the estimates are off

strength = typer.Typer(
    add_completion=False, help="Hand strength: compare counts, fit your own, reprint the 2023 paper's tables."
)

Pairs = Annotated[
    Path | None,
    typer.Option("--pairs", help="Solved pairs: .npz from `strength pairs`, or the published .csv(.gz) of pairs."),
]
Notrump = Annotated[bool, typer.Option("--notrump", help="Play in notrump instead of the longest suit.")]


def _pairs(path: Path | None) -> SolvedPairs:
    path = path or data_file("pair_mean_tricks.csv.gz")
    if path is None:
        raise BridgeError(
            "expected --pairs FILE, or pair_mean_tricks.csv.gz in the folder named by OVERTRICK_DATA; "
            "make one with: overtrick strength pairs -n 3000 -o pairs.npz"
        )
    return SolvedPairs.load(path)


@strength.command()
def bench(
    source: Source,
    notrump: Notrump = False,
    own: Annotated[
        list[str] | None, typer.Option("--count", help="A count of your own too (TOML, of `strength fit`); repeatable.")
    ] = None,
    as_json: Json = False,
    jobs: Jobs = 0,
) -> None:
    """Say which evaluator predicts the tricks best on these deals, with 95 % intervals.

    SOURCE is a file of deals (solved exactly where it brings no tables; both sides of each deal count) or of
    solved pairs (.npz, .csv, .csv.gz).
    """
    counts = [load_count(name) for name in (*shipped_names(), *(own or ()))]
    if source.endswith((".npz", ".csv", ".csv.gz")):
        pairs = SolvedPairs.load(Path(source))
        data = pairs.in_notrump() if notrump else pairs.in_suits()
    else:
        boards = Boards(source)
        records = list(solved(boards.complete(), jobs))
        tables = np.array([record.table.tricks for record in records if record.table is not None], np.uint8)
        data = TrickSet.of_deals(DealBatch.stack(record.board.deal for record in records), tables, notrump=notrump)
    with progress_bar("comparing counts"):
        rows = compare(data, counts)
    _print_comparison(rows, as_json)


def _print_comparison(rows: list[Comparison], as_json: bool) -> None:
    if as_json:
        for row in rows:
            print(json.dumps({"name": row.name, "r": row.r, "interval": row.interval, "pairs": row.pairs}))
        return
    print(f"{rows[0].pairs:,} pairs of hands\n\n{'':26}     r   95 % interval")
    for row in rows:
        print(f"{row.name:26}{row.r:6.3f}   {row.interval[0]:.3f} … {row.interval[1]:.3f}")


@strength.command()
def fit(
    formula: Annotated[str, typer.Argument(help="Such as 'H + TL + NL'; --list names all primitive formulas.")] = "",
    pairs: Pairs = None,
    method: Annotated[str, typer.Option("--method", help="ga, cma or lsq (least squares).")] = "ga",
    step: Annotated[
        float | None, typer.Option("--round", min=0.01, help="Round the numbers to this grid: 0.1, 0.25, 0.5, 1.")
    ] = None,
    notrump: Notrump = False,
    generations: Annotated[int, typer.Option("--generations", min=1)] = 200,
    seed: Seed = 1,
    name: Annotated[str, typer.Option("--name", help="What the count is called.")] = "",
    list_formulas: Annotated[bool, typer.Option("--list", help="List the primitive formulas and stop.")] = False,
    output: Output = None,
) -> None:
    """Fit a formula to solved pairs; half of them train, the other half test. Prints a TOML count."""
    if list_formulas:
        for each in PRIMITIVES:
            print(f"{each.name:5} {len(each.parameters):4} numbers   {each.says} (Table {each.table})")
        return
    chosen, rng = Formula.parse(formula), np.random.default_rng(seed)
    data = _pairs(pairs)
    train, test = (data.in_notrump() if notrump else data.in_suits()).split(0.5, rng)
    with progress_bar("fitting"):
        found = fit_formula(chosen, train, rng, method=method, genetics=Genetics(generations=generations))
        found = found if step is None else rounded(found, train, step)
    thresholds = Thresholds.of(found.strength(train), train.tricks)
    row = compare(test, [], extra={str(chosen): found.strength(test)})[0]
    exact, one, _ = thresholds.accuracy(found.strength(test), test.tricks)
    says = f"r = {row.r:.4f} on {len(test)} pairs not used for fitting; tricks right {exact:.1%}, within one {one:.1%}"
    count = Count(name or str(chosen), says, chosen, tuple(float(value) for value in found.parameters), thresholds)
    with written_to(output) as out:
        out.write(count.dumps())


@strength.command()
def table(
    pairs: Pairs = None,
    html: Html = None,
    generations: Annotated[int, typer.Option("--generations", min=1)] = 200,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Reprint Tables IX to XII of the 2023 paper, our figures beside its own."""
    data, options = _pairs(pairs), PaperOptions(seed=seed)
    basis = (f"{len(data):,} pairs, {data.layouts} layouts each, seed {seed}.",)
    report = report_on(data, options, basis, genetics=Genetics(generations=generations), watch=progress_bar)
    try:
        write_page(report, html)
    finally:  # the work is printed also where the page cannot be written
        if as_json:
            for each in report.tables:
                print_json(table_json(each))
        else:
            print(report_text(report), end="")


@strength.command()
def pairs(
    output: OutputFile,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many random pairs.")] = 1000,
    deals: Annotated[Path | None, typer.Option("--deals", help="Take North-South of these deals instead.")] = None,
    layouts: Annotated[int, typer.Option("--layouts", min=1, help="East-West layouts a pair.")] = 100,
    all_strains: Annotated[bool, typer.Option("--all-strains", help="Solve all five strains.")] = False,
    east_bids: Annotated[
        bool,
        typer.Option("--east-bids", help="Only deals in which East bids a suit, and layouts that agree with it."),
    ] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Let the four-hand network say the tricks, and tell how far it is off.")
    ] = False,
    seed: Seed = 0,
) -> None:
    """Make solved pairs: random East-West layouts for each, exact tricks (or estimated ones), the mean.

    What East bids is the first natural suit bid of the auctions in --deals; without auctions, a suit of five cards with
    eight points.
    """
    if deals is not None:
        chosen = list(pairs_in(deals, count, east_bids=east_bids))
        count, hands = len(chosen), iter(chosen)
    else:
        hands = random_pairs(count, seed, east_bids=east_bids)
    tricks = four_hands().model if estimate else "exact"
    labelling = Labelling(layouts, seed, all_strains, east_bids, tricks)
    with progress_bar("solving pairs", count) as advance:
        label_pairs(hands, output, labelling, _estimated if estimate else None, advance)
    if estimate:
        deals_checked = random_deals(_CHECKED, np.random.default_rng(seed))
        exact = solve_tables(deals_checked).astype(np.float64)
        off = np.abs(_estimated(deals_checked, list(Strain)) - exact)
        print(f"estimated tricks lie {off.mean():.3f} from the exact ones on average ({_CHECKED} random deals solved)")


def _estimated(deals: DealBatch, strains: list[Strain]) -> NDArray[np.float32]:
    return expected_tricks(four_hands().probabilities(deals))
