"""The writer of rows: what is settled stays, what was cut short goes, other settings and a second run are refused."""

import json
from pathlib import Path

import pytest

from overtrick import BridgeError
from overtrick.training.data.writer import RowWriter

SETTINGS = {"seed": 1, "systems": ("sayc", "acol")}


def settle(path: Path, *rows: bytes) -> None:
    """A run that was killed after these rows."""
    with RowWriter.beside(path, SETTINGS) as writer:
        for each in rows:
            writer.append(each)


def complete(path: Path, count: int) -> tuple[bytes, list[int], list[int]]:
    """The rows of tasks 0, 1, …; which of them were done, and what was reported."""
    done: list[int] = []
    reported: list[int] = []

    def work(task: int) -> bytes:
        done.append(task)
        return str(task).encode()

    with RowWriter.beside(path, SETTINGS) as writer:
        writer.complete(work, range(count), lambda task: 10, progress=reported.append)
        return writer.rows.read_bytes(), done, reported


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.training.data.writer.in_order", lambda work, tasks, workers: map(work, tasks))


def test_settled_rows_stay_and_torn_ones_go(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"one", b"three")
    with (tmp_path / "a.partial").open("ab") as file:
        file.write(b"killed in the middle of a ta")
    with RowWriter.beside(tmp_path / "a", SETTINGS) as writer:
        assert (writer.tasks, writer.bytes, writer.rows.read_bytes()) == (2, 8, b"onethree")
        writer.append(b"five")
        assert writer.rows.read_bytes() == b"onethreefive"
        writer.remove()
    assert not list(tmp_path.iterdir())


def test_only_the_tasks_that_are_left_are_done(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"0")
    assert complete(tmp_path / "a", 4) == (b"0123", [1, 2, 3], [10, 10, 10, 10])


def test_rows_shorter_than_the_header_says_are_made_again(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"0", b"1")
    (tmp_path / "a.partial").write_bytes(b"0")  # the disk has lost some
    assert complete(tmp_path / "a", 3)[0] == b"012"


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"one")
    with (
        pytest.raises(BridgeError, match=r"other settings: seed was 1 and is now 2; remove it and a\.partial\.json"),
        RowWriter.beside(tmp_path / "a", {**SETTINGS, "seed": 2}),
    ):
        pass
    with (
        pytest.raises(BridgeError, match="strains was not set and is now all"),
        RowWriter.beside(tmp_path / "a", {**SETTINGS, "strains": "all"}),
    ):
        pass
    assert (tmp_path / "a.partial").read_bytes() == b"one"


def test_rows_without_settings_are_refused(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"one")
    header = tmp_path / "a.partial.json"
    header.write_text(json.dumps([1]))
    with pytest.raises(BridgeError, match="expected the settings of"):
        settle(tmp_path / "a")
    header.unlink()
    with pytest.raises(BridgeError, match=r"there is no a\.partial\.json; remove it"):
        settle(tmp_path / "a")


def test_a_second_run_on_the_same_file_is_refused_while_the_first_is_at_work(tmp_path: Path) -> None:
    with RowWriter.beside(tmp_path / "a", SETTINGS) as writer:
        writer.append(b"one")
        with pytest.raises(BridgeError, match=r"another run is writing .*a; wait for its end"):
            settle(tmp_path / "a", b"two")
    settle(tmp_path / "a", b"two")
    assert (tmp_path / "a.partial").read_bytes() == b"onetwo"


def test_a_run_that_fails_before_its_first_row_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), RowWriter.beside(tmp_path / "a", SETTINGS):
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
    (tmp_path / "a.partial.json.unfinished").mkdir()  # the header cannot be written
    with pytest.raises(BridgeError, match="cannot write"):
        settle(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a.partial.json.unfinished"]


def test_rows_may_lie_on_another_disk_but_not_in_a_device(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "a.partial").symlink_to("far/rows")
    settle(tmp_path / "a", b"one")
    assert (tmp_path / "far" / "rows").read_bytes() == b"one"
    with pytest.raises(BridgeError, match=r"cannot write /dev/null: expected a file"):
        settle(Path("/dev/null"))


def test_a_run_that_fails_later_keeps_its_rows(tmp_path: Path) -> None:
    settle(tmp_path / "a", b"one")
    with pytest.raises(KeyboardInterrupt), RowWriter.beside(tmp_path / "a", SETTINGS):
        raise KeyboardInterrupt
    with RowWriter.beside(tmp_path / "a", SETTINGS) as writer:
        assert (writer.tasks, writer.bytes) == (1, 3)
    assert (tmp_path / "a.partial").read_bytes() == b"one"
