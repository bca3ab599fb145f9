"""The label maker: exact, the same after a kill, growing when asked."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from overtrick import BridgeError
from overtrick.solver import solve_tables
from overtrick.training.data import solved_deals
from overtrick.training.data.solved_deals import ROW, chunk_deals, load, make_labels
from overtrick.training.data.writer import RowWriter
from overtrick.training.tricks.trick_material import TrickMaterial

CHUNK = 2


@pytest.fixture(autouse=True, scope="module")
def _small_chunks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solved_deals, "CHUNK", CHUNK)
        yield


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("labels") / "finished.npz"
    make_labels(path, 3, seed=7, jobs=1)
    return path


def test_labels_are_exact_and_depend_on_the_seed_only(finished: Path) -> None:
    solved = load(finished)
    assert len(solved) == 3
    np.testing.assert_array_equal(solved.tricks, solve_tables(solved.deals))
    np.testing.assert_array_equal(solved.deals.masks[:CHUNK], chunk_deals(7, 0).masks)
    np.testing.assert_array_equal(solved.deals.masks[CHUNK:], chunk_deals(7, 1).masks[:1])
    assert not finished.with_name("finished.npz.partial").exists()


def test_a_killed_run_goes_on_without_solving_again(finished: Path, tmp_path: Path) -> None:
    before, path, partial = load(finished), tmp_path / "labels.npz", tmp_path / "labels.npz.partial"
    rows = np.zeros(CHUNK, ROW)
    rows["hands"] = before.deals.masks[:CHUNK]
    rows["tricks"] = 7  # marks what was there before
    with RowWriter.beside(path, {"seed": 7}) as writer:
        writer.append(rows.tobytes())
    partial.write_bytes(partial.read_bytes() + b"cut short")
    told: list[int] = []
    solved = make_labels(path, 3, seed=7, progress=told.append)
    assert told == [2, 1]
    assert (solved.tricks[:CHUNK] == 7).all()
    np.testing.assert_array_equal(solved.tricks[CHUNK:], before.tricks[CHUNK:])
    assert [file.name for file in tmp_path.iterdir()] == ["labels.npz"]


def test_a_finished_file_grows_and_is_left_alone_when_it_has_enough(finished: Path, tmp_path: Path) -> None:
    path = tmp_path / "labels.npz"
    path.write_bytes(finished.read_bytes())
    assert len(make_labels(path, 2, seed=7)) == 3
    grown = make_labels(path, 4, seed=7)
    np.testing.assert_array_equal(grown.tricks[:3], load(finished).tricks)
    np.testing.assert_array_equal(grown.tricks[3:], solve_tables(grown.deals[3:]))
    np.testing.assert_array_equal(grown.deals.masks[CHUNK:], chunk_deals(7, 1).masks)


def test_another_seed_or_a_foreign_file_is_refused(finished: Path, tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match=r"expected the deals of seed 4 in .*, got those of seed 7"):
        make_labels(finished, 20, seed=4)
    with RowWriter.beside(tmp_path / "a.npz", {"seed": 3}):
        pass
    with pytest.raises(BridgeError, match="seed was 3 and is now 4; remove it"):
        make_labels(tmp_path / "a.npz", 20, seed=4)
    (tmp_path / "b.npz").write_bytes(b"nonsense")
    with pytest.raises(BridgeError, match=r"expected solved deals .* in .*b.npz"):
        load(tmp_path / "b.npz")
    with pytest.raises(BridgeError, match="cannot write"):
        make_labels(tmp_path / "missing" / "c.npz", 8, seed=4)


def test_labels_are_material_beside_library_text(finished: Path, tmp_path: Path) -> None:
    from overtrick.core import Board, DDTable, Record
    from overtrick.formats import gib

    solved = load(finished)
    deal, table = next(iter(solved.deals)), DDTable.of(solved.tricks[0].tolist())
    record = Record(Board(deal), table=table)
    (tmp_path / "one.gib").write_text(gib.dumps([record]))
    material = TrickMaterial.read([finished, tmp_path / "one.gib"])
    assert material.describe()["files"] == [{"name": "finished.npz", "deals": 3}, {"name": "one.gib", "deals": 1}]
    assert len(material.train) + len(material.validation) + len(material.test) == 3  # the second is a repeat
    with pytest.raises(BridgeError, match="there is no file"):
        TrickMaterial.read([tmp_path / "none.gib"])
