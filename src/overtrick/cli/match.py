"""`overtrick match`: a duplicate match between any two players."""

import json
from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli.console import Jobs, Json, progress_bar, written_to
from overtrick.cli.matches import Count, Seed
from overtrick.cli.text.findings import match_text
from overtrick.formats import files
from overtrick.matches.playing import play_match, records_of_swings

_PLAYER = "A card (sayc, 2/1, acol, a .yaml file), net:CARD[@NETWORK], sim:CARD[@NETWORK] or cardsim:CARD."


def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_PLAYER)],
    second: Annotated[str, typer.Argument(metavar="B", help=_PLAYER)],
    count: Count = 10_000,
    seed: Seed = 1,
    exact: Annotated[bool, typer.Option("--exact", help="Tricks from the solver, not from the estimator.")] = False,
    swings: Annotated[
        Path | None, typer.Option("--swings", help="Write the largest swings here, as PBN or LIN, with notes.")
    ] = None,
    most: Annotated[int, typer.Option("--most", min=0, help="How many of the largest swings to keep.")] = 20,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Play a duplicate match between the players A and B, each deal bid in two rooms.

    A player bids by a card, by the network told that it plays a card (net:CARD), by the network with simulation
    (sim:CARD), or by the card with simulation (cardsim:CARD). A sits North-South in the open room and East-West in the
    closed one; dealer and vulnerability follow from the number of the board. net:sayc@improved plays with the network
    that wins more than its card, net:sayc@FOLDER with one that `overtrick train bidding --export FOLDER` has written.
    """
    form = "pbn" if swings is None else files.format_of(swings)
    with progress_bar("bidding both rooms", count) as advance:
        found = play_match(first, second, count, seed=seed, exact=exact, most=most, jobs=jobs, progress=advance)
    if swings is not None:
        with written_to(swings) as out:
            files.write_records(records_of_swings(found, first, second), out, form)
    print(json.dumps(found.as_dict(), ensure_ascii=False) if as_json else match_text(found))
