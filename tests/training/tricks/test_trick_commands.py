"""`overtrick data` and `overtrick train` as a user runs them."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from command import overtrick, overtrick_process
from overtrick import BridgeError
from overtrick.arrays import DealBatch
from overtrick.cli.research.training import report, tricks
from overtrick.solver import solve_tables
from overtrick.training.data.solved_deals import load
from overtrick.tricks.estimators import ARTIFACTS
from training.tricks.small_net import made_up, random_teacher


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file of solved deals; their tricks are made up."""
    path = tmp_path_factory.mktemp("material") / "made-up.npz"
    examples = made_up(300, 1)
    masks = DealBatch.of_owners(examples.owners.reshape(-1, 52)).masks
    np.savez_compressed(path, hands=masks, tricks=examples.tricks, seed=np.int64(1))
    return str(path)


def test_deals_are_solved_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "labels.npz"
    run = overtrick_process("data", "deals", "-n", "3", "-o", str(path), "--seed", "5", "-j", "1")
    assert (run.code, run.out) == (0, f"3 solved deals in {path}\n")
    solved = load(path)
    np.testing.assert_array_equal(solved.tricks, solve_tables(solved.deals))


def test_a_network_is_trained_exported_and_reported(library: str, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    folder = str(tmp_path / "net")
    words = ("train", "tricks", "smoke", "--library", library, "--run", str(tmp_path / "run"), "--export", folder)
    run = overtrick(*words)
    assert (run.code, run.err) == (0, "")
    assert "net, mean of 4 rotations" in run.out
    assert json.loads((tmp_path / "net" / "card.json").read_text())["command"] == "overtrick " + " ".join(words)
    assert len((tmp_path / "run" / "log.jsonl").read_text().splitlines()) == 2

    assert "best human experts                 53.1" in run.out
    answer = json.loads(overtrick("train", "report", folder, "--library", library, "--all-deals", "--json").out)
    assert answer["deals"] == 300
    assert answer["published"][2] == {
        "who": "published networks, 2009",
        "suits": [53.1, 96.5],
        "notrump": [37.8, 83.6],
    }
    assert len(answer["single_pass"]["notrump"]["exact_within1_within2"]) == 3


TAUGHT_PAIRS = """kind = "two_hands"
[net]
channels = 8
gap = 4
hidden = 8
blocks = 1
[training]
steps = 2
batch = 64
[teaching]
deals = 60
share = 0.5
"""


def test_a_two_hand_network_is_taught_exported_and_reported(
    library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("jax")
    monkeypatch.setattr("sys.argv", ["overtrick", "train", "tricks", "mine.toml"])
    monkeypatch.setattr("overtrick.training.data.lessons.CHUNK", 60)
    recipe, folder = tmp_path / "mine.toml", tmp_path / "net"
    recipe.write_text(TAUGHT_PAIRS)
    teachers = [random_teacher(tmp_path / name, seed) for name, seed in (("one", 1), ("two", 2))]
    tricks(str(recipe), [Path(library)], tmp_path / "run", export=folder, teacher=teachers)
    out = capsys.readouterr().out
    assert "net, single pass" in out
    assert "experts" not in out  # what is published is about four hands
    card = json.loads((folder / "card.json").read_text())
    assert card["command"] == "overtrick train tricks mine.toml"
    assert len(set(card["data"]["lessons"]["teachers"])) == 2
    assert (tmp_path / "run" / "lessons" / "lessons.bin").exists()
    report(folder, [Path(library)], as_json=True)
    answer = json.loads(capsys.readouterr().out)
    assert answer["single_pass"] == card["metrics"]["single_pass"]
    assert answer["published"] == []


def test_mistakes_about_teachers_are_named(library: str, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    pair = Path(str(ARTIFACTS / "two_hands"))
    for recipe, teachers, says in (
        ("four_hands_distilled", [], "four_hands_distilled: expected --teacher FOLDER"),
        ("smoke", [pair], r"expected a recipe with \[teaching\] beside --teacher, got smoke"),
        ("four_hands_distilled", [pair], "expected a network of kind 'four_hands' in .* got 'two_hands'"),
        ("two_hands", [tmp_path], r"cannot read .*config.json"),
    ):
        with pytest.raises(BridgeError, match=says):
            tricks(recipe, [Path(library)], tmp_path / "run", teacher=teachers)
    run = overtrick("train", "tricks", "four_hands_distilled", "--library", library, "--run", str(tmp_path / "run"))
    assert (run.code, run.out) == (2, "")
    assert "expected --teacher FOLDER" in run.err


def test_mistakes_are_named(library: str, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    with pytest.raises(BridgeError, match="expected a recipe such as smoke"):
        tricks("smoek", [Path(library)], tmp_path)
    with pytest.raises(BridgeError, match=r"there is no file 'missing.gib'"):
        tricks("smoke", [Path("missing.gib")], tmp_path)
    with pytest.raises(BridgeError, match=r"cannot read .*config.json"):
        report(tmp_path, [Path(library)])


def test_without_jax_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, library: str, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "jax", None)
    monkeypatch.delitem(sys.modules, "overtrick.nets.parameters", raising=False)
    with pytest.raises(BridgeError, match=r"pip install 'overtrick\[train\]'"):
        tricks("smoke", [Path(library)], tmp_path)
