"""Networks that are taught by others: a four-hand one by several, a two-hand one, then tuned on solved deals."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from overtrick import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.training.data.lessons import certain, make_lessons
from overtrick.training.loop import Run, Watcher
from overtrick.training.tricks.kinds import FOUR_HANDS, TWO_HANDS
from overtrick.training.tricks.trick_material import TrickMaterial, batches, passes
from overtrick.training.tricks.trick_recipe import Teaching
from overtrick.training.tricks.trick_training import TrickNote, export, load_run, train
from overtrick.tricks.estimators import FourHandEstimator, TwoHandEstimator
from training.tricks.small_net import TAUGHT, TAUGHT_PAIRS, TEACHING, SureTeacher, made_up_material, some_owners

MATERIAL = made_up_material()


class Killed(Exception):
    """Stands for a kill in the middle of a step."""


@pytest.fixture(scope="module")
def teachers() -> list[FourHandEstimator]:
    return [FourHandEstimator(SureTeacher(more), f"sure of {more} more") for more in (0, 1)]


@pytest.fixture(scope="module")
def material(teachers: list[FourHandEstimator], tmp_path_factory: pytest.TempPathFactory) -> TrickMaterial:
    lessons = make_lessons(tmp_path_factory.mktemp("lessons"), TEACHING.deals, teachers)
    return replace(MATERIAL, lessons=lessons)


def blind(chances: np.ndarray) -> float:
    """The loss of the best answer that does not look at the cards."""
    truth = chances / 255
    return float(-(truth * np.log(truth.mean(axis=(0, 1)) + 1e-9)).sum(axis=-1).mean())


def die_at(step: int) -> Watcher:
    def die(note: TrickNote) -> None:
        if note.step == step:
            raise Killed

    return Watcher(noted=die)


def test_a_batch_is_lessons_and_solved_deals_and_an_epoch_has_every_lesson_once(material: TrickMaterial) -> None:
    assert material.lessons
    owners, chances = next(batches(material, TAUGHT, 0))
    assert (len(owners), TAUGHT.taught) == (64, 48)
    known = {
        deal.tobytes(): said
        for deal, said in zip(material.lessons.rows["owners"], material.lessons.rows["chances"], strict=True)
    }
    for deal, said in zip(owners[:48], chances[:48], strict=True):
        np.testing.assert_array_equal(known[deal.tobytes()], said)
    assert not any(deal.tobytes() in known for deal in owners[48:])
    assert ((chances[48:] == 255).sum(axis=-1) == 1).all()
    short = replace(TAUGHT, training=replace(TAUGHT.training, steps=12))
    seen = [deal.tobytes() for batch in batches(material, short, 0) for deal in batch.owners[:48]]
    assert (len(seen), len(set(seen))) == (576, 576)
    assert passes(material, TAUGHT, 25) == 2


def test_batches_go_on_as_they_would_have(material: TrickMaterial) -> None:
    for ours, theirs in zip(batches(material, TAUGHT, 9), list(batches(material, TAUGHT, 0))[9:], strict=True):
        np.testing.assert_array_equal(ours.owners, theirs.owners)
        np.testing.assert_array_equal(ours.chances, theirs.chances)


def test_a_recipe_with_teaching_needs_enough_lessons(material: TrickMaterial) -> None:
    with pytest.raises(BridgeError, match="taught: expected lessons for 48 deals of every batch, got none"):
        next(batches(replace(material, lessons=None), TAUGHT, 0))
    few = replace(material.lessons, rows=material.lessons.rows[:47]) if material.lessons else None
    with pytest.raises(BridgeError, match="at least 48 deals to train on, one batch, got 47"):
        next(batches(replace(material, lessons=few), TAUGHT, 0))


def test_a_student_comes_close_to_what_its_teachers_agree_on(material: TrickMaterial, tmp_path: Path) -> None:
    only_lessons = replace(TAUGHT, teaching=replace(TEACHING, share=1.0))
    owners = some_owners(100, 77)
    agreed = np.mean([SureTeacher(more).probabilities(owners) for more in (0, 1)], axis=0)

    def loss(run: Run) -> float:
        said = FOUR_HANDS.framed().probabilities(run.average, owners)
        return float(-(agreed * np.log(said)).sum(axis=-1).mean())

    before, after = load_run(tmp_path, only_lessons), train(tmp_path, only_lessons, material)
    assert loss(before) > 2.5
    assert np.log(2) < loss(after) < 0.8 * blind(255 * agreed)  # two teachers at odds leave one bit of doubt


@pytest.fixture(scope="module")
def pairs(material: TrickMaterial, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    """A two-hand run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("runs") / "pairs"
    return folder, train(folder, TAUGHT_PAIRS, material)


