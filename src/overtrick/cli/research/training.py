"""`overtrick train …`: train a network from a recipe, and report how good a trained one is."""

import json
import shlex
import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.cli.console import EXPORT, Jobs, Json, complain, progress_bar, watching, writable_folder
from overtrick.cli.ending import INTERRUPTED
from overtrick.cli.research.contract_training import contract, contract_report, contract_test
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.training.bidding.bidding_material import BiddingMaterial
from overtrick.training.bidding.bidding_recipe import BiddingRecipe
from overtrick.training.data import solved_deals
from overtrick.training.data.lessons import Lessons, load_teachers, make_lessons
from overtrick.training.split import SEVENTY, USUAL
from overtrick.training.tricks.kinds import FOUR_HANDS, KINDS
from overtrick.training.tricks.trick_material import TrickExamples, TrickMaterial, concatenate
from overtrick.training.tricks.trick_recipe import TrickRecipe
from overtrick.training.tricks.trick_report import TrickAccuracy, evaluate, published

if TYPE_CHECKING:
    from overtrick.training.bidding.bidding_training import BiddingNote
    from overtrick.training.tricks.trick_training import TrickNote

train = typer.Typer(no_args_is_help=True, help="Train networks from recipes, and report how good they are.")

Library = Annotated[
    list[Path],
    typer.Option(
        "--library", help="Solved deals: Ginsberg library, text or binary (.gz too), or .npz of `data deals`."
    ),
]

RunFolder = Annotated[
    Path, typer.Option("--run", callback=writable_folder, help="The run's folder; a run that was stopped goes on.")
]


@train.callback()
def _train() -> None:
    """Train networks from recipes, and report how good they are."""


# The bidding network

Auctions = Annotated[
    list[Path],
    typer.Option(
        "--auctions", help="Of `overtrick data auctions` (.npz), or JSON lines with ns and ew; may be repeated."
    ),
]


class DealSplit(StrEnum):
    """How deals are shared out to learn from, to validate on and to test on."""

    USUAL = "usual"
    SEVENTY = "70/20/10"


_SHARES = {DealSplit.USUAL: USUAL, DealSplit.SEVENTY: SEVENTY}
Vugraph = Annotated[Path | None, typer.Option("--vugraph", help="Tables of experts, one JSON object a line (.gz too).")]


@train.command()
def bidding(
    recipe: Annotated[str, typer.Argument(help="A shipped recipe, such as bidding or bidding_paper, or a TOML file.")],
    auctions: Auctions,
    run: RunFolder,
    vugraph: Vugraph = None,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library",
            help="Where the network tries calls as it learns (bidding_improved): solved deals (Ginsberg library, or "
            ".npz of `data deals`); without them, random deals by the estimator.",
        ),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option("--opponents", help="Another network, then the opponent at some of the tables; may be repeated."),
    ] = None,
    jobs: Jobs = 0,
    steps: Annotated[int | None, typer.Option("--steps", min=1, help="Instead of the recipe's steps.")] = None,
    deals: Annotated[int | None, typer.Option("--deals", min=1, help="No more than so many of each file.")] = None,
    start_from: Annotated[
        Path | None,
        typer.Option(
            "--start-from", help="Begin with the weights of the run, or of the exported network, in this folder."
        ),
    ] = None,
    split: Annotated[
        DealSplit, typer.Option("--split", help="Deals to learn from, to validate on and to test on; by deal.")
    ] = DealSplit.USUAL,
    export: Annotated[Path | None, EXPORT] = None,
) -> None:
    """Train a bidding network: the next call, and what the calls so far say about the hidden hands.

    Progress goes to RUN/log.jsonl, checkpoints to RUN. Ctrl-C or a kill loses at most the steps since the
    last checkpoint, and the same command goes on from there.
    """
    import overtrick.nets.parameters  # noqa: F401  the clear error when JAX is missing
    from overtrick.nets.bidding import BiddingNet
    from overtrick.papers.bidding_2022 import printed_training
    from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe, is_printed
    from overtrick.papers.bidding_2022.worked_example import worked_example
    from overtrick.training import checkpoint
    from overtrick.training.bidding import bidding_training
    from overtrick.training.bidding.self_play import SelfPlaySetting

    settings = (PrintedRecipe if is_printed(recipe) else BiddingRecipe).load(recipe)
    if wanted := steps or checkpoint.steps_of(run):
        settings = replace(settings, training=replace(settings.training, steps=wanted))
    material = BiddingMaterial.read(auctions, vugraph, settings.systems, deals, _SHARES[split])
    with watching(settings.training.steps, _bidding_noted) as watcher:
        if isinstance(settings, PrintedRecipe):
            if start_from:
                raise BridgeError("expected no --start-from with the printed network")
            finished = printed_training.train(run, settings, material, watcher)
        else:
            playing = SelfPlaySetting(library, tuple(opponents or ()), jobs)
            finished = bidding_training.train(run, settings, material, watcher, start_from, playing)
    if finished.step < settings.training.steps:
        complain(f"stopped at step {finished.step:,} of {settings.training.steps:,}; the same command goes on")
        raise typer.Exit(INTERRUPTED)
    print(f"{finished.step:,} steps in {finished.seconds:,.0f} s")
    if export is not None:
        command = shlex.join(["overtrick", *sys.argv[1:]])
        if isinstance(settings, PrintedRecipe):
            tested = printed_training.export(finished, settings, material, export, command)
            print(f"calls {tested.accuracy['all']:.1%}, bids {tested.accuracy['bids']:.1%} of {tested.count:,} tested")
            return
        report = bidding_training.export(finished, settings, material, export, command)
        print(f"{report.as_text()}\n\n{worked_example(BiddingNet.load(export))}")


