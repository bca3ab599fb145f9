"""`overtrick paper YEAR` and `overtrick tricks paper`: figures of four papers again, ours beside theirs."""

from dataclasses import asdict
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from overtrick.ask.wire import JsonObject
from overtrick.cli.console import Json, complain, print_json, progress_bar, writable, writable_folder, written_to
from overtrick.core import BridgeError, Seat, Strain
from overtrick.data import data_file
from overtrick.papers.paper_report import Figure, Measured, PaperOptions, PaperReport, PaperTable, figure_at
from overtrick.papers.rendering import report_html, report_text
from overtrick.papers.tricks_2013.network import Activation
from overtrick.papers.tricks_2013.network_tables import LIBRARY, TEST, TRAIN, report_on
from overtrick.papers.tricks_2013.published import DEALS, PUBLISHED
from overtrick.papers.tricks_2013.samples import PaperQuestion, Sample, from_library, from_solver
from overtrick.papers.tricks_2013.studies import (
    EPOCHS,
    SPLIT_EPOCHS,
    Study,
    StudyRecipe,
    Trained,
    split_recipe,
    study_of_the_paper,
    study_watched,
)

_FROM_SOLVER = (600, 200)  # deals to train and to test on where there is no library


class Year(StrEnum):
    """A paper, by the year it appeared in."""

    TRICKS = "2013"
    BIDDING = "2022"
    STRENGTH = "2023"
    CONTRACT = "2025"


_REPORTS = {
    Year.TRICKS: "tricks_2013.network_tables",
    Year.BIDDING: "bidding_2022.bidding_tables",
    Year.STRENGTH: "strength_2023.strength_report",
    Year.CONTRACT: "contract_2025.contract_report",
}
Html = Annotated[
    Path | None,
    typer.Option("--html", callback=writable, help="Write the report, with its charts, as one page here."),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same figures.")]


def paper(
    year: Annotated[
        Year,
        typer.Argument(
            help="2013: tricks by small networks. 2022: bidding by a recurrent network. 2023: hand strength by a "
            "genetic algorithm. 2025: the best contract."
        ),
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="A small sample made on the spot, some two minutes; needs no data.")
    ] = False,
    data: Annotated[
        list[Path] | None,
        typer.Option("--data", help="Data file of the full protocol, else from OVERTRICK_DATA; may be repeated."),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            "--run", callback=writable_folder, help="2022, 2025: where finished parts are kept; a killed run goes on."
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="TABLE", help="This table or figure alone ('Table IX', 'fig 2'); repeatable."),
    ] = None,
    html: Html = None,
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Print the tables and figures of a paper with our own beside them.

    Without --quick: the full protocol, which needs data files and takes minutes (2013, 2023) to hours (2022, 2025).
    """
    options = PaperOptions(quick, seed, tuple(data or ()), run, tuple(only or ()))
    module = import_module(f"overtrick.papers.{_REPORTS[year]}")
    options.check_only(module.CONTENTS)
    report: PaperReport = module.report(options, progress_bar).only_wanted()
    try:
        write_page(report, html)
    finally:  # hours of work are printed also where the page cannot be written
        if as_json:
            print_json(_report_json(report))
        else:
            print(report_text(report), end="")


def write_page(report: PaperReport, html: Path | None) -> None:
    """Write a report as a page if that is asked for."""
    if html is not None:
        with written_to(html) as out:
            out.write(report_html(report))


def _report_json(report: PaperReport) -> JsonObject:
    return {
        "paper": report.paper.year,
        "title": report.paper.title,
        "quick": report.options.quick,
        "seed": report.options.seed,
        "basis": list(report.basis),
        "tables": [table_json(table) for table in report.tables],
        "texts": dict(report.texts),
    }


def table_json(table: PaperTable) -> JsonObject:
    """A table for programs; a figure with an error is the list of the two."""
    count = range(len(table.columns))
    rows = [
        {
            "label": row.label,
            "ours": [_plain(figure_at(row.ours, column)) for column in count],
            "paper": [_plain(figure_at(row.paper, column)) for column in count],
            **({"differs": row.differs} if row.differs else {}),
        }
        for row in table.rows
    ]
    columns = [column.name for column in table.columns]
    return {"table": table.name, "title": table.title, "columns": columns, "rows": rows, "notes": list(table.notes)}


def _plain(figure: Figure) -> float | list[float] | None:
    return [figure.value, figure.error] if isinstance(figure, Measured) else figure


def tricks_paper(
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", help="Solved deals, Ginsberg library (text or binary, .gz too); else of $OVERTRICK_DATA."
        ),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", min=8, help="Deals trained and tested on, as in the paper.")] = DEALS,
    train: Annotated[
        int | None, typer.Option("--train", min=0, help="Deals to train on in the proper split; 0 leaves it out.")
    ] = None,
    test: Annotated[int | None, typer.Option("--test", min=1, help="Other deals, to test on.")] = None,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Epochs on the paper's deals.")] = EPOCHS,
    split_epochs: Annotated[
        int, typer.Option("--split-epochs", min=1, help="Epochs on the proper split.")
    ] = SPLIT_EPOCHS,
    activation: Annotated[Activation, typer.Option("--activation", help="What neurons do.")] = Activation.TANH,
    declarer: Annotated[str, typer.Option("--declarer", help="Who declares; North-South's tricks count.")] = "S",
    strain: Annotated[str, typer.Option("--strain", help="In which strain.")] = "N",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same figures.")] = 1,
    as_json: Json = False,
) -> None:
    """Train the networks of the 2013 paper and print its Tables 1 to 3 with our figures beside its own.

    Twice: on 208 deals tested on themselves, as the paper did, and on a split where no deal is in both parts.
    Without a library, random deals are solved first (a small number; --train and --test ask for more).
    """
    question = PaperQuestion(Seat.parse(declarer), Strain.parse(strain))
    errors: list[BridgeError] = []
    seen, unseen = _samples(library, deals, train, test, question, seed, errors)
    recipe = StudyRecipe(epochs, epochs, activation=activation, seed=seed)
    small, groups = study_of_the_paper(seen[:deals], unseen, recipe, progress_bar)
    large = None
    if train != 0:
        large = study_watched(seen[:train], unseen, split_recipe(split_epochs, recipe), progress_bar)
    if as_json:
        print_json(_studies_json(question, seed, small, groups, large))
    else:
        report = report_on(question, small, groups, large, PaperOptions(seed=seed), (f"Seed {seed}.",))
        print(report_text(report), end="")
    if errors:
        raise typer.Exit(2)


def _samples(
    library: Path | None,
    deals: int,
    train: int | None,
    test: int | None,
    question: PaperQuestion,
    seed: int,
    errors: list[BridgeError],
) -> tuple[Sample, Sample]:
    """Deals to learn from, the paper's among them, and deals to test on. Damaged lines are reported and left out."""
    path = library or data_file(LIBRARY)
    usual = _FROM_SOLVER if path is None else (TRAIN, TEST)
    wanted = max(deals, usual[0] if train is None else train), usual[1] if test is None else test
    if path is not None:
        found = from_library(path, question, errors=errors)
        for error in errors:
            complain(error)
        return _enough(found, wanted, (train, test), deals, path)
    complain(f"no library at hand (--library, or {LIBRARY} in $OVERTRICK_DATA): solving {sum(wanted):,} deals")
    with progress_bar("solving", sum(wanted)) as advance:
        return from_solver(*wanted, question, np.random.default_rng(seed), advance)


