"""`overtrick train contract` and `overtrick train contract-report`: the contract network and how it compares."""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from overtrick.cli.console import Json
from overtrick.core import BridgeError

if TYPE_CHECKING:
    from overtrick.training.contract.contract_recipe import ContractRecipe

Decided = Annotated[
    list[Path], typer.Option("--decided", help="Best contracts of `overtrick data contracts` (.npz); may be repeated.")
]
Epochs = Annotated[float | None, typer.Option("--epochs", min=0.01, help="Instead of the recipe's passes.")]
Most = Annotated[int | None, typer.Option("--most", min=100, help="No more than so many decisions.")]


def contract(
    decided: Decided,
    export: Annotated[Path, typer.Option("--export", help="Write the trained network to this folder.")],
    model: Annotated[str, typer.Option("--model", help="paper, plain, utility, or a TOML file.")] = "paper",
    epochs: Epochs = None,
    most: Most = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same network.")] = 0,
) -> None:
    """Train the contract network on all but a twentieth of the deals, and write it with its figures on the rest."""
    from overtrick.training.contract.contract_material import read
    from overtrick.training.contract.contract_training import train_and_export

    recipe = _recipes([model], epochs)[model]
    about = {"files": [path.name for path in decided], "command": shlex.join(["overtrick", *sys.argv[1:]])}
    found = train_and_export(read(decided, most), recipe, export, about, seed)
    print(json.dumps(found.as_dict()))


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

    data = read(decided, whole=whole)
    found = {
        "predicted": measure(data, predict(ContractPredictor.load(artifact).net, data)),
        "labels": measure(data, data.best),
    }
    print(json.dumps({name: each.as_dict() for name, each in found.items()}, indent=2))


def contract_report(
    decided: Decided,
    run: Annotated[Path, typer.Option("--run", help="Where finished folds are kept; a killed run goes on.")],
    models: Annotated[
        str, typer.Option("--models", help="Recipes: paper, plain, forest, utility, or TOML files.")
    ] = "paper,plain,forest",
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of the cross-validation.")] = 10,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often the folds are drawn anew.")] = 1,
    epochs: Epochs = None,
    most: Most = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same folds.")] = 0,
    share: Annotated[
        str, typer.Option("--share", metavar="I/N", help="Do every Nth fold from the Ith, as one of N processes.")
    ] = "1/1",
    to_call: Annotated[
        bool, typer.Option("--to-call", help="The player is still to call, as at the table; else the auction is whole.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Cross-validate contract models, and print the paper's Tables VII to X with ours beside them."""
    from overtrick.training.contract.contract_material import read
    from overtrick.training.contract.contract_tables import tables
    from overtrick.training.contract.cross_validation import ValidationPlan, cross_validate

    names = [name.strip() for name in models.split(",")]
    data, plan = read(decided, most, whole=not to_call), ValidationPlan(_recipes(names, epochs), folds, repeats, seed)
    found = cross_validate(run, data, plan, _tell if sys.stderr.isatty() else _tell_ends, _share(share))
    if as_json:
        rows = [{"model": each.model, "fold": each.fold, **each.measures.as_dict()} for each in found]
        print(json.dumps({"decisions": len(data), "folds": rows}))
    else:
        print(tables(data, found))


def _recipes(names: list[str], epochs: float | None) -> "dict[str, ContractRecipe]":
    from overtrick.training.contract.contract_recipe import ContractRecipe

    recipes = {name: ContractRecipe.load(name) for name in names}
    if epochs is None:
        return recipes
    return {name: replace(it, training=replace(it.training, epochs=epochs)) for name, it in recipes.items()}


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
