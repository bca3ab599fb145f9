"""What a distribution over tricks says."""

import numpy as np
import pytest

from overtrick import Strain
from overtrick.tricks.distributions import chances, expected_scores, expected_tricks


def certain(tricks: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    return np.asarray(np.arange(14) == tricks, np.float32)


def test_a_certain_number_of_tricks_makes_just_the_levels_up_to_it() -> None:
    assert chances(certain(9)).tolist() == [1, 1, 1, 0, 0, 0, 0]
    assert chances(certain(13)).tolist() == [1] * 7
    assert chances(certain(6)).tolist() == [0] * 7
    assert expected_tricks(certain(9)) == 9


def test_chances_add_up_from_above() -> None:
    half = (certain(9) + certain(11)) * np.float32(0.5)
    assert chances(half).tolist() == [1, 1, 1, 0.5, 0.5, 0, 0]
    assert expected_tricks(half) == 10


def test_expected_scores_weigh_making_against_going_down() -> None:
    half = np.stack([(certain(9) + certain(10)) * np.float32(0.5)] * 5)
    scores = expected_scores(half, vulnerable=True)
    assert scores[Strain.SPADES, 4 - 1] == pytest.approx((620 - 100) / 2)
    assert scores[Strain.NOTRUMP, 3 - 1] == pytest.approx((600 + 630) / 2)
    assert expected_scores(half, vulnerable=False)[Strain.CLUBS, 5 - 1] == pytest.approx((-100 - 50) / 2)
