"""TrickAccuracy, its errors and calibration on answers whose figures are known."""

import numpy as np
import pytest

from overtrick.training.tricks.trick_material import TrickExamples, with_spots_shuffled
from overtrick.training.tricks.trick_report import accuracy, calibration, calibration_error, evaluate, four_rotations
from training.tricks.small_net import made_up, some_owners


def certain(tricks: np.ndarray) -> np.ndarray:
    """Probability one for these numbers."""
    answer: np.ndarray = np.eye(14, dtype=np.float32)[tricks]
    return answer


def test_hits_are_counted_by_distance_in_suits_and_notrump_apart() -> None:
    tricks = np.full((4, 4, 5), 6, np.uint8)
    said = tricks.copy()
    said[0, :, :4] = 7  # a quarter of the deals one off in all suits
    said[1, :, 4] = 8  # a quarter two off in notrump
    said[2, :, 4] = 9
    found = accuracy(certain(said), tricks)
    assert found["suits"].hits == (75, 100, 100)
    assert found["notrump"].hits == (50, 50, 75)
    assert found["suits"].errors[0] == pytest.approx(100 * (0.75 * 0.25 / 4) ** 0.5)
    assert found["suits"].rms_of_mean == pytest.approx(0.5)


def test_a_forecast_that_comes_true_as_often_as_it_says_is_calibrated() -> None:
    stated = np.repeat([0.22, 0.72], 100)
    happened = np.tile(np.arange(100) < 22, 2)
    happened[100:] = np.arange(100) < 72
    assert calibration_error(stated, happened) == pytest.approx(0)
    assert calibration_error(stated, np.zeros(200, bool)) == pytest.approx(0.47)


def test_certain_and_right_is_perfect() -> None:
    examples = made_up(30, 1)
    assert set(calibration(certain(examples.tricks), examples.tricks)["suits"].values()) == {0.0}
    assert accuracy(certain(examples.tricks), examples.tricks)["notrump"].cross_entropy == pytest.approx(0)


def test_four_rotations_bring_every_answer_back_to_its_declarer() -> None:
    examples = made_up(30, 2)

    def trumps(owners: np.ndarray) -> np.ndarray:
        held = owners[:, None] == np.arange(4)[:, None, None]
        own = np.concatenate([held.sum(axis=3), held[..., 12].sum(axis=2, keepdims=True)], axis=2)
        return certain(own)

    np.testing.assert_allclose(four_rotations(trumps, examples.owners), trumps(examples.owners))
    found = evaluate(trumps, examples)
    assert found.single_pass == found.four_rotations
    assert found.as_dict()["deals"] == 30


def test_shuffled_spots_leave_high_cards_and_lengths_alone() -> None:
    owners = some_owners(50, 3)
    shuffled = with_spots_shuffled(owners, ((4, 0.5), (6, 0.5)), np.random.default_rng(1))
    np.testing.assert_array_equal(shuffled[..., 6:], owners[..., 6:])
    np.testing.assert_array_equal(np.sort(shuffled[..., :6]), np.sort(owners[..., :6]))
    assert (shuffled[..., 4:6] != owners[..., 4:6]).any()
    assert TrickExamples(owners, np.zeros((50, 4, 5), np.uint8))[:3].owners.shape == (3, 4, 13)
