"""Arrays in files: whole or refused, with the name of the file, and nothing that could run is read."""

import io
from pathlib import Path

import numpy as np
import pytest

from overtrick import BridgeError
from overtrick.arrays.npz import load_arrays, save_arrays


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    save_arrays(tmp_path / "a.npz", {"numbers": [1, 2], "text": np.array(["a", "♠"])})
    for source in (tmp_path / "a.npz", (tmp_path / "a.npz").read_bytes()):
        arrays = load_arrays(source, "numbers")
        assert {name: array.tolist() for name, array in arrays.items()} == {"numbers": [1, 2], "text": ["a", "♠"]}


def test_a_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    save_arrays(tmp_path / "a.npz", {"numbers": [1, 2]})
    before = (tmp_path / "a.npz").read_bytes()

    class Broken:
        def __array__(self) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save_arrays(tmp_path / "a.npz", {"numbers": [3], "more": Broken()})
    assert (tmp_path / "a.npz").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(BridgeError, match=r"expected numbers in .*a\.npz: it is damaged, or no \.npz file"):
        load_arrays(path, "numbers")


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    save_arrays(path, {"numbers": np.arange(100)})
    whole = path.read_bytes()
    for cut in range(0, len(whole), 7):
        refused(path, whole[:cut])
    refused(path, bytes(len(whole)))
    refused(path, whole[:70] + bytes(20) + whole[90:])
    file = io.BytesIO()
    np.save(file, np.arange(3))
    refused(path, file.getvalue())


def test_objects_that_would_be_unpickled_are_refused(tmp_path: Path) -> None:
    file = io.BytesIO()
    np.savez(file, numbers=np.array([{"a": 1}], object))
    refused(tmp_path / "a.npz", file.getvalue())


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match=r"expected numbers in .*a\.npz: No such file"):
        load_arrays(tmp_path / "a.npz", "numbers")
