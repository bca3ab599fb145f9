"""Training learns, goes on after a kill as if nothing had happened, and ends in an artifact that is checked."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from auction_rows import made_up_tables
from overtrick import BridgeError
from overtrick.nets.bidding import BiddingNet
from overtrick.training.bidding.bidding_material import BiddingMaterial, by_part
from overtrick.training.bidding.bidding_recipe import (
    BiddingRecipe,
    BiddingSchedule,
    BiddingSizes,
)
from overtrick.training.bidding.bidding_training import export, load_run, train
from overtrick.training.loop import Run, Watcher

pytestmark = pytest.mark.usefixtures("few_sizes")

FAST = BiddingSchedule(
    steps=40, piece=32, pieces=2, warmup=4, average=0.8, evaluate_every=10, save_every=10, held_out=64, adam_rate=0.01
)
TINY = BiddingRecipe("tiny", net=BiddingSizes(hidden=12, head=16), training=FAST)


@pytest.fixture(scope="module")
def material() -> BiddingMaterial:
    return BiddingMaterial(by_part(made_up_tables(400, 1)), by_part(made_up_tables(200, 2)), (("made up", 400),))


@pytest.fixture(scope="module")
def whole(material: BiddingMaterial, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    return folder, train(folder, TINY, material)


def test_the_loss_falls_and_the_log_says_so(whole: tuple[Path, Run]) -> None:
    logged = [json.loads(line) for line in (whole[0] / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in logged] == [10, 20, 30, 40]
    for part in ("calls", "lengths", "points"):
        assert logged[-1]["trained"][part] < logged[0]["trained"][part]
    assert logged[-1]["held_out"]["right"] > 0.7


def test_a_run_that_was_stopped_goes_on_to_the_same_weights(
    whole: tuple[Path, Run], material: BiddingMaterial, tmp_path: Path
) -> None:
    seen: list[int] = []
    stopped = train(tmp_path, TINY, material, Watcher(stepped=seen.append, should_stop=lambda: seen[-1] == 15))
    assert stopped.step == load_run(tmp_path, TINY).step == 15
    finished = train(tmp_path, TINY, material)
    jax.tree.map(np.testing.assert_array_equal, finished.trees, whole[1].trees)


def test_other_settings_or_auctions_are_refused(whole: tuple[Path, Run], material: BiddingMaterial) -> None:
    with pytest.raises(BridgeError, match="adam_rate was"):
        train(whole[0], replace(TINY, training=replace(FAST, adam_rate=0.02)), material)
    others = BiddingMaterial(by_part(made_up_tables(400, 3)), material.experts)
    with pytest.raises(BridgeError, match="started on other deals"):
        train(whole[0], TINY, others)


def test_a_reader_learns_the_hidden_hands_and_nothing_else_changes(
    whole: tuple[Path, Run], material: BiddingMaterial, tmp_path: Path
) -> None:
    reading = replace(FAST, reader_only=True, calls=0.0, points=1.0, lengths=1.0)
    recipe = replace(TINY, net=replace(TINY.net, reader=24), training=reading)
    run = train(tmp_path, recipe, material, start_from=whole[0])
    before, after = whole[1].average, run.average
    for part in ("embed", "blocks", "pool"):
        jax.tree.map(np.testing.assert_array_equal, after[part], before[part])
    np.testing.assert_array_equal(after["heads"]["calls"], before["heads"]["calls"])
    first, *_, last = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert last["held_out"]["right"] == first["held_out"]["right"]
    for part in ("points", "lengths", "cards"):
        assert last["held_out"][part] < first["held_out"][part]
    export(run, recipe, material, tmp_path / "net", "train")
    assert BiddingNet.load(tmp_path / "net").systems == recipe.systems


def test_a_reader_needs_a_run_to_be_added_to(material: BiddingMaterial, tmp_path: Path) -> None:
    recipe = replace(TINY, net=replace(TINY.net, reader=24), training=replace(FAST, reader_only=True))
    with pytest.raises(BridgeError, match="expected a run to start from"):
        train(tmp_path, recipe, material)


def test_a_run_can_start_from_anothers_weights(
    whole: tuple[Path, Run], material: BiddingMaterial, tmp_path: Path
) -> None:
    run = load_run(tmp_path, TINY, start_from=whole[0])
    jax.tree.map(np.testing.assert_array_equal, run.trees["params"], whole[1].average)
    assert run.step == 0


def test_too_few_auctions_are_refused(tmp_path: Path) -> None:
    few = by_part(made_up_tables(8, 1))
    with pytest.raises(BridgeError, match="views to train on"):
        train(tmp_path, TINY, BiddingMaterial(few, None))


def test_the_artifact_is_checked_small_and_says_how_it_was_made(
    whole: tuple[Path, Run], material: BiddingMaterial, tmp_path: Path
) -> None:
    found = export(whole[1], TINY, material, tmp_path / "net", "overtrick train bidding tiny")
    net = BiddingNet.load(tmp_path / "net")
    assert net.systems == TINY.systems
    card = json.loads((tmp_path / "net" / "card.json").read_text())
    assert card["command"] == "overtrick train bidding tiny"
    assert card["metrics"] == json.loads(json.dumps(found.as_dict()))
    assert card["metrics"]["cards"]["calls"]["accuracy"]["all"] > 0.7
    assert set(card["metrics"]["experts"]["hidden"]) == {"0", "2", "4", "8", "end"}
    begun = load_run(tmp_path / "next", TINY, start_from=tmp_path / "net")
    jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, rtol=2e-3, atol=1e-3), begun.average, whole[1].average)
    with pytest.raises(BridgeError, match="of the recipe's sizes"):
        load_run(tmp_path / "next", replace(TINY, net=replace(TINY.net, head=9)), start_from=tmp_path / "net")
