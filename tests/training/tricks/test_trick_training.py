"""Training learns, goes on after a kill as if nothing had happened, and ends in an artifact that is checked."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from overtrick import BridgeError
from overtrick.arrays import DealBatch
from overtrick.nets.artifact import Artifact, ArtifactError
from overtrick.nets.four_hands import FourHandNet
from overtrick.training.loop import Run, Watcher
from overtrick.training.tricks.trick_material import TrickMaterial
from overtrick.training.tricks.trick_recipe import TrickRecipe
from overtrick.training.tricks.trick_training import TrickNote, export, load_run, train
from training.tricks.small_net import TINY, made_up, made_up_material, some_owners


class Killed(Exception):
    """Stands for a kill in the middle of a step."""


@pytest.fixture(scope="module")
def material() -> TrickMaterial:
    return made_up_material()


@pytest.fixture(scope="module")
def whole(material: TrickMaterial, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    """A run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("runs") / "whole"
    return folder, train(folder, TINY, material)


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]


def without_time(folder: Path) -> list[dict[str, Any]]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in lines(folder)]


def assert_same(a: Run, b: Run) -> None:
    jax.tree.map(np.testing.assert_array_equal, a.trees, b.trees)


def test_the_loss_falls_and_the_log_says_so(whole: tuple[Path, Run]) -> None:
    logged = lines(whole[0])
    assert [line["step"] for line in logged] == [10, 20, 30, 40]
    assert logged[-1]["epoch"] == pytest.approx(40 * 64 / 200)
    for strains in ("suits", "notrump"):
        assert logged[-1]["loss"][strains] < 0.9 * logged[0]["loss"][strains]
        held = [line["held_out"][strains]["cross_entropy"] for line in logged]
        assert held[-1] < held[0]


def test_a_polite_stop_loses_nothing(whole: tuple[Path, Run], material: TrickMaterial, tmp_path: Path) -> None:
    seen: list[int] = []
    stopped = train(tmp_path, TINY, material, Watcher(stepped=seen.append, should_stop=lambda: seen[-1] == 15))
    assert stopped.step == load_run(tmp_path, TINY).step == 15
    assert_same(train(tmp_path, TINY, material), whole[1])


def test_a_kill_loses_the_steps_since_the_checkpoint_only(
    whole: tuple[Path, Run], material: TrickMaterial, tmp_path: Path
) -> None:
    def die(note: TrickNote) -> None:
        if note.step == 20:
            raise Killed

    with pytest.raises(Killed):
        train(tmp_path, TINY, material, Watcher(noted=die))
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write('{"step": 30')  # cut short
    assert load_run(tmp_path, TINY).step == 10
    seen: list[int] = []
    assert_same(train(tmp_path, TINY, material, Watcher(stepped=seen.append)), whole[1])
    assert seen == list(range(10, 41))
    assert without_time(tmp_path) == without_time(whole[0])


def test_another_seed_gives_another_network(whole: tuple[Path, Run]) -> None:
    other = load_run(Path("nowhere"), replace(TINY, training=replace(TINY.training, seed=2)))
    first = load_run(Path("nowhere"), TINY)
    assert np.abs(np.asarray(other.average["suit_head"]["sum"] - first.average["suit_head"]["sum"])).max() > 0.01


def test_a_run_can_start_from_the_weights_of_another(whole: tuple[Path, Run]) -> None:
    begun = load_run(Path("nowhere"), TINY, start_from=whole[0])
    assert begun.step == int(begun.trees["optimizer"]["step"]) == 0
    for weights in (begun.trees["params"], begun.average):
        jax.tree.map(np.testing.assert_array_equal, weights, whole[1].average)
    with pytest.raises(BridgeError, match="there is no checkpoint in nowhere"):
        load_run(Path("anywhere"), TINY, start_from=Path("nowhere"))
    with pytest.raises(BridgeError, match=r"expected .* got an array of"):
        load_run(Path("anywhere"), replace(TINY, net=replace(TINY.net, channels=9)), start_from=whole[0])


