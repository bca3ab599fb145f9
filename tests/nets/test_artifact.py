"""A network's folder: whichever write of a new one fails, the old network or the new one is read."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick import BridgeError
from overtrick.nets.artifact import Artifact, ArtifactError
from overtrick.storage import locked

GOLDEN = np.arange(3.0), np.arange(3, dtype=np.float32)


def network(number: int) -> Artifact:
    weights = {"weights": np.full(4, number, np.float16)}
    return Artifact("toy", {"number": number}, weights, {"number": number}, GOLDEN)


def number_of(folder: Path) -> int:
    loaded = Artifact.load(folder, "toy")
    numbers = {loaded.config["number"], loaded.card["number"], *loaded.weights["weights"].tolist()}
    assert len(numbers) == 1
    return int(numbers.pop())


def test_whichever_call_of_the_system_fails_one_of_the_two_networks_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill: nothing is cleaned up, since the file system refuses from then on."""
    left = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)  # takes its time
    for number in range(40):
        folder = tmp_path / str(number)
        network(1).save(folder)
        with monkeypatch.context() as patch:
            calls = refuse_from(number, patch)
            try:
                network(2).save(folder)
            except (BridgeError, OSError):
                left.append(number_of(folder))
        if calls[0] <= number:
            break
        network(3).save(folder)
        assert number_of(folder) == 3
    assert left == sorted(left)
    assert set(left) == {1, 2}


def refuse_from(number: int, patch: pytest.MonkeyPatch) -> list[int]:
    """The disk is full from the call of that number on. How many calls there were."""
    calls = [0]

    def counted(honest: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **options: Any) -> Any:
            calls[0] += 1
            if calls[0] > number:
                raise OSError(28, "No space left on device")
            return honest(*given, **options)

        return call

    for name in ("replace", "unlink", "fsync"):
        patch.setattr(os, name, counted(getattr(os, name)))
    return calls


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    network(1).save(tmp_path)
    for name in ("config.json", "card.json", "weights.npz", "golden.npz"):
        whole = (tmp_path / name).read_bytes()
        for data in (whole[: len(whole) // 2], bytes(len(whole)), b"PK\3\4 something else"):
            (tmp_path / name).write_bytes(data)
            with pytest.raises(ArtifactError, match=name.replace(".", r"\.")):
                Artifact.load(tmp_path, "toy")
        (tmp_path / name).write_bytes(whole)
    assert number_of(tmp_path) == 1


def test_a_folder_that_another_run_writes_is_refused(tmp_path: Path) -> None:
    with locked(tmp_path / "artifact.lock", "it"), pytest.raises(BridgeError, match="another run is writing"):
        network(1).save(tmp_path)