def _enough(
    found: tuple[Sample, Sample], wanted: tuple[int, int], asked: tuple[int | None, int | None], deals: int, path: Path
) -> tuple[Sample, Sample]:
    """As many of the library's deals as wanted; fewer will do unless they were asked for."""
    least = max(deals, asked[0] or 0), asked[1] or 1
    for part, count, purpose in zip(found, least, ("train", "test"), strict=True):
        if len(part) < count:
            raise BridgeError(f"expected {count:,} deals to {purpose} on in {path}, got {len(part):,}")
    return found[0][: wanted[0]], found[1][: wanted[1]]


def _studies_json(
    question: PaperQuestion, seed: int, small: Study, groups: tuple[Trained, ...], large: Study | None
) -> JsonObject:
    return {
        "declarer": str(question.declarer),
        "strain": str(question.strain),
        "seed": seed,
        "kind": "learned",
        "same_deals": _study_json(small, groups),
        **({} if large is None else {"split": _study_json(large)}),
    }


def _study_json(study: Study, grouped: tuple[Trained, ...] = ()) -> JsonObject:
    """The figures of a study; `paper` beside each network that it has figures for."""
    recipe = study.recipe
    parts = {
        "back_propagation": study.plain,
        "resilient": study.resilient,
        "described": study.described,
        "groups": grouped,
    }
    return {
        "train_deals": study.train,
        "test_deals": study.test,
        "epochs": recipe.epochs,
        "plain_epochs": recipe.plain_epochs,
        "batch": recipe.batch,
        "activation": str(recipe.activation),
        "commonest": asdict(study.commonest),
        **{name: [_trained_json(each) for each in rows] for name, rows in parts.items() if rows},
    }


def _trained_json(trained: Trained) -> JsonObject:
    printed = PUBLISHED.get(trained.network)
    scores = {"seen": asdict(trained.seen), "unseen": asdict(trained.fresh)}
    beside = {"paper": asdict(printed)} if printed else {}
    return {"network": trained.network, "seconds": round(trained.seconds, 2), **scores, **beside}
