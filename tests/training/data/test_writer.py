"""The writer of rows: what is settled stays, what was cut short goes, other settings are refused."""

import json
from pathlib import Path

import pytest

from overtrick import BridgeError
from overtrick.training.data.writer import RowWriter, save_arrays

SETTINGS = {"seed": 1, "systems": ("sayc", "acol")}


def begun(path: Path) -> RowWriter:
    writer = RowWriter.beside(path, SETTINGS)
    writer.resume()
    return writer


def test_settled_rows_stay_and_torn_ones_go(tmp_path: Path) -> None:
    writer = begun(tmp_path / "a")
    writer.append(b"one")
    writer.append(b"three")
    with writer.rows.open("ab") as file:
        file.write(b"killed in the middle of a ta")
    again = begun(tmp_path / "a")
    assert (again.tasks, again.bytes, again.rows.read_bytes()) == (2, 8, b"onethree")
    again.remove()
    assert not list(tmp_path.iterdir())


def test_only_the_tasks_that_are_left_are_done(tmp_path: Path) -> None:
    begun(tmp_path / "a").append(b"0")
    asked: list[int] = []

    def work(task: int) -> bytes:
        asked.append(task)
        return str(task).encode()

    told: list[int] = []
    writer = RowWriter.beside(tmp_path / "a", SETTINGS)
    writer.complete(work, range(4), lambda task: 10, progress=told.append)
    assert writer.rows.read_bytes() == b"0123"
    assert (asked, told) == ([1, 2, 3], [10, 10, 10, 10])


def test_rows_shorter_than_the_header_says_are_made_again(tmp_path: Path) -> None:
    writer = begun(tmp_path / "a")
    writer.append(b"0")
    writer.append(b"1")
    writer.rows.write_bytes(b"0")  # the machine lost power before the rows were on the disk
    writer = RowWriter.beside(tmp_path / "a", SETTINGS)
    writer.complete(lambda task: str(task).encode(), range(3), lambda task: 1)
    assert writer.rows.read_bytes() == b"012"


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    begun(tmp_path / "a").append(b"one")
    with pytest.raises(BridgeError, match=r"other settings: seed was 1 and is now 2; remove it and a\.partial\.json"):
        RowWriter.beside(tmp_path / "a", {**SETTINGS, "seed": 2}).resume()
    with pytest.raises(BridgeError, match="strains was not set and is now all"):
        RowWriter.beside(tmp_path / "a", {**SETTINGS, "strains": "all"}).resume()
    assert (tmp_path / "a.partial").read_bytes() == b"one"


def test_rows_without_settings_are_refused(tmp_path: Path) -> None:
    begun(tmp_path / "a").append(b"one")
    header = tmp_path / "a.partial.json"
    header.write_text(json.dumps([1]))
    with pytest.raises(BridgeError, match="expected the settings of"):
        begun(tmp_path / "a")
    header.unlink()
    with pytest.raises(BridgeError, match=r"there is no a\.partial\.json; remove it"):
        begun(tmp_path / "a")


def test_a_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    save_arrays(tmp_path / "a.npz", {"numbers": [1, 2]})
    before = (tmp_path / "a.npz").read_bytes()

    class Broken:
        def __array__(self) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save_arrays(tmp_path / "a.npz", {"numbers": [3], "more": Broken()})
    assert (tmp_path / "a.npz").read_bytes() == before
