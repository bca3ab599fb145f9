"""`overtrick train contract…`: train, cross-validate and test networks that name the best contract."""

import json
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.console import EXPORT, Json, progress_bar, writable_folder
from overtrick.contract.labels import LabelRule
from overtrick.core import BridgeError

if TYPE_CHECKING:
    from overtrick.training.contract.contract_recipe import ContractRecipe

Decided = Annotated[
    list[Path], typer.Option("--decided", help="Best contracts of `overtrick data contracts` (.npz); may be repeated.")
]


class TrainingSettings(StrEnum):
    """Batches, passes and rate of a network."""

    PAPER = "paper"
    OURS = "ours"


Epochs = Annotated[float | None, typer.Option("--epochs", min=0.01, help="Instead of the recipe's passes.")]
Batch = Annotated[int | None, typer.Option("--batch", min=1, help="Instead of the recipe's decisions a step.")]
ByRule = Annotated[
    LabelRule | None,
    typer.Option("--rule", help="Labels by the paper's rule or by ours, instead of those of the file."),
]
Most = Annotated[int | None, typer.Option("--most", min=100, help="No more than so many decisions.")]


def contract(
    decided: Decided,
    export: Annotated[Path, EXPORT],
    model: Annotated[str, typer.Option("--model", help="ours, paper, plain, utility, or a TOML file.")] = "ours",
    epochs: Epochs = None,
    batch: Batch = None,
    most: Most = None,
    rule: ByRule = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same network.")] = 0,
) -> None:
    """Train the contract network on all but a twentieth of the deals, and write it with its figures on the rest."""
    from overtrick.training.contract.contract_material import read
    from overtrick.training.contract.contract_training import train_and_export

    recipe = _recipes([model], epochs=epochs, batch=batch)[model]
    about = {"files": [path.name for path in decided], "command": shlex.join(["overtrick", *sys.argv[1:]])}
    with progress_bar("training"):
        measures = train_and_export(read(decided, most, rule=rule), recipe, export, about, seed)
    print(json.dumps(measures.as_dict()))


def contract_report(
    decided: Decided,
    run: Annotated[
        Path,
        typer.Option("--run", callback=writable_folder, help="Where finished folds are kept; a killed run goes on."),
    ],
    models: Annotated[
        str, typer.Option("--models", help="Recipes: paper, plain, forest, ours, utility, or TOML files.")
    ] = "paper,plain,forest",
    settings: Annotated[
        TrainingSettings,
        typer.Option("--settings", help="paper: batches of 4,096, 600 passes, a constant rate. ours: 512, 4, falling."),
    ] = TrainingSettings.PAPER,
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of the cross-validation.")] = 10,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often the folds are drawn anew.")] = 1,
    epochs: Epochs = None,
    batch: Batch = None,
    most: Most = None,
    rule: ByRule = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same folds.")] = 0,
    share: Annotated[
        str, typer.Option("--share", metavar="I/N", help="Do every Nth fold from the Ith, as one of N processes.")
    ] = "1/1",
    to_call: Annotated[
        bool, typer.Option("--to-call", help="The player is still to call, as at the table; else the auction is whole.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Cross-validate contract models, and print the paper's Tables VII to X with ours beside them.

    Ten times ten folds, as in the paper: --repeats 10. More repeats may be asked for later; what is done stays.
    """
    from overtrick.papers.contract_2025.contract_tables import tables
    from overtrick.papers.contract_2025.cross_validation import ValidationPlan, as_reached, cross_validate
    from overtrick.papers.rendering import table_text
    from overtrick.training.contract.contract_material import read

    names = [name.strip() for name in models.split(",")]
    data = read(decided, most, whole=not to_call, rule=rule)
    plan = ValidationPlan(_recipes(names, settings, epochs, batch), folds, repeats, seed)
    progress = _tell if sys.stderr.isatty() else _tell_ends
    folds_done = [*cross_validate(run, data, plan, progress, _share(share)), *as_reached(data, plan)]
    if as_json:
        sizes = {"decisions": int((~data.augmented).sum()), "augmented": int(data.augmented.sum())}
        print(json.dumps({**sizes, "folds": [each.as_dict() for each in folds_done]}))
    else:
        print("\n\n".join(map(table_text, tables(data, folds_done))))


def contract_test(
    artifact: Annotated[Path, typer.Argument(metavar="ARTIFACT", help="The folder of a trained network.")],
    decided: Decided,
    whole: Annotated[bool, typer.Option("--whole", help="The auctions tell the contract that was reached.")] = False,
) -> None:
    """Test a trained contract network on boards it has not seen, such as those of experts; one JSON object."""
    from overtrick.contract.predictor import ContractPredictor
    from overtrick.training.contract.contract_material import read
    from overtrick.training.contract.contract_measures import measure
    from overtrick.training.contract.contract_training import predict

    with progress_bar("testing"):
        data = read(decided, whole=whole)
        measured = {
            "predicted": measure(data, predict(ContractPredictor.load(artifact).net, data)),
            "labels": measure(data, data.best),
        }
    print(json.dumps({name: each.as_dict() for name, each in measured.items()}, indent=2))


def _recipes(
    names: list[str],
    pace: TrainingSettings = TrainingSettings.PAPER,
    epochs: float | None = None,
    batch: int | None = None,
) -> "dict[str, ContractRecipe]":
    from overtrick.training.contract.contract_recipe import ContractRecipe

    recipes = {name: ContractRecipe.load(name) for name in names}
    if pace is TrainingSettings.OURS:
        recipes = {name: recipe.paced_as(ContractRecipe.load("ours")) for name, recipe in recipes.items()}
    return {name: recipe.with_pace(epochs, batch) for name, recipe in recipes.items()}


def _share(text: str) -> tuple[int, int]:
    place, _, count = text.partition("/")
    if not (place.isdecimal() and count.isdecimal() and 1 <= int(place) <= int(count)):
        raise BridgeError(f"expected a share such as 1/2, got {text!r}")
    return int(place) - 1, int(count)


def _tell(text: str) -> None:
    print(f"\r{text:<100}", end="", file=sys.stderr, flush=True)


def _tell_ends(text: str) -> None:
    if text.endswith("\n"):
        print(text, end="", file=sys.stderr, flush=True)
