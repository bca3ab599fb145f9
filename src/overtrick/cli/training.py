"""`overtrick train …`: train a network from a recipe, and report how good a trained one is."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from overtrick.cli import training_bidding, training_contract
from overtrick.cli.console import Json, complain, progress_bar
from overtrick.cli.watching import watching
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.training.data.lessons import Lessons, load_teachers, make_lessons
from overtrick.training.recipe import Recipe, load_recipe
from overtrick.training.tricks.evaluation import Accuracy, Evaluation, evaluate
from overtrick.training.tricks.kinds import FOUR_HANDS, KINDS
from overtrick.training.tricks.material import Examples, Material, concatenate, load_solved
from overtrick.training.tricks.published import PUBLISHED, Published

if TYPE_CHECKING:
    from overtrick.training.loop import Note

train = typer.Typer(no_args_is_help=True, help="Train networks from recipes, and report how good they are.")
train.command()(training_bidding.bidding)
train.command()(training_bidding.bidding_report)
train.command()(training_contract.contract)
train.command()(training_contract.contract_report)
train.command()(training_contract.contract_test)

Library = Annotated[
    list[Path],
    typer.Option("--library", help="Solved deals: Ginsberg library text (.gz too) or .npz of `overtrick data deals`."),
]


@train.callback()
def _train() -> None:
    """Train networks from recipes, and report how good they are."""


@train.command()
def tricks(
    recipe: Annotated[
        str, typer.Argument(help="A shipped recipe, such as four_hands, two_hands or smoke, or a TOML file.")
    ],
    library: Library,
    run: Annotated[Path, typer.Option("--run", help="The run's folder; a run that was stopped goes on.")],
    steps: Annotated[int | None, typer.Option("--steps", min=1, help="Instead of the recipe's steps.")] = None,
    start_from: Annotated[
        Path | None, typer.Option("--start-from", help="Begin with the averaged weights of the run in this folder.")
    ] = None,
    export: Annotated[Path | None, typer.Option("--export", help="Write the trained network to this folder.")] = None,
    teacher: Annotated[
        list[Path] | None,
        typer.Option(
            "--teacher",
            help="The folder of a four-hand network to learn from, if the recipe asks for teaching; may be repeated.",
        ),
    ] = None,
    lessons: Annotated[
        Path | None, typer.Option("--lessons", help="Where the teachers' answers are kept; default RUN/lessons.")
    ] = None,
) -> None:
    """Train a trick network: from four hands, from two, or one taught by others, as the recipe says.

    Progress goes to RUN/log.jsonl, checkpoints to RUN. Ctrl-C or a kill loses at most the steps since the
    last checkpoint, and the same command goes on from there.
    """
    import overtrick.nets.framed_jax  # noqa: F401  the clear error when JAX is missing
    from overtrick.training import checkpoint, loop
    from overtrick.training.tricks.export import export as export_run

    settings = _with_steps(load_recipe(recipe), steps or checkpoint.steps_of(run))
    material = Material.read(library, settings.random_deals, only_random=KINDS[settings.kind].only_random)
    taught = _taught(settings, teacher or [], lessons or run / "lessons")
    material = replace(material, lessons=taught)
    with watching(settings.training.steps, _noted) as watcher:
        finished = loop.train(run, settings, material, watcher, start_from)
    if finished.step < settings.training.steps:
        complain(f"stopped at step {finished.step:,} of {settings.training.steps:,}; the same command goes on")
        raise typer.Exit(1)
    if export is None:
        held = loop.held_out_accuracy(settings, finished.average, material.validation)
        print(f"{finished.step:,} steps; {len(material.validation):,} held-out deals: {_in_short(held)}")
    else:
        command = shlex.join(["overtrick", *sys.argv[1:]])
        print(_table(export_run(finished, settings, material, export, command), export.name, settings.kind))


def _taught(recipe: Recipe, teachers: list[Path], folder: Path) -> Lessons | None:
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


def _with_steps(recipe: Recipe, steps: int | None) -> Recipe:
    return replace(recipe, training=replace(recipe.training, steps=steps)) if steps else recipe


def _noted(note: "Note") -> str:
    loss = " ".join(f"{value:.3f}" for value in note.loss.values())
    return f"loss {loss}  held out {_in_short(note.held_out)}"


def _in_short(found: dict[str, Accuracy]) -> str:
    return ", ".join(f"{name} {each.hits[0]:.1f}|{each.hits[1]:.1f}" for name, each in found.items())


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
    found = evaluate(estimate, _test_deals(loaded, library, all_deals, random_deals))
    if as_json:
        published = [{"who": row.who, "suits": row.suits, "notrump": row.notrump} for row in _comparable(loaded.kind)]
        print(json.dumps({"model": artifact.name, "kind": "learned", **found.as_dict(), "published": published}))
    else:
        print(_table(found, artifact.name, loaded.kind))


def _test_deals(artifact: Artifact, library: list[Path], all_deals: bool, random_deals: int | None) -> Examples:
    """The deals that were kept for testing; only where the card, or the user, says which may have been."""
    if all_deals:
        return concatenate([Examples.of(load_solved(path)) for path in library])
    described = artifact.card.get("data")
    card: dict[str, Any] = described if isinstance(described, dict) else {}
    random_deals = card.get("random_deals") if random_deals is None else random_deals
    if not isinstance(random_deals, int):
        raise BridgeError("the network's card does not say which deals were held out: give --random-deals N")
    material = Material.read(library, random_deals)
    trained_on = [file.get("deals") for file in card.get("files", []) if isinstance(file, dict)]
    if random_deals and trained_on and material.files[0][1] != trained_on[0]:
        name, count = material.files[0]
        raise BridgeError(f"expected the first file trained on, of {trained_on[0]:,} deals, got {name} of {count:,}")
    if not len(material.test):
        raise BridgeError("expected deals kept for testing, got none; --all-deals tests on all of them")
    return material.test


def _comparable(kind: str) -> tuple[Published, ...]:
    """What others have published of networks that see as much: all of it is about four hands."""
    return PUBLISHED if kind == FOUR_HANDS.name else ()


def _table(found: Evaluation, name: str, kind: str) -> str:
    """Our figures with their standard errors, and the published ones."""
    lines = [
        f"{found.deals:,} deals never trained on; per cent exact | within 1 | within 2, ± standard error\n",
        f"{'':34}{'suits':42}notrump",
    ]
    ours = {f"{name}, single pass": found.single_pass, f"{name}, mean of 4 rotations": found.four_rotations}
    for label, by_strain in ours.items():
        suits, notrump = (_with_errors(by_strain[strains]) for strains in ("suits", "notrump"))
        lines.append(f"{label:34}{suits:42}{notrump}")
    for row in _comparable(kind):
        suits, notrump = (" | ".join(f"{value:5.1f}{'':7}" for value in part) for part in (row.suits, row.notrump))
        lines.append(f"{row.who:34}{suits:42}{notrump}".rstrip())
    errors = [f"{strains} {each['at_least_n']:.4f}" for strains, each in found.calibration.items()]
    return "\n".join([*lines, "", f'calibration error of "at least n tricks": {", ".join(errors)}'])


def _with_errors(each: Accuracy) -> str:
    return " | ".join(f"{hit:6.2f}±{error:4.2f}" for hit, error in zip(each.hits, each.errors, strict=True))
