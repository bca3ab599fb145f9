"""`overtrick train bidding` and `… bidding-report`: the bidding network from a recipe, and how good it is."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.console import Json, complain
from overtrick.cli.watching import watching
from overtrick.training.bidding.bidding_material import BiddingMaterial
from overtrick.training.bidding.bidding_recipe import BiddingRecipe

if TYPE_CHECKING:
    from overtrick.training.bidding.bidding_training import BiddingNote

Auctions = Annotated[
    list[Path], typer.Option("--auctions", help="Auctions of `overtrick data auctions` (.npz); may be repeated.")
]
Vugraph = Annotated[Path | None, typer.Option("--vugraph", help="Tables of experts, one JSON object a line (.gz too).")]


def bidding(
    recipe: Annotated[str, typer.Argument(help="A shipped recipe, such as bidding or bidding_paper, or a TOML file.")],
    auctions: Auctions,
    run: Annotated[Path, typer.Option("--run", help="The run's folder; a run that was stopped goes on.")],
    vugraph: Vugraph = None,
    trials: Annotated[
        Path | None, typer.Option("--trials", help="Calls tried out (`overtrick data trials`): learn which win more.")
    ] = None,
    steps: Annotated[int | None, typer.Option("--steps", min=1, help="Instead of the recipe's steps.")] = None,
    deals: Annotated[int | None, typer.Option("--deals", min=1, help="No more than so many of each file.")] = None,
    start_from: Annotated[
        Path | None, typer.Option("--start-from", help="Begin with the averaged weights of the run in this folder.")
    ] = None,
    export: Annotated[Path | None, typer.Option("--export", help="Write the trained network to this folder.")] = None,
) -> None:
    """Train a bidding network: the next call, and what the calls so far say about the hidden hands.

    Progress goes to RUN/log.jsonl, checkpoints to RUN. Ctrl-C or a kill loses at most the steps since the
    last checkpoint, and the same command goes on from there.
    """
    import overtrick.nets.parameters  # noqa: F401  the clear error when JAX is missing
    from overtrick.training import checkpoint
    from overtrick.training.bidding import bidding_training

    settings = BiddingRecipe.load(recipe)
    if wanted := steps or checkpoint.steps_of(run):
        settings = replace(settings, training=replace(settings.training, steps=wanted))
    material = BiddingMaterial.read(auctions, vugraph, settings.systems, deals, trials)
    with watching(settings.training.steps, _noted) as watcher:
        finished = bidding_training.train(run, settings, material, watcher, start_from)
    if finished.step < settings.training.steps:
        complain(f"stopped at step {finished.step:,} of {settings.training.steps:,}; the same command goes on")
        raise typer.Exit(1)
    print(f"{finished.step:,} steps in {finished.seconds:,.0f} s")
    if export is not None:
        command = shlex.join(["overtrick", *sys.argv[1:]])
        found = bidding_training.export(finished, settings, material, export, command)
        print(found.as_text())


def _noted(note: "BiddingNote") -> str:
    held = note.held_out
    won = f", {held['gained']:+.3f} IMPs a call tried" if "gained" in held else ""
    return f"calls {held['right']:.1%}, off by {held['points_off']:.2f} hcp, {held['lengths_off']:.2f} cards{won}"


def bidding_report(
    artifact: Annotated[Path, typer.Argument(metavar="ARTIFACT", help="The folder of a bidding network.")],
    auctions: Auctions,
    vugraph: Vugraph = None,
    views: Annotated[int, typer.Option("--views", min=1, help="So many views of held-out auctions.")] = 20000,
    as_json: Json = False,
) -> None:
    """Test a bidding network on auctions of deals that were kept for that, beside the figures of the paper.

    The deals kept are found by hash, as they were for training.
    """
    from overtrick.nets.bidding import BiddingNet
    from overtrick.training.bidding.bidding_report import report

    net = BiddingNet.load(artifact)
    found = report(net, BiddingMaterial.read(auctions, vugraph, net.systems), views)
    print(json.dumps({"model": artifact.name, **found.as_dict()}) if as_json else found.as_text())
