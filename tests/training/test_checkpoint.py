"""A run's folder: the last whole checkpoint counts, and one run at a time uses it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

from overtrick import BridgeError
from overtrick.training import checkpoint
from overtrick.training.tricks.trick_recipe import TrickRecipe

RECIPE = TrickRecipe("mine")


class Deals:
    """Material of no deals."""

    def checksum(self) -> str:
        return "none"

    def describe(self) -> dict[str, Any]:
        return {}


def saved(folder: Path, *steps: int) -> Path:
    for step in steps:
        checkpoint.save(folder, {"step": np.array(step)}, 10.0 * step)
    return folder / checkpoint.CHECKPOINT


def restored(folder: Path) -> tuple[int, float]:
    trees, seconds = checkpoint.restore(folder, {"step": np.array(0)})
    return int(trees["step"]), seconds


@pytest.mark.parametrize("size", [0, 10, -1])
def test_a_damaged_checkpoint_falls_back_to_the_one_before(
    tmp_path: Path, size: int, capsys: pytest.CaptureFixture[str]
) -> None:
    path = saved(tmp_path, 1, 2)
    assert restored(tmp_path) == (2, 20.0)
    path.write_bytes(path.read_bytes()[:size])
    assert restored(tmp_path) == (1, 10.0)
    assert "the one before" in capsys.readouterr().err
    with checkpoint.open_run(tmp_path, RECIPE, Deals()):
        saved(tmp_path, 3)
    path.write_bytes(b"")
    assert restored(tmp_path) == (1, 10.0), "the damaged one is not kept as the one before"


def test_without_one_before_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    saved(tmp_path, 1).write_bytes(b"PK")
    with pytest.raises(BridgeError, match="expected a checkpoint"):
        restored(tmp_path)


def test_a_folder_is_for_one_run_at_a_time(tmp_path: Path) -> None:
    with (
        checkpoint.open_run(tmp_path, RECIPE, Deals()),
        pytest.raises(BridgeError, match="another run"),
        checkpoint.open_run(tmp_path, RECIPE, Deals()),
    ):
        pass
    with checkpoint.open_run(tmp_path, RECIPE, Deals()):
        assert not checkpoint.is_in(tmp_path)


def test_a_checkpoint_that_cannot_be_written_leaves_both(tmp_path: Path) -> None:
    class Full:
        def __array__(self, *given: Any, **options: Any) -> None:
            raise OSError(28, "No space left on device")

    path = saved(tmp_path, 1, 2)
    with pytest.raises(OSError, match="No space left"):
        checkpoint.save(tmp_path, {"step": Full()}, 30.0)
    assert restored(tmp_path) == (2, 20.0)
    path.write_bytes(bytes(path.stat().st_size))
    assert restored(tmp_path) == (1, 10.0)
