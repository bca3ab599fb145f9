"""Tables 1 to 3 with our figures beside the paper's: on the deals trained on, as it did, and on a proper split."""

from collections.abc import Iterator, Sequence

import numpy as np

from overtrick.core import BridgeError
from overtrick.papers.paper_report import (
    Column,
    Paper,
    PaperOptions,
    PaperReport,
    PaperRow,
    PaperTable,
    Watch,
    columns,
    unwatched,
)
from overtrick.papers.tricks_2013.published import DEALS, PUBLISHED
from overtrick.papers.tricks_2013.samples import PaperQuestion, from_estimator, from_library, from_solver
from overtrick.papers.tricks_2013.squared_error import error_charts, squared_errors
from overtrick.papers.tricks_2013.studies import (
    EPOCHS,
    SPLIT_EPOCHS,
    Study,
    StudyRecipe,
    StudyScore,
    Trained,
    split_recipe,
    study_of_the_paper,
    study_watched,
)

PAPER = Paper(
    2013,
    "Artificial Neural Network Architecture for Solving the Double Dummy Bridge Problem in Contract Bridge",
    "Dharmalingam and Amalraj",
    "IJARCCE 2 (12), 2013",
)
CONTENTS = ("Table 1", "Table 2", "Table 3", "Fig 12a", "Fig 12b")
"""What `--only` may name."""
LIBRARY = "dd_library.gib.gz"
TRAIN, TEST = 60_000, 20_000
"""Deals of the proper split."""
QUICK_SOLVED, QUICK_TRAIN, QUICK_TEST, QUICK_EPOCHS = 400, 6000, 2000, 100
"""Deals solved to test the paper's 208 on, and the deals and epochs of the split, which our network labels."""

_PERCENT = ".2f"


def report(options: PaperOptions, watch: Watch = unwatched) -> PaperReport:
    """Both studies from a library or, if quick, from deals that are solved or estimated on the spot."""
    question, recipe = PaperQuestion(), StudyRecipe(EPOCHS, EPOCHS, seed=options.seed)
    if options.quick:
        return _quick_report(question, recipe, options, watch)
    (path, *_) = options.files(LIBRARY, f"{TRAIN + TEST:,} solved deals or more as text of the Ginsberg library")
    errors: list[BridgeError] = []
    train, test = from_library(path, question, errors=errors)
    train, test = train[:TRAIN], test[:TEST]
    basis = [f"Deals of {path.name}; seed {options.seed}."]
    basis += [f"{len(errors):,} damaged lines of it were left out; the first: {errors[0]}."] if errors else []
    small, groups = study_of_the_paper(train[:DEALS], test, recipe, watch)
    large = study_watched(train, test, split_recipe(SPLIT_EPOCHS, recipe), watch) if _wants_split(options) else None
    return report_on(question, small, groups, large, options, tuple(basis))


def _wants_split(options: PaperOptions) -> bool:
    """Whether a table is asked for that has figures on a proper split, the longer part of the work."""
    return options.wants("Table 1", "Table 2", "Table 3")


def _quick_report(question: PaperQuestion, recipe: StudyRecipe, options: PaperOptions, watch: Watch) -> PaperReport:
    rng = np.random.default_rng(options.seed)
    with watch("solving", DEALS + QUICK_SOLVED) as advance:
        seen, unseen = from_solver(DEALS, QUICK_SOLVED, question, rng, advance)
    small, groups = study_of_the_paper(seen, unseen, recipe, watch)
    large = None
    if _wants_split(options):
        train, test = from_estimator(QUICK_TRAIN, QUICK_TEST, question, rng)
        large = study_watched(train, test, split_recipe(QUICK_EPOCHS, recipe), watch)
    basis = (
        f"Quick: all deals dealt now with seed {options.seed}. The paper's {DEALS} deals and {QUICK_SOLVED:,} unseen "
        f"ones are solved exactly; the {QUICK_TRAIN:,} and {QUICK_TEST:,} of the proper split are labelled with the "
        "most likely tricks of our four-hand network, which is right in some 88 % of deals.",
        f"That split is a tenth of the full protocol's ({TRAIN:,} and {TEST:,} solved deals), trained for "
        f"{QUICK_EPOCHS} epochs instead of {SPLIT_EPOCHS}.",
    )
    return report_on(question, small, groups, large, options, basis)


def report_on(
    question: PaperQuestion,
    small: Study,
    groups: Sequence[Trained],
    large: Study | None,
    options: PaperOptions,
    basis: tuple[str, ...],
) -> PaperReport:
    """The report on networks that have been trained."""
    about = (
        f"North-South's tricks in {question.strain} by {question.declarer}; the paper does not say which it took.",
        "Alike: encodings, networks and both algorithms. Not alike: other deals; the paper prints no epochs, rates or "
        "first weights, and tests on the deals it trained on.",
    )
    tables = [*tables_on_the_same_deals(small, groups), *(tables_on_unseen_deals(large) if large else ())]
    tables.append(squared_errors(small))
    return PaperReport(PAPER, options, (*basis, *about), tuple(tables), tuple(error_charts(small)))


