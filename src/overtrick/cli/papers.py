"""`overtrick tricks paper`: the networks of the 2013 paper, trained again, their figures beside the paper's."""

import json
import os
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from overtrick.cli.console import Json, complain, progress_bar
from overtrick.core import BridgeError, Seat, Strain
from overtrick.papers.tricks_2013 import tables
from overtrick.papers.tricks_2013.network import Activation
from overtrick.papers.tricks_2013.published import DEALS
from overtrick.papers.tricks_2013.samples import PaperQuestion, Sample, from_library, from_solver
from overtrick.papers.tricks_2013.studies import Study, StudyRecipe, Trained, epochs_of_study, in_groups, study

_LIBRARY_NAME = "dd_library.gib.gz"
_FROM_LIBRARY = (60_000, 20_000)  # deals to train and to test on, where nothing else is asked for
_FROM_SOLVER = (600, 200)
_BATCH = 16
_PLAIN_SHARE = 16  # on the large split plain back-propagation gets one epoch in so many: each has thousands of steps


def paper(
    library: Annotated[
        Path | None,
        typer.Option("--library", help="Solved deals, Ginsberg library text (.gz too); else $OVERTRICK_DATA is asked."),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", min=8, help="Deals trained and tested on, as in the paper.")] = DEALS,
    train: Annotated[
        int | None, typer.Option("--train", min=0, help="Deals to train on in the proper split; 0 leaves it out.")
    ] = None,
    test: Annotated[int | None, typer.Option("--test", min=1, help="Other deals, to test on.")] = None,
    epochs: Annotated[int, typer.Option("--epochs", min=1, help="Epochs on the paper's deals.")] = 100,
    split_epochs: Annotated[int, typer.Option("--split-epochs", min=1, help="Epochs on the proper split.")] = 500,
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
    with progress_bar(f"training on {deals:,} deals", epochs_of_study(recipe) + 4 * epochs) as advance:
        small = study(seen[:deals], unseen, recipe, advance)
        groups = in_groups(seen[:deals], unseen, recipe, advance)
    large = None
    if train != 0:
        seen = seen[:train]
        recipe = StudyRecipe(split_epochs, max(1, split_epochs // _PLAIN_SHARE), _BATCH, activation, seed)
        with progress_bar(f"training on {len(seen):,} deals", epochs_of_study(recipe)) as advance:
            large = study(seen, unseen, recipe, advance)
    _show(small, groups, large, question, seed, as_json)
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
    path = library or _library_at_hand()
    usual = _FROM_SOLVER if path is None else _FROM_LIBRARY
    wanted = max(deals, usual[0] if train is None else train), usual[1] if test is None else test
    if path is not None:
        found = from_library(path, question, errors=errors)
        for error in errors:
            complain(error)
        return _enough(found, wanted, (train, test), deals, path)
    complain(f"no library at hand (--library, or {_LIBRARY_NAME} in $OVERTRICK_DATA): solving {sum(wanted):,} deals")
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


def _library_at_hand() -> Path | None:
    """The library in the data folder, if there is one."""
    path = Path(os.environ.get("OVERTRICK_DATA", Path("..", "shared", "data"))) / _LIBRARY_NAME
    return path if path.is_file() else None


def _show(
    small: Study, groups: tuple[Trained, ...], large: Study | None, question: PaperQuestion, seed: int, as_json: bool
) -> None:
    if as_json:
        answer = {
            "declarer": str(question.declarer),
            "strain": str(question.strain),
            "seed": seed,
            "kind": "learned",
            "same_deals": tables.as_dict(small, groups),
            **({} if large is None else {"split": tables.as_dict(large)}),
        }
        print(json.dumps(answer))
        return
    print(f"North-South's tricks in {question.strain} by {question.declarer}; seed {seed}\n")
    print(tables.on_the_same_deals(small, groups))
    if large is not None:
        print(tables.on_unseen_deals(large))
