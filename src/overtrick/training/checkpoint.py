"""A run's folder: the settings it was started with, its last two checkpoints, its log."""

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import jax
import numpy as np
from numpy.typing import NDArray

from overtrick.arrays.npz import load_arrays
from overtrick.core import BridgeError
from overtrick.storage import locked, make_folder, whole_file, write_errors, write_text
from overtrick.training.recipe import differences

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

CHECKPOINT, PREVIOUS, SETTINGS, LOG = "checkpoint.npz", "checkpoint.previous.npz", "run.json", "log.jsonl"


class Material(Protocol):
    """What a run learns from."""

    def checksum(self) -> str: ...
    def describe(self) -> dict[str, Any]: ...


def save(folder: Path, trees: Mapping[str, Any], seconds: float) -> None:
    """Write the checkpoint so that a kill at any moment leaves a whole one; the one before is kept too."""
    leaves: dict[str, Any] = {str(number): np.asarray(leaf) for number, leaf in enumerate(jax.tree.leaves(trees))}
    with whole_file(folder / CHECKPOINT, previous=folder / PREVIOUS) as file:
        np.savez(file, seconds=np.float64(seconds), **leaves)


def is_in(folder: Path) -> bool:
    """Whether a run in this folder has written a checkpoint."""
    return (folder / CHECKPOINT).exists() or (folder / PREVIOUS).exists()


def restore(folder: Path, like: Mapping[str, Any]) -> tuple[dict[str, Any], float]:
    """The trees of the last whole checkpoint, in the shape of `like`, and the seconds they took."""
    path, stored = _last_whole(folder)
    leaves, shape = jax.tree.flatten(like)
    try:
        arrays, seconds = [stored[str(number)] for number in range(len(leaves))], float(stored["seconds"])
    except (KeyError, TypeError) as error:
        raise BridgeError(f"expected a checkpoint of this recipe in {path}: {error}") from None
    for old, new in zip(leaves, arrays, strict=True):
        if old.shape != new.shape:
            raise BridgeError(f"expected {old.shape} in {path}, got an array of {new.shape}")
    trees: dict[str, Any] = jax.device_put(jax.tree.unflatten(shape, arrays))
    return trees, seconds


def _last_whole(folder: Path) -> tuple[Path, dict[str, NDArray[Any]]]:
    """The last checkpoint or, where it is damaged, the one before, which is said on standard error."""
    last, previous = folder / CHECKPOINT, folder / PREVIOUS
    try:
        return last, load_arrays(last, "a checkpoint")
    except BridgeError as error:
        if not previous.exists():
            raise
        print(f"overtrick: {error}; going on from {PREVIOUS}, the one before", file=sys.stderr)
        return previous, load_arrays(previous, "a checkpoint")


@contextmanager
def open_run(folder: Path, recipe: "DataclassInstance", material: Material) -> Iterator[None]:
    """Make the folder, or see that the run in it has the same settings and deals; no other run may use it meanwhile."""
    make_folder(folder)
    with locked(folder / "run.lock", str(folder)):
        _check_settings(folder, recipe, material)
        if is_in(folder) and _last_whole(folder)[0] != folder / CHECKPOINT:  # a damaged one is not kept in its place
            with write_errors(folder):
                (folder / PREVIOUS).replace(folder / CHECKPOINT)
        yield


def _check_settings(folder: Path, recipe: "DataclassInstance", material: Material) -> None:
    settings = json.loads(json.dumps({"recipe": asdict(recipe), "deals": material.checksum(), **material.describe()}))
    stored = folder / SETTINGS
    try:
        if not stored.exists():
            write_text(json.dumps(settings, indent=2) + "\n", stored)
            return
        before = json.loads(stored.read_text(encoding="utf-8"))
        changed = [
            difference
            for part, section in before["recipe"].items()
            if isinstance(section, dict)  # settings that an earlier version did not have may be anything
            for difference in differences(section, {key: settings["recipe"][part].get(key) for key in section})
        ]
    except OSError as error:
        raise BridgeError(f"cannot use {folder}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BridgeError(f"expected the settings of a run in {stored}, got something else") from None
    if changed:
        raise BridgeError(f"the run in {folder} has other settings: {'; '.join(changed)}")
    if before.get("deals") != settings["deals"]:
        raise BridgeError(f"the run in {folder} was started on other deals: {before.get('files')}")
    if before.get("lessons") != settings.get("lessons"):
        raise BridgeError(f"the run in {folder} was started with other lessons: {before.get('lessons')}")


def steps_of(folder: Path) -> int | None:
    """The steps that the run in a folder was started for; None where there is none."""
    try:
        steps = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))["recipe"]["training"]["steps"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return steps if isinstance(steps, int) else None


def trim_log(folder: Path, step: int) -> None:
    """Drop what the log says of steps after this one: they are taken again."""
    path = folder / LOG
    if path.exists():
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if _step_of(line) <= step]
        write_text("".join(f"{line}\n" for line in lines), path)


def _step_of(line: str) -> float:
    try:
        return int(json.loads(line)["step"])
    except (ValueError, KeyError, TypeError):
        return float("inf")  # a line cut short by a kill
