"""`overtrick data …`: making material to train on."""

from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli.console import Jobs, progress_bar
from overtrick.cli.solving import Scheduler
from overtrick.core import BridgeError

data = typer.Typer(no_args_is_help=True, help="Make solved deals and auctions to train and test on.")


@data.callback()
def _data() -> None:
    """Make solved deals and auctions to train and test on."""


@data.command()
def deals(
    output: Annotated[Path, typer.Option("--output", "-o", help="The .npz file to write; a killed run goes on.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many deals.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = 0,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
) -> None:
    """Solve random deals exactly, all 20 results each, about five a second and core.

    The same command goes on after a kill, and with a larger -n a finished file grows.
    """
    from overtrick.training.labels import make_labels

    with progress_bar("solving deals", count) as advance:
        solved = make_labels(output, count, seed=seed, jobs=jobs, scheduler=scheduler, progress=advance)
    print(f"{len(solved):,} solved deals in {output}")


@data.command()
def auctions(
    output: Annotated[Path, typer.Option("--output", "-o", help="The .npz file to write; a killed run goes on.")],
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many deals.")] = 10_000,
    systems: Annotated[
        str, typer.Option("--systems", help="Cards, names or .yaml files; each side of a deal draws one of them.")
    ] = "sayc,2/1,acol",
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = 0,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
) -> None:
    """Bid random deals, and save the auctions with what every seat has shown, some 40 bytes a deal.

    The same command goes on after a kill, and with a larger -n a finished file grows.
    """
    from overtrick.systems.auctions import make_auctions

    names = [name.strip() for name in systems.split(",") if name.strip()]
    if not names:
        raise BridgeError("expected cards such as sayc,2/1 after --systems, got none")
    with progress_bar("bidding deals", count) as advance:
        made = make_auctions(output, count, names, seed=seed, jobs=jobs, scheduler=scheduler, progress=advance)
    print(f"{len(made):,} auctions in {output}, {output.stat().st_size / len(made):.1f} bytes each")