def _bidding_noted(note: "BiddingNote") -> str:
    held = note.held_out
    if "points_off" not in held:  # the printed network
        return f"calls {held['right']:.1%}, bids {held['bids_right']:.1%}, illegal {held['illegal']:.2%}"
    return f"calls {held['right']:.1%}, off by {held['points_off']:.2f} hcp, {held['lengths_off']:.2f} cards"


@train.command()
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
    from overtrick.papers.bidding_2022.worked_example import worked_example
    from overtrick.training.bidding.bidding_report import report

    net = BiddingNet.load(artifact)
    with progress_bar("testing"):
        tested = report(net, BiddingMaterial.read(auctions, vugraph, net.systems), views)
    if as_json:
        print(json.dumps({"model": artifact.name, **tested.as_dict()}))
    else:
        print(f"{tested.as_text()}\n\n{worked_example(net)}")


# The contract network

train.command()(contract)
train.command()(contract_report)
train.command()(contract_test)


# The trick networks


@train.command()
def tricks(
    recipe: Annotated[
        str, typer.Argument(help="A shipped recipe, such as four_hands, two_hands or smoke, or a TOML file.")
    ],
    library: Library,
    run: RunFolder,
    steps: Annotated[int | None, typer.Option("--steps", min=1, help="Instead of the recipe's steps.")] = None,
    start_from: Annotated[
        Path | None, typer.Option("--start-from", help="Begin with the averaged weights of the run in this folder.")
    ] = None,
    export: Annotated[Path | None, EXPORT] = None,
    teacher: Annotated[
        list[Path] | None,
        typer.Option(
            "--teacher",
            help="The folder of a four-hand network to learn from, if the recipe asks for teaching; may be repeated.",
        ),
    ] = None,
    lessons: Annotated[
        Path | None,
        typer.Option(
            "--lessons", callback=writable_folder, help="Where the teachers' answers are kept; default RUN/lessons."
        ),
    ] = None,
) -> None:
    """Train a trick network: from four hands, from two, or one taught by others, as the recipe says.

    Progress goes to RUN/log.jsonl, checkpoints to RUN. Ctrl-C or a kill loses at most the steps since the
    last checkpoint, and the same command goes on from there.
    """
    import overtrick.nets.parameters  # noqa: F401  the clear error when JAX is missing
    from overtrick.training import checkpoint
    from overtrick.training.tricks import trick_training

    settings = _with_steps(TrickRecipe.load(recipe), steps or checkpoint.steps_of(run))
    material = TrickMaterial.read(library, settings.random_deals, only_random=KINDS[settings.kind].only_random)
    taught = _taught(settings, teacher or [], lessons or run / "lessons")
    material = replace(material, lessons=taught)
    with watching(settings.training.steps, _noted) as watcher:
        finished = trick_training.train(run, settings, material, watcher, start_from)
    if finished.step < settings.training.steps:
        complain(f"stopped at step {finished.step:,} of {settings.training.steps:,}; the same command goes on")
        raise typer.Exit(INTERRUPTED)
    if export is None:
        held = trick_training.held_out_accuracy(settings, finished.average, material.validation)
        print(f"{finished.step:,} steps; {len(material.validation):,} held-out deals: {_in_short(held)}")
    else:
        command = shlex.join(["overtrick", *sys.argv[1:]])
        report = trick_training.export(finished, settings, material, export, command)
        print(report.as_text(export.name, published(settings.kind)))