def test_a_run_does_not_go_on_with_other_settings_or_deals(whole: tuple[Path, Run], material: TrickMaterial) -> None:
    longer: TrickRecipe = replace(TINY, training=replace(TINY.training, steps=41))
    with pytest.raises(BridgeError, match="has other settings: steps was 40 and is now 41"):
        train(whole[0], longer, material)
    with pytest.raises(BridgeError, match="was started on other deals"):
        train(whole[0], TINY, replace(material, train=made_up(200, 9)))


def test_too_few_deals_are_refused(material: TrickMaterial, tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="at least 64 deals to train on, one batch, got 63"):
        train(tmp_path, TINY, replace(material, train=material.train[:63]))
    with pytest.raises(BridgeError, match="too few deals"):
        train(tmp_path, TINY, replace(material, validation=material.validation[:0]))


@pytest.fixture(scope="module")
def exported(whole: tuple[Path, Run], material: TrickMaterial, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("artifacts") / "tiny"
    export(whole[1], TINY, material, folder, "overtrick train tricks tiny")
    return folder


def test_an_exported_network_loads_and_gives_its_golden_answers(exported: Path, whole: tuple[Path, Run]) -> None:
    from overtrick.nets.frames_jax import FOUR_HANDS

    artifact = Artifact.load(exported, "four_hands")
    net = FourHandNet(artifact.config, artifact.weights)
    artifact.check(net.probabilities)
    assert artifact.golden[0].shape == (8, 4, 13)
    assert {array.dtype for array in artifact.weights.values()} == {np.dtype(np.float16)}
    owners = some_owners(20, 5)
    np.testing.assert_allclose(net.probabilities(owners), FOUR_HANDS.probabilities(whole[1].average, owners), atol=5e-3)
    card = artifact.card
    assert card["command"] == "overtrick train tricks tiny"
    assert (card["data"]["train"], card["data"]["test"], card["steps"]) == (200, 50, 40)
    assert len(card["metrics"]["single_pass"]["suits"]["standard_errors"]) == 3
    assert card["date"]


def test_a_report_is_never_on_deals_that_were_trained_on(exported: Path, tmp_path: Path) -> None:
    from overtrick.cli.research.training import _test_deals
    from overtrick.training.split import Part, parts

    library, examples = tmp_path / "deals.npz", made_up(290, 4)
    masks = DealBatch.of_owners(examples.owners.reshape(-1, 52)).masks
    np.savez(library, hands=masks, tricks=examples.tricks, seed=np.int64(0))
    artifact = Artifact.load(exported, "four_hands")
    data = artifact.card["data"]
    assert (parts(_test_deals(artifact, [library], False, None).owners) == Part.TEST).all()
    assert len(_test_deals(artifact, [library], True, None)) == 290
    silent = replace(artifact, card={})
    with pytest.raises(BridgeError, match="does not say which deals were held out"):
        _test_deals(silent, [library], False, None)
    assert len(_test_deals(silent, [library], False, 100)) < len(_test_deals(silent, [library], False, 0))
    other = replace(artifact, card={"data": {**data, "random_deals": 100, "files": [{"name": "a", "deals": 291}]}})
    with pytest.raises(BridgeError, match=r"first file trained on, of 291 deals, got deals\.npz of 290"):
        _test_deals(other, [library], False, None)


def test_a_flipped_byte_is_refused(exported: Path, tmp_path: Path) -> None:
    for file in exported.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    data = bytearray((tmp_path / "weights.npz").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "weights.npz").write_bytes(data)
    with pytest.raises(ArtifactError, match=r"weights.npz is damaged: checksum"):
        Artifact.load(tmp_path, "four_hands")


def test_another_kind_is_refused(exported: Path) -> None:
    with pytest.raises(ArtifactError, match=r"expected a network of kind 'two_hands' .* got 'four_hands'"):
        Artifact.load(exported, "two_hands")