def test_a_two_hand_network_learns(pairs: tuple[Path, Run], material: TrickMaterial) -> None:
    logged = [json.loads(line) for line in (pairs[0] / "log.jsonl").read_text().splitlines()]
    assert [line["step"] for line in logged] == [20, 40, 60]
    assert material.lessons
    losses = [0.8 * line["loss"]["suits"] + 0.2 * line["loss"]["notrump"] for line in logged]
    assert losses[-1] < 0.8 * losses[0]
    assert losses[-1] < 0.8 * blind(material.lessons.rows["chances"])


def test_a_killed_two_hand_run_ends_with_the_same_weights(
    pairs: tuple[Path, Run], material: TrickMaterial, tmp_path: Path
) -> None:
    with pytest.raises(Killed):
        train(tmp_path, TAUGHT_PAIRS, material, die_at(40))
    assert load_run(tmp_path, TAUGHT_PAIRS).step == 20
    jax.tree.map(np.testing.assert_array_equal, train(tmp_path, TAUGHT_PAIRS, material).trees, pairs[1].trees)


def test_a_run_does_not_go_on_with_other_lessons(
    pairs: tuple[Path, Run], material: TrickMaterial, teachers: list[FourHandEstimator], tmp_path: Path
) -> None:
    others = make_lessons(tmp_path, TEACHING.deals, teachers[:1])
    with pytest.raises(BridgeError, match="was started with other lessons"):
        train(pairs[0], TAUGHT_PAIRS, replace(material, lessons=others))
    with pytest.raises(BridgeError, match=r"has other settings: share was 0\.75 and is now 0\.5"):
        train(pairs[0], replace(TAUGHT_PAIRS, teaching=replace(TEACHING, share=0.5)), material)


def test_tuning_on_solved_deals_takes_out_the_bias_of_the_teachers(
    pairs: tuple[Path, Run], material: TrickMaterial, tmp_path: Path
) -> None:
    solved, tuned = replace(material, lessons=None), replace(TAUGHT_PAIRS, teaching=Teaching())

    def bias(run: Run) -> float:
        answers = TWO_HANDS.framed().probabilities(run.average, TWO_HANDS.seen(material.test.owners))
        return float((TWO_HANDS.by_deal(answers) @ np.arange(14) - material.test.tricks).mean())

    after = train(tmp_path, tuned, solved, start_from=pairs[0])
    assert bias(pairs[1]) > 0.25  # half a trick in three quarters of what it learnt
    assert abs(bias(after)) < 0.1


def test_an_exported_two_hand_network_loads_and_gives_its_golden_answers(
    pairs: tuple[Path, Run], material: TrickMaterial, tmp_path: Path
) -> None:
    found = export(pairs[1], TAUGHT_PAIRS, material, tmp_path, "overtrick train tricks tiny")
    assert found.deals == 50
    artifact = Artifact.load(tmp_path, "two_hands")
    assert artifact.golden[0].shape == (16, 2, 4)
    seen = TWO_HANDS.seen(some_owners(20, 5))
    np.testing.assert_allclose(
        TwoHandEstimator.load(tmp_path).probabilities(seen),
        TWO_HANDS.framed().probabilities(pairs[1].average, seen),
        atol=5e-3,
    )
    lessons = artifact.card["data"]["lessons"]
    assert (lessons["deals"], len(lessons["teachers"])) == (600, 2)
    assert "either hand of a pair" in artifact.card["says"]


def test_certain_results_are_learnt_as_before() -> None:
    """The loss of a known result is minus the logarithm of its probability."""
    from overtrick.training.tricks.trick_step import losses

    scores = jax.random.normal(jax.random.key(1), (3, 4, 5, 14))
    tricks = np.random.default_rng(2).integers(0, 14, (3, 4, 5)).astype(np.uint8)
    by_result = -np.asarray(jax.nn.log_softmax(scores))
    expected = np.take_along_axis(by_result, tricks[..., np.newaxis].astype(int), axis=-1)[..., 0]
    np.testing.assert_allclose(losses(scores, jax.device_put(certain(tricks))), expected, rtol=1e-4)
