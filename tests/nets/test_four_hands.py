"""The four-hand network: its symmetries, and the same answers from NumPy and from JAX."""

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.nets.artifact import ArtifactError
from overtrick.nets.four_hands import FourHandNet
from training.tricks.small_net import CONFIG, random_weights, some_owners


@pytest.fixture(scope="module")
def net() -> FourHandNet:
    return FourHandNet(CONFIG, random_weights(1))


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0), (1, 2, 3, 0)])
def test_exchanging_suits_exchanges_the_answers(net: FourHandNet, order: tuple[int, ...]) -> None:
    owners = some_owners(20, 1)
    changed = net.probabilities(owners[:, order])
    np.testing.assert_allclose(changed, net.probabilities(owners)[:, :, [*order, 4]], atol=1e-5)


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_turning_the_table_turns_the_answers(net: FourHandNet, turn: int) -> None:
    owners = some_owners(20, 2)
    turned = net.probabilities((owners + np.uint8(turn)) % 4)
    np.testing.assert_allclose(turned, np.roll(net.probabilities(owners), turn, axis=1), atol=1e-5)


def test_random_weights_tell_declarers_and_strains_apart(net: FourHandNet) -> None:
    p = net.probabilities(some_owners(20, 3))
    np.testing.assert_allclose(p.sum(axis=-1), 1, atol=1e-5)
    assert np.abs(p - np.roll(p, 1, axis=1)).max() > 0.1
    assert np.abs(p - np.roll(p, 2, axis=1)).max() > 0.1
    assert np.abs(p - np.roll(p, 1, axis=2)).max() > 0.1


def difference(count: int, weights: dict[str, NDArray[np.float32]]) -> float:
    from overtrick.nets.frames_jax import JaxFourHandNet

    owners = some_owners(count, count)
    ours, theirs = JaxFourHandNet(CONFIG, weights).probabilities(owners), FourHandNet(CONFIG, weights)
    assert ours.shape == (count, 4, 5, 14)
    assert ours.dtype == np.float32
    return float(np.abs(ours - theirs.probabilities(owners)).max(initial=0))


@pytest.mark.parametrize("count", [0, 3, 20])
def test_jax_gives_the_answers_of_numpy(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("jax")
    monkeypatch.setattr("overtrick.nets.frames_jax.CHUNK", 16)
    assert difference(count, random_weights(2)) < 1e-5


def test_fresh_parameters_give_the_same_once_folded_and_stored() -> None:
    pytest.importorskip("jax")
    from overtrick.nets.frames_jax import FOUR_HANDS, stored

    params = FOUR_HANDS.init(CONFIG, seed=3)
    owners = some_owners(20, 4)
    from_store = FourHandNet(CONFIG, stored(FOUR_HANDS, params)).probabilities(owners)
    np.testing.assert_allclose(from_store, FOUR_HANDS.probabilities(params, owners), atol=1e-5)


def test_weights_of_something_else_are_refused() -> None:
    pytest.importorskip("jax")
    from overtrick.nets.frames_jax import JaxFourHandNet

    weights = random_weights(1)
    with pytest.raises(ArtifactError, match=r"four-hand network: '2'"):
        JaxFourHandNet({**CONFIG, "blocks": 3}, weights)
    with pytest.raises(ArtifactError, match="four-hand network"):
        JaxFourHandNet(CONFIG, {**weights, "suit_head.sum": np.zeros((3, 14), np.float32)})
    with pytest.raises(ArtifactError, match="four-hand network"):
        JaxFourHandNet(CONFIG, {"bias": np.zeros(3, np.float32)})
