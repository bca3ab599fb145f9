"""`overtrick system doctor`: what a card could do better, measured on random deals."""

from pathlib import Path
from typing import Annotated

import typer

from overtrick.ask.rendering.diagnosis import diagnosis_json, diagnosis_page, diagnosis_text
from overtrick.cli.console import (
    CardName,
    Jobs,
    Json,
    Output,
    Scheduler,
    print_json,
    progress_bar,
    writable,
    written_to,
)
from overtrick.core import BridgeError
from overtrick.doctor.examination import Examination
from overtrick.systems.system import NAMES


def doctor(
    card: CardName,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="PLAYER", help="Who sits East-West: a card, or net:CARD[@NETWORK]."),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many random deals.")] = 200_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = 1,
    most: Annotated[int, typer.Option("--most", min=1, help="How many proposals to print.")] = 40,
    exact: Annotated[
        int, typer.Option("--exact", min=0, help="Trials of each proposal printed that are solved exactly.")
    ] = 40,
    trials: Annotated[
        Path | None,
        typer.Option("--trials", callback=writable, help="Keep the trials here (.npz), to print them again at once."),
    ] = None,
    html: Annotated[bool, typer.Option("--html", help="Write a web page.")] = False,
    output: Output = None,
    scheduler: Scheduler = None,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Try other calls at the turns of CARD's auctions, and list what would win: situation, hands, IMPs, rule to add.

    Some of the deals find a proposal, others say what it is worth. A run that was killed goes on: until it has ended,
    its trials are beside FILE of --trials, or in the current folder.
    """
    if html and as_json:
        raise BridgeError("expected --html or --json, not both")
    examination = Examination(card, against, count, seed)
    path = trials or Path(f"{NAMES.get(card.strip().lower()) or Path(card).stem}-doctor.npz")
    with progress_bar("trying calls", count) as advance:
        made = examination.trials(path, keep=trials is not None, jobs=jobs, scheduler=scheduler, progress=advance)
    with progress_bar("solving some of the trials"):
        found = examination.diagnose(made, most, exact)
    with written_to(output) as out:
        if as_json:
            print_json(diagnosis_json(found, most), out)
        else:
            print(diagnosis_page(found, most, card) if html else diagnosis_text(found, most), file=out)
