"""`overtrick train bidding` and `overtrick train bidding-report` as a user runs them."""

import json
from pathlib import Path

import numpy as np
import pytest

from command import overtrick
from overtrick.arrays.auctions import NO_CALL

pytestmark = pytest.mark.usefixtures("few_sizes")

SMALL = """says = "small"
[net]
hidden = 8
head = 8
[training]
steps = 4
piece = 16
pieces = 1
evaluate_every = 4
held_out = 16
"""


def test_a_network_is_trained_exported_and_reported(auction_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    recipe, folder = tmp_path / "small.toml", str(tmp_path / "net")
    recipe.write_text(SMALL)
    words = ("train", "bidding", str(recipe), "--auctions", str(auction_file), "--run", str(tmp_path / "run"))
    run = overtrick(*words, "--export", folder)
    assert (run.code, run.err) == (0, "")
    assert "4 steps" in run.out
    assert len((tmp_path / "run" / "log.jsonl").read_text().splitlines()) == 1
    found = overtrick("train", "bidding-report", folder, "--auctions", str(auction_file))
    assert found.code == 0
    assert "North's points after 1D" in found.out
    answer = json.loads(overtrick("train", "bidding-report", folder, "--auctions", str(auction_file), "--json").out)
    assert answer["model"] == "net"
    assert set(answer["cards"]["hidden"]) == {"0", "2", "4", "8", "end"}


def test_a_network_learns_from_calls_that_it_tries(auction_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("jax")
    recipe = tmp_path / "playing.toml"
    recipe.write_text(SMALL + "gains = 1.0\nround = 2\n")
    words = ("train", "bidding", str(recipe), "--auctions", str(auction_file), "--run", str(tmp_path / "run"))
    run = overtrick(*words, "--opponents", "bidding", "-j", "1")
    assert (run.code, run.err) == (0, "")
    assert "4 steps" in run.out
    run = overtrick(*words[:-1], str(tmp_path / "other"), "--library", str(tmp_path / "missing.gib"), "-j", "1")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "missing.gib" in run.err


def test_mistakes_end_in_one_line(auction_file: Path, tmp_path: Path) -> None:
    run = overtrick("train", "bidding-report", str(tmp_path), "--auctions", str(auction_file))
    assert run.code == 2
    assert "config.json" in run.err
    pytest.importorskip("jax")
    run = overtrick("train", "bidding", "biding", "--auctions", str(auction_file), "--run", str(tmp_path))
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "expected a recipe such as bidding" in run.err


def test_a_file_of_auctions_is_described(auction_file: Path, tmp_path: Path) -> None:
    answer = json.loads(overtrick("data", "describe", str(auction_file), "--json").out)
    with np.load(auction_file) as stored:
        lengths = (stored["calls"] != NO_CALL).sum(axis=1).tolist()
    assert answer["auctions"] == 400
    assert answer["lengths"][7] == pytest.approx(lengths.count(7) / 400, abs=1e-5)
    assert [sum(shares) for shares in zip(*answer["cards"].values(), strict=True)] == pytest.approx([1] * 52, abs=1e-4)
    text = overtrick("data", "describe", str(auction_file)).out
    assert "made-up.npz: West" in text
    assert f"{lengths.count(7) / 400:6.1%}" in text
    (tmp_path / "table.jsonl").write_text(
        '{"dealer": "N", "vul": "None", "auction": "1N P P P", '
        '"deal": "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"}\n'
    )
    one = json.loads(overtrick("data", "describe", str(tmp_path / "table.jsonl"), "--json").out)
    assert (one["lengths"][4], one["cards"]["N"][-13:], one["cards"]["W"][:13]) == (1, [1] * 13, [1] * 13)