def tables_on_the_same_deals(study: Study, groups: Sequence[Trained]) -> Iterator[PaperTable]:
    """The tables as the paper made them: tested on the very deals the networks were trained on."""
    title = f"{study.train:,} deals, tested on the deals they were trained on, as in the paper"
    heads = ("back-propagation", "unseen", "resilient", "unseen")
    notes = (*_notes(study), "Beside them: right on deals that were not trained on, which the paper does not have.")
    yield PaperTable("Table 1", f"right %, {title}", columns(*heads, form=_PERCENT), tuple(_table_1(study)), notes)
    yield _table_2(study)
    yield PaperTable(
        "Table 3",
        "each network with as many deals as the paper's counts imply, tested on them",
        (
            Column("deals", ",d"),
            Column("right %", _PERCENT),
            Column("wrong", ",d"),
            *columns("error %", "unseen %", form=_PERCENT),
        ),
        tuple(map(_group_row, groups)),
        ("Right and wrong of the paper do not add up to 100 %: see docs/papers.md.",),
    )
    yield _described(study)


def tables_on_unseen_deals(study: Study) -> Iterator[PaperTable]:
    """The tables on a proper split: no deal is both learnt from and tested on."""
    title = f"{study.train:,} deals to train on, {study.test:,} others to test on; no deal is in both"
    rows = tuple(
        PaperRow(
            plain.network, (_printed(plain)[0], _printed(plain)[1]), (_right(plain.fresh), _right(resilient.fresh))
        )
        for plain, resilient in zip(study.plain, study.resilient, strict=True)
    )
    heads = columns("back-propagation", "resilient", form=_PERCENT)
    yield PaperTable("Table 1", f"right %, {title}", heads, rows, _notes(study))
    yield _same_budget(study)
    yield _table_2(study)
    heads = (
        *columns("right %", "±1 trick", "±2 tricks", form=_PERCENT),
        Column("wrong", ",d"),
        Column("error %", _PERCENT),
    )
    yield PaperTable(
        "Table 3", f"resilient, {study.test:,} unseen deals", heads, tuple(map(_unseen_row, study.resilient))
    )
    yield _described(study)


def _same_budget(study: Study) -> PaperTable:
    """Both algorithms after the same number of passes over the deals, which take about the same time."""
    passes, batch = study.recipe.plain_epochs, study.recipe.batch
    rows = tuple(
        PaperRow(plain.network, (), (_right(plain.fresh), _right(resilient.early or resilient.fresh)))
        for plain, resilient in zip(study.plain, study.resilient, strict=True)
    )
    notes = (
        f"{passes} passes over {study.train:,} deals each: {passes * -(-study.train // batch):,} steps of "
        f"back-propagation, {passes} of resilient. Table 1 above gives resilient {study.recipe.epochs} passes.",
    )
    heads = columns("back-propagation", "resilient", form=_PERCENT)
    return PaperTable("Table 1", f"the same budget, right % of {study.test:,} unseen deals", heads, rows, notes)


def _notes(study: Study) -> tuple[str, ...]:
    recipe = study.recipe
    every = "deal" if recipe.batch == 1 else f"{recipe.batch} deals"
    return (
        f"{recipe.activation}, {recipe.epochs} epochs resilient, {recipe.plain_epochs} of back-propagation with a step "
        f"after every {every}.",
        f"Always the commonest number of tricks is right in {_right(study.commonest):.2f} % of {study.test:,} unseen "
        "deals.",
    )


def _table_1(study: Study) -> Iterator[PaperRow]:
    for plain, resilient in zip(study.plain, study.resilient, strict=True):
        printed = _printed(plain)
        ours = [_right(score) for each in (plain, resilient) for score in (each.seen, each.fresh)]
        yield PaperRow(plain.network, (printed[0], None, printed[1], None), tuple(ours))


def _table_2(study: Study) -> PaperTable:
    rows = []
    for each in study.resilient:
        paper, seen = PUBLISHED[each.network], each.seen
        rows.append(
            PaperRow(each.network, (paper.training_error, 60 * paper.minutes), (seen.percent(seen.wrong), each.seconds))
        )
    heads = columns("error %", "seconds", form=_PERCENT)
    return PaperTable("Table 2", "training, resilient", heads, tuple(rows), ("The paper prints minutes.",))


def _group_row(each: Trained) -> PaperRow:
    paper, seen = PUBLISHED[each.network], each.seen
    printed = (paper.deals, paper.testing_output, paper.wrong, paper.testing_error)
    return PaperRow(
        each.network, printed, (seen.deals, _right(seen), seen.wrong, seen.percent(seen.wrong), _right(each.fresh))
    )


def _unseen_row(each: Trained) -> PaperRow:
    paper, fresh = PUBLISHED[each.network], each.fresh
    near = (fresh.percent(count) for count in (fresh.right, fresh.within_1, fresh.within_2))
    printed = (paper.testing_output, None, None, paper.wrong, paper.testing_error)
    return PaperRow(each.network, printed, (*near, fresh.wrong, fresh.percent(fresh.wrong)))


def _described(study: Study) -> PaperTable:
    rows = []
    for each in study.described:
        fresh = each.fresh
        near = (fresh.percent(count) for count in (fresh.right, fresh.within_1, fresh.within_2))
        rows.append(PaperRow(each.network, (), (_right(each.seen), *near, each.seconds)))
    heads = columns("training deals %", "unseen %", "±1 trick", "±2 tricks", "seconds", form=_PERCENT)
    title = "The other networks of section VII, for which the paper has no figures; resilient"
    return PaperTable("", title, heads, tuple(rows))


def _printed(each: Trained) -> tuple[float, float]:
    paper = PUBLISHED[each.network]
    return paper.back_propagation, paper.resilient


def _right(score: StudyScore) -> float:
    return score.percent(score.right)
