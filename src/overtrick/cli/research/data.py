"""`overtrick data …`: making material to train on."""

from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli.console import Boards, Jobs, Json, OutputFile, Scheduler, print_json, progress_bar
from overtrick.contract.labels import LabelRule
from overtrick.core import BridgeError, Seat

data = typer.Typer(no_args_is_help=True, help="Make solved deals, auctions and best contracts to train and test on.")


@data.callback()
def _data() -> None:
    """Make solved deals, auctions and best contracts to train and test on."""


@data.command()
def deals(
    output: OutputFile,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many deals.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = 0,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
) -> None:
    """Solve random deals exactly, all 20 results each, about five a second and core.

    The same command goes on after a kill, and with a larger -n a finished file grows.
    """
    from overtrick.training.data.solved_deals import make_labels

    with progress_bar("solving deals", count) as advance:
        solved = make_labels(output, count, seed=seed, jobs=jobs, scheduler=scheduler, progress=advance)
    print(f"{len(solved):,} solved deals in {output}")


@data.command()
def auctions(
    output: OutputFile,
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
    from overtrick.training.data.bid_deals import make_auctions

    names = [name.strip() for name in systems.split(",") if name.strip()]
    if not names:
        raise BridgeError("expected cards such as sayc,2/1 after --systems, got none")
    with progress_bar("bidding deals", count) as advance:
        made = make_auctions(output, count, names, seed=seed, jobs=jobs, scheduler=scheduler, progress=advance)
    print(f"{len(made):,} auctions in {output}, {output.stat().st_size / len(made):.1f} bytes each")


@data.command()
def contracts(
    output: OutputFile,
    auctions: Annotated[
        Path | None, typer.Option("--auctions", help="Auctions of `overtrick data auctions` (.npz).")
    ] = None,
    boards: Annotated[
        Path | None, typer.Option("--boards", help="Boards with auctions instead: PBN, LIN or JSON lines, .gz too.")
    ] = None,
    system: Annotated[str, typer.Option("--system", help="The card to read the auctions of --boards with.")] = "2/1",
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many boards, rare contracts first.")] = 10_000,
    rule: Annotated[
        LabelRule,
        typer.Option(
            "--rule", help="ours: the level that wins more than 3 IMPs. paper: the category that scores most."
        ),
    ] = LabelRule.OURS,
    partner_kept: Annotated[
        bool,
        typer.Option("--partner-kept", help="Layouts in which partner's hand stays, instead of all that agree."),
    ] = False,
    exact: Annotated[
        bool, typer.Option("--exact", help="Solve the layouts instead of estimating them: some 4 seconds a board.")
    ] = False,
    solve: Annotated[
        int, typer.Option("--solve", min=0, help="Solve the deals of so many boards, for exact IMPs in the report.")
    ] = 0,
    augment: Annotated[
        float,
        typer.Option(
            "--augment",
            min=0,
            help="Add decisions on new deals around the hands of rare contracts, bid by the cards: 0.75 adds 75 %.",
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same layouts.")] = 0,
    jobs: Jobs = 0,
) -> None:
    """Find the best contracts of boards that have been bid, over 100 layouts each.

    The same command goes on after a kill.
    """
    from overtrick.training.data.bid_deals import load, recorded
    from overtrick.training.data.decisions import LabelSettings, make_decided

    if (auctions is None) == (boards is None):
        raise BridgeError("expected either --auctions or --boards")
    bid = load(auctions) if auctions is not None else recorded(Boards(str(boards)), (system, system))
    settings = LabelSettings(rule, partner_kept, exact)
    with progress_bar("finding contracts", round(min(count, len(bid)) * (1 + augment))) as advance:
        made = make_decided(
            output, bid, count, settings=settings, solve=solve, augment=augment, seed=seed, jobs=jobs, progress=advance
        )
    dealt = made[~made["augmented"]]
    changed = float((dealt["best"] != dealt["reached"]).mean())
    print(f"{len(dealt):,} decisions in {output}; in {changed:.1%} another contract is better")
    if augment:
        print(f"{len(made) - len(dealt):,} augmented decisions beside them")


@data.command()
def describe(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Auctions of `overtrick data auctions` (.npz), or JSON lines (.gz).")
    ],
    as_json: Json = False,
) -> None:
    """Say what a file of auctions is like: how often each player holds a card, and how long the auctions are."""
    from overtrick.papers.bidding_2022 import data_set
    from overtrick.papers.rendering import table_text

    tables = data_set.read_tables(file)
    if as_json:
        shares, lengths = data_set.card_shares(tables), data_set.length_shares(tables)
        cards = {str(seat): [round(share, 5) for share in shares[seat].tolist()] for seat in Seat}
        print_json({"auctions": len(tables), "cards": cards, "lengths": [round(each, 5) for each in lengths.tolist()]})
        return
    named = {file.name: tables}
    parts = table_text(data_set.shares_table(named)), table_text(data_set.lengths_table(named))
    print("\n\n".join([*parts, data_set.lengths_text(tables)]))
