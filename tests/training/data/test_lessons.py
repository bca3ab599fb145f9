"""Lessons: what the teachers say on average, the same after a kill, growing when asked."""

import json
from pathlib import Path

import numpy as np
import pytest

from overtrick import BridgeError
from overtrick.arrays import DealBatch
from overtrick.training.data import lessons
from overtrick.training.data.lessons import ROW, ROWS, certain, load_teachers, make_lessons, rounded
from overtrick.tricks.estimators import FourHandEstimator
from training.tricks.small_net import random_teacher

CHUNK = 50


@pytest.fixture(autouse=True)
def _small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "CHUNK", CHUNK)


@pytest.fixture(scope="module")
def teachers(tmp_path_factory: pytest.TempPathFactory) -> list[FourHandEstimator]:
    folder = tmp_path_factory.mktemp("teachers")
    return load_teachers([random_teacher(folder / name, seed) for name, seed in (("one", 1), ("two", 2))])


def test_lessons_are_the_mean_of_the_teachers(teachers: list[FourHandEstimator], tmp_path: Path) -> None:
    found = make_lessons(tmp_path, 80, teachers, seed=3)
    assert len(found) == found.describe()["deals"] == 80
    deals = DealBatch.of_owners(found.rows["owners"].reshape(-1, 52)).require_complete()
    one, two = (teacher.probabilities(deals) for teacher in teachers)
    assert np.abs(one - two).mean() > 0.02
    off = found.rows["chances"] / 255 - (one + two) / 2
    assert np.abs(off).max() < 1 / 255 + 1e-6
    assert abs(off.mean()) < 1e-4


def test_rounding_is_exact_on_average() -> None:
    chances = np.full((20_000, 2), [0.3 / 255, 254.9 / 255], np.float32)
    found = rounded(chances, np.random.default_rng(1))
    np.testing.assert_allclose(found.mean(axis=0), [0.3, 254.9], atol=0.02)
    assert rounded(np.ones(500, np.float32), np.random.default_rng(2)).min() == 255


def test_known_results_are_certain() -> None:
    found = certain(np.array([[0, 13]], np.uint8))
    assert found.tolist() == [[[255] + 13 * [0], 13 * [0] + [255]]]


def test_a_kill_costs_the_last_chunk_only(teachers: list[FourHandEstimator], tmp_path: Path) -> None:
    whole = make_lessons(tmp_path / "whole", 120, teachers, seed=4)
    cut = tmp_path / "cut"
    make_lessons(cut, 60, teachers, seed=4)
    data = (cut / ROWS).read_bytes()
    marked = b"\3" + data[1 : CHUNK * ROW.itemsize + 700]  # the first byte marks what was there before
    (cut / ROWS).write_bytes(marked)
    told: list[int] = []
    again = make_lessons(cut, 120, teachers, seed=4, progress=told.append)
    assert told == [CHUNK, CHUNK, CHUNK]
    assert (cut / ROWS).read_bytes() == b"\3" + (tmp_path / "whole" / ROWS).read_bytes()[1:]
    np.testing.assert_array_equal(again.rows[1:], whole.rows[1:])
    np.testing.assert_array_equal(make_lessons(cut, 30, teachers, seed=4).rows, again.rows[:30])


def test_lessons_of_an_earlier_version_go_on(teachers: list[FourHandEstimator], tmp_path: Path) -> None:
    before = make_lessons(tmp_path, 60, teachers, seed=4)
    about = {"seed": 4, "teachers": [teacher.model for teacher in teachers]}
    (tmp_path / "lessons.json").write_text(json.dumps(about))  # without what is settled
    told: list[int] = []
    again = make_lessons(tmp_path, 120, teachers, seed=4, progress=told.append)
    assert told == [2 * CHUNK, CHUNK]
    np.testing.assert_array_equal(again.rows[:60], before.rows)


def test_lessons_of_others_are_refused(teachers: list[FourHandEstimator], tmp_path: Path) -> None:
    make_lessons(tmp_path / "a", 10, teachers, seed=5)
    with pytest.raises(BridgeError, match=r"teachers was .* and is now"):
        make_lessons(tmp_path / "a", 10, teachers[:1], seed=5)
    with pytest.raises(BridgeError, match="seed was 5 and is now 6"):
        make_lessons(tmp_path / "a", 10, teachers, seed=6)
    (tmp_path / "a" / "lessons.json").write_text("nonsense")
    with pytest.raises(BridgeError, match="expected the settings of"):
        make_lessons(tmp_path / "a", 10, teachers, seed=5)
    (tmp_path / "file").write_text("")
    with pytest.raises(BridgeError, match="cannot use"):
        make_lessons(tmp_path / "file", 10, teachers)


def test_the_shipped_network_teaches_where_no_other_is_named() -> None:
    assert [teacher.model for teacher in load_teachers([])] == [FourHandEstimator.load().model]
