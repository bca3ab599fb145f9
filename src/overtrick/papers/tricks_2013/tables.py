"""Tables 1 to 3 with our figures beside the paper's, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from overtrick.papers.tricks_2013.published import PUBLISHED
from overtrick.papers.tricks_2013.studies import Study, StudyScore, Trained

Row = tuple[str, ...]


def on_the_same_deals(study: Study, grouped: Sequence[Trained]) -> str:
    """The tables as the paper made them: tested on the very deals the networks were trained on."""
    same = f"the same {study.train:,}"
    return "\n".join(
        [
            f"== {study.train:,} deals, tested on the deals they were trained on, as in the paper ==",
            f"unseen: {study.test:,} other deals; always the commonest number of tricks is right in"
            f" {_right(study.commonest)} % of those",
            f"{study.recipe.activation}, {study.recipe.epochs} epochs resilient, {_plain(study)}",
            "",
            *_table(
                f"Table 1. Right on {same} deals, %",
                ("network", "bp paper", "bp ours", "bp unseen", "resilient paper", "ours", "unseen"),
                _table_1(study, seen=True),
            ),
            *_table("Table 2. Training", _TABLE_2, _table_2(study)),
            *_table(
                "Table 3. Each network with as many deals as the paper's counts imply, tested on them",
                (
                    "network",
                    "deals",
                    "right % paper",
                    "ours",
                    "wrong paper",
                    "ours",
                    "error % paper",
                    "ours",
                    "unseen %",
                ),
                [_group_row(each) for each in grouped],
            ),
            *_described(study),
        ]
    )


def on_unseen_deals(study: Study) -> str:
    """The tables on a proper split: no deal is both learnt from and tested on."""
    return "\n".join(
        [
            f"== {study.train:,} deals to train on, {study.test:,} others to test on; no deal is in both ==",
            f"always the commonest number of tricks is right in {_right(study.commonest)} %",
            f"{study.recipe.activation}, {study.recipe.epochs} epochs resilient, {_plain(study)}",
            "",
            *_table(
                f"Table 1. Right on {study.test:,} unseen deals, %",
                ("network", "bp paper", "bp ours", "resilient paper", "ours"),
                _table_1(study, seen=False),
            ),
            *_table("Table 2. Training", _TABLE_2, _table_2(study)),
            *_table(
                f"Table 3. Resilient, {study.test:,} unseen deals",
                ("network", "right % paper", "ours", "±1 trick", "±2 tricks", "wrong", "error % paper", "ours"),
                [_unseen_row(each) for each in study.resilient],
            ),
            *_described(study),
        ]
    )


_TABLE_2 = ("network", "error % paper", "ours", "minutes paper", "seconds ours")


def as_dict(study: Study, grouped: Sequence[Trained] = ()) -> dict[str, Any]:
    """The same figures for JSON; `paper` beside each network that it has figures for."""
    parts = {
        "back_propagation": study.plain,
        "resilient": study.resilient,
        "described": study.described,
        "groups": tuple(grouped),
    }
    return {
        "train_deals": study.train,
        "test_deals": study.test,
        "epochs": study.recipe.epochs,
        "plain_epochs": study.recipe.plain_epochs,
        "batch": study.recipe.batch,
        "activation": str(study.recipe.activation),
        "commonest": vars(study.commonest),
        **{name: [_trained_dict(each) for each in rows] for name, rows in parts.items() if rows},
    }


def _trained_dict(trained: Trained) -> dict[str, Any]:
    paper = {"paper": vars(PUBLISHED[trained.network])} if trained.network in PUBLISHED else {}
    scores = {"seen": vars(trained.seen), "unseen": vars(trained.fresh)}
    return {"network": trained.network, "seconds": round(trained.seconds, 2), **scores, **paper}


def _plain(study: Study) -> str:
    every = "deal" if study.recipe.batch == 1 else f"{study.recipe.batch} deals"
    return f"{study.recipe.plain_epochs} of back-propagation (bp) with a step after every {every}"


def _table_1(study: Study, *, seen: bool) -> Iterator[Row]:
    for plain, resilient in zip(study.plain, study.resilient, strict=True):
        paper = PUBLISHED[plain.network]
        row = [plain.network]
        for printed, each in ((paper.back_propagation, plain), (paper.resilient, resilient)):
            row += [f"{printed:.2f}", *([_right(each.seen)] if seen else []), _right(each.fresh)]
        yield tuple(row)


def _table_2(study: Study) -> Iterator[Row]:
    for each in study.resilient:
        paper = PUBLISHED[each.network]
        wrong = f"{each.seen.percent(each.seen.wrong):.2f}"
        yield each.network, f"{paper.training_error:.2f}", wrong, f"{paper.minutes:.2f}", f"{each.seconds:.2f}"


def _group_row(each: Trained) -> Row:
    paper, seen = PUBLISHED[each.network], each.seen
    right = (f"{paper.testing_output:.2f}", _right(seen), str(paper.wrong), str(seen.wrong))
    error = (f"{paper.testing_error:.2f}", f"{seen.percent(seen.wrong):.2f}", _right(each.fresh))
    return each.network, str(seen.deals), *right, *error


def _unseen_row(each: Trained) -> Row:
    paper, fresh = PUBLISHED[each.network], each.fresh
    near = (f"{fresh.percent(fresh.within_1):.2f}", f"{fresh.percent(fresh.within_2):.2f}", f"{fresh.wrong:,}")
    error = (f"{paper.testing_error:.2f}", f"{fresh.percent(fresh.wrong):.2f}")
    return each.network, f"{paper.testing_output:.2f}", _right(fresh), *near, *error


def _described(study: Study) -> list[str]:
    rows = []
    for each in study.described:
        fresh = each.fresh
        near = (f"{fresh.percent(count):.2f}" for count in (fresh.right, fresh.within_1, fresh.within_2))
        rows.append((each.network, _right(each.seen), *near, f"{each.seconds:.2f}"))
    heads = ("network", "right on training deals %", "unseen %", "±1 trick", "±2 tricks", "seconds")
    return _table("The other networks of section VII, for which the paper has no figures; resilient", heads, rows)


def _right(score: StudyScore) -> str:
    return f"{score.percent(score.right):.2f}"


def _table(title: str, heads: Row, rows: Iterator[Row] | list[Row]) -> list[str]:
    """A table in columns as wide as what is in them, and an empty line."""
    every = [heads, *rows]
    widths = [max(len(row[column]) for row in every) for column in range(len(heads))]
    lines = [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in every
    ]
    return [title, *lines, ""]