def _taught(recipe: TrickRecipe, teachers: list[Path], folder: Path) -> Lessons | None:
    """The lessons a recipe asks for; a two-hand network may have them from the shipped four-hand one."""
    plan = recipe.teaching
    if not plan.deals:
        if teachers:
            raise BridgeError(f"expected a recipe with [teaching] beside --teacher, got {recipe.name}")
        return None
    if not teachers and recipe.kind == FOUR_HANDS.name:
        raise BridgeError(f"{recipe.name}: expected --teacher FOLDER, once for each network to learn from")
    with progress_bar("asking the teachers", plan.deals) as advance:
        return make_lessons(folder, plan.deals, load_teachers(teachers), seed=plan.seed, progress=advance)


def _with_steps(recipe: TrickRecipe, steps: int | None) -> TrickRecipe:
    return replace(recipe, training=replace(recipe.training, steps=steps)) if steps else recipe


def _noted(note: "TrickNote") -> str:
    loss = " ".join(f"{value:.3f}" for value in note.loss.values())
    return f"loss {loss}  held out {_in_short(note.held_out)}"


def _in_short(accuracies: dict[str, TrickAccuracy]) -> str:
    return ", ".join(f"{name} {each.hits[0]:.1f}|{each.hits[1]:.1f}" for name, each in accuracies.items())


@train.command()
def report(
    artifact: Annotated[Path, typer.Argument(metavar="ARTIFACT", help="The folder of a trained network.")],
    library: Library,
    all_deals: Annotated[
        bool, typer.Option("--all-deals", help="None of these deals was trained on: test on all of them.")
    ] = False,
    random_deals: Annotated[
        int | None,
        typer.Option(
            "--random-deals", min=0, help="Held out were some of the first N deals (0: of all); see the card."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Test a trained network on the deals kept for that, a four-hand one beside what others have published.

    The deals kept are found by hash, as they were for training; give the same files in the same order.
    """
    loaded = Artifact.load(artifact, *KINDS)
    answer = KINDS[loaded.kind].plain(loaded.config, loaded.weights)
    loaded.check(answer)
    estimate = KINDS[loaded.kind].estimate(answer)
    with progress_bar("testing"):
        tested = evaluate(estimate, _test_deals(loaded, library, all_deals, random_deals))
    if as_json:
        others = [{"who": row.who, "suits": row.suits, "notrump": row.notrump} for row in published(loaded.kind)]
        print(json.dumps({"model": artifact.name, "kind": "learned", **tested.as_dict(), "published": others}))
    else:
        print(tested.as_text(artifact.name, published(loaded.kind)))


def _test_deals(artifact: Artifact, library: list[Path], all_deals: bool, random_deals: int | None) -> TrickExamples:
    """The deals that were kept for testing; only where the card, or the user, says which may have been."""
    if all_deals:
        return concatenate([TrickExamples.of(solved_deals.load(path)) for path in library])
    described = artifact.card.get("data")
    card: dict[str, Any] = described if isinstance(described, dict) else {}
    random_deals = card.get("random_deals") if random_deals is None else random_deals
    if not isinstance(random_deals, int):
        raise BridgeError("the network's card does not say which deals were held out: give --random-deals N")
    material = TrickMaterial.read(library, random_deals)
    trained_on = [file.get("deals") for file in card.get("files", []) if isinstance(file, dict)]
    if random_deals and trained_on and material.files[0][1] != trained_on[0]:
        name, count = material.files[0]
        raise BridgeError(f"expected the first file trained on, of {trained_on[0]:,} deals, got {name} of {count:,}")
    if not len(material.test):
        raise BridgeError("expected deals kept for testing, got none; --all-deals tests on all of them")
    return material.test
