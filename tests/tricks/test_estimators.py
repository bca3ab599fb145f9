"""The shipped estimators: what they promise holds for the weights in the package."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest

from overtrick import BridgeError, Deal, Hand, InvalidDeal, Seat, Strain
from overtrick.arrays import DealBatch, random_deals
from overtrick.nets.artifact import ArtifactError
from overtrick.solver import solve_tables
from overtrick.tricks.distributions import chances, expected_tricks
from overtrick.tricks.estimators import ARTIFACTS, FourHandEstimator, TwoHandEstimator, four_hands, two_hands

NORTH, SOUTH = Hand.parse("AQ32.K4.KJ32.A32"), Hand.parse("KJ54.A3.AQ4.9876")


def copied(name: str, folder: Path) -> Path:
    """A copy of a shipped artifact that a test may damage."""
    folder.mkdir()
    for entry in (ARTIFACTS / name).iterdir():
        (folder / entry.name).write_bytes(entry.read_bytes())
    return folder


def test_most_tables_agree_with_the_solver() -> None:
    deals = random_deals(12, np.random.default_rng(77))
    exact = solve_tables(deals).astype(int)
    off = np.abs(four_hands().tricks(deals).astype(int) - exact)
    assert (off == 0).mean() > 0.7
    assert (off <= 1).mean() > 0.97


def test_turning_the_table_and_exchanging_suits_change_nothing_else() -> None:
    deals = random_deals(5, np.random.default_rng(3))
    found = four_hands().probabilities(deals)
    turned = four_hands().probabilities(DealBatch(np.roll(deals.holdings, 1, axis=1)))
    np.testing.assert_allclose(turned, np.roll(found, 1, axis=1), atol=2e-5)
    for order in itertools.islice(itertools.permutations(range(4)), 3, None, 7):
        moved = four_hands().probabilities(DealBatch(deals.holdings[:, :, list(order)]))
        np.testing.assert_allclose(moved, found[:, :, [*order, 4]], atol=2e-5)


def test_a_cold_slam_is_seen_from_both_sides_of_the_table() -> None:
    deal = Deal.parse("N:AKQ32.AK2.AK2.32 T9.T987.T98.JT98 J654.QJ3.QJ43.AK 87.654.765.Q7654")
    expected = expected_tricks(four_hands().probabilities(DealBatch.stack([deal])))[0]
    assert expected[Seat.NORTH, Strain.SPADES] > 12
    assert expected[Seat.EAST, Strain.SPADES] < 1.5


def test_two_hands_answer_for_either_declarer() -> None:
    found = two_hands().of_hands(NORTH, SOUTH)
    assert found.shape == (2, 5, 14)
    np.testing.assert_allclose(found.sum(axis=-1), 1, atol=1e-4)
    swapped = two_hands().of_hands(SOUTH, NORTH)
    np.testing.assert_allclose(swapped, found[::-1], atol=2e-5)
    made = chances(found)
    assert made[0, Strain.SPADES, 3] > 0.8  # 32 points and a 4-4 fit: game is near certain
    assert (np.diff(made, axis=-1) <= 1e-6).all()


def test_two_hands_agree_with_the_mean_over_layouts() -> None:
    known = Deal((NORTH, Hand(), SOUTH, Hand()))
    layouts = random_deals(400, np.random.default_rng(5), known)
    mean = expected_tricks(four_hands().probabilities(layouts)).mean(axis=0)[[0, 2]]
    np.testing.assert_allclose(expected_tricks(two_hands().of_hands(NORTH, SOUTH)), mean, atol=0.5)


def test_impossible_hands_are_refused_with_the_cards() -> None:
    with pytest.raises(InvalidDeal, match="held by both hands: SA SQ"):
        two_hands().of_hands(NORTH, Hand.parse("AQ54.A3.AQ4.9876"))
    with pytest.raises(InvalidDeal, match="13 cards, got 12"):
        two_hands().of_hands(NORTH, Hand.parse("KJ54.A3.AQ4.987"))
    with pytest.raises(InvalidDeal, match="missing: SA SK"):
        four_hands().table(Deal.parse("N:QJT98765432.AK.. - - -"))
    with pytest.raises(BridgeError, match="numpy or jax, got 'abacus'"):
        FourHandEstimator.load(backend="abacus")


def test_jax_gives_the_same_probabilities() -> None:
    pytest.importorskip("jax")
    deals = random_deals(20, np.random.default_rng(8))
    np.testing.assert_allclose(four_hands("jax").probabilities(deals), four_hands().probabilities(deals), atol=5e-5)


@pytest.mark.parametrize("name", ["four_hands", "two_hands"])
def test_artifacts_are_small_and_say_how_they_were_made(name: str) -> None:
    sizes = [len(entry.read_bytes()) for entry in (ARTIFACTS / name).iterdir()]
    assert sum(sizes) < 10_000_000
    card = json.loads((ARTIFACTS / name / "card.json").read_text())
    assert {"data", "command", "metrics", "date", "sha256"} <= card.keys()


def test_damaged_and_foreign_weights_are_refused_with_the_reason(tmp_path: Path) -> None:
    folder = copied("four_hands", tmp_path / "flipped")
    weights = bytearray((folder / "weights.npz").read_bytes())
    weights[len(weights) // 2] ^= 1
    (folder / "weights.npz").write_bytes(bytes(weights))
    with pytest.raises(ArtifactError, match="is damaged: checksum"):
        FourHandEstimator.load(folder)
    with pytest.raises(ArtifactError, match="kind 'two_hands'"):
        TwoHandEstimator.load(copied("four_hands", tmp_path / "foreign"))
    folder = copied("two_hands", tmp_path / "golden")
    with np.load(folder / "golden.npz") as file:
        np.savez(folder / "golden.npz", inputs=file["inputs"], answers=file["answers"] * 0.9)
    with pytest.raises(ArtifactError, match="misses its golden answers"):
        TwoHandEstimator.load(folder)
    (folder / "card.json").write_text("{")
    with pytest.raises(ArtifactError, match="expected JSON"):
        TwoHandEstimator.load(folder)
    with pytest.raises(ArtifactError, match="cannot read"):
        TwoHandEstimator.load(tmp_path / "nowhere")
